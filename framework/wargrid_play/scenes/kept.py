"""Pictures of games, kept on disk between starts: drawing all of a menu takes half its start."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from wargrid.loading.library import stamp_of
from wargrid.match import RecordError, data_folder, write_whole
from wargrid.source.files import read_bytes

FOLDER: Final = "drawn"
"""The folder of these pictures: those that a player saved are elsewhere, and none of them goes."""

DIGITS: Final = 32
"""The length of the digest that ends a file."""

_PACKAGE: Final = Path(__file__).resolve().parent.parent

MOST: Final = 64
"""How many pictures are kept; the oldest go."""


def picture_file(name: str, look: Sequence[str], program: Path) -> Path:
    """Return where the picture of a ruleset is kept, drawn with these settings.

    Another name follows from any change of the library, or in the folder of the ``program`` that
    draws it.
    """
    content = "\n".join((_stamp(program), *look, name))
    return data_folder() / FOLDER / f"{hashlib.sha256(content.encode()).hexdigest()[:32]}.png"


@cache
def _stamp(program: Path) -> str:
    return stamp_of(_PACKAGE, program)


def read_picture(file: Path) -> bytes:
    """Return the picture kept in a file, or nothing if it is damaged or cannot be read."""
    with suppress(RecordError):
        data = read_bytes(file)
        picture = data[:-DIGITS]
        if data[-DIGITS:] == _digest(picture):
            return picture
    return b""


def _digest(picture: bytes) -> bytes:
    return hashlib.sha256(picture).hexdigest()[:DIGITS].encode()


def keep_picture(file: Path, picture: bytes) -> None:
    """Keep a picture in a file, whole or not at all; without room on the disk it is not kept."""
    with suppress(OSError, RecordError):
        write_whole(file, picture + _digest(picture), overwrite=True, backed_up=False)
        kept = sorted(file.parent.glob("*.png"), key=lambda each: each.stat().st_mtime)
        for old in kept[:-MOST]:
            old.unlink()

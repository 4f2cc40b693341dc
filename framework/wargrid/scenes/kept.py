"""Pictures of games, kept on disk between starts: drawing all of a menu takes half its start."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from wargrid.frontend import stamp_of
from wargrid.match import data_folder

FOLDER: Final = "pictures"
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
    return stamp_of(program)


def read_picture(file: Path) -> bytes:
    """Return the picture kept in a file, or nothing if it cannot be read."""
    with suppress(OSError):
        return file.read_bytes()
    return b""


def keep_picture(file: Path, picture: bytes) -> None:
    """Keep a picture in a file, whole or not at all; without room on the disk it is not kept."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(".new")
        fresh.write_bytes(picture)
        fresh.replace(file)
        kept = sorted(file.parent.glob("*.png"), key=lambda each: each.stat().st_mtime)
        for old in kept[:-MOST]:
            old.unlink()

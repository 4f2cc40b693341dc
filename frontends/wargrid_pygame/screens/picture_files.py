"""Pictures of games, kept on disk between starts: drawing all of a menu takes half its start."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import pygame

from wargrid.frontend import stamp_of
from wargrid.match import data_folder

FOLDER: Final = "pictures"
MOST: Final = 64
"""How many pictures are kept; the oldest go."""


def picture_file(name: str, look: Sequence[str]) -> Path:
    """Return where the picture of a ruleset is kept, drawn with these settings.

    Another name follows from any change of the library or of this program.
    """
    content = "\n".join((_stamp(), *look, name))
    return data_folder() / FOLDER / f"{hashlib.sha256(content.encode()).hexdigest()[:32]}.png"


@cache
def _stamp() -> str:
    return stamp_of(Path(__file__).resolve().parent.parent)


def read_picture(file: Path) -> pygame.Surface | None:
    """Return the picture kept in a file, or None if there is none or it is damaged."""
    if not file.is_file():
        return None
    with suppress(pygame.error, OSError):
        return pygame.image.load(str(file)).convert()
    return None


def keep_picture(file: Path, drawn: pygame.Surface) -> None:
    """Keep a picture in a file, whole or not at all; without room on the disk it is not kept."""
    with suppress(pygame.error, OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(".new")
        with fresh.open("wb") as stream:
            pygame.image.save(drawn, stream, "png")
        fresh.replace(file)
        kept = sorted(file.parent.glob("*.png"), key=lambda each: each.stat().st_mtime)
        for old in kept[:-MOST]:
            old.unlink()

"""The pictures of games: the parts of each as one file whose address names its content."""

from __future__ import annotations

from typing import Final

from wargrid_play.looks import Looks
from wargrid_play.table import View
from wargrid_remote import Drawn, drawn
from wargrid_web.assets import Asset

FOLDER: Final = "/pictures/"

sheets: Final[dict[str, Asset]] = {}
"""The sheets made so far, by the names of their files: few, since matches of a game share one."""


def served(view: View, looks: Looks, wishes: str) -> Drawn:
    """Return the pictures of a game as a client wishes to see them, and keep their sheet."""
    made, sheet = drawn(view, looks, wishes, FOLDER)
    name = made.sheet.removeprefix(FOLDER)
    if name not in sheets:
        sheets[name] = Asset.of(sheet.encode(), name)
    return made

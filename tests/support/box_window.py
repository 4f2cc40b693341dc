"""What happens to the file of a box that a window has open."""

from __future__ import annotations

from pathlib import Path

from boxes import broken
from wargrid_play.table.lobby.reload import EVERY_MS
from window_support import Player


def saved(player: Player, file: Path, *changes: str) -> None:
    """Save the box with changes, and let the window look at it twice."""
    file.write_text(broken(*changes) + "# saved\n", "utf-8")
    wait(player)


def wait(player: Player) -> None:
    """Let the window look at its files twice."""
    player.app.update(EVERY_MS)
    player.app.update(EVERY_MS)


def men(player: Player, cell: str) -> int:
    """The men on a cell, as the window shows them."""
    return next(unit.men for unit in player.view.units if unit.cell == player.cell(cell))

"""A window in which a match in the box is open, and what happens to the box as a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import wargrid
from boxes import broken
from wargrid_pygame.game.reload import EVERY_MS
from wargrid_pygame.session import new_session
from window_support import Player, at_window, leave


def box_player(file: Path) -> Iterator[Player]:
    """A window in which a match in the box is open, and red has moved a guard."""
    player = at_window()
    player.app.play(new_session(wargrid.load(file)))
    player.click("b1")
    player.click("b3")
    yield player
    leave(player)


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

"""A table to sit at in tests: cells by their names, dice that fall as told, and two positions to
start from."""

from __future__ import annotations

from dataclasses import dataclass

from wargrid import Game
from wargrid.core.dice import Chances
from wargrid.core.moves import Move, Roll
from wargrid.match.match import Match
from wargrid.match.position_text import read_position
from wargrid.table import CommandView, Table

FACE_TO_FACE = """
    . . . . k . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . i . . . .
    . . . . I . . . .
    . . . . A . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . K . . . .
    side: gold
    turn: 7
"""
"""Infantry on e6 and e7 in each other's face, archers on e5 behind Gold's."""

KING_AT_BAY = """
    . . . . i . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . k . . . .
    . . . . I . . . .
    . . . . A . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . K . . . .
    side: gold
    turn: 7
    men: e6 1
"""
"""A lone man of Gold's infantry before Silver's king."""


class Forced:
    """Dice that fall as told, in order."""

    def __init__(self, *rolls: str) -> None:
        self._rolls = [sorted(roll.split()) for roll in rolls]

    def __call__(self, chances: Chances) -> Move:
        wanted = self._rolls.pop(0)
        return next(m for _, m in chances if isinstance(m, Roll) and sorted(m.faces) == wanted)


@dataclass
class Sat:
    """A table with cells called by their names."""

    match: Match
    table: Table

    def click(self, *names: str) -> None:
        for name in names:
            self.table.click(self.cell(name))

    def cell(self, name: str) -> int:
        return self.match.game.grid.cell(name)

    def marked(self, kind: str) -> set[str]:
        name = self.match.game.grid.name
        return {name(mark.cell) for mark in self.table.view().marks if mark.kind == kind}

    def command(self, name: str) -> CommandView:
        return next(command for command in self.table.view().commands if command.name == name)

    @property
    def selected(self) -> str | None:
        cell = self.table.view().selected
        return None if cell is None else self.match.game.grid.name(cell)

    @property
    def message(self) -> str:
        return self.table.view().message


def sit(
    game: Game, text: str = "", *rolls: str, by_hand: bool = False, language: str = "en"
) -> Sat:
    """Sit down at a position, or at the game's start."""
    start = (
        read_position(game, "\n".join(line.strip() for line in text.strip().splitlines()))
        if text
        else None
    )
    match = Match(game, dice=Forced(*rolls), by_hand=by_hand, start=start)
    return Sat(match, Table(match, language))

"""What places and freedom are worth where flanked units join the other side and a majority wins.

Numbers say little before the end, since most units turn again. A unit that can be flanked along few
lines stays; one beside an empty cell of that kind lets the enemy take it; and a side that has more
placings to choose from can wait.
"""

from __future__ import annotations

from math import fsum
from typing import Final

from wargrid.core.flanks import JOINS
from wargrid.core.lines import axes_of
from wargrid.core.moves import DO
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.players.evaluation.powers import power
from wargrid.ruleset.base import Victory

SAFE: Final = 300.0
"""What a place is worth where a unit can never be flanked."""

FADING: Final = 6
"""How fast that fades with the share of the lines along which it can."""

BESIDE: Final = -70.0
"""What a unit is worth that lets the enemy flank from such a place."""

FREE: Final = 12.0
"""What one more placing to choose from is worth."""

COUNTED: Final = 100.0
"""What one unit more is worth in the end."""


class Turning:
    """The terms of one game; ``exists`` is false where no flanked units join the other side."""

    def __init__(self, game: Game, weight: float) -> None:
        self._game = game
        self._weight = weight
        units = game.ruleset.units.values()
        rules = [rule for unit in units for rule in unit.flank_rules if rule.does == JOINS]
        counts = any(type(each).tally is not Victory.tally for each in game.ruleset.victory)
        self.exists = bool(rules) and counts and weight > 0
        if not self.exists:
            return
        axes = axes_of(game.grid, rules[0].directions)
        walls = game.engine.grounds[0].walls
        open_ = [sum(bool(one and other) for one, other in at) for at in axes]
        most = max(open_)
        self._worth = [SAFE * power(1 - number / most, FADING) if most else 0.0 for number in open_]
        self._cells = game.grid.cells - len(walls)
        self._safe = {
            cell: [way[0] for axis in axes[cell] for way in axis if way]
            for cell, number in enumerate(open_)
            if not number and cell not in walls
        }

    def worth(self, position: Position) -> float:
        """Return what places, freedom and numbers are worth, for the first side."""
        board, owners, roster = position.board, [1, -1], position.roster
        sign = [0, *(owners[owner] for owner in roster.owners[1:]), 0]
        values = [sign[unit] * worth for unit, worth in zip(board, self._worth, strict=True)]
        numbers = [len(position.units_of(side)) for side in (0, 1)]
        for cell, beside in self._safe.items():
            if not board[cell]:
                values += [sign[board[other]] * BESIDE for other in beside]
        filled = sum(numbers) / self._cells
        values.append((numbers[0] - numbers[1]) * COUNTED * power(filled, FADING))
        if position.result is None and position.pending is None and position.turn:
            values.append(FREE * self._freedom(position))
        return self._weight * fsum(values)

    def is_safe(self, cell: int) -> bool:
        """Return whether no unit on a cell can ever be flanked."""
        return cell in self._safe

    def _freedom(self, position: Position) -> int:
        """Return how many placings the first side has more to choose from than the second."""
        engine = self._game.engine
        other = position.copy()
        engine.turn_of(1 - position.side).apply(other)
        here, there = (
            sum(move.verb == DO for move in engine.moves(each)) for each in (position, other)
        )
        return here - there if position.side == 0 else there - here

"""Who has the first turn: a named side, a lot, or dice rolled by one side after the other."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, cast

from wargrid.core.events import (
    Event,
    Passed,
    Rolled,
    Settled,
    TurnBegan,
    Waiting,
    Walled,
    apply_events,
)
from wargrid.core.moves import Draw, Lot, Roll
from wargrid.core.state import Pending
from wargrid.engine.past import mark_of

if TYPE_CHECKING:
    from wargrid.core.dice import Chances, Pool
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.engine.game import Game

FIRST: Final = "first"
"""The kind of what is pending; its numbers: what each side that has rolled already rolled."""

DRAWN: Final = "lot"
"""The kind of what is pending while a lot is to be drawn."""


WALLS: Final = "walls"
"""The kind of what is pending while chance draws where walls stand."""


class Opening:
    """The table before the first turn."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._first = game.ruleset.first
        self._sides = list(game.ruleset.sides)
        sides = range(len(self._sides))
        self._lots: Chances = tuple((Fraction(1, len(self._sides)), Lot(side)) for side in sides)
        self._draws: dict[tuple[tuple[int, ...], ...], Chances] = {}

    def before(self, position: Position) -> list[Event]:
        """The first thing that happens to the set-up: chance draws walls, the sides deploy, or the game begins."""
        if self._game.plugins.walls_drawn(position):
            return [Waiting(Pending(WALLS))]
        if self._game.deploying is not None:
            return [Settled()] if position.pending else []
        return self._noted(position, [self.begin()])

    def _noted(self, position: Position, events: list[Event]) -> list[Event]:
        """The events, and the first position's mark if a turn begins with them in a game that remembers."""
        if self._game.remembers and isinstance(events[-1], TurnBegan):
            events.append(Passed(mark_of(self._game, position.after(events))))
        return events

    def lots(self, position: Position) -> Chances:
        """What chance draws from: sides, or cells for walls."""
        assert position.pending is not None
        if position.pending.kind == DRAWN:
            return self._lots
        cells = self._game.plugins.walls_drawn(position)
        if cells not in self._draws:
            self._draws[cells] = tuple((Fraction(1, len(cells)), Draw(drawn)) for drawn in cells)
        return self._draws[cells]

    def begin(self) -> Event:
        """The first thing that happens once the units stand."""
        if self._first.player == "roll":
            return Waiting(Pending(FIRST))
        if self._first.player == "random":
            return Waiting(Pending(DRAWN))
        return self._game.turn_of(self._sides.index(self._first.player))

    def pool(self, position: Position) -> Pool:
        """The dice a side rolls for the first turn."""
        return self._game.pool(
            self._first.die or next(iter(self._game.ruleset.dice)), self._first.dice
        )

    def answer(self, position: Position, move: Move, told: list[Event] | None) -> None:
        """Carry a fresh copy of a position over one side's roll, or over the lot."""
        if isinstance(move, Draw):
            walled: list[Event] = [Walled(move.cells)]
            events = [*walled, *self.before(position.after(walled))]
        else:
            events = self._noted(position, self._events(position, move))
        apply_events(position, events, told)

    def _events(self, position: Position, move: Move) -> list[Event]:
        if isinstance(move, Lot):
            return [self._game.turn_of(move.side)]
        roll = cast(Roll, move)
        assert position.pending is not None
        counted = [*position.pending.numbers, roll.faces.count(self._first.most or "")]
        if len(counted) < len(self._sides):
            return [Rolled(roll), Waiting(Pending(FIRST, tuple(counted)))]
        best = max(counted)
        if counted.count(best) > 1:
            return [Rolled(roll), Waiting(Pending(FIRST))]
        return [Rolled(roll), self._game.turn_of(counted.index(best))]

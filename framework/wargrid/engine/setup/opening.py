"""The opening: drawing walls, and who has the first turn."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, cast

from wargrid.core.attacks import Rolled
from wargrid.core.dice import Chances, Pool
from wargrid.core.events import Event, Settled, Waiting, Walled, apply_events
from wargrid.core.moves import Draw, Lot, Move, Roll
from wargrid.core.position import Position
from wargrid.core.state import Pending
from wargrid.engine.context import GameContext

FIRST: Final = "first"
"""The kind of ``Pending`` while the sides roll for the first turn; its numbers: the counts of the
sides that have rolled."""

DRAWN: Final = "lot"
"""The kind of ``Pending`` while the first side is drawn at random."""

WALLS: Final = "walls"
"""The kind of ``Pending`` while walls are drawn at random."""


class Opening:
    """The random events before the first turn."""

    def __init__(self, context: GameContext) -> None:
        self._context = context
        self._first = context.ruleset.first
        self._sides = list(context.ruleset.sides)
        sides = range(len(self._sides))
        self._lots: Chances = tuple((Fraction(1, len(self._sides)), Lot(side)) for side in sides)
        self._draws: dict[tuple[tuple[int, ...], ...], Chances] = {}

    def before(self, position: Position) -> list[Event]:
        """Return the first events after the set-up: walls, deployment, or the first turn."""
        drawn = self._context.ruleset.start.walls == "drawn"
        if drawn and self._context.plugins.walls_drawn(position):
            return [Waiting(Pending(WALLS))]
        if self._context.ruleset.deploy is not None:
            return [Settled()] if position.pending else []
        return [self.begin()]

    def lots(self, position: Position) -> Chances:
        """Return the possible draws: of sides, or of cells for walls."""
        assert position.pending is not None
        if position.pending.kind == DRAWN:
            return self._lots
        cells = self._context.plugins.walls_drawn(position)
        if cells not in self._draws:
            self._draws[cells] = tuple((Fraction(1, len(cells)), Draw(drawn)) for drawn in cells)
        return self._draws[cells]

    def begin(self) -> Event:
        """Return the first event after set-up or deployment."""
        if self._first.player == "roll":
            return Waiting(Pending(FIRST))
        if self._first.player == "random":
            return Waiting(Pending(DRAWN))
        return self._context.turn_of(self._sides.index(self._first.player))

    def pool(self, position: Position) -> Pool:
        """Return the dice that a side rolls for the first turn."""
        die = self._first.die or next(iter(self._context.ruleset.dice))
        return self._context.pool(die, self._first.dice)

    def resolve_roll(self, position: Position, move: Move, events_out: list[Event] | None) -> None:
        """Apply a roll or a draw to a fresh copy of a position."""
        if isinstance(move, Draw):
            walled: list[Event] = [Walled(move.cells)]
            events = [*walled, *self.before(position.after(walled))]
        else:
            events = self._events(position, move)
        apply_events(position, events, events_out)

    def _events(self, position: Position, move: Move) -> list[Event]:
        if isinstance(move, Lot):
            return [self._context.turn_of(move.side)]
        roll = cast(Roll, move)
        assert position.pending is not None
        counted = [*position.pending.numbers, roll.faces.count(self._first.most or "")]
        if len(counted) < len(self._sides):
            return [Rolled(roll), Waiting(Pending(FIRST, tuple(counted)))]
        best = max(counted)
        if counted.count(best) > 1:
            return [Rolled(roll), Waiting(Pending(FIRST))]
        return [Rolled(roll), self._context.turn_of(counted.index(best))]

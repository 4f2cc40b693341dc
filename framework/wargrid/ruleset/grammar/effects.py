"""Effects on units, cells and sides: what rules do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from wargrid.core.attacks import Choice
from wargrid.core.captives import ToHand as Held
from wargrid.core.effects import NOTHING, Doing, Done, Refreshed, Stopped, Swapped
from wargrid.core.events import Event, Joined, Lost, Moved, Noted
from wargrid.core.grid import OFF
from wargrid.core.moves import NO, YES
from wargrid.core.position import Position
from wargrid.core.promotion import Appeared, Became, Exhausted, Restored
from wargrid.core.protocols import RulesetLike
from wargrid.ruleset.base import Effect, MarkerName, UnitName
from wargrid.ruleset.grammar.lists import Effects
from wargrid.ruleset.selecting.selectors import CellSelectors
from wargrid.ruleset.values import Direction, Natural, Positive
from wargrid.text import Catalog

__all__ = [
    "ActsAgain", "Adds", "Advances", "Appears", "Becomes", "ExhaustedUnit", "Joins", "Loses",
    "MovesTo", "Removes", "Restores", "Retreats", "Sets", "SideDone", "Swaps", "ToHand",
]  # fmt: skip

Chooser = Literal["own", "enemy", "owner"]
"""Who chooses: the side of the rule, its enemy, or the side of the unit."""

RoleName = Literal["subject", "attacker", "target", "chosen", "mover"]
"""A role of the rule."""

NEIGHBOURS: Final = "chebyshev"
"""The measure of distance by which cells that touch are neighbours."""


def loss(position: Position, cell: int, men: int, leaves: int = 0) -> Sequence[Event]:
    """Return the events of the loss of so many men, or what a plugin puts in place of the unit."""
    there = position.men[position.board[cell]]
    if leaves:
        men = min(men, max(there - leaves, 0))
    if men >= there:
        return position.roster.game.removal_events(position, cell)
    return (Lost(cell, men),) if men else ()


def ways_back(position: Position, unit: int, directions: str | Sequence[str]) -> list[int]:
    """Return the empty cells one step away, as the side of a unit sees them, where it may stand."""
    game, cell = position.roster.game, position.cell_of(unit)
    forward = position.roster.forward[position.side_of(unit)]
    steps = game.grid.steps(directions, forward)
    cells = [game.grid.shifted(cell, forward, *step) for step in steps]
    return [to for to in cells if to != OFF and game.tables.may_stand(position, unit, to)]


def moved(position: Position, cell: int, to: int, why: str) -> Event:
    """Return the event by which the unit on a cell goes to another and keeps its facing."""
    return Moved(cell, to, position.facing_of(position.board[cell]), why)


class Removes(Effect):
    """The unit leaves the board."""

    word = "removes"

    def happens(self, doing: Doing) -> Done:
        """Remove it, or do what a plugin puts in its place."""
        why = "events.effects.removed"
        return Done(doing.game.removal_events(doing.position, doing.cell, why))


class ToHand(Effect):
    """The unit comes to the hand of the side of the rule."""

    word = "to_hand"
    short = "type"

    type: UnitName | None = None
    """The type as which it is held; null for that which ``captured`` says, or its own."""

    def happens(self, doing: Doing) -> Done:
        """Count it in the hand and remove it, or do what a plugin puts in its place."""
        to, why = Held(doing.cell, doing.side, self.type or ""), "events.effects.to_hand"
        return Done(doing.game.to_hand_events(doing.position, doing.cell, to, why))


class Loses(Effect):
    """The unit loses men."""

    word = "loses"
    short = "men"

    men: Positive
    """How many."""

    leaves: Natural = 0
    """How many it keeps at least; with 0 it may be lost."""

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the men in words."""
        return {
            "loss": words.say(f"rules.unit.{ruleset.strength}", men=self.men),
            "kept": words.say(f"rules.unit.{ruleset.strength}", men=self.leaves),
        }

    def happens(self, doing: Doing) -> Done:
        """Take the men; without one left the unit is removed."""
        return Done(loss(doing.position, doing.cell, self.men * doing.times, self.leaves))


class Restores(Effect):
    """The unit gets back men that it has lost."""

    word = "restores"
    short = "men"

    men: Positive
    """How many at most."""

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the men in words."""
        return {"back": words.say(f"rules.unit.{ruleset.strength}", men=self.men)}

    def happens(self, doing: Doing) -> Done:
        """Return the men that it lacks, as far as that goes."""
        position, unit = doing.position, doing.unit
        men = min(self.men * doing.times, position.roster.full[unit] - position.men[unit])
        return Done((Restored(doing.cell, men),)) if men > 0 else NOTHING


class Retreats(Effect):
    """The unit is driven back cell by cell."""

    word = "retreats"
    short = "cells"

    cells: Positive = 1
    """How many cells."""

    directions: Direction | list[Direction] = ["back", "back_left", "back_right"]
    """The directions of each step, as the side of the unit sees them."""

    into: CellSelectors | None = None
    """The cells into which it may be driven, besides that it must be able to stand there; null for
    any."""

    farther: bool = False
    """Whether each step must lead farther away from the cell on which it was attacked."""

    asks: Chooser = "owner"
    """Who chooses where there are several ways back."""

    otherwise: Annotated[Effects | None, Field(alias="else")] = None
    """What is done to the unit for each cell that it cannot go; nothing by default."""

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the number of cells."""
        return {"cells": self.cells}

    @property
    def may_ask(self) -> bool:
        """Ask which way."""
        return True

    def happens(self, doing: Doing) -> Done:
        """Go one cell, ask which, or do what is done instead."""
        left = doing.frame.left or self.cells * doing.times
        ways = self._ways(doing)
        if len(ways) > 1:
            return Done(left=left, asked=doing.side_of(self.asks))
        if ways:
            return Done((self._back(doing, ways[0]),), left - 1)
        number = doing.list_of("else")
        # Without a cell to go to now there is none for the rest of the way either.
        return NOTHING if number < 0 else Done(enters=((number, left),))

    def answers(self, doing: Doing) -> Sequence[tuple[Choice, Done]]:
        """Return the ways back."""
        done = Done(left=doing.frame.left - 1)
        return [
            (Choice((self._back(doing, to),), doing.cell, to), done) for to in self._ways(doing)
        ]

    def _back(self, doing: Doing, to: int) -> Event:
        return moved(doing.position, doing.cell, to, "events.retreated")

    def _ways(self, doing: Doing) -> list[int]:
        ways = ways_back(doing.position, doing.unit, self.directions)
        if self.farther and doing.ground >= 0:
            far = partial(doing.game.grid.distance, doing.ground, metric=NEIGHBOURS)
            ways = [to for to in ways if far(to) > far(doing.cell)]
        if self.into is None or not ways:
            return ways
        allowed = doing.cells_of(self.into)
        return [to for to in ways if to in allowed]


class Advances(Effect):
    """The unit takes the ground that the target next to it has left."""

    word = "advances"
    short = "asks"

    asks: Chooser | None = "owner"
    """Who chooses whether it does, or null if it must."""

    then: Effects | None = None
    """What is done once it has taken the ground, such as ``attacks_again``; nothing by default."""

    @property
    def may_ask(self) -> bool:
        """Ask whether it does."""
        return self.asks is not None

    def happens(self, doing: Doing) -> Done:
        """Take the ground, or ask."""
        if not self._can(doing):
            return NOTHING
        if self.asks is not None:
            return Done(left=1, asked=doing.side_of(self.asks))
        return self._entered(doing)._replace(events=(self._forward(doing),))

    def answers(self, doing: Doing) -> Sequence[tuple[Choice, Done]]:
        """Return yes and no."""
        if not self._can(doing):
            return ()
        cell = doing.cell
        return [
            (Choice((self._forward(doing),), cell, doing.ground, YES), self._entered(doing)),
            (Choice((), cell, cell, NO), NOTHING),
        ]

    def _entered(self, doing: Doing) -> Done:
        """Return what is done after the unit has taken the ground."""
        number = doing.list_of("then")
        return NOTHING if number < 0 else Done(enters=((number, 1),))

    def _can(self, doing: Doing) -> bool:
        ground, game = doing.ground, doing.game
        return (
            ground >= 0
            and game.grid.distance(doing.cell, ground, NEIGHBOURS) == 1
            and game.tables.may_stand(doing.position, doing.unit, ground)
        )

    def _forward(self, doing: Doing) -> Event:
        return moved(doing.position, doing.cell, doing.ground, "events.took_ground")


class MovesTo(Effect):
    """The unit goes to another cell, however far it is."""

    word = "moves_to"

    at: CellSelectors
    """The cells to which it may go, besides that it must be able to stand there."""

    asks: Chooser = "own"
    """Who chooses where there are several."""

    @property
    def may_ask(self) -> bool:
        """Ask which cell."""
        return True

    def happens(self, doing: Doing) -> Done:
        """Go to the only cell, or ask."""
        cells = self._cells(doing)
        if len(cells) > 1:
            return Done(left=1, asked=doing.side_of(self.asks))
        return Done((self._moved(doing, cells[0]),)) if cells else NOTHING

    def answers(self, doing: Doing) -> Sequence[tuple[Choice, Done]]:
        """Return the cells."""
        return [
            (Choice((self._moved(doing, to),), doing.cell, to), NOTHING)
            for to in self._cells(doing)
        ]

    def _cells(self, doing: Doing) -> list[int]:
        may_stand, position = doing.game.tables.may_stand, doing.position
        return [to for to in doing.cells_of(self.at) if may_stand(position, doing.unit, to)]

    def _moved(self, doing: Doing, to: int) -> Event:
        return moved(doing.position, doing.cell, to, "events.effects.moved")


class Swaps(Effect):
    """The unit changes places with another one, if each may stand where the other is."""

    word = "swaps"
    short = "role"

    role: RoleName
    """The other one."""

    @property
    def roles_named(self) -> Sequence[str]:
        """The other one."""
        return (self.role,)

    def happens(self, doing: Doing) -> Done:
        """Change places, if both are there and each may stand where the other is."""
        unit, other = doing.unit, doing.units[ROLE_NUMBERS[self.role]]
        if not other or other == unit:
            return NOTHING
        position, may_step = doing.position, doing.game.tables.may_step
        there = position.cell_of(other)
        if may_step(position, unit, there) and may_step(position, other, doing.cell):
            return Done((Swapped(doing.cell, there),))
        return NOTHING


ROLE_NUMBERS: Final[Mapping[str, int]] = {
    role: number for number, role in enumerate(("subject", "attacker", "target", "chosen", "mover"))
}
"""The number of each role."""


class _Marks(Effect):
    """What changes markers of the unit, its cell or the side of the rule."""

    of_unit = False

    def _where(self, doing: Doing, word: str) -> int:
        """Return the place of a marker, or -1 where there is none."""
        marker = doing.game.markers[word]
        if marker.per == "side":
            return doing.side
        if doing.cell < 0:
            return -1
        if marker.per == "cell":
            place: int = marker.place(doing.cell, doing.side)
            return place if doing.cell in marker.cells else -1
        borne = doing.unit and doing.position.type_of(doing.unit).word in marker.types
        return doing.cell if borne else -1


class Sets(_Marks):
    """Markers get a value."""

    word = "sets"
    short = "values"
    bare = True
    markers: ClassVar[Mapping[str, tuple[str, str]]] = {"values": ("any", "number")}

    values: Annotated[dict[MarkerName, Natural | Literal["start"]], Field(min_length=1)]
    """The markers of the unit, of its cell or of the side, each with the value that it gets, or
    ``start`` for that of the start."""

    def happens(self, doing: Doing) -> Done:
        """Set those that the unit, its cell or the side bears."""
        events = []
        for word, value in self.values.items():
            where, marker = self._where(doing, word), doing.game.markers[word]
            if where < 0:
                continue
            number = _start(doing, word, where) if value == "start" else value
            if marker.value(doing.position, where) != number:
                events.append(marker.mark(where, number))
        return Done(events)


class Adds(_Marks):
    """Markers go up or down, within their range."""

    word = "adds"
    short = "values"
    bare = True
    markers: ClassVar[Mapping[str, tuple[str, str]]] = {"values": ("any", "number")}

    values: Annotated[dict[MarkerName, int], Field(min_length=1)]
    """The markers of the unit, of its cell or of the side, each with what is added to it."""

    def happens(self, doing: Doing) -> Done:
        """Change those that the unit, its cell or the side bears."""
        events = []
        for word, more in self.values.items():
            where, marker = self._where(doing, word), doing.game.markers[word]
            if where >= 0:
                event = marker.add(doing.position, where, more * doing.times)
                if event.value != marker.value(doing.position, where):
                    events.append(event)
        return Done(events)


def _start(doing: Doing, word: str, where: int) -> int:
    """Return the value that a marker has at the start at a place."""
    marker = doing.game.markers[word]
    if marker.per == "unit":
        found: int = marker.start_of.get(doing.position.type_of(doing.unit).word, 0)
        return found
    start: int = marker.start[where]
    return start


class Joins(Effect):
    """The unit joins another side."""

    word = "joins"
    short = "side"

    side: Literal["own", "enemy", "its_enemy"]
    """The side of the rule (``own``), its enemy, or that of the unit's enemy."""

    def happens(self, doing: Doing) -> Done:
        """Change its side, if it is not of that side already."""
        owner = doing.position.side_of(doing.unit)
        to = 1 - owner if self.side == "its_enemy" else doing.side_of(self.side)
        return NOTHING if to == owner else Done((Joined(doing.cell, to),))


class Becomes(Effect):
    """The unit becomes one of another type on its cell, if such a unit may stand there."""

    word = "becomes"
    short = "type"

    type: UnitName
    """The type."""

    def happens(self, doing: Doing) -> Done:
        """Change its type, if it is another one that may stand on the cell."""
        position, cell = doing.position, doing.cell
        if position.type_of(doing.unit).word == self.type:
            return NOTHING
        side = position.side_of(doing.unit)
        may_be = doing.game.tables.may_be_on(self.type, side, cell)
        return Done((Became(cell, self.type),)) if may_be else NOTHING


class Appears(Effect):
    """A new unit of the side of the rule appears."""

    word = "appears"
    of_unit = False

    unit: UnitName
    """The type."""

    men: Positive | None = None
    """Its men, or null for all."""

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the type and the men in words."""
        men = words.say(f"rules.unit.{ruleset.strength}", men=self.men or 0)
        return {"unit": words.of(ruleset.units[self.unit].name), "strength": men}

    at: CellSelectors
    """The empty cells where it may appear, if such a unit may stand there."""

    asks: Chooser = "own"
    """Who chooses where there are several."""

    @property
    def may_ask(self) -> bool:
        """Ask where."""
        return True

    def happens(self, doing: Doing) -> Done:
        """Appear on the only cell, or ask."""
        cells = self._cells(doing)
        if len(cells) > 1:
            return Done(left=1, asked=doing.side_of("own" if self.asks == "owner" else self.asks))
        return Done(self._events(doing, cells[0])) if cells else NOTHING

    def answers(self, doing: Doing) -> Sequence[tuple[Choice, Done]]:
        """Return the cells."""
        cells = self._cells(doing)
        source = doing.cell if doing.unit else cells[0] if cells else -1
        return [(Choice(self._events(doing, to), source, to), NOTHING) for to in cells]

    def _cells(self, doing: Doing) -> list[int]:
        game, position, side = doing.game, doing.position, doing.side
        closed, may_be_on = game.grounds[side].walls, game.tables.may_be_on
        return [
            to
            for to in doing.cells_of(self.at)
            if not position.board[to] and to not in closed and may_be_on(self.unit, side, to)
        ]

    def _events(self, doing: Doing, to: int) -> tuple[Event, ...]:
        forward, full = doing.position.roster.forward[doing.side], self._full(doing)
        there = Appeared(to, doing.side, self.unit, forward)
        missing = full - min(self.men or full, full)
        return (there, Lost(to, missing)) if missing else (there,)

    def _full(self, doing: Doing) -> int:
        return doing.game.ruleset.units[self.unit].men


class ActsAgain(Effect):
    """The unit may act again in this turn."""

    word = "acts_again"

    def happens(self, doing: Doing) -> Done:
        """Forget what it has used of the limits of the turn."""
        position, unit = doing.position, doing.unit
        used = position.used & position.roster.usage_mask[unit]
        return Done((Refreshed(doing.cell),)) if used else NOTHING


class ExhaustedUnit(Effect):
    """The unit cannot act again in this turn."""

    word = "exhausted"

    def happens(self, doing: Doing) -> Done:
        """Use up all limits of the turn."""
        acts = doing.position.side_of(doing.unit) == doing.position.side
        if not acts:
            return NOTHING
        return Done((Noted(doing.cell, "events.effects.exhausted"), Exhausted(doing.cell)))


class SideDone(Effect):
    """The side to act has no actions left in this turn."""

    word = "side_done"
    of_unit = False

    def happens(self, doing: Doing) -> Done:
        """Take the actions that are left."""
        left = doing.position.budget
        return Done((Stopped(left),)) if left else NOTHING

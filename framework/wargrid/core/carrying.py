"""Units that carry others: what is aboard of whom, and what becomes of it.

A carried unit keeps its id, its men, wounds, uses and markers. Its place is ``GONE``, so that rules
about units on the board do not see it, and a hidden marker has the id of its carrier. A carried
unit carries nothing itself. Ids differ between equal positions: texts and choices go by the
order of ``Carrying.aboard``, which depends on what the units are.
"""
# ruff: noqa: D102 - the docstring of an event describes its apply()

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from wargrid.core.events import Event, free_unit
from wargrid.core.position import Position
from wargrid.core.selecting import Roles, UnitTest
from wargrid.core.state import GONE, PositionFields, forget_unit, rename_unit, then_of

ABOARD: Final = "aboard"
"""The hidden marker with the id of a unit's carrier, and the line of texts of positions."""

MOST_IDS: Final = 1_000_000
"""The highest value of this marker."""

Beside = Callable[[int, str, int], bool]
"""Whether a unit of a side and type may be set on a cell that is empty."""


class Hold(NamedTuple):
    """What a type carries: the weight of each type, how much, and whether it is lost with it."""

    weights: Mapping[str, int]
    most: int
    lost_with: bool


class Carrying:
    """The carriers of one game; ``holds`` are theirs by type, ``number`` that of the marker."""

    def __init__(self, number: int, holds: Mapping[str, Hold], may_be_set: Beside) -> None:
        self.number = number
        self.holds = holds
        self.may_be_set = may_be_set

    def aboard(self, position: PositionFields, carrier: int) -> list[int]:
        """Return the ids of the units that a unit carries, in an order that ids do not decide."""
        carried = position.marks[self.number]
        found = [unit for unit, by in enumerate(carried) if by == carrier and position.men[unit]]
        if len(found) > 1:
            found.sort(key=lambda unit: _content(position, unit))
        return found

    def carrier(self, position: PositionFields, unit: int) -> int:
        """Return the id of the unit that carries another, or 0."""
        return position.marks[self.number][unit]

    def carriers(self, position: Position) -> Iterator[tuple[int, list[int]]]:
        """Yield the cell of each unit that carries others, in the order of cells, with these."""
        if not any(position.marks[self.number]):
            return
        for cell, unit in enumerate(position.board):
            if unit > 0 and position.roster.words[unit] in self.holds:
                found = self.aboard(position, unit)
                if found:
                    yield cell, found

    def takes(self, position: PositionFields, carrier: int, word: str) -> bool:
        """Return whether a unit carries units of a type at all."""
        hold = self.holds.get(position.roster.words[carrier])
        return hold is not None and word in hold.weights

    def room(self, position: PositionFields, carrier: int) -> int:
        """Return the weight that a unit may still take aboard; below 0 if it has too much."""
        words = position.roster.words
        hold = self.holds[words[carrier]]
        weights = hold.weights
        return hold.most - sum(
            [weights.get(words[unit], 0) for unit in self.aboard(position, carrier)]
        )

    def weight(self, position: PositionFields, carrier: int, word: str) -> int:
        """Return what a unit of a type weighs for a unit that takes such units."""
        return self.holds[position.roster.words[carrier]].weights[word]

    def told(self, position: Position) -> tuple[tuple[int, int, int], ...]:
        """Return all that is aboard as numbers that are equal in equal positions."""
        found: list[tuple[int, int, int]] = []
        for cell, units in self.carriers(position):
            for unit in units:
                found += [(self.number, cell, value) for value in _content(position, unit)]
        return tuple(found)

    # What becomes of units aboard

    def lose(self, position: PositionFields, carrier: int, cell: int) -> None:
        """Lose what a unit carries that has just left the board from a cell, or set it beside.

        Beside are the next cells, in their order. What finds no room there is lost.
        """
        hold = self.holds.get(position.roster.words[carrier])
        for unit in self.aboard(position, carrier):
            self._put_out(position, unit, cell, lost=hold is None or hold.lost_with)

    def refit(self, position: PositionFields, carrier: int) -> None:
        """Set beside what a unit on the board that has changed its type carries no more.

        Of too much, the last go; what finds no room is lost.
        """
        words, cell = position.roster.words, position.place[carrier] // position.roster.facings
        hold, weight = self.holds.get(words[carrier]), 0
        for unit in self.aboard(position, carrier):
            weight += 0 if hold is None else hold.weights.get(words[unit], hold.most + 1)
            if hold is None or weight > hold.most:
                self._put_out(position, unit, cell, lost=False)

    def _put_out(self, position: PositionFields, unit: int, cell: int, *, lost: bool) -> None:
        """Let a unit aboard be lost, or stand on the first cell beside one where it may."""
        beside = -1 if lost else self._beside(position, unit, cell)
        self._leave(position, unit)
        if beside >= 0:
            roster = position.roster
            set_on(position, unit, beside, roster.forward[roster.owners[unit]])
        else:
            _lose(position, unit, cell)

    def join(self, position: PositionFields, old: int, new: int) -> None:
        """Let what a unit carries go with it to another side, where the unit has a new id."""
        side = position.roster.owners[new]
        for unit in self.aboard(position, old):
            other = free_unit(position, side, position.roster.words[unit])
            roster = position.roster
            position.place = _handed(position.place, unit, other, GONE)
            position.men = _handed(position.men, unit, other, 0)
            position.wounds = _handed(position.wounds, unit, other, 0)
            position.used -= position.used & roster.usage_mask[other]
            for limit, uses in enumerate(roster.usage_bits):
                position.used += roster.used(position.used, unit, limit) * (
                    uses[other] - uses[unit]
                )
            roster.game.markers.hand_over(position, unit, other)
            self.enter(position, other, new)
            self._leave(position, unit)
            if then_of(position):
                rename_unit(position, unit, other)

    def enter(self, position: PositionFields, unit: int, carrier: int) -> None:
        """Let a unit be carried by another one."""
        _mark(position, self.number, unit, carrier)

    def _leave(self, position: PositionFields, unit: int) -> None:
        _mark(position, self.number, unit, 0)

    def _beside(self, position: PositionFields, unit: int, cell: int) -> int:
        roster, may = position.roster, self.may_be_set
        side, word = roster.owners[unit], roster.words[unit]
        for _, other in roster.grid.around(cell, 1, "chebyshev"):
            if other != cell and position.board[other] == 0 and may(side, word, other):
                return other
        return -1


@dataclass(slots=True, eq=False, repr=False)
class Boarded(Event):
    """The unit on ``source`` goes aboard the unit on ``target``, with all that it bears."""

    source: int
    target: int

    def apply(self, position: PositionFields) -> None:
        board = position.board[:]
        unit, carrier = board[self.source], board[self.target]
        board[self.source] = 0
        position.board = board
        position.place = [*position.place[:unit], GONE, *position.place[unit + 1 :]]
        position.roster.game.carrying.enter(position, unit, carrier)


@dataclass(slots=True, eq=False, repr=False)
class Left(Event):
    """The unit aboard the one on ``source`` goes ashore on ``target``, which is empty.

    ``number`` is its place among those of its ``type`` aboard, from 1.
    """

    source: int
    target: int
    type: str
    number: int
    facing: int

    def apply(self, position: PositionFields) -> None:
        carrying = position.roster.game.carrying
        unit = passenger(position, self.source, self.type, self.number)
        if unit <= 0:
            raise LookupError(f"no {self.type} {self.number} is aboard on cell {self.source}")
        carrying.enter(position, unit, 0)
        set_on(position, unit, self.target, self.facing)


for _event in (Boarded, Left):
    _event.keeps_units = True
del _event


class AboardTest(UnitTest):
    """How many units a unit carries."""

    __slots__ = ("least", "most")

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Return whether it carries as many."""
        carrying: Any = position.roster.game.carrying
        number = 0 if carrying is None else len(carrying.aboard(position, unit))
        return self.least <= number <= self.most


def passenger(position: PositionFields, carrier: int, word: str, number: int) -> int:
    """Return the unit of a type aboard the unit on a cell, the first for 1; 0 if there is none."""
    there = position.board[carrier]
    carrying, words = position.roster.game.carrying, position.roster.words
    if there <= 0 or carrying is None:
        return 0
    found = [unit for unit in carrying.aboard(position, there) if words[unit] == word]
    return found[number - 1] if 0 < number <= len(found) else 0


def take_aboard(position: PositionFields, carrier: int, word: str) -> int:
    """Let a full unit of a type be aboard the unit on a cell, for set-ups; return its id."""
    by = position.board[carrier]
    unit = free_unit(position, position.roster.owners[by], word)
    roster = position.roster
    position.place = [*position.place[:unit], GONE, *position.place[unit + 1 :]]
    position.men = [*position.men[:unit], roster.full[unit], *position.men[unit + 1 :]]
    position.wounds = [*position.wounds[:unit], 0, *position.wounds[unit + 1 :]]
    roster.game.markers.marks_for_new_unit(position, unit)
    roster.game.carrying.enter(position, unit, by)
    return unit


def set_on(position: PositionFields, unit: int, cell: int, facing: int) -> None:
    """Put a unit that is not on the board on an empty cell, with all that it has."""
    facings = position.roster.facings
    position.board = board = position.board[:]
    board[cell] = unit
    position.place = place = position.place[:]
    place[unit] = cell * facings + (facing if facings > 1 else 0)


def _lose(position: PositionFields, unit: int, cell: int) -> None:
    position.men = men = position.men[:]
    men[unit] = 0
    if then_of(position):
        forget_unit(position, unit, cell)


def _content(position: PositionFields, unit: int) -> tuple[int, ...]:
    """Return what a unit aboard is, without its id: its type, men, wounds, uses and markers."""
    roster = position.roster
    game = roster.game
    number = game.carrying.number
    marks = [
        position.marks[row.number][unit]
        for row in game.markers.rows
        if row.per == "unit" and row.number != number
    ]
    uses = roster.used_by(position.used, unit)
    return (roster.codes[unit], -position.men[unit], position.wounds[unit], *uses, *marks)


def _mark(position: PositionFields, number: int, unit: int, value: int) -> None:
    values = position.marks[number]
    if values[unit] != value:
        values = [*values[:unit], value, *values[unit + 1 :]]
        position.marks = (*position.marks[:number], values, *position.marks[number + 1 :])


def _handed(values: list[int], old: int, new: int, empty: int) -> list[int]:
    values = [*values[:new], values[old], *values[new + 1 :]]
    values[old] = empty
    return values

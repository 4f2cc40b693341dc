"""Selectors at work: which units and cells a rule is about, bound to a game and the rule's side.

What type, side, zone and terrain decide is one table: by the code of a unit (its side and type) a
row with a byte for each cell. What else decides is a short list of tests, the cheapest first.
Codes, unlike ids of units, mean the same in every roster of a game, so that nothing is made again
when a unit changes its type or appears.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from wargrid.core.state import PositionFields

MANY: Final = 1 << 30
"""More than any number of men, of a marker or of units."""

ROLES: Final = ("subject", "attacker", "target", "chosen", "mover", "taker")
"""The roles that a rule may have; a list of cells by role is in this order."""

SUBJECT: Final = 0
ATTACKER: Final = 1
TARGET: Final = 2
CHOSEN: Final = 3
MOVER: Final = 4
TAKER: Final = 5

NO_ROLES: Final = (-1, -1, -1, -1, -1, -1)
"""The cells of the roles where a rule has none."""

Roles = tuple[int, ...]
"""By role its cell, or the last cell of a unit that is gone; -1 where a rule has no such role."""


class UnitTest:
    """One test of a unit on a cell, for what a table cannot hold."""

    __slots__ = ()

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Return whether it holds of the unit on the cell."""
        raise NotImplementedError


class CellTest:
    """One test of a cell, for what a table cannot hold."""

    __slots__ = ()

    def holds(self, position: PositionFields, cell: int, roles: Roles) -> bool:
        """Return whether it holds of the cell."""
        raise NotImplementedError


class Selection:
    """The units of one selector as the side of its rule has them.

    ``rows[code][cell]`` is 1 where units of this side and type may match; the last byte of a row,
    which the place of a unit beyond the board leads to, is 0.
    """

    __slots__ = ("rows", "tests")

    def __init__(self, rows: list[bytes], tests: tuple[UnitTest, ...]) -> None:
        self.rows = rows
        self.tests = tests

    def matches(self, position: PositionFields, unit: int, roles: Roles = NO_ROLES) -> bool:
        """Return whether a unit is one of them; false for one that is not on the board."""
        return self.holds_at(position, unit, position.place[unit] // position.roster.facings, roles)

    def holds_at(
        self, position: PositionFields, unit: int, cell: int, roles: Roles = NO_ROLES
    ) -> bool:
        """Return the same as ``matches`` for a unit as if it stood on ``cell``."""
        if not self.rows[position.roster.codes[unit]][cell]:
            return False
        for test in self.tests:  # noqa: SIM110 - a generator costs more than the tests
            if not test.holds(position, unit, cell, roles):
                return False
        return True

    def units(self, position: PositionFields, roles: Roles = NO_ROLES) -> list[int]:
        """Return the ids of the units that match, in the order of cells."""
        return [
            unit
            for cell, unit in enumerate(position.board)
            if unit > 0 and self.holds_at(position, unit, cell, roles)
        ]


class CellSelection:
    """The cells of one selector as the side of its rule has them: ``row[cell]`` is 1 or 0."""

    __slots__ = ("row", "tests")

    def __init__(self, row: bytes, tests: tuple[CellTest, ...]) -> None:
        self.row = row
        self.tests = tests

    def holds(self, position: PositionFields, cell: int, roles: Roles = NO_ROLES) -> bool:
        """Return whether a cell is one of them."""
        if not self.row[cell]:
            return False
        for test in self.tests:  # noqa: SIM110 - as above
            if not test.holds(position, cell, roles):
                return False
        return True

    def static(self) -> list[int]:
        """Return the cells that match whatever is on the board; with tests, those that may."""
        return [cell for cell, may in enumerate(self.row) if may]

    def cells(self, position: PositionFields, roles: Roles = NO_ROLES) -> list[int]:
        """Return the cells that match, in their order."""
        return [
            cell for cell, may in enumerate(self.row) if may and self.holds(position, cell, roles)
        ]


# Tests of units


class MenTest(UnitTest):
    """A unit with so many men."""

    __slots__ = ("least", "most")

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Compare its men with both bounds."""
        return self.least <= position.men[unit] <= self.most


class FullTest(UnitTest):
    """A unit that has lost no men, or one that has."""

    __slots__ = ("full",)

    def __init__(self, full: bool) -> None:
        self.full = full

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Compare its men with those of a fresh unit."""
        return (position.men[unit] == position.roster.full[unit]) == self.full


class MarkTest(UnitTest):
    """A value of a marker of the unit, of its cell or of its side.

    ``width`` is the number of cells where each side has its own values for cells, else 0.
    """

    __slots__ = ("least", "most", "number", "per", "width")

    def __init__(self, number: int, per: str, width: int, least: int, most: int) -> None:
        self.number = number
        self.per = per
        self.width = width
        self.least = least
        self.most = most

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Compare the value with both bounds."""
        values = position.marks[self.number]
        if self.per == "unit":
            value = values[unit]
        elif self.per == "side":
            value = values[position.roster.owners[unit]]
        else:
            value = values[cell + self.width * position.roster.owners[unit]]
        return self.least <= value <= self.most


class OwnedTest(UnitTest):
    """A unit whose cell belongs to its side, or to the other, by a marker of cells."""

    __slots__ = ("number", "own")

    def __init__(self, number: int, own: bool) -> None:
        self.number = number
        self.own = own

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Compare the side that the marker of the cell holds."""
        owner = position.marks[self.number][cell]
        return owner > 0 and (owner - 1 == position.roster.owners[unit]) == self.own


class DeedTest(UnitTest):
    """A unit that has done one of several things, each counted by a marker of units."""

    __slots__ = ("numbers",)

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Look for a mark under any of the numbers."""
        for number in self.numbers:  # noqa: SIM110 - as above
            if position.marks[number][unit]:
                return True
        return False


class NearTest(UnitTest):
    """So many other units near it.

    ``around`` are by side and place the cells that are near, made by ``make`` when first needed:
    on a large board with a long distance all of them would take seconds. ``others`` are by side of
    the unit the selection of the others. A unit that takes counts as near, once, wherever it comes
    from, if it is one of those that are asked for.
    """

    __slots__ = ("around", "enough", "least", "make", "most", "others")

    def __init__(
        self,
        make: Callable[[int, int], tuple[int, ...]],
        others: Sequence[Selection],
        least: int,
        most: int,
    ) -> None:
        self.around: list[dict[int, tuple[int, ...]]] = [{} for _ in others]
        self.make = make
        self.others = list(others)
        self.least = least
        self.most = most
        # After so many the answer is known: yes without an upper bound, no beyond one.
        self.enough = least if most == MANY else most + 1

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Count the others, no further than the answer needs."""
        board, roster = position.board, position.roster
        owner = roster.owners[unit]
        others, codes = self.others[owner], roster.codes
        rows, tests = others.rows, others.tests
        found, enough, taker = 0, self.enough, roles[TAKER]
        if taker >= 0 and board[taker] > 0 and others.holds_at(position, board[taker], taker):
            found = 1
        place = position.place[unit]
        if place // roster.facings != cell:
            place = cell * roster.facings + place % roster.facings
        around = self.around[owner].get(place)
        if around is None:
            around = self.around[owner][place] = self.make(owner, place)
        if found < enough:
            for other_cell in around:
                other = board[other_cell]
                # The table first, without a call: most cells are empty, most units of another kind.
                if other > 0 and other != unit and rows[codes[other]][other_cell]:
                    for test in tests:
                        if not test.holds(position, other, other_cell, NO_ROLES):
                            break
                    else:
                        if other_cell != taker:
                            found += 1
                            if found == enough:
                                break
        if found >= enough:
            return self.most == MANY
        return found >= self.least


class NearRoleTest(UnitTest):
    """The unit, or the last cell, of another role is near it."""

    __slots__ = ("make", "near", "role")

    def __init__(self, role: int, make: Callable[[int, int], tuple[int, ...]]) -> None:
        self.role = role
        self.make = make
        self.near: dict[tuple[int, int], frozenset[int]] = {}

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Look for the cell of the role among those that are near, which its own never is."""
        owner, facings = position.roster.owners[unit], position.roster.facings
        at = owner, cell * facings + position.place[unit] % facings
        near = self.near.get(at)
        if near is None:
            near = self.near[at] = frozenset(self.make(*at))
        return roles[self.role] in near


class BesideTest(UnitTest):
    """So many cells of a kind near it; ``cells`` are by side of the unit the cells that count."""

    __slots__ = ("around", "cells", "least", "make", "most")

    def __init__(
        self,
        make: Callable[[int, int], tuple[int, ...]],
        cells: Sequence[CellSelection],
        least: int,
        most: int,
    ) -> None:
        self.around: list[dict[int, tuple[int, ...]]] = [{} for _ in cells]
        self.make = make
        self.cells = list(cells)
        self.least = least
        self.most = most

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Count the cells."""
        owner, facings = position.roster.owners[unit], position.roster.facings
        place = cell * facings + position.place[unit] % facings
        around = self.around[owner].get(place)
        if around is None:
            around = self.around[owner][place] = self.make(owner, place)
        cells, found = self.cells[owner], 0
        for each in around:
            if cells.holds(position, each, NO_ROLES):
                found += 1
        return self.least <= found <= self.most


class InLineTest(UnitTest):
    """The first unit of some straight line is one of a selection; a wall ends the line.

    ``make`` returns by side and place the lines, each nearest cell first; ``others`` are by side of
    the unit the selection of the first ones.
    """

    __slots__ = ("lines", "make", "others")

    def __init__(
        self,
        make: Callable[[int, int], tuple[tuple[int, ...], ...]],
        others: Sequence[Selection],
    ) -> None:
        self.lines: list[dict[int, tuple[tuple[int, ...], ...]]] = [{} for _ in others]
        self.make = make
        self.others = list(others)

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Go along each line up to the first cell that is not empty."""
        board, facings = position.board, position.roster.facings
        owner = position.roster.owners[unit]
        place = cell * facings + position.place[unit] % facings
        lines = self.lines[owner].get(place)
        if lines is None:
            lines = self.lines[owner][place] = self.make(owner, place)
        others = self.others[owner]
        for line in lines:
            for other_cell in line:
                other = board[other_cell]
                # Its own cell is empty for a unit that is imagined on another one.
                if other and other != unit:
                    if other > 0 and others.holds_at(position, other, other_cell):
                        return True
                    break
        return False


class BehindTest(UnitTest):
    """A unit of a selection stands straight behind it, seen from the unit that attacks it.

    ``make`` returns the cell behind one cell as seen from another, or -1; ``others`` are by side of
    the unit the selection of those behind it.
    """

    __slots__ = ("make", "others")

    def __init__(self, make: Callable[[int, int], int], others: Sequence[Selection]) -> None:
        self.make = make
        self.others = list(others)

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Look at the cell behind it; there is none without an attacker in a straight line."""
        attacker = roles[ATTACKER]
        behind = self.make(attacker, cell) if attacker >= 0 else -1
        if behind < 0:
            return False
        other = position.board[behind]
        others = self.others[position.roster.owners[unit]]
        return other > 0 and other != unit and others.holds_at(position, other, behind)


class BetweenTest(UnitTest):
    """Each cell on a straight line between it and the cell of a role holds a unit of a selection.

    ``make`` returns the cells between two cells, or None where there is no such line; ``others``
    are by side of the unit the selection of those between.
    """

    __slots__ = ("make", "others", "role", "ways")

    def __init__(
        self,
        role: int,
        make: Callable[[int, int], tuple[int, ...] | None],
        others: Sequence[Selection],
    ) -> None:
        self.role = role
        self.make = make
        self.others = list(others)
        self.ways: dict[tuple[int, int], tuple[int, ...] | None] = {}

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Look at the cells between; next to the role there are none, so that it holds."""
        end = roles[self.role]
        if end < 0:
            return False
        ends = cell, end
        if ends not in self.ways:
            self.ways[ends] = self.make(cell, end)
        way = self.ways[ends]
        if way is None:
            return False
        others, board = self.others[position.roster.owners[unit]], position.board
        for each in way:
            other = board[each]
            if other <= 0 or not others.holds_at(position, other, each, roles):
                return False
        return True


class AnyTest(UnitTest):
    """A unit of one of several selections, or of none of them."""

    __slots__ = ("wanted", "ways")

    def __init__(self, ways: tuple[Selection, ...], wanted: bool) -> None:
        self.ways = ways
        self.wanted = wanted

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Ask one after the other."""
        for each in self.ways:
            if each.holds_at(position, unit, cell, roles):
                return self.wanted
        return not self.wanted


# Tests of cells


class EmptyTest(CellTest):
    """A cell without a unit or a wall, or one that holds a unit."""

    __slots__ = ("empty",)

    def __init__(self, empty: bool) -> None:
        self.empty = empty

    def holds(self, position: PositionFields, cell: int, roles: Roles) -> bool:
        """Look at the board."""
        unit = position.board[cell]
        return unit == 0 if self.empty else unit > 0


class HoldsTest(CellTest):
    """A cell that holds a unit of a selection."""

    __slots__ = ("units",)

    def __init__(self, units: Selection) -> None:
        self.units = units

    def holds(self, position: PositionFields, cell: int, roles: Roles) -> bool:
        """Ask about the unit there."""
        unit = position.board[cell]
        return unit > 0 and self.units.holds_at(position, unit, cell, roles)


class CellsNearTest(CellTest):
    """So many cells of a kind near a cell."""

    __slots__ = ("around", "cells", "least", "make", "most")

    def __init__(
        self, make: Callable[[int], tuple[int, ...]], cells: CellSelection, least: int, most: int
    ) -> None:
        self.around: dict[int, tuple[int, ...]] = {}
        self.make = make
        self.cells = cells
        self.least = least
        self.most = most

    def holds(self, position: PositionFields, cell: int, roles: Roles) -> bool:
        """Count the cells."""
        around = self.around.get(cell)
        if around is None:
            around = self.around[cell] = self.make(cell)
        found = 0
        for each in around:
            if self.cells.holds(position, each, NO_ROLES):
                found += 1
        return self.least <= found <= self.most


class RoleNearTest(CellTest):
    """A cell so near the cell of a role, which is not near itself."""

    __slots__ = ("around", "make", "role")

    def __init__(self, role: int, make: Callable[[int], tuple[int, ...]]) -> None:
        self.role = role
        self.make = make
        self.around: dict[int, frozenset[int]] = {}

    def holds(self, position: PositionFields, cell: int, roles: Roles) -> bool:
        """Look for the cell of the role among those that are near."""
        around = self.around.get(cell)
        if around is None:
            around = self.around[cell] = frozenset(self.make(cell))
        return roles[self.role] in around


class CellMarkTest(CellTest):
    """A value of a marker of a cell; ``shift`` leads to the values of a side, if it has its own."""

    __slots__ = ("least", "most", "number", "shift")

    def __init__(self, number: int, shift: int, least: int, most: int) -> None:
        self.number = number
        self.shift = shift
        self.least = least
        self.most = most

    def holds(self, position: PositionFields, cell: int, roles: Roles) -> bool:
        """Compare the value with both bounds."""
        return self.least <= position.marks[self.number][cell + self.shift] <= self.most


class AnyCellTest(CellTest):
    """A cell of one of several selections, or of none of them."""

    __slots__ = ("wanted", "ways")

    def __init__(self, ways: tuple[CellSelection, ...], wanted: bool) -> None:
        self.ways = ways
        self.wanted = wanted

    def holds(self, position: PositionFields, cell: int, roles: Roles) -> bool:
        """Ask one after the other."""
        for each in self.ways:
            if each.holds(position, cell, roles):
                return self.wanted
        return not self.wanted


class Selections:
    """The selectors of a game, each bound once for each side."""

    def __init__(
        self,
        game: Any,
        bind_units: Callable[..., Selection],
        bind_cells: Callable[..., CellSelection],
    ) -> None:
        self._game = game
        self._bind_units = bind_units
        self._bind_cells = bind_cells
        self._units: dict[tuple[int, int], Selection] = {}
        self._cells: dict[tuple[int, int, int], CellSelection] = {}
        self._kept: list[object] = []

    def units(self, selectors: Any, side: int) -> Selection:
        """Return a list of selectors of units of the ruleset, bound for the side of their rule."""
        key = (id(selectors), side)  # quicker than a hash of all its keys
        found = self._units.get(key)
        if found is None:
            self._kept.append(selectors)  # so that no other object gets its id
            found = self._units[key] = self._bind_units(selectors, self._game, side)
        return found

    def cells(self, selectors: Any, side: int, viewer: int = -1) -> CellSelection:
        """Return a list of selectors of cells of the ruleset, bound for the side of their rule.

        ``viewer`` is the side of the unit that the rule is about, by default that of the rule.
        """
        key = (id(selectors), side, viewer)
        found = self._cells.get(key)
        if found is None:
            self._kept.append(selectors)
            found = self._cells[key] = self._bind_cells(selectors, self._game, side, viewer)
        return found

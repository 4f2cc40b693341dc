"""Layers: sets of cells of a side that follow from the position, such as control and supply.

A set is an integer whose bit n stands for cell n. It is found when first asked for, and kept until
what it depends on changes: positions share the lists that moves leave alone, so that the same lists
have the same layers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from wargrid.core.selecting import CellSelection, CellTest, Roles, Selection, UnitTest
from wargrid.core.state import GONE, WALL, PositionFields

CONTROL: Final = "control"
SUPPLY: Final = "supply"

_KEPT: Final = 4
"""For how many positions each side's layer is kept: those that a search goes back and forth to."""


class Layer:
    """A set of cells of each side, found by ``find``."""

    __slots__ = ("_kept", "visits")

    def __init__(self, sides: int) -> None:
        self._kept: list[list[tuple[object, object, object, object, int]]] = [
            [] for _ in range(sides)
        ]
        self.visits = 0
        """How often a cell was looked at, for tests that count work."""

    def cells(self, position: PositionFields, side: int) -> int:
        """Return the set of the cells that a side's layer covers."""
        board, place, men, marks = position.board, position.place, position.men, position.marks
        kept = self._kept[side]
        for known in kept:
            if (
                known[0] is board
                and known[1] is place
                and known[2] is men
                and known[3] is marks
            ):  # fmt: skip
                return known[4]
        found = self.find(position, side)
        kept.insert(0, (board, place, men, marks, found))
        del kept[_KEPT:]
        return found

    def find(self, position: PositionFields, side: int) -> int:
        """Find the set of the cells."""
        raise NotImplementedError


class ControlRule:
    """How the units of one side and type control the cells around them.

    ``make`` returns the cells around a place. Only units of ``only_if`` do, and not cells that hold
    a unit of ``lifted_by``.
    """

    __slots__ = ("around", "lifted_by", "make", "only_if")

    def __init__(
        self,
        make: Callable[[int], tuple[int, ...]],
        only_if: Selection | None,
        lifted_by: Selection | None,
    ) -> None:
        self.make = make
        self.only_if = only_if
        self.lifted_by = lifted_by
        self.around: dict[int, tuple[int, ...]] = {}


class ControlLayer(Layer):
    """The cells that units of a side control; ``rules`` are by the code of a unit."""

    __slots__ = ("rules",)

    def __init__(self, sides: int, rules: Sequence[ControlRule | None]) -> None:
        super().__init__(sides)
        self.rules = list(rules)

    def find(self, position: PositionFields, side: int) -> int:
        """Join what each unit on the board controls."""
        roster, place, board = position.roster, position.place, position.board
        codes, held = roster.codes, 0
        for unit in roster.units_of[side]:
            at = place[unit]
            rule = self.rules[codes[unit]] if at != GONE else None
            if rule is None:
                continue
            if rule.only_if is not None and not rule.only_if.matches(position, unit):
                continue
            around = rule.around.get(at)
            if around is None:
                around = rule.around[at] = rule.make(at)
            self.visits += len(around)
            lifted = rule.lifted_by
            for cell in around:
                other = board[cell]
                if lifted is None or other <= 0 or not lifted.holds_at(position, other, cell):
                    held |= 1 << cell
        return held


class SupplyRule:
    """Where supply of a side comes from, and how it goes on.

    ``fixed`` are cells that are sources, of which ``at`` must hold, ``units`` its units that are,
    ``relays`` its units that renew it. It goes over cells of ``across`` without enemies, at most
    ``most`` steps. ``steps`` returns the next cells of one, ``lines`` its straight lines, along
    which alone it goes if there are any. With ``contact`` a unit next to one in supply is supplied,
    too, and with ``renews`` such a relay renews it.
    """

    __slots__ = (
        "across", "at", "contact", "fixed", "lines", "most", "relays", "renews", "steps", "units",
    )  # fmt: skip

    def __init__(
        self,
        fixed: Sequence[int],
        units: Selection | None,
        across: CellSelection | None,
        most: int,
        steps: Callable[[int], tuple[int, ...]],
        lines: Callable[[int], tuple[tuple[int, ...], ...]] | None,
        relays: Selection | None,
        contact: bool,
        at: CellSelection | None = None,
        renews: bool = False,
    ) -> None:
        self.fixed = list(fixed)
        self.at = at
        self.renews = renews
        self.units = units
        self.across = across
        self.most = most
        self.steps = steps
        self.lines = lines
        self.relays = relays
        self.contact = contact


class SupplyLayer(Layer):
    """The cells on which a unit of a side is supplied; ``rules`` are by side."""

    __slots__ = ("rules",)

    def __init__(self, rules: Sequence[SupplyRule]) -> None:
        super().__init__(len(rules))
        self.rules = list(rules)

    def find(self, position: PositionFields, side: int) -> int:
        """Go from the sources as far as supply goes."""
        rule = self.rules[side]
        sources = [cell for cell in rule.fixed if self._is_open(position, side, cell)]
        if rule.at is not None:
            sources = [cell for cell in sources if rule.at.holds(position, cell)]
        if rule.units is not None:
            sources += rule.units.units(position)
        found = self._gone(position, side, sources)
        if not rule.contact:
            return found
        begun, found = found, self._touched(position, side, found)
        while rule.renews:
            # Relays within what came along the way have begun already.
            fresh = self._relays(position, side, found & ~begun)
            if not fresh:
                break
            begun |= self._gone(position, side, fresh)
            found = self._touched(position, side, found | begun)
        return found

    def _gone(self, position: PositionFields, side: int, sources: Sequence[int]) -> int:
        """Return the cells to which supply goes from some sources."""
        if self.rules[side].lines is None:
            return self._spread(position, side, sources)
        return self._along_lines(position, side, sources)

    def _relays(self, position: PositionFields, side: int, found: int) -> list[int]:
        """Return the cells of a set on which units of a side renew its supply."""
        relays, place, facings = self.rules[side].relays, position.place, position.roster.facings
        if relays is None:
            return []
        units = [unit for unit in position.roster.units_of[side] if place[unit] != GONE]
        units = [unit for unit in units if found >> place[unit] // facings & 1]
        return [place[unit] // facings for unit in units if relays.matches(position, unit)]

    def _is_open(self, position: PositionFields, side: int, cell: int) -> bool:
        """Return whether supply goes over a cell: no wall, no enemy, and one of ``across``."""
        self.visits += 1
        unit = position.board[cell]
        if unit == WALL or (unit > 0 and position.roster.owners[unit] != side):
            return False
        across = self.rules[side].across
        return across is None or across.holds(position, cell)

    def _spread(self, position: PositionFields, side: int, sources: Sequence[int]) -> int:
        """Return the cells that so many steps lead to; units that renew it begin again."""
        rule = self.rules[side]
        found = asked = 0
        fresh = list(sources)
        left = dict.fromkeys(fresh, rule.most)
        for cell in fresh:
            found |= 1 << cell
        at = 0
        while at < len(fresh):
            cell = fresh[at]
            at += 1
            unit = position.board[cell]
            if rule.relays is not None and unit > 0 and rule.relays.matches(position, unit):
                left[cell] = rule.most
            if not left[cell]:
                continue
            for other in rule.steps(cell):
                bit = 1 << other
                if found & bit:
                    if left[other] < left[cell] - 1:
                        left[other] = left[cell] - 1
                        fresh.append(other)
                elif not asked & bit:
                    if self._is_open(position, side, other):
                        found |= bit
                        left[other] = left[cell] - 1
                        fresh.append(other)
                    else:
                        asked |= bit
        return found

    def _along_lines(self, position: PositionFields, side: int, sources: Sequence[int]) -> int:
        """Return the cells on straight lines from the sources, and from units that renew them."""
        rule, board = self.rules[side], position.board
        assert rule.lines is not None
        fresh, found, begun = list(sources), 0, 0
        while fresh:
            source = fresh.pop()
            if begun >> source & 1:
                continue
            begun |= 1 << source
            found |= 1 << source
            for line in rule.lines(source):
                for cell in line[: rule.most]:
                    if not self._is_open(position, side, cell):
                        break
                    found |= 1 << cell
                    unit = board[cell]
                    relays = rule.relays if unit > 0 and not begun >> cell & 1 else None
                    if relays is not None and relays.matches(position, unit):
                        fresh.append(cell)
        return found

    def _touched(self, position: PositionFields, side: int, found: int) -> int:
        """Return the cells, and those next to units in supply, which pass it on."""
        rule, place, facings = self.rules[side], position.place, position.roster.facings
        units = [unit for unit in position.roster.units_of[side] if place[unit] != GONE]
        fresh = [place[unit] // facings for unit in units]
        fresh = [cell for cell in fresh if found >> cell & 1]
        board, owners, done = position.board, position.roster.owners, 0
        while fresh:
            cell = fresh.pop()
            if done >> cell & 1:
                continue
            done |= 1 << cell
            for other in rule.steps(cell):
                self.visits += 1
                unit = board[other]
                if unit != WALL:
                    found |= 1 << other
                if unit > 0 and owners[unit] == side:
                    fresh.append(other)
        return found


class Layers:
    """The layers of a game by their names, each made when it is first asked for."""

    __slots__ = ("_made", "_make", "ends_walks", "hinder")

    def __init__(
        self, make: Mapping[str, Callable[[], Layer]], *, ends_walks: bool = False
    ) -> None:
        self._make = dict(make)
        self.ends_walks = ends_walks
        """Whether some walks end where supply does."""

        self.hinder = CONTROL in self._make or ends_walks
        """Whether walks may be hindered at all."""

        self._made: dict[str, Layer] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the layers that the game has."""
        return tuple(self._make)

    def of(self, name: str) -> Layer:
        """Return a layer. Raises KeyError for one that the game does not have."""
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = self._make[name]()
        return found

    def cells(self, name: str, position: PositionFields, side: int) -> int:
        """Return the set of the cells that a layer covers; empty where the game has no such one."""
        if name not in self._make:
            return 0
        return self.of(name).cells(position, side)


class LayerTest(UnitTest):
    """A unit on a cell that a layer covers: that of a side, or of its own side or its enemy."""

    __slots__ = ("layers", "name", "own", "side")

    def __init__(self, layers: Layers, name: str, side: int, own: bool = True) -> None:
        self.layers = layers
        self.name = name
        self.side = side
        self.own = own

    def holds(self, position: PositionFields, unit: int, cell: int, roles: Roles) -> bool:
        """Look for the cell in the layer; ``side`` is -1 for that of the unit."""
        side = self.side
        if side < 0:
            owner = position.roster.owners[unit]
            side = owner if self.own else 1 - owner
        return bool(self.layers.cells(self.name, position, side) >> cell & 1)


class LayerCellTest(CellTest):
    """A cell that the layer of a side covers."""

    __slots__ = ("layers", "name", "side")

    def __init__(self, layers: Layers, name: str, side: int) -> None:
        self.layers = layers
        self.name = name
        self.side = side

    def holds(self, position: PositionFields, cell: int, roles: Roles) -> bool:
        """Look for the cell in the layer."""
        return bool(self.layers.cells(self.name, position, self.side) >> cell & 1)

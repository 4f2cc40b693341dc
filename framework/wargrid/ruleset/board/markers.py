"""The section ``markers``: what a game counts or records on units, cells and sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from wargrid.core.arrivals import arrival_marker
from wargrid.core.carrying import ABOARD, MOST_IDS
from wargrid.core.deeds import (
    FARTHEST,
    GROUPS,
    PHASE,
    SIDE_ACTED,
    WENT,
    marker_of,
    side_marker,
    target_marker,
)
from wargrid.core.grid import Grid
from wargrid.core.hands import MOST_HELD, STAGE, hand_marker
from wargrid.core.marks import Marker, Markers
from wargrid.core.patterns import TerrainMap
from wargrid.core.protocols import RulesetLike
from wargrid.core.rounds import BEGAN, DONE, NUMBER
from wargrid.ruleset.base import UnitName, ZoneName
from wargrid.ruleset.board.terrain import cells_named
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.named import Model
from wargrid.ruleset.values import Texts

MAX_VALUE: Final = 1_000_000
"""The highest number that a marker holds, and its negative the lowest."""

OWN: Final = "own"
"""In ``start``, the side whose zone it is."""

OF_SIDES: Final = ("own_turn", "own_turn_end")
"""The values of ``until`` that a turn of the marker's own side decides."""

Number = Annotated[int, Field(ge=-MAX_VALUE, le=MAX_VALUE)]
Value = Annotated[int, Field(ge=-MAX_VALUE, le=MAX_VALUE)] | str


class MarkerOptions(Model):
    """One marker: who bears it, what it holds, and when it ends."""

    name: Texts = ""
    """Its name for players; its word by default."""

    is_: Annotated[Texts, Field(alias="is")] = ""
    """How players say of a unit that it has the marker: ``shaken``; made from its name by default.
    In French ``{e}`` and ``{s}`` agree: ``ébranlé{e}{s}``."""

    per: Literal["unit", "cell", "side"]
    """Whether each unit, each cell or each side has a value."""

    of: Literal["side"] | None = None
    """With ``per: cell``: each side has its own values for the cells."""

    units: UnitName | list[UnitName] | None = None
    """With ``per: unit``: the types that bear it; by default all."""

    zone: ZoneName | None = None
    """With ``per: cell``: the cells that bear it; by default all."""

    holds: Literal["number", "side", "cell"] = "number"
    """What a value is: a number, a side or a cell, or none of them."""

    least: Number = 0
    """The lowest number."""

    most: Number | None = None
    """The highest number; by default 1,000,000 for a side, otherwise that of ``start``, but at
    least 1. A marker from 0 to 1 is on or off."""

    start: Value | dict[str, Value] | None = None
    """The value at the start, for all or by type of unit, by side, or by zone or cells; by default
    0 or none. ``own`` is the side whose zone it is."""

    until: Literal["never", "turn_end", "own_turn", "own_turn_end", "round", "moving"] = "never"
    """When the value of the start returns: never, when any turn ends, when the next turn of the
    own side begins, when its present or next turn ends, when a round begins, or when the unit
    moves."""

    set_by: Literal["moving"] | None = None
    """What sets it to its highest number: moving, for a unit; otherwise rules do."""

    show: Literal["badge", "number", "bar", "colour", "nothing"] | None = None
    """How players see it on a unit or a cell. By default a marker that is only on or off is a
    badge, a side a colour, a cell nothing, and the others are numbers."""

    sign: Annotated[str, Field(min_length=1, max_length=2)] = ""
    """The one or two characters of its badge; by default the first letter of its name."""

    @model_validator(mode="after")
    def _check_keys(self) -> MarkerOptions:
        for key, fits, other in (
            ("of", self.per == "cell", "per"),
            ("units", self.per == "unit", "per"),
            ("zone", self.per == "cell", "per"),
            ("set_by", self.per == "unit", "per"),
            ("least", self.holds == "number", "holds"),
            ("most", self.holds == "number", "holds"),
        ):
            if key in self.model_fields_set and not fits and getattr(self, key) is not None:
                raise self._conflict(key, other)
        if self.until == "moving" and self.per != "unit":
            raise self._conflict("until", "per")
        if self.until in OF_SIDES and self.per == "cell" and self.of is None:
            raise validation_error("marker_of_whom", ("until",))
        if self.set_by == "moving" and self.until == "moving":
            raise self._conflict("until", "set_by")
        if self.least > self.highest:
            raise validation_error("marker_range", ("least",), least=self.least, most=self.highest)
        return self

    def _conflict(self, key: str, other: str) -> Exception:
        values = {"key": key, "value": str(getattr(self, key)), "other": other}
        return validation_error(
            "marker_conflict", (key,), (other,), **values, found=getattr(self, other)
        )

    @property
    def highest(self) -> int:
        """The highest number that it holds."""
        if self.most is not None:
            return self.most
        return MAX_VALUE if self.per == "side" else max(1, *self.first_values)

    @property
    def first_values(self) -> Sequence[int]:
        """The numbers at the start, with 0 if it names none or not all."""
        values = self.start.values() if isinstance(self.start, Mapping) else [self.start]
        return [value if isinstance(value, int) else 0 for value in (*values, 0)]

    @property
    def types(self) -> Sequence[str] | None:
        """The words of the types that bear it, or None for all."""
        return [self.units] if isinstance(self.units, str) else self.units

    @property
    def shown(self) -> Literal["badge", "number", "bar", "colour", "nothing"]:
        """How players see it."""
        if self.show is not None:
            return self.show
        if self.holds != "number":
            return "colour" if self.holds == "side" else "nothing"
        return "badge" if self.is_flag else "number"

    @property
    def is_flag(self) -> bool:
        """Whether it is only on or off."""
        return self.holds == "number" and (self.least, self.highest) == (0, 1)


class StartError(ValueError):
    """A value of ``start``, or the place that it is written for, is not of this game.

    ``path`` is the place below ``markers``, ``key`` the message that ``values`` fill, ``known`` the
    names that are possible.
    """

    def __init__(
        self, key: str, path: tuple[str, ...], known: Sequence[str] = (), **values: object
    ) -> None:
        super().__init__(f"{key}: {path}")
        self.key = key
        self.path = path
        self.known = known
        self.values = values


def compile_markers(
    ruleset: RulesetLike, grid: Grid, grounds: Sequence[TerrainMap], deeds: Sequence[str] = ()
) -> Markers:
    """Return the markers of a game, those of some deeds of units last.

    Raises:
        StartError: a value of the start or its place does not exist.
    """
    rows = [
        _marker(ruleset, grid, grounds, number, word) for number, word in enumerate(ruleset.markers)
    ]
    rows += [_of_deed(deed, len(rows) + at, ruleset, grid) for at, deed in enumerate(deeds)]
    for verb, most in ruleset.turn.per_side.items():
        rows.append(_of_limit(side_marker(verb), "side", most, len(rows), ruleset, grid))
    for verb, most in ruleset.turn.per_target.items():
        rows.append(_of_limit(target_marker(verb), "unit", most, len(rows), ruleset, grid))
    for word in types_in_hands(ruleset):
        rows.append(_of_hand(word, len(rows), ruleset, grid))
    for word, side, most in ruleset.arrivals_counted():
        rows.append(_of_arrival(word, side, most, len(rows), ruleset, grid))
    for word, most in _of_turns(ruleset).items():
        rows.append(_of_limit(word, "side", most, len(rows), ruleset, grid))
    if ruleset.turn.round is not None:
        rows += _of_rounds(len(rows), ruleset, grid)
    if ruleset.keeps_stages():
        rows.append(_of_stage(len(rows), ruleset, grid))
    if ruleset.carries_units():
        rows.append(_of_carrier(len(rows), ruleset, grid))
    return Markers(tuple(rows), grid.cells)


def types_in_hands(ruleset: RulesetLike) -> list[str]:
    """Return the types of which units can be in a hand, in the order of the types."""
    held = {word for each in ruleset.abilities if each.of_hand for word in each.types}
    return [word for word in ruleset.units if word in held or word in ruleset.hand]


def _of_hand(word: str, number: int, ruleset: RulesetLike, grid: Grid) -> Marker:
    """Return the hidden marker that counts the units of a type in the hand of each side."""
    wanted = ruleset.hand.get(word, 0)
    counts = wanted if isinstance(wanted, Mapping) else dict.fromkeys(ruleset.sides, wanted)
    start = [counts.get(side, 0) for side in ruleset.sides]
    return Marker(
        hand_marker(word), number, "side", False, "number", 0, MOST_HELD,
        frozenset(), frozenset(), start, {}, "never", False, False, grid.cells,
        hidden=True, of_type=word,
    )  # fmt: skip


def _of_arrival(
    word: str, side: str, most: int, number: int, ruleset: RulesetLike, grid: Grid
) -> Marker:
    """Return the hidden marker that counts the reinforcements of a row still to come."""
    return Marker(
        arrival_marker(word), number, "side", False, "number", 0, most, frozenset(), frozenset(),
        [most if each == side else 0 for each in ruleset.sides], {}, "never", False, False,
        grid.cells, hidden=True,
    )  # fmt: skip


def _of_stage(number: int, ruleset: RulesetLike, grid: Grid) -> Marker:
    """Return the hidden marker of the stage that each side has come to."""
    return Marker(
        STAGE, number, "side", False, "number", 0, len(ruleset.stages) - 1,
        frozenset(), frozenset(), [0] * len(ruleset.sides), {}, "never", False, False, grid.cells,
        hidden=True,
    )  # fmt: skip


def _of_turns(ruleset: RulesetLike) -> dict[str, int]:
    """Return the hidden markers of what a side has begun in its turn, with their highest values."""
    turn, found = ruleset.turn, {}
    reacts = any(unit.reacts for unit in ruleset.units.values())
    if reacts and turn.groups is not None:
        found[GROUPS] = turn.groups.most
    if reacts and turn.phases is not None:
        found[PHASE] = len(turn.phases)
    if turn.round is not None and turn.round.of == "units":
        found[SIDE_ACTED] = 1
    return found


def _of_carrier(number: int, ruleset: RulesetLike, grid: Grid) -> Marker:
    """Return the hidden marker that has the id of a unit's carrier."""
    types = frozenset(ruleset.units)
    return Marker(
        ABOARD, number, "unit", False, "number", 0, MOST_IDS, types, frozenset(), [],
        dict.fromkeys(ruleset.units, 0), "never", False, False, grid.cells, hidden=True,
    )  # fmt: skip


def _of_rounds(number: int, ruleset: RulesetLike, grid: Grid) -> list[Marker]:
    """Return the hidden markers of rounds: what is done, their number, and who began."""
    sides = [0] * len(ruleset.sides)
    of_units = ruleset.turn.round.of == "units"
    types = frozenset(ruleset.units if of_units else ())
    start = dict.fromkeys(types, 0)
    none: frozenset[int] = frozenset()
    wanted = ruleset.first.player
    first = wanted if wanted in ruleset.sides else next(iter(ruleset.sides))
    return [
        Marker(
            DONE, number, "unit" if of_units else "side", False, "number", 0, 1, types,
            frozenset(), [] if of_units else sides, start, "round", False, False, grid.cells,
            hidden=True,
        ),
        Marker(
            NUMBER, number + 1, "side", False, "number", 0, MAX_VALUE, frozenset(), none,
            [1] * len(sides), {}, "never", False, False, grid.cells, hidden=True,
        ),
        Marker(
            BEGAN, number + 2, "side", False, "number", 0, 1, frozenset(), none,
            [int(side == first) for side in ruleset.sides], {}, "never", False, False, grid.cells,
            hidden=True,
        ),
    ]  # fmt: skip


def _of_deed(deed: str, number: int, ruleset: RulesetLike, grid: Grid) -> Marker:
    """Return the hidden marker of a deed, which every unit bears."""
    types = frozenset(ruleset.units)
    return Marker(
        marker_of(deed), number, "unit", False, "number", 0, FARTHEST if deed == WENT else 1,
        types, frozenset(), [], dict.fromkeys(ruleset.units, 0), "own_turn", False, False,
        grid.cells, hidden=True,
    )  # fmt: skip


def _of_limit(
    word: str, per: str, most: int, number: int, ruleset: RulesetLike, grid: Grid
) -> Marker:
    """Return the hidden marker that counts what a turn limits for each side or target."""
    types = frozenset(ruleset.units if per == "unit" else ())
    start = [0] * len(ruleset.sides) if per == "side" else []
    return Marker(
        word, number, per, False, "number", 0, most, types, frozenset(), start,
        dict.fromkeys(types, 0), "turn_end", False, False, grid.cells, hidden=True,
    )  # fmt: skip


def _marker(
    ruleset: RulesetLike, grid: Grid, grounds: Sequence[TerrainMap], number: int, word: str
) -> Marker:
    options: MarkerOptions = ruleset.markers[word]
    types = frozenset(ruleset.units if options.types is None else options.types)
    zones = [ground.zones.get(options.zone or "", frozenset()) for ground in grounds]
    every = frozenset(range(grid.cells))
    cells = every if options.zone is None else frozenset().union(*zones)
    first = _Start(ruleset, grid, grounds, word)
    most = {"number": options.highest, "side": len(ruleset.sides), "cell": grid.cells}
    return Marker(
        word, number, options.per, options.of == "side", options.holds,
        options.least, most[options.holds], types, cells if options.per == "cell" else frozenset(),
        first.values(cells), first.by_type(types), options.until, options.set_by == "moving",
        not _is_named(ruleset, word), grid.cells,
    )  # fmt: skip


def _is_named(ruleset: RulesetLike, word: str) -> bool:
    """Return whether anything but ways to move names a marker."""
    besides = ("markers", "start", "units")
    sections = {name: value for name, value in _fields(ruleset) if name not in besides}
    units = [
        value for unit in ruleset.units.values() for name, value in _fields(unit) if name != "move"
    ]
    return _holds(word, sections) or _holds(word, units)


def _fields(model: object) -> Iterator[tuple[str, object]]:
    yield from ((name, getattr(model, name)) for name in getattr(type(model), "model_fields", ()))


def _holds(word: str, value: object) -> bool:
    if isinstance(value, Mapping):
        return word in value or any(_holds(word, each) for each in value.values())
    if isinstance(value, list | tuple):
        return any(_holds(word, each) for each in value)
    return value == word or any(_holds(word, each) for _, each in _fields(value))


def value_of(
    options: MarkerOptions, grid: Grid, sides: Sequence[str], value: int | str,
    path: tuple[str, ...],
) -> int:  # fmt: skip
    """Return a value as positions hold it.

    Raises:
        StartError: the marker cannot hold it; ``path`` is its place.
    """
    if options.holds == "number":
        if isinstance(value, str) or not options.least <= value <= options.highest:
            least, most = options.least, options.highest
            raise StartError("marker_start", path, value=value, least=least, most=most)
        return value
    if options.holds == "cell":
        if not isinstance(value, str) or not grid.has(value):
            last = grid.name(grid.cells - 1)
            raise StartError("marker_start_cell", path, value=value, last=last)
        return grid.cell(value) + 1
    if value not in sides:
        raise StartError("marker_start_side", path, sides, value=value)
    return sides.index(str(value)) + 1


class _Start:
    """The values of one marker at the start."""

    def __init__(
        self, ruleset: RulesetLike, grid: Grid, grounds: Sequence[TerrainMap], word: str
    ) -> None:
        self._options: MarkerOptions = ruleset.markers[word]
        self._path = (word, "start")
        self._units = list(ruleset.units)
        self._sides = list(ruleset.sides)
        self._grid = grid
        self._grounds = grounds
        start = self._options.start
        if self._options.per != "unit":  # those of single units need a position
            start = ruleset.start.markers.get(word, start)
        self._by_place: Mapping[str, int | str] = start if isinstance(start, Mapping) else {}
        self._first = None if isinstance(start, Mapping) else start

    def by_type(self, types: frozenset[str]) -> dict[str, int]:
        """Return the values of units by type, of those that bear the marker."""
        if self._options.per != "unit":
            return {}
        found = dict.fromkeys((word for word in self._units if word in types), self._common())
        for word, value in self._by_place.items():
            self._known(word, [each for each in self._units if each in types], "units")
            found[word] = self._value(value, (word,))
        return found

    def values(self, cells: frozenset[int]) -> list[int]:
        """Return the values of all cells, of all cells for each side, or of all sides."""
        if self._options.per == "unit":
            return []
        if self._options.per == "side":
            found = [self._common()] * len(self._sides)
            for word, value in self._by_place.items():
                self._known(word, self._sides, "sides")
                found[self._sides.index(word)] = self._value(value, (word,))
            return found
        by_side = self._options.of == "side"
        common = self._common()
        found = [common if cell in cells else 0 for cell in range(self._grid.cells)]
        found *= len(self._grounds) if by_side else 1
        for place, value in self._by_place.items():
            for side, cell in self._cells(place):
                at = side * self._grid.cells + cell if by_side else cell
                found[at] = self._value(value, (place,), side)
        return found

    def _cells(self, place: str) -> Iterator[tuple[int, int]]:
        """Yield the cells of a zone with the side whose they are, or named cells for each side.

        After a side's name they are that side's alone.
        """
        only, _, rest = place.partition(" ")
        place = rest if only in self._sides else place
        for side, ground in enumerate(self._grounds):
            if only in self._sides and self._sides[side] != only:
                continue
            cells = ground.zones.get(place)
            if cells is None:
                try:
                    cells = frozenset(cells_named(self._grid, place))
                except ValueError:
                    self._known(place, list(ground.zones), "places")
            yield from ((side, cell) for cell in sorted(cells or ()))

    def _common(self) -> int:
        if self._first is not None:
            return self._value(self._first, ())
        return max(0, self._options.least) if self._options.holds == "number" else 0

    def _value(self, value: int | str, place: tuple[str, ...], side: int = 0) -> int:
        if value == OWN and place and self._options.holds == "side":
            return side + 1
        return value_of(self._options, self._grid, self._sides, value, (*self._path, *place))

    def _known(self, name: str, known: Sequence[str], section: str) -> None:
        if name not in known:
            raise StartError(f"marker_start_{section}", (*self._path, name), known, name=name)

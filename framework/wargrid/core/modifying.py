"""Modifiers of attacks at work: dice and faces more or less, by what attacker and target are.

What cells alone decide (zones and terrains of both, the distance) decides whether there is an
attack. Whatever else holds changes the dice only: it makes no attack possible and leaves a die to
each, so that the cells that a unit strikes follow from the board alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from wargrid.core.edges import Edges
from wargrid.core.grid import Grid
from wargrid.core.selecting import MANY, Selection
from wargrid.core.state import PositionFields

MAX_BEARINGS: Final = 20_000
"""For how many pairs of cells is kept from where one is struck."""


class Bearing:
    """From which directions a unit is struck, as it sees them itself."""

    __slots__ = ("directions", "grid", "known")

    def __init__(self, grid: Grid, directions: str | Sequence[str]) -> None:
        self.grid = grid
        self.directions = directions
        self.known: dict[tuple[int, int, int], bool] = {}

    def holds(self, target: int, forward: int, source: int) -> bool:
        """Return whether an attack from ``source`` comes from one of the directions."""
        key = (target, forward, source)
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= MAX_BEARINGS:
                self.known.clear()
            steps = self.grid.steps(self.directions, forward)
            comes = self.grid.bearings(target, source, forward)
            found = self.known[key] = any(step in steps for step in comes)
        return found


class Across:
    """Whether the target is struck across an edge of certain kinds."""

    __slots__ = ("edges", "kinds", "known")

    def __init__(self, edges: Edges | None, kinds: Sequence[str]) -> None:
        self.edges = edges
        self.kinds = tuple(kinds)
        self.known: dict[tuple[int, int], bool] = {}

    def holds(self, source: int, target: int) -> bool:
        """Return whether an edge of such a kind lies before the target, as seen from ``source``."""
        if self.edges is None:
            return False
        found = self.known.get((source, target))
        if found is None:
            if len(self.known) >= MAX_BEARINGS:
                self.known.clear()
            crossed = self.edges.last(source, target)
            found = self.known[source, target] = any(word in self.kinds for word in crossed)
        return found


class BoundModifier:
    """One modifier of the attacks of one side, where ``attacker`` and ``target`` are such units.

    It adds ``dice``, or leaves at ``most`` and at ``least`` so many. ``hits_on`` are faces that hit
    besides the usual ones, ``counts`` the only ones that count, or None for all. ``number`` is its
    place among the modifiers of the resolution. ``nearest`` and ``farthest`` are the distances at
    which it applies. Where ``by_cells``, cells alone decide: ``from_cells`` and ``onto_cells`` hold
    a byte for each, and ``across`` asks for an edge between them if it is not None.
    """

    __slots__ = (
        "across", "attacker", "bearing", "by_cells", "counts", "dice", "farthest", "from_cells",
        "hits_on", "least", "most", "nearest", "number", "onto_cells", "target",
    )  # fmt: skip

    def __init__(
        self,
        number: int,
        dice: int,
        limits: tuple[int, int],
        faces: tuple[tuple[str, ...], tuple[str, ...] | None],
        distances: tuple[int, int],
        units: tuple[Selection | None, Selection | None],
        cells: tuple[bytes, bytes] | None,
        bearing: Bearing | None,
        across: Across | None = None,
    ) -> None:
        self.number = number
        self.dice = dice
        self.least, self.most = limits
        self.hits_on, self.counts = faces
        self.nearest, self.farthest = distances
        self.attacker, self.target = units
        self.by_cells = cells is not None
        self.from_cells, self.onto_cells = (b"", b"") if cells is None else cells
        self.bearing = bearing
        self.across = across

    @property
    def is_cover(self) -> bool:
        """Whether the cell of the target alone decides, and no limit is set."""
        anywhere = self.attacker is None and (self.nearest, self.farthest) == (0, MANY)
        anywhere = anywhere and self.across is None
        return self.by_cells and anywhere and (self.least, self.most) == (0, MANY)

    def holds_at(self, source: int, target: int, distance: int) -> bool:
        """Return whether it applies to any attack between two cells, where cells decide."""
        if not self.nearest <= distance <= self.farthest:
            return False
        if self.across is not None and not self.across.holds(source, target):
            return False
        return bool(self.from_cells[source] and self.onto_cells[target])

    def holds(self, position: PositionFields, source: int, target: int, distance: int) -> bool:
        """Return whether it applies to the attack of the unit on a cell on that on another."""
        if self.by_cells:
            return self.holds_at(source, target, distance)
        if not self.nearest <= distance <= self.farthest:
            return False
        if self.across is not None and not self.across.holds(source, target):
            return False
        board, roles = position.board, (-1, source, target, -1, -1, -1)
        struck = board[target]
        if self.bearing is not None:
            forward = position.roster.facing_of(struck, position.place[struck])
            if not self.bearing.holds(target, forward, source):
                return False
        attacker, other = self.attacker, self.target
        if attacker is not None and not attacker.holds_at(position, board[source], source, roles):
            return False
        return other is None or other.holds_at(position, struck, target, roles)


class Modifiers:
    """The modifiers of one resolution as one side has them, and the dice that they leave.

    ``least`` and ``most`` are the limits that the resolution has itself, ``farthest`` is the
    distance up to which it has dice, whatever its modifiers add. ``cover`` are by cell the dice
    that a target there adds or takes, by what asks about nothing else; ``by_cells`` are the others
    that cells decide, ``others`` all of them.
    """

    __slots__ = (
        "by_cells", "cover", "each", "farthest", "least", "most", "others", "sees_faces",
    )  # fmt: skip

    def __init__(
        self, each: Sequence[BoundModifier], cells: int, limits: tuple[int, int], farthest: int
    ) -> None:
        self.each = tuple(each)
        plain = [one for one in each if one.is_cover]
        self.cover = [
            sum([one.dice for one in plain if one.onto_cells[cell]]) for cell in range(cells)
        ]
        self.others = tuple([one for one in each if not one.is_cover])
        self.by_cells = tuple([one for one in self.others if one.by_cells])
        self.least, self.most = limits
        self.farthest = farthest
        self.sees_faces = any(one.hits_on or one.counts is not None for one in each)

    def strikes(self, dice: int, source: int, target: int, distance: int) -> bool:
        """Return whether an attack with so many dice before modifiers has any between two cells."""
        if distance > self.farthest:
            return False
        dice += self.cover[target]
        least, most = self.least, self.most
        for one in self.by_cells:
            if one.holds_at(source, target, distance):
                dice += one.dice
                least, most = max(least, one.least), min(most, one.most)
        return max(min(dice, most), least) > 0

    def dice(
        self, dice: int, position: PositionFields, source: int, target: int, distance: int
    ) -> int:
        """Return the dice of an attack: the sum, at most the smallest ``most``, at least ``least``.

        0 only where the cells leave none.
        """
        if not self.strikes(dice, source, target, distance):
            return 0
        dice += self.cover[target]
        least, most = self.least, self.most
        for one in self.others:
            if one.holds(position, source, target, distance):
                dice += one.dice
                least, most = max(least, one.least), min(most, one.most)
        return max(min(dice, most), least, 1)

    def applying(
        self, position: PositionFields, source: int, target: int, distance: int
    ) -> list[BoundModifier]:
        """Return the modifiers that apply to an attack."""
        return [one for one in self.each if one.holds(position, source, target, distance)]

    def hitting(
        self, faces: Sequence[str], applying: Sequence[BoundModifier]
    ) -> tuple[list[str], frozenset[str] | None]:
        """Return the faces that hit besides ``faces``, and those that count, None for all."""
        found, counted = list(faces), None
        for one in applying:
            found += [face for face in one.hits_on if face not in found]
            if one.counts is not None:
                both = frozenset(one.counts)
                counted = both if counted is None else counted & both
        return [face for face in found if counted is None or face in counted], counted


class AllModifiers:
    """The modifiers of a game, bound once for each resolution and side."""

    def __init__(self, game: Any, bind: Callable[[Any, Any, int], Modifiers | None]) -> None:
        self._game = game
        self._bind = bind
        self._bound: dict[tuple[int, int], Modifiers | None] = {}
        self._kept: list[object] = []

    def of(self, by: Any, side: int) -> Modifiers | None:
        """Return the modifiers of a resolution as a side has them, or None if it takes none."""
        key = (id(by), side)
        found = self._bound.get(key)
        if found is None and key not in self._bound:
            self._kept.append(by)  # so that no other object gets its id
            found = self._bound[key] = self._bind(by, self._game, side)
        return found

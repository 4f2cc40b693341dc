"""What lies on a board as lists of a few shapes, which every frontend draws alike.

Lengths are in hundredths of the square of a unit, from the upper left corner of the board, which
may be flipped.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Final

from wargrid_play.looks.pictures.marks import (
    AHEAD,
    BEST,
    BLOW,
    GOOD,
    RANGE,
    STRUCK,
    TRACE,
    WAY,
    MarkLine,
)
from wargrid_play.scenes.captions import PLAIN, Lettering, caption_words
from wargrid_play.scenes.elements import Box, Element, Line, Use, Words
from wargrid_play.scenes.scene import Arrow, Cell, CellMark, CellMarker, Piece, Scene
from wargrid_play.scenes.shapes import BoardShape, Point

BELOW: Final = frozenset(
    {"reach", "threat", "last", "special", "picked", "premove", "check", "layer"}
)
"""Marks that lie under the units; the others lie over them. A range is one outline."""

MEN: Final = (37.0, 8.0, 52.0)
"""The box of a unit's men, which arrows of attacks leave free: how far it reaches to both sides of
the unit's middle, and where it begins and ends below that."""

NOTE: Final = 20.0
BADGE: Final = 24.0
"""The height of the letters of notes on marks, and of those of markers."""

STEP: Final = 29.0
"""The distance of the markers of a cell above each other."""

INSET: Final = 2.2
"""The distance of a note from the corner of a unit's square, in rims of its cell."""

TURN: Final = 17.0
"""The depth of the buttons that turn a unit."""

RANK: Final = 36.0
"""The width of the disc of a hint's rank."""

BAR: Final = (10.0, 50.0, 2.0)
"""The width and height of a bar, and the width of its edge."""

OFFERED: Final = (("#6b5a35", "#e9ddc0"), ("#f4cb54", "#fff3cf"))
"""The edge and the ground of pieces that are offered, and of the one that Enter takes."""

EDGE: Final = "#1c1915"
BARS: Final = ("#f4cb54", "#7cc4ff", "#9be37a", "#ffb0f0")
"""The colours of the edges of bars, and of bars by the rank of their markers."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What lies on a board beside its units, each list from the lowest to the highest.

    ``under`` are the cells of the last move, ``below`` is what lies between them and the units, and
    ``above`` lies over the units.
    """

    under: tuple[Element, ...] = ()
    below: tuple[Element, ...] = ()
    above: tuple[Element, ...] = ()


def drawing_of(
    scene: Scene, shape: BoardShape, flipped: bool = False, letters: Lettering = PLAIN
) -> Drawing:
    """Return what lies on a board of a shape, seen from the south or ``flipped``."""
    maker = _Maker(scene, shape, flipped)
    return Drawing(
        tuple(maker.marks(lambda kind: kind == "last")),
        tuple(maker.below()),
        tuple(maker.above(letters)),
    )


class _Maker:
    """Makes the shapes of one scene."""

    def __init__(self, scene: Scene, shape: BoardShape, flipped: bool) -> None:
        self.scene, self.shape, self.flipped = scene, shape, flipped

    def _at(self, cell: Cell) -> Point:
        x, y = self.shape.centre(cell, self.flipped)
        return round(x * 100, 1), round(y * 100, 1)

    def _angle(self, facing: int, of: int) -> float:
        return (self.shape.steps + facing * 360 / of + 180 * self.flipped) % 360

    def below(self) -> Iterator[Element]:
        yield from self.marks(lambda kind: kind in BELOW and kind != "last")
        for marker in self.scene.markers:
            if marker.shown == "colour" and marker.side >= 0:
                yield Use(f"held.{marker.side}", *self._at(marker.cell))
        yield from self._range()
        yield from self._traces(strikes=False)
        yield from self._line(self.scene.path, WAY)

    def above(self, letters: Lettering) -> Iterator[Element]:
        yield from self._markers()
        yield from self._traces(strikes=True)
        yield from self.marks(lambda kind: kind not in BELOW)
        yield from self._line(self.scene.premove, AHEAD)
        if self.scene.attack_arrow is not None:
            yield from self._strike(
                (self.scene.attack_arrow.source, self.scene.attack_arrow.target), BLOW
            )
        if self.scene.caption is not None:
            tokens = self.scene.tokens
            yield caption_words(self.scene.caption, tokens, self.shape, self.flipped, letters)
        for arrow in reversed(self.scene.arrows):
            yield from self._arrow(arrow, self.scene.tokens)
        yield from (self._note(mark) for mark in self.scene.marks if mark.note)
        yield from self._ranks()
        for piece in self.scene.offered:
            yield from self._piece(piece)

    # Marks and markers

    def marks(self, wanted: Callable[[str], bool]) -> Iterator[Element]:
        for mark in self.scene.marks:
            if wanted(mark.kind) and mark.kind != "range":
                yield Use(f"mark.{mark.kind}", *self._at(mark.cell))

    def _note(self, mark: CellMark) -> Words:
        """Write the note of a mark in a corner, or between the buttons that turn the unit."""
        (x, y), rim, turns = self._at(mark.cell), self.shape.rim, self.scene.turns
        if turns is not None and turns.cell == mark.cell:
            around = TURN + rim + 1
            size = NOTE * (1 - around / 50)
            return Words((mark.note,), x, y - 50 + around, size, "midtop")
        inset = rim * INSET - 50
        return Words((mark.note,), x + inset, y + inset, NOTE)

    def _markers(self) -> Iterator[Element]:
        by_cell: defaultdict[Cell, list[CellMarker]] = defaultdict(list)
        for marker in self.scene.markers:
            by_cell[marker.cell].append(marker)
        for cell, markers in by_cell.items():
            x, y = self._at(cell)
            bars = [marker for marker in markers if marker.shown == "bar"]
            for number, marker in enumerate(bars):
                yield from _bar(x, y, number, marker)
            for marker in markers:
                if marker.shown == "colour" and marker.side >= 0:
                    yield Use(f"body.{marker.side}", x + 35, y + 31, size=30)
            pills = (marker for marker in markers if marker.shown in ("badge", "number"))
            for number, marker in enumerate(pills):
                low = y + 46 - number * STEP
                yield Words((marker.text,), x - 49, low, BADGE, "bottomleft")

    def _piece(self, piece: Piece) -> Iterator[Element]:
        """Draw a piece on a ground of its own, which hides what is below."""
        x, y = self._at(piece.cell)
        edge, ground = OFFERED[piece.chosen]
        yield Box(edge, x - 48, y - 48, 96, 96)
        yield Box(ground, x - 44, y - 44, 88, 88)
        yield Use(f"piece.{piece.type}.{piece.side}", x, y, size=84, letters=piece.letter)

    # Lines

    def _line(self, cells: Sequence[Cell], style: MarkLine) -> Iterator[Line]:
        if len(cells) > 1:
            yield _line([self._at(cell) for cell in cells], style)

    def _range(self) -> Iterator[Line]:
        """Draw one outline around the cells in range, and the units that stand among them."""
        cells = {mark.cell for mark in self.scene.marks if mark.kind == "range"}
        among = {cell for cell in self.scene.tokens if cells and self._lies_among(cell, cells)}
        for outline in outlines(self.shape, cells | among, self.flipped):
            yield _line(outline, RANGE)

    def _lies_among(self, cell: Cell, cells: Container[Cell]) -> bool:
        around = [other for other in self.shape.beyond(cell) if self.shape.has(other)]
        filled = all(other in cells or other in self.scene.tokens for other in around)
        return filled and any(other in cells for other in around)

    def _strike(self, cells: Sequence[Cell], style: MarkLine) -> Iterator[Line]:
        """Draw the arrow of an attack from unit to unit; the men of neither lie under it."""
        points = [self._at(cell) for cell in cells]
        if len(points) == 2:
            first, last = points
            points = [clear_of_men(first, last), clear_of_men(last, first)]
        if len(points) > 1:
            yield _line(points, style)

    def _traces(self, *, strikes: bool) -> Iterator[Line]:
        for trace in self.scene.traces:
            if trace.strikes and strikes:
                yield from self._strike(trace.cells, STRUCK)
            elif trace.strikes == strikes:
                yield from self._line(trace.cells, TRACE)

    def _arrow(self, arrow: Arrow, tokens: Container[Cell]) -> Iterator[Element]:
        style = (BLOW, BEST, GOOD)[min(arrow.rank, 2)]
        strikes = all(cell in tokens for cell in arrow.cells)
        yield from (self._strike if strikes else self._line)(arrow.cells, style)
        if arrow.facing is not None:
            angle = self._angle(arrow.facing, arrow.of)
            yield Use("turn.lit", *self._at(arrow.cells[-1]), turn=angle)

    def _ranks(self) -> Iterator[Use]:
        """Write the ranks of arrows over all of them, in one cell from right to left.

        That is where an arrow ends, or where it begins if another ends there too; below a note.
        """
        ends = Counter(arrow.cells[-1] for arrow in self.scene.arrows)
        noted = {mark.cell for mark in self.scene.marks if mark.note}
        before: Counter[Cell] = Counter()
        for arrow in self.scene.arrows:
            cell = arrow.cells[0 if ends[arrow.cells[-1]] > 1 else -1]
            row, column = divmod(before[cell], 3)
            before[cell] += 1
            x, y = self._at(cell)
            right, down = x + 50 - column * RANK, y - 50 + row * RANK
            down += RANK * 2 / 3 if cell in noted else 0
            name = "rank.best" if arrow.rank == 1 else "rank.good"
            place = right - RANK / 2, down + RANK / 2
            yield Use(name, *place, size=RANK, letters=str(arrow.rank or "?"))


def outlines(shape: BoardShape, cells: Set[Cell], flipped: bool) -> Iterator[list[Point]]:
    """Return the closed lines around some cells, in hundredths of the square of a unit."""
    corners, turned = shape.corners, len(shape.corners) // 2 * flipped
    onward: defaultdict[Point, list[Point]] = defaultdict(list)
    for cell in sorted(cells):
        x, y = shape.centre(cell, flipped)
        around = [(round(100 * x + a - 50), round(100 * y + b - 50)) for a, b in corners]
        for side in (side for side, other in enumerate(shape.beyond(cell)) if other not in cells):
            at = (side + turned) % len(corners)
            onward[around[at]].append(around[(at + 1) % len(corners)])
    while onward:
        line = [next(iter(onward))]
        while line[-1] in onward:
            ends = onward[line[-1]]
            line.append(ends.pop())
            if not ends:
                del onward[line[-2]]
        yield line


def _line(points: Sequence[Point], style: MarkLine) -> Line:
    places = tuple((round(x, 1), round(y, 1)) for x, y in points)
    return Line(places, style.dark, style.light, style.thick, style.opacity)


def clear_of_men(centre: Point, to: Point) -> Point:
    """Return where the line from the middle of a unit to a point has left the unit's men."""
    (x, y), right, down = centre, to[0] - centre[0], to[1] - centre[1]
    aside, top, bottom = MEN
    if down <= 0:
        return centre
    share = min(1.0, bottom / down, aside / abs(right) if right else 1.0)
    return (x + right * share, y + down * share) if share > top / down else centre


def _bar(x: float, y: float, number: int, marker: CellMarker) -> Iterator[Box]:
    wide, high, edge = BAR
    aside = 1 + number // 2 * wide
    left = x + 50 - wide - aside if number % 2 else x - 50 + aside
    full = round((high - 2 * edge) * marker.share, 1)
    yield Box(EDGE, left, y - 30, wide, high)
    colour = BARS[marker.rank % len(BARS)]
    yield Box(colour, left + edge, y - 30 + high - edge - full, wide - 2 * edge, full)

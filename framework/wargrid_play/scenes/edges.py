"""Rivers, bridges and walls between cells as SVG: strokes along the edges that two cells share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from wargrid_play.looks import Looks
from wargrid_play.looks.models import EdgeForm
from wargrid_play.scenes.scene import Cell
from wargrid_play.scenes.shapes import BoardShape, Point
from wargrid_play.table import EdgeView, View

WATER: Final = 15.0
WALL: Final = 16.0
"""How wide water and walls are, in hundredths of a unit's square."""

PLANK: Final = (17.0, 13.0)
"""How far a bridge reaches to both sides of its edge, and along it from its middle."""

STONES: Final = (0.14, 0.38, 0.62, 0.86)
"""Where the stones of a wall lie along an edge."""

NEAR: Final = 0.5
"""How near an edge a point lies that means it: how far from the cell it is in, as a share of how
far from that beyond the edge."""

COLOURS: Final[dict[EdgeForm, tuple[str, str]]] = {
    "water": ("#1d4e80", "#78bdf0"),
    "bridge": ("#3b2a17", "#e0bd85"),
    "wall": ("#1b1714", "#d8cfc0"),
}
"""The outer and the inner colour of each form: they differ by brightness, too."""

Segment = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class DrawnEdges:
    """The edges of one kind: each a cell with the side of it where the edge is.

    ``wet`` bridges lie over water. Without a ``colour`` they have that of their form.
    """

    form: EdgeForm
    edges: tuple[tuple[Cell, int], ...]
    wet: bool = False
    colour: str = ""


def edges_of(view: View, shape: BoardShape, looks: Looks) -> tuple[DrawnEdges, ...]:
    """Return the edges of a view as they are drawn, the lowest first."""
    found = []
    for each in view.edges:
        look = looks.edge(each.word)
        places = ((view.places[one], view.places[other]) for one, other in each.between)
        sides = tuple((one, shape.beyond(one).index(other)) for one, other in places)
        form = each.form if look is None or look.form is None else look.form
        colour = "" if look is None else look.colour or ""
        found.append(DrawnEdges(form, sides, each.wet, colour))
    order: Sequence[EdgeForm] = ("water", "wall", "bridge")
    return tuple(sorted(found, key=lambda each: order.index(each.form)))


def nearest_beyond(shape: BoardShape, x: float, y: float, flipped: bool = False) -> Cell | None:
    """Return the cell behind the edge that is nearest to a point of the board; None if it is far.

    The point is in squares of a unit, from the upper left corner.
    """
    cell = shape.cell_at(x, y, flipped)
    if cell is None:
        return None
    near = [(_apart(shape.centre(other, flipped), (x, y)), other)
            for other in shape.beyond(cell) if shape.has(other)]  # fmt: skip
    own = _apart(shape.centre(cell, flipped), (x, y))
    apart, beyond = min(near, default=(own, cell))
    return beyond if near and own > apart * NEAR else None


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def edge_elements(
    edges: Sequence[DrawnEdges], corners_of: Callable[[Cell], Sequence[Point]]
) -> Iterator[str]:
    """Yield the edges as SVG elements; ``corners_of`` gives the corners of a cell."""
    for each in edges:
        segments = []
        for cell, side in each.edges:
            corners = corners_of(cell)
            segments.append((corners[side], corners[(side + 1) % len(corners)]))
        if segments:
            yield from _drawn(each, segments)


def edge_swatch(edge: EdgeView, looks: Looks) -> str:
    """Draw an edge of a kind from corner to corner of a square of 100 units."""
    look = looks.edge(edge.word)
    form = edge.form if look is None or look.form is None else look.form
    colour = "" if look is None else look.colour or ""
    drawn = DrawnEdges(form, (((0, 0), 0),), edge.wet, colour)
    return "".join(_drawn(drawn, [((0, 50), (100, 50))]))


def _drawn(drawn: DrawnEdges, segments: Sequence[Segment]) -> Iterator[str]:
    dark, light = COLOURS[drawn.form]
    light = drawn.colour or light
    if drawn.form == "water":
        yield from _strokes(segments, WATER, dark, light)
    elif drawn.form == "wall":
        yield _stroke(segments, WALL, dark)
        yield _stroke([_part(each, at) for each in segments for at in STONES], WALL * 0.5, light)
    else:
        if drawn.wet:
            yield from _strokes(segments, WATER, *COLOURS["water"])
        planks = [_plank(each) for each in segments]
        path = "".join("M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in each) + "Z" for each in planks)
        yield f'<path d="{path}" fill="{light}"/>'
        rails = [rail for a, b, c, d in planks for rail in ((a, b), (d, c))]
        yield _stroke(rails, 4, dark)


def _strokes(segments: Sequence[Segment], wide: float, dark: str, light: str) -> Iterator[str]:
    yield _stroke(segments, wide, dark)
    yield _stroke(segments, wide * 0.55, light)


def _stroke(segments: Sequence[Segment], wide: float, colour: str) -> str:
    path = "".join(f"M{a:.5g} {b:.5g}L{c:.5g} {d:.5g}" for (a, b), (c, d) in segments)
    line = f'stroke="{colour}" stroke-width="{wide:g}" stroke-linecap="round"'
    return f'<path d="{path}" fill="none" {line}/>'


def _part(segment: Segment, at: float) -> Segment:
    """Return a short piece of a line, at a share of its length."""
    (a, b), (c, d) = segment
    x, y = a + (c - a) * at, b + (d - b) * at
    return (x - (c - a) * 0.03, y - (d - b) * 0.03), (x + (c - a) * 0.03, y + (d - b) * 0.03)


def _plank(segment: Segment) -> Sequence[Point]:
    """Return the corners of a bridge: from one bank to the other and back."""
    (a, b), (c, d) = segment
    far = ((c - a) ** 2 + (d - b) ** 2) ** 0.5
    along, (x, y) = ((c - a) / far, (d - b) / far), ((a + c) / 2, (b + d) / 2)
    over = -along[1], along[0]
    return [
        (x + along[0] * PLANK[1] * p + over[0] * PLANK[0] * q,
         y + along[1] * PLANK[1] * p + over[1] * PLANK[0] * q)
        for p, q in ((-1, -1), (-1, 1), (1, 1), (1, -1))
    ]  # fmt: skip

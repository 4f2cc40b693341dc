"""A still picture of a board with its units, as one SVG that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from typing import Final

from wargrid_play.looks import Looks
from wargrid_play.looks.models import TURNED
from wargrid_play.looks.pictures.marks import BEST, MarkLine, way_elements
from wargrid_play.looks.pictures.sheet import PREFIX
from wargrid_play.looks.pictures.tokens import (
    PLACES,
    as_number,
    has_strength,
    is_bare,
    letters,
    rows,
)
from wargrid_play.looks.svg import boxed, parts
from wargrid_play.scenes.drawing import Drawing, drawing_of
from wargrid_play.scenes.elements import Box, Element, Line, Use, Words
from wargrid_play.scenes.making import resting_scene, token
from wargrid_play.scenes.picture import board_picture, whole_svg
from wargrid_play.scenes.shapes import shape_of
from wargrid_play.table import UnitView, View

FRAME: Final = 12
"""How wide the frame around the board is, in hundredths of a unit's square."""

PILL: Final = "#1c1209"
"""The ground of words."""

_LETTERS: Final = 'text-anchor="middle" font-family="DejaVu Sans,Verdana,sans-serif"'


def still_svg(view: View, looks: Looks) -> str:
    """Return the board of a view with its units, as the first side sees them."""
    return _board(replace(view, starred=False), looks, Drawing(), flipped=False)


def card_svg(view: View, looks: Looks, ratio: float, ground: str) -> str:
    """Return the board of a view in the middle of a ``ground``, so many times as wide as high."""
    inner, (left, top, wide, high) = parts(still_svg(view, looks))
    width, height = max(wide, high * ratio), max(high, wide / ratio)
    box = left - (width - wide) / 2, top - (height - high) / 2, width, height
    place = 'x="{:g}" y="{:g}" width="{:g}" height="{:g}"'.format(*box)
    return boxed(f'<rect {place} fill="{ground}"/>{inner}', box)


def board_svg(view: View, looks: Looks, hover: int | None = None, *, flipped: bool = False) -> str:
    """Return the board of a view with its units and all that lies on it.

    ``hover`` is the cell pointed at.
    """
    drawing = drawing_of(resting_scene(view, looks, hover), shape_of(view), flipped)
    return _board(view, looks, drawing, flipped=flipped)


def _board(view: View, looks: Looks, drawing: Drawing, *, flipped: bool) -> str:
    shape, board = shape_of(view), board_picture(view, looks, PREFIX, flipped)
    wide, high = board.span

    def placed(unit: UnitView) -> str:
        x, y = shape.centre(view.places[unit.cell], flipped)
        drawn = "".join(_unit(unit, view, looks, flipped))
        return f'<g transform="translate({x * 100 - 50:g} {y * 100 - 50:g})">{drawn}</g>'

    low = map(element_svg, (*drawing.under, *drawing.below))
    box = -FRAME, -FRAME, wide + 2 * FRAME, high + 2 * FRAME
    size = f'width="{box[2]:g}" height="{box[3]:g}"'
    frame = f'<rect x="-{FRAME}" y="-{FRAME}" {size} fill="{board.frame}"/>'
    drawn = (*low, *map(placed, view.units), *map(element_svg, drawing.above))
    return whole_svg("".join((frame, board.ground, *drawn)), looks, shape, box)


def element_svg(element: Element) -> str:
    """Return what lies on a board as SVG that uses a sheet."""
    if isinstance(element, Use):
        x, y, half = element.x, element.y, element.size / 2
        moved = f"translate({x:g} {y:g}) rotate({element.turn:g}) scale({half / 50:g})"
        letters = _written(element.letters, 72, 62, BEST.dark) if element.letters else ""
        drawn = f"{_use(element.use)}{letters}"
        return f'<g transform="{moved} translate(-50 -50)">{drawn}</g>'
    if isinstance(element, Line):
        style = MarkLine(element.dark, element.light, element.thick, element.opacity)
        return way_elements(element.points, 100, style)
    if isinstance(element, Box):
        size = f'width="{element.wide:g}" height="{element.high:g}"'
        return f'<rect x="{element.x:g}" y="{element.y:g}" {size} fill="{element.colour}"/>'
    return "".join(_pill(element))


def _pill(words: Words) -> Iterator[str]:
    """Yield lines of text on a dark ground."""
    size, anchor = words.size, words.anchor
    wide = max(map(len, words.words)) * size * 0.62 + size * 0.7
    high = len(words.words) * size * 1.2 + size * 0.1
    left = words.x - (0 if "left" in anchor else wide if "right" in anchor else wide / 2)
    top = words.y - (0 if "top" in anchor else high if "bottom" in anchor else high / 2)
    yield (
        f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="{size * 0.6:g}" '
        f'fill="{PILL}" fill-opacity="0.85"/>'
    )
    for row, text in enumerate(words.words):
        base = top + size * (0.98 + 1.2 * row)
        yield (
            f'<text x="{left + wide / 2:g}" y="{base:g}" font-size="{size:g}" fill="#ffffff" '
            f'font-weight="bold" {_LETTERS}>{escape(text)}</text>'
        )


def _unit(unit: UnitView, view: View, looks: Looks, flipped: bool) -> Iterator[str]:
    """Yield a unit on its square, the lowest part first."""
    shown, side = token(unit, view, looks), unit.side
    turned = "turned." if flipped and shown.side.shape in TURNED else ""
    if unit.cell == view.selected:
        yield _use(f"{turned}chosen.{side}")
    if not is_bare(shown):
        yield _use(f"{turned}body.{side}")
    if shown.icon is not None:
        yield _use(f"{PLACES[rows(shown)]}.{unit.type}.{side}")
    for text, y, size in letters(shown):
        yield _written(text, y + 0.36 * size, size, shown.side.ink)
    if has_strength(shown) and not as_number(shown):
        yield _use(f"men.{unit.men}.{max(unit.men, unit.full_men)}.{side}")
    if unit.wounds:
        yield _use("wound")
    if unit.can_act and view.starred:
        yield _use("ready")
    if unit.facing is not None:
        angle = view.angles[unit.facing] + 180 * flipped
        name = "pointer.aslant" if angle % 90 else "pointer"
        yield _use(name, f' transform="rotate({angle} 50 50)"')


def _use(name: str, more: str = "") -> str:
    return f'<use href="#{PREFIX}{name}"{more}/>'


def _written(text: str, y: float, size: float, ink: str) -> str:
    look = f'font-size="{size}" font-weight="bold" fill="{ink}" {_LETTERS}'
    return f'<text x="50" y="{y}" {look}>{escape(text)}</text>'

"""A still picture of a board with its units, as one SVG that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from typing import Final

from wargrid_play.looks import Looks
from wargrid_play.looks.pictures.sheet import PREFIX
from wargrid_play.looks.pictures.tokens import as_number, has_strength
from wargrid_play.scenes.making import resting_scene, token
from wargrid_play.scenes.picture import board_picture, whole_svg
from wargrid_play.scenes.scene import Cell, CellMark
from wargrid_play.scenes.shapes import shape_of
from wargrid_play.table import UnitView, View

FRAME: Final = 12
"""How wide the frame around the board is, in hundredths of a unit's square."""

_LETTERS: Final = 'text-anchor="middle" font-family="DejaVu Sans,Verdana,sans-serif"'

BELOW: Final = frozenset({"reach", "threat", "last", "special", "picked", "range"})
"""Marks that lie under the units; the others lie over them."""


def still_svg(view: View, looks: Looks) -> str:
    """Return the board of a view with its units, as the first side sees them."""
    return _board(replace(view, starred=False), looks, (), flipped=False)


def board_svg(view: View, looks: Looks, hover: int | None = None, *, flipped: bool = False) -> str:
    """Return the board of a view with its units and marks; ``hover`` is the cell pointed at."""
    scene = resting_scene(view, looks, hover, None, cursor=False)
    return _board(view, looks, scene.marks, flipped=flipped)


def _board(view: View, looks: Looks, marks: Sequence[CellMark], *, flipped: bool) -> str:
    shape, board = shape_of(view), board_picture(view, looks, PREFIX, flipped)
    wide, high = board.span
    centres = dict(zip(view.places, board.centres, strict=True))

    def at(cell: Cell, drawn: str) -> str:
        x, y = centres[cell]
        x, y = (wide - x, high - y) if flipped else (x, y)
        return f'<g transform="translate({x - 50:g} {y - 50:g})">{drawn}</g>'

    low = [at(mark.cell, _use(f"mark.{mark.kind}")) for mark in marks if mark.kind in BELOW]
    top = [at(mark.cell, _use(f"mark.{mark.kind}")) for mark in marks if mark.kind not in BELOW]
    units = (
        at(view.places[unit.cell], "".join(_unit(unit, view, looks, flipped)))
        for unit in view.units
    )
    box = -FRAME, -FRAME, wide + 2 * FRAME, high + 2 * FRAME
    size = f'width="{box[2]:g}" height="{box[3]:g}"'
    frame = f'<rect x="-{FRAME}" y="-{FRAME}" {size} fill="{board.frame}"/>'
    return whole_svg("".join((frame, board.ground, *low, *units, *top)), looks, shape, box)


def _unit(unit: UnitView, view: View, looks: Looks, flipped: bool) -> Iterator[str]:
    """Yield a unit on its square, the lowest part first."""
    shown, side = token(unit, view, looks), unit.side
    strong = has_strength(shown)
    if unit.cell == view.selected:
        yield _use(f"chosen.{side}")
    yield _use(f"body.{side}")
    if shown.icon is None:
        yield _written(shown.letter[:3], 58 if strong else 66, 40, shown.side.ink)
    else:
        yield _use(f"{'high' if strong else 'icon'}.{unit.type}.{side}")
    if as_number(shown):
        yield _written(f"{unit.men}", 85, 17, shown.side.ink)
    elif strong:
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


def _written(text: str, y: int, size: int, ink: str) -> str:
    look = f'font-size="{size}" font-weight="bold" fill="{ink}" {_LETTERS}'
    return f'<text x="50" y="{y}" {look}>{escape(text)}</text>'

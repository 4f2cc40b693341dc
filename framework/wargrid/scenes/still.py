"""A still picture of a board with its units, as one SVG that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Final

from wargrid.looks import Looks
from wargrid.looks.pictures.sheet import PREFIX, sheet_svg
from wargrid.looks.pictures.tokens import as_number, has_strength
from wargrid.looks.svg import boxed, parts
from wargrid.scenes.making import token
from wargrid.scenes.picture import board_picture
from wargrid.scenes.shapes import shape_of
from wargrid.table import UnitView, View

FRAME: Final = 12
"""How wide the frame around the board is, in hundredths of a unit's square."""

_USED: Final = re.compile(f'#{PREFIX}([^")]+)')
_LETTERS: Final = 'text-anchor="middle" font-family="DejaVu Sans,Verdana,sans-serif"'


def still_svg(view: View, looks: Looks) -> str:
    """Return the board of a view with its units, as the first side sees them."""
    shape, board = shape_of(view), board_picture(view, looks, PREFIX)
    units = "".join(
        f'<g transform="translate({x - 50:g} {y - 50:g})">{"".join(_unit(unit, view, looks))}</g>'
        for unit in view.units
        for x, y in [board.centres[unit.cell]]
    )
    drawn = board.ground + units
    used = {"cell", *_USED.findall(drawn)}
    used |= {re.sub("^(icon|high)", "picture", name) for name in used}
    sheet, prefix = sheet_svg(looks, shape.corners, shape.rim, used)
    wide, high = (length + 2 * FRAME for length in board.span)
    size = f'width="{wide:g}" height="{high:g}"'
    frame = f'<rect x="-{FRAME}" y="-{FRAME}" {size} fill="{board.frame}"/>'
    inner = f"<defs>{parts(sheet)[0]}</defs>{frame}{drawn.replace(PREFIX, prefix)}"
    return boxed(inner, (-FRAME, -FRAME, wide, high))


def _unit(unit: UnitView, view: View, looks: Looks) -> Iterator[str]:
    """Yield a unit on its square, the lowest part first."""
    shown, side = token(unit, view, looks), unit.side
    strong = has_strength(shown)
    yield _use(f"body.{side}")
    if shown.icon is None:
        yield _written(shown.letter[:3], 58 if strong else 66, 40, shown.side.ink)
    else:
        yield _use(f"{'high' if strong else 'icon'}.{unit.type}.{side}")
    if as_number(shown):
        yield _written(f"{unit.men}", 85, 17, shown.side.ink)
    elif strong:
        yield _use(f"men.{unit.men}.{max(unit.men, unit.full_men)}.{side}")
    if unit.facing is not None:
        angle = view.angles[unit.facing]
        name = "pointer.aslant" if angle % 90 else "pointer"
        yield _use(name, f' transform="rotate({angle} 50 50)"')


def _use(name: str, more: str = "") -> str:
    return f'<use href="#{PREFIX}{name}"{more}/>'


def _written(text: str, y: int, size: int, ink: str) -> str:
    look = f'font-size="{size}" font-weight="bold" fill="{ink}" {_LETTERS}'
    return f'<text x="50" y="{y}" {look}>{escape(text)}</text>'

"""A unit's token: its side's shape and colours, its icon or letter, its men and its facing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final, NamedTuple

from wargrid_play.looks.models import Shape, SideLook
from wargrid_play.looks.svg import boxed, drawing, parts, placed, recoloured
from wargrid_play.looks.vision import mixed

UNIT: Final = 100.0
"""Tokens are drawn on a square of this many units, which is one cell of the board."""

MOST_PIPS: Final = 6
"""A base of more men than this shows a number instead of pips."""

_BODIES: Final[dict[Shape, str]] = {
    "square": "M22 {t}H78Q{r} {t} {r} {u}V{v}Q{r} {b} 78 {b}H22Q{l} {b} {l} {v}V{u}Q{l} {t} 22 "
    "{t}Z",
    "octagon": "M27 {t}H73L{r} 27V73L73 {b}H27L{l} 73V27Z",
    "round": "M50 {t}A{w} {w} 0 0 1 50 {b}A{w} {w} 0 0 1 50 {t}Z",
    "shield": "M{l} {t}H{r}V56C{r} 74 70 84 50 {b}C30 84 {l} 74 {l} 56Z",
    "hexagon": "M28 {t}H72L{r} 50L72 {b}H28L{l} 50Z",
    "diamond": "M42 {t}H58L{r} 42V58L58 {b}H42L{l} 58V42Z",
    "pentagon": "M50 {t}L80 {u}L{r} {b}H{l}L20 {u}Z",
    "pentagon_down": "M50 {b}L80 {v}L{r} {t}H{l}L20 {v}Z",
    "none": "M{l} {t}H{r}V{b}H{l}Z",
}

WIDE: Final = 64.0
"""How many units letters are wide at most."""

ROOM: Final[dict[Shape, float]] = {
    "octagon": 54, "round": 46, "shield": 34, "hexagon": 48, "diamond": 34, "pentagon_down": 34,
}  # fmt: skip
"""The same for numbers on shapes that are narrower below than a square."""

PLACES: Final = ("icon", "high", "top")
"""How icons with no, one and two rows below them are called in sheets of pictures."""

_HALO: Final = 4.5
"""How wide the outline of a figure is, in the units of an icon of 64: half of it lies outside."""


@dataclass(frozen=True, slots=True)
class Token:
    """What a token shows.

    ``men`` of ``full`` are pips (a lost man is a hollow one), ``facing`` counts ``facings``
    clockwise and is seen at an ``angle`` in degrees clockwise from up, ``ready`` can still act,
    ``hurt`` has a wound that has not yet cost a man. ``numbers`` such as "4-6" are
    below the icon.
    """

    side: SideLook
    letter: str = "?"
    icon: str | None = None
    men: int | None = None
    full: int | None = None
    facing: int | None = None
    facings: int = 4
    angle: float | None = None
    selected: bool = False
    ready: bool = False
    hurt: bool = False
    numbers: str = ""


def token_svg(token: Token) -> str:
    """Return a token without its letters, as SVG text."""
    side = token.side
    chosen = selection(side.shape) if token.selected else ""
    ground = "" if is_bare(token) else body(side)
    layers = chosen, ground, _icon(token, side), pips(token), _badges(token)
    return drawing("".join((*layers, _facing(token))), UNIT, UNIT)


def outline(shape: Shape, inset: float) -> str:
    """Return the path of a shape, ``inset`` units inside the cell on every side."""
    far = UNIT - inset
    return _BODIES[shape].format(
        l=f"{inset:g}", t=f"{inset:g}", r=f"{far:g}", b=f"{far:g}",
        u=f"{inset + 13:g}", v=f"{far - 13:g}", w=f"{50 - inset:g}",
    )  # fmt: skip


def selection(shape: Shape) -> str:
    """Return the frame around a selected unit, as elements."""
    frame = outline(shape, 4)
    return (
        f'<path d="{frame}" fill="#f4cb54" fill-opacity="0.25" stroke="#1a1408" '
        f'stroke-width="5.5"/><path d="{frame}" fill="none" stroke="#ffe58a" stroke-width="3"/>'
    )


def body(side: SideLook) -> str:
    """Return the body of a token, as elements."""
    side = on_disc(side)
    shape = outline(side.shape, 10)
    return (
        '<defs><linearGradient id="body" gradientUnits="userSpaceOnUse" x1="0" y1="10" x2="0" '
        f'y2="90"><stop offset="0" stop-color="{side.top}"/><stop offset="1" '
        f'stop-color="{side.low}"/></linearGradient></defs><path d="{shape}" '
        'transform="translate(0 4)" fill="#000000" fill-opacity="0.22" stroke="#000000" '
        f'stroke-opacity="0.22" stroke-width="5"/><path d="{shape}" fill="url(#body)" '
        f'stroke="{side.edge}" stroke-width="3.6"/><path d="{outline(side.shape, 14)}" fill="none" '
        f'stroke="{side.rim}" stroke-opacity="0.75" stroke-width="1.7"/>'
        + (_second_ring(side) if side.rings == 2 else "")
    )


def _second_ring(side: SideLook) -> str:
    return (
        f'<path d="{outline(side.shape, 18.5)}" fill="none" stroke="{side.rim}" '
        'stroke-opacity="0.75" stroke-width="1.7"/>'
    )


def _icon(token: Token, side: SideLook) -> str:
    if token.icon is None:
        return ""
    return icon_on(token.icon, side, rows(token))


def icon_on(icon: str, side: SideLook, below: int) -> str:
    """Return an icon at its place on a token, as elements, with so many rows below it."""
    top, size = icon_place(side, below)
    return placed(figure(icon, on_disc(side) if below else side), (UNIT - size) / 2, top, size)


def on_disc(side: SideLook) -> SideLook:
    """Return a look with a body: that of a side of figures is a disc."""
    return side.model_copy(update={"shape": "round"}) if side.bare else side


def icon_place(side: SideLook, below: int) -> tuple[float, float]:
    """Return the top and the size of a side's icons, with so many rows below them, 0 to 2."""
    if below:
        return (17.0, 52.0) if below == 1 else (13.0, 42.0)
    return (5.0, 90.0) if side.bare else (22.0, 56.0)


class Letters(NamedTuple):
    """Letters on a token: in the middle of a height ``y``, ``size`` high."""

    text: str
    y: float
    size: float


def letters(token: Token) -> Iterator[Letters]:
    """Yield the letters of a token: in place of an icon, its numbers, and its men as a number."""
    below = rows(token)
    if token.icon is None:
        yield _fitting(token.letter[:3], (50, 42, 35)[below], 44 - 5 * below)
    wide = room(token.side)
    if token.numbers:
        high, size = (64, 18) if has_strength(token) else (77, 20)
        yield _fitting(token.numbers, high, size, wide)
    if as_number(token):
        yield _fitting(str(token.men), 78.5, 15 if below == 2 else 17, wide)


def room(side: SideLook) -> float:
    """Return how many units numbers are wide at most on a side's tokens."""
    return ROOM.get(on_disc(side).shape, WIDE)


def _fitting(text: str, y: float, size: float, wide: float = WIDE) -> Letters:
    return Letters(text, y, min(size, wide / (0.68 * max(1, len(text)))))


def rows(token: Token) -> int:
    """Return how many rows stand below the icon: its numbers, its men, both, or none."""
    return bool(token.numbers) + has_strength(token)


def figure(icon: str, side: SideLook) -> str:
    """Return an icon in the colours of a side, with an outline where it has no token around it."""
    if not side.bare:
        return recoloured(icon, side.ink, mixed(side.top, side.low, 0.5))
    behind, box = parts(recoloured(icon, side.edge, side.edge))
    wide = _HALO * max(box[2:]) / 64
    halo = f'<g stroke="{side.edge}" stroke-width="{wide:g}" stroke-linejoin="round">{behind}</g>'
    return boxed(halo + parts(recoloured(icon, side.top, side.edge))[0], box)


def pips(token: Token) -> str:
    """Return the men of a token as elements, nothing where they are none or a number."""
    side = token.side
    if token.men is None or not has_strength(token) or as_number(token):
        return ""
    full = max(token.full or 0, token.men)
    step = min(10.5, 44 / full)
    radius = step * 0.36
    left = 50 - step * (full - 1) / 2
    pips = []
    for at in range(full):
        paint = (
            f'fill="{side.ink}"' if at < token.men
            else f'fill="none" stroke="{side.ink}" stroke-opacity="0.6" stroke-width="1.4"'
        )  # fmt: skip
        pips.append(f'<circle cx="{left + at * step:.2f}" cy="78" r="{radius:.2f}" {paint}/>')
    return "".join(pips)


def _facing(token: Token) -> str:
    if token.facing is None:
        return ""
    degrees = token.facing * 360 / token.facings if token.angle is None else token.angle
    return f'<g transform="rotate({degrees:g} 50 50)">{pointer(degrees % 90 != 0)}</g>'


def pointer(aslant: bool) -> str:
    """Return the arrow of a unit's facing, to be turned: at an edge, or ``aslant`` at a corner."""
    reach = -4.5 if aslant else 2.5
    return (
        f'<path d="M50 {reach}L67 {reach + 13.5}L50 {reach + 10.5}'
        f'L33 {reach + 13.5}Z" fill="#ffd44d" stroke="#2a1c04" stroke-width="2.6" '
        'stroke-linejoin="round"/>'
    )


WOUND: Final = (
    '<path d="M21 9C27 17 29 20 29 24C29 29 25 32 21 32C17 32 13 29 13 24C13 20 15 17 21 '
    '9Z" fill="#e5383b" stroke="#ffffff" stroke-width="2.2"/>'
)
"""The drop of a unit that is hurt."""


def _badges(token: Token) -> str:
    return (WOUND if token.hurt else "") + (ready_star() if token.ready else "")


def ready_star() -> str:
    """Return the star of a unit that can still act."""
    return _star(80, 20, 9.5, "#fff3a8")


def _star(x: float, y: float, radius: float, colour: str) -> str:
    """Draw a four-pointed star."""
    points = []
    for at in range(8):
        reach = radius if at % 2 == 0 else radius * 0.42
        points.append(f"{x + reach * sin(at * pi / 4):.2f},{y - reach * cos(at * pi / 4):.2f}")
    return (
        f'<polygon points="{" ".join(points)}" fill="{colour}" stroke="#2a1c04" stroke-width="2"/>'
    )


def has_strength(token: Token) -> bool:
    """Return whether its men are shown."""
    return token.men is not None and max(token.men, token.full or 0) > 1


def is_bare(token: Token) -> bool:
    """Return whether it is a figure alone, without a body."""
    return token.side.bare and token.icon is not None and not rows(token)


def as_number(token: Token) -> bool:
    """Return whether its men are a number below its icon, not pips."""
    return token.men is not None and max(token.men, token.full or 0) > MOST_PIPS

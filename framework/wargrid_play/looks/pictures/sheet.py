"""All parts of the pictures of one game as one SVG, for frontends that lay them on each other.

Every part is a group with a name, drawn on the square of a unit: 100 × 100 units from its upper
left corner. Marks of hexes go beyond it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from hashlib import sha256
from typing import Final

from wargrid_play.looks.loader import Looks
from wargrid_play.looks.models import TURNED, SideLook
from wargrid_play.looks.pictures.buttons import SHARED, STROKES, icon_svg
from wargrid_play.looks.pictures.dice import SPOTS, die_svg
from wargrid_play.looks.pictures.ground import tufts_svg
from wargrid_play.looks.pictures.marks import (
    KINDS,
    WALL,
    held_elements,
    mark_svg,
    rank_svg,
    turn_svg,
)
from wargrid_play.looks.pictures.tokens import (
    MOST_PIPS,
    PLACES,
    WOUND,
    Token,
    body,
    figure,
    icon_on,
    icon_place,
    pips,
    pointer,
    ready_star,
    selection,
)
from wargrid_play.looks.svg import drawing, parts, placed

Point = tuple[float, float]

TUFTS: Final = 8
"""The number of different blades of grass."""

_NAMED: Final = re.compile(r'(\bid="|url\(#|href="#)([^")]+)')
PREFIX: Final = "~"
"""The beginning of the names of a sheet until its digest is known."""

BUTTON: Final = "button-"
"""The beginning of the names of the sheet of buttons."""


def sheet_svg(
    looks: Looks, corners: Sequence[Point], rim: int, wanted: Container[str] | None = None
) -> tuple[str, str]:
    """Return the sheet of a game whose cells have these corners, and the beginning of its names.

    It has all parts, or those that are ``wanted``.
    """
    found = _parts(looks, tuple(corners), rim)
    groups = (_group(name, drawn) for name, drawn in found if wanted is None or name in wanted)
    drawn = "".join(groups)
    prefix = f"s{sha256(drawn.encode()).hexdigest()[:10]}-"
    return drawing(drawn.replace(PREFIX, prefix), 100, 100), prefix


def buttons_svg() -> str:
    """Return a sheet of the icons of buttons, in the colour of the text beside them."""
    own = (_group(name, parts(icon_svg(name, "currentColor"))[0]) for name in STROKES)
    shared = (_group(one, f'<use href="#{PREFIX}{other}"/>') for one, other in SHARED.items())
    return drawing("".join((*own, *shared)).replace(PREFIX, BUTTON), 100, 100)


def _group(name: str, drawn: str) -> str:
    """Name a group; names inside it are its own."""
    inner = _NAMED.sub(
        lambda found: found[0] if PREFIX in found[2] else f"{found[1]}{PREFIX}{name}.{found[2]}",
        drawn,
    )
    return f'<g id="{PREFIX}{name}">{inner}</g>'


def _parts(looks: Looks, corners: tuple[Point, ...], rim: int) -> Iterator[tuple[str, str]]:
    for at, side in enumerate(looks.sides):
        for name, drawn in _side_parts(looks, side):
            yield f"{name}.{at}", drawn
    yield "wound", WOUND
    yield "ready", ready_star()
    yield "pointer", pointer(aslant=False)
    yield "pointer.aslant", pointer(aslant=True)
    for kind in KINDS:
        yield f"mark.{kind}", parts(mark_svg(kind, corners, (0, 0, 100, 100), safe=looks.safe))[0]
    yield "turn", parts(turn_svg(0, False, rim))[0]
    yield "turn.lit", parts(turn_svg(0, True, rim))[0]
    yield "rank.best", parts(rank_svg(best=True))[0]
    yield "rank.good", parts(rank_svg(best=False))[0]
    for face in {**dict.fromkeys(looks.file.faces), **SPOTS, "": ()}:
        yield f"die.{face}", parts(die_svg(face, looks.face_icon(face)))[0]
        yield f"hit.{face}", parts(die_svg(face, looks.face_icon(face), hit=True))[0]
    yield from _ground_parts(looks, corners)


def _side_parts(looks: Looks, word: str) -> Iterator[tuple[str, str]]:
    side = looks.side(word)
    yield "body", body(side)
    yield "chosen", selection(side.shape)
    if side.shape in TURNED:
        yield "turned.body", body(side.turned)
        yield "turned.chosen", selection(side.turned.shape)
    yield "held", held_elements(side.top, side.edge)
    for unit in looks.unit_words(word):
        icon = looks.unit_icon(unit, word)
        if icon is not None:
            yield f"picture.{unit}", placed(figure(icon, side), 0, 0, 100)
            for below, name in enumerate(PLACES):
                at, (top, size) = looks.sides.index(word), icon_place(side, below)
                drawn = (
                    f'<use href="#{PREFIX}picture.{unit}.{at}" '
                    f'transform="translate({50 - size / 2:g} {top:g}) scale({size / 100:g})"/>'
                )
                # On its disc, a figure has other colours than alone.
                yield f"{name}.{unit}", icon_on(icon, side, below) if side.bare and below else drawn
        yield f"piece.{unit}", _piece(f"{unit}.{looks.sides.index(word)}", side, icon)
    for full in range(2, MOST_PIPS + 1):
        for men in range(full + 1):
            yield f"men.{men}.{full}", pips(Token(side, men=men, full=full))


def _piece(named: str, side: SideLook, icon: str | None) -> str:
    """Return a token of one man, made of the parts before it."""
    number = named.rpartition(".")[2]
    body = "" if side.bare and icon is not None else f'<use href="#{PREFIX}body.{number}"/>'
    return body if icon is None else f'{body}<use href="#{PREFIX}icon.{named}"/>'


def _ground_parts(looks: Looks, corners: Sequence[Point]) -> Iterator[tuple[str, str]]:
    outline = "L".join(f"{x:g} {y:g}" for x, y in corners)
    yield "cell", f'<clipPath id="{PREFIX}clip"><path d="M{outline}Z"/></clipPath>'
    yield "wall", parts(WALL)[0]
    for word in looks.terrains:
        icon = looks.terrain_icon(word)
        if icon is not None:
            yield f"terrain.{word}", placed(icon, 0, 0, 100)
    if looks.board.texture == "grass":
        for kind in range(TUFTS):
            yield f"tufts.{kind}", parts(tufts_svg(kind))[0]

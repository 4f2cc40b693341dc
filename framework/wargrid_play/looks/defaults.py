"""The looks of sides and terrains without a file: after their names, or by turns.

Colours and shapes made up here differ from those given, as far as there are enough.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, get_args

from wargrid_play.looks.models import BoardLook, Shape, SideLook, TerrainLook, ZoneLook

PLAIN_SIDES: Final = (
    SideLook(top="#2f62ad", low="#1d3f78", edge="#0b1526", rim="#8fb8f2", shape="square"),
    SideLook(top="#b8352d", low="#7c1f1b", edge="#250908", rim="#ffb3a6", shape="octagon"),
    SideLook(
        top="#ece6d6", low="#b9ae93", edge="#2b2519", rim="#ffffff", ink="#2b2519", shape="round"
    ),
    SideLook(top="#46813a", low="#2a5522", edge="#0e1f0a", rim="#b4e0a4", shape="hexagon"),
    SideLook(top="#6d4a94", low="#452c62", edge="#170d22", rim="#d6bdf0", shape="shield"),
    SideLook(top="#50575f", low="#2e3338", edge="#0c0e10", rim="#c9d2da", shape="diamond"),
)
"""Plain tokens, in the order in which they are handed out."""

GOAL: Final = ZoneLook(marks=("outline",))
SHARED_GOAL: Final = ZoneLook(marks=("outline",), colour="#ffe27a")
"""Zones that win the game, each in the colour of its side, or one for all sides."""

_BLUE, _RED, _WHITE, _GREEN, _VIOLET, _GREY = PLAIN_SIDES
_BLACK: Final = SideLook(top="#45464f", low="#1f2026", edge="#07070a", rim="#a9acc0", ink="#f3ead2")
_GOLD: Final = SideLook(top="#e2b23a", low="#a87a17", edge="#2b1d04", rim="#fff0bd", ink="#2b1d04")
_SILVER: Final = SideLook(
    top="#c3cad1", low="#8f979f", edge="#1f252b", rim="#ffffff", ink="#1f252b"
)
_ORANGE: Final = SideLook(
    top="#d9772b", low="#9c4a10", edge="#2e1404", rim="#ffd0a3", ink="#fff6ea"
)
_BROWN: Final = SideLook(top="#7a5534", low="#4c331d", edge="#1a1008", rim="#d9b78f")

SIDES_CALLED: Final = {
    "blue": _BLUE, "red": _RED, "white": _WHITE, "green": _GREEN, "violet": _VIOLET,
    "purple": _VIOLET,
    "grey": _GREY, "gray": _GREY, "black": _BLACK, "gold": _GOLD, "yellow": _GOLD,
    "silver": _SILVER,
    "orange": _ORANGE, "amber": _ORANGE, "brown": _BROWN,
    "bleu": _BLUE, "rouge": _RED, "blanc": _WHITE, "vert": _GREEN, "gris": _GREY, "noir": _BLACK,
    "or": _GOLD,
    "jaune": _GOLD, "argent": _SILVER, "brun": _BROWN,
}  # fmt: skip

_PLAIN_GROUNDS: Final = (
    "#a3905a", "#6b5140", "#8f8a80", "#c2b48f", "#4d6b3c", "#5f7f8c", "#7a6a86", "#b9c4c6"
)  # fmt: skip

_GROUNDS: Final = {
    "#5586b0": "river water lake sea ford riviere fleuve eau lac mer gue",
    "#4d6b3c": "forest wood woods trees jungle foret bois",
    "#a3905a": "hill hills colline collines",
    "#8f8a80": "mountain mountains rock rocks montagne rocher rochers",
    "#c2b48f": "road path track bridge route chemin pont",
    "#a8a3a6": "city town village fort castle ville chateau",
    "#d6c489": "sand desert dunes beach sable plage",
    "#c9dde3": "ice snow glacier glace neige",
    "#6a6b4c": "swamp marsh bog mud marais boue",
    "#93a862": "plain meadow grass field plaine pre champ",
}
_GROUND_CALLED: Final = {
    word: colour for colour, words in _GROUNDS.items() for word in words.split()
}

_NEAR: Final = 60
"""The least distance, all three parts added, of two colours that are not confused."""


def plain_sides(sides: Sequence[str], given: Mapping[str, SideLook]) -> dict[str, SideLook]:
    """Return a token for each of these sides, in their order, that ``given`` does not describe."""
    known = [given[side] for side in sides if side in given]
    called = {
        side: SIDES_CALLED[side] for side in sides if side not in given and side in SIDES_CALLED
    }
    made: dict[str, SideLook] = {}
    for side in (side for side in sides if side not in given):
        taken = [look.top for look in (*known, *called.values(), *made.values())]
        free = (look for look in PLAIN_SIDES if not _is_near(look.top, taken))
        look = called.get(side) or next(free, PLAIN_SIDES[len(made) % len(PLAIN_SIDES)])
        shape = _shape({other.shape for other in (*known, *made.values())})
        made[side] = look.model_copy(update={"shape": shape})
    return made


def plain_terrains(
    terrains: Sequence[str], given: Mapping[str, TerrainLook], board: BoardLook
) -> dict[str, TerrainLook]:  # fmt: skip
    """Return a ground for each terrain not in ``given``; the first is the board's."""
    known = [given[word].colour for word in terrains if word in given]
    bare = {word: board.light for word in terrains[:1] if word not in given}
    called = {word: _GROUND_CALLED[word] for word in terrains if word in _GROUND_CALLED}
    made: dict[str, str] = {}
    for word in (word for word in terrains if word not in given):
        taken = [board.light, *known, *called.values(), *made.values()]
        free = (colour for colour in _PLAIN_GROUNDS if not _is_near(colour, taken))
        other = next(free, _PLAIN_GROUNDS[len(made) % len(_PLAIN_GROUNDS)])
        made[word] = bare.get(word) or called.get(word) or other
    return {word: TerrainLook(colour=colour) for word, colour in made.items()}


def _shape(taken: Collection[Shape]) -> Shape:
    shapes: tuple[Shape, ...] = get_args(Shape)
    return next((shape for shape in shapes if shape not in taken and shape != "none"), shapes[0])


def _is_near(colour: str, others: Iterable[str]) -> bool:
    return any(
        sum(abs(a - b) for a, b in zip(_parts(colour), _parts(other), strict=True)) < _NEAR
        for other in others
    )


def _parts(colour: str) -> bytes:
    return bytes.fromhex(colour[1:])

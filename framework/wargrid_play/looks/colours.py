"""The colours that players may give to a side instead of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wargrid_play.looks.defaults import SIDES_CALLED
from wargrid_play.looks.models import SideLook
from wargrid_play.looks.safe import body
from wargrid_play.looks.vision import parts, seen

COLOURS: Final = ("blue", "red", "green", "violet", "orange", "gold", "silver", "black", "white")
"""The words of the colours that are offered, as records have them."""

APART: Final = 25.0
"""The least distance of the bodies of two tokens that are not taken for each other."""

PAINT: Final = ("top", "low", "edge", "rim", "ink")


def painted(look: SideLook, colour: str) -> SideLook:
    """Return a look in another colour, with its own shape; an unknown word changes nothing."""
    paint = SIDES_CALLED.get(colour)
    if paint is None:
        return look
    return look.model_copy(update={part: getattr(paint, part) for part in PAINT})


def next_colour(own: SideLook, colour: str, others: Sequence[SideLook]) -> str:
    """Return the colour that follows one, or an empty word for the side's own.

    Colours that look like the side's own, or like those of ``others``, are passed over.
    """
    words = ["", *(word for word in COLOURS if _apart(painted(own, word), [own]))]
    start = words.index(colour) + 1 if colour in words else 0
    round_ = (*words[start:], *words[:start])
    return next((word for word in round_ if _apart(painted(own, word), others)), colour)


def _apart(look: SideLook, others: Sequence[SideLook]) -> bool:
    mine = seen(parts(body(look)))
    return all(_far(mine, seen(parts(body(other)))) for other in others)


def _far(one: Sequence[float], other: Sequence[float]) -> bool:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) >= APART**2

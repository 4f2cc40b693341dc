"""Colours of sides that colour-blind players tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from functools import lru_cache
from itertools import combinations
from typing import Final

from wargrid_play.looks.models import SideLook
from wargrid_play.looks.vision import distance, ink_on, mixed, parts, seen

FAR: Final = 30.0
"""The least distance of the bodies of two tokens, in any vision."""

DARKEST: Final = 24.0
LIGHTEST: Final = 66.0
"""The lightness L* of the darkest side and of the lightest; others lie evenly between."""

GREY: Final = 0.15
VIVID: Final = 0.6
"""The saturation above which a body has a hue that can be named, and what it then has at least."""


def body(look: SideLook) -> str:
    """Return the colour of a token between its top and its low end."""
    return mixed(look.top, look.low, 0.5)


def distinct(looks: Sequence[SideLook]) -> list[SideLook]:
    """Return looks whose bodies differ in any vision: unchanged, or each as dark as its rank."""
    return _distinct(tuple(looks))


@lru_cache(maxsize=32)
def _distinct(looks: tuple[SideLook, ...]) -> list[SideLook]:
    if all(distance(body(one), body(other)) >= FAR for one, other in combinations(looks, 2)):
        return list(looks)
    order = sorted(range(len(looks)), key=lambda side: _lightness(body(looks[side])))
    step = (LIGHTEST - DARKEST) / (len(looks) - 1)
    return [_at(look, DARKEST + step * order.index(side)) for side, look in enumerate(looks)]


def _at(look: SideLook, lightness: float) -> SideLook:
    """Return the look with its hue, and a body of this lightness."""
    hue, _, vivid = rgb_to_hls(*(part / 255 for part in parts(body(look))))
    shades = (_shade(hue, share / 100, vivid) for share in range(101))
    made = min(shades, key=lambda shade: abs(_lightness(shade) - lightness))
    top, low = mixed(made, "#ffffff", 0.12), mixed(made, "#000000", 0.12)
    ink = ink_on(made)
    rim = mixed(made, ink, 0.7)
    return look.model_copy(update={"top": top, "low": low, "ink": ink, "rim": rim})


def _shade(hue: float, light: float, vivid: float) -> str:
    strong = max(vivid, VIVID) if vivid > GREY else vivid
    return "#" + "".join(f"{round(part * 255):02x}" for part in hls_to_rgb(hue, light, strong))


def _lightness(colour: str) -> float:
    return seen(parts(colour))[0]

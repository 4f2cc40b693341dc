"""How games look: colours, shapes and icons of `looks.yaml` as data, checked, with defaults."""

from __future__ import annotations

from wargrid_play.looks.defaults import PLAIN_SIDES
from wargrid_play.looks.loader import Looks, LooksError, looks_beside, looks_of, looks_or_plain
from wargrid_play.looks.models import LooksData, SideLook
from wargrid_play.looks.palettes import PALETTES
from wargrid_play.looks.svg import FONTS, PLAIN, drawing, png
from wargrid_play.looks.vision import ink_on, mixed, readable

__all__ = [
    "FONTS", "PALETTES", "PLAIN", "PLAIN_SIDES", "Looks", "LooksData", "LooksError", "SideLook",
    "drawing", "ink_on", "looks_beside", "looks_of", "looks_or_plain", "mixed", "png", "readable",
]  # fmt: skip

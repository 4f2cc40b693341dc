"""Pictures as SVG texts, for all frontends: tokens, dice, marks, strips of ground and buttons."""

from __future__ import annotations

from wargrid_play.looks.pictures.backdrop import HORIZON, floor_svg, light_svg, vignette_svg
from wargrid_play.looks.pictures.buttons import icon_of, icon_svg
from wargrid_play.looks.pictures.dice import INK, SPOTS, die_svg
from wargrid_play.looks.pictures.marks import (
    BEST,
    BLOW,
    GOOD,
    STRUCK,
    TRACE,
    WAY,
    MarkLine,
    held_elements,
    mark_svg,
    rank_svg,
    turn_svg,
    way_svg,
)
from wargrid_play.looks.pictures.sheet import buttons_svg
from wargrid_play.looks.pictures.tokens import UNIT, Token, letters, token_svg

__all__ = [
    "BEST", "BLOW", "GOOD", "HORIZON", "INK", "SPOTS", "STRUCK", "TRACE", "UNIT", "WAY",
    "MarkLine", "Token", "buttons_svg", "die_svg", "floor_svg", "held_elements", "icon_of",
    "icon_svg", "letters", "light_svg", "mark_svg", "rank_svg", "token_svg", "turn_svg",
    "vignette_svg", "way_svg",
]  # fmt: skip

"""The pictures of a game, for pages: a sheet with all parts, and the board that uses it."""

from __future__ import annotations

from copy import copy
from typing import Final

from wargrid_play.looks import Looks
from wargrid_play.looks.pictures.sheet import sheet_svg
from wargrid_play.looks.pictures.tokens import room
from wargrid_play.looks.vision import ink_on
from wargrid_play.scenes import (
    DICE_REST,
    LASTS,
    MAX_MS,
    PANIC,
    REST,
    SOUNDS,
    Drawing,
    board_picture,
    drawing_of,
    resting_scene,
    swatches,
)
from wargrid_play.scenes.shapes import shape_of
from wargrid_play.table import View
from wargrid_remote.messages import Drawn

TIMES: Final = {
    **LASTS, "panic": PANIC, "whole": MAX_MS, "rest": REST, "dice_rest": DICE_REST
}  # fmt: skip
"""The milliseconds of each kind of news, of all news at most, and of rests."""


def lying(view: View, looks: Looks, wishes: str = "") -> Drawing:
    """Return what lies on the board beside its units, as a client wishes to see it."""
    pointed = view.guide.points if view.guide else ()
    scene = resting_scene(view, looks, pointed=pointed, alike=True)
    return drawing_of(scene, shape_of(view), "f" in wishes)


def drawn(view: View, looks: Looks, wishes: str = "", folder: str = "") -> tuple[Drawn, str]:
    """Return the pictures of a game as a client wishes to see them, and the sheet.

    Wishes are those of ``ask: board``. The address of the sheet is that of a file in ``folder``.
    """
    looks = copy(looks)
    looks.safe, looks.characters = "s" in wishes, "c" in wishes
    shape, sides = shape_of(view), tuple(looks.side(side.word) for side in view.sides)
    text, prefix = sheet_svg(looks, shape.corners, shape.rim)
    made = Drawn(
        sheet=f"{folder}{prefix}{len(text)}.svg",
        prefix=prefix,
        board=board_picture(view, looks, prefix, flipped="f" in wishes),
        sides=sides,
        rooms=tuple(map(room, sides)),
        inks=tuple(ink_on(side.top, side.low) for side in sides),
        legend=swatches(view, looks, prefix),
        lasts=TIMES,
        sounds=dict(SOUNDS),
    )
    return made, text

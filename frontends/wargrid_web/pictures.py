"""The pictures of games: the parts of each as one file whose address names its content."""

from __future__ import annotations

from copy import copy
from typing import Final

from wargrid.looks import Looks
from wargrid.looks.pictures.sheet import sheet_svg
from wargrid.remote import Drawn
from wargrid.scenes import DICE_REST, LASTS, MAX_MS, PANIC, REST, SOUNDS, board_picture
from wargrid.scenes.shapes import shape_of
from wargrid.table import View
from wargrid_web.assets import Asset

TIMES: Final = {
    **LASTS, "panic": PANIC, "whole": MAX_MS, "rest": REST, "dice_rest": DICE_REST
}  # fmt: skip
"""How long news moves, all of it moves at most, and rests are, in milliseconds."""

sheets: Final[dict[str, Asset]] = {}
"""The sheets made so far, by the names of their files: few, since matches of a game share one."""


def drawn(view: View, looks: Looks, wishes: str) -> Drawn:
    """Return the pictures of a game as a client wishes to see them."""
    looks = copy(looks)
    looks.safe, looks.characters = "s" in wishes, "c" in wishes
    shape = shape_of(view)
    text, prefix = sheet_svg(looks, shape.corners, shape.rim)
    name = f"{prefix}{len(text)}.svg"
    if name not in sheets:
        sheets[name] = Asset.of(text.encode(), name)
    return Drawn(
        sheet=f"/pictures/{name}",
        prefix=prefix,
        board=board_picture(view, looks, prefix, flipped="f" in wishes),
        sides=tuple(looks.side(side.word) for side in view.sides),
        grounds={each.word: looks.terrain(each.word).colour for each in view.legend},
        lasts=TIMES,
        sounds=dict(SOUNDS),
    )

"""Pictures as SVG texts: each can be drawn, by any frontend, without a window."""

from __future__ import annotations

from typing import get_args

import pytest

from wargrid_play.looks.defaults import PLAIN_SIDES
from wargrid_play.looks.pictures.buttons import SHARED, STROKES, icon_of, icon_svg
from wargrid_play.looks.pictures.dice import GROUND, INK, die_svg
from wargrid_play.looks.pictures.ground import strip_svg
from wargrid_play.looks.pictures.marks import mark_svg
from wargrid_play.looks.pictures.tokens import Token, token_svg
from wargrid_play.looks.svg import drawing, icon, png
from wargrid_play.looks.vision import contrast
from wargrid_play.table import CellMarkKind

SQUARE = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
BOX = (0.0, 0.0, 100.0, 100.0)


def test_every_button_has_strokes_that_are_seen() -> None:
    for name in STROKES:
        assert icon(icon_svg(name, "#ffffff"))
    assert all(icon_of(action) in STROKES for action in SHARED)


@pytest.mark.parametrize("safe", [False, True])
def test_every_mark_differs_from_the_others(safe: bool) -> None:
    kinds = get_args(CellMarkKind)
    drawn = {png(mark_svg(kind, SQUARE, BOX, safe=safe), 40, 40) for kind in kinds}
    assert len(drawn) == len(kinds)


def test_a_token_has_its_icon_in_the_ink_of_its_side() -> None:
    side = PLAIN_SIDES[2]
    white = drawing('<rect width="9" height="9" fill="#ffffff"/>', 9, 9)
    assert f'fill="{side.ink}"' in token_svg(Token(side, icon=white))


def test_a_token_shows_men_that_are_left_and_lost() -> None:
    drawn = token_svg(Token(PLAIN_SIDES[0], men=1, full=3))
    assert drawn.count("<circle") == 3
    assert drawn.count('fill="none" stroke="#ffffff" stroke-opacity="0.6"') == 2


def test_a_die_is_read_by_its_spots() -> None:
    assert die_svg("5", None).count("<circle") == 5
    assert contrast(INK, GROUND) >= 4.5


def test_a_path_leaves_by_its_sides() -> None:
    drawn = strip_svg((SQUARE, BOX), (0, 2), "path", "#112233", "#445566")
    assert "M50 50L50 0M50 50L50 100" in drawn

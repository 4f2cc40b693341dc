"""Pictures as SVG texts: each can be drawn, by any frontend, without a window."""

from __future__ import annotations

import pytest

from wargrid_play.looks.defaults import PLAIN_SIDES
from wargrid_play.looks.pictures.buttons import SHARED, STROKES, icon_of, icon_svg
from wargrid_play.looks.pictures.marks import KINDS, mark_svg
from wargrid_play.looks.pictures.tokens import Token, token_svg
from wargrid_play.looks.svg import icon, png

SQUARE = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
BOX = (0.0, 0.0, 100.0, 100.0)


def test_every_button_has_strokes_that_are_seen() -> None:
    for name in STROKES:
        assert icon(icon_svg(name, "#ffffff"))
    assert all(icon_of(action) in STROKES for action in SHARED)


@pytest.mark.parametrize("safe", [False, True])
def test_every_mark_differs_from_the_others(safe: bool) -> None:
    drawn = {png(mark_svg(kind, SQUARE, BOX, safe=safe), 40, 40) for kind in KINDS}
    assert len(drawn) == len(KINDS)


def test_a_token_shows_men_that_are_left_and_lost() -> None:
    drawn = token_svg(Token(PLAIN_SIDES[0], men=1, full=3))
    assert drawn.count("<circle") == 3
    assert drawn.count('fill="none" stroke="#ffffff" stroke-opacity="0.6"') == 2

"""Pictures as SVG texts: each can be drawn, by any frontend, without a window."""

from __future__ import annotations

from io import BytesIO
from typing import get_args

import pygame
import pytest

from wargrid_play.looks.defaults import PLAIN_SIDES
from wargrid_play.looks.models import Shape
from wargrid_play.looks.pictures.buttons import SHARED, STROKES, icon_of, icon_svg
from wargrid_play.looks.pictures.marks import KINDS, mark_svg
from wargrid_play.looks.pictures.tokens import (
    Letters,
    Token,
    body,
    icon_place,
    letters,
    rows,
    token_svg,
)
from wargrid_play.looks.svg import boxed, icon, png

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


def test_a_figure_has_an_outline_and_no_token_around_it() -> None:
    side = PLAIN_SIDES[0].model_copy(update={"shape": "none"})
    shape = '<path d="M10 10H50V50H10Z" fill="#ffffff"/>'
    drawn = icon(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{shape}</svg>')
    alone, lettered = token_svg(Token(side, icon=drawn)), token_svg(Token(side, letter="K"))
    assert 'id="body"' in lettered
    assert 'id="body"' not in alone
    assert f'stroke="{side.edge}"' in alone
    assert f'fill="{side.top}"' in alone


def test_several_men_keep_the_token_that_their_number_is_on() -> None:
    side = PLAIN_SIDES[0].model_copy(update={"shape": "none"})
    blank = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"></svg>'
    assert 'id="body"' in token_svg(Token(side, icon=blank, men=3, full=3))


MEN = 74
"""Where the men of a token begin, from above."""


@pytest.mark.parametrize("numbers", ["", "8", "4-6", "12-14"])
@pytest.mark.parametrize("men", [1, 2, 6, 7, 40])
def test_letters_stand_below_the_icon_and_above_the_men(numbers: str, men: int) -> None:
    token = Token(PLAIN_SIDES[0], icon="", men=men, full=men, numbers=numbers)
    top, size = icon_place(token.side, rows(token))
    found = list(letters(token))
    assert [each.text for each in found] == [
        text for text in (numbers, str(men) if men > 6 else "") if text
    ]
    ends = [top + size, *(end for each in found for end in edges(each))]
    assert ends == sorted(ends)
    assert ends[-1] <= (MEN if 1 < men <= 6 else 90)


def edges(letters: Letters) -> tuple[float, float]:
    """Return where capitals and digits begin and end, from above."""
    return letters.y - 0.36 * letters.size, letters.y + 0.36 * letters.size


def test_a_letter_in_place_of_an_icon_makes_room_for_numbers() -> None:
    alone, above = (next(letters(Token(PLAIN_SIDES[0], numbers=each))) for each in ("", "4-6"))
    assert (alone.text, above.text) == ("?", "?")
    assert edges(alone)[1] > edges(above)[1]


def test_a_figure_with_numbers_stands_on_a_disc_in_its_ink() -> None:
    side = PLAIN_SIDES[0].model_copy(update={"shape": "none"})
    shape = '<path d="M10 10H50V50H10Z" fill="#ffffff"/>'
    drawn = icon(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{shape}</svg>')
    for token in (Token(side, icon=drawn, numbers="8"), Token(side, icon=drawn, men=3, full=3)):
        assert 'id="body"' in token_svg(token)
        assert f'V50H10Z" fill="{side.ink}"' in token_svg(token)


@pytest.mark.parametrize("shape", [shape for shape in get_args(Shape) if shape != "none"])
@pytest.mark.parametrize("numbers", ["4-6", "12-14", "120-100"])
def test_numbers_are_no_wider_than_the_body_where_they_end(shape: Shape, numbers: str) -> None:
    """A bold digit is 0.7 of its size wide, a hyphen 0.42; the body is measured in its picture."""
    side = PLAIN_SIDES[0].model_copy(update={"shape": shape})
    [found] = letters(Token(side, icon="", numbers=numbers))
    surface = pygame.image.load(
        BytesIO(png(boxed(body(side), (0, 0, 100, 100)), 100, 100)), "a.png"
    )
    row = [surface.get_at((x, round(edges(found)[1]))).a > 250 for x in range(100)]
    wide = sum(0.42 if each == "-" else 0.7 for each in numbers)
    assert wide * found.size <= sum(row)

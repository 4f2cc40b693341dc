"""The window and the page draw the same board: each cell has the same colour in both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Final

import pygame
import pytest

from support import every_ruleset, loaded
from wargrid.core.dice import seeded
from wargrid.match import Match
from wargrid_play.looks import Looks, looks_of
from wargrid_play.looks.svg import png
from wargrid_play.scenes import board_svg, ground_of, resting_scene, shape_of
from wargrid_play.table import Table, View
from wargrid_pygame.drawing.board import BoardView
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.cache import surfaces

CELL: Final = 20
"""How many pixels a cell has: few, so that a picture takes little time."""

APART: Final = 5
"""By how much the mean of a colour may differ, of 255: lines fall on pixels in other ways."""

Colour = tuple[int, int, int]


@pytest.fixture(autouse=True)
def wordless(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the window write nothing: letters are of other fonts on the page."""
    surfaces.clear()
    monkeypatch.setattr(theme, "line_at", lambda *_: pygame.Surface((1, 1), pygame.SRCALPHA))
    yield
    surfaces.clear()


def begun(name: str) -> tuple[View, Looks]:
    """Return the table at the beginning, with the first unit selected that can act."""
    match = Match(loaded(name), dice=seeded(1))
    match.begin()
    table = Table(match)
    ready = [unit.cell for unit in table.view().units if unit.can_act]
    if ready:
        table.click(ready[0])
    view = table.view()
    marks = tuple(mark for mark in view.marks if mark.kind != "turn")
    return replace(view, markers=(), marks=marks), looks_of(match.game)


def means(drawn: pygame.Surface, geometry: Geometry, view: View) -> list[Colour]:
    """Return the mean colour of the middle of each cell."""
    inner = (geometry.rect(cell).inflate(-4, -4) for cell in view.places)
    return [pygame.transform.average_color(drawn, place)[:3] for place in inner]


def of_window(view: View, looks: Looks, flipped: bool) -> list[Colour]:
    """Return the colours of the cells as the window draws them."""
    geometry = around(view, flipped)
    drawn = pygame.Surface(geometry.area[2:])
    scene = resting_scene(view, looks, None, None, cursor=False)
    BoardView(geometry, ground_of(view, looks)).draw(drawn, scene)
    return means(drawn, geometry, view)


def of_page(view: View, looks: Looks, flipped: bool) -> list[Colour]:
    """Return the colours of the cells as the page draws them."""
    geometry = around(view, flipped)
    picture = re.sub("<text.*?</text>", "", board_svg(view, looks, flipped=flipped))
    wide, high = (round(100 * each + 2 * 12) * CELL // 100 for each in geometry.shape.span)
    drawn = pygame.image.load(BytesIO(png(picture, wide, high)), "board.png")
    whole = pygame.Surface(geometry.area[2:])
    whole.blit(drawn, (geometry.left - 12 * CELL // 100, geometry.top - 12 * CELL // 100))
    return means(whole, geometry, view)


def around(view: View, flipped: bool) -> Geometry:
    shape = shape_of(view)
    size = round((shape.span[0] + 2) * CELL), round((shape.span[1] + 2) * CELL)
    return Geometry(shape, CELL, CELL, CELL, (0, 0, *size), flipped)


def apart(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def differing(name: str, flipped: bool) -> list[str]:
    """Return the cells that have one colour in the window and another on the page."""
    view, looks = begun(name)
    window, page = (draw(view, looks, flipped) for draw in (of_window, of_page))
    cells = zip(view.cell_names, window, page, strict=True)
    return [cell for cell, one, other in cells if apart(one, other) > APART]


@every_ruleset
def test_each_cell_has_one_colour_in_window_and_page(name: str) -> None:
    assert differing(name, flipped=False) == []


@pytest.mark.parametrize("name", ["tafl/brandubh", "lionheart/hexes"])
def test_each_cell_has_one_colour_on_a_board_turned_half_round(name: str) -> None:
    assert differing(name, flipped=True) == []

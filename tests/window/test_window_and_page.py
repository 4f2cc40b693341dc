"""The window and the page draw the same board: the same shapes, and each cell in one colour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Final

import pygame
import pytest

from support import every_ruleset, loaded
from wargrid.core.dice import seeded
from wargrid.core.moves import ATTACK, TAKE, Move
from wargrid.match import Match
from wargrid_play.looks import Looks, looks_of
from wargrid_play.looks.svg import png
from wargrid_play.scenes import Element, Lettering, board_svg, ground_of, resting_scene, shape_of
from wargrid_play.table import Table, View
from wargrid_pygame.drawing.board import BoardView
from wargrid_pygame.drawing.elements import Painter
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.cache import surfaces
from wargrid_remote import Update, drawn_difference, dump_message, lying, read_message, table_news

CELL: Final = 20
"""How many pixels a cell has: few, so that a picture takes little time."""

APART: Final = 5
"""By how much the mean of a colour may differ, of 255: lines fall on pixels in other ways."""

MOST: Final = 60
"""How many moves are made by chance to come to an attack."""

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
    # Badges that must be read are larger in a window of such small cells.
    markers = tuple(each for each in view.markers if each.shown != "badge")
    return replace(view, marks=marks, markers=markers), looks_of(match.game)


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


def differing(view: View, looks: Looks, flipped: bool = False) -> list[str]:
    """Return the cells that have one colour in the window and another on the page."""
    window, page = (draw(view, looks, flipped) for draw in (of_window, of_page))
    cells = zip(view.cell_names, window, page, strict=True)
    return [cell for cell, one, other in cells if apart(one, other) > APART]


@every_ruleset
def test_each_cell_has_one_colour_in_window_and_page(name: str) -> None:
    assert differing(*begun(name)) == []


@pytest.mark.parametrize("name", ["tafl/brandubh", "lionheart/hexes"])
def test_each_cell_has_one_colour_on_a_board_turned_half_round(name: str) -> None:
    assert differing(*begun(name), flipped=True) == []


def moments(name: str) -> Iterator[tuple[View, Looks]]:
    """Yield a table with a unit selected, at a question, and after an attack if there is one."""
    match = Match(loaded(name), dice=seeded(1))
    match.begin()
    table, looks, chance = Table(match), looks_of(match.game), Random(1)
    ready = [unit.cell for unit in table.view().units if unit.can_act]
    if ready:
        table.click(ready[0])
    yield table.view(), looks
    attacks: list[Move] = []
    for _ in range(MOST):
        moves = list(match.game.moves(match.position))
        attacks = [move for move in moves if move.verb in (ATTACK, TAKE)]
        if attacks or not moves:
            break
        match.play(chance.choice(moves))
    table.press("cancel")
    for cell in (attacks[0].source, attacks[0].target) if attacks else ():
        table.click(cell)
    if table.view().prompt is None:
        table.press("resign")
    yield table.view(), looks
    table.press("confirm")
    yield table.view(), looks


def painted(view: View, looks: Looks, monkeypatch: pytest.MonkeyPatch) -> list[Element]:
    """Return the shapes that the window draws, with letters as large as on a page."""
    found: list[Element] = []
    with monkeypatch.context() as patched:
        patched.setattr(Painter, "draw", lambda _, __, drawn: found.extend(drawn))
        patched.setattr(Painter, "letters", Lettering())
        patched.setattr(BoardView, "ground", lambda _: pygame.Surface((1, 1)))
        patched.setattr(BoardView, "_draw_tokens", lambda *_: None)
        patched.setattr(BoardView, "_draw_turns", lambda *_: None)
        geometry = around(view, flipped=False)
        BoardView(geometry, ground_of(view, looks)).draw(
            pygame.Surface((1, 1)), resting_scene(view, looks)
        )
    return found


def sent(view: View, looks: Looks) -> list[Element]:
    """Return the shapes that a page reads in a message."""
    message = dump_message(table_news(drawn_difference(None, lying(view, looks)), 0))
    update = read_message(message)
    assert isinstance(update, Update)
    lists = [update.set.get(name, ()) for name in ("under", "below", "above")]
    return [each for listed in lists for each in listed]


@every_ruleset
def test_the_page_is_sent_the_shapes_that_the_window_draws(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = []
    for view, looks in moments(name):
        window = painted(view, looks, monkeypatch)
        assert sent(view, looks) == window
        counts.append(len(window))
    assert max(counts) > 0


def test_the_arrow_of_an_attack_has_one_colour_in_window_and_page() -> None:
    *_, (view, looks) = moments("hill/209")
    assert any(trace.strikes for trace in view.last)
    assert differing(view, looks) == []

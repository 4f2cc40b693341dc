"""Edges between cells as frontends show them: drawn on the ground, in the legend, on cards."""

from __future__ import annotations

import re

import pytest

from rulesets import made
from wargrid import Game
from wargrid.match import Match
from wargrid_play.looks import Looks
from wargrid_play.looks.models import EdgeLook, LooksFile
from wargrid_play.scenes import board_picture, ground_of, legend_of
from wargrid_play.scenes.edges import COLOURS
from wargrid_play.table import Table, View

RULES = """
edges:
  river: {name: River, crossing: 1}
  bridge: {name: Bridge, over: river}
  wall: {name: Wall, wall: true}
board:
  columns: 4
  rows: 5
  %s
  edges: {river: a2:d2/a3:d3, bridge: b2/b3, wall: a1/b1}
units: {man: {letter: M, name: Man, move: {path: {points: 3}}, captures: by_moving}}
victory: {eliminate: {}}
setup: {each: M . . M}
"""
SHAPES = {"squares": "facing: ~", "hexes": "shape: hex"}


def game_of(shape: str) -> Game:
    return made(RULES % SHAPES[shape])


def view_of(shape: str) -> View:
    return Table(Match(game_of(shape)), seats=(0,)).view()


def strokes(drawn: str, colour: str) -> list[tuple[float, ...]]:
    """Return the ends of all strokes of a colour."""
    paths = re.findall(rf'<path d="([^"]+)" fill="none" stroke="{colour}"', drawn)
    pairs = [each for path in paths for each in re.findall(r"M([\d. ]+)L([\d. ]+)", path)]
    return [tuple(map(float, " ".join(pair).split())) for pair in pairs]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("flipped", [False, True])
def test_edges_are_drawn_half_way_between_their_cells(shape: str, flipped: bool) -> None:
    view, looks = view_of(shape), Looks()
    ground, picture = ground_of(view, looks), board_picture(view, looks, "p", flipped)
    found = strokes(picture.ground, COLOURS["water"][0]) + strokes(
        picture.ground, COLOURS["wall"][0]
    )
    middles = {(round((a + c) / 2, 1), round((b + d) / 2, 1)) for a, b, c, d in found}
    expected = set()
    for each in view.edges:
        for pair in each.between:
            (a, b), (c, d) = (ground.shape.centre(view.places[cell], flipped) for cell in pair)
            expected.add((round((a + c) * 50, 1), round((b + d) * 50, 1)))
    assert middles == expected  # the bridge lies over water


def test_legend_and_card_name_the_edges() -> None:
    table = Table(Match(game_of("squares")), seats=(0,))
    assert [(each.name, each.note) for each in legend_of(table.view(), Looks())] == [
        ("River", "1 more to cross it"),
        ("Bridge", "no effect"),
        ("Wall", "no moves, lines of fire or sight across it"),
    ]
    table.hover(5)
    card = table.view().card
    assert card is not None
    assert ("Edges", "Bridge to b3") in card.lines
    table.hover(0)
    card = table.view().card
    assert card is not None
    assert ("Edges", "Wall to b1") in card.lines


def test_looks_may_draw_a_kind_otherwise() -> None:
    looks = Looks(LooksFile(edges={"river": EdgeLook(form="wall", colour="#123456")}))
    ground = ground_of(view_of("squares"), looks)
    assert [(each.form, each.colour) for each in ground.edges] == [
        ("wall", "#123456"), ("wall", ""), ("bridge", ""),
    ]  # fmt: skip


def test_a_board_without_edges_draws_none() -> None:
    game = made("units: {man: {letter: M, name: Man, move: {step: all}, captures: by_moving}}\n"
                "victory: {eliminate: {}}\nsetup: {each: M . . . M}")  # fmt: skip
    view = Table(Match(game), seats=(0,)).view()
    assert (view.edges, ground_of(view, Looks()).edges) == ((), ())

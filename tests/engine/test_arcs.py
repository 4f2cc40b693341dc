"""Arcs of fire: the directions of ``range``, as a unit faces, on squares and on hexes."""

from __future__ import annotations

import pytest

from rulesets import made
from wargrid import ATTACK, Game
from wargrid.match import read_position

RULES = """
dice: {{d6: [hit]}}
faces: {{hit: hit}}
units:
  gun:
    letter: G
    name: Gun
    move: {{step: all}}
    attack:
      at: {{range: {{most: 3, metric: chebyshev, directions: {arc}}}}}
      by: {{dice: {{hits_on: hit}}}}
victory: {{eliminate: {{}}}}
"""
TURN = "turn: {actions: ~, may: {move: 0, attack: 0, turn: 0}}"


def game_of(arc: str, facing: str = "4") -> Game:
    return made(RULES.format(arc=arc), turn=TURN, size="7 x 7", facing=facing)


def struck(game: Game, picture: str) -> str:
    """Return the cells that the gun on d4 may attack, of those with enemies."""
    position = read_position(game, picture.strip() + "\nside: white")
    d4, name = game.grid.cell("d4"), game.grid.name
    moves = [each for each in game.moves(position) if each.verb == ATTACK and each.source == d4]
    return " ".join(sorted(name(each.target) for each in moves))


AROUND = """
g . . g . . g
. . . . . . .
. . . . . . .
g . . {gun} . . g
. . . . . . .
. . . . . . .
g . . g . . g
"""


@pytest.mark.parametrize(
    ("arc", "gun", "cells"),
    [
        ("forward", "G^", "d7"),
        ("[forward, forward_left, forward_right]", "G^", "a7 d7 g7"),
        ("[forward, forward_left, forward_right]", "G>", "g1 g4 g7"),
        ("sideways", "Gv", "a4 g4"),
        ("~", "G^", "a1 a4 a7 d1 d7 g1 g4 g7"),
    ],
)
def test_only_what_lies_in_the_directions_is_struck(arc: str, gun: str, cells: str) -> None:
    assert struck(game_of(arc), AROUND.format(gun=gun)) == cells


def test_a_target_between_directions_lies_in_the_nearest_one() -> None:
    """Two ahead and one aside is nearer to askew than to ahead; three and one is ahead."""
    picture = """
    . . g . g . .
    . . g . g . .
    . . . . . . .
    . . . G^ . . .
    . . . . . . .
    . . . . . . .
    . . . . . . ."""
    assert struck(game_of("forward"), picture) == "c7 e7"


def test_units_that_do_not_face_shoot_as_their_side_goes_forward() -> None:
    assert struck(game_of("forward", facing="~"), AROUND.format(gun="G")) == "d7"

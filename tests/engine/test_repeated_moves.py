"""Two ways to move that lead to one cell: equal effects are one move, unequal ones an error."""

from __future__ import annotations

import pytest

from rulesets import made, written
from wargrid.authoring.playtest import run_playtest
from wargrid.core.moves import ATTACK, TAKE
from wargrid.loading.loader import load_document
from wargrid.match import write_move
from wargrid.source.yaml_reader import read_text

MAN = """
units: {man: {letter: M, name: Man, captures: by_moving, move: [%s]}}
victory: {eliminate: {}}
"""
SETUP = """
    . . . . .
    . m . m .
    . . . . .
    . M . M .
    . . . . .
"""

WAYS = [
    "{step: forward}, {slide: {directions: forward, distance: 2}}",
    "{step: all}, {path: 2}",
    "{path: 2}, {path: 3}",
    "{leap: [1, 2]}, {step: orthogonal}, {leap: [1, 2]}",
    "{slide: all}, {step: {directions: forward, takes: only}}",
]


@pytest.mark.parametrize("ways", WAYS)
def test_moves_with_equal_effects_are_one(ways: str) -> None:
    """Lists of all moves, of one unit's and of takings have each text once."""
    game = made(MAN % ways, setup=SETUP, turn="turn: {actions: 2, may: {move: 1}}")
    position = game.start()
    for _ in range(8):
        listed = game.moves(position)
        texts = [write_move(game, move) for move in listed]
        assert len(set(texts)) == len(texts)
        unit = position.board[listed[0].source]
        own = [move for move in listed if move.source == listed[0].source]
        assert game.search.moves_of(position.copy(), unit) == own
        takings = [move for move in listed if move.verb in (TAKE, ATTACK)]
        assert game.search.noisy(position.copy()) == takings
        position = game.step(position, listed[len(listed) // 2])


TRACED = """
    units:
      man:
        letter: M
        name: Man
        captures: by_moving
        move: [{slide: {directions: forward, distance: 2}},
               {slide: {directions: forward, exactly: 2, leaves: passed}},
               {step: {directions: [forward_left, forward_right], onto: passed, takes: leaver}}]
    markers: {passed: {per: cell, of: side, holds: cell, until: own_turn}}
    victory: {eliminate: {}}
"""


def test_moves_with_one_text_and_unequal_effects_are_an_error() -> None:
    loaded = load_document(read_text(written(TRACED, setup=SETUP), "made.yaml"), "made.yaml")
    [found] = [each for each in run_playtest(loaded) if each.name == "two_effects"]
    assert (found.code, found.values) == ("E466", {"move": "b2xb4", "unit": "man"})

"""Level 4 beats weaker play by each search: twenty short games each, with few nodes a turn.

A comparison the wrong way round, or a side mistaken for the other, makes a search lose games that
it should win. The search for whole turns begins with the turn of ``greedy``, so that it has to do
better than level 2. Two such players come to an end together, too.
"""

from __future__ import annotations

import pytest

from rulesets import BRAWL, made
from wargrid import Game
from wargrid.players.levels import ALPHA_BETA, EXPECTIMAX, TURNS, search_for
from wargrid_lab import Figures, Terms, play_game

GAMES, MAX_MOVES = 20, 60

RACE = made(
    """
    units:
      man:
        letter: M
        name: Man
        move: [{step: forward}, {step: {directions: [forward_left, forward_right], takes: also}}]
    zones: {goal: {white: "a5:d5", black: "a1:d1"}}
    victory: {occupy: {unit: man, zone: goal, count: 1}, eliminate: {}, stalemate: {}}
    """,
    turn="turn: {actions: 1, may: {move: 1}, may_pass: false}",
    setup="""
    m m m m
    m m m m
    . . . .
    M M M M
    M M M M""",
)
"""Alpha-beta: one action a turn without dice."""

DUEL = made(
    """
    dice: {coin: [hit, miss]}
    units:
      man:
        letter: M
        name: Man
        men: 2
        move: {step: all}
        attack: {at: {around: orthogonal}, by: {dice: {hits_on: hit}}}
    victory: {eliminate: {}}
    """,
    turn="turn: {actions: 2, may: {move: 1, attack: 1}}",
    setup="""
    . m m .
    . m . .
    . . . .
    . . M .
    . M M .""",
)
"""Expectimax: two actions a turn with dice."""


@pytest.mark.parametrize(
    ("search", "game", "other", "nodes", "least"),
    [
        (ALPHA_BETA, RACE, "1", 300, 16),
        (EXPECTIMAX, DUEL, "1", 300, 15),
        (TURNS, BRAWL, "2", 600, 9),
    ],
    ids=[ALPHA_BETA, EXPECTIMAX, TURNS],
)
def test_level_4_beats_weaker_play(
    search: str, game: Game, other: str, nodes: int, least: int
) -> None:
    """A cut game is half a point."""
    assert search_for(game) == search
    terms = Terms(("4", other), nodes=nodes, max_moves=MAX_MOVES)
    rows = tuple(play_game(game, terms, number) for number in range(GAMES))
    assert Figures(rows).share(0).value * GAMES >= least


STANDOFF = made(
    """
    dice: {coin: [hit, miss]}
    units:
      man:
        letter: M
        name: Man
        move: {step: all}
        attack: {at: {around: orthogonal}, by: {dice: {hits_on: hit}}}
    victory: {eliminate: {}}
    """,
    turn="turn: {actions: 2, may: {move: 1, attack: 1}}",
    setup="""
    m . m .
    . . . .
    . . . .
    . . . .
    . . . .
    M . M .""",
)
"""The side that comes near first is struck first."""


@pytest.mark.parametrize("number", range(4))
def test_level_4_does_not_wait_for_ever(number: int) -> None:
    """It comes out after fifty turns, and dice decide soon."""
    terms = Terms(("4", "4"), nodes=200, max_moves=150)
    assert play_game(STANDOFF, terms, number).winner is not None

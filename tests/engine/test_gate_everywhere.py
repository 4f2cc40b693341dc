"""The gate in shipped games: with dice, duties, chains, royal units, weapons and plugins."""

from __future__ import annotations

import random

import pytest

from wargrid import CHANCE, Game, Position
from wargrid.core.moves import ATTACK, MOVE, TAKE
from wargrid.loading.loader import load_text

RULES = {
    "lionheart/level2": (
        "infantry: {only_if: {attack: {not: {has: moved}}, move: {near: {whose: own}}}}"
    ),
    "hill/209": (
        "infantry: {only_if: {attack: {went: {most: 1}}, move: {near: {whose: any, distance: 3}}},"
        " attack: {may_attack: {not: {near: {whose: its_own, count: 2}}}}}"
    ),
    "xiangqi/standard": (
        "chariot: {may_be_taken: {near: {whose: its_enemy, count: 2}},"
        " only_if: {move: {not: {near: {whose: enemy}}}}}"
    ),
    "chess/standard": (
        "rook: {only_if: {move: {near: {whose: own}}}}, queen: {may_be_taken: {not: {has: moved}}},"
        " knight: {only_if: {move: {went: {most: 0}, not: {in_line: {whose: enemy}}}}}"
    ),
    "draughts/english": "man: {may_be_taken: {near: {whose: its_own}}}",
    "battle/conquest": (
        "tank: {only_if: {attack: {not: {has: moved}}, move: {near: {whose: own, distance: 3}}}},"
        " infantry: {only_if: {capture: {near: {whose: own}}}}"
    ),
    "lionheart/variants/crossbows": (
        "archer: {only_if: {attack: {has: moved}, mark: {has: moved}, move: {not: {has: acted}}}}"
    ),
    "halberd/default": (
        "soldat: {only_if: {move: {near: {whose: own, distance: 2}}}},"
        " archer: {attack: {may_attack: {not: {unit: guetteur}}}}"
    ),
}
"""Rules about units, added to a shipped game."""


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_lists_searches_and_refusals_agree(name: str) -> None:
    game = load_text(f"extends: {name}\nunits: {{{RULES[name]}}}\n", "asked.yaml")
    rng, position, barred = random.Random(5), game.start(), 0
    for _ in range(200):
        if position.result is not None:
            position = game.start()
        if is_ordinary(game, position):
            barred += agree(game, position)
        position = game.step(position, game.sample(position, rng))
    assert barred


def is_ordinary(game: Game, position: Position) -> bool:
    """Return whether a side acts, and neither answers nor sets up its army."""
    acts = game.to_act(position) != CHANCE and position.pending is None
    return acts and position.turn > 0 and not game.engine.is_deploying(position)


def agree(game: Game, position: Position) -> int:
    """Check that all agree about the moves of a position; return how many the gate bars."""
    moves, barred = game.moves(position), 0
    legal = {move.key for move in moves}
    for move in game.engine.pseudo_legal_moves(position):
        why = game.why_not(position, move)
        assert (why is None) == (move.key in legal)
        if why is not None:
            assert why.text("fr").endswith((".", ")"))
            barred += why.code in ("only_if", "may_be_taken", "may_attack")
    strikes = {move.key for move in moves if move.verb in (TAKE, ATTACK)}
    assert {move.key for move in game.search.noisy(position)} == strikes
    fresh = position.copy()
    fresh.listed = None
    assert game.has_move(fresh) == (moves[0] is not game.end)
    for unit, *sets in game.search.sets(position) or ():
        for verb, cells in zip((MOVE, TAKE, ATTACK), sets, strict=True):
            listed = (move for move in moves if move.verb == verb)
            ends = {move.target for move in listed if position.board[move.source] == unit}
            assert {cell for cell in range(game.grid.cells) if cells >> cell & 1} == ends
    return barred

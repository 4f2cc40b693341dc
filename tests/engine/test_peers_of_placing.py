"""Reversi and Ataxx beside Fairy-Stockfish: random games, move by move."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

from support import loaded
from wargrid import Game
from wargrid.core.moves import END, Move

pytestmark = pytest.mark.slow

GAMES: Final = {"reversi/standard": "flipello", "ataxx/standard": "ataxx"}
"""The rulesets, and what Fairy-Stockfish calls them."""

PASSES: Final = "pass"
"""A side that is stuck, which Fairy-Stockfish writes as a move of a piece to its own square."""

PLAYED: Final = 15
"""How many games are played of each."""

LONGEST: Final = 200
"""The most moves of a game; those of Ataxx go on for long at random."""


def _text(game: Game, move: Move, mirrored: bool) -> str:
    """Return a move as Fairy-Stockfish writes it; its board of Ataxx is the other way round."""

    def name(cell: int) -> str:
        column, row = game.grid.name(cell)[0], game.grid.name(cell)[1:]
        return f"{'gfedcba'['abcdefg'.index(column)] if mirrored else column}{row}"

    if move.verb == END:
        return PASSES
    return (
        f"{name(move.source)}{name(move.target)}" if move.source >= 0 else f"P@{name(move.target)}"
    )


@pytest.mark.parametrize(("name", "variant"), GAMES.items(), ids=GAMES.values())
def test_placing_is_played_as_by_fairy_stockfish(name: str, variant: str) -> None:
    """Legal moves are the same in every position, passes and the end of the game included."""
    pyffish: Any = pytest.importorskip("pyffish")
    game, draw, start = loaded(name), random.Random(variant), pyffish.start_fen(variant)
    compared = passes = 0
    for _ in range(PLAYED):
        position, played = game.start(), list[str]()
        while position.result is None and len(played) < LONGEST:
            theirs = {text: text for text in pyffish.legal_moves(variant, start, played)}
            if all(text[:2] == text[2:] for text in theirs):
                theirs = dict.fromkeys([PASSES], next(iter(theirs)))
            mine = {_text(game, move, variant == "ataxx"): move for move in game.moves(position)}
            assert {*mine} == {*theirs}, played
            compared, passes = compared + len(mine), passes + (PASSES in mine)
            text = draw.choice(sorted(mine))
            position = game.step(position, mine[text])
            played.append(theirs[text])
        left = pyffish.legal_moves(variant, start, played)
        over = pyffish.is_immediate_game_end(variant, start, played)[0]
        optional = pyffish.is_optional_game_end(variant, start, played)[0]
        stuck = all(text[:2] == text[2:] for text in left)
        assert len(played) == LONGEST or stuck or over or optional, played
    assert compared > 5_000
    assert passes or variant == "ataxx", "otherwise no side was stuck"

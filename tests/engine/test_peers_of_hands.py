"""Shogi, Minishogi and Crazyhouse beside Fairy-Stockfish: random games, move by move."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

import pytest

from support import loaded
from wargrid import Game, Position
from wargrid.core.moves import Move
from wargrid.players.engines.texts import EngineTexts

pytestmark = pytest.mark.slow

POSITIONS: Final = 2_000
"""The positions of each game; a seed chooses them."""

LONGEST: Final = 150
"""The most moves of a game."""

GAMES: Final = {
    "shogi/standard": "shogi", "shogi/variants/minishogi": "minishogi",
    "chess/variants/crazyhouse": "crazyhouse",
}  # fmt: skip
"""The rulesets, and what Fairy-Stockfish calls them."""


def _alike(texts: EngineTexts, position: Position, fen: str) -> bool:
    """Return whether two FENs have the same ranks, hands and side; the order in hands is free."""
    mine, theirs = (each.split()[:2] for each in (texts.fen(position), fen))
    mine, theirs = ([*ranks.partition("["), side] for ranks, side in (mine, theirs))
    hands = [sorted(each[2].strip("-]")) for each in (mine, theirs)]
    return (mine[0], mine[3], hands[0]) == (theirs[0], theirs[3], hands[1])


def _sharp(game: Game, position: Position, moves: dict[str, Move], draw: random.Random) -> str:
    """Choose a move: half are takings and drops, a fourth are checks, where there are any."""
    dice, wanted = draw.random(), list[str]()
    if dice < 0.5:
        wanted = [text for text, move in moves.items() if "@" in text or move.struck >= 0]
    elif dice < 0.75:
        afters = {text: game.step(position, move) for text, move in moves.items()}
        wanted = [text for text, after in afters.items() if game.in_check(after, after.side)]
    return draw.choice(sorted(wanted or moves))


def _mates(pyffish: Any, variant: str, fen: str, text: str) -> bool:
    return text.startswith("P@") and not pyffish.legal_moves(variant, fen, [text])


@pytest.mark.parametrize(("name", "variant"), GAMES.items(), ids=GAMES.values())
def test_hands_are_played_as_by_fairy_stockfish(name: str, variant: str) -> None:
    """Legal moves and checks are the same in every position, and so are mates."""
    pyffish: Any = pytest.importorskip("pyffish")
    game, draw, seen = loaded(name), random.Random(variant), Counter[str]()
    texts = EngineTexts(game)
    while seen["positions"] < POSITIONS:
        position, fen = game.start(), pyffish.start_fen(variant)
        for _ in range(LONGEST):
            if position.result is not None and position.result.reason not in ("mate", "stalemate"):
                seen[position.result.reason] += 1
                break
            seen["positions"] += 1
            mine = texts.moves(position)
            assert _alike(texts, position, fen), fen
            assert texts.fen(texts.position(texts.fen(position))) == texts.fen(position)
            theirs = {*pyffish.legal_moves(variant, fen, [])}
            # It lists a pawn that mates as it is dropped, and calls the game lost by it.
            mates = [text for text in theirs - {*mine} if _mates(pyffish, variant, fen, text)]
            assert not mates or variant != "crazyhouse", fen
            assert {*mine} == theirs.difference(mates), fen
            seen["mates by a pawn"] += len(mates)
            assert game.in_check(position, position.side) == pyffish.gives_check(variant, fen, [])
            if position.result is not None:
                seen[position.result.reason] += 1
                break
            text = _sharp(game, position, mine, draw)
            seen["drops"] += "@" in text
            position = game.step(position, mine[text])
            fen = pyffish.get_fen(variant, fen, [text])
    assert min(seen["mate"], seen["drops"] - 100) > 0, "otherwise nothing was compared"

"""Endings of Breakthrough and draughts, kings of Lionheart: what the highest level must solve."""

from __future__ import annotations

from functools import cache

import pytest

from support import Tried, loaded, tried
from wargrid import CHANCE, Position
from wargrid.core.moves import ATTACK
from wargrid.match import read_fen, write_move
from wargrid.players import Budget, Player, make_player

pytestmark = pytest.mark.slow

ENDINGS = (
    ("8/8/8/P1p5/3P3P/2p5/1P6/8 w", "b2xc3"),
    ("8/8/2p1p2p/8/4P3/8/6P1/8 w", "e4-e5"),
    ("8/8/3p4/p4p2/P7/8/1P6/8 w", "a4-b5"),
    ("8/6p1/6p1/8/7P/8/P2P4/8 w", "h4-g5"),
    ("8/8/8/3Pp3/8/3p4/4P3/8 w", "e2xd3"),
    ("8/2p5/8/4P3/8/5p2/4P3/8 w", "e2xf3"),
    ("8/8/2p3p1/6P1/8/7p/P5PP/8 w", "g2xh3"),
    ("8/1pp5/8/8/2P5/8/4P3/8 w", "c4-d5"),
)
"""Positions of Breakthrough, and the only move that wins in four, found by trying all moves."""


@cache
def highest(name: str) -> Player:
    """Make the highest level of a ruleset once; with a budget of nodes it remembers nothing."""
    return make_player(loaded(name), "4", 1)


@pytest.mark.parametrize(("fen", "move"), ENDINGS)
def test_the_highest_level_wins_endings(fen: str, move: str) -> None:
    game = loaded("breakthrough/standard")
    answer = highest("breakthrough/standard").choose(read_fen(game, fen), Budget(nodes=5_000))
    assert write_move(game, answer.move) == move


DRAUGHTS = (
    ("5K2/4m3/1k1M4/4M3/8/8/8/8 w", "d6-c7"),
    ("8/8/1K6/m3K1m1/8/8/8/8 w", "b6-c5"),
    ("8/8/3M4/8/8/6M1/3K1m2/6k1 w", "d2-e1"),
    ("8/8/1m5m/8/1K6/4K3/8/8 w", "e3-f4"),
    ("8/2m3K1/8/m7/3K4/4M3/8/8 w", "d4-c3"),
    ("8/m5m1/8/2K5/8/2K5/3M4/8 w", "d2-e3"),
    ("8/6K1/3m4/6k1/8/8/5K2/6k1 w", "g7-h6"),
    ("8/4m3/8/8/1K6/4K3/8/2k5 w", "b4-c3"),
)
"""Positions of English draughts, and the only move that wins in four, found by trying all moves."""


@pytest.mark.parametrize(("fen", "move"), DRAUGHTS)
def test_the_highest_level_wins_endings_of_draughts(fen: str, move: str) -> None:
    game = loaded("draughts/english")
    answer = highest("draughts/english").choose(read_fen(game, fen), Budget(nodes=5_000))
    assert write_move(game, answer.move) == move


@pytest.fixture
def lionheart() -> Tried:
    return tried("lionheart/level1")


KILLS = (
    ". k .\n. I .",
    ". k .\n. . .\n. I .",
    "k . .\n. . .\nN . .",
    ". I k\n. . .",
    "k . .\n. . .\n. A .",
)
"""Positions of Lionheart in which a king can be attacked in this turn."""


@pytest.mark.parametrize("picture", KILLS)
def test_the_highest_level_attacks_a_king_within_reach(lionheart: Tried, picture: str) -> None:
    game, position = lionheart.game, lionheart.table(picture).position
    king = next(u for u in position.units_of(1) if position.type_of(u).word == "king")
    player, side = highest("lionheart/level1"), position.side
    attacked = 0
    while game.to_act(position) == side:
        move = player.choose(position, Budget(nodes=2_000)).move
        attacked += move.verb == ATTACK and position.board[move.target] == king
        position = game.step(position, move)
    assert attacked


ESCAPES = (
    ". i .\n. K .\n. . .",
    ". . .\n. K i<\n. . .",
    "a . .\n. . .\nK . .",
)
"""Positions of Lionheart in which the enemy could attack the king in the next turn."""


def danger(tried: Tried, position: Position) -> float:
    """Return the highest chance that the side to act kills the enemy's king by one attack."""
    game = tried.game
    return max(
        (
            float(game.odds(position, move).wins(position.side))
            for move in game.moves(position)
            if move.verb == ATTACK
        ),
        default=0.0,
    )


@pytest.mark.parametrize("picture", ESCAPES)
def test_the_highest_level_saves_its_king(lionheart: Tried, picture: str) -> None:
    game, position = lionheart.game, lionheart.table(picture).position
    player, side = highest("lionheart/level1"), position.side
    while game.to_act(position) == side:
        move = player.choose(position, Budget(nodes=2_000)).move
        position = game.step(position, move)
        if game.to_act(position) == CHANCE:
            position = game.step(position, game.engine.draw(position, 0.5))
    assert danger(lionheart, position) == 0

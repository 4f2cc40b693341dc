"""Positions that the highest level must solve: forced mates, and endings that are won."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid import Game, Position
from wargrid.match import read_fen, write_move
from wargrid.players import WIN, Budget, make_player

MATES = (
    (1, "2baka3/4n4/4b4/2p3C2/p5p1p/9/P1PnC1P1P/9/4RR3/2BAKAB2 w"),
    (1, "3aka3/2NRn4/8b/p7p/9/4r4/r7P/4B4/4N4/3AKAB2 w"),
    (1, "3aka3/2NRn4/4r3b/p7p/9/2B6/r7P/9/4N4/3AKAB2 w"),
    (1, "3a5/3k5/9/8p/4p2r1/9/9/4K4/4C4/3A5 b"),
    (1, "4k4/9/9/4N4/4R4/P8/9/3AB4/5K3/2BA5 w"),
    (1, "3ak1b2/4a4/b8/8r/p1p6/6R2/8P/B8/5N3/4KAB2 w"),
    (2, "2R2a3/3ka4/9/9/9/5N3/P8/3AB4/9/2BAK4 w"),
    (2, "9/4k4/9/4N4/9/P3R4/9/3AB4/5K3/2BA5 w"),
    (2, "3ak1b2/9/3an4/p3p4/9/4np3/5r3/4K3B/9/2B6 b"),
    (2, "r1bakabr1/4n4/6n2/p1C1p1R1p/9/9/P1P1c1P1P/4C3B/4A4/RNBAK4 b"),
    (2, "9/5k3/9/5C3/4N1R2/P8/8P/9/4A4/2BAK1B2 w"),
    (2, "2ra1ab2/4nk3/b3r4/p3p3p/6p2/3C1n3/P1P1c1P1P/2NKB4/3RA4/2B2R3 w"),
    (2, "3ak4/3na4/b3r3b/p1p1pcp2/8p/2P6/9/4r4/3KA4/9 b"),
    (2, "2ba2b1r/4a4/2n1ck3/p1C1p3p/1c7/8P/P2NP4/1rN1B2R1/5C3/3AKAB2 w"),
    (3, "2bk1a3/4a4/2R6/9/9/5N3/P8/3AB4/9/2BAK4 w"),
    (3, "3k1a3/4a4/9/9/9/2R2N3/P8/3AB4/9/2BAK4 w"),
    (3, "5k3/9/3a1a3/4C2P1/4N4/4R4/P1P6/4B4/4A4/2B1KA3 w"),
    (3, "2baka3/9/4P4/9/p1R6/9/4R4/9/7r1/2B1KA3 w"),
    (3, "2r6/4k4/3a5/8p/p5R2/8P/9/2p1B4/4R4/3AKAB2 w"),
    (3, "2r6/3k5/3a5/8p/p5R2/8P/9/2p6/4R4/2BAKAB2 w"),
)
"""Positions of Xiangqi from games between computer players, and in how many moves they are mate."""


def loses(game: Game, position: Position, moves: int) -> bool:
    """Return whether the side to act is mated, or will be by so many checks after any reply."""
    if position.result is not None:
        return position.result.reason == "mate"
    answers = (game.step(position, move) for move in game.moves(position))
    return moves > 0 and all(after.result is None and wins(game, after, moves) for after in answers)


def wins(game: Game, position: Position, moves: int) -> bool:
    """Return whether the side to act can mate by so many checks."""
    checks = (
        after
        for move in game.moves(position)
        if game.in_check(after := game.step(position, move), after.side)
    )
    return any(loses(game, after, moves - 1) for after in checks)


@pytest.mark.slow
@pytest.mark.parametrize(("moves", "fen"), MATES)
def test_the_highest_level_mates(moves: int, fen: str) -> None:
    game = loaded("xiangqi/standard")
    position = read_fen(game, fen)
    assert not any(wins(game, position, fewer) for fewer in range(1, moves))
    answer = make_player(game, "4", 1).choose(position, Budget(nodes=25_000))
    assert loses(game, game.step(position, answer.move), moves - 1)


CHESS = (
    (1, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1-a8"),
    (1, "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4", "h5xf7"),
    (1, "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "g5-f7"),
    (2, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1-a6"),
    (2, "r5k1/5ppp/8/8/8/8/4R1PP/4R2K w - - 0 1", "e2-e8"),
    (2, "5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", "b3-g8"),
    (2, "8/5P1k/5K2/8/8/8/8/8 w - - 0 1", "f7-f8=rook"),
    (2, "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 0 1", "d5-f6"),
    (2, "1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 0 1", "b5-d5"),
    (3, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "f6-a6"),
)
"""Positions of chess, in how many moves they are mate, and the only move that does it."""


@pytest.mark.slow
@pytest.mark.parametrize(("moves", "fen", "move"), CHESS)
def test_the_highest_level_mates_in_chess(moves: int, fen: str, move: str) -> None:
    """Also where the other side could hold out if it had not to move, and by a rook only."""
    game = loaded("chess/standard")
    answer = make_player(game, "4", 1).choose(read_fen(game, fen), Budget(nodes=10_000))
    assert write_move(game, answer.move) == move
    assert answer.score == WIN - (2 * moves - 1)

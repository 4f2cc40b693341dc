"""Moves weighed by whole turns: the rest of the turn, dice, and the enemy's chance to win."""

from __future__ import annotations

from positions import FACE_TO_FACE, KING_AT_BAY
from support import loaded
from wargrid import Game, Move, Position
from wargrid.match import read_move, read_position
from wargrid.players import Budget, WholeTurns, winning_of
from wargrid.players.regret import MOST_WORTH

CLEAR = 80.0
"""From which worth on a move is called a mistake."""


def lionheart(drawn: str, **changes: object) -> tuple[Game, Position]:
    game = loaded("lionheart/level1")
    position = read_position(game, drawn)
    for name, value in changes.items():
        setattr(position, name, value)
    return game, position


def first(game: Game, position: Position, verb: str) -> Move:
    return next(move for move in game.moves(position) if move.verb == verb)


def test_not_to_strike_the_king_is_worse_by_the_chance_to_win() -> None:
    """In the last action the strike may win: to turn instead gives that up."""
    game, position = lionheart(KING_AT_BAY, budget=1)
    strike = first(game, position, "attack")
    found = WholeTurns(game).weigh(position, first(game, position, "turn"), Budget(nodes=3000))
    wins = game.odds(position, strike).wins(position.side)
    assert found.best == strike
    assert float(wins) * MOST_WORTH / 2 < found.worth < 2 * MOST_WORTH


def test_to_end_a_turn_is_compared_with_what_else_there_was_in_it() -> None:
    """Both units face each other: to strike first takes men, to end the turn takes none."""
    game, position = lionheart(FACE_TO_FACE)
    found = WholeTurns(game).weigh(position, game.end, Budget(nodes=3000))
    assert found.best.verb == "attack"
    assert found.worth > CLEAR


def test_the_best_move_costs_nothing() -> None:
    game, position = lionheart(FACE_TO_FACE)
    turns = WholeTurns(game)
    best = turns.weigh(position, game.end, Budget(nodes=3000)).best
    again = turns.weigh(position, best, Budget(nodes=3000))
    assert (again.best, again.worth) == (best, 0)


KING_NEAR_A_RIDER = """
. . . . . . . . .
. . . . . . . . .
. . . . k< . . . .
. . . . Nv . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . K . . . .
. . . i . . . . .
side: silver
"""


def test_a_king_left_to_a_rider_costs_the_enemys_chance_to_win() -> None:
    """It stays where a knight turns and strikes; a step aside leaves less."""
    game, position = lionheart(KING_NEAR_A_RIDER, budget=1)
    staying = read_move(game, position, "d1>E")
    found = WholeTurns(game).weigh(position, staying, Budget(nodes=6000))
    assert found.leaves.value > found.left
    assert found.worth >= CLEAR
    assert position.board[found.best.source] == position.board[game.grid.cell("e8")]


class TestChances:
    """The chance to win in the rest of a turn, beside the odds of single attacks."""

    def test_a_win_by_a_move_is_certain(self) -> None:
        game = loaded("breakthrough/standard")
        rows = [["."] * 8 for _ in range(8)]
        rows[1][0], rows[0][7] = "P", "p"
        position = read_position(game, "\n".join(map(" ".join, rows)))
        assert winning_of(game).chance(position).value == 1

    def test_nothing_near_is_no_chance(self) -> None:
        game = loaded("lionheart/level1", {"first_player": "gold"})
        assert winning_of(game).chance(game.start()).value == 0

"""Regret: by how much a move was worse than the one that a hint would name."""

from __future__ import annotations

import pytest

from support import loaded
from tables import FACE_TO_FACE, KING_AT_BAY
from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import Match, read_move, read_position, write_move
from wargrid.players import Answer, Budget, Player, regret_of
from wargrid.players import regret as regret_module
from wargrid.players.protocol import ask
from wargrid.players.regret import MOST_WORTH

CLEAR = 80.0
"""From which regret on a move is called a mistake."""


def after(game: Game, moves: str) -> Position:
    match = Match(game)
    for move in moves.split():
        match.play(read_move(game, match.position, move))
    return match.position


def regret(game: Game, position: Position, best: str, made: str, nodes: int = 600) -> float | None:
    found: list[Move] = [read_move(game, position, move) for move in (best, made)]
    told = regret_of(game, position, found[0], found[1], Budget(nodes=nodes))
    return None if told is None else told.worth


QUEEN_OUT = "e2-e4 d7-d5 d1-h5 d5xe4 f1-c4 g8-h6"


def test_a_queen_for_a_pawn_is_regretted_and_the_reply_need_not_be_a_choice() -> None:
    """After the check, taking the queen is the only legal move."""
    chess = loaded("chess/standard")
    found = regret(chess, after(chess, QUEEN_OUT), "d2-d3", "h5xf7")
    assert found is not None
    assert found > CLEAR


@pytest.mark.parametrize(
    ("moves", "best", "made"),
    [
        ("e2-e4", "e7-e5", "d7-d5"),
        ("e2-e4 d7-d5", "e4xd5", "b1-c3"),
        ("e2-e4 e7-e5 d1-h5 b8-c6", "h5xf7", "h5xf7"),
    ],
)
def test_moves_that_come_to_much_the_same_are_not_regretted(
    moves: str, best: str, made: str
) -> None:
    """A pawn offered and taken back; and two moves that lose the same unit."""
    chess = loaded("chess/standard")
    found = regret(chess, after(chess, moves), best, made)
    assert found is not None
    assert abs(found) < CLEAR


def test_allowing_mate_is_regretted_as_a_lost_game() -> None:
    chess = loaded("chess/standard")
    found = regret(chess, after(chess, "f2-f3 e7-e5"), "d2-d4", "g2-g4")
    assert found is not None
    assert found > 1000


def test_dice_count_by_their_expectation() -> None:
    """In the last action, to strike the king may win: not to is regretted by that chance."""
    game = loaded("lionheart/level1")
    position = read_position(game, KING_AT_BAY)
    position.budget = 1
    attack = next(move for move in game.moves(position) if move.verb == "attack")
    turn = next(move for move in game.moves(position) if move.verb == "turn")
    found = regret_of(game, position, attack, turn, Budget(nodes=3000))
    assert found is not None
    assert 0 < found.worth < 2 * MOST_WORTH


def test_the_end_of_a_turn_is_compared_with_what_else_there_was_in_it() -> None:
    """Both units face each other: to strike first takes men, to end the turn takes none."""
    game = loaded("lionheart/level1")
    position = read_position(game, FACE_TO_FACE)
    strike = next(move for move in game.moves(position) if move.verb == "attack")
    found = regret_of(game, position, strike, game.end, Budget(nodes=3000))
    assert found is not None
    assert found.worth > CLEAR


def test_no_reply_is_searched_where_a_turn_has_several_actions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Searches of a turn end with it: both moves are measured there."""
    game, asked = loaded("lionheart/level1"), list[int]()

    def spied(player: Player, position: Position, budget: Budget) -> Answer:
        asked.append(position.side)
        return ask(player, position, budget)

    monkeypatch.setattr(regret_module, "ask", spied)
    position = read_position(game, FACE_TO_FACE)
    turn = next(move for move in game.moves(position) if move.verb == "turn")
    assert regret_of(game, position, turn, game.end, Budget(nodes=300)) is not None
    assert set(asked) == {position.side}


def test_a_chance_to_win_in_the_next_action_is_that_part_of_a_win() -> None:
    """To turn first leaves an attack that may win: much less than a game won."""
    game = loaded("lionheart/level1")
    position = read_position(game, FACE_TO_FACE)
    turn = next(move for move in game.moves(position) if move.verb == "turn")
    found = regret_of(game, position, turn, game.end, Budget(nodes=3000))
    assert found is not None
    assert CLEAR < found.worth < MOST_WORTH / 2


def test_the_reply_tells_what_a_mistake_allows() -> None:
    """The queen goes where a knight takes her."""
    chess = loaded("chess/standard")
    position = after(chess, "e2-e4 g8-f6")
    best, made = (read_move(chess, position, text) for text in ("b1-c3", "d1-h5"))
    found = regret_of(chess, position, best, made, Budget(nodes=600))
    assert found is not None
    assert found.reply is not None
    assert write_move(chess, found.reply) == "f6xh5"

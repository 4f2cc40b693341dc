"""The evaluation, and the player who looks one move ahead with it."""

from __future__ import annotations

import pytest

from rulesets import made, table
from support import every_ruleset, loaded
from wargrid import CHANCE, Game, Position
from wargrid.players import Budget, Evaluation, GreedyPlayer, random_numbers


def walk(game: Game, moves: int) -> Position:
    """Play at random until so many moves of sides are made, and no dice are due."""
    number, position, count = random_numbers(3), game.start(), 0
    while position.result is None and (count < moves or game.to_act(position) == CHANCE):
        if game.to_act(position) == CHANCE:
            position = game.step(position, game.draw(position, number()))
        else:
            listed = game.moves(position)
            position = game.step(position, listed[int(number() * len(listed))])
            count += 1
    return position


@every_ruleset
def test_the_scores_of_both_sides_add_up_to_nothing(name: str) -> None:
    game = loaded(name)
    evaluation = Evaluation(game)
    position = walk(game, 30)
    assert evaluation.score(position, 0) == pytest.approx(-evaluation.score(position, 1))


@every_ruleset
def test_greedy_makes_the_same_legal_move_for_the_same_seed(name: str) -> None:
    game = loaded(name)
    position = walk(game, 6)
    side = game.to_act(position)
    assert side in (0, 1)
    seen = game.view(position, side)
    answers = [GreedyPlayer(game, 5).choose(seen, Budget(nodes=20)) for _ in range(2)]
    assert game.why_not(position, answers[0].move) is None
    assert answers[0] == answers[1]


FIELD = """
    units:
      man: {letter: M, name: Man, captures: by_moving, move: {step: all}}
      rook: {letter: R, name: Rook, captures: by_moving, move: {slide: orthogonal}}
    victory: {eliminate: {}}
    """


def test_greedy_takes_the_dearer_of_two_units() -> None:
    board = table(
        made(FIELD),
        """
        . . . . m
        . . . . .
        . r . m .
        . . M . .
        . . . . .""",
    )
    move = GreedyPlayer(board.game, 1).choose(board.position, Budget()).move
    assert board.game.grid.name(move.target) == "b3"

"""How a player thought: the turn it made, others it weighed, and the answers it feared."""

from __future__ import annotations

import random

import pytest

from support import loaded
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match import write_move
from wargrid.players import Budget, Decision, Thought, find_thoughts, make_player

NODES = 40


def rolled(game: Game, position: Position, numbers: random.Random) -> Position:
    """Return the position after all rolls that are due."""
    while position.result is None and game.to_act(position) == CHANCE:
        position = game.step(position, game.draw(position, numbers.random()))
    return position


def thought(name: str) -> tuple[Game, Decision, list[str], list[Thought]]:
    """Let level 4 make its first turn of a game, and tell how it thought."""
    game = loaded(name)
    player = make_player(game, "4", 1)
    numbers = random.Random(1)
    position = rolled(game, game.start(), numbers)
    side, made, decision = position.side, [], None
    while position.side == side and position.result is None:
        answer = player.choose(game.view(position, side), Budget(nodes=NODES))
        if decision is None and answer.score is not None:
            decision = Decision(position, answer.move, answer.score, "4", 1)
        made.append(write_move(game, answer.move))
        position = rolled(game, game.step(position, answer.move), numbers)
    assert decision is not None
    return game, decision, made, find_thoughts(game, decision, made, position, Budget(nodes=NODES))


@pytest.mark.parametrize("name", ["breakthrough/standard", "lionheart/level1"])
def test_the_turn_made_comes_first_and_others_begin_otherwise(name: str) -> None:
    """Every move is legal where it is made, and every answer is one of the enemy."""
    game, decision, made, thoughts = thought(name)
    assert thoughts[0][:3] == (decision.before, decision.move, decision.score)
    assert len(thoughts) > 1
    for one in thoughts:
        assert one.move in game.moves(one.at)
        if one.then is not None:
            assert one.then.side != decision.before.side
            assert one.reply in game.moves(one.then)
    assert not {write_move(game, one.move) for one in thoughts[1:]} & set(made)
    scores = [one.score for one in thoughts[1:]]
    assert scores == sorted(scores, reverse=True)


def test_the_same_budget_gives_the_same_thoughts() -> None:
    """Moves and scores are those of a seeded search, counted in nodes."""
    one, other = (thought("breakthrough/standard")[-1] for _ in range(2))
    assert [each[1:3] for each in one] == [each[1:3] for each in other]

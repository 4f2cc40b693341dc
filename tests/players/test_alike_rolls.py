"""Rolls that count the same lead to the same position, and a player looks at it once."""

from __future__ import annotations

import random
from collections.abc import Iterator

from support import every_ruleset, loaded
from wargrid import CHANCE, Game, Position
from wargrid.match import digest
from wargrid.players.evaluation.chance import Expectation


def _rolls_due(game: Game, moves: int) -> Iterator[Position]:
    """The positions of a random game, attacks first, in which dice are due."""
    chance, position = random.Random(4), game.start()
    for _ in range(moves):
        if position.result is not None:
            position = game.start()
        if game.to_act(position) == CHANCE:
            if position.turn:  # no player is asked before
                yield position
            position = game.step(position, game.sample(position, chance))
        else:
            moves_now = game.moves(position)
            fights = [move for move in moves_now if move.verb == "attack"]
            position = game.step(position, chance.choice(fights or moves_now))


def _men(position: Position) -> float:
    return float(sum(position.men))


@every_ruleset
def test_rolls_alike_lead_to_one_position(name: str) -> None:
    """Their positions have equal digests, and the mean over them is that over each."""
    game = loaded(name)
    once, each = Expectation(game), Expectation(game, each=True)
    for position in _rolls_due(game, 120):
        rolls = once.rolls(position)
        outcomes: dict[object, str] = {}
        for (_, roll), counts in zip(rolls, game.engine.alike(position, rolls) or (), strict=False):
            after = digest(game.step(position, roll))
            assert outcomes.setdefault(counts, after) == after, (roll, counts)
        assert once.over(position, _men) == each.over(position, _men)

"""Regret: by how much one move is better than another, as the adviser sees both afterwards."""

from __future__ import annotations

from collections.abc import Hashable
from math import fsum
from typing import Final, NamedTuple

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.players.hints import ADVISER
from wargrid.players.levels import Level
from wargrid.players.protocol import Budget, Player, ask
from wargrid.players.registry import make_player

MOST_WORTH: Final = 2_000.0
"""Beyond so many hundredths of an average unit a game is as good as won: more is no better."""

MOST_FORCED: Final = 12
"""How many moves without a choice are followed before the adviser is asked."""

MOST_OUTCOMES: Final = 60
"""How many different outcomes of one move are looked at."""

_Leaf = tuple[float, Position]


class Regret(NamedTuple):
    """By how much a move is worse than the best, and the ``reply`` to it that shows why, if any.

    ``worth`` is in points of the evaluation: 100 is a unit.
    """

    worth: float
    reply: Move | None = None


def regret_of(
    game: Game, position: Position, best: Move, made: Move, budget: Budget, adviser: str = ADVISER
) -> Regret | None:
    """Return how much better ``best`` is than ``made`` for the side to act.

    Each move is made, its dice are followed exactly, and the adviser searches on from each
    outcome with an equal part of the budget: the reply, since a turn is one action. ``WholeTurns``
    weighs the moves of other games. None where that does not compare: there are more than
    ``MOST_OUTCOMES``, or the adviser has no score.

    Raises:
        PlayerError: the adviser fails.
    """
    player = make_player(game, adviser, 0)
    if isinstance(player, Level):
        player.steady(MOST_WORTH)  # else a hundredth of a win would be ten units
    try:
        lines = []
        for number, move in enumerate((best, made)):
            part, line = budget.share(1 / (2 - number)), _Line(game, player, position)
            lines.append((line.worth(move, part), line.reply))
            budget.spend(part.nodes)
    finally:
        player.close()
    (better, _), (worse, reply) = lines
    return None if better is None or worse is None else Regret(better - worse, reply)


class _Line:
    """What comes of one move from a position."""

    def __init__(self, game: Game, player: Player, position: Position) -> None:
        self._game, self._player, self._start = game, player, position
        self._rolled = False
        self.reply: Move | None = None
        """What the other side would do at once, where a search of it tells."""

    def worth(self, move: Move, budget: Budget) -> float | None:
        """Return the mean worth of a move, None if none is known."""
        leaves = self._outcomes(self._game.step(self._start, move), budget)
        if leaves is None:
            return None
        self._rolled = len(leaves) > 1
        worths = []
        for number, (chance, leaf) in enumerate(leaves):
            part = budget.share(1 / (len(leaves) - number))
            worth = self._searched(leaf, part)
            budget.spend(part.nodes)
            if worth is None:
                return None
            worths.append(chance * max(-MOST_WORTH, min(MOST_WORTH, worth)))
        return fsum(worths)

    def _outcomes(self, after: Position, budget: Budget) -> list[_Leaf] | None:
        """Return the outcomes of what is rolled, equal ones together, or None for too many."""
        game, waiting = self._game, [(1.0, after)]
        leaves: dict[Hashable, _Leaf] = {}
        while waiting:
            chance, position = waiting.pop()
            if position.result is None and game.to_act(position) == CHANCE:
                rolls = game.chances(position)
                waiting += [(chance * float(one), game.step(position, roll)) for one, roll in rolls]
            else:
                key = position.result, game.search.key(position)
                leaves[key] = leaves.get(key, (0.0, position))[0] + chance, position
            if len(leaves) > MOST_OUTCOMES or not budget.spend():
                return None
        return list(leaves.values())

    def _searched(self, position: Position, budget: Budget) -> float | None:
        """Return the worth of a position as the search sees it; moves without choice are made."""
        game, side = self._game, self._start.side
        for _ in range(MOST_FORCED):
            if position.result is not None:
                winner = position.result.winner
                return 0.0 if winner is None else MOST_WORTH if winner == side else -MOST_WORTH
            if game.to_act(position) == CHANCE:
                return None
            moves = game.moves(position)
            answer = None if len(moves) == 1 else ask(self._player, position, budget)
            if position.side != side and self.reply is None and not self._rolled:
                self.reply = moves[0] if answer is None else answer.move
            if answer is not None and position.pending is None:
                if answer.score is None:
                    return None
                return answer.score if position.side == side else -answer.score
            position = game.step(position, moves[0] if answer is None else answer.move)
        return None

"""Reasons for a move in a player's words, found by comparing the position before it and after.

Nothing here knows a game: what a side takes, attacks, saves, threatens, stops, reaches and blocks
follows from the legal moves of both sides. The move's own name goes before its reasons, so that
none repeats which unit acts, where it goes and which unit it strikes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.core.state import AGAIN
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.engine.odds import Odds
from wargrid.players.evaluation.score import Evaluation, lead_of
from wargrid.players.protocol import Answer
from wargrid.players.reasons.comparison import MoveComparison
from wargrid.players.reasons.deployments import deployed
from wargrid.players.reasons.effects import effects_of, message, percent
from wargrid.players.reasons.expected import planned
from wargrid.players.reasons.questions import Questions
from wargrid.players.reasons.quiet import QuietReasons
from wargrid.players.reasons.strikes import strikes
from wargrid.text import Message

MOST: Final = 3
"""The most reasons of one move."""

MOST_QUIET: Final = 2
"""The most reasons of a move that changes nothing at once."""

_SAME: Final = 1.0
_LITTLE: Final = 50.0
_DECISIVE: Final = 1_000.0
"""Scores, and differences between them: the same, a little, and won or lost. 100 is an average
unit."""


class Rank(NamedTuple):
    """The place of a move among good ones: its number from 1, and the score of the first."""

    number: int = 1
    best: float | None = None


class Reasons:
    """Finds the reasons for moves of one game."""

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        self._game = game
        self._questions = Questions(game, evaluation)

    def of(
        self, position: Position, answer: Answer, odds: Odds, rank: Rank | None = None
    ) -> tuple[Message, ...]:
        """Return up to three reasons for a player's answer, the most important first.

        ``position`` is what the side to act sees, ``odds`` are those of the move. There is one at
        least, if only what the player expects.
        """
        found: list[Message] = []
        for reason in self._all(position, answer, odds):
            if reason not in found:
                found.append(reason)
            if len(found) == MOST:
                break
        found = found or [*self._last_resort(position, answer, rank or Rank())]
        risks = [*self._risks(position, answer.move, odds)]
        return (*found[: MOST - len(risks)], *risks)

    def _risks(self, position: Position, move: Move, odds: Odds) -> Iterator[Message]:
        """Yield what may become of the unit that moves, whatever the move is good for."""
        after = odds.outcomes[0].position
        quiet = len(odds.outcomes) == 1 and after.pending is None and position.turn
        if quiet and self._game.to_act(after) not in (None, CHANCE):
            yield from MoveComparison(self._questions, position, after, move).at_risk()

    def _all(self, position: Position, answer: Answer, odds: Odds) -> Iterator[Message]:
        move, side, only = answer.move, position.side, odds.outcomes[0].position
        wins = odds.wins(side)
        if wins == 1:
            yield message("wins")
            return
        if self._game.engine.is_deploying(position):
            yield from deployed(self._questions, position, only, move)
            return
        if len(self._game.moves(position)) == 1:
            yield message("only")
        if move is self._game.claim:
            yield message("claims")
        if move in (self._game.end, self._game.claim):
            return
        if wins:
            yield message("may_win", chance=percent(wins))
        done = [*strikes(self._questions, position, move, odds)]
        if len(odds.outcomes) == 1:
            done += effects_of(self._game, position, only, move)
        yield from done
        if len(odds.outcomes) == 1 and position.turn:
            yield from self._compared(position, answer, only, explained=bool(wins or done))
        elif position.turn:
            yield from self._if_it_fails(position, move, odds)

    def _compared(
        self, position: Position, answer: Answer, after: Position, *, explained: bool
    ) -> Iterator[Message]:
        """Yield the reasons of a move without dice that follow from the position after it."""
        if after.pending is not None and after.pending.kind == AGAIN:
            yield from self._goes_on(after)
        if self._game.to_act(after) in (None, CHANCE) or after.pending is not None:
            return
        compared = MoveComparison(self._questions, position, after, answer.move)
        changes = [] if position.pending is not None else [*compared.changes()]
        yield from changes
        if not (explained or changes):
            plan = planned(self._questions, self._game, position, answer)
            yield from islice(QuietReasons(compared).reasons(plan), MOST_QUIET)
        if changes or position.pending is None:
            yield from compared.exposed()

    def _if_it_fails(self, position: Position, move: Move, odds: Odds) -> Iterator[Message]:
        """Yield what is at risk after the likeliest roll that does not end the game."""
        left = [each for each in odds.outcomes if each.position.result is None]
        after = max(left, key=lambda each: each.chance).position if left else None
        if after is not None and after.pending is None and self._game.to_act(after) != CHANCE:
            yield from MoveComparison(self._questions, position, after, move).exposed()

    def _goes_on(self, position: Position) -> Iterator[Message]:
        """Yield the unit that may be struck next by the one that goes on taking."""
        struck = [position.board[move.struck] for move in self._questions.takings(position)]
        for unit in struck[:1]:
            yield message("goes_on", **self._questions.named(position, unit))

    def _last_resort(self, position: Position, answer: Answer, rank: Rank) -> Iterator[Message]:
        """Yield what the player expects of a move for which there is no other reason."""
        first, score = rank.number == 1, answer.score
        if self._game.engine.is_deploying(position):
            yield message("deploys" if first else "deploys_next")
        elif first and answer.move is self._game.end:
            yield message("end")
        elif first:
            yield self._expectation(position, score)
        elif score is not None and rank.best is not None:
            yield _compared(score, rank.best)
        else:
            yield message("at_once")

    def _expectation(self, position: Position, score: float | None) -> Message:
        """Return what a player expects of its best move.

        A lead that is only sought, or that comes with every unit placed, is not one to be kept.
        """
        if score is None:
            return message("unexplained")
        if abs(score) >= _DECISIVE:
            return message("best")
        before = self._questions.evaluation.still(position, position.side)
        return message(lead_of(min(score, max(before, 0.0))))


def _compared(score: float, best: float) -> Message:
    """Return how much worse than its best move a player thinks another."""
    lost = best - score
    if lost <= _SAME:
        return message("as_good")
    return message(
        "little_worse" if lost < _LITTLE else "worse" if lost < _DECISIVE else "much_worse"
    )

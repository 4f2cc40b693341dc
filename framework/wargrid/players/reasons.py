"""Reasons for a move in a player's words, found by comparing the position before it and after.

Nothing here knows a game: what a side takes, attacks, saves, threatens, stops, reaches and blocks
follows from the legal moves of both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Final

from wargrid.core import ATTACK, GONE, TAKE
from wargrid.engine import CHANCE, expected
from wargrid.players.comparison import Comparison
from wargrid.players.effects import effects_of, message
from wargrid.players.questions import Questions
from wargrid.text import Message

if TYPE_CHECKING:
    from wargrid.core import Move, Position
    from wargrid.engine import Game, Odds
    from wargrid.players.evaluation.score import Evaluation

MOST: Final = 3
"""The most reasons of one move."""

_LIKELY: Final = Fraction(1, 2)
"""The chance to destroy a unit from which on average losses are no reason besides."""

_LONGEST_FRACTION: Final = 1_000


class Reasons:
    """Finds the reasons for moves of one game."""

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        self._game = game
        self._questions = Questions(game, evaluation)

    def of(
        self, position: Position, move: Move, odds: Odds, first: bool = True
    ) -> tuple[Message, ...]:
        """Return up to three reasons, the most important first.

        ``position`` is what the side to act sees, ``odds`` are those of the move. ``first`` is
        false if better moves are known; then a move may have no reason.
        """
        found: list[Message] = []
        for reason in self._all(position, move, odds):
            if reason not in found:
                found.append(reason)
            if len(found) == MOST:
                break
        return tuple(found) or tuple(map(message, self._last_resort(position, move, first)))

    def _last_resort(self, position: Position, move: Move, first: bool) -> Iterator[str]:
        if self._game.is_deploying(position):
            yield "deploys"
        elif first:
            only = len(self._game.moves(position)) == 1
            yield "end" if move is self._game.end else "only" if only else "best"

    def _all(self, position: Position, move: Move, odds: Odds) -> Iterator[Message]:
        side, only = position.side, odds.outcomes[0].position
        wins = odds.wins(side)
        if wins == 1:
            yield message("wins")
            return
        if move is self._game.end:
            return
        if wins:
            yield message("may_win", chance=_percent(wins))
        struck = [*self._struck(position, move, odds)]
        yield from struck
        if len(odds.outcomes) == 1:
            done = [*effects_of(self._game, position, only, move)]
            yield from done
            struck += done
        if position.pending is not None or not position.turn or len(odds.outcomes) > 1:
            return
        if self._game.to_act(only) in (None, CHANCE) or only.pending is not None:
            return
        compared = Comparison(self._questions, position, only, move)
        changes = [*compared.changes()]
        yield from changes
        if not (wins or struck or changes):
            yield from islice(compared.approaches(), 1)

    def _struck(self, position: Position, move: Move, odds: Odds) -> Iterator[Message]:
        """Yield what the move does to the unit that it strikes."""
        if move.verb not in (TAKE, ATTACK) or position.board[move.struck] <= 0:
            return
        unit, cell = position.board[move.struck], move.struck
        values = self._questions.named(position, unit)
        gone, lost = odds.eliminated(cell), expected(odds.removed(cell))
        strength = self._game.ruleset.strength
        if odds.joins(cell):
            yield message("wins_over", **values, chance=_percent(odds.joins(cell)))
        elif gone == 1:
            yield message("takes" if move.verb == TAKE else "destroys", **values)
        elif gone:
            if not _wins_by_losing(odds, unit, position.side):
                wears = gone < _LIKELY and position.men[unit] > 1
                key = f"hurts.{strength}" if wears else "may_destroy"
                yield message(key, **values, n=_decimal(lost), chance=_percent(gone))
        elif lost > 0:
            sure = len(odds.outcomes) == 1
            number = int(lost) if sure else _decimal(lost)
            yield message(f"{'costs' if sure else 'wears'}.{strength}", **values, n=number)
        else:
            yield message("attacks", **values)


def _wins_by_losing(odds: Odds, unit: int, side: int) -> bool:
    """Return whether a side wins exactly in those outcomes in which a unit is lost."""
    return all(
        (after.place[unit] == GONE) == (after.result is not None and after.result.winner == side)
        for after in (outcome.position for outcome in odds.outcomes)
    )


def _percent(chance: Fraction) -> Message:
    """Write a probability in percent, and exactly where the fraction is short."""
    percent = round(chance * 100)
    about = {0: "< 1", 100: "> 99"}.get(percent, str(percent)) if chance not in (0, 1) else percent
    written = Message("table.percent", {"percent": about})
    if chance in (0, 1) or chance.denominator > _LONGEST_FRACTION:
        return written
    return Message("hints.chance", {"exact": str(chance), "percent": written})


def _decimal(number: Fraction) -> Message:
    whole, tenth = divmod(round(number * 10), 10)
    return Message("hints.decimal", {"whole": whole, "tenth": tenth})

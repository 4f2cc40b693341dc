"""The strikes with which the enemy answers a turn, played out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid.core.moves import ATTACK, MOVE, TAKE, TURN
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.players.evaluation.score import Evaluation
from wargrid.players.evaluation.threats import Strike

MOST: Final = 12
"""How many strikes of one reply are tried."""


class ReplySearch:
    """Scores positions of one game after the strikes of the side to act.

    One unit after the other makes the strike that gains most, if its side gains by it in view of
    what may be struck back. That tells units that are defended from others, and two attackers of
    one unit from two of two. Strikes with dice are not played out, nor are those of units with
    several weapons: then the score is that of the position itself.
    """

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        self._game = game.engine
        self._evaluation = evaluation
        self._is_followed = not (game.search.has_dice or game.engine.weapons)

    def score(self, position: Position, side: int) -> float:
        """Return the score for a side once the enemy, who is to act, has struck."""
        enemy = position.side
        if not self._is_followed or enemy == side or not self._acts(position, enemy):
            return self._evaluation.score(position, side)
        after = self._struck(position)
        if self._acts(after, enemy) and self._game.end in self._game.moves(after):
            after = self._game.step(after, self._game.end)
        goes_on = after.side == enemy or after.pending is not None
        settled = position if goes_on and after.result is None else after
        return self._evaluation.score(settled, side)

    def _acts(self, position: Position, side: int) -> bool:
        return position.side == side and position.pending is None and position.result is None

    def _struck(self, position: Position) -> Position:
        """Return the position after the strikes that gain."""
        side, sketch = position.side, self._evaluation.sketch
        now, done = sketch(position, side), set[int]()
        for _ in range(MOST):
            strike = next((s for s in self._strikes(position) if s.unit not in done), None)
            if strike is None:
                break
            # Once each, gain or not: a unit whose strike gains nothing would be tried for ever.
            done.add(strike.unit)
            struck = [(sketch(after, side), after) for after in self._after(position, strike)]
            value, after = max(struck, key=lambda entry: entry[0], default=(now, position))
            if value > now:
                position, now = after, value
                if not self._acts(position, side):
                    break
        return position

    def _strikes(self, position: Position) -> list[Strike]:
        return self._evaluation.threats.strikes(position)

    def _after(self, position: Position, strike: Strike) -> Iterator[Position]:
        """Yield the positions after a strike, made at once or after a move."""
        step, threats = self._game.step, self._evaluation.threats
        word = position.roster.words[strike.unit]
        follows = threats.may_strike_after_moving(word)
        for move in self._game.search.moves_of(position, strike.unit):
            if move.verb in (ATTACK, TAKE):
                if move.struck == strike.cell:
                    yield step(position, move)
            elif follows and move.verb in (MOVE, TURN):
                cells = threats.struck_after(position, strike.unit, move)
                if cells >> strike.cell & 1:
                    yield from self._moved(step(position, move), strike)

    def _moved(self, position: Position, strike: Strike) -> Iterator[Position]:
        """Yield the positions after a strike of a unit that has moved."""
        if self._acts(position, position.side):
            for move in self._game.search.moves_of(position, strike.unit):
                if move.verb in (ATTACK, TAKE) and move.struck == strike.cell:
                    yield self._game.step(position, move)

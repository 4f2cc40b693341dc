"""The chance to win at once: by what the side to act may do in the rest of its turn."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from math import fsum
from typing import Final, NamedTuple

from wargrid.core.moves import ATTACK, MOVE, TAKE, TURN, Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.players.evaluation.score import Evaluation, evaluation_of

MOST: Final = 1_500
"""How many positions are made for one answer; what is left then counts as no win."""

FEW: Final = 2
"""With so few units left, the loss of any may lose the game."""


SURE: Final = 1 - 1e-9
"""From where on a sum of chances is certain: it is rounded."""


class Chance(NamedTuple):
    """How likely a side can win in its turn, from 0 to 1, and the moves of that up to the dice."""

    value: float
    moves: tuple[Move, ...] = ()


NONE: Final = Chance(0.0)


@lru_cache(maxsize=16)
def winning_of(game: Game) -> Winning:
    """Return what finds chances to win in a game, made once."""
    return Winning(game, evaluation_of(game))


class Winning:
    """Finds chances to win at once in positions of one game.

    All moves are tried that win by themselves, the strikes on units whose loss may lose the game,
    and the moves after which the same unit can strike one. Dice are followed exactly, and after
    them the rest of the turn. A longer way to a win within one turn is not seen.
    """

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        self._game, self._evaluation = game, evaluation
        self._known: dict[Hashable, Chance] = {}
        self._left = 0

    def chance(self, position: Position) -> Chance:
        """Return the greatest chance to win in this turn that the side to act has."""
        if position.result is not None or self._game.to_act(position) == CHANCE:
            return NONE
        if self._game.engine.is_deploying(position):
            return NONE
        self._known.clear()
        self._left = MOST
        return self._best(position, position.side)

    def _best(self, position: Position, side: int) -> Chance:
        if position.side != side or position.pending is not None:
            return NONE
        key = self._game.search.key(position)
        if key not in self._known:
            best = NONE
            for move in self._relevant(position, side):
                value, more = self._after(self._made(position, move), side)
                if value > best.value:
                    best = Chance(value, (move, *more))
                if best.value >= 1 or self._left <= 0:
                    break
            self._known[key] = best
        return self._known[key]

    def _made(self, position: Position, move: Move) -> Position:
        self._left -= 1
        return self._game.step(position, move)

    def _after(self, position: Position, side: int) -> Chance:
        """Return the chance after a move: the mean over its dice, then the rest of the turn."""
        if position.result is not None:
            return Chance(float(position.result.winner == side))
        if self._game.to_act(position) != CHANCE:
            return self._best(position, side)
        parts: dict[Hashable, tuple[float, Position]] = {}
        for chance, roll in self._game.chances(position):
            after = self._made(position, roll)
            key = after.result, self._game.search.key(after)
            parts[key] = parts.get(key, (0.0, after))[0] + float(chance), after
        values = [chance * self._after(after, side).value for chance, after in parts.values()]
        value = fsum(values)
        return Chance(1.0 if value > SURE else value)

    def _relevant(self, position: Position, side: int) -> Iterator[Move]:
        """Yield the moves that may win: those that strike first, then those that come near."""
        targets, near = self._targets(position, side), []
        cells = sum(1 << cell for cell in targets)
        for move in self._game.moves(position):
            if move.verb in (ATTACK, TAKE):
                if move.struck in targets or self._wins(position, move, side):
                    yield move
            elif move.verb in (MOVE, TURN) and move.source >= 0:
                unit = position.board[move.source]
                if self._wins(position, move, side):
                    yield move
                elif cells and self._comes_near(position, unit, move, cells):
                    near.append(move)
            elif self._wins(position, move, side):
                yield move
        yield from near

    def _comes_near(self, position: Position, unit: int, move: Move, cells: int) -> bool:
        """Return whether a unit could strike one of some cells, given as bits, after a move."""
        threats = self._evaluation.threats
        may = threats.may_strike_after_moving(position.roster.words[unit])
        return may and bool(threats.struck_after(position, unit, move) & cells)

    def _wins(self, position: Position, move: Move, side: int) -> bool:
        result = self._made(position, move).result
        return result is not None and result.winner == side

    def _targets(self, position: Position, side: int) -> frozenset[int]:
        """Return the cells of enemies whose loss may decide the game."""
        enemies = [unit for unit in position.standing() if unit.side != side]
        deciding = self._evaluation.deciding
        if len(enemies) <= FEW or self._nears_goal(position, side):
            return frozenset(unit.cell for unit in enemies)
        return frozenset(unit.cell for unit in enemies if unit.type.word in deciding)

    def _nears_goal(self, position: Position, side: int) -> bool:
        """Return whether a marker that decides is but a loss away from its number."""
        for victory in self._game.ruleset.victory:
            if victory.race is not None:
                marker, number = victory.race.marker, victory.race.number
                now = victory.progress(position, side)
                if now is None:
                    now = self._game.engine.markers[marker].value(position, side)
                if now >= number - 1:
                    return True
        return False

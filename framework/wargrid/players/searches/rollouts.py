"""Rollouts: how things stand when both sides have played on for some turns, quickly and roughly.

The score at the end of a turn sees what can be struck at once. It sees neither a march of several
turns nor whether an attack can be followed up. So the best turns that a search has found are played
on, each with the same dice, by a player quick enough for that, and the one that leads furthest is
chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Final, TypeAlias

from wargrid.core.moves import ATTACK, END, MOVE, TAKE, TURN, Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.players.evaluation.chance import Expectation
from wargrid.players.evaluation.score import Evaluation
from wargrid.players.protocol import Budget
from wargrid.players.searches.counting import Counter, OutOfBudget
from wargrid.players.searches.free import FreeActions
from wargrid.players.searches.plans import TurnPlan, planned

TURNS: Final = 3
"""How many turns follow the one that is judged, the first of them the enemy's."""

PASSES: Final = 3
"""How often each unit may act in a turn: it may move, strike, and move on."""

MOST_MOVES: Final = 50
"""How many moves are made at most of those that must be made before a turn may end."""

LOOKED_AT: Final = 3
"""How many moves of a unit are weighed by what can be struck after them: those that look best."""

OUTCOMES: Final = 3
"""How many outcomes of a move are weighed."""

SAMPLES: Final = 8
"""How many rollouts a turn has at most where there are dice."""

WEIGHT: Final = 0.5
"""How much the score at the end of the turn itself counts beside the mean of its rollouts."""

DECIDED: Final = 3_000.0
"""What a game won counts: not so much that one lucky rollout of many outweighs the others."""

Begin: TypeAlias = "Callable[[Random, Counter], Position]"
"""Plays a turn to its end, with dice from these numbers, and counts the positions it looks at."""


class Rollouts:
    """Plays on from the ends of turns of one game."""

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        self._game = game.engine
        self._evaluation = evaluation
        self._free = FreeActions(game, evaluation)
        self._expectation = Expectation(game, OUTCOMES)
        self._samples = SAMPLES if game.search.has_dice else 1

    def best(
        self, turns: Sequence[tuple[float, Begin]], side: int, budget: Budget, seed: str
    ) -> int:
        """Return which turn of a side leads furthest, as an index; 0 if the budget allows none.

        ``turns`` are scores at the ends of turns, and how these are played. Those played on so far
        are compared: all of them equally often, or only the first ones, once.
        """
        counter = Counter(budget)
        sums = [0.0 for _ in turns]
        samples = 0
        for number in range(self._samples):
            sample = self._sample(turns, side, f"{seed} {number}", counter)
            if number and len(sample) < len(turns):
                break
            sums = [total + value for total, value in zip(sums, sample, strict=False)]
            samples += 1
        worth = [
            total / samples + WEIGHT * _bounded(score)
            for total, (score, _) in zip(sums, turns, strict=False)
        ]
        return max(range(len(worth)), key=worth.__getitem__, default=0)

    def _sample(
        self, turns: Sequence[tuple[float, Begin]], side: int, seed: str, counter: Counter
    ) -> list[float]:
        """Return what each turn leads to with the same dice; fewer where the budget ends."""
        sample: list[float] = []
        try:
            for _, begin in turns:
                sample.append(self._value(begin, side, Random(seed), counter))
        except OutOfBudget:
            pass
        return sample

    def _value(self, begin: Begin, side: int, random: Random, counter: Counter) -> float:
        position = begin(random, counter)
        for _ in range(TURNS):
            if position.result is not None:
                break
            position = self.finished(position, random, counter)
        return _bounded(self._evaluation.score(position, side))

    def played(self, turn: TurnPlan, random: Random, counter: Counter) -> Position:
        """Return the position after a turn with other dice: what still fits, then what looks best.

        Raises:
            OutOfBudget: nothing is left of the budget.
        """
        if not turn.rolled:
            return turn.end
        position, side = turn.path[0], turn.path[0].side
        for made in turn.moves:
            if not self._acts(position, side):
                return position
            if made == planned(position, made.move) and made.move in self._game.moves(position):
                position = self.made(position, made.move, random)
        return self.finished(position, random, counter)

    def finished(self, position: Position, random: Random, counter: Counter) -> Position:
        """Return the position after the rest of a turn in which each unit does what looks best.

        Raises:
            OutOfBudget: nothing is left of the budget.
        """
        position = self._settled(position, random)
        side, moves = position.side, self._game.moves(position)
        for _ in range(PASSES):
            acted: list[int] = []
            for unit, promising in self._ranked(position, moves, counter):
                if self._acts(position, side):
                    before = position
                    position = self._acted(position, unit, promising, random, counter)
                    if position is not before:
                        acted.append(unit)
            if not acted or not self._acts(position, side):
                break
            # What could not gain will hardly gain now.
            moves = [
                move for move in self._game.moves(position) if planned(position, move).unit in acted
            ]
        for _ in range(MOST_MOVES):
            if not self._acts(position, side):
                break
            # Ending the turn, or else what must be done before.
            moves = self._game.moves(position)
            move = self._game.end if self._game.end in moves else moves[0]
            position = self.made(position, move, random)
        return position

    def made(self, position: Position, move: Move, random: Random) -> Position:
        """Return the position after a move, its rolls, and the choices that follow from them."""
        return self._settled(self._game.step(position, move), random)

    def _settled(self, position: Position, random: Random) -> Position:
        step = self._game.step
        while position.pending is not None and position.result is None:
            if self._game.to_act(position) == CHANCE:
                position = step(position, self._game.draw(position, random.random()))
            else:
                chosen = [step(position, move) for move in self._game.moves(position)]
                position = max(chosen, key=partial(self._evaluation.still, side=position.side))
        return position

    def _acts(self, position: Position, side: int) -> bool:
        return position.side == side and position.result is None

    def _ranked(
        self, position: Position, moves: list[Move], counter: Counter
    ) -> list[tuple[int, list[Move]]]:
        """Return the units with their best moves at first sight, those that gain most first."""
        gains: dict[int, list[tuple[float, int, Move]]] = {}
        for at, move in enumerate(self._free.worthwhile(position, moves)):
            if move.verb != END:
                counter.count()
                gain = self._expected(position, move, self._evaluation.still)
                unit = planned(position, move).unit
                gains.setdefault(unit, []).append((gain, -at, move))
        for found in gains.values():
            found.sort(reverse=True)
        units = sorted(gains, key=lambda unit: (-gains[unit][0][0], unit))
        return [(unit, self._promising(position, unit, gains[unit])) for unit in units]

    def _promising(
        self, position: Position, unit: int, gains: list[tuple[float, int, Move]]
    ) -> list[Move]:
        """Return a unit's best moves, and the best of those after which it may strike."""
        moves = [move for _, _, move in gains]
        threats = self._evaluation.threats
        if not unit or not threats.may_strike_after_moving(position.roster.words[unit]):
            return moves[:LOOKED_AT]
        enemies = [position.cell_of(enemy) for enemy in position.units_of(1 - position.side)]
        mask = sum(1 << cell for cell in enemies)
        striking = [
            move
            for move in moves[LOOKED_AT:]
            if move.verb in (MOVE, TURN) and threats.struck_after(position, unit, move) & mask
        ]
        return moves[:LOOKED_AT] + striking[:LOOKED_AT]

    def _acted(
        self,
        position: Position,
        unit: int,
        moves: list[Move],
        random: Random,
        counter: Counter,
    ) -> Position:
        """Return the position after the best of a unit's moves, if it may still make a good one."""
        legal = self._game.search.moves_of(position, unit) if unit else self._game.moves(position)
        best: tuple[Move, ...] = ()
        most = self._evaluation.sketch(position, position.side)
        for move in moves:
            if move in legal:
                counter.count()
                value = self._expected(position, move, self._evaluation.sketch)
                if value > most:
                    best, most = (move,), value
                for strike, value in self._strikes(position, unit, move):
                    counter.count()
                    if value > most:
                        best, most = (move, strike), value
        side = position.side
        for number, move in enumerate(best):
            # What happened to it on its way may keep it from striking.
            if not number or (
                self._acts(position, side) and move in self._game.search.moves_of(position, unit)
            ):
                position = self.made(position, move, random)
        return position

    def _strikes(self, position: Position, unit: int, move: Move) -> Iterator[tuple[Move, float]]:
        """Yield what a unit may strike after a move, with what is expected of it."""
        if move.verb in (MOVE, TURN) and unit:
            after = self._game.step(position, move)
            if after.side == position.side and after.pending is None and after.result is None:
                for strike in self._game.search.moves_of(after, unit):
                    if strike.verb in (ATTACK, TAKE):
                        yield strike, self._expected(after, strike, self._evaluation.sketch)

    def _expected(
        self, position: Position, move: Move, value: Callable[[Position, int], float]
    ) -> float:
        """Return what a move is worth on average."""
        after, side = self._game.step(position, move), position.side
        return self._expectation.over(after, lambda rolled: value(rolled, side))


def _bounded(score: float) -> float:
    return max(-DECIDED, min(DECIDED, score))

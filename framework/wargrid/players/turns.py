"""Evolution of whole turns, for games in which many units act in one turn.

A turn is a list of moves. It begins as a greedy turn and changes a little at a time: a unit does
something else, earlier or later, or nothing; a change is kept if the position at the end of the
turn is better.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from wargrid.core import ATTACK, CHOICE, END, TAKE
from wargrid.players.greedy import numbers_for
from wargrid.players.protocol import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from wargrid.core import Move, Position
    from wargrid.engine import Game
    from wargrid.players.evaluation.score import Evaluation
    from wargrid.players.protocol import Budget

WON: Final = 1_000_000.0
"""The score of a won game."""

MOST_MOVES: Final = 200
"""How many moves a turn has at most."""

MOST_TRIES: Final = 3_000
"""How many changes in a row are tried without success."""

SLACK: Final = 30.0
"""How much worse a turn may look before the enemy's strikes are weighed."""

PART_ON_CLOCK: Final = 0.8
"""The share of a turn's time that is spent on its plan; the rest is for what goes otherwise."""

PART: Final = 0.25
"""The share of the nodes left that is spent on each move."""


class Gene(NamedTuple):
    """A move of a turn, and the unit that makes it; 0 for a move without a unit."""

    unit: int
    move: Move


class Turn(NamedTuple):
    """A turn: its moves, the position before each and after the last, and the one at its end.

    ``still`` is the score of the end without what the enemy can strike then.
    """

    genes: tuple[Gene, ...]
    path: tuple[Position, ...]
    end: Position
    still: float


class Turns:
    """Plans turns of one game; ``tries`` changes in a row without success end a plan.

    On a clock, a plan is kept for the next moves of its turn, as long as they go as planned. With a
    budget of nodes alone each move is planned again, so that it depends on nothing before.
    """

    def __init__(
        self, game: Game, evaluation: Evaluation, seed: int = 0, tries: int = MOST_TRIES
    ) -> None:
        self._game = game
        self._evaluation = evaluation
        self._seed = seed
        self._tries = tries
        self._planned: dict[Hashable, Answer] = {}

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Choose the first move of the best turn found."""
        planned = self._planned.get(self._game.search.key(position)) if budget.timed else None
        if planned is not None:
            return planned
        numbers = numbers_for(self._game, position, self._seed)
        part = budget.share(PART_ON_CLOCK if budget.timed else PART)
        turn, score = _Evolution(self._game, self._evaluation, part, numbers.random).run(
            position, self._tries
        )
        budget.spend(part.nodes)
        moves = [gene.move for gene in turn.genes]
        if turn.path[-1].side == position.side and turn.path[-1].result is None:
            moves.append(self._game.end)
        answers = [
            Answer(move, score, tuple(moves[number:]), part.nodes, len(moves))
            for number, move in enumerate(moves)
        ]
        keys = map(self._game.search.key, turn.path)
        self._planned = dict(zip(keys, answers, strict=False))
        return answers[0]


class _Evolution:
    """One search for a turn; scores are those of the side whose turn it is."""

    def __init__(
        self, game: Game, evaluation: Evaluation, budget: Budget, number: Callable[[], float]
    ) -> None:
        self._game = game
        self._evaluation = evaluation
        self._budget = budget
        self._number = number
        self._side = 0

    def run(self, root: Position, tries: int) -> tuple[Turn, float]:
        """Return the best turn found from a position in which a side acts, with its score."""
        self._side = root.side
        best = self._greedy(root)
        most = self._score(best)
        idle = 0
        while idle < tries and not self._budget.exhausted():
            changed = self._change(best)
            idle += 1
            if changed is None or changed.still <= best.still - SLACK:
                continue
            score = self._score(changed)
            if score > most:
                best, most, idle = changed, score, 0
        return best, most

    def _greedy(self, root: Position) -> Turn:
        """Return a turn in which the units that gain most act first, while any of them gains."""
        genes: list[Gene] = []
        path = [root]
        while len(genes) < MOST_MOVES and self._acts(path[-1]):
            gains = self._gains(path[-1])
            if not gains:
                break
            acted: set[int] = set()
            for gain, gene in gains:
                if gain <= 0 and (acted or self._game.end in self._game.moves(path[-1])):
                    break
                if gene.unit in acted or gene.move not in self._game.moves(path[-1]):
                    continue
                acted.add(gene.unit)
                genes.append(gene)
                path.append(self._after(path[-1], gene.move))
                if not self._acts(path[-1]):
                    break
            if not acted or self._budget.exhausted():
                break
        return self._whole(genes, path)

    def _gains(self, position: Position) -> list[tuple[float, Gene]]:
        """Return the moves of a position with what each gains at once, the best first."""
        now = self._value(position)
        gains = []
        for move in self._game.moves(position):
            if move.verb != END:
                unit = self._unit(position, move)
                after = self._after(position, move)
                gains.append((self._value(after) - now, Gene(unit, move)))
                if self._budget.exhausted():
                    break
        gains.sort(key=lambda entry: entry[0], reverse=True)
        return gains

    def _acts(self, position: Position) -> bool:
        return position.result is None and position.pending is None and position.side == self._side

    def _change(self, turn: Turn) -> Turn | None:
        """Return a turn that differs a little, or None if the change does not fit."""
        number, genes = self._number, list(turn.genes)
        kind = number()
        if kind < 0.6 or not genes:
            return self._replaced(turn)
        index = int(number() * len(genes))
        gene = genes.pop(index)
        if kind < 0.9:
            to = int(number() * (len(genes) + 1))
            genes.insert(to, gene)
            index = min(index, to)
        return self._replayed(genes, list(turn.path[: index + 1]), index)

    def _replaced(self, turn: Turn) -> Turn | None:
        """Return the turn with another move of some unit, instead of its later moves."""
        number = self._number
        index = int(number() * (len(turn.genes) + 1))
        path = list(turn.path[: index + 1])
        move = self._any_move(path[-1])
        if move is None:
            return None
        unit = self._unit(path[-1], move)
        new = [Gene(unit, move)]
        after = self._after(path[-1], move)
        if number() < 0.7 and self._acts(after):
            strikes = [
                strike
                for strike in self._game.moves(after)
                if strike.verb in (ATTACK, TAKE) and after.board[strike.source] == unit
            ]
            if strikes:
                new.append(Gene(unit, strikes[int(number() * len(strikes))]))
        genes = [*turn.genes[:index], *new]
        genes += [gene for gene in turn.genes[index:] if gene.unit != unit]
        return self._replayed(genes, [*path, after], index + 1)

    def _any_move(self, position: Position) -> Move | None:
        """Return a random move of a random unit."""
        if not self._acts(position):
            return None
        by_source: dict[int, list[Move]] = {}
        for move in self._game.moves(position):
            if move.verb != END:
                by_source.setdefault(move.source, []).append(move)
        if not by_source:
            return None
        moves = list(by_source.values())[int(self._number() * len(by_source))]
        return moves[int(self._number() * len(moves))]

    def _replayed(self, genes: list[Gene], path: list[Position], index: int) -> Turn | None:
        """Return the turn with those genes that still fit; the first ``index`` led to ``path``."""
        kept = genes[:index]
        for gene in genes[index:]:
            if not self._acts(path[-1]):
                break
            if gene.unit == self._unit(path[-1], gene.move) and gene.move in self._game.moves(
                path[-1]
            ):
                kept.append(gene)
                path.append(self._after(path[-1], gene.move))
        if self._acts(path[-1]) and self._game.end not in self._game.moves(path[-1]):
            return None
        return self._whole(kept, path)

    def _whole(self, genes: list[Gene], path: list[Position]) -> Turn:
        """Return the turn with these moves, valued after its end."""
        last = path[-1]
        if self._acts(last):
            last = self._game.step(last, self._game.end)
        return Turn(tuple(genes), tuple(path), last, self._value(last))

    def _score(self, turn: Turn) -> float:
        """Return what a turn is worth with what the enemy can strike after it."""
        if turn.end.result is not None:
            return turn.still
        return self._evaluation.score(turn.end, self._side)

    def _unit(self, position: Position, move: Move) -> int:
        """Return the unit that makes a move; 0 for a move without a unit."""
        return position.board[move.source] if move.source >= 0 else 0

    def _after(self, position: Position, move: Move) -> Position:
        """Return the position after a move and what it needs: likely rolls, and choices."""
        self._budget.spend()
        after = self._game.step(position, move)
        while (pending := after.pending) is not None and after.result is None:
            if pending.kind == CHOICE:
                chosen = [self._game.step(after, move) for move in self._game.moves(after)]
                sign = 1 if after.side == self._side else -1
                after = max(chosen, key=lambda position: sign * self._value(position))
            else:
                _, roll = max(self._game.chances(after), key=lambda entry: entry[0])
                after = self._game.step(after, roll)
        return after

    def _value(self, position: Position) -> float:
        """Return what a position is worth to the side whose turn it is."""
        result = position.result
        if result is None:
            return self._evaluation.still(position, self._side)
        if result.winner is None:
            return 0.0
        return WON if result.winner == self._side else -WON

"""Alpha-beta search, for games of one action a turn without dice.

Iterative deepening with a transposition table, principal variation search, null moves, late move
reductions, killers and history; positions are quiet before they are evaluated. A position that
comes again is judged by the game's own victory conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from math import fsum
from typing import Final, NamedTuple

from wargrid.core.moves import DO, TAKE, Move
from wargrid.core.position import Position
from wargrid.core.roster import Roster
from wargrid.core.state import AGAIN, ATTACKING, Result
from wargrid.engine.game import Game
from wargrid.players.evaluation.score import WIN, Evaluation
from wargrid.players.protocol import Answer, Budget
from wargrid.players.searches.counting import Counter, OutOfBudget
from wargrid.players.searches.free import FreeActions
from wargrid.players.searches.greedy import numbers_for

CERTAIN: Final = WIN - 1_000
"""From this score on, a win is proved."""

MOST_DEPTH: Final = 60
"""How many moves ahead a search looks at most."""

TABLE_SIZE: Final = 300_000
"""How many positions the transposition table holds before it is emptied."""

QUIET_DEPTH: Final = 6
"""How many takings in a row are tried after the last full move."""

MARGIN: Final = 120.0
"""What a last quiet move gains at most; those that must gain more are left out."""

ENOUGH: Final = 5
"""With fewer units a side may be worse off because it has to move: passing shows nothing then."""

NARROW: Final = 0.01
"""The width of a window that only asks whether a score is better."""

_EXACT, _AT_LEAST, _AT_MOST = range(3)
_FIRST, _TAKING, _KILLER = 1 << 50, 1 << 40, 1 << 39
_NEVER: Final = (0, None)


class Known(NamedTuple):
    """What the transposition table holds of a position: its score is exact or a bound."""

    depth: int
    bound: int
    score: float
    move: Move | None


class AlphaBeta:
    """Searches one game; ``most_depth`` limits how many moves it looks ahead.

    ``report`` is called with the answer of every depth that is searched to its end.
    """

    def __init__(
        self, game: Game, evaluation: Evaluation, seed: int = 0, most_depth: int = MOST_DEPTH
    ) -> None:
        self._game = game
        self._evaluation = evaluation
        self._seed = seed
        self._free = FreeActions(game, evaluation)
        self.most_depth = most_depth
        self.report: Callable[[Answer], None] | None = None

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Choose a move; each search begins with the best moves of the one before."""
        numbers = numbers_for(self._game, position, self._seed)
        worthwhile = self._free.worthwhile(position, self._game.moves(position))
        if self._evaluation.windows.exist:
            worthwhile = self._evaluation.windows.promising(position, worthwhile)
        moves = sorted(worthwhile, key=lambda move: (move.verb != TAKE, numbers.random()))
        answer = Answer(moves[0])
        if len(moves) == 1:
            return answer
        # Iterative deepening: the best moves of one depth come first in the next, which cuts more.
        tree = _Tree(self._game, self._evaluation, budget)
        for depth in range(1, self.most_depth + 1):
            whole = tree.rank(position, moves, depth)
            if tree.ranked:
                move, score = tree.ranked[0]
                answer = Answer(move, score, tree.line(position, move, depth), 0, depth)
                report = self.report
                if whole and report is not None:
                    report(answer._replace(nodes=tree.counter.nodes))
            if not whole or abs(tree.ranked[0][1]) >= CERTAIN:
                break
            moves = [move for move, _ in tree.ranked]
        return answer._replace(nodes=tree.counter.nodes)


class _Tree:
    """One search from one position; scores are those of the side to act."""

    def __init__(self, game: Game, evaluation: Evaluation, budget: Budget) -> None:
        self.counter = Counter(budget)
        self.ranked: list[tuple[Move, float]] = []
        self._game = game.engine
        self._api = game.search
        self._values = evaluation.values
        self._worths: dict[Roster, list[float]] = {}
        self._evaluation = evaluation
        # What comes back from a hand is a quiet move; where all units are placed, placing is not.
        self._drops = game.engine.takes_to_hand
        self._must_take = game.ruleset.turn.must is not None
        self._no_pass = None if game.ruleset.turn.may_pass else game.end
        self._known: dict[Hashable, Known] = {}
        # By the move itself, which the game shares: its id is quicker than its hash.
        self._history: dict[int, tuple[int, Move]] = {}
        self._killers: dict[int, Move] = {}

    def rank(self, position: Position, moves: list[Move], depth: int) -> bool:
        """Score the moves to a depth into ``ranked``, the best first; whether all were scored.

        A move that is no better than the best has a bound for its score. ``ranked`` keeps what was
        found before if the budget ends with the first move.
        """
        best = -WIN
        scored: list[tuple[Move, float]] = []
        try:
            for move in moves:
                after = self._game.step(position, move)
                score = self._deepen(position, after, depth, best, WIN, 1, len(scored))
                if score > best:
                    best = score
                    scored.insert(0, (move, score))
                else:
                    scored.append((move, score))
                self.ranked = scored
        except OutOfBudget:
            return False
        return True

    def line(self, position: Position, move: Move, depth: int) -> tuple[Move, ...]:
        """Return the moves expected, as far as the transposition table holds them."""
        found = [move]
        after = self._game.step(position, move)
        while len(found) < depth and after.result is None:
            known = self._known.get(self._api.key(after))
            if known is None or known.move not in self._game.moves(after):
                break
            found.append(known.move)
            after = self._game.step(after, known.move)
        return tuple(found)

    def _deepen(
        self,
        position: Position,
        after: Position,
        depth: int,
        alpha: float,
        beta: float,
        ply: int,
        number: int,
        less: int = 0,
    ) -> float:
        """Return the score of the ``number``-th move from a position, for the side that made it.

        All but the first are first asked whether they are better than alpha, ``less`` deep.
        """
        if number and alpha > -WIN:
            # A null window, as in principal variation search: most moves need no exact score.
            score = self._next(position, after, depth - 1 - less, alpha, alpha + NARROW, ply)
            # It was better than thought with less depth: look again at full depth.
            if less and score > alpha:
                score = self._next(position, after, depth - 1, alpha, alpha + NARROW, ply)
            if not alpha < score < beta:
                return score
        return self._next(position, after, depth - 1, alpha, beta, ply)

    def _next(
        self, position: Position, after: Position, depth: int, alpha: float, beta: float, ply: int
    ) -> float:
        """Return the score of the position after a move, for the side that made it."""
        step = self._game.step
        if after.result is not None:
            self.counter.count()
            return value_of(after.result, position.side, ply)
        if after.pending is not None and after.pending.kind == ATTACKING:
            return fsum(
                # Each roll needs its own score: alpha and beta say nothing of a mean.
                [
                    float(chance) * self._next(position, step(after, roll), depth, -WIN, WIN, ply)
                    for chance, roll in self._game.chances(after)
                ]
            )
        # The same side goes on in a chain of takings: the chain counts as one move, however long.
        if after.side == position.side:
            return self._search(after, depth + _goes_on(after), alpha, beta, ply)
        return -self._search(after, depth, -beta, -alpha, ply)

    def _search(self, position: Position, depth: int, alpha: float, beta: float, ply: int) -> float:
        """Return the score of a position for the side to act, exact between alpha and beta."""
        if self._api.repetitions(position):
            return self._repeated(position, ply)
        past = position.past
        # The lowest bit of a mark says whether the side to act is in check: `engine/identity.py`.
        check = bool(past[-1] & 1) if past else self._game.in_check(position, position.side)
        if depth <= 0 and (not check or ply > MOST_DEPTH):
            return self._quiet(position, alpha, beta, ply, QUIET_DEPTH)
        self.counter.count()
        depth = max(depth, 1)  # in check one move more: what looks quiet there often loses at once
        key = self._api.key(position)
        known = self._known.get(key)
        if known is not None and known.depth >= depth:
            score = _from_table(known.score, ply)
            if known.bound == _EXACT or (
                score >= beta if known.bound == _AT_LEAST else score <= alpha
            ):
                return score
        # Null move pruning: who is above beta without moving will be with a move.
        if depth >= 3 and not check and self._passes(position, depth, beta, ply):
            return beta
        score, move = self._best(position, depth, alpha, beta, ply, check, known and known.move)
        bound = _AT_LEAST if score >= beta else _AT_MOST if score <= alpha else _EXACT
        if len(self._known) >= TABLE_SIZE:
            self._known.clear()
        self._known[key] = Known(depth, bound, _to_table(score, ply), move)
        return score

    def _best(
        self,
        position: Position,
        depth: int,
        alpha: float,
        beta: float,
        ply: int,
        check: bool,
        first: Move | None,
    ) -> tuple[float, Move | None]:
        """Return the best score and move; the result if there is no move."""
        floor = -WIN
        # Futility pruning: a last quiet move cannot make up for more than MARGIN.
        if depth == 1 and not check and -CERTAIN < alpha < CERTAIN:
            still = self._evaluation.still(position, position.side) + MARGIN
            floor = still if still <= alpha else floor
        best, chosen = -WIN, first
        made = 0
        for rank, move in self._ordered(position, ply, check, first):
            # `made`: at least one move must be tried, or a mate would look like a quiet position.
            if floor > -WIN and made and rank < _KILLER:
                best = max(best, floor)
                break
            after = None if move is self._no_pass else self._api.make(position, move)
            if after is None:
                continue
            # Late move reductions: moves far behind are searched one or two less deep at first.
            late = made >= 4 and depth >= 3 and rank < _KILLER and not check
            less = (1 + (made >= 12)) if late else 0
            score = self._deepen(position, after, depth, alpha, beta, ply + 1, made, less)
            made += 1
            if score > best:
                best = score
                if score > alpha:
                    alpha, chosen = score, move
                    if alpha >= beta:
                        self._refuted(move, depth, ply)
                        break
        if not made:
            return self._without_moves(position, depth, alpha, beta, ply), None
        return best, chosen

    def _without_moves(
        self, position: Position, depth: int, alpha: float, beta: float, ply: int
    ) -> float:
        """Return the score of a position whose moves are all illegal, as the rules judge it."""
        # Pseudo-legal moves were tried: only here is it known that the side has no legal one.
        over = self._api.settle(position)
        if over.result is not None:
            return value_of(over.result, position.side, ply)
        passed = self._game.step(position, self._game.end)
        return self._next(position, passed, depth - 1, alpha, beta, ply + 1)

    def _refuted(self, move: Move, depth: int, ply: int) -> None:
        """Try a move earlier from now on, because the other side may not allow it."""
        if move.verb != TAKE:
            self._killers[ply] = move
            before, _ = self._history.get(id(move), _NEVER)
            self._history[id(move)] = min(_KILLER - 1, before + depth * depth), move

    def _ordered(
        self, position: Position, ply: int, check: bool, first: Move | None
    ) -> Iterator[tuple[int, Move]]:
        """Return the moves, most promising first, with their ranks; list them when needed."""
        if first is not None:
            yield _FIRST, first
        history, killer = self._history, self._killers.get(ply)
        ranked = []
        # In check few moves are legal: listing these alone is cheaper than refuting the others.
        moves = (self._game if check else self._api).moves(position)
        if self._evaluation.windows.exist:
            moves = self._evaluation.windows.promising(position, moves)
        for number, move in enumerate(moves):
            if move is first:
                continue
            if move.verb == TAKE:
                rank = _TAKING + self._gain(position, move)
            elif move.verb == DO and self._evaluation.windows.exist:
                rank = _TAKING - number
            # A promotion: what the unit becomes is gained.
            elif move.word and not (self._drops and move.verb == DO):
                rank = _TAKING + int(16 * self._values.get(move.word, 0.0))
            elif move is killer:
                rank = _KILLER
            else:
                rank = history.get(id(move), _NEVER)[0]
            ranked.append((rank, move))
        ranked.sort(key=_rank, reverse=True)
        yield from ranked

    def _gain(self, position: Position, move: Move) -> int:
        """Return a number that is higher the more is taken, and the less takes it."""
        board, worth = position.board, self._worth(position)
        return int(16 * worth[board[move.struck]] - worth[board[move.source]])

    def _worth(self, position: Position) -> list[float]:
        """Return the values of the units by id, which change with their types."""
        worth = self._worths.get(position.roster)
        if worth is None:
            types = position.roster.types
            worth = self._worths[position.roster] = [self._values[kind.word] for kind in types]
        return worth

    def _passes(self, position: Position, depth: int, beta: float, ply: int) -> bool:
        """Return whether the side to act would be above beta even without a move."""
        side = position.side
        if self._must_take or beta >= CERTAIN or self._evaluation.still(position, side) < beta:
            return False
        # Zugzwang: with few units, having to move may be the misfortune.
        if len(position.units_of(side)) < ENOUGH:
            return False
        passed = self._api.passed(position)
        if passed is None:
            return False
        return -self._search(passed, depth - 3, -beta, NARROW - beta, ply + 1) >= beta

    def _quiet(self, position: Position, alpha: float, beta: float, ply: int, depth: int) -> float:
        """Return the score after takings that the side to act may refuse."""
        self.counter.count()
        still = self._evaluation.still(position, position.side)
        if not depth or (still >= beta and not self._must_take):
            return still
        takes = [(self._gain(position, move), move) for move in self._api.noisy(position)]
        takes.sort(key=_rank, reverse=True)
        must = self._must_take and bool(takes)
        best = -WIN if must else still
        alpha = max(alpha, best)
        if best >= beta:
            return best
        worth = self._worth(position)
        for _, move in takes:
            # Delta pruning: the unit taken and half an average one do not reach alpha.
            if not must and still + worth[position.board[move.struck]] + 50.0 <= alpha:
                continue
            after = self._api.make(position, move)
            if after is None:
                continue
            score = self._settled(position, after, alpha, beta, ply + 1, depth)
            if score > best:
                best = score
                alpha = max(alpha, score)
                if alpha >= beta:
                    break
        return best

    def _settled(
        self, position: Position, after: Position, alpha: float, beta: float, ply: int, depth: int
    ) -> float:
        """Return the score of the position after a taking, for the side that made it."""
        if after.result is not None:
            return value_of(after.result, position.side, ply)
        if after.pending is not None and after.pending.kind == ATTACKING:
            # Depth goes down although nothing may have been hit: the sides could roll for ever.
            return sum(
                float(chance)
                * self._settled(position, self._game.step(after, roll), -WIN, WIN, ply, depth)
                for chance, roll in self._game.chances(after)
            )
        if after.pending is not None and not _goes_on(after):
            return self._next(position, after, 0, alpha, beta, ply)
        if after.side == position.side:
            less = 0 if _goes_on(after) else 1
            return self._quiet(after, alpha, beta, ply, depth - less)
        return -self._quiet(after, -beta, -alpha, ply, depth - 1)

    def _repeated(self, position: Position, ply: int) -> float:
        """Return the score of a position that comes again, as if the sides went on like this."""
        past = position.past
        moves_between = past[past.index(past[-1]) + 1 :]
        again = position.copy()
        # Rules count up to five repetitions; the moves in between are assumed to come again.
        for _ in range(4):
            again.past = again.past + moves_between
            if self._game.check_victory("turn_begin", again, None):
                assert again.result is not None
                return value_of(again.result, position.side, ply)
        return 0.0


def value_of(result: Result, side: int, ply: int) -> float:
    """Return the score of a result for a side: a win less one for each move until then, or 0."""
    if result.winner is None:
        return 0.0
    return WIN - ply if result.winner == side else ply - WIN


def _goes_on(position: Position) -> bool:
    """Return whether a unit has taken and goes on taking."""
    return position.pending is not None and position.pending.kind == AGAIN


def _rank(entry: tuple[int, Move]) -> int:
    return entry[0]


def _to_table(score: float, ply: int) -> float:
    """Count the moves to a won game from the position instead of from the root."""
    if abs(score) < CERTAIN:
        return score
    return score + ply if score > 0 else score - ply


def _from_table(score: float, ply: int) -> float:
    if abs(score) < CERTAIN:
        return score
    return score - ply if score > 0 else score + ply

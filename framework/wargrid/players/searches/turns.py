"""Search for whole turns, for games in which many units act in one turn.

A turn is a list of moves. It begins as a greedy turn. Again and again some of its units are taken
out of it, the others act as before, and those taken out then do what is best after them. The new
turn is kept if the position at its end is better. The best turns are then played on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Final

from wargrid.core.moves import ATTACK, END, TAKE, Move
from wargrid.core.position import Position
from wargrid.core.state import AGAIN
from wargrid.engine.game import Game
from wargrid.players.evaluation.score import Evaluation
from wargrid.players.protocol import Answer, Budget
from wargrid.players.searches.greedy import GreedyPlayer, numbers_for
from wargrid.players.searches.plans import (
    Continuation,
    PlannedMove,
    TurnPlan,
    planned,
    renumbered,
    taken_out,
)
from wargrid.players.searches.reply import ReplySearch
from wargrid.players.searches.rollouts import Rollouts
from wargrid.players.searches.rolls import Rolls, decided

MOST_MOVES: Final = 200
"""How many moves a turn has at most."""

MOST_TRIES: Final = 600
"""How many changes in a row are tried without success."""

SLACK: Final = 150.0
"""How much worse a turn may look at first sight than the best one to be scored in full."""

PART: Final = 0.95
"""The share of a turn's budget that is spent on its plan."""

PART_WITH_DICE: Final = 0.4
"""The same where dice may change the plan: the later moves of the turn need theirs, too."""

CAREFUL: Final = 0.85
"""The share of a plan's budget in which the greedy player makes a first turn."""

EARLY: Final = 0.15
"""How often one of them acts early in the turn, and half as often at random."""

PLANNING: Final = 0.5
"""The share of a plan's budget in which turns are sought; in the rest they are played on."""

COMPARED: Final = 10
"""How many of the best turns are played on, besides the first ones."""

_Option = tuple[tuple[PlannedMove, Position, float | None], ...]


class TurnSearch:
    """Plans turns of one game; ``tries`` changes in a row without success end a plan.

    A turn is worth what is left of it once the enemy has struck back.
    A plan is kept for the next moves of its turn, as long as they go as planned. Once the budget of
    the turn is spent, what still fits of the plan is made without another one.
    """

    def __init__(
        self,
        game: Game,
        evaluation: Evaluation,
        greedy: GreedyPlayer,
        seed: int = 0,
        tries: int = MOST_TRIES,
        plays_on: bool = True,
    ) -> None:
        self.plays_on = plays_on
        self._game = game
        self._evaluation = evaluation
        self._greedy = greedy
        self._seed = seed
        self._tries = tries
        self._score = ReplySearch(game, evaluation).score
        self._rollouts = Rollouts(game, evaluation)
        # By position, since a position that was read numbers its units otherwise.
        self._planned: dict[Position, Answer] = {}
        self._when = (-1, -1)
        self._plan: tuple[PlannedMove, ...] = ()
        self._made = 0

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Choose the first move of the best turn found; depth 0 if the budget allows none."""
        planned = self._planned.get(position)
        if planned is not None and planned.move in self._game.moves(position):
            self._made = planned.depth - len(planned.line) + 1
            return planned
        when = position.side, position.turn
        rest = renumbered(self._plan[self._made :], position) if when == self._when else ()
        if budget.exhausted():
            return self._next_of(rest, position)
        numbers = numbers_for(self._game, position, self._seed)
        part = budget.share(PART_WITH_DICE if self._game.search.has_dice else PART)
        planning = part.share(PLANNING) if self.plays_on else part
        planner = _Planner(
            self._game,
            self._evaluation,
            self._score,
            self._greedy,
            planning,
            numbers.random,
            position.side,
        )
        turn, score = planner.run(position, self._tries, rest)
        if self.plays_on:
            part.spend(planning.nodes)
            turn, score = self._furthest(position, planner.kept(), part)
        self._when, self._plan, self._made = when, turn.moves, 1
        budget.spend(part.nodes)
        moves = [made.move for made in turn.moves]
        last = turn.path[-1]
        # The budget ended before the first move: any legal one is better than none.
        if not moves and turn.cut:
            return Answer(self._game.moves(position)[0], nodes=part.nodes)
        if last.side == position.side and last.result is None and not turn.cut:
            moves.append(self._game.end)
        answers = [
            Answer(move, score, tuple(moves[number:]), part.nodes, len(moves))
            for number, move in enumerate(moves)
        ]
        # A roll that falls otherwise leads to a position without a plan.
        self._planned = {
            before: answer._replace(nodes=0)
            for before, answer in zip(turn.path, answers, strict=False)
        }
        return answers[0]

    def _furthest(
        self, root: Position, kept: list[tuple[float, TurnPlan]], budget: Budget
    ) -> tuple[TurnPlan, float]:
        """Return the turn that leads furthest as both sides play on, with the score at its end."""
        turns = [(score, partial(self._rollouts.played, turn)) for score, turn in kept]
        seed = f"wargrid rollout {self._seed} {root.turn}"
        at = self._rollouts.best(turns, root.side, budget, seed) if len(kept) > 1 else 0
        score, turn = kept[at]
        return turn, score

    def _next_of(self, rest: tuple[PlannedMove, ...], position: Position) -> Answer:
        """Return the first move of the rest of a plan that may be made; depth 0 if none may."""
        moves = self._game.moves(position)
        for number, made in enumerate(rest, 1):
            if made.move in moves and made == planned(position, made.move):
                self._made += number
                return Answer(made.move, None, (made.move,), 0, 1)
        return Answer(moves[0])


class _Planner:
    """One search for a turn; scores are those of the side whose turn it is."""

    def __init__(
        self,
        game: Game,
        evaluation: Evaluation,
        score: Callable[[Position, int], float],
        greedy: GreedyPlayer,
        budget: Budget,
        number: Callable[[], float],
        side: int,
    ) -> None:
        self._game = game.engine
        self._evaluation = evaluation
        self._value = score
        self._greedy = greedy
        self._budget = budget
        self._number = number
        self._side = side
        self._rolls = Rolls(game, evaluation, budget, side)
        self._first: list[tuple[float, TurnPlan]] = []
        self._kept: dict[Hashable, tuple[float, TurnPlan]] = {}

    def kept(self) -> list[tuple[float, TurnPlan]]:
        """Return the best turn, the first ones, and others that are nearly as good."""
        best = sorted(self._kept.values(), key=lambda entry: -entry[0])
        first = [entry for entry in self._first if entry[1] is not best[0][1]]
        others = [entry for entry in best[1:] if all(entry[1] is not one for _, one in first)]
        return [best[0], *first, *others]

    def _keep(self, score: float, turn: TurnPlan) -> None:
        """Keep a turn if it is among the best that end in different positions."""
        key = self._game.search.key(turn.end)
        before = self._kept.get(key)
        if before is None or score > before[0]:
            self._kept[key] = score, turn
            if len(self._kept) > COMPARED:
                del self._kept[min(self._kept, key=lambda one: self._kept[one][0])]

    def run(
        self, root: Position, tries: int, rest: tuple[PlannedMove, ...]
    ) -> tuple[TurnPlan, float]:
        """Return the best turn found from a position in which a side acts, with its score.

        ``rest`` is what is left of a plan that a roll has changed.
        """
        line = Continuation(root)
        self._replay(line, rest, [])
        first = [self._whole(line)] if line.moves else []
        first += [self._quick(root), self._careful(root)]
        begun = [turn for turn in first if turn.moves or not turn.cut] or first
        self._first = [(self._score(turn), turn) for turn in map(self._rolls.reviewed, begun)]
        for score, turn in self._first:
            self._keep(score, turn)
        most, best = max(self._first, key=lambda entry: entry[0])
        units = self._units(root)
        idle = 0
        while units and idle < tries and not self._budget.exhausted():
            idle += 1
            changed = self._changed(best, units)
            # The full score costs a search of the reply, so hopeless turns stop at the sketch.
            if changed is None or changed.sketch <= best.sketch - SLACK:
                continue
            score = self._score(changed)
            # Rolls are valued as those of equal units elsewhere: of the best turn, by themselves.
            if score > most and changed.rolled:
                changed = self._rolls.reviewed(changed)
                score = self._score(changed)
            self._keep(score, changed)
            if score > most:
                best, most, idle = changed, score, 0
        return best, most

    def _units(self, root: Position) -> list[int]:
        """Return the units that may act, also later in the turn; 0 for moves without a unit."""
        units = root.units_of(self._side)
        return [0, *units] if self._moves(root, 0) else units

    # First turns

    def _careful(self, root: Position) -> TurnPlan:
        """Return the turn of the greedy player, which weighs after each move what may be struck."""
        line, part = Continuation(root), self._budget.share(CAREFUL)
        while len(line.moves) < MOST_MOVES and self._acts(line.last):
            move = self._greedy.choose(line.last, part).move
            if move.verb == END:
                break
            line.add(planned(line.last, move), *self._rolls.after(line.last, move))
            line.cut = part.exhausted()
            if line.cut:
                break
        self._budget.spend(part.nodes)
        return self._whole(line)

    def _quick(self, root: Position) -> TurnPlan:
        """Return a turn in which the units that gain most act first, while any of them gains."""
        line = Continuation(root)
        while len(line.moves) < MOST_MOVES and self._acts(line.last):
            acted: set[int] = set()
            gains = self._gains(line.last)
            line.cut = self._budget.exhausted()
            if line.cut:
                break
            for gain, made in gains:
                if gain <= 0 and (acted or self._game.end in self._game.moves(line.last)):
                    break
                if made.unit in acted or made.move not in self._game.moves(line.last):
                    continue
                acted.add(made.unit)
                line.add(made, *self._rolls.after(line.last, made.move))
                if not self._acts(line.last):
                    break
            if not acted:
                break
        return self._whole(line)

    def _gains(self, position: Position) -> list[tuple[float, PlannedMove]]:
        """Return the moves of a position with what each gains at once, the best first."""
        now = self._rolls.still(position)
        gains = []
        for move in self._game.moves(position):
            if move.verb != END:
                after, luck = self._rolls.after(position, move)
                gain = self._rolls.still(after) + (luck or 0.0) - now
                gains.append((gain, planned(position, move)))
                if self._budget.exhausted():
                    break
        gains.sort(key=lambda entry: entry[0], reverse=True)
        return gains

    def _acts(self, position: Position) -> bool:
        pending = position.pending
        decides = pending is None or pending.kind == AGAIN
        return decides and position.result is None and position.side == self._side

    # Changes

    def _changed(self, turn: TurnPlan, units: list[int]) -> TurnPlan | None:
        """Return the turn with some units acting last and as well as they can, or None."""
        number = self._number
        out = taken_out(turn.path[0], units, number)
        first = next((at for at, made in enumerate(turn.moves) if made.unit in out), None)
        begun = len(turn.moves) if first is None else first
        early = number() < EARLY
        if early:
            begun = int(number() * (begun + 1))
        line = Continuation(turn.path[0]).begun_as(turn, begun)
        rest = turn.moves[begun:]
        if early:
            unit = out.pop()
            rest = tuple(made for made in rest if made.unit != unit)
            (self._prepare if number() < 0.5 else self._act_at_random)(line, unit)
            self._strike(line)
        self._replay(line, rest, out)
        for unit in out:
            self._act(line, unit)
        if self._acts(line.last) and self._game.end not in self._game.moves(line.last):
            return None
        return self._whole(line)

    def _replay(self, line: Continuation, moves: tuple[PlannedMove, ...], out: list[int]) -> None:
        """Make the moves that still fit; the units of the others are taken out, too."""
        for made in moves:
            if made.unit in out:
                continue
            if self._fits(line.last, made):
                line.add(made, *self._rolls.after(line.last, made.move))
            else:
                out.append(made.unit)

    def _fits(self, position: Position, made: PlannedMove) -> bool:
        """Return whether the same unit may make the same move in a position."""
        return (
            self._acts(position)
            and made == planned(position, made.move)
            and made.move in self._moves(position, made.unit)
        )

    def _act(self, line: Continuation, unit: int) -> None:
        """Let a unit do what is best for it, as long as it gains."""
        while len(line.moves) < MOST_MOVES and self._acts(line.last):
            best, most = None, self._sketch(line.last)
            for option, value in self._options(line.last, unit):
                if value > most:
                    best, most = option, value
            if best is None:
                break
            for made, after, luck in best:
                line.add(made, after, luck)

    def _prepare(self, line: Continuation, unit: int) -> None:
        """Let a unit do what is best together with what others may strike then."""
        if self._acts(line.last):
            scored = []
            for move in self._moves(line.last, unit):
                after, luck = self._rolls.after(line.last, move)
                self._budget.spend()
                score = decided(after, self._side, self._evaluation.score) + (luck or 0.0)
                scored.append((score, move, after, luck))
            if scored:
                _, move, after, luck = max(scored, key=lambda entry: entry[0])
                line.add(PlannedMove(unit, move), after, luck)

    def _strike(self, line: Continuation) -> None:
        """Make the strikes that gain, the best first."""
        while len(line.moves) < MOST_MOVES and self._acts(line.last):
            best, most = None, self._sketch(line.last)
            for move in self._game.search.noisy(line.last):
                after, luck = self._rolls.after(line.last, move)
                if (value := self._sketch(after) + (luck or 0.0)) > most:
                    best, most = (planned(line.last, move), after, luck), value
            if best is None:
                break
            line.add(*best)

    def _act_at_random(self, line: Continuation, unit: int) -> None:
        """Let a unit make any move: it may make way for others."""
        moves = self._moves(line.last, unit) if self._acts(line.last) else []
        if moves:
            move = moves[int(self._number() * len(moves))]
            line.add(PlannedMove(unit, move), *self._rolls.after(line.last, move))

    def _options(self, position: Position, unit: int) -> list[tuple[_Option, float]]:
        """Return what a unit may do, also a strike after a move, with what it is worth."""
        found: list[tuple[_Option, float]] = []
        for move in self._moves(position, unit):
            after, luck = self._rolls.after(position, move)
            one = (PlannedMove(unit, move), after, luck)
            found.append(((one,), self._sketch(after) + (luck or 0.0)))
            if move.verb not in (ATTACK, TAKE) and self._acts(after):
                for strike in self._game.search.moves_of(after, unit) if unit else ():
                    if strike.verb in (ATTACK, TAKE):
                        struck, more = self._rolls.after(after, strike)
                        two = (PlannedMove(unit, strike), struck, more)
                        value = self._sketch(struck) + (luck or 0.0) + (more or 0.0)
                        found.append(((one, two), value))
        return found

    def _moves(self, position: Position, unit: int) -> list[Move]:
        """Return the moves of a unit."""
        if not unit:
            moves = self._game.moves(position)
            return [move for move in moves if move.source < 0 and move.verb != END]
        return self._game.search.moves_of(position, unit)

    # Positions

    def _whole(self, line: Continuation) -> TurnPlan:
        """Return the turn with these moves, valued after its end."""
        end = line.last
        if self._acts(end):
            end = self._game.step(end, self._game.end)
        moves, path, luck = tuple(line.moves), tuple(line.path), tuple(line.luck)
        turn = TurnPlan(moves, path, luck, end, self._sketch(end), line.cut)
        return turn._replace(sketch=turn.sketch + turn.fortune)

    def _score(self, turn: TurnPlan) -> float:
        """Return what a turn is worth with what the enemy can strike after it."""
        self._budget.spend()
        return decided(turn.end, self._side, self._value) + turn.fortune

    def _sketch(self, position: Position) -> float:
        return decided(position, self._side, self._evaluation.sketch)

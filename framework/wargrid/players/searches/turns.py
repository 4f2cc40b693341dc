"""Search for whole turns, for games in which many units act in one turn.

A turn is a list of moves. It begins as a greedy turn. Again and again some of its units are taken
out of it, the others act as before, and those taken out then do what is best after them. The new
turn is kept if the position at its end is better.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wargrid.core import AGAIN, ATTACK, END, TAKE, Position
from wargrid.engine import CHANCE
from wargrid.players.evaluation.chance import Expectation
from wargrid.players.evaluation.score import WIN
from wargrid.players.protocol import Answer
from wargrid.players.searches.greedy import numbers_for
from wargrid.players.searches.plans import Gene, Line, Turn
from wargrid.players.searches.reply import Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from wargrid.core import Move
    from wargrid.engine import Game
    from wargrid.players.evaluation.score import Evaluation
    from wargrid.players.protocol import Budget
    from wargrid.players.searches.greedy import GreedyPlayer

MOST_MOVES: Final = 200
"""How many moves a turn has at most."""

MOST_TRIES: Final = 600
"""How many changes in a row are tried without success."""

SLACK: Final = 150.0
"""How much worse a turn may look at first sight than the best one to be scored in full."""

PART: Final = 0.95
"""The share of a turn's budget that is spent on its plan."""

PART_WITH_DICE: Final = 0.8
"""The same where dice may change the plan."""

CAREFUL: Final = 0.85
"""The share of a plan's budget in which the greedy player makes a first turn."""

TAKEN_OUT: Final = (1, 1, 2, 2, 2, 3, 3, 4)
"""How many units are taken out of a turn at once, each number equally often."""

EARLY: Final = 0.15
"""How often one of them acts early in the turn, and half as often at random."""

WHOLE_TYPE: Final = 0.1
"""How often all units of a type are taken out."""


_Option = tuple[tuple[Gene, Position, float], ...]


class Turns:
    """Plans turns of one game; ``tries`` changes in a row without success end a plan.

    With ``replies``, a turn is worth what is left of it once the enemy has struck back.
    A plan is kept for the next moves of its turn, as long as they go as planned.
    """

    def __init__(
        self,
        game: Game,
        evaluation: Evaluation,
        greedy: GreedyPlayer,
        seed: int = 0,
        tries: int = MOST_TRIES,
        *,
        replies: bool = True,
    ) -> None:
        self._game = game
        self._evaluation = evaluation
        self._greedy = greedy
        self._seed = seed
        self._tries = tries
        self._score = Reply(game, evaluation).score if replies else evaluation.score
        self._planned: dict[Hashable, Answer] = {}
        self._when = (-1, -1)
        self._genes: tuple[Gene, ...] = ()
        self._made = 0

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Choose the first move of the best turn found; depth 0 if the budget allows none."""
        planned = self._planned.get(self._game.search.key(position))
        if planned is not None and planned.move in self._game.moves(position):
            self._made = planned.depth - len(planned.line) + 1
            return planned
        numbers = numbers_for(self._game, position, self._seed)
        part = budget.share(PART_WITH_DICE if self._game.search.has_dice else PART)
        planner = _Planner(
            self._game, self._evaluation, self._score, self._greedy, part, numbers.random
        )
        when = position.side, position.turn
        rest = self._genes[self._made :] if when == self._when else ()
        turn, score = planner.run(position, self._tries, rest)
        self._when, self._genes, self._made = when, turn.genes, 1
        budget.spend(part.nodes)
        moves = [gene.move for gene in turn.genes]
        last = turn.path[-1]
        if not moves and turn.cut:
            return Answer(self._game.moves(position)[0], nodes=part.nodes)
        if last.side == position.side and last.result is None and not turn.cut:
            moves.append(self._game.end)
        answers = [
            Answer(move, score, tuple(moves[number:]), part.nodes, len(moves))
            for number, move in enumerate(moves)
        ]
        keys = map(self._game.search.key, turn.path)
        self._planned = {
            key: answer._replace(nodes=0) for key, answer in zip(keys, answers, strict=False)
        }
        return answers[0]


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
    ) -> None:
        self._game = game
        self._evaluation = evaluation
        self._value = score
        self._greedy = greedy
        self._expectation = Expectation(game)
        self._budget = budget
        self._number = number
        self._typical: dict[Hashable, tuple[int, float]] = {}
        self._side = 0

    def run(self, root: Position, tries: int, rest: tuple[Gene, ...]) -> tuple[Turn, float]:
        """Return the best turn found from a position in which a side acts, with its score.

        ``rest`` is what is left of a plan that a roll has changed.
        """
        self._side = root.side
        planned = Line(root)
        self._replay(planned, rest, [])
        first = [self._whole(planned)] if planned.genes else []
        first += [self._quick(root), self._careful(root)]
        begun = [turn for turn in first if turn.genes or not turn.cut] or first
        scored = ((self._score(turn), turn) for turn in map(self._reviewed, begun))
        most, best = max(scored, key=lambda entry: entry[0])
        units = self._units(root)
        idle = 0
        while units and idle < tries and not self._budget.exhausted():
            idle += 1
            changed = self._changed(best, units)
            if changed is None or changed.sketch <= best.sketch - SLACK:
                continue
            score = self._score(changed)
            if score > most and any(changed.luck):
                changed = self._reviewed(changed)
                score = self._score(changed)
            if score > most:
                best, most, idle = changed, score, 0
        return best, most

    def _reviewed(self, turn: Turn) -> Turn:
        """Return a turn with what its own rolls are worth, not those of equal units elsewhere."""
        luck = []
        for at, gene in enumerate(turn.genes):
            more = turn.luck[at]
            if more:
                self._typical.clear()
                after, more = self._after(turn.path[at], gene.move)
                more += self._still(after) - self._still(turn.path[at + 1])
            luck.append(more)
        sketch = turn.sketch + sum(luck) - sum(turn.luck)
        return turn._replace(luck=tuple(luck), sketch=sketch)

    def _units(self, root: Position) -> list[int]:
        """Return the units that may act, also later in the turn; 0 for moves without a unit."""
        units = root.units_of(self._side)
        return [0, *units] if self._moves(root, 0) else units

    # First turns

    def _careful(self, root: Position) -> Turn:
        """Return the turn of the greedy player, which weighs after each move what may be struck."""
        line, part = Line(root), self._budget.share(CAREFUL)
        while len(line.genes) < MOST_MOVES and self._acts(line.last):
            move = self._greedy.choose(line.last, part).move
            if move.verb == END:
                break
            line.add(Gene(self._unit(line.last, move), move), *self._after(line.last, move))
            line.cut = part.exhausted()
            if line.cut:
                break
        self._budget.spend(part.nodes)
        return self._whole(line)

    def _quick(self, root: Position) -> Turn:
        """Return a turn in which the units that gain most act first, while any of them gains."""
        line = Line(root)
        while len(line.genes) < MOST_MOVES and self._acts(line.last):
            acted: set[int] = set()
            gains = self._gains(line.last)
            line.cut = self._budget.exhausted()
            if line.cut:
                break
            for gain, gene in gains:
                if gain <= 0 and (acted or self._game.end in self._game.moves(line.last)):
                    break
                if gene.unit in acted or gene.move not in self._game.moves(line.last):
                    continue
                acted.add(gene.unit)
                line.add(gene, *self._after(line.last, gene.move))
                if not self._acts(line.last):
                    break
            if not acted:
                break
        return self._whole(line)

    def _gains(self, position: Position) -> list[tuple[float, Gene]]:
        """Return the moves of a position with what each gains at once, the best first."""
        now = self._still(position)
        gains = []
        for move in self._game.moves(position):
            if move.verb != END:
                after, luck = self._after(position, move)
                gain = self._still(after) + luck - now
                gains.append((gain, Gene(self._unit(position, move), move)))
                if self._budget.exhausted():
                    break
        gains.sort(key=lambda entry: entry[0], reverse=True)
        return gains

    def _acts(self, position: Position) -> bool:
        pending = position.pending
        decides = pending is None or pending.kind == AGAIN
        return decides and position.result is None and position.side == self._side

    # Changes

    def _changed(self, turn: Turn, units: list[int]) -> Turn | None:
        """Return the turn with some units acting last and as well as they can, or None."""
        number, out = self._number, self._chosen(turn, units)
        first = next((at for at, gene in enumerate(turn.genes) if gene.unit in out), None)
        begun = len(turn.genes) if first is None else first
        early = number() < EARLY
        if early:
            begun = int(number() * (begun + 1))
        line = Line(turn.path[0]).begun_as(turn, begun)
        rest = turn.genes[begun:]
        if early:
            unit = out.pop()
            rest = tuple(gene for gene in rest if gene.unit != unit)
            (self._prepare if number() < 0.5 else self._act_at_random)(line, unit)
            self._strike(line)
        self._replay(line, rest, out)
        for unit in out:
            self._act(line, unit)
        if self._acts(line.last) and self._game.end not in self._game.moves(line.last):
            return None
        return self._whole(line)

    def _replay(self, line: Line, genes: tuple[Gene, ...], out: list[int]) -> None:
        """Make the moves that still fit; the units of the others are taken out, too."""
        for gene in genes:
            if gene.unit in out:
                continue
            if self._fits(line.last, gene):
                line.add(gene, *self._after(line.last, gene.move))
            else:
                out.append(gene.unit)

    def _chosen(self, turn: Turn, units: list[int]) -> list[int]:
        """Return units to be taken out of a turn: a few, or all of one type."""
        number, root = self._number, turn.path[0]
        first = units[int(number() * len(units))]
        if number() < WHOLE_TYPE:
            word = root.roster.types[first].word
            out = [unit for unit in units if root.roster.types[unit].word == word]
        else:
            most = TAKEN_OUT[int(number() * len(TAKEN_OUT))]
            out = [first]
            while len(out) < min(most, len(units)):
                other = units[int(number() * len(units))]
                if other not in out:
                    out.append(other)
        return sorted(out, key=lambda _: number())

    def _fits(self, position: Position, gene: Gene) -> bool:
        """Return whether the same unit may make the same move in a position."""
        return (
            self._acts(position)
            and gene.unit == self._unit(position, gene.move)
            and gene.move in self._moves(position, gene.unit)
        )

    def _act(self, line: Line, unit: int) -> None:
        """Let a unit do what is best for it, as long as it gains."""
        while len(line.genes) < MOST_MOVES and self._acts(line.last):
            best, most = None, self._sketch(line.last)
            for option, value in self._options(line.last, unit):
                if value > most:
                    best, most = option, value
            if best is None:
                break
            for gene, after, luck in best:
                line.add(gene, after, luck)

    def _prepare(self, line: Line, unit: int) -> None:
        """Let a unit do what is best together with what others may strike then."""
        if self._acts(line.last):
            scored = []
            for move in self._moves(line.last, unit):
                after, luck = self._after(line.last, move)
                self._budget.spend()
                scored.append((self._decided(after, self._evaluation.score) + luck, move, after))
            if scored:
                _, move, after = max(scored, key=lambda entry: entry[0])
                line.add(Gene(unit, move), after, 0.0)

    def _strike(self, line: Line) -> None:
        """Make the strikes that gain, the best first."""
        while len(line.genes) < MOST_MOVES and self._acts(line.last):
            best, most = None, self._sketch(line.last)
            for move in self._game.search.noisy(line.last):
                after, luck = self._after(line.last, move)
                if (value := self._sketch(after) + luck) > most:
                    best, most = (Gene(self._unit(line.last, move), move), after, luck), value
            if best is None:
                break
            line.add(*best)

    def _act_at_random(self, line: Line, unit: int) -> None:
        """Let a unit make any move: it may make way for others."""
        moves = self._moves(line.last, unit) if self._acts(line.last) else []
        if moves:
            move = moves[int(self._number() * len(moves))]
            line.add(Gene(unit, move), *self._after(line.last, move))

    def _options(self, position: Position, unit: int) -> list[tuple[_Option, float]]:
        """Return what a unit may do, also a strike after a move, with what it is worth."""
        found: list[tuple[_Option, float]] = []
        for move in self._moves(position, unit):
            after, luck = self._after(position, move)
            one = (Gene(unit, move), after, luck)
            found.append(((one,), self._sketch(after) + luck))
            if move.verb not in (ATTACK, TAKE) and self._acts(after):
                for strike in self._game.search.moves_of(after, unit) if unit else ():
                    if strike.verb in (ATTACK, TAKE):
                        struck, more = self._after(after, strike)
                        two = (Gene(unit, strike), struck, more)
                        found.append(((one, two), self._sketch(struck) + luck + more))
        return found

    def _moves(self, position: Position, unit: int) -> list[Move]:
        """Return the moves of a unit."""
        if not unit:
            moves = self._game.moves(position)
            return [move for move in moves if move.source < 0 and move.verb != END]
        return self._game.search.moves_of(position, unit)

    # Positions

    def _whole(self, line: Line) -> Turn:
        """Return the turn with these moves, valued after its end."""
        end = line.last
        if self._acts(end):
            end = self._game.step(end, self._game.end)
        sketch = self._sketch(end) + sum(line.luck)
        moves, path, luck = tuple(line.genes), tuple(line.path), tuple(line.luck)
        return Turn(moves, path, luck, end, sketch, line.cut)

    def _score(self, turn: Turn) -> float:
        """Return what a turn is worth with what the enemy can strike after it."""
        self._budget.spend()
        return self._decided(turn.end, self._value) + sum(turn.luck)

    def _unit(self, position: Position, move: Move) -> int:
        """Return the unit that makes a move; 0 for a move without a unit."""
        return position.board[move.source] if move.source >= 0 else 0

    def _after(self, position: Position, move: Move) -> tuple[Position, float]:
        """Return the position after a move, and what its rolls are worth above those taken.

        Of all rolls, the one is taken whose worth is nearest to the mean; choices are the best.
        """
        self._budget.spend()
        after, luck, rolls = self._game.step(position, move), 0.0, 0
        while after.pending is not None and after.result is None:
            if self._game.to_act(after) != CHANCE:
                chosen = [self._game.step(after, move) for move in self._game.moves(after)]
                sign = 1 if after.side == self._side else -1
                after = max(chosen, key=lambda position: sign * self._still(position))
            else:
                rolls += 1
                key = self._attack(position, move), rolls
                roll, more = self._typical_roll(after, key)
                after, luck = self._game.step(after, roll), luck + more
        return after, luck

    def _attack(self, position: Position, move: Move) -> Hashable:
        """Return what the outcome of an attack depends on most: types, men and weapon."""
        if move.source < 0 or move.struck < 0:
            return move
        units = position.board[move.source], position.board[move.struck]
        return move.word, *((position.type_of(unit).word, position.men[unit]) for unit in units)

    def _typical_roll(self, position: Position, attack: Hashable) -> tuple[Move, float]:
        """Return the roll nearest to the mean, and what the mean is worth above it.

        Attacks of equal units with equal dice are looked at once in a plan.
        """
        rolls = self._expectation.rolls(position)
        found = self._typical.get(key := (attack, len(rolls)))
        if found is None:
            mean = self._expectation.over(position, self._still)
            rolled = (self._game.step(position, roll) for _, roll in rolls)
            worth = [self._expectation.over(position, self._still) for position in rolled]
            nearest = min(range(len(rolls)), key=lambda at: abs(worth[at] - mean))
            found = self._typical[key] = nearest, mean - worth[nearest]
        return rolls[found[0]][1], found[1]

    def _still(self, position: Position) -> float:
        return self._decided(position, self._evaluation.still)

    def _sketch(self, position: Position) -> float:
        return self._decided(position, self._evaluation.sketch)

    def _decided(self, position: Position, value: Callable[[Position, int], float]) -> float:
        """Return what a position is worth to the side whose turn it is."""
        result = position.result
        if result is None:
            return value(position, self._side)
        if result.winner is None:
            return 0.0
        return WIN if result.winner == self._side else -WIN

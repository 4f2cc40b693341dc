"""Review: any position of a match again, its turning points, and its figures.

Every position was kept when its move was played, so going to one plays no move again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from wargrid.core.events import Event, TurnBegan
from wargrid.core.moves import Move, Roll
from wargrid.core.position import Position
from wargrid.core.state import Result
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match import Match, Ply
from wargrid.players import WIN, Evaluation, Exchanges, by_whole_turns, winning_of
from wargrid_play.table.dice import surprise_of
from wargrid_play.table.history.log import groups, losses_of
from wargrid_play.table.view import LogView

TURNING_POINTS: Final = 3
"""How many moves are marked at most."""

SWING: Final = 80.0
"""From how large a change on a move is marked at most; an average unit is worth 100."""

SWING_OF_CHEAPEST: Final = 1.4
"""The same in the cheapest units: in games of pawns and queens less than an average unit tells."""

SUSPECTS: Final = 12
"""How many moves that cost much are looked into at most."""

WEIGHED: Final = 400
"""How many moves are looked into at most where turns are several actions, or dice are rolled."""

SURPRISE: Final = 0.75
"""The least distance of a roll's hits from their average at which dice decided."""

Verdict = Literal["", "wins", "strong", "luck", "misfortune"]
"""What a move brought: the game, or a change of the score by itself or by its dice."""

Step = Literal["first", "turn_back", "back_one", "on_one", "turn_on", "last"]
"""Where to go in a review: to an end, or by a move or a turn."""

MAX_OUTCOMES: Final = 500
"""How many outcomes of one roll are looked at for what was to be expected."""


class Figures(NamedTuple):
    """The course of a match in numbers, so far as it has been read.

    ``scores`` are those at the stops, for the first side; an average unit is 100. ``inflicted`` are
    the men that each side removed by rolling, ``expected`` those to be expected of the same rolls.
    """

    scores: tuple[float, ...]
    inflicted: tuple[int, ...]
    expected: tuple[float, ...]


def winning_move(game: Game, position: Position) -> Move | None:
    """Return a move that wins the game at once and for certain for the side to act, or None.

    Where a turn is several actions, the rest of the turn may win.
    """
    if by_whole_turns(game):
        chance = winning_of(game).chance(position)
        return chance.moves[0] if chance.value >= 1 else None
    moves = game.moves(position)
    return next((one for one in moves if is_won_by(game.step(position, one), position.side)), None)


def is_won_by(position: Position, side: int) -> bool:
    """Return whether a side has won in a position."""
    return position.result is not None and position.result.winner == side


def _score_of(result: Result) -> float:
    """Return the score of a finished match for the first side."""
    return 0.0 if result.winner is None else WIN if result.winner == 0 else -WIN


class Review:
    """Shows a match at any of its positions; ``shown`` is the match up to there.

    A stop is the number of plies after a move and the rolls that belong to it.
    """

    def __init__(self, match: Match, at: int | None = None) -> None:
        self.match = match
        self.plies: Sequence[Ply] = tuple(match.plies)
        ends = [begin + len(group) for begin, group in groups(self.plies, match.game)]
        self.stops = (0, *ends) if ends else (0,)
        self.turns = self._turns()
        self.shown = Match(match.game, dice=match.dice, by_hand=True, start=match.start)
        self.at = -1
        self.seek(len(self.plies) if at is None else at)
        self._evaluation = Evaluation(match.game)
        self.swing = min(SWING, SWING_OF_CHEAPEST * self._evaluation.least)
        self._turning: tuple[int, ...] | None = None
        self._scores: list[float] = []
        self._exchanges = Exchanges(match.game, self._evaluation)
        self._settled: list[float] = []
        self._judged: dict[int, Verdict] = {}
        self._missed: dict[int, Move] = {}
        self._suspects: tuple[int, ...] | None = None
        self._dangers: dict[int, float] = {}
        self.by_whole_turns = by_whole_turns(match.game)
        self._inflicted = [0] * len(match.game.sides)
        self._expected = [0.0] * len(match.game.sides)

    def _turns(self) -> tuple[int, ...]:
        """Return the stops after which a turn has begun, and the first and the last stop."""
        begun = (
            at
            for at, ply in enumerate(self.plies, 1)
            if any(isinstance(event, TurnBegan) for event in ply.events)
        )
        stops = (self.stops[bisect_left(self.stops, at)] for at in begun)
        return tuple(sorted({0, *stops, self.stops[-1]}))

    def seek(self, at: int) -> None:
        """Show the position at the last stop that is not after so many plies."""
        at = self.stops[bisect_right(self.stops, max(0, at)) - 1]
        if at != self.at:
            self.at = at
            self.shown.plies[:] = self.plies[:at]
            ended = at == self.stops[-1]
            self.shown.ending = self.match.ending if ended else None

    def step(self, by: int, *, turns: bool = False) -> None:
        """Go so many moves on, or turns; back if negative, and no further than the ends."""
        marks = self.turns if turns else self.stops
        here = bisect_right(marks, self.at) - 1
        if by < 0 and marks[here] < self.at:
            here += 1  # back from inside a turn leads to its beginning
        self.seek(marks[max(0, min(len(marks) - 1, here + by))])

    def go(self, step: Step) -> None:
        """Go to the next move or turn, to the one before, or to an end."""
        ends = {"first": 0, "last": self.stops[-1]}
        if step in ends:
            self.seek(ends[step])
        else:
            self.step(-1 if "back" in step else 1, turns="turn" in step)

    def line_of(self, log: Sequence[LogView], chosen: int | None = None) -> int | None:
        """Return the line of a log that tells of the move shown, None at the beginning.

        That is the one ``chosen``, or the first that is no heading; at the end of a match that no
        move ended it is the last one, which tells how it ended.
        """
        if chosen is not None and log[chosen].plies == self.at:
            return chosen
        if log and self.shown.ending is not None:
            return len(log) - 1
        here = [number for number, line in enumerate(log) if line.plies <= self.at]
        own = [one for one in here if log[one].plies == self.at and not log[one].heading]
        return next(iter(own or here[-1:]), None)

    def branch(self) -> Match:
        """Return a new match that goes on from the position shown, with fresh dice."""
        match = Match(self.match.game, by_hand=self.match.by_hand, start=self.match.start)
        match.plies[:] = self.plies[: self.at]
        return match

    # Figures

    @property
    def complete(self) -> bool:
        """Whether all figures have been read."""
        return len(self._scores) == len(self.stops)

    def read(self, stops: int) -> None:
        """Read the figures of some more stops."""
        for _ in range(min(stops, len(self.stops) - len(self._scores))):
            number = len(self._scores)
            end = self.stops[number]
            position = self.plies[end - 1].after if end else self.match.start
            self._scores.append(self._score(position))
            self._settled.append(self._settle(position))
            for ply in self.plies[self.stops[number - 1] if number else 0 : end]:
                if ply.actor == CHANCE:
                    self._add_roll(ply)
            self._look_for_win(end)

    def _look_for_win(self, stop: int) -> None:
        """Keep the move that would have won in place of the one before a stop, if there is one."""
        group, game = self.group(stop), self.match.game
        if not group or group[0].actor == CHANCE or group[-1].after.result is not None:
            return
        missed, after = winning_move(game, group[0].before), group[-1].after
        still = missed and game.to_act(after) == group[0].actor and winning_move(game, after)
        if missed is not None and not still:
            self._missed[stop] = missed

    def missed(self, stop: int) -> Move | None:
        """Return a move that would have won at once and was not made, as far as figures are read.

        The side cannot make it any more in the same turn.
        """
        return self._missed.get(stop)

    def _score(self, position: Position) -> float:
        if position.result is not None:
            return _score_of(position.result)
        if self.match.game.engine.is_deploying(position):
            return 0.0
        return self._evaluation.score(position, 0)

    def _settle(self, position: Position) -> float:
        """Return the score after all takes that gain something, made or not."""
        score = self._scores[-1]
        decided = position.result is not None or self.match.game.engine.is_deploying(position)
        if decided or not self._exchanges.followed:
            return score
        return self._exchanges.score(position, 0)

    def _add_roll(self, ply: Ply) -> None:
        """Count the men lost to a roll of an attack, and those to be expected."""
        if ply.before.pending is None or not ply.before.turn:
            return
        chances = self.match.game.chances(ply.before)
        if len(chances) > MAX_OUTCOMES:
            return
        for loss in losses_of(ply):
            self._inflicted[1 - loss.side] += loss.men
        for chance, move in chances:
            events: list[Event] = []
            after = self.match.game.step(ply.before, move, events)
            outcome = Ply(move, CHANCE, ply.before, after, tuple(events), ply.number)
            for loss in losses_of(outcome):
                self._expected[1 - loss.side] += float(chance) * loss.men

    def figures(self) -> Figures:
        """Return the figures read so far; a resignation or lost time changes no score."""
        scores, result = self._scores, self.match.result
        if self.complete and result is not None and self.match.ending is None:
            scores = [*scores[:-1], _score_of(result)]
        return Figures(tuple(scores), tuple(self._inflicted), tuple(self._expected))

    def group(self, stop: int) -> Sequence[Ply]:
        """Return the plies of the move that ends at a stop; none at the beginning."""
        number = bisect_left(self.stops, stop)
        return self.plies[self.stops[number - 1] : stop] if number else ()

    def with_reply(self, stop: int) -> Sequence[Ply]:
        """Return the plies of the move that ends at a stop, and of the reply to it."""
        return self.plies[
            self.stops[bisect_left(self.stops, stop) - 1] : max((stop, *self._reply(stop)))
        ]

    def judge(self, stop: int) -> Verdict:
        """Return what the move before a stop brought; empty if it changed the score little.

        A strong move leaves its side better off than before the move that it answers, and still
        does after the reply. Dice decided if they differed clearly from their average, and changed
        the score by half as much, against what was to be expected.
        """
        if stop not in self._judged and self.complete:
            self._judged[stop] = self._judge(stop)
        return self._judged.get(stop, "")

    def _judge(self, stop: int) -> Verdict:
        group, (swing, luck) = self.group(stop), self._swing(stop)
        if group and is_won_by(group[-1].after, group[0].actor):
            return "wins"
        if abs(swing) < self.swing or not group:
            return ""
        if luck * swing > 0 and abs(luck) >= abs(swing) / 2 and self._surprises(group):
            return "luck" if swing > 0 else "misfortune"
        lasting = min(swing - luck, self._cost(stop), swing + self._answered(stop))
        return "strong" if lasting >= self.swing else ""

    def _surprises(self, group: Sequence[Ply]) -> bool:
        """Return whether a roll differed clearly from its average."""
        game = self.match.game
        found = [
            surprise_of(game, ply.before, ply.move) for ply in group if isinstance(ply.move, Roll)
        ]
        told = [each for each in found if each is not None]
        return not told or max(told) >= SURPRISE

    def _answered(self, stop: int) -> float:
        """Return what the move that another side made before won for the side that moved, or 0."""
        number = bisect_left(self.stops, stop) - 1
        before, mover = self.group(self.stops[number]), self.group(stop)[0].actor
        if not before or before[0].actor in (CHANCE, mover):
            return 0.0
        return -self._swing(self.stops[number])[0]

    def _is_suspect(self, stop: int) -> bool:
        """Return whether a move and the reply to it cost its side much, dice left aside."""
        if self._leaves(stop) <= -self.swing:
            return True
        if self._cost(stop) > -self.swing:
            return False
        parts = [self._swing(each) for each in (stop, *self._reply(stop))]
        (own, luck), others = parts[0], parts[1:]
        return own - luck - sum(swing - chance for swing, chance in others) <= -self.swing

    def _cost(self, stop: int) -> float:
        """Return how much a move and the reply to it won for the side that moved.

        At the end of the match the reply that was not made takes what there is to take.
        """
        number = bisect_left(self.stops, stop)
        last = bisect_left(self.stops, max((stop, *self._reply(stop))))
        group = self.group(stop)
        if not group or group[0].actor == CHANCE or last >= len(self._scores):
            return 0.0
        sign = 1 if group[0].actor == 0 else -1
        before = self._scores[number - 1] * sign
        return 0.0 if abs(before) >= WIN / 2 else self._lasts(last, number) * sign - before

    def _lasts(self, number: int, moved: int) -> float:
        """Return the score at a stop after a move; at the last of all what is left to take is."""
        alone = number == moved == len(self.stops) - 1
        return self._settled[number] if alone else self._scores[number]

    def _leaves(self, stop: int) -> float:
        """Return what a move leaves the other side to take, as a cost; 0 if it is not its turn."""
        number, group = bisect_left(self.stops, stop), self.group(stop)
        goes_on = not group or group[-1].after.side == group[0].actor or group[0].actor == CHANCE
        if goes_on or number >= len(self._settled) or abs(self._scores[number - 1]) >= WIN / 2:
            return 0.0
        sign = 1 if group[0].actor == 0 else -1
        taken = self._settled[number] - self._scores[number]
        return sign * (self._settled[number] - self._scores[number - 1]) if taken else 0.0

    def _reply(self, stop: int) -> tuple[int, ...]:
        """Return the stop of the reply to a move, if another side makes the next one."""
        number = bisect_left(self.stops, stop) + 1
        if number >= len(self.stops):
            return ()
        actors = self.group(stop)[0].actor, self.group(self.stops[number])[0].actor
        return () if CHANCE in actors or actors[0] == actors[1] else (self.stops[number],)

    def _swing(self, stop: int) -> tuple[float, float]:
        """Return how much a move won for its side, and how much of that its dice did."""
        number, group = bisect_left(self.stops, stop), self.group(stop)
        if not group or group[0].actor == CHANCE or number >= len(self._scores):
            return 0.0, 0.0
        side = group[0].actor
        change = self._scores[number] - self._scores[number - 1]
        luck = sum(self._luck(ply, side) for ply in group if ply.actor == CHANCE)
        return change * (1 if side == 0 else -1), luck

    def _luck(self, ply: Ply, side: int) -> float:
        """Return by how much a roll was better for a side than was to be expected."""
        chances = self.match.game.chances(ply.before)
        if len(chances) > MAX_OUTCOMES:
            return 0.0
        step = self.match.game.step
        mean = sum(float(one) * self._score(step(ply.before, move)) for one, move in chances)
        return (self._score(ply.after) - mean) * (1 if side == 0 else -1)

    def suspects(self) -> tuple[int, ...]:
        """Return the stops of the moves that cost most, replies included.

        They are in order; a reply counts that was not made but takes with a gain. Where turns are
        several actions, or dice are rolled, what a move cost shows only when its turn is weighed:
        all moves are returned with which something else was possible, the dearest first.

        Whether one was a mistake depends on what else there was. There are none before all figures
        have been read.
        """
        if self._suspects is None and self.complete and self.by_whole_turns:
            chosen = sorted(filter(self._was_chosen, self.stops[1:]), key=self._doubt)
            self._suspects = tuple(chosen[:WEIGHED])
        if self._suspects is None and self.complete:
            costs = {stop: min(self._cost(stop), self._leaves(stop)) for stop in self.stops[1:]}
            dear = (stop for stop in costs if costs[stop] <= -self.swing)
            worst = sorted(dear, key=costs.__getitem__)
            self._suspects = tuple(sorted(filter(self._is_suspect, worst[:SUSPECTS])))
        return self._suspects or ()

    def turn_of(self, stop: int) -> tuple[int, ...]:
        """Return the stops of the turn in which the move before a stop was made."""
        number = min(bisect_left(self.turns, stop), len(self.turns) - 1)
        begun = self.turns[number - 1] if number else 0
        return tuple(each for each in self.stops if begun < each <= self.turns[number])

    def _doubt(self, stop: int) -> float:
        """Return the key that orders moves: the cost of one, or the chance to win that it leaves.

        That is the enemy's at once, after the turn of the move.
        """
        end = self.turns[min(bisect_left(self.turns, stop), len(self.turns) - 1)]
        if end not in self._dangers:
            after = self.plies[end - 1].after
            self._dangers[end] = winning_of(self.match.game).chance(after).value
        return min(self._cost(stop), -WIN * self._dangers[end])

    def _was_chosen(self, stop: int) -> bool:
        """Return whether the side that made a move in its turn could have made another."""
        first = self.group(stop)[0]
        game, before = self.match.game, first.before
        if first.actor == CHANCE or before.pending is not None or game.engine.is_deploying(before):
            return False
        return len(game.moves(before)) > 1

    def turning_points(self) -> tuple[int, ...]:
        """Return the stops of the moves that changed the score most, in order.

        Only what lasts counts: neither half of an even exchange is one.
        """
        if self._turning is not None:
            return self._turning
        changes = ((self._lasting(number), self.stops[number]) for number in self._decided())
        large = sorted((one for one in changes if one[0] >= self.swing), reverse=True)
        found = tuple(sorted(stop for _, stop in large[:TURNING_POINTS]))
        self._turning = found if self.complete else None
        return found

    def _decided(self) -> Iterator[int]:
        """Yield the numbers of the stops that changed much and ended nothing, as far as read."""
        for number, (before, after) in enumerate(pairwise(self._scores), 1):
            if abs(after - before) >= self.swing and abs(after) < WIN / 2:
                yield number

    def _lasting(self, number: int) -> float:
        """Return how much of a change was there before a reply to it, and after it as a reply."""
        scores, stop = self._scores, self.stops[number]
        change = scores[number] - scores[number - 1]
        sign = 1 if change > 0 else -1
        windows = [change, self._lasts(number, number) - scores[number - 1]]
        if self._reply(stop) and number + 1 < len(scores):
            windows.append(scores[number + 1] - scores[number - 1])
        if number > 1 and self._reply(self.stops[number - 1]):
            windows.append(scores[number] - scores[number - 2])
        return max(0.0, min(sign * window for window in windows))

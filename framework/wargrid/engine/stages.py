"""Stages at work: which verbs are open to a side now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from wargrid.core.events import Event
from wargrid.core.moves import Move, verb_of
from wargrid.core.position import Position
from wargrid.core.refusal import Reason


class Stages:
    """The stages of one game, through which each side goes by itself.

    A stage is over once its condition holds. Where that may cease to hold, ``marker`` keeps how far
    a side has come when its turn begins: a stage that it has left does not come back.
    """

    def __init__(self, ruleset: Any, marker: Any) -> None:
        self._ruleset = ruleset
        self._stages: Sequence[Any] = ruleset.stages
        self._open = [frozenset(stage.may) for stage in ruleset.stages]
        self.marker = marker

    def number(self, position: Position, side: int) -> int:
        """Return the number of the stage of a side, from 0."""
        found = 0 if self.marker is None else position.marks[self.marker.number][side]
        last = len(self._stages) - 1
        while found < last and self._stages[found].is_over(position, side):
            found += 1
        return found

    def verbs(self, position: Position, side: int) -> frozenset[str]:
        """Return the verbs that are open to a side."""
        return self._open[self.number(position, side)]

    def allowed(self, position: Position, moves: list[Move]) -> list[Move]:
        """Return those of some moves of the side to act that its stage allows."""
        verbs = self.verbs(position, position.side)
        return [move for move in moves if verb_of(move) in verbs]

    def kept(self, position: Position) -> Sequence[Event]:
        """Return the event that keeps the stage of the side whose turn begins, if it is new."""
        side, marker = position.side, self.marker
        number = self.number(position, side)
        if position.marks[marker.number][side] == number:
            return ()
        return (marker.mark(side, number),)

    def reasons(self, position: Position, move: Move) -> Iterator[Reason]:
        """Find why a move is not of the stage of the side to act."""
        verb, now = verb_of(move), self.number(position, position.side)
        if verb in self._open[now]:
            return
        later = [at for at, verbs in enumerate(self._open) if at > now and verb in verbs]
        earlier = [at for at, verbs in enumerate(self._open) if at < now and verb in verbs]
        if later:
            between = self._stages[now : later[0]]
            yield "stage_later", self._ruleset.stage_words(between, verb)
        elif earlier and self._never_has(verb, position.side):
            yield "stage_none", {"verb": self._ruleset.stage_words((), verb)["verb"]}
        elif earlier:
            yield "stage_over", self._ruleset.stage_words(self._stages[earlier[-1] : now], verb)

    def _never_has(self, verb: str, side: int) -> bool:
        """Return whether what a verb places comes from a hand in which a side never has any."""
        ruleset = self._ruleset
        if ruleset.captured is not None or ruleset.brings_to_hand({}):
            return False
        named = list(ruleset.sides)[side]
        of_hand = [each for each in ruleset.abilities if each.word == verb and each.of_hand]
        given = [ruleset.hand.get(word, 0) for each in of_hand for word in each.types]
        counts = [each.get(named, 0) if isinstance(each, dict) else each for each in given]
        return bool(counts) and not any(counts)

"""Quotas: how often a side may do something in a turn, and how often it may be done to a unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from wargrid.core.deeds import side_marker, target_marker
from wargrid.core.marks import Marker
from wargrid.core.moves import ANY_VERB, ATTACK, MOVE, Move, verb_of
from wargrid.core.position import Position
from wargrid.core.refusal import Reason
from wargrid.core.state import GONE
from wargrid.engine.context import GameContext
from wargrid.engine.moves.movegen import UnitSets
from wargrid.engine.turns.deeds import ACTIONS, is_done_to_unit
from wargrid.text import Message

PLAIN: Final = ("move", "turn", "attack", "any")
"""The verbs that have refusals with sentences of their own."""


class Quotas:
    """The limits of a turn that count what all units of a side do, or what is done to one unit."""

    def __init__(self, context: GameContext) -> None:
        turn = context.ruleset.turn
        self._context = context
        self._of_side = _rows(context, {verb: side_marker(verb) for verb in turn.per_side})
        self._of_target = _rows(context, {verb: target_marker(verb) for verb in turn.per_target})

    def enough(self, position: Position, moves: list[Move]) -> list[Move]:
        """Return the moves that no quota forbids."""
        if self._is_over(position, ANY_VERB):
            return [move for move in moves if move.verb not in ACTIONS]
        over = [verb for verb in self._of_side if self._is_over(position, verb)]
        full = self._full(position)
        if not over and not full:
            return moves
        out = []
        for move in moves:
            verb = verb_of(move)
            if verb not in over and not (verb in full and move.target in full[verb]):
                out.append(move)
        return out

    def enough_for(self, position: Position, sets: list[UnitSets]) -> list[UnitSets]:
        """Return the same for the sets of units instead of moves."""
        every = self._is_over(position, ANY_VERB)
        moves, attacks = (every or self._is_over(position, verb) for verb in (MOVE, ATTACK))
        barred = 0
        for cell in self._full(position).get(ATTACK, ()):
            barred |= 1 << cell
        return [
            (
                unit,
                0 if moves else free,
                0 if moves else taken,
                0 if attacks else attacked & ~barred,
            )
            for unit, free, taken, attacked in sets
        ]

    def left(self, position: Position) -> int:
        """Return how often the side to act may attack in the rest of the turn; 100 for no limit."""
        left = 100
        for verb in (ATTACK, ANY_VERB):
            marker = self._of_side.get(verb)
            if marker is not None:
                left = min(left, marker.most - position.marks[marker.number][position.side])
        return left

    def most(self) -> int:
        """Return how often a side may act in a turn, by the quota of all verbs together."""
        marker = self._of_side.get(ANY_VERB)
        return 100 if marker is None else marker.most

    def reasons(self, position: Position, move: Move, ability: Message | str) -> Iterator[Reason]:
        """Find the quotas that forbid a move; ``ability`` is what players call an ability."""
        verb = verb_of(move)
        side = self._context.ruleset.side_name(position.side)
        for name in (verb, ANY_VERB):
            if self._is_over(position, name):
                code = name if name in PLAIN else "do"
                values: dict[str, object] = {
                    "side": side,
                    "most": self._of_side[name].most,
                    "ability": ability,
                }
                yield f"side_used_{code}", values
        marker = self._of_target.get(verb)
        if marker is not None and is_done_to_unit(position, move):
            struck = position.at(move.target)
            if position.marks[marker.number][struck.unit] >= marker.most:
                cell = self._context.grid.name(move.target)
                about: dict[str, object] = {
                    "unit": struck.type.name,
                    "cell": cell,
                    "most": marker.most,
                }
                code = verb if verb == ATTACK else "do"
                yield f"target_used_{code}", {**about, "ability": ability}

    def _is_over(self, position: Position, verb: str) -> bool:
        marker = self._of_side.get(verb)
        return marker is not None and position.marks[marker.number][position.side] >= marker.most

    def _full(self, position: Position) -> dict[str, set[int]]:
        """Return by verb the cells of the units to which it may not be done any more."""
        found: dict[str, set[int]] = {}
        for verb, marker in self._of_target.items():
            values = position.marks[marker.number]
            # Units that are gone keep their marks.
            cells = {
                position.cell_of(unit)
                for unit, value in enumerate(values)
                if value >= marker.most and position.place[unit] != GONE
            }
            if cells:
                found[verb] = cells
        return found


def _rows(context: GameContext, words: Mapping[str, str]) -> dict[str, Marker]:
    """Return the markers of some words, by the verbs that they count."""
    return {verb: context.markers[word] for verb, word in words.items()}

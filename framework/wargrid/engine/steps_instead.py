"""Steps instead: what a unit can do that cannot make the move which its player wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid.core.events import Turned
from wargrid.core.grid import FACING_WORDS
from wargrid.core.moves import MOVE, TAKE, TURN, Move
from wargrid.core.patterns import MovePattern
from wargrid.core.position import PlacedUnit, Position
from wargrid.engine.flow import Flow
from wargrid.engine.moves.rays import RayStep
from wargrid.text import Message

MAX_CELLS: Final = 8
"""How many cells are named to which a unit can go instead."""


class StepsInstead:
    """Words, for refusals, the one step that helps."""

    def __init__(self, flow: Flow) -> None:
        self._context = flow
        self._grid = flow.grid

    def for_move(self, position: Position, move: Move, unit: PlacedUnit) -> object:
        """Return what helps a unit that cannot reach the target, or where else it can go."""
        found = self.turn_first(position, move, unit)
        return found or self._slide(position, move, unit) or self._elsewhere(position, unit)

    def turn_first(self, position: Position, move: Move, unit: PlacedUnit) -> object:
        """Return the legal turn after which a move is listed, as a text; empty if none helps."""
        wanted = move.key[:3]
        for turn in self._context.moves(position):
            if turn.verb == TURN and turn.source == unit.cell:
                turned = position.after([Turned(unit.cell, turn.facing)])
                if any(each.key[:3] == wanted for each in self._context.rows.moves(turned)):
                    fields = {"now": self.facing(unit.facing), "facing": self.facing(turn.facing)}
                    return Message("refusals.step.turn", fields)
        return ""

    def facing(self, facing: int) -> Message:
        """Return the name of a facing."""
        return Message(f"events.facing.{FACING_WORDS[self._grid.facing_names[facing]]}")

    def _patterns(self, unit: PlacedUnit, verb: str) -> Iterator[MovePattern]:
        steps = self._context.tables.steps(unit.type, unit.side, unit.cell, unit.facing)
        return (step.pattern for step in steps if serves(step, verb))

    def _slide(self, position: Position, move: Move, unit: PlacedUnit) -> object:
        """Return where a unit that would come to a slippery cell slides, as a text, or nothing."""
        ends = {each.target for each in self._context.moves(position) if each.source == unit.cell}
        for pattern in self._patterns(unit, move.verb):
            if move.target in pattern.slippery:
                for way in _ways(pattern):
                    beyond = way[way.index(move.target) + 1 :] if move.target in way else ()
                    end = next((cell for cell in beyond if cell in ends), None)
                    if end is not None:
                        return Message("refusals.step.slide", {"to": self._grid.name(end)})
        return ""

    def _elsewhere(self, position: Position, unit: PlacedUnit) -> object:
        """Return where a unit can go or else take, as a text; of many cells their number."""
        own = [move for move in self._context.moves(position) if move.source == unit.cell]
        for verb, key in ((MOVE, "refusals.step.move"), (TAKE, "refusals.step.take")):
            cells = sorted({move.target for move in own if move.verb == verb})
            if cells:
                if len(cells) > MAX_CELLS:
                    return Message(f"{key}.many", {"n": len(cells)})
                *before, last = map(self._grid.name, cells)
                named = Message("rules.or", {"before": tuple(before), "last": last})
                return Message(key, {"cells": named if before else last})
        return Message("refusals.step.none")


def _ways(pattern: MovePattern) -> Iterator[tuple[int, ...]]:
    """Yield the cells of each line and jump, with those on which it glides on."""
    yield from (ray + pattern.glides.get(ray, ()) for ray in pattern.rays)
    yield from ((spot[1], *pattern.glides.get(spot, ())) for spot in pattern.spots)


def serves(step: RayStep, verb: str) -> bool:
    """Return whether a step serves to move, or to take."""
    return (step.take if verb == TAKE else step.go) is not None

"""Sandwiches: the enemies that a unit takes after its move, between it and another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from wargrid.core.events import Eliminated, Event
from wargrid.core.grid import OFF
from wargrid.core.patterns import TerrainMap
from wargrid.core.position import Position

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugins
    from wargrid.ruleset.models import Ruleset
    from wargrid.ruleset.units.custodial import CustodialCapture as Rule

SANDWICHED = "events.sandwiched"
"""The text of the event by which a unit is taken so."""


class Bite(NamedTuple):
    """The cell of an enemy, the cell behind it, and whether that cell is hostile when empty.

    ``sides`` are all cells next to the enemy with the same, if it must be surrounded there.
    """

    enemy: int
    behind: int
    hostile: bool
    sides: tuple[tuple[int, bool], ...]


class Custodian:
    """What units take after their moves; the bites of every type and cell are made once."""

    def __init__(
        self,
        ruleset: Ruleset,
        plugins: Plugins,
        grounds: Sequence[TerrainMap],
        forward: Sequence[int],
    ) -> None:
        self._plugins = plugins
        self._grounds = grounds
        self._forward = forward
        self._grid = grounds[0].grid
        self._rules = {word: unit.sandwiches for word, unit in ruleset.units.items()}
        self._surrounded = {word: unit.surrounded for word, unit in ruleset.units.items()}
        self._bites: dict[tuple[str, int, int], tuple[Bite, ...]] = {}

    def taken(self, position: Position, cell: int) -> Iterator[int]:
        """Yield the cells of the enemies that the unit which has come to a cell takes."""
        board, roster = position.board, position.roster
        side, word = roster.owners[board[cell]], roster.types[board[cell]].word
        bites = self._bites.get((word, side, cell))
        if bites is None:
            bites = self._bites[word, side, cell] = tuple(self._make(word, side, cell))
        hostile = roster.hostile[side]
        for bite in bites:
            if not hostile[board[bite.enemy]]:
                continue
            where = self._surrounded[roster.types[board[bite.enemy]].word]
            enemy_zones = self._grounds[roster.owners[board[bite.enemy]]].zones
            if where is not None and bite.enemy in enemy_zones[where]:
                if all(self._closes(position, side, *each) for each in bite.sides):
                    yield bite.enemy
            elif self._closes(position, side, bite.behind, bite.hostile):
                yield bite.enemy

    def _closes(self, position: Position, side: int, cell: int, hostile: bool) -> bool:
        """Return whether a cell holds a unit of a side that takes so, or is empty and hostile."""
        if cell == OFF:
            return False
        unit = position.board[cell]
        if not unit:
            return hostile
        roster = position.roster
        return roster.friendly[side][unit] and self._rules[roster.words[unit]] is not None

    def _make(self, word: str, side: int, cell: int) -> Iterator[Bite]:
        rule = self._rules[word]
        if rule is None:
            return
        forward = self._forward[side]
        for step in self._grid.steps(rule.directions, forward):
            enemy = self._grid.shifted(cell, forward, *step)
            behind = OFF if enemy == OFF else self._grid.shifted(enemy, forward, *step)
            if enemy != OFF:
                sides = tuple(self._around(rule, side, enemy))
                yield Bite(enemy, behind, self._is_hostile(rule, side, behind), sides)

    def _around(self, rule: Rule, side: int, cell: int) -> Iterator[tuple[int, bool]]:
        forward = self._forward[side]
        for step in self._grid.steps(rule.directions, forward):
            other = self._grid.shifted(cell, forward, *step)
            yield other, self._is_hostile(rule, side, other)

    def _is_hostile(self, rule: Rule, side: int, cell: int) -> bool:
        names = [rule.hostile] if isinstance(rule.hostile, str) else rule.hostile
        zones = self._grounds[side].zones
        return any(cell in zones[name] for name in names)

    def events(self, position: Position, cell: int) -> Sequence[Event]:
        """Return the events of what the unit that has come to a cell takes."""
        found: list[Event] = []
        for taken in self.taken(position, cell):
            instead = self._plugins.instead_of_loss(position, taken)
            found += instead or (Eliminated(taken, SANDWICHED),)
        return found

"""Upkeep: what a side earns, repairs and refills when its turn begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from wargrid.core.events import Event
from wargrid.core.position import PlacedUnit, Position
from wargrid.core.promotion import Restored
from wargrid.core.protocols import RulesetLike
from wargrid.ruleset.base import MarkerName, Upkeep, ZoneName
from wargrid.ruleset.units.abilities import marker_of
from wargrid.ruleset.values import Natural, Positive
from wargrid.ruleset.wants import Harvest
from wargrid.text import Catalog

__all__ = ["Income", "Repair"]


def _owned(position: Position, zone: str, owner: str) -> list[int]:
    """Return the cells of a zone that belong to the side to act."""
    cells = position.roster.game.grounds[position.side].zones[zone]
    marker = marker_of(position, owner)
    return [cell for cell in sorted(cells) if marker.owner(position, cell) == position.side]


class Income(Upkeep):
    """The side earns for each cell that belongs to it."""

    word = "income"
    markers: ClassVar[Mapping[str, tuple[str, str]]] = {
        "owner": ("cell", "side"),
        "pays": ("side", "number"),
    }

    zone: ZoneName
    """The zone whose cells bring something."""

    owner: MarkerName
    """The marker that holds the side to which a cell belongs."""

    pays: MarkerName
    """The marker of the side that grows."""

    each: Positive
    """How much each cell brings."""

    @property
    def harvest(self) -> Harvest:
        """The cells."""
        return Harvest(self.zone, self.owner, self.pays, self.each)

    def events(self, position: Position) -> Sequence[Event]:
        """Return the side's new number."""
        cells = _owned(position, self.zone, self.owner)
        if not cells:
            return ()
        marker = marker_of(position, self.pays)
        return (marker.add(position, position.side, self.each * len(cells)),)


class Repair(Upkeep):
    """Units on cells that belong to their side get men back and are refilled."""

    word = "repair"
    markers: ClassVar[Mapping[str, tuple[str, str]]] = {
        "owner": ("cell", "side"),
        "pays": ("side", "number"),
        "refills": ("unit", "number"),
    }

    zone: ZoneName
    """The zone where units are repaired."""

    owner: MarkerName
    """The marker that holds the side to which a cell belongs."""

    men: Natural = 0
    """The most men that a unit gets back in one turn."""

    pays: MarkerName | None = None
    """The marker of the side from which men are paid, or null if they cost nothing."""

    per_man: Natural = 0
    """The price of one man."""

    refills: list[MarkerName] = []
    """The markers that get the value of the start again."""

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, with the men in words."""
        back = words.say(f"rules.unit.{ruleset.strength}", men=self.men)
        return {**super().facts(words, ruleset), "back": back}

    def events(self, position: Position) -> Sequence[Event]:
        """Return what the units get, in the order of cells, as long as the side can pay."""
        cells = _owned(position, self.zone, self.owner)
        own = position.roster.friendly[position.side]
        placed = [position.at(cell) for cell in cells if own[position.board[cell]]]
        refilled = [event for unit in placed for event in self._refill(position, unit)]
        return [*refilled, *self._restore(position, placed)]

    def _refill(self, position: Position, unit: PlacedUnit) -> Iterator[Event]:
        for word in self.refills:
            marker = marker_of(position, word)
            start = marker.start_of.get(unit.type.word)
            if start is not None and marker.value(position, unit.cell) != start:
                yield marker.mark(unit.cell, start)

    def _restore(self, position: Position, placed: Sequence[PlacedUnit]) -> Iterator[Event]:
        pays = None if self.pays is None else marker_of(position, self.pays)
        left = 0 if pays is None else pays.value(position, position.side)
        spent = 0
        for unit in placed:
            men = min(self.men, unit.type.men - unit.men)
            if pays is not None and self.per_man:
                men = min(men, (left - spent) // self.per_man)
            if men > 0:
                spent += men * self.per_man
                yield Restored(unit.cell, men)
        if pays is not None and spent:
            yield pays.add(position, position.side, -spent)

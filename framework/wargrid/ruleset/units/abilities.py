"""Abilities: what units may do besides moving, turning and attacking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from wargrid.core.events import Event, Noted
from wargrid.core.marks import Marker
from wargrid.core.moves import Move
from wargrid.core.patterns import TerrainMap
from wargrid.core.position import Position
from wargrid.core.promotion import Became, Exhausted
from wargrid.core.protocols import RulesetLike, Translations
from wargrid.core.refusal import Refusal
from wargrid.ruleset.base import Ability, MarkerName, UnitName, ZoneName
from wargrid.ruleset.values import Positive
from wargrid.ruleset.wants import Claim

__all__ = ["Capture", "Change"]


def marker_of(position: Position, word: str) -> Marker:
    """Return a marker of the game of a position."""
    found: Marker = position.roster.game.markers[word]
    return found


class Capture(Ability):
    """The unit takes possession of the cell it is on, perhaps over several turns."""

    word = "capture"
    markers: ClassVar[Mapping[str, tuple[str, str]]] = {
        "owner": ("cell", "side"),
        "counts": ("unit", "number"),
    }

    zone: ZoneName
    """The zone whose cells can be captured."""

    owner: MarkerName
    """The marker that holds the side to which a cell belongs."""

    counts: MarkerName | None = None
    """The marker of the unit that counts its progress, or null if one use captures the cell. With
    ``until: moving`` the progress is lost when the unit leaves."""

    by: Literal["men", "one"] = "men"
    """Whether one use counts the unit's men, or one."""

    needs: Positive = 1
    """The count at which the cell changes its owner."""

    ends_turn: bool = True
    """Whether the unit cannot act again in this turn."""

    @property
    def claim(self) -> Claim:
        """The zone."""
        return Claim(self.zone, self.owner, self.counts, self.needs)

    def targets(self, ground: TerrainMap, cell: int) -> Sequence[int]:
        """Return the unit's cell if it is in the zone."""
        return (cell,) if cell in ground.zones[self.zone] else ()

    def apart(self, ruleset: RulesetLike) -> Translations | str:
        """Return the name of the zone."""
        return ruleset.zone_name(self.zone)

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Refuse a cell that belongs to the side already."""
        if marker_of(position, self.owner).owner(position, move.source) != position.side:
            return None
        cell = position.roster.grid.name(move.source)
        return Refusal("captured_already", {"cell": cell})

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Return the progress of the unit, or the new owner of its cell."""
        unit, cell = position.board[move.source], move.source
        end = (Exhausted(cell),) if self.ends_turn else ()
        owner = marker_of(position, self.owner).mark(cell, position.side + 1)
        if self.counts is None:
            return (owner, Noted(cell, "events.captured"), *end)
        counts = marker_of(position, self.counts)
        reached = counts.value(position, cell) + (position.men[unit] if self.by == "men" else 1)
        if reached < self.needs:
            return (counts.mark(cell, min(reached, counts.most)), *end)
        start = counts.start_of.get(position.type_of(unit).word, 0)
        return (owner, counts.mark(cell, start), Noted(cell, "events.captured"), *end)


class Change(Ability):
    """The unit becomes one of another type on its cell."""

    word = "change"
    short = "to"

    to: UnitName
    """The type that it becomes."""

    zone: ZoneName | None = None
    """The zone where it may do so, or null for any cell."""

    ends_turn: bool = True
    """Whether the unit cannot act again in this turn."""

    def targets(self, ground: TerrainMap, cell: int) -> Sequence[int]:
        """Return the unit's cell if it may change there."""
        return (cell,) if self.zone is None or cell in ground.zones[self.zone] else ()

    def apart(self, ruleset: RulesetLike) -> Translations | str:
        """Return the name of the new type."""
        name: Translations = ruleset.units[self.to].name
        return name

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Return the new type."""
        end = (Exhausted(move.source),) if self.ends_turn else ()
        return (Became(move.source, self.to), *end)

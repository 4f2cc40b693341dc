"""Marking: an ability that sets a marker and does nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from wargrid.core.events import Event
from wargrid.core.marks import Marker
from wargrid.core.moves import Move
from wargrid.core.patterns import TerrainMap
from wargrid.core.position import Position
from wargrid.core.promotion import Exhausted
from wargrid.core.protocols import RulesetLike
from wargrid.core.refusal import Refusal
from wargrid.ruleset.base import Ability, MarkerName, ZoneName
from wargrid.ruleset.units.abilities import marker_of
from wargrid.ruleset.values import Natural, Texts
from wargrid.text import Catalog, Message

__all__ = ["Mark"]


class Mark(Ability):
    """The unit sets a marker of a unit or a cell."""

    word = "mark"
    markers: ClassVar[Mapping[str, tuple[str, str]]] = {"sets": ("unit or cell", "number")}

    sets: Annotated[dict[MarkerName, int], Field(min_length=1)]
    """The markers that it may set, one at a time, each with the value that it gets."""

    name: Texts = ""
    """What players call it, such as ``Load``; ``Mark`` with its marker by default."""

    distance: Natural = 0
    """How far away it may mark units and cells; 0 for itself and its cell."""

    whose: Literal["own", "enemy", "any"] = "own"
    """The units that it may mark; itself is one of its own side."""

    zone: ZoneName | None = None
    """The zone where units and cells may be marked, or null for everywhere."""

    ends_turn: bool = False
    """Whether the unit cannot act again in this turn."""

    def targets(self, ground: TerrainMap, cell: int) -> Sequence[int]:
        """Return the cells of the zone that are not too far away, the nearest first."""
        around = ground.grid.around(cell, self.distance, "chebyshev")
        cells = (cell, *(other for _, other in around if other != cell))
        return cells if self.zone is None else [c for c in cells if c in ground.zones[self.zone]]

    def choices(self) -> Sequence[str]:
        """Return the markers that it may set."""
        return tuple(self.sets)

    def title(self, ruleset: RulesetLike, chosen: str) -> Message | str:
        """Return its name, with the marker chosen if it may set several or has no name."""
        name: object = self.name or Message("rules.verb.mark")
        if chosen not in self.sets or (self.name and len(self.sets) == 1):
            return Message("rules.marks.name", {"name": name})
        what = _in_words(chosen, self.sets[chosen], ruleset)
        return Message("rules.marks.set", {"name": name, "what": what})

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Refuse a marker that is set already, and a cell without a unit that may bear it."""
        word = move.word.rpartition(" ")[2]
        return _refused(position, move.target, word, self.sets[word]) or self._wrong_unit(
            position, move, marker_of(position, word)
        )

    def _wrong_unit(self, position: Position, move: Move, marker: Marker) -> Refusal | None:
        if marker.per == "cell" or self.whose == "any":
            return None
        side = position.side_of(position.board[move.target])
        if (side == position.side) == (self.whose == "own"):
            return None
        unit = position.at(move.target).type.name
        cell = position.roster.grid.name(move.target)
        values: dict[str, object] = {"unit": unit, "cell": cell}
        own = self.whose == "own"
        return Refusal("mark_only_own", values) if own else Refusal("mark_only_enemy", values)

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Return the marker with its value."""
        word = move.word.rpartition(" ")[2]
        event = _set(position, move.target, word, self.sets[word])
        return (event, Exhausted(move.source)) if self.ends_turn else (event,)

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, with the name, the markers and who may get them in words."""
        language = words.language
        sets = [_in_words(*each, ruleset).text(language) for each in self.sets.items()]
        borne = {ruleset.markers[word].per for word in self.sets}
        bearers = [words.say(f"rules.marks.{self.whose}")] if "unit" in borne else []
        bearers += [words.say("rules.marks.cells")] if "cell" in borne else []
        return {
            **super().facts(words, ruleset),
            "name": words.of(self.name or words.say("rules.verb.mark")),
            "sets": ", ".join(sets),
            "bearers": ", ".join(bearers),
        }


def _refused(position: Position, cell: int, word: str, value: int) -> Refusal | None:
    """Return why a marker cannot be set at a cell, or None."""
    marker, unit = marker_of(position, word), position.board[cell]
    ruleset = position.roster.game.ruleset
    name = position.roster.grid.name(cell)
    bears = unit > 0 and position.type_of(unit).word in marker.types
    if not (bears if marker.per == "unit" else cell in marker.cells):
        marked = ruleset.markers[word].name or word
        return Refusal("mark_not_borne", {"cell": name, "marker": marked})
    now = marker.value(position, _place(position, marker, cell))
    if now != value:
        return None
    return Refusal("marked_already", {"cell": name, "what": _in_words(word, value, ruleset)})


def _place(position: Position, marker: Marker, cell: int) -> int:
    return cell if marker.per == "unit" else marker.place(cell, position.side)


def _set(position: Position, cell: int, word: str, value: int) -> Event:
    marker = marker_of(position, word)
    return marker.mark(_place(position, marker, cell), value)


def _in_words(word: str, value: int, ruleset: RulesetLike) -> Message:
    """Name a marker with its value; one that is only on or off without a number."""
    marker = ruleset.markers[word]
    on_or_off = (marker.least, marker.highest) == (0, 1)
    key = "value" if not on_or_off else "on" if value else "off"
    return Message(f"rules.marks.{key}", {"marker": marker.name or word, "value": value})

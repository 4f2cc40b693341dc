"""Victory conditions that keep count on markers of the sides: points, ground held, checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, ClassVar

from wargrid.core.events import Event
from wargrid.core.game_view import GameView
from wargrid.core.marks import Marker
from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike
from wargrid.core.state import GONE, Result
from wargrid.ruleset.base import MarkerName, SideName, UnitName, Victory, ZoneName
from wargrid.ruleset.grammar.phrases import Phrases
from wargrid.ruleset.named import Names
from wargrid.ruleset.selecting.selectors import OptionalUnits, UnitSelector
from wargrid.ruleset.values import Positive
from wargrid.ruleset.wants import ANY, Aim, Race
from wargrid.text import Catalog

__all__ = ["Checks", "Hold", "Points"]

AnyUnit = Annotated[str, Names("units", besides=(ANY,))]


class Points(Victory):
    """A side with enough points wins."""

    word = "points"
    asked = "score"

    reach: Positive
    """The points that win; of two sides with enough, the one with more."""

    marker: MarkerName
    """The marker ``per: side`` that counts the points: those of units eliminated, and what other
    rules add to it."""

    eliminated: Positive | dict[UnitName, Positive] | None = None
    """The points for each enemy unit that leaves the board, for all types or by type."""

    eliminated_of: OptionalUnits = None
    """Which enemy units count when they leave the board, as they were before; null for all."""

    held: dict[ZoneName, Positive] = {}
    """The points for each cell of a zone, as long as a unit of the side is on it."""

    held_by: OptionalUnits = None
    """Which units hold a cell, or null for all."""

    sought: dict[ZoneName, Positive] = {}
    """The points that other rules, such as effects after a move, add for each cell of a zone that a
    unit of the side comes to: computer players go there."""

    @cached_property
    def bounds(self) -> list[int]:
        """The points below which nothing that a side holds makes enough, once they are known."""
        return []

    @property
    def race(self) -> Race:
        """The marker."""
        return Race(self.marker, self.reach)

    @property
    def aims(self) -> Sequence[Aim]:
        """The zones held, and those to which units go for points of other rules."""
        zones = [*self.held.items(), *self.sought.items()]
        return [Aim(zone, points / self.reach) for zone, points in zones]

    def score(self, before: Position, after: Position) -> Sequence[Event]:
        """Return the events that count the units eliminated by a move."""
        if after.place is before.place or self.eliminated is None:
            return ()
        # Most moves only bring a unit elsewhere, which is quick to see.
        if after.men is before.men and after.place.count(GONE) == before.place.count(GONE):
            return ()
        earned: dict[int, int] = {}
        for unit in _lost(before, after):
            side = opponent_of(after, after.side_of(unit))
            if not _picked(self.eliminated_of, before, unit, side):
                continue
            earned[side] = earned.get(side, 0) + self._worth(after.type_of(unit).word)
        marker: Marker = after.roster.game.markers[self.marker]
        return [marker.add(after, side, points) for side, points in earned.items() if points]

    def _worth(self, word: str) -> int:
        worth = self.eliminated
        return worth.get(word, 0) if isinstance(worth, Mapping) else worth or 0

    def points(self, position: Position, side: int) -> int:
        """Return the points of a side: those counted, and those for what it holds now."""
        roster = position.roster
        marker: Marker = roster.game.markers[self.marker]
        own, board, zones = roster.friendly[side], position.board, roster.game.grounds[side].zones
        total: int = marker.value(position, side)
        by = self.held_by
        for zone, points in self.held.items():
            for cell in zones[zone]:
                unit = board[cell]
                if own[unit] and (by is None or _picked(by, position, unit, side)):
                    total += points
        return total

    def _least(self, game: GameView) -> int:
        """Return the points below which nothing that a side holds makes enough."""
        most = [
            sum(points * len(ground.zones[zone]) for zone, points in self.held.items())
            for ground in game.grounds
        ]
        self.bounds.append(self.reach - max(most))
        return self.bounds[0]

    def progress(self, position: Position, side: int) -> int | None:
        """Return the points, where the marker does not count those for what a side holds."""
        return self.points(position, side) if self.held else None

    def decide(self, position: Position) -> Result | None:
        """Return a win of the side with most points, if they are enough."""
        # What a side could hold at most often shows that none has enough.
        game, bounds = position.roster.game, self.bounds
        least = bounds[0] if bounds else self._least(game)
        if max(position.marks[game.markers[self.marker].number]) < least:
            return None
        points = [self.points(position, side) for side in range(len(position.roster.units_of))]
        most = max(points)
        return Result(points.index(most), self.word) if most >= self.reach else None

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options in words: what earns points, and the name of the marker."""
        earned = [*self._eliminated_in_words(words, ruleset), *self._held_in_words(words, ruleset)]
        name = words.of(ruleset.markers[self.marker].name) or self.marker
        told: dict[str, object] = {"marker": name, "earned": " ".join(["", *earned])}
        told |= picked_units(self.held_by, words, ruleset, "held_by", "holds")
        told |= picked_units(self.eliminated_of, words, ruleset, "eliminated_of", "eliminated")
        return super().facts(words, ruleset) | told

    def _eliminated_in_words(self, words: Catalog, ruleset: RulesetLike) -> Iterator[str]:
        worth = self.eliminated
        if isinstance(worth, int):
            yield words.say("rules.victory.points.each", points=worth)
        for word, points in worth.items() if isinstance(worth, Mapping) else ():
            unit = words.of(ruleset.units[word].name)
            yield words.say("rules.victory.points.unit", unit=unit, points=points)

    def _held_in_words(self, words: Catalog, ruleset: RulesetLike) -> Iterator[str]:
        for word, points in self.held.items():
            zone = words.of(ruleset.zone_name(word))
            yield words.say("rules.victory.points.cell", zone=zone, points=points)


class Hold(Victory):
    """A side that holds a zone for so many of its turns in a row wins."""

    word = "hold"
    asked = "score"

    zone: ZoneName
    """The zone, as the side has it."""

    turns: Positive
    """The turns of the side, each of which must end with enough units in the zone."""

    marker: MarkerName
    """The marker ``per: side`` that counts these turns; it falls to 0 when the zone is lost."""

    unit: AnyUnit = ANY
    """The type that must be there, or ``any``."""

    count: Positive = 1
    """How many units must be there together."""

    also: OptionalUnits = None
    """What these units must be, too, or null."""

    side: SideName | None = None
    """The side that can win so, or null for both."""

    @property
    def race(self) -> Race:
        """The marker; a zone held may be lost again."""
        return Race(self.marker, self.turns, 0.5)

    @property
    def aims(self) -> Sequence[Aim]:
        """The zone, of which holding it once is a half."""
        return (Aim(self.zone, 0.5, self.unit, self.count, self.side),)

    def score(self, before: Position, after: Position) -> Sequence[Event]:
        """Return the events of a turn that ended with the zone held, and of a zone lost."""
        if after.place is before.place and after.turn == before.turn and self.also is None:
            return ()
        roster = after.roster
        marker: Marker = roster.game.markers[self.marker]
        sides = range(len(roster.sides)) if self.side is None else (roster.sides.index(self.side),)
        ended = before.side if after.turn > before.turn > 0 else -1
        return [
            marker.mark(side, value)
            for side in sides
            for value in [self._turns_held(after, side, marker.value(after, side), ended)]
            if value != marker.value(after, side)
        ]

    def _turns_held(self, position: Position, side: int, before: int, ended: int) -> int:
        if standing(position, side, self.unit, self.zone, self.also) < self.count:
            return 0
        return before + 1 if side == ended else before

    def decide(self, position: Position) -> Result | None:
        """Return a win of the first side that has held the zone long enough."""
        return _first_with(position, self.marker, self.turns, self.word)

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, and which units count."""
        told = which_units(self.unit, words, ruleset) | picked_units(self.also, words, ruleset)
        return super().facts(words, ruleset) | told


class Checks(Victory):
    """A side that has given check so often wins."""

    word = "checks"
    asked = "score"
    markers: ClassVar[Mapping[str, tuple[str, str]]] = {"marker": ("side", "number")}

    count: Positive
    """The turns that must leave the other side in check."""

    marker: MarkerName
    """The marker ``per: side`` that counts them."""

    @property
    def race(self) -> Race:
        """The marker."""
        return Race(self.marker, self.count)

    @property
    def countdown(self) -> Race:
        """The checks that each side still has to give, as in FENs of three-check."""
        return self.race

    def score(self, before: Position, after: Position) -> Sequence[Event]:
        """Return the event that counts a turn that ended with the other side in check."""
        side, game = after.side, after.roster.game
        if not after.turn > before.turn > 0 or not game.in_check(after, side):
            return ()
        marker: Marker = game.markers[self.marker]
        return (marker.add(after, opponent_of(after, side), 1),)

    def decide(self, position: Position) -> Result | None:
        """Return a win of the first side that has given check often enough."""
        return _first_with(position, self.marker, self.count, self.word)


def _first_with(position: Position, word: str, number: int, reason: str) -> Result | None:
    marker: Marker = position.roster.game.markers[word]
    for side in range(len(position.roster.sides)):
        if marker.value(position, side) >= number:
            return Result(side, reason)
    return None


def standing(
    position: Position,
    side: int,
    unit: str,
    zone: str,
    also: tuple[UnitSelector, ...] | None = None,
) -> int:
    """Return how many units of a side, of one type or any, are in one of its zones.

    ``also`` says what they must be besides.
    """
    roster, place, facings = position.roster, position.place, position.roster.facings
    units = roster.units_of[side] if unit == ANY else roster.units_of_type(side, unit)
    cells = roster.game.grounds[side].zones[zone]
    if also is None:
        return sum([place[each] // facings in cells for each in units])
    there = [each for each in units if place[each] // facings in cells]
    return sum([_picked(also, position, each, side) for each in there])


def _picked(
    selectors: tuple[UnitSelector, ...] | None, position: Position, unit: int, side: int
) -> bool:
    """Return whether a unit is one of those that a rule of a side picks, where it picks any."""
    if selectors is None:
        return True
    found: bool = position.roster.game.selected.units(selectors, side).matches(position, unit)
    return found


def which_units(unit: str, words: Catalog, ruleset: RulesetLike) -> dict[str, Any]:
    """Return the words that limit units to a type, empty for any or if there is no other."""
    if unit == ANY or len(ruleset.units) == 1:
        return {"which": ""}
    name = words.of(ruleset.units[unit].name)
    return {"which": words.say("rules.victory.which", unit=name)}


def picked_units(
    selectors: tuple[UnitSelector, ...] | None,
    words: Catalog,
    ruleset: RulesetLike,
    option: str = "also",
    key: str = "counts",
) -> dict[str, object]:
    """Return the sentence about the units that an option picks, by its name; nothing for none."""
    if selectors is None:
        return {}
    return {option: Phrases(words, ruleset).sentence(f"rule.{key}", selectors)}


def _lost(before: Position, after: Position) -> Iterator[int]:
    """Yield the units that left the board, without those that joined a side on their cell."""
    # A unit that goes aboard another leaves the board, too, and keeps its men.
    gone = [unit for unit, men in enumerate(before.men) if men and not after.men[unit]]
    if gone:
        new = (unit for unit, place in enumerate(before.place) if place == GONE)
        joined = {after.cell_of(unit) for unit in new if after.place[unit] != GONE}
        yield from (unit for unit in gone if before.where(unit) not in joined)


def opponent_of(position: Position, loser: int) -> int:
    """Return the side that plays against another."""
    return (loser + 1) % len(position.roster.units_of)

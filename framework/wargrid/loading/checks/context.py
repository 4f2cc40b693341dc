"""Hold a validated ruleset with its document, and what several checks compute from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple, TypeAlias, TypeVar

from wargrid.core.grid import Grid
from wargrid.core.patterns import Placement, TerrainMap
from wargrid.engine.game import Game
from wargrid.plugins.base import Plugin, PluginError
from wargrid.plugins.host import Plugins, implemented_hooks
from wargrid.ruleset.base import (
    Ability,
    Doubt,
    Kind,
    Movement,
    RuleOptions,
    SideAbility,
    Upkeep,
    Victory,
)
from wargrid.ruleset.board.diagram import DiagramError, diagram_rows, placements
from wargrid.ruleset.board.edges import EdgeError
from wargrid.ruleset.board.terrain import ZoneError, grounds_of
from wargrid.ruleset.grammar.arrivals import named
from wargrid.ruleset.grammar.walking import Written, lists_written
from wargrid.ruleset.models import Attacking, Ruleset, UnitType
from wargrid.ruleset.names import Reference, references
from wargrid.ruleset.registry import BUILT_IN
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.source.document import Location
from wargrid.source.merge import Merged
from wargrid.text import did_you_mean, join_names

V = TypeVar("V", bound=Victory)

PictureRows: TypeAlias = list[tuple[int, list[tuple[int, str]]]]


class Weapon(NamedTuple):
    """One way to attack of a type, with its place."""

    path: Place
    unit: UnitType
    attack: Attacking


class Way(NamedTuple):
    """One way to move of a type, with its place."""

    path: Place
    unit: UnitType
    move: Movement


@dataclass(frozen=True)
class Context:
    """A ruleset that fits its model, its plugins, and the merged document they came from."""

    ruleset: Ruleset
    plugins: Mapping[str, Plugin]
    merged: Merged

    @cached_property
    def grid(self) -> Grid:
        """The cells of the board."""
        return self.ruleset.board.grid()

    @cached_property
    def references(self) -> list[Reference]:
        """Every name that an option holds, with its place as written."""
        found = references(self.ruleset, self.plugins)
        return [each._replace(path=self.merged.as_written(each.path)) for each in found]

    @cached_property
    def written_effects(self) -> list[Written]:
        """Every list of effects, those of plugins too."""
        return list(lists_written(self.ruleset, self.plugins))

    @cached_property
    def victories(self) -> list[tuple[Place, Victory]]:
        """Every victory with its place, in the order written."""
        return [
            (self.merged.as_written(("victory", number, victory.word)), victory)
            for number, victory in enumerate(self.ruleset.victory)
        ]

    def victories_of(self, kind: type[V]) -> Iterator[tuple[Place, V]]:
        """Yield the victories of one kind, or of the kinds of a union, with their places."""
        yield from ((path, each) for path, each in self.victories if isinstance(each, kind))

    @cached_property
    def turn_limits(self) -> list[tuple[int, Place]]:
        """The last turns by conditions that limit turns, with their places, the first one first."""
        sides = len(self.ruleset.sides)
        limits = ((each.last(sides), path) for path, each in self.victories)
        found = [(last, path) for last, path in limits if last is not None]
        return sorted(found, key=itemgetter(0))

    @cached_property
    def first_limit(self) -> tuple[int, Place] | None:
        """The turns of each side up to the first limit that no option sets, and its place."""
        sides = len(self.ruleset.sides)
        fixed = (
            (-(-last // sides), at) for last, at in self.turn_limits if not is_optional(self, at)
        )
        return next(fixed, None)

    @cached_property
    def weapons(self) -> list[Weapon]:
        """Every way to attack of every type."""
        return [
            Weapon(path, unit, attack)
            for unit in self.ruleset.units.values()
            for path, attack in attacks_of(unit)
        ]

    @cached_property
    def ways(self) -> list[Way]:
        """Every way to move of every type."""
        return [
            Way(self.merged.as_written(("units", unit.word, "move", number, move.word)), unit, move)
            for unit in self.ruleset.units.values()
            for number, move in enumerate(unit.move)
        ]

    @cached_property
    def present(self) -> frozenset[tuple[int, str]]:
        """The sides and types of the units set up at the start."""
        return frozenset((placed.side, placed.type.word) for placed in self.placements)

    def references_to(self, section: str, name: str) -> list[Reference]:
        """Return the references to one entry of a section."""
        wanted = (section, name)
        return [each for each in self.references if (each.section, each.name) == wanted]

    def references_below(self, path: Place) -> list[Reference]:
        """Return the references in options at a path or below it."""
        return [each for each in self.references if each.path[: len(path)] == path]

    @cached_property
    def plugin_words(self) -> list[tuple[Place, Kind]]:
        """The words of plugins that units use, with their places."""
        found: list[tuple[Place, Kind | None]] = []
        for word, unit in self.ruleset.units.items():
            found += [(("units", word, "move"), move) for move in unit.move]
            for at, attack in attacks_of(unit):
                found += [((*at, "at"), attack.at), ((*at, "by"), attack.by)]
        return [(path, each) for path, each in found if each and type(each) not in BUILT_IN]

    @cached_property
    def abilities(self) -> list[tuple[Place, Ability | SideAbility | Upkeep]]:
        """Every ability and upkeep with its place, in the order written."""
        sections: list[tuple[Place, Sequence[Ability | SideAbility | Upkeep]]] = [
            (("units", word, "abilities"), unit.abilities)
            for word, unit in self.ruleset.units.items()
        ]
        sections.append((("abilities",), self.ruleset.abilities))
        sections.append((("each_turn",), self.ruleset.each_turn))
        sections.append((("each_round",), self.ruleset.each_round))
        sections.append((("turn_end",), self.ruleset.turn_end))
        return [
            (self.merged.as_written((*place, number, type(rule).word)), rule)
            for place, rules in sections
            for number, rule in enumerate(rules)
        ]

    @cached_property
    def doubts(self) -> list[tuple[Place, Doubt]]:
        """What plugins and words doubt, with the place of their options. Raises PluginError."""
        every: list[tuple[Place, RuleOptions]] = [
            (("plugins", name), plugin) for name, plugin in self.plugins.items()
        ]
        every += [(path, way) for path, _, way in self.ways]
        for path, _, attack in self.weapons:
            every += [((*path, "at", attack.at.word), attack.at)]
            every += [((*path, "by", attack.by.word), attack.by)]
        every += [*self.abilities, *self.victories]
        return [(path, each) for path, rule in every for each in rule.doubts(self.ruleset)]

    @cached_property
    def made(self) -> frozenset[str]:
        """The types that units become, or of which units are built, in the game."""
        by = {"promotes", "abilities", "becomes", "appears", "arrive"}
        found = (each for each in self.references if each.section == "units")
        return frozenset(each.name for each in found if by.intersection(each.path))

    @cached_property
    def reached(self) -> frozenset[tuple[int, str]]:
        """The sides and types of the units set up, and of those that a side can get from them."""
        units = [each for each in self.references if each.section == "units"]
        becomes = [
            (str(each.path[1]), each.name)
            for each in units
            if each.path[:1] == ("units",) and {"promotes", "abilities"}.intersection(each.path)
        ]
        bought = {
            each.name
            for each in units
            if each.path[:1] == ("abilities",) or {"becomes", "appears"}.intersection(each.path)
        }
        sides = list(self.ruleset.sides)
        coming = {
            (sides.index(row.side), row.unit)
            for _, row in named(self.ruleset.arrive)
            if row.side in sides
        }
        found = {*self.present, *coming, *((side, word) for side in (0, 1) for word in bought)}
        more = found
        while more:
            more = {(s, to) for s, word in more for of, to in becomes if of == word} - found
            found |= more
        return frozenset(found)

    @cached_property
    def has_drawn_board(self) -> bool:
        """Whether there are two sides, and set-up, terrain and zones fit the board."""
        if len(self.ruleset.sides) != 2:
            return False
        try:
            _ = self.placements, self.terrain_maps
        except (DiagramError, ZoneError, EdgeError):
            return False
        return True

    @cached_property
    def placements(self) -> list[Placement]:
        """The units set up at the start. Raises DiagramError."""
        return placements(self.ruleset, self.grid)

    @cached_property
    def terrain_maps(self) -> tuple[TerrainMap, ...]:
        """The board as each side sees it. Raises DiagramError, ZoneError or EdgeError."""
        return grounds_of(self.ruleset, self.grid)

    @cached_property
    def empty_zones(self) -> list[str]:
        """The zones that have no cells on any board of a side."""
        zones = self.ruleset.zones
        return [word for word in zones if not any(m.zones[word] for m in self.terrain_maps)]

    @cached_property
    def game(self) -> Game | None:
        """The game, or None if a plugin fails, which is reported when the game is played."""
        try:
            return Game(self.ruleset, Plugins(self.plugins))
        except PluginError:
            return None

    def at(self, path: Place, key: str, /, **values: object) -> Diagnostic:
        """Make the diagnostic at the key of a path, or at the nearest place that exists."""
        return self.on(self.key(*path), key, path, **values)

    def at_value(self, path: Place, key: str, /, **values: object) -> Diagnostic:
        """Make the diagnostic at the value of a path, or at the nearest place that exists."""
        return self.on(self.value(*path), key, path, **values)

    def on(self, location: Location, key: str, path: Place = (), /, **values: object) -> Diagnostic:
        """Make the diagnostic at a mark."""
        return self.merged.diagnostic_on(location, key, path, **values)

    def key(self, *path: str | int) -> Location:
        """Return the mark of the key at a path, or of the nearest place that exists."""
        return self.merged.root.place(path, "key")

    def value(self, *path: str | int) -> Location:
        """Return the mark of the value at a path, or of the nearest place that exists."""
        return self.merged.root.place(path, "value")

    def is_inherited(self, *path: str | int) -> bool:
        """Return whether the key at a path is in a file that the ruleset extends."""
        return self.merged.depth(self.key(*path)) > 0

    def has(self, *path: str | int) -> bool:
        """Return whether the document has a value at a path."""
        return self.merged.root.at(path) is not None

    def rows(self, diagram: str) -> PictureRows:
        """Return the rows of a diagram, split once for all its letters."""
        found = self._rows.get(diagram)
        if found is None:
            found = self._rows[diagram] = diagram_rows(diagram)
        return found

    @cached_property
    def _rows(self) -> dict[str, PictureRows]:
        return {}


def suggestion(name: str, known: Iterable[str]) -> dict[str, str]:
    """Return the values of a diagnostic about an unknown name: the name, a near one, all known."""
    names = list(known)
    return {"name": name, "near": did_you_mean(name, names) or "", "known": join_names(names)}


def hooks_of(plugins: Iterable[Plugin]) -> set[str]:
    """Return the hooks that some plugins implement."""
    return {hook for plugin in plugins for hook in implemented_hooks(type(plugin))}


def has_hooks(context: Context, *hooks: str) -> bool:
    """Return whether a plugin implements one of these hooks."""
    return not hooks_of(context.plugins.values()).isdisjoint(hooks)


def reads_by_itself(context: Context) -> bool:
    """Return whether a plugin may read markers by names that are in its code alone."""
    return not hooks_of(context.plugins.values()) <= {"kinds", "turncoats"}


def is_named_elsewhere(context: Context, marker: str, path: Place) -> bool:
    """Return whether a rule at another path names a marker."""
    named = context.references_to("markers", marker)
    return any(each.path[: len(path)] != path for each in named)


def takes_by_moving(unit: UnitType) -> bool:
    """Return whether units of a type ever take by moving, onto a unit or over it."""
    by_default = unit.captures == "by_moving" and any(way.takes is None for way in unit.move)
    return by_default or any(
        way.takes not in (None, False, "never") or way.always_takes or way.removes
        for way in unit.move
    )


def is_optional(context: Context, path: Place) -> bool:
    """Return whether an option sets something at, above or below a path."""
    options = [context.ruleset.option(name) for name in context.ruleset.options]
    paths = [context.merged.path_of(option.sets) for option in options]
    return any(each[: len(path)] == path or path[: len(each)] == each for each in paths)


Check: TypeAlias = Callable[[Context], Iterator[Diagnostic]]
"""Answers one question about a ruleset with a diagnostic for each mistake."""


def attacks_of(unit: UnitType) -> list[tuple[Place, Attacking]]:
    """Return every way to attack of a type with its place."""
    at: Place = ("units", unit.word, "attack")
    if unit.attack is None:
        return []
    weapons = unit.attack.weapons
    if len(weapons) == 1:
        return [(at, weapons[0])]
    return [((*at, number), weapon) for number, weapon in enumerate(weapons)]

"""Warn about amounts that no unit ever has, rolls or goes: fuel, dice, cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from wargrid.core.marks import Marker
from wargrid.core.moves import ATTACK
from wargrid.loading.checks.context import Context, attacks_of, has_hooks
from wargrid.ruleset.models import Attacking, UnitType
from wargrid.ruleset.units.movement import Slide
from wargrid.ruleset.units.symbols import Symbols
from wargrid.ruleset.units.targeting import Range
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.source.document import Location

SETTING: Final = frozenset({"after_move", "after_attack", "turn_begins", "turn_ends"})
"""Hooks by which plugins may set markers."""


def warn_uses_too_much(context: Context) -> Iterator[Diagnostic]:
    """Warn about units that use up more of a marker than they ever have."""
    game = context.game
    seen: set[Location] = set()
    if game is None or has_hooks(context, *SETTING):
        return
    for word, unit in context.ruleset.units.items():
        for path, verb, used in _uses_of(word, unit):
            for name, number in used.items():
                most = _most(context, game.engine.markers[name], word)
                used_up, start = (*path, name), ("markers", name, "start")
                at, done = context.merged.nearest(used_up, start), verb in game.engine.costs[word]
                marks = {context.value(*at), context.value(*used_up)}
                if done and number > most and seen.isdisjoint(marks):
                    seen |= marks
                    values = {"unit": word, "number": number, "name": name, "most": most}
                    yield context.at_value(at, "uses_too_much", **values)


def _uses_of(word: str, unit: UnitType) -> Iterator[tuple[Place, str, Mapping[str, int]]]:
    """Yield what a type uses up, by verb or by weapon, with its place and verb."""
    for verb, used in unit.uses.items():
        yield ("units", word, "uses", verb), verb, used
    for path, weapon in attacks_of(unit):
        yield (*path, "uses"), ATTACK, weapon.uses


def warn_no_dice_rolled(context: Context) -> Iterator[Diagnostic]:
    """Warn about attacks that have no dice at any distance, or that hit no type."""
    units = context.ruleset.units
    for at, unit, weapon in context.weapons:
        by: Place = (*at, "by", weapon.by.word)
        if isinstance(weapon.by, Symbols) and not rolls(weapon):
            least: Place = (*at, "at", weapon.at.word, "least")
            path = context.merged.nearest((*by, "by_distance"), least)
            yield context.at(path, "no_dice_rolled", unit=unit.word)
        elif not any(map(weapon.by.may_hit, units.values())):
            yield context.at((*by, "hits_on"), "hits_no_type", unit=unit.word)


def warn_ranges_too_long(context: Context) -> Iterator[Diagnostic]:
    """Warn about ranges that begin beyond the longest distance of the board."""
    grid = context.grid
    ends = {cell for line in grid.lines for cell in (line[0], line[-1])}
    for at, unit, weapon in context.weapons:
        reach = weapon.at
        if type(reach) is not Range or reach.least == 1:
            continue
        most = max(grid.distance(one, other, reach.metric) for one in ends for other in ends)
        if reach.least > most:
            path: Place = (*at, "at", reach.word, "least")
            values = {"unit": unit.word, "least": reach.least, "most": most}
            yield context.at_value(path, "range_too_long", **values)


def warn_slides_too_long(context: Context) -> Iterator[Diagnostic]:
    """Warn about slides over more cells than a line of the board has."""
    longest = max(context.grid.columns, context.grid.rows)
    for path, unit, way in context.ways:
        if isinstance(way, Slide) and way.exactly is not None and way.exactly >= longest:
            values = {"unit": unit.word, "exactly": way.exactly, "most": longest - 1}
            yield context.at_value((*path, "exactly"), "slide_too_long", **values)


def rolls(weapon: Attacking) -> bool:
    """Return whether symbols have dice at some distance of their range."""
    by, at = weapon.by, weapon.at
    assert isinstance(by, Symbols)
    listed = by.by_distance[at.least - 1 if type(at) is Range else 0 :]
    return any(by.most_of(number + max((0, *by.ground.values()))) > 0 for number in listed)


def _most(context: Context, marker: Marker, unit: str) -> int:
    """Return the most that a unit or its side has: at the start if it is only used and refilled."""
    named = context.references_to("markers", marker.word)
    raising = [each for each in named if not {"uses", "refills"}.intersection(each.path)]
    is_set = raising or context.ruleset.markers[marker.word].set_by is not None
    if is_set:
        return marker.most
    return max(marker.start) if marker.per == "side" else marker.start_of.get(unit, 0)

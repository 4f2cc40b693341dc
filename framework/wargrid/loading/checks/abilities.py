"""Check abilities: their markers fit, and units and sides can use them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from wargrid.core.moves import ATTACK, MOVE
from wargrid.engine.promotion import LEAVES
from wargrid.loading.checks.context import Context, takes_by_moving
from wargrid.ruleset.base import Ability, Movement, SideAbility, Upkeep, Victory
from wargrid.ruleset.board.markers import MarkerOptions
from wargrid.ruleset.units.abilities import Capture
from wargrid.ruleset.units.conditional import Castle, Jump
from wargrid.ruleset.units.marking import Mark
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text import Message

Rule: TypeAlias = "Ability | Movement | SideAbility | Upkeep | Victory"


def check_markers_fit(context: Context) -> Iterator[Diagnostic]:
    """Report a marker that a word cannot read, by what it is on and holds."""
    markers = context.ruleset.markers
    for path, rule in _rules(context):
        for option, (per, holds) in type(rule).markers.items():
            named = getattr(rule, option)
            for word in [named] if isinstance(named, str) else named or []:
                marker = markers.get(word)
                if marker is not None and not _fits(marker, per, holds):
                    values = {"name": word, **_phrase(per, holds)}
                    yield context.at_value((*path, option), "marker_unfit", **values)
    for path, word in _used(context):
        marker = markers.get(word)
        if marker is not None and not _fits(marker, "unit or side", "number"):
            yield context.at(path, "marker_unfit", name=word, **_phrase("unit or side", "number"))


def _fits(marker: MarkerOptions, per: str, holds: str) -> bool:
    return marker.per in per.split(" or ") and marker.holds == holds


def _phrase(per: str, holds: str) -> dict[str, object]:
    return {"per": per.replace(" or ", "/"), "holds": Message(f"diagnostics.marker_unfit.{holds}")}


def check_bearers(context: Context) -> Iterator[Diagnostic]:
    """Report a unit that uses up, counts or sets a marker that it does not bear."""
    markers = context.ruleset.markers
    needed = [(path, path[1], word) for path, word in _used(context)]
    for path, rule in _rules(context):
        for option, (per, _) in type(rule).markers.items():
            if per == "unit" and path[0] == "units" and isinstance(getattr(rule, option), str):
                needed.append(((*path, option), path[1], getattr(rule, option)))
    for path, unit, word in needed:
        marker = markers.get(word)
        if marker is not None and marker.types is not None and unit not in marker.types:
            yield context.at(path, "marker_not_borne", name=word, unit=unit)


def check_marks(context: Context) -> Iterator[Diagnostic]:
    """Report a value that a marker cannot have, and a unit that cannot bear the marker it sets."""
    for path, rule in context.abilities:
        if not isinstance(rule, Mark):
            continue
        for word, value in rule.sets.items():
            marker, at = context.ruleset.markers.get(word), (*path, "sets", word)
            if marker is None:
                continue
            if not marker.least <= value <= marker.highest:
                values = {"value": value, "least": marker.least, "most": marker.highest}
                yield context.at_value(at, "mark_range", name=word, **values)
            alone = not rule.distance and marker.per == "unit"
            if alone and marker.types is not None and path[1] not in marker.types:
                yield context.at(at, "marker_not_borne", name=word, unit=path[1])


def check_captures_end(context: Context) -> Iterator[Diagnostic]:
    """Report a capture that needs more than its marker can count, once for each marker."""
    seen: set[str] = set()
    for path, rule in context.abilities:
        if isinstance(rule, Capture) and rule.counts in context.ruleset.markers:
            most = context.ruleset.markers[rule.counts].highest
            if rule.needs > most and rule.counts not in seen:
                seen.add(rule.counts)
                at = context.merged.nearest((*path, "needs"), ("markers", rule.counts, "most"))
                values = {"needs": rule.needs, "most": most, "name": rule.counts}
                yield context.at_value(at, "never_captured", **values)


def check_royals_promoted(context: Context) -> Iterator[Diagnostic]:
    """Report units that would become a second royal unit of their side."""
    royals = {victory.royal for victory in context.ruleset.victory} - {None}
    for word, unit in context.ruleset.units.items():
        for to in () if unit.promotes is None else unit.promotes.types:
            if to in royals:
                yield context.at_value(("units", word, "promotes", "to"), "promotes_royal", unit=to)


def forced_promotion_errors(context: Context) -> Iterator[Diagnostic]:
    """Report cells that must promote and depend on units, never promote, or leave no choice."""
    for word, unit in context.ruleset.units.items():
        promotes = unit.promotes
        if promotes is None or promotes.must is None or context.game is None:
            continue
        path: Place = ("units", word, "promotes", "must")
        engine, values = context.game.engine, {"unit": word, "zone": promotes.zone}
        bound = [engine.selected.cells(promotes.must, side) for side in (0, 1)]
        zones = [ground.zones[promotes.zone] for ground in engine.grounds]
        ends = LEAVES in promotes.when or all(
            zone.issuperset(cells.static()) for cells, zone in zip(bound, zones, strict=True)
        )
        if any(cells.tests for cells in bound):
            yield context.at(path, "must_depends", **values)
        elif not ends or not any(cells.static() for cells in bound):
            yield context.at(path, "must_outside", **values)
        elif word not in promotes.types:
            at = context.merged.nearest(path, ("units", word, "promotes", "to"))
            yield context.at(at, "must_idle", **values)


def warn_castle_unmarked(context: Context) -> Iterator[Diagnostic]:
    """Warn about castling that a marker should end, which the partner never bears."""
    for path, _, way in context.ways:
        if isinstance(way, Castle) and way.unless is not None:
            marker = context.ruleset.markers[way.unless]
            if marker.types is not None and way.partner not in marker.types:
                at = context.merged.nearest((*path, "unless"), ("markers", way.unless, "units"))
                values = {"partner": way.partner, "marker": way.unless}
                yield context.at_value(at, "castle_unmarked", **values)


def warn_jumps_without_taking(context: Context) -> Iterator[Diagnostic]:
    """Warn about jumps over enemies that do not say whether they take, where a side must take."""
    for path, unit, way in context.ways if context.ruleset.turn.must is not None else ():
        over_enemies = isinstance(way, Jump) and way.over != "friend"
        if over_enemies and "takes" not in way.model_fields_set:
            yield context.at(path, "jump_takes_nothing", unit=unit.word)


def warn_verbs_not_allowed(context: Context) -> Iterator[Diagnostic]:
    """Warn about what units can do that the turn does not allow, and uses by verbs a unit lacks."""
    ruleset, places = context.ruleset, dict[str, list[Place]]()
    for path, rule in context.abilities:
        if path[0] in ("units", "abilities") and rule.word not in ruleset.turn.may:
            places.setdefault(rule.word, []).append(path)
    for word, unit in ruleset.units.items():
        for verb, does in ((MOVE, unit.move), (ATTACK, unit.attack)):
            if does and verb not in ruleset.turn.may:
                places.setdefault(verb, []).append(("units", word, verb))
    for verb, paths in places.items():
        yield context.at(context.merged.nearest(*paths), "never_allowed", name=verb)
    for word, unit in ruleset.units.items():
        able = {"turn", *(ability.word for ability in unit.abilities)}
        able |= {"move"} if unit.move else set()
        able |= {"attack"} if unit.attack is not None else set()
        for verb in unit.uses:
            if verb not in able:
                yield context.at(("units", word, "uses", verb), "uses_idle", unit=word, verb=verb)
        for verb in unit.only_if:
            if verb not in able:
                path = ("units", word, "only_if", verb)
                yield context.at(path, "only_if_idle", unit=word, verb=verb)


def warn_taking_barred_in_vain(context: Context) -> Iterator[Diagnostic]:
    """Warn about units that may be taken only if something holds, where no unit takes."""
    units = context.ruleset.units.values()
    barred = [unit.word for unit in units if unit.may_be_taken is not None]
    if barred and not any(takes_by_moving(unit) for unit in units):
        yield context.at(("units", barred[0], "may_be_taken"), "may_be_taken_idle")


def _rules(context: Context) -> Iterator[tuple[Place, Rule]]:
    """Yield every victory, ability, upkeep and way to move with its place."""
    yield from context.victories
    yield from context.abilities
    yield from ((path, move) for path, _, move in context.ways)


def _used(context: Context) -> Iterator[tuple[Place, str]]:
    """Yield every marker that a unit uses up, with its place."""
    for word, unit in context.ruleset.units.items():
        for verb, markers in unit.uses.items():
            yield from ((("units", word, "uses", verb, marker), marker) for marker in markers)
    for path, _, weapon in context.weapons:
        yield from (((*path, "uses", marker), marker) for marker in weapon.uses)

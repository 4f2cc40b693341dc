"""Check control and supply: what rules ask for is there, and supply has a source."""

from __future__ import annotations

from collections.abc import Iterator

from wargrid.loading.checks.context import Context
from wargrid.loading.checks.picking import parts
from wargrid.ruleset.base import Movement
from wargrid.ruleset.models import UnitType
from wargrid.ruleset.units.movement import Path
from wargrid.source.diagnostics import Diagnostic
from wargrid.source.diagnostics import Place as At


def check_layers_are_there(context: Context) -> Iterator[Diagnostic]:
    """Report selectors and ways to move that ask for control or supply where there is none."""
    ruleset = context.ruleset
    controls = any(unit.controls is not None for unit in ruleset.units.values())
    for part in parts(context):
        if part.selector.supplied is not None and ruleset.supply is None:
            yield context.at((*part.path, "supplied"), "supply_undefined")
        if part.selector.controlled is not None and not controls:
            yield context.at((*part.path, "controlled"), "control_undefined")
    for word, unit in ruleset.units.items():
        for key, ways in (("move", unit.move), ("abilities", _walks(unit))):
            at: At = ("units", word, key)
            if any(map(_asks_control, ways)) and not controls:
                yield context.at(at, "control_undefined")
            if any(map(_asks_supply, ways)) and ruleset.supply is None:
                yield context.at(at, "supply_undefined")


def _walks(unit: UnitType) -> list[Movement | None]:
    """Return how a unit goes by what it may do besides moving."""
    return [ability.walk for ability in unit.abilities]


def _asks_control(way: Movement | None) -> bool:
    return isinstance(way, Path) and way.enemy_control is not None


def _asks_supply(way: Movement | None) -> bool:
    return isinstance(way, Path) and way.beyond_supply is not None


def check_supply_has_sources(context: Context) -> Iterator[Diagnostic]:
    """Report a side without any cell that could be a source of its supply."""
    supply = context.ruleset.supply
    if supply is None or supply.sources.zone is None or supply.sources.units is not None:
        return
    if not context.has_drawn_board or supply.sources.zone not in context.ruleset.zones:
        return  # what is wrong with the board or the name is reported as such
    zone = supply.sources.zone
    for word, ground in zip(context.ruleset.sides, context.terrain_maps, strict=True):
        if ground.zones[zone] <= ground.walls:
            at: At = ("supply", "sources", "zone")
            yield context.at_value(at, "supply_without_source", zone=zone, side=word)


def warn_layers_idle(context: Context) -> Iterator[Diagnostic]:
    """Warn of control and supply that no rule asks about."""
    ruleset, selectors = context.ruleset, [part.selector for part in parts(context)]
    asked = {
        "control": any(each.controlled is not None for each in selectors)
        or any(
            _asks_control(way)
            for unit in ruleset.units.values()
            for way in (*unit.move, *_walks(unit))
        ),
        "supply": any(each.supplied is not None for each in selectors)
        or any(
            _asks_supply(way)
            for unit in ruleset.units.values()
            for way in (*unit.move, *_walks(unit))
        ),
    }
    for word, unit in ruleset.units.items():
        if unit.controls is not None and not asked["control"]:
            yield context.at(("units", word, "controls"), "control_idle")
            return
    if ruleset.supply is not None and not asked["supply"]:
        yield context.at(("supply",), "supply_idle")

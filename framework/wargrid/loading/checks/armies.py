"""Check the deployment: units to choose from, limits that an army can keep, and ready armies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid.core.patterns import Placement
from wargrid.engine.game import Game
from wargrid.engine.setup.deployment import DeploymentPhase
from wargrid.loading.checks.context import Context, suggestion
from wargrid.loading.checks.diagrams import each_letter_mark, misfit
from wargrid.plugins.host import Plugins
from wargrid.ruleset.board.deployment import Deployment
from wargrid.ruleset.board.diagram import DiagramError, side_placements
from wargrid.ruleset.units.movement import Path
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.source.document import Location
from wargrid.text import Message, catalog, join_names

UNITS: Final[Place] = ("deploy", "units")
SIZE: Final[Place] = ("deploy", "bases")

_OF_ZONES: Final = ("deploy_fixed", "deploy_zone", "deploy_nowhere")
"""The reasons why a unit of an army is outside its zone."""


def check_men_counted(context: Context) -> Iterator[Diagnostic]:
    """Report a base whose men are counted under a type that no army has."""
    deploy = context.ruleset.deploy
    known = deploy.units if deploy is not None else {}
    for word, contingent in known.items():
        if contingent.of in context.ruleset.units and contingent.of not in known:
            at = (*UNITS, word, "of")
            yield context.at_value(at, "no_such_contingent", **suggestion(contingent.of, known))


def check_smallest_base(context: Context) -> Iterator[Diagnostic]:
    """Report a smallest base with more men than a full one."""
    deploy, units = context.ruleset.deploy, context.ruleset.units
    for word, contingent in deploy.units.items() if deploy is not None else ():
        least = contingent.least_men or 1
        if word in units and least > units[word].men:
            at, full = (*UNITS, word, "least_men"), units[word].men
            yield context.at_value(at, "too_few_men", least=least, full=full)


def check_army_diagrams(context: Context) -> Iterator[Diagnostic]:
    """Report armies whose diagram does not fit the board, or has units that no army may have."""
    ruleset, deploy = context.ruleset, context.ruleset.deploy
    if deploy is None or len(ruleset.sides) != 2:
        return
    for name, army in deploy.armies.items():
        path = _diagram(name)
        try:
            placed = side_placements(ruleset, context.grid, army.each, 0)
        except DiagramError as error:
            yield misfit(context, error, path)
            continue
        first = {each.type.word: each for each in reversed(placed)}
        for word in sorted(set(first) - set(deploy.units)):
            mark = each_letter_mark(context, path, army.each, first[word])
            yield context.on(mark, "army_unknown_unit", path, army=name, name=word)


def check_hidden_zones_apart(context: Context) -> Iterator[Diagnostic]:
    """Report cells where both sides may place units while neither sees the other's.

    A refused move would tell a side where a hidden enemy is.
    """
    deploy = context.ruleset.deploy
    if deploy is None or not deploy.hidden or not context.has_drawn_board:
        return
    names = dict.fromkeys(
        [deploy.zone, *(each.zone or deploy.zone for each in deploy.units.values())]
    )
    first, second = (each.zones for each in context.terrain_maps)
    if not set(names) <= set(context.ruleset.zones):
        return
    for name in names:
        for other in names:
            shared = sorted((first[name] & second[other]) - context.terrain_maps[0].walls)
            if shared:
                at = context.merged.nearest(("zones", name), ("zones", other))
                cells = join_names(map(context.grid.name, shared))
                yield context.at(at, "zones_overlap", cells=cells)
                return


def _unplaceable_units(context: Context, deploying: DeploymentPhase) -> Iterator[Diagnostic]:
    """Yield errors for units to deploy that have no cell on either side."""
    had = {word for side in (0, 1) for word in deploying.types(side)}
    for word, contingent in deploying.rules.units.items():
        if word not in had:
            zone = contingent.zone or deploying.rules.zone
            paths: list[Place] = [(*UNITS, word), ("zones", zone), ("board", "terrain")]
            marks = [context.key(*path) for path in paths if context.has(*path)]
            yield context.on(context.merged.nearest_mark(*marks), "unit_without_cells", name=word)


def _impossible_limits(context: Context, deploying: DeploymentPhase) -> Iterator[Diagnostic]:
    """Yield errors for limits that no army of a side can keep, and a zone without its cells."""
    for side, name in enumerate(context.ruleset.sides):
        found = list(_contradictions(context, deploying, side))
        zone = deploying.rules.zone
        is_empty = not context.terrain_maps[side].zones[zone]
        if is_empty and (found or not deploying.types(side)):
            at = context.merged.nearest(("zones", zone), ("deploy", "zone"))
            found = [context.at(at, "side_without_cells", name=zone, side=name)]
        if found:
            yield from found
            return


def _illegal_armies(
    context: Context, game: Game, deploying: DeploymentPhase
) -> Iterator[Diagnostic]:
    """Yield an error for each kind of limit that a ready army breaks, once, for one side."""
    seen: set[tuple[Location | str, str]] = set()
    for name in deploying.rules.armies:
        for side in (side for side in (0, 1) if name in deploying.armies(side)):
            found = list(_broken(context, game, deploying, name, side))
            for mark, code, why in found:
                if {(mark, code), (name, code)}.isdisjoint(seen):
                    seen |= {(mark, code), (name, code)}
                    yield context.on(mark, "illegal_army", _diagram(name), army=name, why=why)
            if found:
                break


def deployment_errors(context: Context) -> Iterator[Diagnostic]:
    """Report what only a prepared game shows; the rest of the ruleset must have no errors."""
    if context.ruleset.deploy is None:
        return
    game = Game(context.ruleset, Plugins(context.plugins))
    deploying = game.engine.deploying
    if deploying is None:
        return
    impossible = list(_impossible_limits(context, deploying))
    if not any(each.name == "side_without_cells" for each in impossible):
        yield from _unplaceable_units(context, deploying)
    yield from impossible or _illegal_armies(context, game, deploying)


def _contradictions(
    context: Context, deploying: DeploymentPhase, side: int
) -> Iterator[Diagnostic]:
    """Yield the lower limits of a side's armies that an upper limit makes impossible."""
    rules, types = deploying.rules, deploying.types(side)
    most = {word: deploying.most_bases(word, side) for word in types}
    least = {word: rules.units[word].size.min for word in types}
    lower = [_limit(rules, word, "min") for word in types if least[word]]
    upper = [_limit(rules, word, "max") for word in types]
    limits: list[tuple[str, str, int, int | None, list[Place]]] = [
        ("types", "", sum(least.values()), rules.size.max, [(*SIZE, "max"), *lower]),
        ("bases", "", deploying.least_units[side], sum(most.values()), [(*SIZE, "min"), *upper]),
    ]
    for word in types:
        paths = [_limit(rules, word, "min"), *_pool(deploying, word)]
        limits.append(("unit", word, least[word], most[word], [*paths, (*SIZE, "max")]))
    for why, word, bases, allowed, paths in limits:
        if allowed is not None and bases > allowed:
            at = context.merged.nearest(*([each for each in paths if context.has(*each)] or [SIZE]))
            values = {"unit": word, "least": bases, "most": allowed}
            yield context.at_value(at, "no_army", why=Message(f"diagnostics.no_army.{why}", values))


def _limit(rules: Deployment, word: str, end: str) -> Place:
    """Return the place of the least or greatest number of bases of a type; it may be one number."""
    path: Place = (*UNITS, word, "bases")
    return path if isinstance(rules.units[word].bases, int) else (*path, end)


def _broken(
    context: Context, game: Game, deploying: DeploymentPhase, name: str, side: int
) -> Iterator[tuple[Location, str, Message]]:
    """Yield what a side may not have in an army: at its letter, or at a limit in a nearer file.

    A zone that most of the army is outside of is itself taken for wrong.
    """
    path, diagram = _diagram(name), deploying.rules.armies[name].each
    placements = side_placements(context.ruleset, context.grid, diagram, side)
    placed = {each.cell: each for each in placements}
    found = [
        (None if cell is None else placed[cell], code, values)
        for cell, (code, values) in deploying.army_reasons(name, game.position_with([], side=side))
    ]
    outside = [_zone_of(deploying, unit) for unit, code, _ in found if unit and code in _OF_ZONES]
    for unit, code, values in found:
        mark = context.key(*path)
        if unit is not None:
            mark = each_letter_mark(context, path, diagram, unit)
            zone = _zone_of(deploying, unit)
            if code in _OF_ZONES and outside.count(zone) * 2 > len(placed):
                mark = context.key("zones", zone)
        limits = [context.value(*at) for at in _limits(deploying, unit) if context.has(*at)]
        key = f"army.{code}" if catalog("en").has(f"army.{code}") else f"refusals.{code}"
        yield context.merged.nearest_mark(mark, *limits), code, Message(key, values)


def _diagram(army: str) -> Place:
    return ("deploy", "armies", army, "each")


def _zone_of(deploying: DeploymentPhase, unit: Placement) -> str:
    return deploying.rules.units[unit.type.word].zone or deploying.rules.zone


def _pool(deploying: DeploymentPhase, word: str) -> list[Place]:
    """Return the places that limit how many men bases of a type are made of."""
    return [(*UNITS, deploying.pool(word), "men"), (*UNITS, word, "of"), ("units", word, "men")]


def _limits(deploying: DeploymentPhase, unit: Placement | None) -> list[Place]:
    """Return the places of the limits for a unit, or for an army that lacks units."""
    rules = deploying.rules
    if unit is None:
        return [(*SIZE, "min"), *(_limit(rules, word, "min") for word in rules.units)]
    word = unit.type.word
    costs = [way.costs for way in unit.type.move if isinstance(way, Path) and way.costs]
    return [
        *_pool(deploying, word),
        _limit(rules, word, "max"),
        (*SIZE, "max"),
        (*UNITS, word, "zone"),
        ("zones", _zone_of(deploying, unit)),
        ("board", "terrain"),
        *(("costs", table) for table in costs),
    ]

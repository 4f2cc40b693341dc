"""Warn about settings that cannot mean what they say: without effect, or against each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid.core.moves import ANY_VERB, ATTACK, MOVE, TURN
from wargrid.loading.checks.context import Context, is_optional, reads_by_itself, takes_by_moving
from wargrid.loading.checks.effects import standing
from wargrid.ruleset.base import Victory
from wargrid.ruleset.points import Checks, Hold, Points
from wargrid.ruleset.units.abilities import Change
from wargrid.ruleset.units.combat import Removal
from wargrid.ruleset.units.duels import Duel
from wargrid.ruleset.units.movement import SingleStep
from wargrid.ruleset.victory import Insufficient, Isolate, Limit, Mate, Occupy, Quiet, Stalemate
from wargrid.source.diagnostics import Diagnostic, Place

BY_MEN: Final = ("loses", "restores", "attacks")
"""The effects by which units lose and get back single men."""


def warn_idle_costs(context: Context) -> Iterator[Diagnostic]:
    """Warn about costs of a unit for what it never does."""
    ruleset = context.ruleset
    for word, unit in ruleset.units.items():
        has = {MOVE: bool(unit.move), ATTACK: unit.attack is not None}
        has |= {TURN: ruleset.board.facing is not None}
        has |= {ability.word: True for ability in unit.abilities}
        for verb in unit.costs:
            path: Place = ("units", word, "costs", verb)
            idle = not has.get(verb, False) or verb not in ruleset.turn.may
            if idle and _is_own(context, path):
                yield context.at(path, "cost_idle", unit=word, verb=verb)


def warn_idle_captures(context: Context) -> Iterator[Diagnostic]:
    """Warn about units that take by moving, but never in any of their ways to move."""
    for word, unit in context.ruleset.units.items():
        ways = [way for way in unit.move if way.takes is None]
        path: Place = ("units", word, "captures")
        if unit.captures == "by_moving" and not ways and _is_own(context, path):
            yield context.at(path, "captures_idle", unit=word)


def warn_idle_strength(context: Context) -> Iterator[Diagnostic]:
    """Warn about men and hits per man where every loss is that of a whole unit."""
    ruleset = context.ruleset
    removes = all(type(weapon.by) in (Removal, Duel) for _, _, weapon in context.weapons)
    counts = any(isinstance(each, Limit) and each.then == "total_men" for each in ruleset.victory)
    counts |= bool(ruleset.each_turn or ruleset.each_round) or any(
        u.abilities for u in ruleset.units.values()
    )
    effects = (each.part.effect for each in standing(context))
    counts |= any(effect is not None and effect.word in BY_MEN for effect in effects)
    if not removes or counts or context.plugins or ruleset.deploy is not None:
        return
    for word, unit in ruleset.units.items():
        for key, number in (("men", unit.men), ("hits_per_man", unit.hits_per_man)):
            path: Place = ("units", word, key)
            if number > 1 and _is_own(context, path):
                yield context.at_value(path, "strength_idle", unit=word, key=key)


def warn_idle_first(context: Context) -> Iterator[Diagnostic]:
    """Warn about dice for the first turn where no dice decide who has it."""
    first = context.ruleset.first
    if not context.ruleset.rolls_for_turns:
        for key in ("dice", "die", "most"):
            path: Place = ("first", key)
            if key in first.model_fields_set and _is_own(context, path):
                yield context.at(path, "first_idle", key=key, player=first.player)


def warn_limit_never_met(context: Context) -> Iterator[Diagnostic]:
    """Warn about limits per unit above what a unit can pay for, or above the limit for all."""
    turn = context.ruleset.turn
    both = turn.per_unit.get(ANY_VERB)
    for verb, limit in turn.per_unit.items():
        path: Place = ("turn", "per_unit", verb)
        cheapest = _cheapest(context, verb)
        paid = None if turn.actions is None or not cheapest else turn.actions // cheapest or None
        known = [most for most in (paid, both if verb != ANY_VERB else None) if most is not None]
        if known and limit > min(known) and not _is_set(context, path, ("turn", "actions")):
            at = context.merged.nearest(path, ("turn", "actions"))
            yield context.at_value(at, "limit_idle", verb=verb, limit=limit, most=min(known))


def warn_quota_never_met(context: Context) -> Iterator[Diagnostic]:
    """Warn about limits for a side or target that others never let it reach."""
    turn = context.ruleset.turn
    every = turn.per_side.get(ANY_VERB)
    for key, limits in (("per_side", turn.per_side), ("per_target", turn.per_target)):
        for verb, limit in limits.items():
            path: Place = ("turn", key, verb)
            cheapest = _cheapest(context, verb)
            paid = None if turn.actions is None or not cheapest else turn.actions // cheapest
            less = turn.per_side.get(verb) if key == "per_target" else None
            every_of = every if (key, verb) != ("per_side", ANY_VERB) else None
            known = [most for most in (paid, less, every_of) if most]
            if known and limit >= min(known) and not _is_set(context, path, ("turn", "actions")):
                at = context.merged.nearest(path, ("turn", "actions"))
                values = {"key": key, "verb": verb, "limit": limit, "most": min(known)}
                yield context.at_value(at, "quota_idle", **values)


def warn_idle_groups(context: Context) -> Iterator[Diagnostic]:
    """Warn about a limit of groups that are never more."""
    groups = context.ruleset.turn.groups
    path: Place = ("turn", "groups", "most")
    types = len(context.ruleset.units)
    idle = groups is not None and groups.by == "type" and groups.most >= types
    if groups is not None and idle and not _is_set(context, path):
        yield context.at_value(path, "groups_idle", most=groups.most, count=types)


def warn_idle_taking(context: Context) -> Iterator[Diagnostic]:
    """Warn about mandatory taking and chains of taking where no unit takes by moving."""
    if any(takes_by_moving(u) or u.takes_between for u in context.ruleset.units.values()):
        return
    for key in ("must", "again"):
        if getattr(context.ruleset.turn, key) is not None:
            yield context.at(("turn", key), "taking_idle", key=key)
    for path, victory in context.victories:
        if victory.royal is not None:
            yield context.at(path, "never_lost", word=victory.word)


def warn_idle_checks(context: Context) -> Iterator[Diagnostic]:
    """Warn about checks to be given where no unit is royal, or more than a marker can count."""
    markers = context.ruleset.markers
    royal = any(victory.royal for victory in context.ruleset.victory)
    for path, victory in context.victories_of(Checks):
        if victory.marker in markers:
            most = markers[victory.marker].highest
            if not royal:
                yield context.at(path, "checks_without_royal")
            elif victory.count > most:
                at = context.merged.nearest((*path, "count"), ("markers", victory.marker, "most"))
                values = {"count": victory.count, "most": most, "name": victory.marker}
                yield context.at_value(at, "checks_out_of_reach", **values)


def _needs_more(context: Context, draw: Insufficient, path: Place, other: Victory) -> bool:
    """Return whether a victory is about types alone that are not among those of a draw."""
    few = {*draw.minor, *draw.one_colour, *draw.harmless}
    royal = {each.unit for _, each in context.victories_of(Mate)}
    named = {each.name for each in context.references_below(path) if each.section == "units"}
    held = isinstance(other, Points) and bool(other.held)
    return bool(named) and named.isdisjoint(few | royal) and not held


def warn_doubtful_draws(context: Context) -> Iterator[Diagnostic]:
    """Warn about draws by too few units where these can still win, without mating a king."""
    others = ("move", "score", "loss")
    for path, draw in context.victories_of(Insufficient):
        few = bool(draw.minor or draw.one_colour)
        for place, other in context.victories if draw.draws else ():
            at = context.merged.nearest(path, place)
            stuck = isinstance(other, Stalemate) and other.then != "draw" and few
            if _needs_more(context, draw, place, other):
                continue
            # Without a unit besides the royal ones, no side gives check.
            if stuck or (other.asked in others and (few or not isinstance(other, Checks))):
                yield context.at(at, "draw_doubtful", word=other.word)
            elif other.royal is not None and few and not _steps_everywhere(context, other.royal):
                yield context.at(at, "draw_by_royal", unit=other.royal)


def warn_walled_zones(context: Context) -> Iterator[Diagnostic]:
    """Warn about zones that have cells, but walls only; ``occupy`` asks for units there."""
    occupied = {each.zone for each in context.ruleset.victory if isinstance(each, Occupy)}
    for zone in (zone for zone in context.ruleset.zones if zone not in occupied):
        found = [(ground.zones[zone], ground.walls) for ground in context.terrain_maps]
        cells = frozenset[int]().union(*(cells for cells, _ in found))
        if cells and all(own <= walls for own, walls in found):
            terrains = {context.terrain_maps[0].terrain[cell] for cell in cells}
            marks = [context.key("zones", zone)]
            marks += [context.value("terrains", word, "wall") for word in sorted(terrains)]
            location = context.merged.nearest_mark(*marks)
            yield context.on(location, "zone_walled", ("zones", zone), zone=zone)


def warn_turns_after_limit(context: Context) -> Iterator[Diagnostic]:
    """Warn about quiet turns, and turns of holding, that a limit of turns always comes before."""
    sides, limits = len(context.ruleset.sides), context.turn_limits
    counted = [path for path, each in context.victories if isinstance(each, Limit | Quiet | Hold)]
    optional = any(is_optional(context, path) for path in counted)
    for path, victory in context.victories if limits and not optional else ():
        last, _ = limits[0]
        if isinstance(victory, Quiet) and victory.turns is not None and victory.turns >= last:
            name = "quiet_after_limit"
        elif isinstance(victory, Hold) and victory.turns > -(-last // sides):
            name = "hold_after_limit"
        else:
            continue
        both = [each for each in counted if each == path or each[-1:] == ("limit",)]
        at = context.merged.nearest(path, *(each for each in both if context.has(*each)))
        yield context.at(at, name, turns=victory.turns, last=last)


def warn_isolated_at_start(context: Context) -> Iterator[Diagnostic]:
    """Warn about a side that has only units that cannot go on alone, from the start."""
    for path, victory in context.victories_of(Isolate):
        if victory.loses and context.ruleset.deploy is None:
            for side in range(len(context.ruleset.sides)):
                types = {each.type.word for each in context.placements if each.side == side}
                if types == {victory.unit}:
                    yield context.at(path, "won_at_start", word=victory.word)
                    break


def warn_idle_markers(context: Context) -> Iterator[Diagnostic]:
    """Warn about markers that nothing reads, nothing sets, or no unit ever gets."""
    ruleset = context.ruleset
    named = {each.name for each in context.references if each.section == "markers"}
    for word, marker in ruleset.markers.items():
        path: Place = ("markers", word)
        if context.is_inherited(*path):
            continue
        types = ruleset.units if marker.types is None else marker.types
        if marker.set_by == "moving" and not any(ruleset.units[each].move for each in types):
            yield context.at((*path, "set_by"), "marker_never_set", name=word)
            continue
        seen = marker.set_by is not None and marker.shown != "nothing"
        if word not in named and not seen and not reads_by_itself(context):
            yield context.at(path, "marker_unused", name=word)


def warn_idle_promotions(context: Context) -> Iterator[Diagnostic]:
    """Warn about units that become what they are, such as those ``like`` one that becomes them."""
    units = context.ruleset.units
    marks = [context.value("units", word, "promotes", "to") for word in units]
    for word, unit in units.items():
        if unit.promotes is not None and set(unit.promotes.types) == {word}:
            path: Place = ("units", word, "promotes", "to")
            is_own = marks.count(context.value(*path)) == 1
            found = context.at_value if is_own else context.at
            yield found(path if is_own else path[:2], "promotes_idle", unit=word, word="promotes")
        for ability in unit.abilities:
            if isinstance(ability, Change) and ability.to == word:
                path = ("units", word, "abilities", ability.word, "to")
                yield context.at_value(path, "promotes_idle", unit=word, word=ability.word)


def _cheapest(context: Context, verb: str) -> int:
    """Return the lowest cost of a verb, or of all verbs, for any unit."""
    turn = context.ruleset.turn
    verbs = list(turn.may) if verb == ANY_VERB else [verb]
    costs = [turn.may[each] for each in verbs if each in turn.may]
    for unit in context.ruleset.units.values():
        costs += [cost for each, cost in unit.costs.items() if each in verbs]
    return min(costs, default=0)


def _steps_everywhere(context: Context, word: str) -> bool:
    """Return whether units of a type step to every neighbour, as a king does."""
    grid, unit = context.grid, context.ruleset.units.get(word)
    ways = () if unit is None else unit.move
    steps = [grid.steps(way.directions, 0) for way in ways if isinstance(way, SingleStep)]
    return set(grid.steps("all", 0)) <= {step for each in steps for step in each}


def _is_own(context: Context, path: Place) -> bool:
    """Return whether a value is written in the ruleset itself, and no option sets it."""
    is_there = context.merged.root.at(path) is not None
    return is_there and not context.is_inherited(*path) and not is_optional(context, path)


def _is_set(context: Context, *paths: Place) -> bool:
    return any(is_optional(context, path) for path in paths)

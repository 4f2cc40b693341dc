"""Warn about attacks without effect: faces that dice lack, hits and points never scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wargrid.core.moves import ANY_VERB, ATTACK
from wargrid.core.patterns import Placement
from wargrid.core.protocols import Translations
from wargrid.engine.moves.patterns import takes_of
from wargrid.loading.checks.amounts import rolls
from wargrid.loading.checks.context import (
    Context,
    Weapon,
    attacks_of,
    has_hooks,
    is_named_elsewhere,
    takes_by_moving,
)
from wargrid.ruleset.base import Resolution
from wargrid.ruleset.models import UnitType
from wargrid.ruleset.points import Points
from wargrid.ruleset.units.combat import Dice
from wargrid.ruleset.units.symbols import Symbols
from wargrid.ruleset.units.targeting import Range
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text import join_names


def warn_never_hits(context: Context) -> Iterator[Diagnostic]:
    """Warn about attacks whose die never shows a face that hits, or that drives back."""
    for way, _, weapon in _rolling(context):
        by = weapon.by
        at: Place = (*way, "by", by.word)
        die = by.die_of(context.ruleset)
        shown = context.ruleset.dice[die]
        for path, faces in _hitting(at, by):
            if {*faces}.isdisjoint(shown):
                yield context.at(path, "never_hits", die=die, faces=join_names(faces))
        if isinstance(by, Symbols) and by.flag is not None and by.flag not in shown:
            yield context.at((*at, "flag"), "flag_idle", die=die, face=by.flag)


def warn_never_hurt(context: Context) -> Iterator[Diagnostic]:
    """Warn about units that lose a man for more hits than any attack can score at once."""
    units = context.ruleset.units
    if any(map(takes_by_moving, units.values())):
        return
    seen = set()
    for word, unit in units.items():
        hitting = (each for each in context.weapons if each.attack.by.may_hit(unit))
        weapons = [(each.unit, each.attack.by) for each in hitting]
        adds_up = not all(_adds_nothing_up(by) for _, by in weapons)
        if unit.hits_per_man == 1 or not weapons or adds_up:
            continue
        most = max(_most_hits(context, each.men, by, unit) for each, by in weapons)
        if most < unit.hits_per_man and has_hooks(context, "after_roll"):
            most = max(_most_by_odds(context, each, unit) for each, _ in weapons)
        location = context.value("units", word, "hits_per_man")
        if most < unit.hits_per_man and location not in seen:
            seen.add(location)
            values = {"unit": word, "needed": unit.hits_per_man, "most": most}
            yield context.on(location, "never_hurt", ("units", word, "hits_per_man"), **values)


def warn_idle_distances(context: Context) -> Iterator[Diagnostic]:
    """Warn about dice by distance that do not end where the range does."""
    for way, unit, weapon in _rolling(context):
        by, at = weapon.by, weapon.at
        if not isinstance(by, Symbols) or type(at) is not Range or not rolls(weapon):
            continue
        listed, reach = len(by.by_distance), at.most
        path: Place = (*way, "by", by.word, "by_distance")
        if listed != reach and not (listed < reach and by.least):
            most: Place = (*way, "at", at.word, "most")
            values = {"unit": unit.word, "listed": listed, "most": reach}
            yield context.at(context.merged.nearest(path, most), "distances_differ", **values)


def warn_idle_overruns(context: Context) -> Iterator[Diagnostic]:
    """Warn about overruns of units that never take the ground."""
    for way, unit, weapon in _rolling(context):
        by = weapon.by
        if isinstance(by, Symbols) and by.overrun and not by.take_ground:
            yield context.at((*way, "by", by.word, "overrun"), "overrun_idle", unit=unit.word)


def warn_points_out_of_reach(context: Context) -> Iterator[Diagnostic]:
    """Warn about more points than all enemies and all cells together are worth."""
    ruleset = context.ruleset
    if ruleset.deploy is not None or ruleset.abilities or context.plugins:
        return
    if any(unit.promotes for unit in ruleset.units.values()):
        return
    for path, victory in context.victories_of(Points):
        if not is_named_elsewhere(context, victory.marker, path):
            most = max(_most_points(context, victory, side) for side in (0, 1))
            if most < victory.reach:
                values = {"reach": victory.reach, "most": most}
                keys: list[Place] = [(*path, key) for key in ("reach", "eliminated", "held")]
                keys.append(("markers", victory.marker, "most"))
                at = context.merged.nearest(*(key for key in keys if context.has(*key)))
                yield context.at_value(at, "points_out_of_reach", **values)


def warn_same_weapon_names(context: Context) -> Iterator[Diagnostic]:
    """Warn about weapons of one unit that players cannot tell apart by their names."""
    for word, unit in context.ruleset.units.items():
        seen: list[Translations] = []
        for path, weapon in attacks_of(unit):
            name = weapon.name or weapon.weapon or ""
            if name in seen:
                yield context.at_value((*path, "name"), "weapons_alike", unit=word)
            seen.append(name)


def warn_idle_weapon_limits(context: Context) -> Iterator[Diagnostic]:
    """Warn about weapons that may be used more often than their unit may attack."""
    limits = context.ruleset.turn.per_unit
    most = min((limits[verb] for verb in (ATTACK, ANY_VERB) if verb in limits), default=0)
    for path, _, weapon in context.weapons if most else ():
        if weapon.per_turn is not None and weapon.per_turn > most:
            at = context.merged.nearest((*path, "per_turn"), ("turn", "per_unit"))
            yield context.at_value(at, "per_turn_idle", number=weapon.per_turn, most=most)


def check_questions_of_weapons(context: Context) -> Iterator[Diagnostic]:
    """Report weapons of one unit whose questions after an attack differ."""
    for unit in context.ruleset.units.values():
        attacks = attacks_of(unit)
        asking = [(path, each) for path, each in attacks if each.by.asks]
        for path, weapon in asking[1:] + asking[:1] if len(attacks) > 1 else ():
            first, by = asking[0][1], weapon.by
            if _questions(by) != _questions(first.by) or getattr(by, "overrun", False):
                yield context.at((*path, "by", by.word), "weapons_ask", word=first.weapon or "")


def _questions(by: Resolution) -> tuple[object, ...]:
    return (by.word, getattr(by, "retreat", None), getattr(by, "take_ground", None))


def _rolling(context: Context) -> Iterator[Weapon]:
    """Yield the weapons that count faces of dice."""
    yield from (each for each in context.weapons if type(each.attack.by) in (Dice, Symbols))


def _hitting(at: Place, by: Resolution) -> Iterator[tuple[Place, list[str]]]:
    """Yield the faces that hit, for all targets or for each, with their place."""
    if isinstance(by, Dice):
        yield at, _listed(by.hits_on)
    for target, faces in by.hits_on.items() if isinstance(by, Symbols) else ():
        yield (*at, "hits_on", target), _listed(faces)


def _listed(faces: str | list[str]) -> list[str]:
    return [faces] if isinstance(faces, str) else faces


def _adds_nothing_up(by: Resolution) -> bool:
    """Return whether hits of one attack do not add to those of another."""
    return type(by) is Symbols or (type(by) is Dice and by.partial_damage == "lost")


def _most_hits(context: Context, men: int, by: Resolution, target: UnitType) -> int:
    """Return the most hits that so many men can score with their dice."""
    if not isinstance(by, Dice | Symbols):
        return 0
    faces = by.hits_on[target.word] if isinstance(by, Symbols) else by.hits_on
    hits = not {*_listed(faces)}.isdisjoint(context.ruleset.dice[by.die_of(context.ruleset)])
    return by.dice(men) if hits else 0


def _most_by_odds(context: Context, attacker: UnitType, target: UnitType) -> int:
    """Return the most hits that a full unit can score, plugins included, by an attack's odds."""
    game = context.game
    if game is None:
        return target.hits_per_man
    grid, forward = context.grid, game.engine.forward[0]
    walls = frozenset().union(*(ground.walls for ground in context.terrain_maps))
    free = (cell for cell in range(grid.cells) if cell not in walls)
    cell = min(free, key=lambda cell: grid.distance(cell, grid.middle), default=grid.middle)
    for other in game.search.strikes(attacker, 0, cell, forward):
        if other in walls:
            continue
        units = [
            Placement(0, attacker, cell, forward, attacker.men),
            Placement(1, target, other, game.engine.forward[1], target.men),
        ]
        position = game.position_with(units, turn=3)
        attacks = [move for move in game.moves(position) if move.verb == ATTACK]
        if attacks:
            return max(max(game.odds(position, move).hits()) for move in attacks)
    return 0


def _most_points(context: Context, victory: Points, side: int) -> int:
    """Return the most points that a side can have at one time."""
    marker = context.ruleset.markers[victory.marker]
    worth = victory.eliminated
    enemies = [each.type.word for each in context.placements if each.side != side]
    if isinstance(worth, Mapping):
        counted = sum(worth.get(word, 0) for word in enemies)
    else:
        counted = len(enemies) * (worth or 0)
    own, ground = len(context.placements) - len(enemies), context.terrain_maps[side]
    held = sum(min(own, len(ground.zones[z] - ground.walls)) * n for z, n in victory.held.items())
    return min(marker.highest, max(marker.first_values) + counted) + held


def check_pushing_takes_nothing(context: Context) -> Iterator[Diagnostic]:
    """Report steps that push and take an enemy, or push off the board what leaves it later."""
    at_end = context.ruleset.turn.removed == "at_end"
    for path, unit, way in context.ways:
        if getattr(way, "pushes", None) and takes_of(unit, way) != "never":
            yield context.at((*path, "pushes"), "push_or_capture", unit=unit.word)
        elif getattr(way, "pushes", None) and way.removes and at_end:
            yield context.at((*path, "pushes"), "push_at_end", unit=unit.word)

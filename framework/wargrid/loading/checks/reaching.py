"""Warn about victories that lie out of reach: zones no unit comes to, limits before armies meet.

Units are followed on the empty board, where nothing stops them, so that what is reported holds
however the sides play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid.core.moves import MOVE, TURN
from wargrid.core.patterns import Placement, TerrainMap, cannot_enter
from wargrid.core.protocols import UnitTypeLike
from wargrid.engine.game import Game
from wargrid.loading.checks.context import Context, has_hooks, is_optional
from wargrid.loading.checks.diagrams import letter_mark, setup_path
from wargrid.ruleset.base import SideAbility
from wargrid.ruleset.selecting.binding import bound_cells
from wargrid.ruleset.units.combat import Dice, Removal
from wargrid.ruleset.units.conditional import Castle
from wargrid.ruleset.units.placing import Place as Placing
from wargrid.ruleset.wants import ANY
from wargrid.source.diagnostics import Diagnostic, Place

MOVING: Final = frozenset({"after_move", "turn_begins", "turn_ends"})
"""Hooks by which plugins may move units in turns without an attack."""

DISPLACING: Final = MOVING | {"after_attack", "instead_of_loss", "instead_of_roll", "turncoats"}
"""Hooks by which plugins may bring units anywhere."""

MAX_CELLS: Final = 900
"""The largest board on which units are followed."""


def warn_unreachable_zones(context: Context) -> Iterator[Diagnostic]:
    """Warn about zones where a type does something but to which it can never come, or too late."""
    game = context.game
    if game is None or not _go_alone(context):
        return
    turns, limit = context.first_limit or (None, ())
    timed = turns is not None and context.ruleset.turn.again is None
    for path, unit, zone, only in _zones_entered(context):
        types = set(context.ruleset.units) if unit == ANY else {unit}
        for number, side in enumerate(context.ruleset.sides):
            cells = game.engine.grounds[number].zones[zone] - game.engine.grounds[number].walls
            own = [
                each for each in context.placements
                if each.side == number and each.type.word in types
            ]  # fmt: skip
            concerned = only in (None, side) and cells and own and not types & context.made
            moved = "promotes" in path
            if not concerned:
                continue
            if cells.isdisjoint(_reached(game, own, None, moved=moved)):
                ways: list[Place] = [("units", word, "move") for word in types if unit != ANY]
                at = context.merged.nearest(path, ("zones", zone), *ways)
                name = "unreachable_zone" if unit != ANY else "zone_never_entered"
                yield context.at(at, name, unit=unit, side=side, zone=zone)
                break
            if timed and path[0] == "victory" and cells.isdisjoint(_reached(game, own, turns)):
                at = context.merged.nearest(limit, ("zones", zone))
                yield context.at(at, "zone_too_far", side=side, zone=zone, turns=turns)
                break


def warn_stuck_units(context: Context) -> Iterator[Diagnostic]:
    """Warn about units that can never move, turn, attack or do anything else where they begin."""
    game = context.game
    if game is None or not _go_alone(context):
        return
    seen = {way.partner for _, _, way in context.ways if isinstance(way, Castle)}
    for placed in context.placements:
        unit = placed.type
        acts = unit.attack is not None or unit.abilities or unit.word in seen
        if unit.move and not acts and _is_stuck(game, placed):
            seen.add(unit.word)
            values = {"unit": unit.word, "cell": context.grid.name(placed.cell)}
            yield context.on(
                letter_mark(context, placed), "never_acts", setup_path(context), **values
            )


def warn_stuck_offers(context: Context) -> Iterator[Diagnostic]:
    """Warn about units that sides may get where these cannot stand, or which they never leave."""
    game, units = context.game, context.ruleset.units
    if game is None or context.grid.cells > MAX_CELLS:
        return
    for path, rule in context.abilities:
        if not isinstance(rule, SideAbility) or rule.offer is None:
            continue
        stuck: dict[tuple[int, str], bool] = {}
        for ground in context.terrain_maps:
            for cell, word in _offered(game, rule, ground):
                unit = units.get(word)
                if unit is not None and unit.move and stuck.get((cell, word), True):
                    ahead = game.engine.forward[ground.side]
                    placed = Placement(ground.side, unit, cell, ahead, unit.men)
                    stuck[cell, word] = _cannot_be(game, ground, placed)
        for cell, word in (each for each, is_stuck in stuck.items() if is_stuck):
            values = {"word": rule.word, "unit": word, "cell": context.grid.name(cell)}
            if isinstance(rule, Placing):
                yield context.at((*path, "at"), "place_stuck", **values)
                break
            terrain = context.terrain_maps[0].terrain[cell]
            named = (each for each in context.references_below(path) if each.section == "zones")
            at = context.merged.nearest(*(("zones", each.name) for each in named), path)
            yield context.at(at, "offer_stuck", terrain=terrain, **values)
            break


def _offered(game: Game, rule: SideAbility, ground: TerrainMap) -> Iterator[tuple[int, str]]:
    """Yield the cells where a side may ever get units, each with a type."""
    if not isinstance(rule, Placing):
        yield from rule.targets(ground)
        return
    at = bound_cells(rule.at, game.engine, ground.side).row
    limits = {
        word: bound_cells(cells, game.engine, ground.side).row
        for word, cells in rule.limits.items()
    }
    for cell, word in rule.targets(ground):
        if at[cell] and (word not in limits or limits[word][cell]):
            yield cell, word


def warn_too_far_apart(context: Context) -> Iterator[Diagnostic]:
    """Warn about a limit of turns before any unit can attack or take another."""
    game, sides, limits = context.game, len(context.ruleset.sides), context.turn_limits
    if game is None or not limits or not _is_followed(context) or has_hooks(context, *MOVING):
        return
    if any(unit.takes_between for unit in context.ruleset.units.values()):
        return  # units take beside the cells that they come to
    last, path = limits[0]
    if last > 4 * max(context.grid.columns, context.grid.rows) or is_optional(context, path):
        return
    turns = (last + sides - 1) // sides
    units = [[each for each in context.placements if each.side == side] for side in range(sides)]
    if all(units) and not any(_meets(game, units[side], units[1 - side], turns) for side in (0, 1)):
        yield context.at(path, "too_far_apart", last=last)


def _is_followed(context: Context) -> bool:
    """Return whether units begin on the board, and the board is small enough."""
    ruleset = context.ruleset
    begins = ruleset.deploy is None and ruleset.turn.entry is None
    return begins and context.grid.cells <= MAX_CELLS


def _go_alone(context: Context) -> bool:
    """Return whether units can be followed and nothing else moves them or changes their side."""
    weapons = (type(weapon.by) for _, _, weapon in context.weapons)
    # Other resolutions may drive units on or let them take ground.
    harmless = all(by in (Dice, Removal) for by in weapons)
    return harmless and _is_followed(context) and not has_hooks(context, *DISPLACING)


def _zones_entered(context: Context) -> Iterator[tuple[Place, str, str, str | None]]:
    """Yield what units of a type do in a zone: its place, the type, the zone, and the only side."""
    for path, victory in context.victories:
        yield from ((path, a.unit, a.zone, a.side) for a in victory.aims if a.count is not None)
    for word, unit in context.ruleset.units.items():
        if unit.promotes is not None:
            yield ("units", word, "promotes"), word, unit.promotes.zone, None
        for ability in unit.abilities:
            zone = getattr(ability, "zone", None)
            if zone is not None:
                yield ("units", word, "abilities", ability.word), word, zone, None


def _meets(game: Game, own: list[Placement], others: list[Placement], turns: int) -> bool:
    """Return whether a unit could attack or take another after so many turns of both sides."""
    theirs = _reached(game, others, turns)
    for placed in own:
        for cell in _reached(game, [placed], turns, takes=placed.type.attack is None):
            for facing in _facings(game, placed):
                strikes = game.search.strikes(placed.type, placed.side, cell, facing)
                if not theirs.isdisjoint(strikes):
                    return True
    return False


def _reached(
    game: Game,
    units: list[Placement],
    turns: int | None,
    *,
    takes: bool = False,
    moved: bool = False,
) -> frozenset[int]:
    """Return the cells to which units may come in so many turns, or ever.

    A unit that ``takes`` keeps its last move for that. Units that have ``moved`` are on the cell
    where they began only if they came back to it.
    """
    found: set[int] = set()
    for placed in units:
        most = None if turns is None else turns * _moves(game, placed.type) - takes
        new, seen = {placed.cell}, {placed.cell}
        found |= set() if moved else seen
        while new and (most is None or most > 0):
            steps = {
                target
                for cell in new
                for facing in _facings(game, placed)
                for target in _steps(game, placed, cell, facing)
            }
            found |= steps
            new = steps - seen
            seen |= new
            most = None if most is None else most - 1
    return frozenset(found)


def _steps(game: Game, placed: Placement, cell: int, facing: int) -> Iterator[int]:
    """Yield where a unit may go or take from a cell if all conditions hold."""
    yield from game.search.reach(placed.type, placed.side, cell, facing)
    for pattern in game.engine.tables.patterns(placed.type, placed.side, cell, facing):
        yield from pattern.cells
        yield from (each.target for each in pattern.conditional)


def _is_stuck(game: Game, placed: Placement) -> bool:
    """Return whether a unit can neither turn nor go or take anywhere from its cell."""
    facings = _facings(game, placed)
    return len(facings) == 1 and not any(_steps(game, placed, placed.cell, facings[0]))


def _cannot_be(game: Game, ground: TerrainMap, placed: Placement) -> bool:
    """Return whether a cell is a wall, or one that a type can never enter or leave."""
    barred = placed.cell in ground.walls or cannot_enter(placed.type.move, ground, placed.cell)
    return barred or _is_stuck(game, placed)


def _facings(game: Game, placed: Placement) -> range | tuple[int]:
    if game.grid.facings > 1 and TURN in game.engine.costs[placed.type.word]:
        return range(game.grid.facings)
    return (placed.facing if game.grid.facings > 1 else game.engine.forward[placed.side],)


def _moves(game: Game, unit: UnitTypeLike) -> int:
    """Return how often a unit may move in a turn, by its limits and its cost."""
    cost = game.engine.costs[unit.word].get(MOVE)
    if cost is None:
        return 0
    most = [
        game.engine.limits.most[name] for name in (MOVE, "any") if name in game.engine.limits.most
    ]
    most += [game.engine.budget // cost] if cost else []
    return min(most, default=game.grid.cells)

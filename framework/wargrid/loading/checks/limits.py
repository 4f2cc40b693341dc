"""Check sizes: what is accepted can be checked, prepared and listed without delay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import comb
from typing import Final

from wargrid.core.dice import MAX_DICE
from wargrid.core.patterns import TerrainMap
from wargrid.core.protocols import UnitTypeLike
from wargrid.loading.checks.context import Context
from wargrid.loading.checks.effects import standing
from wargrid.ruleset.base import Movement, Reach
from wargrid.ruleset.board.diagram import MAX_UNITS
from wargrid.ruleset.grammar.rules import Rolls
from wargrid.ruleset.models import CellNames
from wargrid.ruleset.units.movement import Path
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.source.merge import Merged
from wargrid.text import printable

SECTIONS: Final[tuple[Place, ...]] = (
    ("units",), ("dice",), ("terrains",), ("zones",), ("costs",), ("plugins",), ("options",),
    ("silence",), ("victory",), ("arrive",), ("deploy", "units"), ("deploy", "armies"),
)  # fmt: skip
"""The sections whose entries are counted."""

MAX_ENTRIES: Final = 100
"""Entries of a section, and of any list or map of a unit."""

MAX_TEXT: Final = 1_000
"""Characters of a name or another text that players read before a game."""

TEXTS: Final = (
    "name", "summary", "faces", "zone_names", "zone_there", "there", "is", "says", "value_names",
)  # fmt: skip
"""The keys of texts for players."""

MAX_ZONED: Final = 80_000
"""Cells of all zones together."""

MAX_REACHED: Final = 400_000
"""Cells that all units set up may reach together."""

MAX_THREATS: Final = 240_000
"""Cells that all types may reach from everywhere together, in games with a royal unit."""

MAX_PLACINGS: Final = 40_000
"""Ways to place a unit before the game."""

MAX_ROLLED: Final = 400_000
"""Dice and faces that the results of one roll list together."""

MAX_REROLLED: Final = 50_000
"""Outcomes of an attack whose dice are rolled a second time."""


def find_oversized(merged: Merged) -> list[Diagnostic]:
    """Find the first section or text of a merged document that is too long to validate."""
    units = merged.root.at(("units",))
    inside = [] if units is None else [each for each in units.walk(("units",)) if len(each[0]) > 1]
    for path, node in (*((path, merged.root.at(path)) for path in SECTIONS), *inside):
        if node and isinstance(node.value, dict | list) and len(node.value) > MAX_ENTRIES:
            count = len(node.value)
            return [merged.diagnostic(path, "list_too_long", limit=MAX_ENTRIES, count=count)]
    for path, node in merged.root.walk():
        text = node.value
        if isinstance(text, str) and len(text) > MAX_TEXT and {*path[-3:]} & {*TEXTS}:
            value = f'"{printable(text, 40)}"'
            return [
                merged.diagnostic(path, "text_too_long", at="value", value=value, limit=MAX_TEXT)
            ]
    return []


def check_rolls(context: Context) -> Iterator[Diagnostic]:
    """Report rolls with too many results to list, or to list again after a second roll."""
    twice = any(hasattr(plugin, "after_roll") for plugin in context.plugins.values())
    for path, die, dice in _rolls(context):
        faces = len(set(context.ruleset.dice.get(die, ())))
        most = max_dice(faces, twice and path[0] == "units")
        if not most:
            limit = int(MAX_ROLLED**0.5) - 1
            yield context.at(("dice", die), "list_too_long", count=faces, limit=limit)
        elif most < dice:
            name = "too_many_first" if path[0] == "first" else "too_many_dice"
            yield context.at_value(path, name, dice=dice, most=most)


def max_dice(faces: int, twice: bool = False) -> int:
    """Return how many dice with so many different faces may be rolled at once; 0 for none."""
    return next((dice for dice in range(MAX_DICE, 0, -1) if _fits(dice, faces, twice)), 0)


def check_zone_sizes(context: Context) -> Iterator[Diagnostic]:
    """Report zones that name too many cells."""
    total = 0
    for name, spec in context.ruleset.zones.items():
        for cells in spec.values() if isinstance(spec, Mapping) else (spec,):
            for size in _box_sizes(context, cells):
                total += size
                if total > MAX_ZONED:
                    yield context.at(("zones", name), "zones_too_large", limit=MAX_ZONED)
                    return


def check_number_of_units(context: Context) -> Iterator[Diagnostic]:
    """Report too many units in the set-up."""
    count = len(context.placements) if context.has_drawn_board else 0
    if count > MAX_UNITS:
        yield context.at(("setup",), "too_many_units", count=count, limit=MAX_UNITS)


def check_number_of_placings(context: Context) -> Iterator[Diagnostic]:
    """Report too many ways to place a unit before the game, or too many units to place."""
    deploy = context.ruleset.deploy
    if deploy is None or not context.has_drawn_board:
        return
    facings = context.grid.facings if deploy.facing == "free" else 1
    placings = units = 0
    for word, contingent in deploy.units.items():
        unit = context.ruleset.units.get(word)
        cells = len(context.terrain_maps[0].zones.get(contingent.zone or deploy.zone, ()))
        sizes = 1 if unit is None else max(1, unit.men - (contingent.least_men or unit.men) + 1)
        placings += cells * sizes * facings
        most = max(map(contingent.men_of, context.ruleset.sides))
        units += min(cells, contingent.size.max or cells, most)
    at: Place = ("deploy", "units")
    if placings > MAX_PLACINGS:
        yield context.at(at, "too_many_placings", limit=MAX_PLACINGS)
    if units > MAX_UNITS:
        yield context.at(at, "too_many_units", count=units, limit=MAX_UNITS)


def check_reach(context: Context) -> Iterator[Diagnostic]:
    """Report units that together reach too many cells to prepare."""
    if context.has_drawn_board and len(context.placements) <= MAX_UNITS:
        maps = context.terrain_maps
        reached = (_reach(p.cell, p.facing, p.type, maps[p.side]) for p in context.placements)
        if _exceeds(reached, MAX_REACHED):
            yield context.at(("setup",), "reaches_too_far", limit=MAX_REACHED)


def check_threats(context: Context) -> Iterator[Diagnostic]:
    """Report types that threaten a royal unit from too many cells."""
    royal = next((path for path, victory in context.victories if victory.royal is not None), None)
    if royal is not None and context.has_drawn_board:
        grid, terrain_map = context.grid, context.terrain_maps[0]
        forward = grid.facing_from(next(iter(context.ruleset.sides.values())).edge)
        units = context.ruleset.units.values()
        reached = (grid.cells * _reach(grid.middle, forward, unit, terrain_map) for unit in units)
        if _exceeds(reached, MAX_THREATS):
            yield context.at(royal, "threats_too_far", limit=MAX_THREATS)


def _fits(dice: int, faces: int, twice: bool) -> bool:
    results = comb(dice + faces - 1, dice)
    count = results * (dice + faces)
    return count <= MAX_ROLLED and not (twice and results * results > MAX_REROLLED)


def _rolls(context: Context) -> Iterator[tuple[Place, str, int]]:
    """Yield every roll: the place that decides how many dice it has, the die, the most dice."""
    ruleset = context.ruleset
    only = next(iter(ruleset.dice), "")
    if ruleset.rolls_for_turns:
        yield ("first", "dice"), ruleset.first.die or only, ruleset.first.dice
    for each in standing(context) if ruleset.dice else ():
        if isinstance(each.part.effect, Rolls):
            rolls = each.part.effect
            yield (*each.path, "number"), rolls.die or only, rolls.number
    for at, unit, attack in context.weapons if ruleset.dice else ():
        by, men = attack.by, unit.men
        if not by.dice(men) or not by.rolls_dice(ruleset):
            continue
        per_man = "per_man" in type(by).model_fields and by.dice(1) > men
        path: Place = (*at, "by", by.word, "per_man") if per_man else ("units", unit.word, "men")
        yield path, by.die_of(ruleset), by.dice(men)


def _box_sizes(context: Context, cells: CellNames) -> Iterator[int]:
    """Yield the number of cells of each box or name; 1 for a name that is not on the board."""
    grid = context.grid
    for text in [cells] if isinstance(cells, str) else cells:
        for part in text.split():
            first, _, last = part.partition(":")
            is_box = grid.has(first) and grid.has(last)
            yield len(grid.box(grid.cell(first), grid.cell(last))) if is_box else 1


def _exceeds(numbers: Iterable[int], most: int) -> bool:
    """Return whether a sum is larger; stops adding then."""
    total = 0
    return any((total := total + number) > most for number in numbers)


def _reach(cell: int, facing: int, unit: UnitTypeLike, terrain_map: TerrainMap) -> int:
    """Return how many cells a type reaches from a cell, by moving and by attacking; at least 1."""
    weapons = unit.attack.weapons if unit.attack else ()
    words: list[Movement | Reach] = [*unit.move, *(weapon.at for weapon in weapons)]
    return 1 + sum(_cells_of(word, terrain_map, cell, facing) for word in words)


def _cells_of(word: Movement | Reach, terrain_map: TerrainMap, cell: int, facing: int) -> int:
    if isinstance(word, Path) and word.bends:
        return min(terrain_map.grid.cells, (2 * word.points + 1) ** 2)
    try:
        return word.pattern(terrain_map, cell, facing).size
    except KeyError:  # a zone that is not defined, which another check reports
        return 0

"""Warn about definitions without effect: unused names, unreachable victories."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from wargrid.core.moves import ATTACK, MOVE
from wargrid.core.refusal import citable_codes
from wargrid.loading.checks.context import (
    Context,
    hooks_of,
    is_optional,
    suggestion,
    takes_by_moving,
)
from wargrid.loading.checks.effects import standing
from wargrid.loading.library import SUFFIX
from wargrid.loading.scenarios import FOLDER
from wargrid.plugins.discovery import third_party
from wargrid.plugins.host import AT_LOAD
from wargrid.ruleset.board.diagram import diagram_rows
from wargrid.ruleset.models import MORE, UnitType
from wargrid.ruleset.names import Reference
from wargrid.ruleset.points import Points
from wargrid.ruleset.units.tables import Table
from wargrid.ruleset.victory import Insufficient, Limit, Own, Quiet
from wargrid.ruleset.wants import ANY
from wargrid.source.diagnostics import MAX_OF_ONE_CODE, Diagnostic, Place, RulesetError
from wargrid.source.document import Location
from wargrid.source.yaml_reader import read
from wargrid.text import Message, catalog, did_you_mean, join_names

DEFINITIONS: Final = {
    "units": "unit_unused",
    "terrains": "terrain_unused",
    "edges": "edge_unused",
    "zones": "zone_unused",
    "costs": "costs_unused",
    "dice": "die_unused",
    "traits": "trait_unused",
    "lines": "line_unused",
    "tables": "table_unused",
}
"""The warning about an unused entry of each section."""

COSTING: Final = ("removes", "to_hand", "loses", "joins", "attacks")
"""The effects that may cost a side units."""


def warn_unused_definitions(context: Context) -> Iterator[Diagnostic]:
    """Warn about entries that nothing refers to; a variant may leave entries of its base unused."""
    for section, name in DEFINITIONS.items():
        used = {*_used(context, section), *context.merged.expanded}
        if section == "lines":
            used |= {word for word, line in context.ruleset.lines.items() if line.do is not None}
        if section == "tables" and any(
            isinstance(each.attack.by, Table) and each.attack.by.use is None
            for each in context.weapons
        ):
            used |= set(context.ruleset.tables)
        for word in getattr(context.ruleset, section):
            if word not in used and not context.is_inherited(section, word):
                yield context.at((section, word), name, name=word)


def warn_unknown_faces(context: Context) -> Iterator[Diagnostic]:
    """Warn about names of faces that no die shows, and faces without a name or an effect."""
    ruleset = context.ruleset
    shown = ruleset.all_faces()
    used = {each.name for each in context.references if each.section == "faces"}
    used |= set(ruleset.faces)
    meant: set[str] = set()
    for die, faces in ruleset.dice.items():
        for face in dict.fromkeys(faces):
            if face not in used:
                path: Place = ("dice", die, faces.index(face))
                near = did_you_mean(face, sorted(used)) or ""
                meant.add(near)
                yield context.at_value(path, "face_idle", name=face, near=near)
    for face in ruleset.faces:
        if face not in {*shown, *meant} and not context.is_inherited("faces", face):
            yield context.at(("faces", face), "face_unused", **suggestion(face, shown))


def warn_unknown_refusals(context: Context) -> Iterator[Diagnostic]:
    """Warn about rule numbers of refusals and modifiers that do not exist."""
    modifiers = [MORE + word for word in context.ruleset.modifier_words()]
    known = [*modifiers, *citable_codes()]
    cited = (code for code in context.ruleset.cites if code not in modifiers)
    unknown = [code for code in cited if not catalog("en").has(f"refusals.{code}")]
    for number, code in enumerate(unknown):
        near = did_you_mean(code, known) if number < MAX_OF_ONE_CODE else None
        values = {"name": code, "near": near or "", "known": join_names(known, 40)}
        yield context.at(("cites", code), "cites_nothing", **values)


def warn_values_of_nothing(context: Context) -> Iterator[Diagnostic]:
    """Warn about values for computer players of units that do not exist."""
    known = list(context.ruleset.units)
    opponent = context.ruleset.opponent
    named = [("values", word) for word in opponent.values]
    named += [("engine_letters", word) for word in opponent.engine_letters]
    for section, word in named:
        if word not in context.ruleset.units:
            values = {"name": word, "near": did_you_mean(word, known) or ""}
            path: Place = ("opponent", section, word)
            yield context.at(path, "values_of_nothing", **values, known=join_names(known, 40))


def warn_absent_terrain(context: Context) -> Iterator[Diagnostic]:
    """Warn about attacks that start only from a terrain that is on no board."""
    present = _terrains_on_boards(context)
    for at, _, attack in context.weapons:
        if attack.start is not None and attack.start not in present:
            yield context.at_value((*at, "start"), "terrain_absent", name=attack.start)


def warn_unread_defence(context: Context) -> Iterator[Diagnostic]:
    """Warn about a defence of terrain that no attack and no third-party hook reads."""
    ruleset = context.ruleset
    sheltering = [word for word, terrain in ruleset.terrains.items() if terrain.defence]
    may_read = bool(hooks_of(third_party(context.plugins).values()) - {*AT_LOAD})
    may_read |= any(weapon.by.reads_defence for _, _, weapon in context.weapons)
    if sheltering and not may_read:
        paths: list[Place] = [("terrains", word, "defence") for word in sheltering]
        yield context.at(
            context.merged.nearest(*paths), "defence_unread", names=join_names(sheltering)
        )


def warn_no_victory(context: Context) -> Iterator[Diagnostic]:
    """Warn about a game without a victory."""
    if not context.ruleset.victory:
        yield context.at(("victory",), "no_victory")


def warn_victory_without_units(context: Context) -> Iterator[Diagnostic]:
    """Warn about victories that name a unit which a side they are about can never have."""
    if context.ruleset.deploy is not None:
        return
    seen: set[tuple[str, Location]] = set()
    for path, victory in context.victories:
        if isinstance(victory, Insufficient):
            continue  # a draw by too few units needs none of them
        named = context.references_below(path)
        # Points are for units of the enemy, and what is left out may be a type of each side.
        shared = isinstance(victory, Points | Quiet)
        had = {word for _, word in context.reached} if shared else set()
        for at, _, name, _ in (e for e in named if e.section == "units" and e.name not in had):
            place = context.merged.nearest(at, ("setup",))
            line = replace(context.value(*place), column=1, length=1)
            concerned = _sides_concerned(context, named)
            sides = [side for number, side in concerned if (number, name) not in context.reached]
            if sides and (name, line) not in seen:
                seen.add((name, line))
                quoted = join_names(f'"{side}"' for side in sides)
                values = {"unit": name, "sides": quoted, "count": len(sides)}
                yield context.at_value(place, "never_set_up", **values)


def warn_zone_too_small(context: Context) -> Iterator[Diagnostic]:
    """Warn about victories that ask for more units in a zone than a side can have there."""
    for path, victory in context.victories:
        aim = next((aim for aim in victory.aims if aim.count is not None), None)
        if aim is None or aim.count is None or aim.zone in context.empty_zones:
            continue
        for number, side in _sides_concerned(context, context.references_below(path)):
            terrain_map = context.terrain_maps[number]
            most = len(terrain_map.zones[aim.zone] - terrain_map.walls)
            made = context.made if aim.unit == ANY else context.made & {aim.unit}
            if context.ruleset.deploy is None and not made:
                units = [placed.type.word for placed in context.placements if placed.side == number]
                count = len(units) if aim.unit == ANY else units.count(aim.unit)
                most = min(most, count)
            if aim.count > most:
                values = {"side": side, "count": aim.count, "most": most}
                yield context.at_value((*path, "count"), "too_few_units", **values)
                break


def warn_too_few_cells(context: Context) -> Iterator[Diagnostic]:
    """Warn about victories that ask for more cells of a zone than can ever belong to a side."""
    for path, victory in context.victories_of(Own):
        if victory.zone in context.empty_zones:
            continue
        zone = context.ruleset.markers[victory.owner].zone
        maps, sides = context.terrain_maps, list(context.ruleset.sides)
        bearing = [cell for ground in maps for cell in (ground.zones[zone] if zone else ())]
        for ground in maps:
            cells = ground.zones[victory.zone]
            most = len(cells.intersection(bearing)) if zone else len(cells)
            count = victory.count or len(cells)
            concerned = victory.side is None or victory.side == sides[ground.side]
            if concerned and count > most and (bearing or not zone):
                at = (*path, "count") if victory.count else path
                yield context.at_value(at, "too_few_cells", count=count, most=most)
                break


def warn_nothing_lost(context: Context) -> Iterator[Diagnostic]:
    """Warn about victories by losses where no unit attacks or takes; plugins may remove units."""
    units = context.ruleset.units.values()
    if context.plugins or any(unit.flank_rules or _can_take(context, unit) for unit in units):
        return
    effects = (each.part.effect for each in standing(context))
    if any(effect is not None and effect.word in COSTING for effect in effects):
        return
    for path, victory in context.victories:
        if victory.asked == "loss":
            yield context.at(path, "never_lost", word=victory.word)


def warn_limit_without_number(context: Context) -> Iterator[Diagnostic]:
    """Warn about a limit without a number, unless an option sets one."""
    keys_of: dict[type, tuple[str, ...]] = {Limit: ("turns", "days", "rounds"), Quiet: ("turns",)}
    for path, victory in context.victories:
        keys = keys_of.get(type(victory), ())
        if keys and not victory.model_fields_set & {*keys} and not is_optional(context, path):
            way = Message(f"diagnostics.limit_without_number.{'_or_'.join(keys)}")
            yield context.at(path, "limit_without_number", word=victory.word, way=way)


def warn_idle_days(context: Context) -> Iterator[Diagnostic]:
    """Warn about a limit of days that is never reached, as that of turns comes first."""
    sides = len(context.ruleset.sides)
    for path, each in context.victories_of(Limit):
        if each.turns is None or each.days is None:
            continue
        if each.days * sides >= each.turns and not is_optional(context, path):
            at = context.merged.nearest((*path, "days"), (*path, "turns"))
            yield context.at_value(at, "days_idle", days=each.days, turns=each.turns)


def warn_unreachable_limit(context: Context) -> Iterator[Diagnostic]:
    """Warn about a limit of turns that another limit always comes before."""
    limits = context.turn_limits
    if not any(is_optional(context, path) for _, path in limits):
        for last, path in limits[1:]:
            yield context.at(path, "unreachable_limit", turn=last, first=limits[0][0])


def _used(context: Context, section: str) -> set[str]:
    """Return the entries of a section that something refers to, or that players may choose."""
    ruleset = context.ruleset
    every = set(getattr(ruleset, section))
    named = {
        each.path: each.name
        for each in context.references
        if each.section == section and each.path[0] not in ("costs", "zone_names", "zone_there")
    }
    options = [ruleset.option(name) for name in ruleset.options]
    if any(context.merged.path_of(option.sets) in named for option in options):
        return every  # an option may be any name
    used = {*named.values(), *_texts([option.values for option in options])}
    if section == "units":
        used |= {placed.type.word for placed in context.placements} | _built_on(context)
    elif section == "edges":
        used |= _edges_of_scenarios(context)
    elif section == "terrains":
        used |= _terrains_on_boards(context) | {*list(ruleset.terrains)[:1]}
        if any(hasattr(plugin, "walls_drawn") for plugin in context.plugins.values()):
            used |= {word for word, terrain in ruleset.terrains.items() if terrain.wall}
    return every if section == "dice" and len(every) == 1 else used


def _texts(value: Any) -> Iterator[str]:
    """Yield every text in lists and maps."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | Mapping):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(part)


def _terrains_on_boards(context: Context) -> set[str]:
    """Return the terrains on the board, and on the boards of scenarios beside the ruleset."""
    letters = {terrain.letter: word for word, terrain in context.ruleset.terrains.items()}
    found = set(context.terrain_maps[0].terrain)
    for board in _boards_beside(context):
        diagram = board.get("terrain")
        rows = diagram_rows(diagram) if isinstance(diagram, str) else []
        found |= {
            letters[c] for _, cells in rows for _, text in cells for c in text if c in letters
        }
    return found


def _edges_of_scenarios(context: Context) -> set[str]:
    """Return the kinds of edges on the boards of scenarios beside the ruleset."""
    drawn = [board.get("edges") for board in _boards_beside(context)]
    return {str(word) for edges in drawn if isinstance(edges, dict) for word in edges}


def _boards_beside(context: Context) -> Iterator[Mapping[Any, Any]]:
    """Yield the boards of scenarios beside the ruleset."""
    folders = [path.parent / FOLDER for path in context.merged.paths]
    for file in (file for folder in folders for file in sorted(folder.glob(f"*{SUFFIX}"))):
        try:
            board = read(file).data.get("board")
        except RulesetError:  # reported when the scenario is chosen
            continue
        if isinstance(board, dict):
            yield board


def _built_on(context: Context) -> set[str]:
    """Return the units that others are ``like``: others hold values that are written below them."""
    units = context.merged.root.at(("units",))
    entries = units.value if units is not None and isinstance(units.value, dict) else {}
    keys = sorted(
        (_position(node.key_location or node.location), word) for word, node in entries.items()
    )
    found = set()
    for word, entry in entries.items():
        for _, node in entry.walk():
            number = bisect_right(keys, (_position(node.location), chr(0x10FFFF))) - 1
            above = keys[number] if number >= 0 else None
            if above and above[0][0] == node.location.file and above[1] != word:
                found.add(str(above[1]))
    return found


def _position(location: Location) -> tuple[str, int, int]:
    return location.file, location.line, location.column


def _sides_concerned(context: Context, named: list[Reference]) -> list[tuple[int, str]]:
    """Return the sides that a victory names, else those that have a zone it names, else both."""
    sides = list(enumerate(context.ruleset.sides))
    only = [each.name for each in named if each.section == "sides"]
    zones = [each.name for each in named if each.section == "zones"]
    having = [
        (number, side)
        for number, side in sides
        if all(context.terrain_maps[number].zones[zone] for zone in zones)
    ]
    return [(number, side) for number, side in sides if side in only] or having or sides


def _can_take(context: Context, unit: UnitType) -> bool:
    """Return whether units of a type ever remove others."""
    may = context.ruleset.turn.may
    takes = takes_by_moving(unit) or unit.takes_between
    return (takes and MOVE in may) or (unit.attack is not None and ATTACK in may)

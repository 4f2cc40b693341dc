"""Check the board: sides, set-up, terrain and zones fit together, and the first turn is fair."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from wargrid.core.lines import axes_of, longest_line
from wargrid.core.patterns import Placement, cannot_enter
from wargrid.core.position import Position
from wargrid.core.state import GONE
from wargrid.engine.game import Game
from wargrid.engine.setup.opening import WALLS
from wargrid.loading.checks.context import Context
from wargrid.loading.checks.diagrams import letter_mark, misfit, place_in, setup_path
from wargrid.plugins.base import PluginError
from wargrid.ruleset.board.diagram import DiagramError
from wargrid.ruleset.board.edges import EdgeError
from wargrid.ruleset.board.terrain import ZoneError, other_place
from wargrid.ruleset.units.movement import Path
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.source.document import Location
from wargrid.text import Message, join_names

SIZES: Final[tuple[Place, ...]] = (("board", "columns"), ("board", "rows"))

RULES: Final = ("units", "victory", "abilities", "each_turn", "each_round", "markers")
"""The sections whose rules do nothing in a zone without cells."""

STARTS: Final = 20
"""How many starts are tried where chance draws walls, always the same ones."""


def check_two_sides(context: Context) -> Iterator[Diagnostic]:
    """Report other than two sides at opposite edges."""
    sides = context.ruleset.sides
    edges = [side.edge for side in sides.values()]
    if len(edges) != 2:
        yield context.at(("sides",), "two_sides", found=len(edges), sides=join_names(sides) or "-")
    elif sorted(edges) not in (["north", "south"], ["east", "west"]):
        marks = [context.value("sides", side, "edge") for side in reversed(sides)]
        location = context.merged.nearest_mark(*marks)
        yield context.on(location, "sides_edges", ("sides",), edges=join_names(edges))


def check_setup_fits(context: Context) -> Iterator[Diagnostic]:
    """Report a set-up that does not fit the board or uses unknown letters."""
    if len(context.ruleset.sides) != 2:
        return
    try:
        _ = context.placements
    except DiagramError as error:
        yield misfit(context, error, setup_path(context))


def check_terrain_fits(context: Context) -> Iterator[Diagnostic]:
    """Report terrain, zones and edges that do not fit the board."""
    try:
        _ = context.terrain_maps
    except DiagramError as error:
        yield misfit(context, error, ("board", "terrain"))
    except EdgeError as error:
        at: Place = ("board", "edges", *error.path)
        word = context.merged.mark_in(at, error.row, error.column, len(error.text))
        yield context.on(word, error.code, at, **error.values)
    except ZoneError as error:
        path = ("zones", *error.path)
        if error.code != "zone_cells":
            yield context.at(path, error.code, zone=error.zone)
            return
        word = context.merged.mark_in(path, error.row, error.column, len(error.text))
        location = context.merged.nearest_mark(word, *(context.value(*size) for size in SIZES))
        way = Message(f"diagnostics.zone_cells.{'by_blanks' if ',' in error.text else 'on_board'}")
        yield context.on(location, "zone_cells", path, zone=error.zone, text=error.text, way=way)


def check_placements_allowed(context: Context) -> Iterator[Diagnostic]:
    """Report units set up on a wall, or on terrain that their type can never enter."""
    seen: set[Location | tuple[str, str]] = set()
    for placed in context.placements if context.has_drawn_board else ():
        terrain_map, unit = context.terrain_maps[placed.side], placed.type
        terrain = terrain_map.terrain[placed.cell]
        values = {"cell": context.grid.name(placed.cell), "terrain": terrain}
        marks = [letter_mark(context, placed), *_terrain_marks(context, placed.cell, terrain)]
        if placed.cell in terrain_map.walls:
            location = context.merged.nearest_mark(*marks)
            yield context.on(location, "setup_on_wall", setup_path(context), **values)
        elif cannot_enter(unit.move, terrain_map, placed.cell):
            paths = [way for way in unit.move if isinstance(way, Path) and way.costs]
            marks += [context.key("costs", str(way.costs)) for way in paths]
            location = context.merged.nearest_mark(*marks)
            if not seen.isdisjoint((location, (unit.word, terrain))):
                continue
            seen |= {location, (unit.word, terrain)}
            yield context.on(
                location, "setup_on_barred", setup_path(context), unit=unit.word, **values
            )


def check_one_royal_unit(context: Context) -> Iterator[Diagnostic]:
    """Report a royal unit that is not set up exactly once on each side, for the first such side."""
    ruleset, merged = context.ruleset, context.merged
    royals = [
        (path, victory.royal, victory.royal_side)
        for path, victory in context.victories
        if victory.royal in ruleset.units and victory.royal_side in (None, *ruleset.sides)
    ]
    if not royals or ruleset.deploy is not None or not context.has_drawn_board:
        return
    path, royal, only = royals[0]
    wrong = []
    for number, side in enumerate(ruleset.sides):
        found = [
            each for each in context.placements if (each.side, each.type.word) == (number, royal)
        ]
        needed = int(only in (None, side))
        if len(found) != needed:
            wrong.append((side, found, needed))
    for side, found, needed in wrong[:1]:
        drawn = letter_mark(context, found[needed]) if found else context.key(*setup_path(context))
        named = context.key(*path)
        is_drawn = found and (len(wrong) == 1 or not isinstance(ruleset.setup, str))
        location = merged.nearest_mark(*((drawn, named) if is_drawn else (named, drawn)))
        at = path if location is named else setup_path(context)
        values = {"unit": royal, "side": side, "found": len(found), "needed": needed}
        yield context.on(location, "royal_number", at, **values)


def check_facing_of_sides(context: Context) -> Iterator[Diagnostic]:
    """Report units that face hexes on a board where no hex lies straight ahead of a side."""
    board, grid = context.ruleset.board, context.grid
    for name, side in context.ruleset.sides.items():
        if board.facing is not None and grid.facing_from(side.edge) >= grid.facings:
            location = context.merged.nearest_mark(
                context.key("board", "facing"), context.value("sides", name, "edge")
            )
            other = "columns" if board.shifted == "rows" else "rows"
            values = {"side": name, "edge": side.edge, "shifted": other}
            yield context.on(location, "nothing_ahead", ("board", "facing"), **values)
            return


def check_named_lines_fit(context: Context) -> Iterator[Diagnostic]:
    """Report a line of more units than any line of the board, or of its zone, has cells."""
    grid = context.grid
    for word, line in context.ruleset.lines.items():
        maps = context.terrain_maps if line.zone in context.ruleset.zones else ()
        cells = {cell for each in maps for cell in each.zones[str(line.zone)]}
        ways = line.directions if isinstance(line.directions, str) else tuple(line.directions)
        axes = axes_of(grid, ways, grid.facing_from("south"))
        least, longest = line.count.bounds[0], longest_line(axes, cells or range(grid.cells))
        if least > longest:
            at = ("lines", word, "count")
            yield context.at_value(at, "line_too_long", count=least, longest=longest)


def warn_idle_metric(context: Context) -> Iterator[Diagnostic]:
    """Warn about a metric of distances on hexes, which have only one."""
    for path, _, weapon in context.weapons if context.grid.shape != "square" else ():
        if "metric" in weapon.at.model_fields_set:
            yield context.at((*path, "at", weapon.at.word, "metric"), "metric_idle")


def warn_empty_side(context: Context) -> Iterator[Diagnostic]:
    """Warn about a side that sets up no unit and can bring none."""
    if any(ability.offer is not None for ability in context.ruleset.abilities):
        return
    for number, side in enumerate(context.ruleset.sides):
        is_empty = all(placed.side != number for placed in context.placements)
        if context.ruleset.deploy is None and is_empty:
            yield context.at(("setup",), "side_empty", side=side)


def warn_small_letters(context: Context) -> Iterator[Diagnostic]:
    """Warn about small letters in an ``each`` diagram, where they do not mean the other side."""
    ruleset = context.ruleset
    diagrams: list[tuple[Place, str]] = []
    if ruleset.deploy is not None:
        armies = ruleset.deploy.armies.items()
        diagrams = [(("deploy", "armies", name, "each"), army.each) for name, army in armies]
    elif not isinstance(ruleset.setup, str):
        diagrams = [(("setup", "each"), ruleset.setup.each)]
    for path, diagram in diagrams:
        letters = [(line, *cell) for line, cells in context.rows(diagram) for cell in cells]
        small = next((each for each in letters if each[2][0].islower()), None)
        if small is not None:
            line, column, letter = small[0], small[1], small[2][0]
            yield context.merged.diagnostic_in(
                path, line - 1, column - 1, "small_letter", letter=letter, capital=letter.upper()
            )


def warn_each_differs(context: Context) -> Iterator[Diagnostic]:
    """Warn about a set-up that is mirrored beside zones that are turned, where it matters."""
    ruleset, grid = context.ruleset, context.grid
    if ruleset.each is not None or isinstance(ruleset.setup, str):
        return
    for zone, cells in ruleset.zones.items():
        if isinstance(cells, dict) and "each" in cells:
            own = context.terrain_maps[0].zones[zone]
            turned, mirrored = (
                {other_place(ruleset, grid, cell, how) for cell in own} for how in (False, True)
            )
            if grid.mirrors and turned != mirrored:
                yield context.at(("zones", zone), "each_differs", zone=zone)


def warn_empty_zones(context: Context) -> Iterator[Diagnostic]:
    """Warn about zones without cells that rules name."""
    for zone in context.empty_zones:
        named = [
            each.path for each in context.references_to("zones", zone) if each.path[0] in RULES
        ]
        if named:
            at = context.merged.nearest(("zones", zone), *named)
            rules = join_names(dict.fromkeys(str(path[1]) for path in named))
            yield context.at(at, "zone_empty", name=zone, rules=rules)


def warn_one_sided_zones(context: Context) -> Iterator[Diagnostic]:
    """Warn about zones without cells for a side whose units are bound to them or enter there."""
    present = set(context.present)
    deploy, entry = context.ruleset.deploy, context.ruleset.turn.entry
    for terrain_map, side in zip(context.terrain_maps, context.ruleset.sides, strict=True):
        number, zones = terrain_map.side, terrain_map.zones
        for word, contingent in deploy.units.items() if deploy is not None else ():
            if zones[contingent.zone or deploy.zone]:  # type: ignore[union-attr]
                present.add((number, word))
        one_sided = (zone for zone in context.ruleset.zones if not zones[zone])
        for zone in (zone for zone in one_sided if zone not in context.empty_zones):
            bound = [
                (path, str(path[1]))
                for path, _, _, _ in context.references_to("zones", zone)
                if path[0] == "units" and (number, path[1]) in present
            ]
            if bound:
                at = context.merged.nearest(("zones", zone), *(path for path, _ in bound))
                units = join_names(dict.fromkeys(unit for _, unit in bound))
                need = Message("diagnostics.one_sided_zone.units", {"units": units})
                yield context.at(at, "one_sided_zone", name=zone, side=side, need=need)
        if entry is not None and not zones[entry.zone]:
            at = context.merged.nearest(("zones", entry.zone), ("turn", "entry", "zone"))
            need = Message("diagnostics.one_sided_zone.enters")
            yield context.at(at, "one_sided_zone", name=entry.zone, side=side, need=need)


def warn_bad_start(context: Context) -> Iterator[Diagnostic]:
    """Warn about a game that begins in check, without room for its walls, or already won."""
    ruleset = context.ruleset
    draws = any(hasattr(plugin, "walls_drawn") for plugin in context.plugins.values())
    matters = any(each.royal is not None or each.asked == "move" for each in ruleset.victory)
    if ruleset.deploy is not None or not (draws or matters):
        return
    game = context.game
    if game is None:
        return
    try:
        starts = _starts(game)
        yield from _warn_begins_in_check(context, game, starts)
        yield from _warn_no_room(context, game, starts)
        yield from _warn_won_at_start(context, starts)
    except PluginError:  # reported when the game is made or played
        return


def _terrain_marks(context: Context, cell: int, terrain: str) -> list[Location]:
    """Return the letter that draws a cell's terrain, and the key that makes the terrain a wall."""
    marks = [context.value("terrains", terrain, "wall")]
    diagram = context.ruleset.board.terrain
    if diagram is None:
        return marks
    number, column = place_in(context.grid.lines, cell)
    line, words = context.rows(diagram)[number]
    letters = [at + number for at, word in words for number in range(len(word))]
    return [context.merged.mark_in(("board", "terrain"), line - 1, letters[column] - 1), *marks]


def _starts(game: Game) -> list[Position]:
    """Return the set-up, or several of it with the walls that chance draws."""
    start = game.start()
    if start.pending is None or start.pending.kind != WALLS:
        return [start]
    return [_with_walls(game, start, Random(seed)) for seed in range(1, STARTS + 1)]


def _with_walls(game: Game, position: Position, random: Random) -> Position:
    while position.pending is not None and position.pending.kind == WALLS:
        position = game.step(position, game.engine.draw(position, random.random()))
    return position


def _warn_begins_in_check(
    context: Context, game: Game, starts: list[Position]
) -> Iterator[Diagnostic]:
    safety = game.engine.royal
    if safety is None:
        return
    placed: dict[int, Placement] = {each.cell: each for each in context.placements}
    for number, side in enumerate(game.ruleset.sides):
        takers = [(start, safety.striker(start, number)) for start in starts]
        found = [(start, source) for start, source in takers if source != GONE]
        if found:
            start, source = found[0]
            royal, taker = placed[safety.cell(start, number)], placed[source]
            when = "drawn" if len(starts) > 1 else "set_up"
            counts = {"count": len(found), "starts": len(starts)}
            letter = letter_mark(context, royal)
            values = {
                "when": Message(f"diagnostics.begins_in_check.{when}", counts), "side": side,
                "unit": royal.type.word, "cell": game.grid.name(royal.cell),
                "taker": taker.type.word, "source": game.grid.name(source),
            }  # fmt: skip
            location = context.merged.nearest_mark(
                letter, context.key("units", taker.type.word, "move")
            )
            yield context.on(location, "begins_in_check", ("setup",), **values)


def _warn_no_room(context: Context, game: Game, starts: list[Position]) -> Iterator[Diagnostic]:
    for name in game.plugins.implementing("walls_drawn"):
        full = [start for start in starts if game.plugins.has_no_room_for_walls(name, start)]
        if full:
            count = min(len(start.walls()) - len(game.engine.grounds[0].walls) for start in full)
            yield context.at(("plugins", name), "no_room", name=name, count=count)


def _warn_won_at_start(context: Context, starts: list[Position]) -> Iterator[Diagnostic]:
    for path, victory in context.victories:
        if victory.asked == "move" and any(victory.decide(start) is not None for start in starts):
            zones = [
                context.key("zones", name)
                for _, section, name, _ in context.references_below(path)
                if section == "zones"
            ]
            location = context.merged.nearest_mark(*zones, context.key("setup"), context.key(*path))
            yield context.on(location, "won_at_start", path, word=victory.word)

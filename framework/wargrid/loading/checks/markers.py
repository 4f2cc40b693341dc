"""Check markers: what they start with exists."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from wargrid.loading.checks.context import Context, is_named_elsewhere, suggestion
from wargrid.ruleset.base import Movement
from wargrid.ruleset.board.markers import StartError
from wargrid.ruleset.points import Points
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text import join_names


def check_start_exists(context: Context) -> Iterator[Diagnostic]:
    """Report a value of a marker at the start, or its place, that is not of this game."""
    if not context.has_drawn_board:
        return
    try:
        context.ruleset.compiled_markers(context.grid, context.terrain_maps)
        context.ruleset.unit_marks(context.grid)
    except StartError as error:
        path: Place = ("markers", *error.path)
        if error.path[0] in context.ruleset.start.markers:
            path = ("start", "markers", error.path[0], *error.path[2:])
        if "name" in error.values:
            values = suggestion(str(error.values["name"]), error.known)
            if not error.known:
                del values["known"]
            yield context.at(path, error.key, **values)
        else:
            known = {"known": join_names(error.known)} if error.known else {}
            yield context.at_value(path, error.key, **known, **error.values)


def check_start_has_bearers(context: Context) -> Iterator[Diagnostic]:
    """Report men and markers at the start of units that are not there, or never have them."""
    ruleset = context.ruleset
    if not context.has_drawn_board or ruleset.deploy is not None:
        return
    there = {context.grid.name(placed.cell): placed.type for placed in context.placements}
    places: list[Place] = [("start", "men", name) for name in ruleset.start.men]
    places += [
        ("start", "markers", word, name)
        for word, by_cell in ruleset.start.markers.items()
        if ruleset.markers[word].per == "unit"
        for name in by_cell
    ]
    for path in places:
        unit, options = there.get(str(path[-1])), ruleset.markers.get(str(path[2]))
        if unit is None:
            yield context.at(path, "start_no_unit", cell=path[-1])
        elif path[1] == "men" and ruleset.start.men[str(path[-1])] > ruleset.units[unit.word].men:
            yield context.at_value(path, "start_men", cell=path[-1], most=unit.men, unit=unit.word)
        elif options is not None and unit.word not in (options.types or ruleset.units):
            yield context.at(path, "start_unborne", cell=path[-1], unit=unit.word, marker=path[2])


def check_counts_for_sides(context: Context) -> Iterator[Diagnostic]:
    """Report a condition of victory that keeps count on a marker that no side bears."""
    markers = context.ruleset.markers
    for path, victory in context.victories:
        name = getattr(victory, "marker", None)
        found = markers.get(name) if victory.asked == "score" and isinstance(name, str) else None
        if found is not None and (found.per, found.holds) != ("side", "number"):
            yield context.at_value(
                (*path, "marker"), "marker_of_sides", name=name, word=victory.word
            )


def check_points_earned(context: Context) -> Iterator[Diagnostic]:
    """Report a victory by points that nothing earns, and that no other rule counts."""
    for path, victory in context.victories_of(Points):
        earned = victory.eliminated is not None or victory.held
        if not earned and not is_named_elsewhere(context, victory.marker, path):
            yield context.at(path, "no_points", marker=victory.marker)


def check_marks_of_words(context: Context) -> Iterator[Diagnostic]:
    """Report a word of a plugin whose moves need or leave a marker that does not exist."""
    if not context.has_drawn_board:
        return
    known = list(context.ruleset.markers)
    for path, word in context.plugin_words:
        if isinstance(word, Movement) and word.conditional:
            for name in dict.fromkeys(_marks_of(word, context)):
                if name not in known:
                    yield context.at(path, "no_such_markers", **suggestion(name, known))


def _marks_of(word: Movement, context: Context) -> Iterator[str]:
    grid = context.grid
    yield from word.markers_named
    for ground, cell, way in product(context.terrain_maps, range(grid.cells), range(grid.ways)):
        for move in word.pattern(ground, cell, way).conditional:
            yield from (location.marker for location in move.marks)
            yield from (location.marker for location in move.leaves)

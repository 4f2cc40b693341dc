"""Check markers: what they start with exists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from wargrid.loading.checks.context import suggestion
from wargrid.ruleset import StartError
from wargrid.source import Diagnostic, Place
from wargrid.text import join_names

if TYPE_CHECKING:
    from wargrid.loading.checks.context import Check, Context


def check_start_exists(context: Context) -> Iterator[Diagnostic]:
    """Report a value of a marker at the start, or its place, that is not of this game."""
    if not context.has_drawn_board:
        return
    try:
        context.ruleset.compiled_markers(context.grid, context.terrain_maps)
    except StartError as error:
        path: Place = ("markers", *error.path)
        if "name" in error.values:
            values = suggestion(str(error.values["name"]), error.known)
            if not error.known:
                del values["known"]
            yield context.at(path, error.key, **values)
        else:
            known = {"known": join_names(error.known)} if error.known else {}
            yield context.at_value(path, error.key, **known, **error.values)


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


CHECKS: Final[tuple[Check, ...]] = (check_start_exists, check_counts_for_sides)

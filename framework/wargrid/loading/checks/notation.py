"""Check the notation: its style is one that can be found here."""

from __future__ import annotations

from collections.abc import Iterator

from wargrid.loading.checks.context import Context, suggestion
from wargrid.offers import offers
from wargrid.ruleset.notation import GROUP, ON_SQUARES, STYLES
from wargrid.source.diagnostics import Diagnostic, Place


def check_style_known(context: Context) -> Iterator[Diagnostic]:
    """Report a style that neither the framework nor an installed package offers."""
    name = context.ruleset.written.style
    if name in STYLES or name in (others := offers(GROUP)):
        return
    known = suggestion(name, [*STYLES, *others])
    yield context.at_value(_written(context), "no_such_style", **known)


def check_style_fits(context: Context) -> Iterator[Diagnostic]:
    """Report a style that counts columns and rows on a board of hexes or points."""
    name = context.ruleset.written.style
    if name in ON_SQUARES and context.grid.shape != "square":
        at: Place = ("board", "shape")
        marks = context.value(*_written(context)), context.key(*at)
        yield context.on(context.merged.nearest_mark(*marks), "squares_needed", at, name=name)


def _written(context: Context) -> Place:
    path: Place = ("notation", "style")
    return path if context.has(*path) else path[:1]

"""Check the notation: its style is one that can be found here."""

from __future__ import annotations

from collections.abc import Iterator

from wargrid.loading.checks.context import Context, suggestion
from wargrid.offers import offers
from wargrid.ruleset.notation import GROUP, STYLES
from wargrid.source.diagnostics import Diagnostic, Place


def check_style_known(context: Context) -> Iterator[Diagnostic]:
    """Report a style that neither the framework nor an installed package offers."""
    name = context.ruleset.written.style
    if name in STYLES or name in (others := offers(GROUP)):
        return
    path: Place = ("notation", "style")
    path = path if context.has(*path) else path[:1]
    yield context.at_value(path, "no_such_style", **suggestion(name, [*STYLES, *others]))

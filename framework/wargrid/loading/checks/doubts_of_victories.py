"""Victories that end no game: a limit of nothing, and one that another is always before; asked by ``doubts``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from wargrid.loading.checks.victories import placed_victories
from wargrid.ruleset.victory import Limit, Quiet
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text.message import Message

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.models import Ruleset
    from wargrid.source.merge import Merged


def has_every_limit_a_number(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A limit ends no game without a number, which players may choose, or which may be ``~`` on purpose."""
    for path, victory in placed_victories(ruleset, merged):
        counted = {Limit: ("turns", "days"), Quiet: ("turns",)}.get(type(victory), ())
        said = any(key in victory.model_fields_set for key in counted)
        if counted and not said and not _may_be_set(ruleset, merged, path):
            way = Message(f"faults.never_due.{'turns_or_days' if len(counted) > 1 else 'turns'}")
            yield merged.diagnostic(path, "never_due", word=victory.word, way=way)


def can_every_limit_be_reached(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Of several limits the one with the earliest last turn ends the game; of equal ones the first written."""
    sides = len(ruleset.sides)
    limits = [
        (last, number, path)
        for number, (path, each) in enumerate(placed_victories(ruleset, merged))
        if isinstance(each, Limit) and (last := each.last(sides)) is not None
    ]
    if any(_may_be_set(ruleset, merged, path) for _, _, path in limits):
        return
    for last, _, path in sorted(limits)[1:]:
        yield merged.diagnostic(path, "never_before", turn=last, first=min(limits)[0])


def _may_be_set(ruleset: Ruleset, merged: Merged, path: Place) -> bool:
    """Whether players may choose something of what stands at a path."""
    paths = [merged.path_of(ruleset.option(name).sets) for name in ruleset.options]
    return any(each[: len(path)] == path or path[: len(each)] == each for each in paths)


QUESTIONS: Final = (has_every_limit_a_number, can_every_limit_be_reached)

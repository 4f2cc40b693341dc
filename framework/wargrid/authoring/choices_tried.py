"""Every value that an option names, set as a player would set it: those that no game can take, as faults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from wargrid.loading import library
from wargrid.loading.loader import load_document
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.source.merge import SETTING
from wargrid.source.yaml_reader import Document, read

if TYPE_CHECKING:
    from wargrid.loading.loader import Loaded
    from wargrid.loading.recipe import Recipe

Each = TypeVar("Each")


MOST_TRIED: Final = 60
"""How many values are tried of one ruleset: each costs as much time as to load it, but for reading
the file."""

MOST_WORK: Final = 4_000
"""How many values are looked through for that in all: each trial looks through every one that the
options name."""


def unfit_choices(loaded: Loaded) -> list[Diagnostic]:
    """The named values that break the ruleset, each set by itself and at its place; nothing is played.

    A ruleset without a file is not looked at, nor one with a scenario that was asked for, nor a
    choice that a variant has only taken over: its board may well be another than the one that the
    options are for.
    """
    recipe = loaded.recipe
    if recipe is None or recipe.scenario is not None:
        return []
    return list(_unfit(loaded, recipe))


def evenly(many: Sequence[Each], most: int) -> list[Each]:
    """At most so many, from 2, evenly spread; the first and the last among them."""
    if len(many) <= most:
        return list(many)
    return [many[number * (len(many) - 1) // (most - 1)] for number in range(most)]


def _unfit(loaded: Loaded, recipe: Recipe) -> Iterator[Diagnostic]:
    options = loaded.ruleset.options
    named = [
        (option, choice) for option in options for choice in loaded.ruleset.option(option).values
    ]
    own = [
        each
        for each in named
        if loaded.merged.depth(loaded.merged.root.place(_place(*each), "key")) <= 0
    ]
    document = read(recipe.file, gather=True) if own else None
    for option, choice in evenly(own, min(MOST_TRIED, max(2, MOST_WORK // max(1, len(named))))):
        assert document is not None
        found = _broken(document, replace(recipe, settings={**recipe.settings, option: choice}))
        if found is not None:
            yield loaded.merged.diagnostic(
                _place(option, choice),
                "choice_unfit",
                at="value",
                option=option,
                choice=choice,
                found=found,
            )


def _place(option: str, choice: str) -> Place:
    return "options", option, "values", choice


def _broken(document: Document, recipe: Recipe) -> Diagnostic | None:
    """The first fault of a ruleset with its settings, one of a setting before any other; None if it is sound."""
    try:
        load_document(document, library.name_of(recipe.file), recipe.settings)
    except RulesetError as error:
        return next(
            (diagnostic for diagnostic in error.diagnostics if diagnostic.file == SETTING),
            error.diagnostics[0],
        )
    return None

"""Every value that an option names, set as a player would set it: those that no game can take, as faults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from wargrid.faults import Fault, Path, RulesetError, name_codes
from wargrid.ruleset.loader import load_recipe
from wargrid.ruleset.merged import SETTING

if TYPE_CHECKING:
    from wargrid.ruleset.loader import Loaded
    from wargrid.ruleset.recipe import Recipe

name_codes({"choice_unfit": "E425"})

MOST_TRIED: Final = 60
"""How many values are tried of one ruleset: each costs as much time as to load it."""


def unfit_choices(loaded: Loaded) -> list[Fault]:
    """The named values that break the ruleset, each set by itself and at its place; nothing is played.

    A ruleset without a file is not looked at, nor one with a scenario that was asked for, nor a choice that a variant
    has only taken over: its board may well be another than the one that the options are for.
    """
    recipe = loaded.recipe
    if recipe is None or recipe.scenario is not None:
        return []
    return list(_unfit(loaded, recipe))


def _unfit(loaded: Loaded, recipe: Recipe) -> Iterator[Fault]:
    options = loaded.ruleset.options
    named = ((option, choice) for option in options for choice in loaded.ruleset.option(option).values)
    own = (each for each in named if loaded.merged.depth(loaded.merged.root.place(_place(*each), "key")) <= 0)
    for option, choice in islice(own, MOST_TRIED):
        found = _broken(replace(recipe, settings={**recipe.settings, option: choice}))
        if found is not None:
            yield loaded.merged.fault(
                _place(option, choice), "choice_unfit", at="value", option=option, choice=choice, found=found
            )


def _place(option: str, choice: str) -> Path:
    return "options", option, "values", choice


def _broken(recipe: Recipe) -> Fault | None:
    """The first fault of a ruleset with its settings, one of a setting before any other; None if it is sound."""
    try:
        load_recipe(recipe)
    except RulesetError as error:
        return next((fault for fault in error.faults if fault.file == SETTING), error.faults[0])
    return None

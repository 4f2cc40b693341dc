"""Check a ruleset that fits its model: find semantic errors, then warnings.

The functions of a module whose names begin with ``check_`` find errors, those with ``warn_``
warnings, in the order in which they are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Final

from wargrid.loading.checks import (
    abilities,
    amounts,
    armies,
    arrivals,
    board,
    carrying,
    directions,
    effects,
    hands,
    layers,
    limits,
    markers,
    meaning,
    modifiers,
    names,
    notation,
    owning,
    picking,
    placing,
    plugin_texts,
    plugins,
    ranks,
    reaching,
    reacting,
    strikes,
    tables,
    texts,
    turn,
    usage,
)
from wargrid.loading.checks.context import Check, Context
from wargrid.loading.checks.limits import find_oversized
from wargrid.loading.plugins import failed
from wargrid.plugins.base import Plugin, PluginError
from wargrid.ruleset.models import Ruleset
from wargrid.source.codes import FAMILIES, FROM_PLAY
from wargrid.source.diagnostics import Diagnostic, Place, distinct
from wargrid.source.merge import Merged
from wargrid.text import Message, did_you_mean

__all__ = [
    "Check",
    "Context",
    "find_errors",
    "find_errors_beside",
    "find_oversized",
    "find_warnings",
    "suppress",
]


def _in(prefix: str, *modules: ModuleType) -> tuple[Check, ...]:
    every = (item for module in modules for item in vars(module).items())
    return tuple(check for name, check in every if name.startswith(prefix))


STAGES: Final[tuple[tuple[Check, ...], ...]] = (
    (limits.check_zone_sizes,),
    _in("check_", plugins),
    (*_in("check_", limits), picking.check_traits_end),
    _in(
        "check_",
        names,
        notation,
        turn,
        board,
        directions,
        armies,
        arrivals,
        abilities,
        carrying,
        hands,
        effects,
        strikes,
        tables,
        ranks,
        picking,
        placing,
        layers,
        reacting,
    ),
    _in("check_", markers),
    (
        armies.deployment_errors,
        arrivals.arrival_errors,
        abilities.forced_promotion_errors,
        plugins.doubt_errors,
    ),
)
"""The checks for errors; a stage runs if the ones before found none."""

WARNINGS: Final[tuple[Check, ...]] = _in(
    "warn_", turn, usage, abilities, arrivals, hands, effects, amounts, owning, meaning, strikes,
    modifiers, tables, ranks, reacting, reaching, board, texts, picking, placing, layers,
    plugins, plugin_texts,
)  # fmt: skip
"""The checks for warnings, of a ruleset without errors."""

CONSEQUENCES: Final[dict[tuple[str, ...], tuple[str, ...]]] = {
    ("two_sides", "sides"): ("no_such_sides", "no_such_first"),
    ("still_used", "dice"): ("no_dice",),
    ("still_used", "units"): ("letters_changed", "picture_letter"),
    ("still_used", "terrains"): ("terrain_letter", "no_terrains"),
    ("same_letter", "units"): ("picture_letter",),
    ("same_letter", "terrains"): ("terrain_letter",),
    ("no_such_terrains", "costs"): ("setup_on_barred",),
    ("never_named", "terrains"): ("setup_on_barred", "option_without_target"),
    ("never_named", "units"): ("option_without_target",),
    ("no_such_units", "deploy"): ("army_unknown_unit",),
    ("never_allowed", "units"): ("never_lost", "taking_idle", "too_far_apart", "zone_too_far"),
    ("never_acts", "setup"): ("unreachable_zone", "zone_never_entered"),
    ("slide_too_long", "units"): ("never_acts",),
    ("zone_walled", "zones"): ("never_acts", "offer_stuck"),
    ("jump_takes_nothing", "units"): ("captures_idle", "never_lost", "taking_idle"),
}
"""The errors and warnings that one in a section causes elsewhere."""

SHARED: Final = ("terrains", "edges", "markers", "zones", "costs", "dice")
"""The sections whose entries other sections name: what is wrong with one is wrong there, too."""


def find_errors(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> list[Diagnostic]:
    """Find what makes a ruleset unplayable, one error for each mistake."""
    context = Context(ruleset, plugins, merged)
    try:
        for checks in STAGES:
            found = distinct(each for check in checks for each in check(context))
            if found:
                return _without_consequences(context, found)
    except PluginError as error:
        return [failed(error, merged)]
    return []


def find_errors_beside(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged, left_out: list[Place]
) -> list[Diagnostic]:
    """Find wrong names and letters in a ruleset of which values of a wrong form were left out.

    What a variant removes and what options set may be in the values left out.
    """
    unsure = ("still_used", "option_without_target", "no_such_abilities", "same_letter")
    context = Context(ruleset, plugins, merged)
    checks = _in("check_", names)
    if all(path[:1] != ("board",) for path in left_out):
        checks += (board.check_setup_fits, board.check_terrain_fits)
    found = distinct(each for check in checks for each in check(context))
    return [
        each
        for each in _without_consequences(context, found)
        if each.name not in unsure and not any(each.path[: len(path)] == path for path in left_out)
    ]


def find_warnings(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> list[Diagnostic]:
    """Find questionable parts of a ruleset without errors, except for codes it suppresses."""
    context = Context(ruleset, plugins, merged)
    found = _without_caused(distinct(each for check in WARNINGS for each in check(context)))
    return suppress(context, [*merged.warnings, *found], but=FROM_PLAY)


def suppress(
    context: Context, found: list[Diagnostic], but: Iterable[str] = ()
) -> list[Diagnostic]:
    """Remove warnings that the ruleset suppresses, and report suppressed codes that did not occur.

    ``but`` are codes that may still occur later.
    """
    codes = {each.code for each in found}
    known = [code for code in FAMILIES if code.startswith("W")]
    kept = [each for each in found if each.code not in context.ruleset.silence]
    for index, code in enumerate(context.ruleset.silence):
        if code in codes or code in but:
            continue
        kind = "not_here" if code in known else "error" if code in FAMILIES else "no_code"
        near = did_you_mean(code, known) or "" if kind == "no_code" else ""
        key, values = f"diagnostics.silences_nothing.{kind}", {"name": code}
        what, way = Message(key, values), Message(f"{key}_way", values)
        path = ("silence", index)
        kept.append(context.at_value(path, "silences_nothing", near=near, what=what, way=way))
    return kept


def _without_consequences(context: Context, found: list[Diagnostic]) -> list[Diagnostic]:
    """Drop the errors that others cause: in their section, or by an entry that is named there."""
    faulty = {each.path[:2] for each in found if each.path and each.path[0] in SHARED}

    def follows(each: Diagnostic) -> bool:
        named = {(use.section, use.name) for use in context.references_below(each.path)}
        return each.path[:2] not in faulty and not faulty.isdisjoint(named)

    return [each for each in _without_caused(found) if not (faulty and follows(each))]


def _without_caused(found: list[Diagnostic]) -> list[Diagnostic]:
    """Drop what another one in its section causes, as ``CONSEQUENCES`` says."""
    caused = {
        name
        for each in found
        for name in CONSEQUENCES.get((each.name, *map(str, each.path[:1])), ())
    }
    return [each for each in found if each.name not in caused]

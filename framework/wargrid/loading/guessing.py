"""Which key was meant by a strange one: the one that is missing beside it, if what stands there fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text.format import likeness

if TYPE_CHECKING:
    from wargrid.source.merge import Merged

SURE: Final = 0.75
"""A key that is so like another was hardly meant for anything else."""

_MOST_TRIED: Final = 8
"""In how many maps at most keys that are strange are taken for those that are missing."""

_MOST_IN_MAP: Final = 3
"""Of more strange keys in one map none is taken for another."""


def meant_for_missing(
    diagnostics: list[Diagnostic], merged: Merged, wrong_with: Callable[[Merged], int]
) -> list[Diagnostic]:
    """Faults in which strange keys are told with those missing beside them, if nothing is wrong with what they hold.

    ``wrong_with`` counts what is wrong with a document.
    """
    lacking = [diagnostic.path for diagnostic in diagnostics if diagnostic.name == "missing_key"]
    strange = [
        diagnostic
        for diagnostic in diagnostics
        if diagnostic.name == "unknown_key" and not _is_sure(diagnostic)
    ]
    maps = list(dict.fromkeys(diagnostic.path[:-1] for diagnostic in strange))
    told: dict[tuple[str, int, int], str] = {}
    for above in maps[:_MOST_TRIED]:
        missing = [path for path in lacking if path[:-1] == above]
        beside = [diagnostic for diagnostic in strange if diagnostic.path[:-1] == above]
        if missing and len(missing) == len(beside) <= _MOST_IN_MAP:
            told |= _fitting(beside, missing, merged, wrong_with)
    gone = [
        (*diagnostic.path[:-1], told[_place(diagnostic)])
        for diagnostic in strange
        if _place(diagnostic) in told
    ]
    kept = [
        diagnostic
        for diagnostic in diagnostics
        if diagnostic.name != "missing_key" or diagnostic.path not in gone
    ]
    return [_told(diagnostic, told) if diagnostic in strange else diagnostic for diagnostic in kept]


def _fitting(
    strange: list[Diagnostic],
    missing: list[Place],
    merged: Merged,
    wrong_with: Callable[[Merged], int],
) -> dict[tuple[str, int, int], str]:
    """The missing keys that strange ones of a map are taken for, in the order of both, by the place of the fault."""
    found: dict[tuple[str, int, int], str] = {}
    before = wrong_with(merged)
    for diagnostic in strange:
        for key in (str(path[-1]) for path in missing):
            tried = merged.branch()
            tried.respell(diagnostic.path, key)
            if key not in found.values() and wrong_with(tried) <= before - 2:
                found[_place(diagnostic)] = key
                break
    return found


def _told(diagnostic: Diagnostic, told: dict[tuple[str, int, int], str]) -> Diagnostic:
    near = told.get(_place(diagnostic))
    return (
        diagnostic
        if near is None
        else replace(diagnostic, values={**diagnostic.values, "near": near})
    )


def _is_sure(diagnostic: Diagnostic) -> bool:
    """Whether it is known already what a strange key means."""
    near = str(diagnostic.values.get("near") or "")
    return ":" in near or not diagnostic.path or likeness(str(diagnostic.path[-1]), near) >= SURE


def _place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    return diagnostic.file, diagnostic.line, diagnostic.column

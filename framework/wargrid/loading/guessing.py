"""Which key was meant by a strange one: the one that is missing beside it, if what stands there fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wargrid.source.diagnostics import Fault, Place, likeness

if TYPE_CHECKING:
    from wargrid.source.merged import Merged

SURE: Final = 0.75
"""A key that is so like another was hardly meant for anything else."""

_MOST_TRIED: Final = 8
"""In how many maps at most keys that are strange are taken for those that are missing."""

_MOST_IN_MAP: Final = 3
"""Of more strange keys in one map none is taken for another."""


def meant_for_missing(
    faults: list[Fault], merged: Merged, wrong_with: Callable[[Merged], int]
) -> list[Fault]:
    """Faults in which strange keys are told with those missing beside them, if nothing is wrong with what they hold.

    ``wrong_with`` counts what is wrong with a document.
    """
    lacking = [fault.path for fault in faults if fault.name == "missing_key"]
    strange = [fault for fault in faults if fault.name == "unknown_key" and not _is_sure(fault)]
    maps = list(dict.fromkeys(fault.path[:-1] for fault in strange))
    told: dict[tuple[str, int, int], str] = {}
    for above in maps[:_MOST_TRIED]:
        missing = [path for path in lacking if path[:-1] == above]
        beside = [fault for fault in strange if fault.path[:-1] == above]
        if missing and len(missing) == len(beside) <= _MOST_IN_MAP:
            told |= _fitting(beside, missing, merged, wrong_with)
    gone = [(*fault.path[:-1], told[_place(fault)]) for fault in strange if _place(fault) in told]
    kept = [fault for fault in faults if fault.name != "missing_key" or fault.path not in gone]
    return [_told(fault, told) if fault in strange else fault for fault in kept]


def _fitting(
    strange: list[Fault], missing: list[Place], merged: Merged, wrong_with: Callable[[Merged], int]
) -> dict[tuple[str, int, int], str]:
    """The missing keys that strange ones of a map are taken for, in the order of both, by the place of the fault."""
    found: dict[tuple[str, int, int], str] = {}
    before = wrong_with(merged)
    for fault in strange:
        for key in (str(path[-1]) for path in missing):
            tried = merged.branch()
            tried.respell(fault.path, key)
            if key not in found.values() and wrong_with(tried) <= before - 2:
                found[_place(fault)] = key
                break
    return found


def _told(fault: Fault, told: dict[tuple[str, int, int], str]) -> Fault:
    near = told.get(_place(fault))
    return fault if near is None else replace(fault, values={**fault.values, "near": near})


def _is_sure(fault: Fault) -> bool:
    """Whether it is known already what a strange key means."""
    near = str(fault.values.get("near") or "")
    return ":" in near or not fault.path or likeness(str(fault.path[-1]), near) >= SURE


def _place(fault: Fault) -> tuple[str, int, int]:
    return fault.file, fault.line, fault.column

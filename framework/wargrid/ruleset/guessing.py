"""Which key was meant by a strange one: the one that is missing beside it, if what stands there fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wargrid.faults import Fault, Path, likeness

if TYPE_CHECKING:
    from wargrid.ruleset.merged import Merged

SURE: Final = 0.75
"""A key that is so like another was hardly meant for anything else."""

_MOST_TRIED: Final = 8
"""With more maps in which a key is strange and one is missing, none is taken for the other."""


def meant_for_missing(faults: list[Fault], merged: Merged, wrong_with: Callable[[Merged], int]) -> list[Fault]:
    """Faults in which a strange key is told with the one missing beside it, if nothing is wrong once it is called so.

    ``wrong_with`` counts what is wrong with a document.
    """
    lacking = [fault.path for fault in faults if fault.name == "missing_key"]
    strange = [fault for fault in faults if fault.name == "unknown_key" and not _is_sure(fault)]
    pairs = [(one, _only(lacking, one), _only([other.path for other in strange], one)) for one in strange]
    meant = [(fault, missing) for fault, missing, alone in pairs if missing and alone]
    if not meant or len(meant) > _MOST_TRIED:
        return faults
    before = wrong_with(merged)
    told: dict[tuple[str, int, int], str] = {}
    gone: list[Path] = []
    for fault, missing in meant:
        tried = merged.branch()
        tried.respell(fault.path, str(missing[-1]))
        if wrong_with(tried) <= before - 2:
            told[_place(fault)] = str(missing[-1])
            gone.append(missing)
    kept = [fault for fault in faults if fault.name != "missing_key" or fault.path not in gone]
    return [_told(fault, told) if fault in strange else fault for fault in kept]


def _told(fault: Fault, told: dict[tuple[str, int, int], str]) -> Fault:
    near = told.get(_place(fault))
    return fault if near is None else replace(fault, values={**fault.values, "near": near})


def _is_sure(fault: Fault) -> bool:
    """Whether it is known already what a strange key means."""
    near = str(fault.values.get("near") or "")
    return ":" in near or not fault.path or likeness(str(fault.path[-1]), near) >= SURE


def _only(paths: list[Path], fault: Fault) -> Path | None:
    """The one path that leads into the same map as a fault's."""
    beside = [path for path in paths if path[:-1] == fault.path[:-1]]
    return beside[0] if len(beside) == 1 else None


def _place(fault: Fault) -> tuple[str, int, int]:
    return fault.file, fault.line, fault.column

"""Reads a joined document into the models, and tells what does not fit: each slip once, at the author's own line."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pydantic import ValidationError

from wargrid.loading.complaints import complaints
from wargrid.loading.guessing import meant_for_missing
from wargrid.loading.keys import keys_at, words_at
from wargrid.loading.remains import Read
from wargrid.ruleset.models import Ruleset
from wargrid.source.diagnostics import (
    Fault,
    Place,
    Term,
    did_you_mean,
    distinct,
    listed,
    name_codes,
)
from wargrid.source.document import changed
from wargrid.source.merge import Likes
from wargrid.source.merged import Merged

name_codes({"new_unit": "E332"})


def validated(model: type[Ruleset], merged: Merged) -> tuple[Ruleset | None, list[Fault]]:
    """The ruleset, or what is wrong with it."""
    try:
        return model.model_validate(merged.data), []
    except ValidationError as error:
        found = complaints(
            error, merged, near=lambda path: keys_at(model, path) or words_at(model, path)
        )
        meant = meant_for_missing(found, merged, partial(_wrong_with, model))
        return None, _of_new_units(meant, merged)


def _wrong_with(model: type[Ruleset], merged: Merged) -> int:
    """How many complaints there are of a document."""
    try:
        model.model_validate(merged.data)
    except ValidationError as error:
        return error.error_count()
    return 0


def not_taken_over(complained: list[Fault], likes: Likes) -> list[Fault]:
    """Without the keys that a unit lacks because whomever it is like is at fault."""
    whole = {
        fault.path for fault in complained if fault.name != "missing_key" and len(fault.path) == 2
    }
    return [
        fault
        for fault in complained
        if fault.name != "missing_key"
        or fault.path[:1] != likes.at
        or not likes.is_from(fault.path[1], whole)
    ]


def of_words_of_truth(
    early: list[Fault], complained: list[Fault], merged: Merged, read: Read
) -> list[Fault]:
    """Early faults in which a bare ``yes`` is told with what can stand there: a truth, a text, or something else."""
    found = {fault.path: fault for fault in complained}
    return [
        _of_word_of_truth(fault, found.get(fault.path), merged, read)
        if fault.name == "bool_word"
        else fault
        for fault in early
    ]


def _of_word_of_truth(fault: Fault, other: Fault | None, merged: Merged, read: Read) -> Fault:
    node = merged.root.at(fault.path)
    if node is None or node.value != fault.values["word"]:
        return fault
    tried = merged.branch()
    tried.root = changed(
        tried.root, fault.path, replace(node, value=fault.values["meant"] == "true")
    )
    is_truth = not any(each.path == fault.path for each in read(tried)[1])
    if other is not None and not is_truth:
        return other
    way = "as_value" if is_truth and other is None else "as_truth" if is_truth else "as_key"
    return replace(
        fault, values={**fault.values, "way": Term(f"faults.bool_word.{way}", fault.values)}
    )


def _is_inherited(merged: Merged, path: Place) -> bool:
    """Whether any of what stands at a path comes from a ruleset that is extended."""
    node = merged.root.at(path)
    return node is not None and any(merged.depth(each.mark) > 0 for _, each in node.walk())


def _of_new_units(faults: list[Fault], merged: Merged) -> list[Fault]:
    """What a variant's own unit lacks, once: it is almost called like another, or else it is new."""
    units = merged.data.get("units")
    known = (
        [str(name) for name in units] if isinstance(units, dict) and len(merged.files) > 1 else []
    )
    lacking: dict[Place, list[str]] = {}
    for fault in faults:
        of_unit = fault.name == "missing_key" and len(fault.path) == 3 and fault.path[0] == "units"
        if known and of_unit and not _is_inherited(merged, fault.path[:2]):
            lacking.setdefault(fault.path[:2], []).append(str(fault.path[2]))
    told = {unit: _of_new_unit(unit, keys, known, merged) for unit, keys in lacking.items()}
    misspelt = [
        unit for unit, fault in told.items() if fault is not None and fault.name == "no_such_units"
    ]
    kept: list[Fault] = []
    for fault in faults:
        instead = told.get(fault.path[:2]) if fault.name == "missing_key" else None
        if fault.path not in misspelt:
            kept.append(instead or fault)
    return distinct(kept)


def _of_new_unit(unit: Place, keys: list[str], known: list[str], merged: Merged) -> Fault | None:
    """What to say of a unit that lacks these keys, if it is more than that one is missing."""
    name = str(unit[1])
    others = listed(other for other in known if other != name)
    near = did_you_mean(name, [other for other in known if other != name])
    if near is not None:
        return merged.fault(unit, "no_such_units", name=name, near=near, known=others)
    return (
        merged.fault(unit, "new_unit", name=name, keys=listed(keys), known=others)
        if len(keys) > 1
        else None
    )

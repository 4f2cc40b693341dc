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
from wargrid.source.diagnostics import Diagnostic, Place, distinct
from wargrid.source.document import changed
from wargrid.source.inherit import Likes
from wargrid.source.merge import Merged
from wargrid.text.format import did_you_mean, join_names
from wargrid.text.message import Message


def validated(model: type[Ruleset], merged: Merged) -> tuple[Ruleset | None, list[Diagnostic]]:
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


def not_taken_over(complained: list[Diagnostic], likes: Likes) -> list[Diagnostic]:
    """Without the keys that a unit lacks because whomever it is like is at fault."""
    return [
        diagnostic
        for diagnostic in complained
        if diagnostic.name != "missing_key"
        or diagnostic.path[:1] != likes.at
        or not likes.is_broken(diagnostic.path[1])
    ]


def of_words_of_truth(
    early: list[Diagnostic], complained: list[Diagnostic], merged: Merged, read: Read
) -> list[Diagnostic]:
    """Early faults in which a bare ``yes`` is told with what can stand there: a truth, a text, or something else."""
    found = {diagnostic.path: diagnostic for diagnostic in complained}
    return [
        _of_word_of_truth(diagnostic, found.get(diagnostic.path), merged, read)
        if diagnostic.name == "bool_word"
        else diagnostic
        for diagnostic in early
    ]


def _of_word_of_truth(
    diagnostic: Diagnostic, other: Diagnostic | None, merged: Merged, read: Read
) -> Diagnostic:
    node = merged.root.at(diagnostic.path)
    if node is None or node.value != diagnostic.values["word"]:
        return diagnostic
    tried = merged.branch()
    tried.root = changed(
        tried.root, diagnostic.path, replace(node, value=diagnostic.values["meant"] == "true")
    )
    is_truth = not any(each.path == diagnostic.path for each in read(tried)[1])
    if other is not None and not is_truth:
        return other
    way = "as_value" if is_truth and other is None else "as_truth" if is_truth else "as_key"
    return replace(
        diagnostic,
        values={**diagnostic.values, "way": Message(f"faults.bool_word.{way}", diagnostic.values)},
    )


def _is_inherited(merged: Merged, path: Place) -> bool:
    """Whether any of what stands at a path comes from a ruleset that is extended."""
    node = merged.root.at(path)
    return node is not None and any(merged.depth(each.mark) > 0 for _, each in node.walk())


def _of_new_units(diagnostics: list[Diagnostic], merged: Merged) -> list[Diagnostic]:
    """What a variant's own unit lacks, once: it is almost called like another, or else it is new."""
    units = merged.data.get("units")
    known = (
        [str(name) for name in units] if isinstance(units, dict) and len(merged.files) > 1 else []
    )
    lacking: dict[Place, list[str]] = {}
    for diagnostic in diagnostics:
        of_unit = (
            diagnostic.name == "missing_key"
            and len(diagnostic.path) == 3
            and diagnostic.path[0] == "units"
        )
        if known and of_unit and not _is_inherited(merged, diagnostic.path[:2]):
            lacking.setdefault(diagnostic.path[:2], []).append(str(diagnostic.path[2]))
    told = {unit: _of_new_unit(unit, keys, known, merged) for unit, keys in lacking.items()}
    misspelt = [
        unit
        for unit, diagnostic in told.items()
        if diagnostic is not None and diagnostic.name == "no_such_units"
    ]
    kept: list[Diagnostic] = []
    for diagnostic in diagnostics:
        instead = told.get(diagnostic.path[:2]) if diagnostic.name == "missing_key" else None
        if diagnostic.path not in misspelt:
            kept.append(instead or diagnostic)
    return distinct(kept)


def _of_new_unit(
    unit: Place, keys: list[str], known: list[str], merged: Merged
) -> Diagnostic | None:
    """What to say of a unit that lacks these keys, if it is more than that one is missing."""
    name = str(unit[1])
    others = join_names(other for other in known if other != name)
    near = did_you_mean(name, [other for other in known if other != name])
    if near is not None:
        return merged.diagnostic(unit, "no_such_units", name=name, near=near, known=others)
    return (
        merged.diagnostic(unit, "new_unit", name=name, keys=join_names(keys), known=others)
        if len(keys) > 1
        else None
    )

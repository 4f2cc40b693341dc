"""Reads a joined document into the models, and tells what does not fit: each slip once, at the author's own line."""

from __future__ import annotations

from pydantic import ValidationError

from wargrid.faults import Fault, Path, did_you_mean, listed
from wargrid.ruleset.complaints import complaints
from wargrid.ruleset.keys import keys_at
from wargrid.ruleset.merge import Likes
from wargrid.ruleset.merged import Merged
from wargrid.ruleset.models import Ruleset


def validated(model: type[Ruleset], merged: Merged) -> tuple[Ruleset | None, list[Fault]]:
    """The ruleset, or what is wrong with it."""
    try:
        return model.model_validate(merged.data), []
    except ValidationError as error:
        return None, _misspelt(complaints(error, merged, near=lambda path: keys_at(model, path)), merged)


def not_taken_over(complained: list[Fault], likes: Likes) -> list[Fault]:
    """Without the keys that a unit lacks because whomever it is like is at fault."""
    whole = {fault.path for fault in complained if fault.name != "missing_key" and len(fault.path) == 2}
    return [
        fault
        for fault in complained
        if fault.name != "missing_key" or fault.path[:1] != likes.at or not likes.is_from(fault.path[1], whole)
    ]


def _is_inherited(merged: Merged, path: Path) -> bool:
    """Whether any of what stands at a path comes from a ruleset that is extended."""
    node = merged.root.at(path)
    return node is not None and any(merged.depth(each.mark) > 0 for _, each in node.walk())


def _misspelt(faults: list[Fault], merged: Merged) -> list[Fault]:
    """A variant's unit that lacks everything and is almost called like another is that other, misspelt."""
    units = merged.data.get("units")
    known = list(units) if isinstance(units, dict) and len(merged.files) > 1 else []
    kept: list[Fault] = []
    seen: set[Path] = set()
    for fault in faults:
        unit = fault.path[:2]
        near = None
        missing = fault.name == "missing_key" and len(fault.path) == 3 and unit[0] == "units"
        if missing and not _is_inherited(merged, unit):
            near = did_you_mean(str(unit[1]), [other for other in known if other != unit[1]])
        if near is None:
            kept.append(fault)
        elif unit not in seen:
            seen.add(unit)
            kept.append(merged.fault(unit, "no_such_units", name=unit[1], near=near, known=listed(known)))
    return kept

"""Names in a ``looks.yaml`` that none of the rulesets it dresses has: most often slips, which nobody would see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text.format import did_you_mean, join_names

if TYPE_CHECKING:
    from wargrid.ruleset.models import Ruleset
    from wargrid.source.document import Document

_SECTIONS: Final = {
    "sides": "sides",
    "units": "units",
    "faces": "dice",
    "terrain": "terrains",
    "zones": "zones",
}
"""For each section of looks the one of a ruleset whose names stand there."""


def named_in_vain(document: Document, rulesets: Iterable[Ruleset]) -> list[Diagnostic]:
    """A warning for every name that no ruleset has; of the rulesets no more are asked for than it takes to find all."""
    named, known = (
        list(_named(document)),
        {section: list[str]() for section in (*_SECTIONS.values(), "options")},
    )
    for ruleset in rulesets:
        for section, names in known.items():
            names += [name for name in _names_in(ruleset, section) if name not in names]
        if all(path[-1] in known[section] for path, section in named):
            return []
    found = [(path, section) for path, section in named if path[-1] not in known[section]]
    if not known["sides"]:  # there is no ruleset
        return []
    return [_in_vain(document, path, section, known[section]) for path, section in found]


def _named(document: Document) -> Iterator[tuple[Place, str]]:
    """Every name that stands in looks: its place, and the section of a ruleset that has such names."""
    for own, section in _SECTIONS.items():
        yield from (((own, name), section) for name in document.data.get(own, {}))
    for zone, look in document.data.get("zones", {}).items():
        yield from ((("zones", zone, "when", option), "options") for option in look.get("when", {}))


def _names_in(ruleset: Ruleset, section: str) -> Iterator[str]:
    if section == "dice":
        yield from (face for faces in ruleset.dice.values() for face in faces)
    else:
        yield from getattr(ruleset, section)


def _in_vain(document: Document, path: Place, section: str, known: list[str]) -> Diagnostic:
    name, near = str(path[-1]), did_you_mean(str(path[-1]), known) or ""
    return document.diagnostic(
        path,
        "looks_of_nothing",
        at="key",
        name=name,
        section=section,
        near=near,
        known=join_names(known, 30),
    )

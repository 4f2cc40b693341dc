"""Slips of spelling: a ruleset is looked at once more with every word spelt as it was meant, for what else is wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wargrid.loading.guessing import SURE
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.source.document import Node, changed
from wargrid.source.inherit import EXTENDS
from wargrid.text.format import did_you_mean, likeness

if TYPE_CHECKING:
    from wargrid.source.document import Mark
    from wargrid.source.merge import Merged


MOST_SLIPS: Final = 12
"""With more words that nobody knows, none is taken for misspelt."""

_OF_SPELLING: Final = ("unknown_key", "not_a_choice", "unknown_like", "bad_word")
_WORD: Final = re.compile(r"[\w.]+")
_MISSED: Final = {
    "unknown_like": "units",
    **{f"no_such_{key}": key for key in ("units", "zones", "terrains", "costs")},
}
"""The faults of names that are missed, and the sections where they should be."""


@dataclass(frozen=True)
class Slip:
    """A word that was meant otherwise: the fault that tells it, and where it stands, as a key or as a value."""

    diagnostic: Diagnostic
    path: Place
    is_key: bool

    @property
    def near(self) -> str:
        """The word that was meant."""
        return str(self.diagnostic.values["near"])

    @property
    def is_sure(self) -> bool:
        """Whether it is so like the word that was meant that hardly anything else can have been."""
        return likeness(str(self.path[-1]), self.near) >= SURE


def slips(merged: Merged, diagnostics: Iterable[Diagnostic]) -> list[Slip]:
    """The slips of spelling among what is wrong with a ruleset; a name missed again and again is misspelt where given.

    ``merged`` is the document before anybody takes over what somebody else is like.
    """
    told = list(diagnostics)
    given = list(_misnamed(merged, told))
    meant = {slip.near for slip in given}
    keys, values = _places(merged.root)
    found = list(given)
    for diagnostic in told:
        if _is_of_spelling(diagnostic) and diagnostic.values.get("name") not in meant:
            at = (diagnostic.file, diagnostic.line, diagnostic.column)
            key, value = keys.get(at, ()), values.get(at, ())
            if key and _says(diagnostic, key[-1]):
                found.append(Slip(diagnostic, key, is_key=True))
            elif (
                value
                and (node := merged.root.at(value)) is not None
                and _says(diagnostic, node.value)
            ):
                found.append(Slip(diagnostic, value, is_key=False))
    return found if len(found) <= MOST_SLIPS else []


def _is_of_spelling(diagnostic: Diagnostic) -> bool:
    """Whether a word is near that may have been meant; what to write instead may also be a whole line."""
    near = str(diagnostic.values.get("near") or "")
    return (
        diagnostic.name in (*_OF_SPELLING, *_MISSED)
        and bool(_WORD.fullmatch(near))
        and near != EXTENDS
    )


def _says(diagnostic: Diagnostic, word: object) -> bool:
    """Whether it is this word that a fault tells, in quotes or without."""
    told = {str(diagnostic.values.get(key)) for key in ("key", "name", "value")}
    return not told.isdisjoint({str(word), f'"{word}"'})


def respelt(merged: Merged, found: Iterable[Slip]) -> Merged:
    """The same document with these words as they were meant; keys that stand there already are laid over."""
    other = merged.branch()
    for slip in sorted(found, key=lambda slip: -len(slip.path)):
        node = other.root.at(slip.path)
        if slip.is_key:
            other.respell(slip.path, slip.near)
        elif node is not None:
            other.root = changed(other.root, slip.path, replace(node, value=slip.near))
    return other


def unspelt(found: Iterable[Slip], diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What is wrong with the words as they were meant, without what comes of a value, or of a key, that was guessed."""
    told = list(found)
    places = [slip.path for slip in told if not slip.is_key]
    unsure = [(*slip.path[:-1], slip.near) for slip in told if slip.is_key and not slip.is_sure]
    above = [place[:depth] for place in places for depth in range(1, len(place))]
    known = {(slip.diagnostic.name, slip.diagnostic.line, slip.diagnostic.column) for slip in told}
    return [
        diagnostic
        for diagnostic in diagnostics
        if (diagnostic.name, diagnostic.line, diagnostic.column) not in known
        and not any(diagnostic.path[: len(place)] == place for place in places)
        and diagnostic.path not in (*unsure, *above)
    ]


def _misnamed(merged: Merged, diagnostics: Iterable[Diagnostic]) -> Iterator[Slip]:
    """Entries that nobody names and that are almost called as several places name what is not there."""
    missed = Counter(
        each for diagnostic in diagnostics if (each := _missed_by(diagnostic)) is not None
    )
    for (section, name), count in missed.items():
        home = merged.root.at((section,))
        entries = (
            []
            if home is None or not isinstance(home.value, dict)
            else [str(key) for key in home.value]
        )
        near = did_you_mean(name, entries)
        if count < 2 or near is None or _is_named(merged.root, section, near):
            continue
        path: Place = (section, near)
        mark = merged.root.place(path, "key")
        yield Slip(
            merged.diagnostic_on(mark, "misnamed", path, None, name=near, near=name),
            path,
            is_key=True,
        )


def _missed_by(diagnostic: Diagnostic) -> tuple[str, str] | None:
    """The section and the name that a fault misses: one named, or one that an option leads into."""
    if diagnostic.name in _MISSED:
        return _MISSED[diagnostic.name], str(diagnostic.values["name"])
    section, _, rest = str(diagnostic.values.get("dotted", "")).partition(".")
    return (section, rest.partition(".")[0]) if section in _MISSED.values() else None


def _is_named(root: Node, section: str, name: str) -> bool:
    """Whether an entry of a section is named anywhere else, as a key or as a value."""
    return any(
        node.value == name or (path[-1:] == (name,) and path != (section, name))
        for path, node in root.walk()
    )


def _places(
    root: Node,
) -> tuple[dict[tuple[str, int, int], Place], dict[tuple[str, int, int], Place]]:
    """The paths of all keys and of all values, by where they stand."""

    def at(mark: Mark) -> tuple[str, int, int]:
        return mark.file, mark.line, mark.column

    nodes = list(root.walk())
    keys = {at(node.key_mark): path for path, node in nodes if node.key_mark}
    return keys, {at(node.mark): path for path, node in nodes}

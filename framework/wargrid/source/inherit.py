"""Follow ``extends`` and ``like``: lay rulesets over their parents, units over other units."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeAlias

from wargrid.source.diagnostics import MAX_DIAGNOSTICS, Diagnostic, Place, RulesetError
from wargrid.source.document import Document, Key, Node, changed, diagnostic_at
from wargrid.source.merge import IsChoice, Merged, NameUse, never, taker_of
from wargrid.source.says import LIKE, UNITS, inherited_by, without_false
from wargrid.text import did_you_mean, join_names, quote

EXTENDS: Final = "extends"
_MAX_INHERITED: Final = 50_000
"""How many values all units together may inherit by ``like``."""

MAX_FILES: Final = 50
"""How many files one ruleset may consist of, itself and all it extends."""

MAX_BYTES: Final = 4 << 20
"""How large they may be together."""

FindParent: TypeAlias = Callable[[str, Path | None], Document]
"""Reads the ruleset of a name, asked for by a file. Raises RulesetError."""


def resolve(document: Document, find_parent: FindParent, one_of: IsChoice = never) -> Merged:
    """Lay a document over all it extends.

    Raises RulesetError for a missing parent, a cycle, too much, or diagnostics of a parent.
    """
    chain = _chain(document, find_parent)
    sources = {each.file: each.lines for each in chain}
    merged = Merged(
        _without(chain[-1].root, EXTENDS), sources, tuple(each.file for each in chain), one_of
    )
    for child in reversed(chain[:-1]):
        laid = merged.over(merged.root, _without(child.root, EXTENDS), ())
        merged.root = without_false(merged.root, laid)
    merged.paths = tuple(each.path for each in chain if each.path is not None)
    return merged


def _chain(document: Document, find_parent: FindParent) -> list[Document]:
    """Return the document and all it extends, the base last."""
    chain, size = [document], document.size
    while (extends := chain[-1].root.child(EXTENDS)) is not None:
        parent = _parent(chain, extends, find_parent)
        chain.append(parent)
        size += parent.size
        if any(parent.file == child.file for child in chain[:-1]):
            cycle = " → ".join(each.file for each in chain)
            raise RulesetError([_at_extends(chain[:-1], "extends_cycle", {"cycle": cycle})])
        if len(chain) > MAX_FILES or size > MAX_BYTES:
            limits = {"files": MAX_FILES, "limit": MAX_BYTES >> 20}
            raise RulesetError([_at_extends(chain[:-1], "extends_too_much", limits)])
    return chain


def _parent(chain: list[Document], extends: Node, find_parent: FindParent) -> Document:
    if not isinstance(extends.value, str):
        values: dict[str, object] = {"value": quote(extends.plain())}
        raise RulesetError([_at_extends(chain, "extends_not_name", values)])
    files = tuple(each.file for each in chain)
    try:
        return find_parent(extends.value, chain[-1].path)
    except RulesetError as error:
        raise RulesetError(
            replace(each, chain=(*files, each.file))
            if each.file
            else _at_extends(chain, each.name, each.values)
            for each in error.diagnostics
        ) from None


def _at_extends(chain: list[Document], name: str, values: Mapping[str, object]) -> Diagnostic:
    last = chain[-1]
    files = tuple(each.file for each in chain) if len(chain) > 1 else ()
    location = last.root.place((EXTENDS,), "value")
    return diagnostic_at(location, name, last.lines, (EXTENDS,), chain=files, values=dict(values))


# Units that are like others


@dataclass
class Likes:
    """What is wrong with the ``like`` of a map's entries, and the entry that each is like."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    of: dict[Key, Key] = field(default_factory=dict)
    missed: list[NameUse] = field(default_factory=list)


def apply_likes(merged: Merged, one_of: IsChoice | None = None) -> Likes:
    """Lay every unit over the one it is ``like``; changes ``merged``.

    A unit with a wrong ``like`` stays as written. Raises RulesetError where the units would
    inherit too many values.
    """
    merged.one_of = one_of or merged.one_of
    home = merged.root.child(UNITS)
    if home is None or not isinstance(home.value, dict):
        return Likes()
    likes = _Likes(merged, home.value)
    entries = {name: likes.entry(name) for name in home.value}
    merged.root = changed(merged.root, (UNITS,), replace(home, value=entries))
    merged.missed = likes.found.missed
    return likes.found


class _Likes:
    """Lays the units over each other."""

    def __init__(self, merged: Merged, entries: dict[Key, Node]) -> None:
        self.found = Likes()
        self._merged = merged
        self._entries = entries
        self._done: dict[Key, Node] = {}
        self._sizes: dict[Key, int] = {}
        self._total = 0

    def entry(self, name: Key) -> Node:
        """Return the entry without its ``like``, laid over the one it is like."""
        chain: dict[Key, None] = {}
        current: Key | None = name
        while current is not None and current not in self._done:
            chain[current] = None
            current = self._liked(current, chain)
        for child in reversed(chain):
            self._done[child] = self._joined(child, current)
            current = child
        return self._done[name]

    def _joined(self, name: Key, liked: Key | None) -> Node:
        own = _without(self._entries[name], LIKE)
        inherited = 0 if liked is None else self._sizes[liked]
        self._sizes[name] = sum(1 for _ in own.walk()) + inherited
        if liked is None:
            return own
        self._total += self._sizes[name]
        if self._total > _MAX_INHERITED:
            path = (UNITS, name)
            raise RulesetError([self._merged.diagnostic(path, "too_many", limit=_MAX_INHERITED)])
        joined = self._merged.over(self._done[liked], own, (UNITS, name))
        return inherited_by(own, self._done[liked], joined)

    def _liked(self, name: Key, chain: dict[Key, None]) -> Key | None:
        """Return the name that the last of ``chain`` is like; None without one, or a wrong one."""
        like = self._entries[name].child(LIKE)
        if like is None:
            return None
        path = (UNITS, name, LIKE)
        other = like.value
        if isinstance(other, bool) or not isinstance(other, str | int):
            return self._refused(like, "like_not_name", path, value=quote(like.plain()))
        if other in chain:
            steps = (*list(chain)[list(chain).index(other) :], other)
            return self._refused(like, "like_cycle", path, cycle=" → ".join(map(str, steps)))
        use = (path, UNITS, str(other))
        if taker_of(self._merged, use):
            self.found.missed.append(use)
            return None
        if other not in self._entries:
            known = [str(key) for key in self._entries if key != name]
            near = did_you_mean(str(other), known) or ""
            values = {"name": other, "near": near, "known": join_names(known)}
            known_missing = {each.values.get("name") for each in self.found.diagnostics}
            return (
                None
                if other in known_missing
                else self._refused(like, "unknown_like", path, **values)
            )
        self.found.of[name] = other
        return other

    def _refused(self, like: Node, name: str, path: Place, /, **values: object) -> Key | None:
        if len(self.found.diagnostics) < MAX_DIAGNOSTICS:
            found = self._merged.diagnostic_on(like.location, name, path, **values)
            self.found.diagnostics.append(found)
        return None


def _without(node: Node, key: Key) -> Node:
    if not isinstance(node.value, dict):
        return node
    return replace(node, value={other: each for other, each in node.value.items() if other != key})

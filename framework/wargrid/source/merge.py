"""Joins documents: a ruleset over what it ``extends``, a unit over what it is ``like``."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from wargrid.loading import library
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.source.document import Document, Key, Node, fault_at
from wargrid.source.merged import Merged, OneOf, never
from wargrid.source.removals import Named, taker_of
from wargrid.source.yaml_reader import MOST_FAULTS
from wargrid.text.format import did_you_mean, join_names, quote

__all__ = ["Merged", "OneOf", "apply_likes", "resolve"]


Find: TypeAlias = Callable[[str], Document]
EXTENDS = "extends"
LIKE = "like"
LONGEST_CHAIN = 20
"""How many files one ruleset may be joined of."""
MOST_LIKED = 50_000
"""How many values all units together may take over from those they are like."""


def resolve(document: Document, find: Find | None = None, one_of: OneOf = never) -> Merged:
    """Lay a document over all it extends; raises RulesetError for a missing parent, a cycle, or faults of a parent.

    ``find`` reads the ruleset of a name; left out, it is looked for beside the file that asks, then
    in the library. ``one_of`` tells by path which maps choose one word: there another word replaces
    and does not merge.
    """
    chain = _chain(document, find)
    sources = {each.file: each.lines for each in chain}
    files = tuple(each.file for each in chain)
    merged = Merged(_bare(chain[-1].root), sources, files, one_of)
    for child in reversed(chain[:-1]):
        merged.join(_bare(child.root))
    merged.paths = tuple(each.path for each in chain if each.path is not None)
    return merged


@dataclass
class Likes:
    """What is wrong with the likes of a map's entries, and whom each entry is like, by name."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    of: dict[Key, Key] = field(default_factory=dict)
    missed: list[Named] = field(default_factory=list)
    """What names an entry that a nearer file has taken away."""

    at: Place = ()

    def is_from(self, name: Key, faulty: Container[Place]) -> bool:
        """Whether an entry, or anybody it takes over from, cannot be what it was meant to be."""
        wrong = {diagnostic.path[:-1] for diagnostic in self.diagnostics} | {
            path[:-1] for path, _, _ in self.missed
        }
        while (*self.at, name) not in wrong and (*self.at, name) not in faulty:
            if name not in self.of:
                return False
            name = self.of[name]
        return True


def apply_likes(merged: Merged, at: Place = ("units",), one_of: OneOf | None = None) -> Likes:
    """Lay every entry of the map at ``at`` over the one it is ``like``; changes ``merged``.

    An entry that is like nobody, like itself or like somebody taken away stands as it is. Raises
    RulesetError where too much would come of it.
    """
    merged.one_of = one_of or merged.one_of
    home = merged.root.at(at)
    if home is None or not isinstance(home.value, dict):
        return Likes()
    likes = _Likes(merged, home.value, at)
    entries = {name: likes.entry(name) for name in home.value}
    merged.root = _put(merged.root, at, replace(home, value=entries))
    merged.missed = likes.found.missed
    return likes.found


class _Likes:
    """The entries of one map on their way to standing alone."""

    def __init__(self, merged: Merged, entries: dict[Key, Node], at: Place) -> None:
        self.found = Likes(at=at)
        self._merged = merged
        self._entries = entries
        self._at = at
        self._done: dict[Key, Node] = {}
        self._sizes: dict[Key, int] = {}
        self._total = 0

    def entry(self, name: Key) -> Node:
        """The entry without its ``like``; faults are gathered, and a faulty entry stands as it is."""
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
        size = self._sizes[name] = sum(1 for _ in own.walk()) + (
            0 if liked is None else self._sizes[liked]
        )
        if liked is None:
            return own
        self._total += size
        if self._total > MOST_LIKED:
            raise RulesetError(
                [self._merged.diagnostic((*self._at, name), "too_many", limit=MOST_LIKED)]
            )
        return self._merged.over(self._done[liked], own, (*self._at, name))

    def _liked(self, name: Key, chain: dict[Key, None]) -> Key | None:
        """The name that the entry, last of ``chain``, is like; None if it names none or wrongly."""
        like = self._entries[name].child(LIKE)
        if like is None or not isinstance(self._entries[name].value, dict):
            return None
        path = (*self._at, name, LIKE)
        other = like.value
        if isinstance(other, bool) or not isinstance(other, str | int):
            return self._refused(like, "like_not_name", path, value=quote(like.plain()))
        if other in chain:
            cycle = " → ".join(
                str(step) for step in (*list(chain)[list(chain).index(other) :], other)
            )
            return self._refused(like, "like_cycle", path, cycle=cycle)
        if taker_of(self._merged, (path, str(self._at[-1]), str(other))):
            self.found.missed.append((path, str(self._at[-1]), str(other)))
            return None
        if other not in self._entries:
            known = [str(key) for key in self._entries if key != name]
            near = did_you_mean(str(other), known) or ""
            return self._refused(
                like, "unknown_like", path, name=other, near=near, known=join_names(known)
            )
        self.found.of[name] = other
        return other

    def _refused(self, like: Node, diagnostic: str, path: Place, /, **values: object) -> Key | None:
        if len(self.found.diagnostics) < MOST_FAULTS:
            self.found.diagnostics.append(
                self._merged.fault_on(like.mark, diagnostic, path, **values)
            )
        return None


def _chain(document: Document, find: Find | None) -> list[Document]:
    """The document and all it extends, the base last."""
    chain = [document]
    while (extends := chain[-1].root.child(EXTENDS)) is not None:
        parent = _parent(chain, extends.value, find)
        chain.append(parent)
        if any(parent.file == child.file for child in chain[:-1]):
            cycle = " → ".join(each.file for each in chain)
            raise RulesetError([_extends_fault(chain[:-1], "extends_cycle", {"cycle": cycle})])
        if len(chain) > LONGEST_CHAIN:
            raise RulesetError(
                [_extends_fault(chain[:-1], "extends_too_long", {"limit": LONGEST_CHAIN})]
            )
    return chain


def _parent(chain: list[Document], name: object, find: Find | None) -> Document:
    if not isinstance(name, str):
        raise RulesetError(
            [_extends_fault(chain, "extends_not_name", {"value": quote(chain[-1].data[EXTENDS])})]
        )
    try:
        return find(name) if find else library.find(name, chain[-1].path)
    except library.UnknownRuleset as unknown:
        raise RulesetError([_extends_fault(chain, "unknown_ruleset", unknown.values())]) from None
    except RulesetError as error:
        files = tuple(each.file for each in chain)
        raise RulesetError(
            replace(diagnostic, chain=(*files, diagnostic.file)) for diagnostic in error.diagnostics
        ) from None


def _extends_fault(chain: list[Document], name: str, values: dict[str, object]) -> Diagnostic:
    last = chain[-1]
    files = tuple(each.file for each in chain) if len(chain) > 1 else ()
    return fault_at(
        last.marks[(EXTENDS,)], name, last.lines, (EXTENDS,), chain=files, values=values
    )


def _bare(root: Node) -> Node:
    return _without(root, EXTENDS)


def _without(node: Node, key: Key) -> Node:
    if not isinstance(node.value, dict):
        return node
    return replace(node, value={other: each for other, each in node.value.items() if other != key})


def _put(node: Node, path: Iterable[Key], value: Node) -> Node:
    """A copy of a tree of maps with another node at an existing path."""
    steps = tuple(path)
    if not steps:
        return value
    assert isinstance(node.value, dict)
    return replace(
        node, value={**node.value, steps[0]: _put(node.value[steps[0]], steps[1:], value)}
    )

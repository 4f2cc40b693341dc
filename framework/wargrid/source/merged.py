"""A ruleset after joining: every value with the file and line it came from, open to settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from wargrid.source.diagnostics import Diagnostic, Place, RulesetError, Severity
from wargrid.source.document import Document, Key, Mark, Node, changed, fault_at, inside_block
from wargrid.source.yaml_reader import read_value
from wargrid.text.format import did_you_mean, join_names

if TYPE_CHECKING:
    from wargrid.loading.recipe import Recipe

OneOf: TypeAlias = Callable[[Place], bool]
SETTING = "--set"
"""The file that a setting from the command line claims to stand in."""

_MOST_STEPS = 40
"""No path leads deeper; a longer one is a single key that nothing has."""

_MOST_DIGITS = 9


def never(path: Place) -> bool:
    """No map chooses one word."""
    return False


class Merged:
    """A ruleset after joining, every value with the file and line it came from; nothing of ``extends`` is left."""

    def __init__(
        self, root: Node, sources: dict[str, list[str]], files: tuple[str, ...], one_of: OneOf
    ) -> None:
        self.root = root
        self.files = files
        """The file read first, then what it extends, the base last."""
        self.paths: tuple[Path, ...] = ()
        """Where these files are, as far as they are files."""
        self.origin: Recipe | None = None
        """What a whole ruleset without a file, such as a record's, was once read from."""
        self.one_of = one_of
        self.missed: list[tuple[Place, str, str]] = []
        """What named an entry that a nearer file has taken away: its place, the section, and the
        name."""
        self._sources = sources
        self._laid: list[str] = []
        self._vain: dict[Mark, Diagnostic] = {}

    def branch(self) -> Merged:
        """Another that may be changed without this one."""
        other = copy(self)
        other._vain = dict(self._vain)
        return other

    @property
    def warnings(self) -> list[Diagnostic]:
        """The removals that removed nothing."""
        return list(self._vain.values())

    @property
    def data(self) -> Any:
        """The ruleset as plain dictionaries, lists and scalars."""
        return self.root.plain()

    @property
    def origins(self) -> dict[Place, Mark]:
        """Where every value came from, by path; a map joined of several came last from the nearest variant."""
        return {path: node.mark for path, node in self.root.walk()}

    def depth(self, mark: Mark) -> int:
        """How deep a place lies: below 0 a setting and a scenario, 0 the file read first, then what it extends."""
        if mark.file == SETTING:
            return -2
        if mark.file in self._laid:
            return -1
        return self.files.index(mark.file) if mark.file in self.files else 0

    def nearest(self, *paths: Place) -> Place:
        """Of several values that do not go together, the one said last: by a setting, or by the nearest variant.

        In one file that is what an entry says itself, not what it takes over from one before that
        it is like.
        """

        def how_far(path: Place) -> tuple[int, bool]:
            mark, entry = self.root.place(path, "value"), self.root.place(path[:2], "key")
            return self.depth(mark), mark.file == entry.file and (mark.line, mark.column) < (
                entry.line,
                entry.column,
            )

        return min(paths, key=how_far)

    def nearest_mark(self, *marks: Mark) -> Mark:
        """The same of places: the first of those in the nearest file."""
        return min(marks, key=self.depth)

    def diagnostic(
        self,
        path: Place,
        name: str,
        /,
        at: Literal["key", "value"] = "key",
        severity: Severity | None = None,
        **values: object,
    ) -> Diagnostic:
        """The fault called ``name`` at a path; one that does not exist points at the nearest place that does."""
        return self.fault_on(self.root.place(path, at), name, path, severity, **values)

    def fault_in(
        self, path: Place, row: int, column: int, name: str, /, length: int = 1, **values: object
    ) -> Diagnostic:
        """The fault called ``name`` inside a block text, such as a picture, at a row and column counted from 0."""
        return self.fault_on(self.mark_in(path, row, column, length), name, path, **values)

    def mark_in(self, path: Place, row: int, column: int, length: int = 1) -> Mark:
        """Where a row and column, from 0, of the block text at a path stand in its file."""
        mark = self.root.place(path, "value")
        return inside_block(mark, self._lines(mark), row, column, length)

    def is_folded(self, path: Place) -> bool:
        """Whether the text at a path has lines of its own that YAML joins, for want of a ``|``."""
        node = self.root.at(path)
        lines = self._lines(node.mark) if node is not None else []
        if node is None or not isinstance(node.value, str) or node.mark.line > len(lines):
            return False
        said = lines[node.mark.line - 1][node.mark.column - 1 :]
        joined = "\n" not in node.value.strip() and len(said.split()) < len(node.value.split())
        return said.startswith(">") or (joined and not said.startswith("|"))

    def fault_on(
        self,
        mark: Mark,
        name: str,
        path: Place = (),
        severity: Severity | None = None,
        /,
        **values: object,
    ) -> Diagnostic:
        """The fault called ``name`` at a mark of one of the files."""
        chain = self.files if len(self.files) > 1 else ()
        return fault_at(
            mark, name, self._lines(mark), path, chain=chain, severity=severity, values=values
        )

    def join(self, patch: Node, path: Place = ()) -> None:
        """Lay a patch over the whole; what it removes in vain becomes a warning."""
        self.root = self.over(self.root, patch, path)

    def lay(self, document: Document, brings: Iterable[Key] = ()) -> None:
        """Lay a whole document over this one; its pictures and cells replace, its maps merge.

        What it ``brings`` is missing there if nobody says it.
        """
        self._sources[document.file] = document.lines
        self._laid.append(document.file)
        said = self.root.mark
        self.join(document.root)
        self.root = replace(self.root, mark=said)  # what is missing is missing in the ruleset
        for key in brings:
            if self.root.child(key) is None:
                self.root.removed[key] = document.root.mark

    def over(self, base: Node | None, patch: Node, path: Place) -> Node:
        """JSON merge patch (RFC 7386) of one node over another at a path; in a one-of map another word replaces."""
        if not isinstance(patch.value, dict):
            return patch if base is None else _instead(base, patch)
        below = base.value if base is not None and isinstance(base.value, dict) else {}
        kept = dict(below)
        if self.one_of(path) and any(node.value is not None for node in patch.value.values()):
            kept = {word: node for word, node in below.items() if word in patch.value}
        removed = dict(base.removed) if base is not None and below else {}
        for key, node in patch.value.items():
            if node.value is None:
                self._remove(key, node, below, kept, removed, path)
            else:
                kept[key] = self.over(kept.get(key), node, (*path, key))
        for (
            key,
            mark,
        ) in (
            patch.removed.items()
        ):  # by a variant of the patch, from what the patch is now laid over
            if key not in patch.value:
                removed[key] = mark
                if kept.pop(key, None) is not None:
                    self._vain.pop(mark, None)
        return Node(kept, patch.mark, patch.key_mark, removed)

    def as_written(self, path: Place) -> Place:
        """The same place without the number of a word, such as a way to move, that stands by itself and in no list."""
        steps: Place = ()
        for step in path:
            node = self.root.at(steps)
            if not isinstance(step, int) or (
                node is not None and (node.child(step) or isinstance(node.value, list))
            ):
                steps = (*steps, step)
        return steps

    def forget(self, path: Place) -> None:
        """Take away what stands at a path, as if no file had ever said it."""
        self.root = changed(self.root, path, None)

    def respell(self, path: Place, meant: str) -> None:
        """Take a key for another one, and lay what stands there over what stands at that one already."""
        node = self.root.at(path)
        if node is not None:
            right = (*path[:-1], meant)
            laid = self.over(self.root.at(right), node, right)
            self.root = changed(changed(self.root, path, None), right, laid)

    def pardon(self, is_value: Callable[[Place], bool]) -> None:
        """Forget the removals in vain at paths where ``~`` is itself a value."""
        self._vain = {
            mark: diagnostic
            for mark, diagnostic in self._vain.items()
            if not is_value(diagnostic.path)
        }

    def set(self, path: Place, value_text: str, source: str = "") -> None:
        """Set one value, written as YAML, as a variant would; ``~`` removes. Raises RulesetError.

        ``source`` is the line shown in faults, ``KEY=VALUE``; the value is taken to stand at its
        end.
        """
        source = source or f"{_dotted(path)}={value_text}"
        column = len(source) - len(value_text) + 1
        whole = self._setting(source, column - 2)
        parent = self.root.at(path[:-1])
        if (
            not path
            or parent is None
            or (parent.child(path[-1]) is None and not isinstance(parent.value, dict))
        ):
            raise RulesetError([self._no_parent(path, whole)])
        value = read_value(value_text, column, SETTING, source, whole.line)
        self.root = self._placed(self.root, path, 0, replace(value, key_mark=whole))

    def setting_fault(self, text: str, name: str, /, **values: object) -> Diagnostic:
        """The fault called ``name`` in a setting that cannot be made at all, shown on a line of its own."""
        return self.fault_on(self._setting(text, len(text.partition("=")[0])), name, **values)

    def _setting(self, text: str, length: int) -> Mark:
        """The mark of a new setting's key; each setting is a line of its own, in the order in which they are made."""
        lines = self._sources.setdefault(SETTING, [])
        lines.append(text)
        return Mark(SETTING, len(lines), 1, max(1, length))

    def path_of(self, dotted: str) -> Place:
        """The path that a dotted key means here, where keys may themselves hold dots (``plugins.game.rule.types``)."""
        path: list[str | int] = []
        node: Node | None = self.root
        words = dotted.split(".")
        if len(words) > _MOST_STEPS:
            return (dotted,)
        while words:
            step, used = _longest_step(node, words)
            path.append(step)
            node = node.child(step) if node else None
            words = words[used:]
        return tuple(path)

    def _placed(self, node: Node, path: Place, depth: int, value: Node) -> Node:
        """``node`` with ``value`` laid over what stands at the rest of the path, copying only along it."""
        if depth == len(path):
            return self.over(node, value, path)
        step = path[depth]
        below = node.child(step)
        if isinstance(node.value, list) and isinstance(step, int):
            items = list(node.value)
            items[step] = self._placed(items[step], path, depth + 1, value)
            return replace(node, value=items)
        if below is None or depth == len(path) - 1:
            patch = Node({step: value}, value.mark, node.key_mark)
            return replace(self.over(node, patch, path[:depth]), mark=node.mark)
        assert isinstance(node.value, dict)
        return replace(
            node, value={**node.value, step: self._placed(below, path, depth + 1, value)}
        )

    def _remove(
        self,
        key: Key,
        node: Node,
        below: dict[Key, Node],
        kept: dict[Key, Node],
        removed: dict[Key, Mark],
        path: Place,
    ) -> None:
        mark = node.key_mark or node.mark
        if key not in below and key not in removed:
            known = [str(other) for other in below]
            near = did_you_mean(str(key), known) or _ending_like(str(key), known)
            values = {"key": key, "near": near, "known": join_names(known, 30)}
            self._vain[mark] = self.fault_on(mark, "removes_nothing", (*path, key), None, **values)
        kept.pop(key, None)
        removed[key] = mark

    def _no_parent(self, path: Place, mark: Mark) -> Diagnostic:
        """The fault of a setting in something that is not there, or that holds no keys."""
        for depth in range(1, len(path)):
            node = self.root.at(path[: depth - 1])
            if node is None or node.child(path[depth - 1]) is None:
                return self._unknown_parent(path[:depth], node, mark)
        return self.fault_on(mark, "set_not_map", path, key=_dotted(path[:-1]))

    def _unknown_parent(self, path: Place, parent: Node | None, mark: Mark) -> Diagnostic:
        known = (
            [str(key) for key in parent.value] if parent and isinstance(parent.value, dict) else []
        )
        near = did_you_mean(str(path[-1]), known)
        fixed = _dotted((*path[:-1], near)) if near else ""
        return self.fault_on(
            mark, "set_no_parent", path, key=_dotted(path), near=fixed, known=join_names(known)
        )

    def _lines(self, mark: Mark) -> list[str]:
        return self._sources.get(mark.file, [])


def _instead(base: Node, patch: Node) -> Node:
    """A list in place of another, with the words that it took away; anything else in place of anything as it is."""
    if not isinstance(base.value, list) or not isinstance(patch.value, list):
        return patch
    kept = {item.value for item in patch.value if isinstance(item.value, str)}
    had = {item.value: patch.mark for item in base.value if isinstance(item.value, str)}
    return replace(
        patch, gone={word: mark for word, mark in {**base.gone, **had}.items() if word not in kept}
    )


def _ending_like(name: str, known: list[str]) -> str:
    """The first of the dotted names whose last word is this one, or was probably meant by it; else nothing."""
    last = {other.rpartition(".")[2]: other for other in reversed(known) if "." in other}
    return last.get(name) or last.get(did_you_mean(name, last) or "", "")


def _longest_step(node: Node | None, words: list[str]) -> tuple[str | int, int]:
    """The key or index that the first of ``words`` mean below a node, and how many of them it takes."""
    for used in range(len(words), 0, -1):
        step = ".".join(words[:used])
        if node is not None and node.child(step) is not None:
            return step, used
        if (
            len(step) <= _MOST_DIGITS
            and step.isdecimal()
            and node is not None
            and node.child(int(step)) is not None
        ):
            return int(step), used
    return words[0], 1


def _dotted(path: Place) -> str:
    return ".".join(str(step) for step in path)

"""Hold a ruleset joined of several documents, in which every value knows where it came from.

Joining follows JSON merge patch (RFC 7386): maps merge, ``~`` removes, anything else replaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.source.document import (
    Document,
    Key,
    Location,
    Node,
    changed,
    diagnostic_at,
    inside_block,
)
from wargrid.source.says import without_false
from wargrid.source.yaml_reader import MAX_DEPTH, read_value
from wargrid.text import did_you_mean, join_names, whole

SETTING: Final = "--set"
"""The file that diagnostics name for settings of the command line."""

DICE: Final = "dice"
PLUGINS: Final = "plugins"
IsChoice: TypeAlias = Callable[[Place], bool]
"""Whether the map at a path chooses one word, which another word replaces."""

NameUse: TypeAlias = tuple[Place, str, str]
"""A path that uses a name, the section that defines such names, and the name."""


def never(path: Place) -> bool:
    """Return False: no map chooses one word."""
    return False


class Merged:
    """A ruleset after joining: every value with the file and line it came from."""

    def __init__(
        self,
        root: Node,
        sources: dict[str, list[str]],
        files: tuple[str, ...] = (),
        one_of: IsChoice = never,
    ) -> None:
        self.root = root
        self.files = files
        """The file read first, then those it extends, the base last."""
        self.paths: tuple[Path, ...] = ()
        """The paths of these files, where they are files."""
        self.origin_paths: tuple[Path, ...] = ()
        """The files that a ruleset embedded in a record was read from."""
        self.one_of = one_of
        self.inside: IsChoice = never
        """Whether a setting of one key leaves the others of its map, which ``one_of`` drops."""
        self.missed: list[NameUse] = []
        """Uses by ``like`` of units that a nearer file has removed."""
        self.expanded: set[str] = set()
        """The traits in whose place their types were written."""
        self.ignored: list[Diagnostic] = []
        """Warnings about values that are wrong and were left out."""
        self.replaced: list[Diagnostic] = []
        """Warnings about values that are never used, as a scenario has its own."""
        self._sources = sources
        self._laid: list[str] = []
        self._vain: dict[Location, Diagnostic] = {}

    @property
    def warnings(self) -> list[Diagnostic]:
        """The removals that removed nothing, the values left out, and those never used."""
        return [*self._vain.values(), *self.ignored, *self.replaced]

    @property
    def data(self) -> Any:
        """The ruleset as plain dictionaries, lists and scalars."""
        return self.root.plain()

    # Positions

    def depth(self, location: Location) -> int:
        """Return how near a mark is: -2 a setting, -1 a scenario, 0 the first file, 1 its base."""
        if location.file == SETTING:
            return -2
        if location.file in self._laid:
            return -1
        return self.files.index(location.file) if location.file in self.files else 0

    def nearest(self, *paths: Place) -> Place:
        """Return the path whose value was written last: by a setting, or in the nearest file.

        In one file, an entry's own value comes before one that it inherits by ``like``.
        """

        def order(path: Place) -> tuple[int, bool]:
            location, entry = self.root.place(path, "value"), self.root.place(path[:2], "key")
            before = (location.line, location.column) < (entry.line, entry.column)
            return self.depth(location), location.file == entry.file and before

        return min(paths, key=order)

    def nearest_mark(self, *locations: Location) -> Location:
        """Return the first of the marks in the nearest file."""
        return min(locations, key=self.depth)

    def mark_in(self, path: Place, row: int, column: int, length: int = 1) -> Location:
        """Return the mark of a row and column (from 0) of the block text at a path."""
        location = self.root.place(path, "value")
        return inside_block(location, self._lines(location), row, column, length)

    def after(self, location: Location) -> str:
        """Return what follows a mark on its line."""
        lines = self._lines(location)
        return lines[location.line - 1][location.column - 1 + location.length :] if lines else ""

    def is_folded(self, path: Place) -> bool:
        """Return whether YAML joined the lines of the text at a path, for want of a ``|``."""
        node = self.root.at(path)
        lines = self._lines(node.location) if node is not None else []
        if node is None or not isinstance(node.value, str) or node.location.line > len(lines):
            return False
        written = lines[node.location.line - 1][node.location.column - 1 :]
        joined = "\n" not in node.value.strip() and len(written.split()) < len(node.value.split())
        return written.startswith(">") or (joined and not written.startswith("|"))

    def as_written(self, path: Place) -> Place:
        """Return a path without the index of a word that is written alone instead of in a list.

        An option that a list may replace is left out where the list is written.
        """
        steps: Place = ()
        for step in path:
            node = self.root.at(steps)
            if isinstance(step, str) and node is not None and isinstance(node.value, list):
                continue  # the option that a list may replace: ``first: [...]``
            if not isinstance(step, int) or (
                node is not None and (node.child(step) or isinstance(node.value, list))
            ):
                steps = (*steps, step)
        return steps

    # Diagnostics

    def diagnostic(
        self,
        path: Place,
        name: str,
        /,
        at: Literal["key", "value"] = "key",
        **values: object,
    ) -> Diagnostic:
        """Make a diagnostic at a path, or at the nearest place that exists."""
        return self.diagnostic_on(self.root.place(path, at), name, path, **values)

    def diagnostic_in(
        self, path: Place, row: int, column: int, name: str, /, length: int = 1, **values: object
    ) -> Diagnostic:
        """Make a diagnostic at a row and column (from 0) inside a block text."""
        return self.diagnostic_on(self.mark_in(path, row, column, length), name, path, **values)

    def diagnostic_on(
        self, location: Location, name: str, path: Place = (), /, **values: object
    ) -> Diagnostic:
        """Make a diagnostic at a place in one of the files."""
        chain = self.files if len(self.files) > 1 else ()
        return diagnostic_at(
            location, name, self._lines(location), path, chain=chain, values=values
        )

    # Changes

    def lay(self, document: Document, brings: Iterable[Key] = ()) -> None:
        """Lay a scenario over the ruleset; keys that it ``brings`` are missing there if absent."""
        self._sources[document.file] = document.lines
        self._laid.append(document.file)
        location = self.root.location
        self.root = self.over(self.root, document.root, ())
        self.root = replace(self.root, location=location)
        for key in brings:
            if self.root.child(key) is None:
                self.root.removed[key] = document.root.location

    def over(self, base: Node | None, patch: Node, path: Place) -> Node:
        """Lay one node over another; in a map that chooses one word, another word replaces it."""
        if not isinstance(patch.value, dict):
            return patch if base is None else _instead(base, patch)
        below = base.value if base is not None and isinstance(base.value, dict) else {}
        kept = dict(below)
        if self.one_of(path) and any(node.value is not None for node in patch.value.values()):
            kept = {word: node for word, node in below.items() if word in patch.value}
        removed = dict(base.removed) if base is not None and below else {}
        for key, node in patch.value.items():
            if node.value is not None:
                kept[key] = self.over(kept.get(key), node, (*path, key))
                if key in removed:
                    self._vain.pop(removed[key], None)
                continue
            location = node.key_location or node.location
            if key not in below and key not in removed:
                self._vain[location] = self._removes_nothing(
                    location, key, list(map(str, below)), path
                )
            kept.pop(key, None)
            removed[key] = location
        for key, location in patch.removed.items():  # removed from the patch before it is laid here
            if key not in patch.value:
                removed[key] = location
                if kept.pop(key, None) is not None:
                    self._vain.pop(location, None)
        return Node(kept, patch.location, patch.key_location, removed)

    def forget(self, path: Place) -> None:
        """Remove the value at a path, as if no file had it."""
        self.root = changed(self.root, path, None)

    def keep_nulls(self, is_nullable: Callable[[Place], bool]) -> None:
        """Make ``~`` a value where the ruleset allows one, instead of a removal."""
        for path, node in self.root.walk():
            for key, location in node.removed.items():
                at = (*path, key)
                if node.child(key) is None and is_nullable(at):
                    self.root = changed(self.root, at, Node(None, location, location))
        self._vain = {
            location: each for location, each in self._vain.items() if not is_nullable(each.path)
        }

    # Settings

    def set(self, path: Place, value_text: str, source: str = "") -> None:
        """Set one value, written as YAML; ``~`` removes it. Raises RulesetError.

        ``source`` is the line that diagnostics show, ``KEY=VALUE``.
        """
        source = source or f"{_dotted(path)}={value_text}"
        column = len(source) - len(value_text) + 1
        whole_mark = self._setting_mark(source, column - 2)
        parent = self.root.at(path[:-1])
        if not path or parent is None or not isinstance(parent.value, dict | list):
            raise RulesetError([self._no_parent(path, whole_mark)])
        if parent.child(path[-1]) is None and not isinstance(parent.value, dict):
            raise RulesetError([self._no_parent(path, whole_mark)])
        value = read_value(value_text, column, SETTING, source, whole_mark.line)
        value = replace(value, key_location=whole_mark)
        self.root = without_false(self.root, self._with_value(self.root, path, 0, value))

    def open(self, path: Place) -> None:
        """Put an empty map at a path where there is nothing, for settings below it."""
        location = self.root.location
        self.root = changed(self.root, path, Node({}, location, location))

    def setting_diagnostic(self, text: str, name: str, /, **values: object) -> Diagnostic:
        """Make a diagnostic about a setting that cannot be made at all."""
        location = self._setting_mark(text, len(text.partition("=")[0]))
        return self.diagnostic_on(location, name, **values)

    def path_of(self, dotted: str) -> Place:
        """Return the path of a dotted name; keys may hold dots (``plugins.game.rule.types``)."""
        path: list[str | int] = []
        node: Node | None = self.root
        words = dotted.split(".")
        if len(words) > MAX_DEPTH:
            return (dotted,)
        while words:
            step, used = _longest_step(node, words)
            path.append(step)
            node = node.child(step) if node else None
            words = words[used:]
        return tuple(path)

    def _setting_mark(self, text: str, length: int) -> Location:
        lines = self._sources.setdefault(SETTING, [])
        lines.append(text)
        return Location(SETTING, len(lines), 1, max(1, length))

    def _with_value(self, node: Node, path: Place, depth: int, value: Node) -> Node:
        """Return ``node`` with ``value`` laid at the rest of the path, copying only along it."""
        if depth == len(path):
            return self.over(node, value, path)
        step = path[depth]
        below = node.child(step)
        if isinstance(node.value, list) and isinstance(step, int):
            items = list(node.value)
            items[step] = self._with_value(items[step], path, depth + 1, value)
            return replace(node, value=items)
        keeps = depth == len(path) - 1 and value.value is not None and self.inside(path[:depth])
        if keeps and isinstance(node.value, dict):
            return replace(node, value={**node.value, step: self.over(below, value, path)})
        if below is None or depth == len(path) - 1:
            patch = Node({step: value}, value.location, node.key_location)
            return replace(self.over(node, patch, path[:depth]), location=node.location)
        assert isinstance(node.value, dict)
        laid = self._with_value(below, path, depth + 1, value)
        return replace(node, value={**node.value, step: laid})

    def _no_parent(self, path: Place, location: Location) -> Diagnostic:
        for depth in range(1, len(path)):
            parent = self.root.at(path[: depth - 1])
            if parent is None or parent.child(path[depth - 1]) is None:
                return self._unknown_parent(path[:depth], parent, location)
        return self.diagnostic_on(location, "set_not_map", path, key=_dotted(path[:-1]))

    def _unknown_parent(self, path: Place, parent: Node | None, location: Location) -> Diagnostic:
        known = list(map(str, parent.value)) if parent and isinstance(parent.value, dict) else []
        near = did_you_mean(str(path[-1]), known)
        fixed = _dotted((*path[:-1], near)) if near else ""
        values = {"key": _dotted(path), "near": fixed, "known": join_names(known)}
        return self.diagnostic_on(location, "set_no_parent", path, **values)

    def _removes_nothing(
        self, location: Location, key: Key, known: list[str], path: Place
    ) -> Diagnostic:
        last = {other.rpartition(".")[2]: other for other in reversed(known) if "." in other}
        near = did_you_mean(str(key), known) or last.get(
            did_you_mean(str(key), last) or str(key), ""
        )
        values = {"key": key, "near": near, "known": join_names(known, 30)}
        return self.diagnostic_on(location, "removes_nothing", (*path, key), **values)

    def _lines(self, location: Location) -> list[str]:
        return self._sources.get(location.file, [])


# Names that a nearer file has removed


def taker_of(merged: Merged, use: NameUse) -> Location | None:
    """Return where the name of a use was removed, if in a file no farther than the use."""
    at, section, name = use
    key = DICE if section == "faces" else section
    home, place = merged.root.at((key,)), merged.root.place(at, "value")
    location = merged.root.removed.get(key) if home is None else home.removed.get(name)
    if location is not None:
        return location if merged.depth(location) <= merged.depth(place) else None
    if home is None or section != "faces" or not isinstance(home.value, dict):
        return None
    faces = [die.gone[name] for die in home.value.values() if name in die.gone]
    location = min([*home.removed.values(), *faces], key=merged.depth, default=place)
    return location if merged.depth(location) < merged.depth(place) else None


def still_used(merged: Merged, uses: Iterable[NameUse]) -> Iterator[Diagnostic]:
    """Report each place that removed names once, with all that still use them."""
    by_mark: dict[Location, list[NameUse]] = {}
    for use in uses:
        location = taker_of(merged, use)
        if location is not None:
            by_mark.setdefault(location, []).append(use)
    for location, all_uses in by_mark.items():
        names = dict.fromkeys(name for _, _, name in all_uses)
        places = dict.fromkeys(_dotted(at) for at, _, _ in all_uses)
        _, section, name = all_uses[0]
        path: Place = (DICE,) if section == "faces" else (section, name)
        values = {"name": join_names(names), "places": join_names(places), "count": len(places)}
        yield merged.diagnostic_on(location, "still_used", path, **values)


def _instead(base: Node, patch: Node) -> Node:
    """Return a value in place of another; a list remembers the words that it removed."""
    if not isinstance(base.value, list) or not isinstance(patch.value, list):
        return patch
    kept = {item.value for item in patch.value if isinstance(item.value, str)}
    had = {item.value: patch.location for item in base.value if isinstance(item.value, str)}
    gone = {word: location for word, location in {**base.gone, **had}.items() if word not in kept}
    return replace(patch, gone=gone)


def _longest_step(node: Node | None, words: list[str]) -> tuple[str | int, int]:
    """Return the key or index that the first words mean below a node, and how many it takes."""
    for used in range(len(words), 0, -1):
        step = ".".join(words[:used])
        if node is not None and node.child(step) is not None:
            return step, used
        number = whole(step)
        if node is not None and number is not None and node.child(number) is not None:
            return number, used
    return words[0], 1


def _dotted(path: Place) -> str:
    return ".".join(str(step) for step in path)

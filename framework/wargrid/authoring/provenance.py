"""Find the file and line of every value of a merged ruleset, and print them as YAML comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from pathlib import PurePath
from typing import Any, Final

from pydantic import BaseModel

from wargrid.loading import library
from wargrid.loading.loader import Loaded
from wargrid.plugins.words import offered
from wargrid.ruleset.base import Kind
from wargrid.source.diagnostics import Place
from wargrid.source.document import Key, Location, Node
from wargrid.source.dump import lines_of, yaml_line
from wargrid.source.inherit import resolve
from wargrid.source.merge import SETTING
from wargrid.source.says import LIKE
from wargrid.source.yaml_reader import read
from wargrid.text import catalog, printable

COLUMN: Final = 46
"""Where comments begin, unless the value before them is longer."""

_BLOCK: Final = re.compile(r"[|>][-+0-9]*$")


@dataclass(frozen=True, slots=True)
class ValueOrigin:
    """One value and where it is written.

    ``location`` is None for a default, which belongs to the word or plugin ``owner``. ``like`` is
    the unit that has the value; ``before`` is the value without the file of ``location``;
    ``removed`` is true if a ``~`` at ``location`` removed a value, so that the default applies.
    """

    path: Place
    value: Any
    location: Location | None = None
    owner: str = ""
    like: str = ""
    before: Node | None = None
    removed: bool = False

    @property
    def is_default(self) -> bool:
        """Whether the value is a default."""
        return self.location is None or self.removed

    def as_json(self) -> dict[str, Any]:
        """Return the origin as JSON values."""
        location, before = self.location, self.before
        in_file = location if location and location.file != SETTING else None
        kind = "default" if location is None else "file" if in_file else "set"
        return {
            "path": list(self.path),
            "value": self.value,
            "origin": "removed" if self.removed else kind,
            "file": in_file and in_file.file,
            "line": in_file and in_file.line,
            "like": self.like or None,
            "owner": self.owner or None,
            "before": before
            and {
                "value": before.plain(),
                "file": before.location.file,
                "line": before.location.line,
            },
        }


class Origins:
    """The origins of all values of a loaded ruleset."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self.root = loaded.merged.root
        documents = map(read, (*loaded.scenario_files, *loaded.files))
        self.layers = {document.file: document.root for document in documents}
        """The files, the nearest first: the scenario, the ruleset, what it extends."""
        self._likes = _likes(loaded)
        self._plugins = {
            (kind.family, kind.word): name
            for name, plugin in loaded.plugins.items()
            for kind in offered(name, type(plugin))
        }

    def all(self) -> Iterator[ValueOrigin]:
        """Yield every value from the top down; in each map what was removed, and defaults, last."""
        return self._options((), self.root, self.loaded.ruleset)

    def as_json(self) -> dict[str, Any]:
        """Return the files and all origins as JSON values."""
        values = [origin.as_json() for origin in self.all()]
        return {"ruleset": self.loaded.name, "files": list(self.layers), "values": values}

    def _value(self, path: Place, node: Node, model: object) -> Iterator[ValueOrigin]:
        """Yield the values at and below a node; ``model`` is what it was validated as, if known."""
        if path[:1] == ("plugins",) and len(path) == 2:
            plugin = self.loaded.plugins.get(str(path[1]))
            return self._options(path, node, plugin, str(path[1]))
        if isinstance(model, Kind):
            return self._words(path, node, (model,))
        if isinstance(model, tuple) and all(isinstance(each, Kind) for each in model):
            return self._words(path, node, model)
        if isinstance(node.value, dict) and node.value:
            return self._options(path, node, model)
        items = node.value if isinstance(node.value, list) else []
        if len({(each.location.file, each.location.line) for each in items}) > 1:
            values = (self._value((*path, n), item, None) for n, item in enumerate(items))
            return chain.from_iterable(values)
        return self._options(path, node, None)

    def _words(self, path: Place, node: Node, kinds: Sequence[Kind]) -> Iterator[ValueOrigin]:
        if isinstance(node.value, list) and kinds:
            for number, (item, kind) in enumerate(zip(node.value, kinds, strict=True)):
                yield from self._words((*path, number), item, (kind,))
        elif isinstance(node.value, dict) and node.value:
            by_word = {kind.word: kind for kind in kinds}
            for word, below in node.value.items():
                kind_of = by_word.get(str(word))
                owner = self._owner(kind_of) if kind_of else ""
                yield from self._options((*path, word), below, kind_of, owner)
            yield from self._defaults(path, node, None, "")
        elif kinds:
            yield self._origin(path, node)
            yield from self._defaults((*path, kinds[0].word), node, kinds[0], self._owner(kinds[0]))
        else:
            yield from self._value(path, node, None)

    def _options(
        self, path: Place, node: Node, model: object, owner: str = ""
    ) -> Iterator[ValueOrigin]:
        """Yield the keys of a map, or the options of a word or plugin, in full or short form."""
        if isinstance(node.value, dict) and node.value:
            for key, below in node.value.items():
                name = str(key)
                known = model.get(key) if isinstance(model, Mapping) else getattr(model, name, None)
                yield from self._value((*path, key), below, known)
        else:
            yield self._origin(path, node)
        yield from self._defaults(path, node, model, owner)

    def _defaults(
        self, path: Place, node: Node, model: object, owner: str
    ) -> Iterator[ValueOrigin]:
        fields = _default_values(model) if isinstance(model, BaseModel) else {}
        for key, location in node.removed.items():
            if node.child(key) is None:
                yield ValueOrigin((*path, key), fields.get(str(key)), location, owner, removed=True)
        for key, value in fields.items():
            if key not in node.removed:
                yield ValueOrigin((*path, key), value, owner=owner)

    def _origin(self, path: Place, node: Node) -> ValueOrigin:
        own, unit = path, str(path[1]) if path[:1] == ("units",) and len(path) > 2 else ""
        while other := self._likes.get(unit):
            there = self.root.at(("units", other, *path[2:]))
            if there is None or there.location != node.location:
                break
            own, unit = ("units", other, *path[2:]), other
        like = unit if own != path else ""
        return ValueOrigin(
            path, node.plain(), node.location, like=like, before=self._before(own, node.location)
        )

    def _before(self, path: Place, location: Location) -> Node | None:
        """Return the value in the next lower file that has one, or in the unit this one is like."""
        files = list(self.layers)
        lower = files[files.index(location.file) + 1 :] if location.file in files else files
        own = path
        while True:
            for file in lower:
                below = self.layers[file].at(own)
                if below is not None:
                    return None if isinstance(below.value, dict) or below.value is None else below
            other = self._likes.get(str(own[1])) if own[:1] == ("units",) and len(own) > 2 else None
            if other is None:
                return None
            own = ("units", other, *own[2:])

    def _owner(self, kind: Kind) -> str:
        plugin = self._plugins.get((kind.family, kind.word))
        return f"{kind.word} ({plugin})" if plugin else kind.word


def annotated(origins: Origins) -> Iterator[str]:
    """Yield the lines of the ruleset as YAML, with the origin of each value as a comment."""
    labels = short_names(origins.layers)
    yield "# " + _say("head", name=printable(origins.loaded.name))
    width = max(map(len, labels.values()), default=0)
    for file, label in labels.items():
        yield f"#   {label.ljust(width)}  {printable(file, 400)}"
    yield from _Page(labels).lines(origins.all())


def short_names(files: Iterable[str]) -> dict[str, str]:
    """Return the shortest ends of paths that differ from one another."""
    parts = {file: PurePath(file).parts for file in files}
    found = {}
    for file, own in parts.items():
        others = [other for name, other in parts.items() if name != file]
        sizes = range(1, len(own))
        size = next((n for n in sizes if all(own[-n:] != o[-n:] for o in others)), len(own))
        found[file] = printable("/".join(own[-size:]), 400)
    return found


class _Page:
    def __init__(self, labels: dict[str, str]) -> None:
        self._labels = labels
        self._last: tuple[Key, ...] = ()
        self._dashes = 0

    def lines(self, origins: Iterable[ValueOrigin]) -> Iterator[str]:
        for origin in origins:
            comment = self._comment(origin)
            if origin.is_default:
                text = f"# {yaml_line(origin.path[-1])}: {yaml_line(origin.value)}"
                yield f"{'  ' * (len(origin.path) - 1)}{text}".ljust(COLUMN) + f"  # {comment}"
                continue
            yield from self._keys_above(origin.path)
            lines = self._entry(origin)
            at = 0 if _BLOCK.search(lines[0]) else -1
            lines[at] = f"{lines[at].ljust(COLUMN)}  # {comment}"
            yield from lines
            self._last = origin.path

    def _keys_above(self, path: tuple[Key, ...]) -> Iterator[str]:
        """Yield the keys that a value opens; a list's dash waits for the first line of its item."""
        pairs = zip(self._last, path, strict=False)
        common = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
        for depth in range(common, len(path) - 1):
            if isinstance(path[depth], int):
                self._dashes += 1
            else:
                yield f"{self._indent(depth)}{yaml_line(path[depth])}:"

    def _entry(self, origin: ValueOrigin) -> list[str]:
        *above, key = origin.path
        if isinstance(key, int):
            self._dashes += 1
            return [self._indent(len(above) + 1) + yaml_line(origin.value)]
        indent = self._indent(len(above))
        value = origin.value
        lines = [f"{yaml_line(key)}: {yaml_line(value)}"]
        if isinstance(value, str) and "\n" in value:
            lines = lines_of(key, value)
        first, *rest = lines
        return [indent + first, *("  " * len(above) + line if line else line for line in rest)]

    def _indent(self, depth: int) -> str:
        """Return two blanks a step, the last ones replaced by the dashes that wait."""
        dashes, self._dashes = self._dashes, 0
        return "  " * (depth - dashes) + "- " * dashes

    def _comment(self, origin: ValueOrigin) -> str:
        if origin.location is None:
            return _say("default_of", owner=origin.owner) if origin.owner else _say("default")
        place = self._place(origin.location)
        if origin.removed:
            return _say("removed", place=place)
        parts = [place, *([_say("like", unit=origin.like)] if origin.like else [])]
        if origin.before is not None:
            value = origin.before.plain()
            text = "…" if "\n" in str(value) else printable(yaml_line(value), 40)
            parts.append(_say("before", value=text, place=self._place(origin.before.location)))
        return ", ".join(parts)

    def _place(self, location: Location) -> str:
        label = self._labels.get(location.file, location.file)
        return label if location.file == SETTING else f"{label}:{location.line}"


def _say(key: str, **values: object) -> str:
    return catalog("en").say(f"show.{key}", **values)


def _default_values(model: BaseModel) -> dict[str, Any]:
    plain = model.model_dump(mode="json", warnings=False)
    return {
        name: plain[name]
        for name, field in type(model).model_fields.items()
        if name not in model.model_fields_set and field.validation_alias is None
    }


def _likes(loaded: Loaded) -> dict[str, str]:
    """Return the unit that each unit is like."""
    file = loaded.files[0]
    units = resolve(library.find(str(file)), library.parents_of(file)).root.child("units")
    entries = units.value if units is not None and isinstance(units.value, dict) else {}
    likes = {str(name): entry.child(LIKE) for name, entry in entries.items()}
    return {name: str(like.value) for name, like in likes.items() if like is not None}

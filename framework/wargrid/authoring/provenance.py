"""Where every value of a joined ruleset comes from: a line of a file, a setting, another unit, or a default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from pydantic import BaseModel

from wargrid.loading import library
from wargrid.loading.loader import Loaded
from wargrid.plugins.host import offered
from wargrid.ruleset.base import Kind
from wargrid.source.diagnostics import Place
from wargrid.source.document import Key, Mark, Node
from wargrid.source.inherit import LIKE, resolve
from wargrid.source.yaml_reader import read


@dataclass(frozen=True, slots=True)
class Origin:
    """One value and where it comes from.

    ``mark`` is its place in a file, None for a default, of which ``owner`` is the word or plugin;
    ``like`` is the unit it was taken over from; ``before`` is what it would be without that file,
    with its place; ``removed`` is whether a ``~`` at ``mark`` took away what was there, so that the
    default holds.
    """

    path: Place
    value: Any
    mark: Mark | None = None
    owner: str = ""
    like: str = ""
    before: Node | None = None
    removed: bool = False

    @property
    def written(self) -> bool:
        """Whether somebody wrote the value."""
        return self.mark is not None and not self.removed


class Origins:
    """Asks a loaded ruleset where its values come from."""

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self.root = loaded.merged.root
        self.layers = _layers(loaded)
        """The files that say something, the nearest first: the scenario, the ruleset, what it
        extends."""
        self._likes = _likes(loaded)
        kinds = (
            (kind, name)
            for name, plugin in loaded.plugins.items()
            for kind in offered(name, type(plugin))
        )
        self._brings = {(kind.family, kind.word): name for kind, name in kinds}

    def all(self) -> Iterator[Origin]:
        """Every value from the top down; after the values of a map what was taken from it and its defaults."""
        return self._map((), self.root, self.loaded.ruleset)

    def _value(self, path: Place, node: Node, meant: object) -> Iterator[Origin]:
        """The values at and below a node, ``meant`` as the model it became, if it is one."""
        if path[:1] == ("plugins",) and len(path) == 2:
            plugin = self.loaded.plugins.get(str(path[1]))
            return self._options(path, node, plugin, str(path[1]))
        if isinstance(meant, Kind):
            return self._word(path, node, meant)
        if isinstance(meant, tuple) and all(isinstance(each, Kind) for each in meant):
            return self._words(path, node, meant)
        if isinstance(node.value, dict) and node.value:
            return self._map(path, node, meant)
        return self._leaf(path, node)

    def _map(self, path: Place, node: Node, meant: object, owner: str = "") -> Iterator[Origin]:
        assert isinstance(node.value, dict)
        for key, below in node.value.items():
            yield from self._value((*path, key), below, _below(meant, key))
        yield from self._unwritten(path, node, meant, owner)

    def _leaf(self, path: Place, node: Node) -> Iterator[Origin]:
        """A single value, or a list: whole if it stands in one line, else item by item."""
        if (
            isinstance(node.value, list)
            and len({(each.mark.file, each.mark.line) for each in node.value}) > 1
        ):
            for number, item in enumerate(node.value):
                yield from self._value((*path, number), item, None)
        else:
            yield self._origin(path, node)
            yield from self._unwritten(path, node, None, "")

    def _words(self, path: Place, node: Node, kinds: Sequence[Kind]) -> Iterator[Origin]:
        """Words of a family: a map of several, a list of such maps, or one."""
        if isinstance(node.value, list) and kinds:
            for number, (item, kind) in enumerate(zip(node.value, kinds, strict=True)):
                yield from self._word((*path, number), item, kind)
        elif isinstance(node.value, dict) and node.value:
            by_word = {kind.word: kind for kind in kinds}
            for word, below in node.value.items():
                chosen = by_word.get(str(word))
                yield from self._options(
                    (*path, word), below, chosen, self._owner(chosen) if chosen else ""
                )
            yield from self._unwritten(path, node, None, "")
        elif kinds:
            yield from self._word(path, node, kinds[0])
        else:
            yield from self._leaf(path, node)

    def _word(self, path: Place, node: Node, kind: Kind) -> Iterator[Origin]:
        """One word: alone, or as the key of its options."""
        if isinstance(node.value, dict):
            return self._words(path, node, (kind,))
        return chain(
            [self._origin(path, node)],
            self._unwritten((*path, kind.word), node, kind, self._owner(kind)),
        )

    def _options(
        self, path: Place, node: Node, meant: BaseModel | None, owner: str
    ) -> Iterator[Origin]:
        """The options of a word or plugin; under a short form the others."""
        if isinstance(node.value, dict) and node.value:
            return self._map(path, node, meant, owner)
        return chain([self._origin(path, node)], self._unwritten(path, node, meant, owner))

    def _unwritten(self, path: Place, node: Node, meant: object, owner: str) -> Iterator[Origin]:
        """What was taken away from a map, and the defaults of what nobody wrote there."""
        fields = _defaults(meant) if isinstance(meant, BaseModel) else {}
        for key, mark in node.removed.items():
            if node.child(key) is None:
                yield Origin((*path, key), fields.get(str(key)), mark, owner, removed=True)
        for key, value in fields.items():
            if key not in node.removed:
                yield Origin((*path, key), value, owner=owner)

    def _origin(self, path: Place, node: Node) -> Origin:
        own, like = self._taken_over(path, node)
        return Origin(path, node.plain(), node.mark, like=like, before=self._before(own, node.mark))

    def _taken_over(self, path: Place, node: Node) -> tuple[Place, str]:
        """The path at which a value was written, and the unit it was taken over from."""
        unit = str(path[1]) if path[:1] == ("units",) and len(path) > 2 else ""
        own = path
        while other := self._likes.get(unit):
            there = self.root.at(("units", other, *path[2:]))
            if there is None or there.mark != node.mark:
                break
            own, unit = ("units", other, *path[2:]), other
        return own, str(own[1]) if own != path else ""

    def _before(self, path: Place, mark: Mark) -> Node | None:
        """What a value would be without the file that says it: as a file below says, or the unit this one is like."""
        files = list(self.layers)
        lower = files[files.index(mark.file) + 1 if mark.file in files else 0 :]
        own = path
        while True:
            below = next(
                (below for file in lower if (below := self.layers[file].at(own)) is not None), None
            )
            if below is not None:
                return None if isinstance(below.value, dict) or below.value is None else below
            other = self._likes.get(str(own[1])) if own[:1] == ("units",) and len(own) > 2 else None
            if other is None:
                return None
            own = ("units", other, *own[2:])

    def _owner(self, kind: Kind) -> str:
        plugin = self._brings.get((kind.family, kind.word))
        return f"{kind.word} ({plugin})" if plugin else kind.word


def _below(meant: object, key: Key) -> object:
    if isinstance(meant, Mapping):
        return meant.get(key)
    return getattr(meant, str(key), None) if isinstance(meant, BaseModel) else None


def _defaults(model: BaseModel) -> dict[str, Any]:
    """The options that nobody wrote, as plain values."""
    plain = model.model_dump(mode="json", warnings=False)
    written = model.model_fields_set
    fields = type(model).model_fields.items()
    return {
        name: plain[name]
        for name, field in fields
        if name not in written and field.validation_alias is None
    }


def _layers(loaded: Loaded) -> dict[str, Node]:
    documents = [read(file) for file in (*loaded.scenario_files, *loaded.files)]
    return {document.file: document.root for document in documents}


def _likes(loaded: Loaded) -> dict[str, str]:
    """The unit that each one is like, as written."""
    if not loaded.files:
        return {}
    units = resolve(library.find(str(loaded.files[0])), library.find_parent).root.at(("units",))
    entries = units.value if units is not None and isinstance(units.value, dict) else {}
    likes = {str(name): entry.child(LIKE) for name, entry in entries.items()}
    return {name: str(like.value) for name, like in likes.items() if like is not None}

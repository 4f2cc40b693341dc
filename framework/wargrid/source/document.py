"""A YAML document: nodes with their positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeAlias

from wargrid.source.diagnostics import Diagnostic, Place, diagnostic

Key: TypeAlias = str | int
Scalar: TypeAlias = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Location:
    """A span of one line of a file; ``line`` and ``column`` count from 1."""

    file: str
    line: int
    column: int
    length: int = 1


@dataclass(frozen=True, slots=True)
class Node:
    """A value with its mark and the mark of its key.

    ``removed`` are the keys that a variant's ``~`` removed, ``gone`` the words of a list that
    another list replaced, each with the position of the removal.
    """

    value: Scalar | dict[Key, Node] | list[Node]
    mark: Location
    key_mark: Location | None = None
    removed: dict[Key, Location] = field(default_factory=dict)
    gone: dict[str, Location] = field(default_factory=dict)

    def plain(self) -> Any:
        """Return the value as plain dictionaries, lists and scalars."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value

    def walk(self, path: Place = ()) -> Iterator[tuple[Place, Node]]:
        """Yield each node from here down, with its path."""
        yield path, self
        if isinstance(self.value, dict):
            for key, node in self.value.items():
                yield from node.walk((*path, key))
        elif isinstance(self.value, list):
            for index, node in enumerate(self.value):
                yield from node.walk((*path, index))

    def child(self, step: Key) -> Node | None:
        """Return the node at a key or index of this one, if any."""
        if isinstance(self.value, dict):
            return self.value.get(step)
        if isinstance(self.value, list) and isinstance(step, int) and 0 <= step < len(self.value):
            return self.value[step]
        return None

    def at(self, path: Place) -> Node | None:
        """Return the node at a path below this one, if any."""
        node: Node | None = self
        for step in path:
            node = node.child(step) if node else None
        return node

    def place(self, path: Place, at: Literal["key", "value"]) -> Location:
        """Return the mark of the key or value at a path.

        A missing key has the mark of the ``~`` that removed it, or of the map that lacks it.
        """
        node = self
        for step in path:
            below = node.child(step)
            if below is None:
                return node.removed.get(step) or node.key_mark or node.mark
            node = below
        return node.key_mark or node.mark if at == "key" else node.mark


def changed(node: Node, path: Place, other: Node | None) -> Node:
    """Return a copy with another node at a path, or without the key there if ``other`` is None."""
    if not path:
        return other or node
    step, rest = path[0], path[1:]
    below = node.child(step)
    new = other if not rest else below and changed(below, rest, other)
    if isinstance(node.value, list):
        items = [new or each if at == step else each for at, each in enumerate(node.value)]
        return replace(node, value=items)
    if not isinstance(node.value, dict):
        return node
    if new is not None:
        return replace(node, value={**node.value, step: new})
    return replace(node, value={key: each for key, each in node.value.items() if key != step})


class Document:
    """One file of YAML, read; ``lines`` is its text."""

    def __init__(self, root: Node, lines: list[str], file: str, path: Path | None = None) -> None:
        self.root = root
        self.lines = lines
        self.file = file
        self.path = path

    @property
    def size(self) -> int:
        """The bytes of its text."""
        return sum(len(line.encode()) + 1 for line in self.lines)

    @cached_property
    def data(self) -> Any:
        """The document as plain dictionaries, lists and scalars."""
        return self.root.plain()

    @cached_property
    def marks(self) -> dict[Place, Location]:
        """The mark of each value, by path."""
        return {where: node.mark for where, node in self.root.walk()}

    def diagnostic(
        self,
        path: Place,
        name: str,
        /,
        at: Literal["key", "value"] = "value",
        **values: object,
    ) -> Diagnostic:
        """Make a diagnostic at a path, or at the nearest parent that exists."""
        return diagnostic_at(self.root.place(path, at), name, self.lines, path, values=values)


def diagnostic_at(
    mark: Location,
    name: str,
    lines: list[str],
    path: Place = (),
    *,
    chain: tuple[str, ...] = (),
    values: dict[str, object] | None = None,
) -> Diagnostic:
    """Make a diagnostic at a mark of a file with these ``lines``."""
    source_line = lines[mark.line - 1] if mark.line <= len(lines) else ""
    return diagnostic(
        name,
        file=mark.file,
        line=mark.line,
        column=mark.column,
        length=mark.length,
        path=path,
        source_line=source_line,
        chain=chain,
        values=values,
    )


def inside_block(
    mark: Location, lines: list[str], row: int, column: int, length: int = 1
) -> Location:
    """Return the mark of a row and column (from 0) in a block text (``|``) or a text on one line.

    Any other value has its own mark.
    """
    header = lines[mark.line - 1][mark.column - 1 :] if mark.line <= len(lines) else ""
    if not header.startswith("|"):
        return _inside_line(mark, header, column, length) if row == 0 else mark
    body = lines[mark.line :]
    filled = next((line for line in body if line.strip()), None)
    if filled is None or row >= len(body):
        return mark
    indent = len(filled) - len(filled.lstrip(" "))
    return Location(mark.file, mark.line + 1 + row, indent + column + 1, length)


def _inside_line(mark: Location, written: str, column: int, length: int) -> Location:
    quoted = written[:1] in ("'", '"')
    text = written[quoted : mark.length - quoted]
    if column + length > len(text) or any(sign in text for sign in "\\'\""):
        return mark  # escapes shift the columns
    return Location(mark.file, mark.line, mark.column + quoted + column, length)

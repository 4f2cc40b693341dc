"""What was read from a file: nodes that know where they came from, and the document they make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeAlias

from wargrid.source.diagnostics import Diagnostic, Place, Severity, diagnostic

Key: TypeAlias = str | int
Scalar: TypeAlias = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Mark:
    """A span of one line of a file; ``line`` and ``column`` count from 1."""

    file: str
    line: int
    column: int
    length: int = 1


@dataclass(frozen=True, slots=True)
class Node:
    """A value with its mark, the mark of the key it stands at, and the keys removed from it by a variant's ``~``.

    ``gone`` are the words of a list that another one in its place does not have, and where that one
    stands.
    """

    value: Scalar | dict[Key, Node] | list[Node]
    mark: Mark
    key_mark: Mark | None = None
    removed: dict[Key, Mark] = field(default_factory=dict)
    gone: dict[str, Mark] = field(default_factory=dict)

    def plain(self) -> Any:
        """The value as plain dictionaries, lists and scalars."""
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
        """The node at a key or index of this one, if there is one."""
        if isinstance(self.value, dict):
            return self.value.get(step)
        if isinstance(self.value, list) and isinstance(step, int) and 0 <= step < len(self.value):
            return self.value[step]
        return None

    def at(self, path: Place) -> Node | None:
        """The node at ``path`` below this one, if there is one."""
        node: Node | None = self
        for step in path:
            node = node.child(step) if node else None
        return node

    def place(self, path: Place, at: Literal["key", "value"]) -> Mark:
        """Where to point for ``path``: at the key or value itself, or else the nearest place that is known.

        A missing key points at the ``~`` that removed it, or at the key of the map it should stand
        in.
        """
        node = self
        for step in path:
            below = node.child(step)
            if below is None:
                return node.removed.get(step) or node.key_mark or node.mark
            node = below
        return node.key_mark or node.mark if at == "key" else node.mark


def changed(node: Node, path: Place, other: Node | None) -> Node:
    """A node with another in place of what stands at a path below it, or with nothing there."""
    if not path:
        return other or node
    below = node.child(path[0])
    new = (
        changed(below, path[1:], other)
        if below is not None and path[1:]
        else other
        if not path[1:]
        else below
    )
    if isinstance(node.value, list) and isinstance(path[0], int):
        return replace(
            node,
            value=[new or each if at == path[0] else each for at, each in enumerate(node.value)],
        )
    if not isinstance(node.value, dict):
        return node
    kept: dict[Key, Node] = {
        key: each for key, each in node.value.items() if key != path[0] or new is not None
    }
    return replace(node, value=kept if new is None else {**kept, path[0]: new})


class Document:
    """One file of YAML, read; ``lines`` is its text."""

    def __init__(self, root: Node, lines: list[str], file: str, path: Path | None = None) -> None:
        self.root = root
        self.lines = lines
        self.file = file
        self.path = path

    @cached_property
    def data(self) -> Any:
        """The whole as plain dictionaries, lists and scalars."""
        return self.root.plain()

    @cached_property
    def marks(self) -> dict[Place, Mark]:
        """Where each value stands, by path."""
        return {where: node.mark for where, node in self.root.walk()}

    def diagnostic(
        self,
        path: Place,
        name: str,
        /,
        at: Literal["key", "value"] = "value",
        severity: Severity | None = None,
        **values: object,
    ) -> Diagnostic:
        """The fault called ``name`` at a path of this document; an unknown path points at its nearest parent."""
        return diagnostic_at(
            self.root.place(path, at), name, self.lines, path, severity=severity, values=values
        )


def diagnostic_at(
    mark: Mark,
    name: str,
    lines: list[str],
    path: Place = (),
    *,
    chain: tuple[str, ...] = (),
    severity: Severity | None = None,
    values: dict[str, object] | None = None,
) -> Diagnostic:
    """The fault called ``name`` at a mark of a file whose text is ``lines``."""
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
        severity=severity,
        values=values,
    )


def inside_block(mark: Mark, lines: list[str], row: int, column: int, length: int = 1) -> Mark:
    """Where a row and column (from 0) of a text stand in its file: of a block text (``|``), or of one on a single line.

    Any other value is its own mark.
    """
    header = lines[mark.line - 1][mark.column - 1 :] if mark.line <= len(lines) else ""
    if not header.startswith("|"):
        return _inside_line(mark, header, column, length) if row == 0 else mark
    body = lines[mark.line :]
    filled = next((line for line in body if line.strip()), None)
    if filled is None or row >= len(body):
        return mark
    indent = len(filled) - len(filled.lstrip(" "))
    return Mark(mark.file, mark.line + 1 + row, indent + column + 1, length)


def _inside_line(mark: Mark, said: str, column: int, length: int) -> Mark:
    """The same of a text on one line, quoted or not, as long as it is written there letter by letter."""
    quoted = said[:1] in ("'", '"')
    text = said[quoted : mark.length - quoted]
    if column + length > len(text) or any(sign in text for sign in "\\'\""):
        return mark
    return Mark(mark.file, mark.line, mark.column + quoted + column, length)

"""Makes nodes of the YAML parser's events as they stream, by strict rules, and gathers what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    StreamEndEvent,
)

from wargrid.source.diagnostics import MAX_DIAGNOSTICS, Diagnostic, Place
from wargrid.source.document import Key, Mark, Node, Scalar, diagnostic_at
from wargrid.source.lone_values import lone_value
from wargrid.source.scalars import CONTROL, Trap, value_of
from wargrid.text.format import printable
from wargrid.text.message import Message

_CURLY: Final = "“”„‘‚"
"""Quotation marks that YAML takes for letters."""
_UNPARTED: Final = re.compile(r"\S[:\s]\S")


def events_of(text: str) -> Iterator[Event]:
    """The parser's events as they stream; each node of them is a scalar, a list, a map or an alias."""
    loader = yaml.CSafeLoader(text)
    try:
        while True:
            event = loader.get_event()
            if event is None or isinstance(event, StreamEndEvent):
                return
            yield event
    finally:
        loader.dispose()


def start_of(event: Event) -> tuple[int, int]:
    """Line and column, from 0, at which an event begins."""
    mark = event.start_mark
    return (mark.line, mark.column) if mark else (0, 0)


def end_line(event: Event) -> int:
    """The line, from 0, in which an event ends."""
    return event.end_mark.line if event.end_mark else start_of(event)[0]


def span_of(event: Event, file: str, lines: list[str], end: Event | None = None) -> Mark:
    """The mark of an event, or of all up to another one: its text, or what its first line holds of it."""
    line, column = start_of(event)
    last = (end or event).end_mark
    if last and last.line == line and last.column > column:
        return Mark(file, line + 1, column + 1, last.column - column)
    rest = lines[line][column:] if line < len(lines) else ""
    return Mark(file, line + 1, column + 1, max(1, len(rest.rstrip())))


def _is_in_curly_quotes(text: str) -> bool:
    """Whether a text without quotes begins with a curly one, and does not go on after another."""
    return text[0] in _CURLY and not any(sign in text[1:-1] for sign in _CURLY)


def _may_be_list(path: Place) -> bool:
    """Whether a map of a ruleset stands here instead of which a list may say one word several times."""
    return path == ("victory",) or (path[:1], path[2:]) == (("units",), ("move",))


class _Frame:
    """A list or map that is being read; in a map, the key that waits for its value."""

    def __init__(self, event: CollectionStartEvent, path: Place) -> None:
        self.event = event
        self.path = path
        self.is_map = isinstance(event, MappingStartEvent)
        self.map: dict[Key, Node] = {}
        self.list: list[Node] = []
        self.key: Key | None = None
        self.key_mark: Mark | None = None
        self.repeated = False

    def step(self) -> Key:
        """The key or index of the value that comes next."""
        return len(self.list) if self.key is None else self.key


class Builder:
    """Makes nodes of the parser's events, by our own strict rules, and gathers the faults met on the way."""

    def __init__(self, file: str, lines: list[str]) -> None:
        self.file = file
        self.lines = lines
        self.root: Node | None = None
        self.diagnostics: list[Diagnostic] = []
        self._frames: list[_Frame] = []

    def build(self, text: str) -> None:
        """Take the events up to the first slip of syntax (the guard has named it) or too many faults."""
        try:
            for event in events_of(text):
                self._take(event)
                if len(self.diagnostics) >= MAX_DIAGNOSTICS or (
                    isinstance(event, DocumentStartEvent) and self.root
                ):
                    return
        except yaml.YAMLError:
            return

    def _take(self, event: Event) -> None:
        if isinstance(event, NodeEvent):
            self._forbid(event)
        if isinstance(event, CollectionStartEvent):
            self._frames.append(_Frame(event, self._path()))
        elif isinstance(event, CollectionEndEvent):
            self._close(self._frames.pop(), event)
        elif isinstance(event, ScalarEvent):
            self._scalar(event)
        elif isinstance(event, AliasEvent):
            self._put(Node(None, self._mark(event)))

    def _forbid(self, event: NodeEvent) -> None:
        if isinstance(event, AliasEvent):
            self._fault(self._mark(event), "alias", anchor=event.anchor)
        elif event.anchor is not None:
            self._fault(self._mark(event), "anchor", anchor=event.anchor)
        if getattr(event, "tag", None) is not None:
            self._fault(self._mark(event), "tag", tag=self._source(event))

    def _scalar(self, event: ScalarEvent) -> None:
        frame = self._frames[-1] if self._frames else None
        if frame and frame.is_map and frame.key_mark is None:
            self._open_key(frame, event)
            return
        self._put(Node(self._value(event), self._mark(event)))

    def _value(self, event: ScalarEvent, *, as_key: bool = False) -> Scalar:
        plain = event.implicit[0]
        control = CONTROL.search(event.value)
        if control:
            self._fault(self._mark(event), "control_character", sign=f"U+{ord(control[0]):04X}")
        if not plain:
            return str(event.value)
        if not event.value:
            self._empty(event)
            return None
        if _is_in_curly_quotes(event.value):
            self._fault(self._mark(event), "curly_quote", sign=event.value[0])
            return str(event.value)
        try:
            return value_of(event.value)
        except Trap as trap:
            said = {"word": event.value, "meant": trap.meant}
            way = Message(f"faults.{trap.name}.{'as_key' if as_key else 'as_value'}", said)
            self._fault(self._mark(event), trap.name, **said, way=way)
            return str(event.value)

    def _empty(self, event: ScalarEvent) -> None:
        """No value: a key alone in braces is one more value of the key before it, or lacks its colon, or its value."""
        frame, mark = (self._frames[-1] if self._frames else None), self._before(event)
        if any(
            diagnostic.name == "curly_quote" and diagnostic.line == mark.line
            for diagnostic in self.diagnostics
        ):
            return
        alone = frame is not None and frame.is_map and bool(frame.event.flow_style)
        line = self.lines[mark.line - 1]
        lone = lone_value(line, mark) if alone else None
        quoted = line[mark.column - 1 : mark.column] in ("'", '"')
        if lone is not None and lone.may_be_meant:
            if lone.is_first:  # the others are told with it
                self._fault(mark, "lone_value", **lone.fields())
        elif alone and frame is not None and not quoted and _UNPARTED.search(str(frame.key)):
            self._fault(mark, "missing_colon")
        else:
            self._fault(mark, "empty_value", key=self._key_text())

    def _open_key(self, frame: _Frame, event: ScalarEvent) -> None:
        mark = self._mark(event)
        key: Scalar = event.value
        if event.implicit[0] and event.value == "<<":
            self._fault(mark, "merge_key")
        elif event.implicit[0] and not event.value:
            self._fault(mark, "key_not_text", key="")
        else:
            key = self._value(event, as_key=True)
        if isinstance(key, bool) or not isinstance(key, str | int):
            self._fault(mark, "key_not_text", key=event.value)
            key = str(event.value)
        frame.key, frame.key_mark = key, mark
        first = frame.map.get(key)
        frame.repeated = first is not None
        if first is not None and first.key_mark is not None:
            way = Message(
                f"faults.duplicate_key.as_{'word' if _may_be_list(frame.path) else 'name'}",
                {"key": key},
            )
            self._fault(mark, "duplicate_key", key=key, first=first.key_mark.line, way=way)

    def _close(self, frame: _Frame, end: CollectionEndEvent) -> None:
        mark = self._mark(frame.event, end)
        self._put(Node(frame.map if frame.is_map else frame.list, mark))

    def _put(self, node: Node) -> None:
        frame = self._frames[-1] if self._frames else None
        if frame is None:
            self.root = node
        elif not frame.is_map:
            frame.list.append(node)
        elif frame.key_mark is None or frame.key is None:
            self._fault(
                node.mark,
                "key_not_text",
                key=self.lines[node.mark.line - 1][node.mark.column - 1 :],
            )
            frame.key, frame.key_mark = f"?{len(frame.map)}", node.mark
        else:
            if not frame.repeated:
                frame.map[frame.key] = Node(node.value, node.mark, frame.key_mark)
            frame.key = frame.key_mark = None

    def _path(self) -> Place:
        return (*self._frames[-1].path, self._frames[-1].step()) if self._frames else ()

    def _key_text(self) -> str:
        frame = self._frames[-1] if self._frames else None
        return "-" if frame is None or frame.key is None else f"{frame.key}:"

    def _before(self, event: ScalarEvent) -> Mark:
        """Where the key or dash stands whose value is missing."""
        frame = self._frames[-1] if self._frames else None
        if frame and frame.key_mark:
            return frame.key_mark
        mark = self._mark(event)
        return Mark(mark.file, mark.line, max(1, mark.column - 1))

    def _mark(self, event: Event, end: Event | None = None) -> Mark:
        return span_of(
            event, self.file, self.lines, end if getattr(event, "flow_style", False) else None
        )

    def _source(self, event: Event) -> str:
        mark = self._mark(event)
        return printable(self.lines[mark.line - 1][mark.column - 1 :].split(" ")[0])

    def _fault(self, mark: Mark, name: str, **values: object) -> None:
        self.diagnostics.append(diagnostic_at(mark, name, self.lines, self._path(), values=values))

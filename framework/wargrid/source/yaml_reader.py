"""Read YAML from files that may come from anywhere: plain data with the position of every value.

The parser's events are checked first, so that aliases and deep nesting are refused before PyYAML
builds nodes of them.
"""

from __future__ import annotations

import re
import stat
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any, Final, Literal, NoReturn

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    NodeEvent,
    ScalarEvent,
)

from wargrid.source.diagnostics import MAX_DIAGNOSTICS, Diagnostic, Place, RulesetError, diagnostic
from wargrid.source.document import Document, Key, Location, Node, Scalar, diagnostic_at
from wargrid.source.folders import resolved
from wargrid.source.yaml_errors import glued_pair, syntax_error
from wargrid.text import MAX_CATALOG_BYTES, printable

MAX_DEPTH: Final = 40
"""How many lists and maps may be nested in a file."""

MAX_VALUES: Final = 6_000
"""How many values a file may hold."""

CONTROL: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\ufffe\uffff]"
)
"""Characters that no file may hold: they are invisible, and some hide the text beside them."""

_BREAK: Final = re.compile(r"\r\n|[\r\n]")
_DIRECTIVE: Final = re.compile(r"^%", re.MULTILINE)
_ODD_SPACE: Final = re.compile(
    "(?:^[ \t]*|^[ \t-]*[\\w.]+:[ \t]*|[{,][ \t]*[\\w.]+:[ \t]*)"
    "([\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000])",
    re.MULTILINE,
)
"""A space of another script where YAML expects an ordinary one."""

_BARRED: Final = re.compile(r"[\w.]+ [|>] ")
"""The key of a block text that YAML takes for a part of the text, for want of a colon."""

_CURLY: Final = "“”„‘‚"
"""Quotation marks that YAML takes for letters."""

_WORDS: Final[dict[str, Scalar]] = {"true": True, "false": False, "null": None, "~": None}
_INTEGER: Final = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_DECIMAL: Final = re.compile(r"[-+]?(0|[1-9][0-9]*)\.[0-9]+")
_MAX_DIGITS: Final = 15
_AMBIGUOUS: Final = (
    ("bool_word", re.compile(r"yes|on|true", re.IGNORECASE), "true"),
    ("bool_word", re.compile(r"no|off|false", re.IGNORECASE), "false"),
    ("null_word", re.compile(r"null", re.IGNORECASE), "~"),
    ("octal", re.compile(r"[-+]?0[0-9]+(\.[0-9]*)?"), ""),
    ("clock_number", re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?"), ""),
    ("date", re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt \t].*)?"), ""),
    ("odd_number", re.compile(r"[-+]?(0[xob][0-9a-fA-F_]+|[0-9][0-9_]*_[0-9_]*(\.[0-9_]*)?)"), ""),
    ("odd_number", re.compile(r"[-+]?([0-9]+\.|\.[0-9]+|([0-9]*\.)?[0-9]+\.?[eE][-+]?[0-9]+)"), ""),
    ("odd_number", re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"), ""),
)
"""Unquoted words that programs read differently: the diagnostic, and what the author may mean."""


def read(path: FilePath) -> Document:
    """Read a file of at most 256 KiB of UTF-8. Raises RulesetError with everything wrong in it."""
    text, file = read_source(path), shown_path(path)
    # A menu asks for the title, the summary and the board of a game, and variants for one parent.
    nodes = _kept_nodes if len(text) <= _MAX_KEPT else _nodes
    root, lines = nodes(text, file)
    return Document(root, lines, file, path)


def read_source(path: FilePath) -> str:
    """Return the text of a file of at most 256 KiB of UTF-8. Raises RulesetError."""
    file = shown_path(path)
    return _decoded(_bytes_of(path, file), file)


def read_text(text: str, file: str) -> Document:
    """Read one document, which must be a map; diagnostics name ``file``. Raises RulesetError."""
    root, lines = _nodes(text, file)
    return Document(root, lines, file)


def _nodes(text: str, file: str) -> tuple[Node, list[str]]:
    """Return the root of a document, with all nodes below it, and its lines."""
    lines = _BREAK.split(text)
    if all(not line.strip() or line.lstrip().startswith("#") for line in lines):
        raise RulesetError([diagnostic("empty_file", file=file)])
    root = _parse(text, file, lines)
    if not isinstance(root.value, dict):
        raise RulesetError([diagnostic_at(root.location, "not_a_document", lines)])
    return root, lines


_kept_nodes = lru_cache(maxsize=40)(_nodes)
"""``_nodes`` for the files read last: nothing changes nodes, and equal text has equal nodes."""

_MAX_KEPT: Final = 1 << 15
"""How many characters a file may have whose nodes are kept, which bounds what they take."""


def read_value(text: str, column: int, file: str, source_line: str, line: int = 1) -> Node:
    """Read one value, such as the ``3`` of ``men=3``, at a line and column (from 1) of a file.

    Raises RulesetError.
    """
    lines = [""] * (line - 1) + _BREAK.split(source_line)
    if not text.strip():
        location, key = Location(file, line, column), source_line[: column - 1]
        raise RulesetError([diagnostic_at(location, "empty_value", lines, values={"key": key})])
    return _parse("\n" * (line - 1) + " " * (column - 1) + text, file, lines)


def shown_path(path: FilePath) -> str:
    """Return how diagnostics name a file: relative to the working folder if it is below it."""
    try:
        return path.absolute().relative_to(FilePath.cwd()).as_posix()
    except (ValueError, OSError):
        return str(path)


def _bytes_of(path: FilePath, file: str) -> bytes:
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            _refuse("file_is_folder", file)
        if not stat.S_ISREG(status.st_mode):
            _refuse("file_unreadable", file)
        if _leaves_folder(path):
            _refuse("file_is_link", file)
        with path.open("rb") as stream:
            raw = stream.read(MAX_CATALOG_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        _refuse("file_missing", file)
    except (OSError, ValueError):
        _refuse("file_unreadable", file)
    if len(raw) > MAX_CATALOG_BYTES:
        _refuse("file_too_big", file)
    return raw


def _leaves_folder(path: FilePath) -> bool:
    """Return whether a link leads out of its folder: messages quote what may be private there."""
    if not path.is_symlink():
        return False
    return not resolved(path).is_relative_to(resolved(path.parent))


def _refuse(name: str, file: str) -> NoReturn:
    values = {"file": file, "limit": MAX_CATALOG_BYTES >> 10}
    raise RulesetError([diagnostic(name, file=file, values=values)])


def _decoded(raw: bytes, file: str) -> str:
    raw = raw.removeprefix(BOM_UTF8)  # some editors write it
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        rows = _BREAK.split(raw[: error.start].decode("utf-8"))
        lines = _BREAK.split(raw.decode("utf-8", "replace"))
        location = Location(file, len(rows), len(rows[-1]) + 1)
        raise RulesetError([diagnostic_at(location, "not_utf8", lines)]) from None


def _parse(text: str, file: str, lines: list[str]) -> Node:
    _check_characters(text, file, lines)
    builder = _Builder(file, lines)
    builder.guard(text)
    if not builder.diagnostics:
        raw: Any = yaml.compose(text, Loader=yaml.CSafeLoader)
        root = builder.node(raw, ())
    if builder.diagnostics:
        raise RulesetError(builder.diagnostics[:MAX_DIAGNOSTICS])
    return root


def _check_characters(text: str, file: str, lines: list[str]) -> None:
    """Refuse characters that YAML, or a reader, would misunderstand."""
    if len(text) > MAX_CATALOG_BYTES:
        _refuse("file_too_big", file)
    for name, pattern in (
        ("control_character", CONTROL),
        ("odd_space", _ODD_SPACE),
        ("directive", _DIRECTIVE),
    ):
        found = pattern.search(text)
        if found:
            start = found.start(found.lastindex or 0)
            rows = _BREAK.split(text[:start])
            location = Location(file, len(rows), len(rows[-1]) + 1)
            sign = f"U+{ord(text[start]):04X}"
            raise RulesetError([diagnostic_at(location, name, lines, values={"sign": sign})])


def _events(text: str) -> Iterator[Event]:
    loader = yaml.CSafeLoader(text)
    try:
        while (event := loader.get_event()) is not None:
            yield event
    finally:
        loader.dispose()


class _Builder:
    """Check the events of a text, then make nodes of what PyYAML composes; collect diagnostics."""

    def __init__(self, file: str, lines: list[str]) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._file = file
        self._lines = lines

    def guard(self, text: str) -> None:
        """Refuse a syntax error, aliases, anchors, tags, a second document, too many values."""
        count = documents = 0
        opened: list[CollectionStartEvent] = []
        quoted: ScalarEvent | None = None
        try:
            for event in _events(text):
                documents += isinstance(event, DocumentStartEvent)
                if documents > 1:
                    return self._add("several_documents", event)
                if isinstance(event, CollectionEndEvent):
                    opened.pop()
                if not isinstance(event, NodeEvent):
                    continue
                count += 1
                if isinstance(event, CollectionStartEvent):
                    opened.append(event)
                if len(opened) > MAX_DEPTH:
                    return self._add("too_deep", event, limit=MAX_DEPTH)
                if count > MAX_VALUES:
                    return self._add("too_many", event, limit=MAX_VALUES)
                self._refuse_references(event)
                if isinstance(event, ScalarEvent) and event.style in ("'", '"'):
                    quoted = event
        except yaml.YAMLError as error:
            brackets = [event.start_mark for event in opened if event.flow_style]
            found = syntax_error(error, self._lines, brackets[-1:], quoted)
            location = Location(self._file, found.line + 1, found.column + 1)
            self.diagnostics.append(
                diagnostic_at(location, found.key, self._lines, values=found.values)
            )

    def _refuse_references(self, event: NodeEvent) -> None:
        if isinstance(event, AliasEvent):
            self._add("alias", event, anchor=event.anchor)
        elif event.anchor is not None:
            self._add("anchor", event, anchor=event.anchor)
        if getattr(event, "tag", None) is not None:
            location = self._mark(event)
            source = self._lines[location.line - 1][location.column - 1 :]
            self._add("tag", event, tag=printable(source.split(" ")[0]))

    def node(self, raw: Any, path: Place) -> Node:
        """Make a node of PyYAML's, with plain values."""
        if isinstance(raw, yaml.MappingNode):
            return Node(self._map(raw, path), self._mark(raw))
        if isinstance(raw, yaml.SequenceNode):
            items = [self._item(item, (*path, at)) for at, item in enumerate(raw.value)]
            return Node(items, self._mark(raw))
        return Node(self._scalar(raw, path), self._mark(raw))

    def _item(self, raw: yaml.Node, path: Place) -> Node:
        if _is_empty(raw):
            location = self._mark(raw)
            dash = Location(location.file, location.line, max(1, location.column - 1))
            self._report(dash, "empty_value", path, key="-")
        return self.node(raw, path)

    def _map(self, raw: yaml.MappingNode, path: Place) -> dict[Key, Node]:
        nodes: dict[Key, Node] = {}
        counts = Counter(key.value for key, _ in raw.value if isinstance(key, yaml.ScalarNode))
        lone = False
        for raw_key, raw_value in raw.value:
            location = self._mark(raw_key)
            if lone or (raw.flow_style and _is_empty(raw_value) and not self._has_colon(location)):
                lone = lone or self._lone(raw_key, location, path)
                continue
            key = self._key(raw_key, location, path)
            at = (*path, key)
            first = nodes.get(key)
            if first is not None and first.key_location is not None:
                self._report(location, "duplicate_key", at, key=key, first=first.key_location.line)
            elif _is_empty(raw_value) and counts[str(raw_key.value)] < 2:
                self._no_value(key, location, at)
            value = self.node(raw_value, at)
            nodes.setdefault(key, Node(value.value, value.location, location))
        return nodes

    def _key(self, raw: yaml.Node, location: Location, path: Place) -> Key:
        if not isinstance(raw, yaml.ScalarNode):
            source = self._lines[location.line - 1][location.column - 1 :]
            self._report(location, "key_not_text", path, key=source)
            return source
        plain = raw.style in (None, "")
        if plain and raw.value == "<<":
            self._report(location, "merge_key", path)
            return "<<"
        if plain and raw.value.lower() == "on":
            self._report(location, "key_on", path, key=raw.value)
            return str(raw.value)
        key = self._scalar(raw, path)
        if isinstance(key, bool) or not isinstance(key, str | int) or (plain and not raw.value):
            self._report(location, "key_not_text", path, key=raw.value)
            return str(raw.value)
        return key

    def _scalar(self, raw: yaml.ScalarNode, path: Place) -> Scalar:
        text: str = raw.value
        control = CONTROL.search(text)
        if control:
            sign = f"U+{ord(control[0]):04X}"
            self._report(self._mark(raw), "control_character", path, sign=sign)
        if raw.style not in (None, ""):
            return text
        if not text:
            return None
        if text[0] in _CURLY and not any(sign in text[1:-1] for sign in _CURLY):
            self._report(self._mark(raw), "curly_quote", path, sign=text[0])
            return text
        if text in _WORDS:
            return _WORDS[text]
        if text[-1] == '"' and text.count('"') == 1:
            self._report(self._mark(raw), "unopened_quote", path)
            return text
        if _BARRED.match(text) and raw.end_mark.line > raw.start_mark.line:
            self._report(self._mark(raw), "missing_colon", path)
            return text
        ambiguous = _ambiguity(text)
        if ambiguous is not None:
            key, fix = ambiguous
            self._report(self._mark(raw), key, path, word=text, spelling=fix)
            return text
        if _INTEGER.fullmatch(text):
            return int(text)
        return float(text) if _DECIMAL.fullmatch(text) else text

    def _has_colon(self, location: Location) -> bool:
        """Return whether a colon follows a key on its line."""
        return (
            self._lines[location.line - 1][location.column - 1 + location.length :]
            .lstrip()
            .startswith(":")
        )

    def _lone(self, raw: yaml.Node, location: Location, path: Place) -> Literal[True]:
        """Report a key in braces without a colon; what else is in these braces is not read."""
        source = self._lines[location.line - 1][location.column - 1 :][: location.length]
        last = self.diagnostics[-1] if self.diagnostics else None
        if last is not None and (last.name, last.line) == ("curly_quote", location.line):
            return True  # the rest of the text in curly quotes
        glued = glued_pair(source)
        if glued is None:
            self._report(location, "lone_value", (*path, source), key=source)
        else:
            self._report(location, "glued_colon", (*path, source), **glued)
        return True

    def _no_value(self, key: Key, location: Location, path: Place) -> None:
        """Report a key without a value."""
        line = self._lines[location.line - 1]
        comment = re.match(r":\s+#\w", line[location.column - 1 + location.length :].lstrip())
        if comment:
            column = line.index("#", location.column + location.length - 1) + 1
            self._report(Location(location.file, location.line, column), "hash_comment", path)
        else:
            self._report(location, "empty_value", path, key=f"{key}:")

    def _mark(self, raw: yaml.Node | Event) -> Location:
        """Return the span of a node, or the part of it on its first line."""
        start, end = raw.start_mark, raw.end_mark
        assert start is not None
        assert end is not None
        is_block = isinstance(raw, yaml.CollectionNode) and not raw.flow_style
        if end.line == start.line and end.column > start.column and not is_block:
            return Location(self._file, start.line + 1, start.column + 1, end.column - start.column)
        rest = self._lines[start.line][start.column :] if start.line < len(self._lines) else ""
        return Location(self._file, start.line + 1, start.column + 1, max(1, len(rest.rstrip())))

    def _add(self, name: str, event: Event, /, **values: object) -> None:
        self._report(self._mark(event), name, (), **values)

    def _report(self, location: Location, name: str, path: Place, /, **values: object) -> None:
        self.diagnostics.append(diagnostic_at(location, name, self._lines, path, values=values))


def _is_empty(raw: yaml.Node) -> bool:
    return isinstance(raw, yaml.ScalarNode) and raw.style in (None, "") and not raw.value


def _ambiguity(word: str) -> tuple[str, str] | None:
    """Return the diagnostic of an unquoted word that programs read differently, and a fix."""
    if len(word) > _MAX_DIGITS and word.lstrip("+-").replace(".", "", 1).isdecimal():
        return "big_number", word
    if len(word) > 60 or _INTEGER.fullmatch(word) or _DECIMAL.fullmatch(word):
        return None
    for key, pattern, fix in _AMBIGUOUS:
        if pattern.fullmatch(word):
            return key, fix or word.lstrip("+-0") or "0"
    return None

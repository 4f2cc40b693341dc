"""Reads a YAML file of a stranger: plain data with the place of every value, or every fault that can be found."""

from __future__ import annotations

import re
import stat
from itertools import islice
from pathlib import Path as FilePath
from typing import Final, NoReturn

import yaml
from yaml.events import (
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from wargrid.source.builder import Builder, end_line, events_of, span_of, start_of
from wargrid.source.diagnostics import Diagnostic, RulesetError, diagnostic
from wargrid.source.document import Document, Mark, Node, diagnostic_at, inside_block
from wargrid.source.scalars import CONTROL, TRAPS
from wargrid.source.slips_of_lines import Slip
from wargrid.source.syntax import slip_of
from wargrid.text.catalog import MAX_BYTES as MOST_BYTES
from wargrid.text.message import Message

__all__ = [
    "Document",
    "Mark",
    "Node",
    "inside_block",
    "read",
    "read_text",
    "read_value",
]

MAX_DEPTH: Final = 40
MOST_NODES: Final = 6_000
MOST_ENTRIES: Final = 1_000
"""The most entries of one list or map; with so few, whatever is asked about all of them is answered
at once."""

_OPENS, _CLOSES, _BEGINS = 1, 2, 3
_CHANGES: Final[dict[type, int]] = {
    MappingStartEvent: _OPENS,
    SequenceStartEvent: _OPENS,
    MappingEndEvent: _CLOSES,
    SequenceEndEvent: _CLOSES,
    DocumentStartEvent: _BEGINS,
}
_TOO_MUCH: Final = ("too_deep", "too_many", "list_too_long", "directive")
"""Slips after which nothing more of a text is read."""

_OF_VALUES: Final = ("duplicate_key", "curly_quote", *TRAPS)
"""Slips that leave everything else in a text as it is meant."""

_WITHOUT_VALUE: Final = ("empty_value", "lone_value")

_BREAK: Final = re.compile(r"\r\n|[\r\n]")
_OPENING: Final = re.compile(r"(?:[&!]\S*\s+)*[\[{]")
_DIRECTIVE: Final = re.compile("^%", re.MULTILINE)
_MOST_DIRECTIVES: Final = 10
_ODD: Final = "([\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000])"
_ODD_INDENT: Final = re.compile(f"^[ \t]*{_ODD}", re.MULTILINE)
_ODD_AFTER_COLON: Final = re.compile(rf"(?:^[ \t-]*|[{{,][ \t]*)[\w.]+:[ \t]*{_ODD}", re.MULTILINE)
"""A key, in a line of its own or in braces, whose value a space of another kind keeps from being
seen."""


def read(path: FilePath, *, gather: bool = False) -> Document:
    """Read a file, at most 256 KiB of UTF-8; raises RulesetError with every fault that can be found at once.

    To ``gather`` is to keep in ``Document.faults`` what is wrong with single values, and to go on.
    """
    document = read_text(text_of(path), shown_path(path), gather=gather)
    document.path = path
    return document


def text_of(path: FilePath) -> str:
    """The text of a file, at most 256 KiB of UTF-8. Raises RulesetError."""
    file = shown_path(path)
    return _decoded(_bytes_of(path, file), file)


def read_text(text: str, file: str, *, gather: bool = False) -> Document:
    """Read one document, which must be a map; ``file`` is what faults call it. Raises RulesetError, as ``read``."""
    lines = _lines_of(text)
    if all(not line.strip() or line.lstrip().startswith("#") for line in lines):
        raise RulesetError([diagnostic("empty_file", file=file)])
    root, diagnostics = _read(text, file, lines)
    if diagnostics and not (gather and all(each.name in _OF_VALUES for each in diagnostics)):
        raise RulesetError(diagnostics)
    if not isinstance(root.value, dict):
        raise RulesetError([*diagnostics, diagnostic_at(root.mark, "not_a_document", lines)])
    return Document(root, lines, file, diagnostics=diagnostics)


def read_value(text: str, column: int, file: str, source_line: str, line: int = 1) -> Node:
    """Read one value, such as the ``3`` of ``men=3``, standing at a column (from 1) of a line of its own."""
    lines = [""] * (line - 1) + _lines_of(source_line)
    if not text.strip():
        key = source_line[: column - 1]
        raise RulesetError(
            [diagnostic_at(Mark(file, line, column), "empty_value", lines, values={"key": key})]
        )
    node, diagnostics = _read("\n" * (line - 1) + " " * (column - 1) + text, file, lines)
    if diagnostics:
        raise RulesetError(diagnostics)
    return node


def shown_path(path: FilePath) -> str:
    """How faults name a file: relative to the working folder if it lies below it."""
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
        if status.st_size > MOST_BYTES:
            _refuse("file_too_big", file)
        with path.open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        _refuse("file_missing", file)
    except (OSError, ValueError):
        _refuse("file_unreadable", file)


def _refuse(name: str, file: str) -> NoReturn:
    raise RulesetError(
        [diagnostic(name, file=file, values={"file": file, "limit": MOST_BYTES >> 10})]
    )


def _decoded(raw: bytes, file: str) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise RulesetError([diagnostic("not_utf8", file=file)])
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        rows = _BREAK.split(before)
        line = _BREAK.split(raw.decode("utf-8", "replace"))[len(rows) - 1]
        found = diagnostic(
            "not_utf8", file=file, line=len(rows), column=len(rows[-1]) + 1, source_line=line
        )
        raise RulesetError([found]) from None


def _lines_of(text: str) -> list[str]:
    return _BREAK.split(text)


def _read(text: str, file: str, lines: list[str]) -> tuple[Node, list[Diagnostic]]:
    """The root of one document of any type, and what is wrong with single values of it.

    The text may be padded to stand at its column of the one of ``lines``. Raises RulesetError if it
    is no document.
    """
    diagnostics = _odd_characters(text, file, lines)
    if diagnostics:
        raise RulesetError(diagnostics)
    slip = _guard(text, file, lines)
    builder = Builder(file, lines)
    if slip is None or slip.name not in _TOO_MUCH:
        builder.build(text)
    diagnostics = builder.diagnostics
    if (
        slip is not None
        or any(diagnostic.name in (*_WITHOUT_VALUE, "missing_colon") for diagnostic in diagnostics)
    ) and (odd := _ODD_AFTER_COLON.search(text)):
        raise RulesetError([_odd_space(odd, text, file, lines)])
    if slip is not None:  # a value missing after the slip is only its consequence
        last = next((at for at in range(slip.line - 1, 0, -1) if lines[at - 1].strip()), slip.line)
        raise RulesetError(
            [slip, *(f for f in diagnostics if f.name not in _WITHOUT_VALUE or f.line < last)]
        )
    if builder.root is None:
        raise RulesetError(diagnostics or [diagnostic("empty_file", file=file)])
    return builder.root, diagnostics


def _odd_characters(text: str, file: str, lines: list[str]) -> list[Diagnostic]:
    if len(text) > MOST_BYTES:
        return [
            diagnostic("file_too_big", file=file, values={"file": file, "limit": MOST_BYTES >> 10})
        ]
    if text.startswith("\ufeff"):
        return [diagnostic("byte_order_mark", file=file, source_line=lines[0][:1] and lines[0][1:])]
    found = CONTROL.search(text)
    if found:
        sign = f"U+{ord(found[0]):04X}"
        return [
            diagnostic_at(
                _mark_of(text, found.start(), file),
                "control_character",
                lines,
                values={"sign": sign},
            )
        ]
    return [_odd_space(space, text, file, lines) for space in list(_ODD_INDENT.finditer(text))[:1]]


def _odd_space(space: re.Match[str], text: str, file: str, lines: list[str]) -> Diagnostic:
    values: dict[str, object] = {"sign": f"U+{ord(space[1]):04X}"}
    return diagnostic_at(_mark_of(text, space.start(1), file), "odd_space", lines, values=values)


def _mark_of(text: str, index: int, file: str) -> Mark:
    rows = _BREAK.split(text[:index])
    return Mark(file, len(rows), len(rows[-1]) + 1)


def _guard(text: str, file: str, lines: list[str]) -> Diagnostic | None:
    """What forbids to build this text at all: a slip of syntax, a second document, too many or too deep nodes."""
    many = _many_directives(text)
    if many:
        return diagnostic_at(_mark_of(text, many.start(), file), "directive", lines)
    nodes = documents = 0
    open_: list[Event] = []
    quoted: Event | None = None
    entries = [0]
    try:
        for event in events_of(text):
            change = _CHANGES.get(type(event), 0)
            quoted = event if _is_quoted_over_lines(event) else quoted
            if change != _CLOSES:
                entries[-1] += 1
            if change == _OPENS:
                open_.append(event)
                entries.append(0)
            elif change == _CLOSES:
                open_.pop()
                entries.pop()
                continue
            elif change == _BEGINS:
                documents += 1
                if documents > 1:
                    return diagnostic_at(span_of(event, file, lines), "several_documents", lines)
            nodes += 1
            if nodes > MOST_NODES:
                return _limit("too_many", event, file, lines, MOST_NODES)
            if len(open_) > MAX_DEPTH:
                return _limit("too_deep", event, file, lines, MAX_DEPTH)
            if len(entries) > 1 and entries[-1] > MOST_ENTRIES * _signs_of_entry(open_[-1]):
                return _limit("list_too_long", event, file, lines, MOST_ENTRIES)
    except yaml.YAMLError as error:
        return _syntax_fault(error, file, lines, open_, quoted)
    return None


def _is_quoted_over_lines(event: Event) -> bool:
    """Whether an event is a text in quotes that ends on another line than it begins."""
    return getattr(event, "style", None) in ("'", '"') and end_line(event) > start_of(event)[0]


def _many_directives(text: str) -> re.Match[str] | None:
    """The first directive too many: each is compared with every other before the parser says anything at all."""
    return next(islice(_DIRECTIVE.finditer(text), _MOST_DIRECTIVES, None), None)


def _signs_of_entry(event: Event) -> int:
    """How many nodes an entry of a list or map takes."""
    return 2 if isinstance(event, MappingStartEvent) else 1


def _limit(name: str, event: Event, file: str, lines: list[str], limit: int) -> Diagnostic:
    more = Message("faults.more_than", {"limit": limit})  # reading stops at the first too many
    return diagnostic_at(
        span_of(event, file, lines), name, lines, values={"limit": limit, "count": more}
    )


def _bracket_of(event: Event, lines: list[str]) -> tuple[int, int] | None:
    """Where the bracket stands that opens a list or map; a pair in a list may be a map without any."""
    line, column = start_of(event)
    found = (
        _OPENING.match(lines[line], column)
        if getattr(event, "flow_style", False) and line < len(lines)
        else None
    )
    return None if found is None else (line, found.end() - 1)


def _syntax_fault(
    error: yaml.YAMLError, file: str, lines: list[str], open_: list[Event], quoted: Event | None
) -> Diagnostic:
    """``quoted`` is the last text in quotes over several lines; what cannot follow it was meant to be in quotes."""
    brackets = [place for event in open_ if (place := _bracket_of(event, lines)) is not None]
    slip = slip_of(error, lines, brackets)
    mark = getattr(error, "problem_mark", None)
    if quoted is not None and mark is not None and mark.line == end_line(quoted):
        line, column = start_of(quoted)
        slip = Slip("unclosed_quote", line, column, {"sign": lines[line][column]})
    if slip.line >= len(lines) or not "".join(lines[slip.line :]).strip():
        last = max(index for index, line in enumerate(lines) if line.strip())
        slip = slip._replace(line=last, column=len(lines[last].rstrip()))
    return diagnostic_at(
        Mark(file, slip.line + 1, slip.column + 1), slip.name, lines, values=slip.values
    )

"""Faults of a ruleset: where it is wrong, what is wrong, what would be right, in the reader's language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from wargrid.source.codes import CODES, UNLISTED
from wargrid.text.catalog import catalog
from wargrid.text.format import MAX_LENGTH, printable, quote
from wargrid.text.message import Message

Severity = Literal["error", "warning"]
Place = tuple[str | int, ...]
"""A place in a document: keys of maps and indices of lists, from the top down."""

LEFT_OPEN: Final = "…"
"""What stands in a cure for a value that only the author knows."""

_PLAIN: Final = re.compile(r"[A-Za-z_][\w.]*|" + LEFT_OPEN)
_NARROWEST: Final = 40
_WIDEST: Final = 110
_MARGIN: Final = 10
"""Columns left and right of an excerpt: the number of the line, and the signs of what was cut
off."""
_LONGEST_FILE: Final = 1000
MAX_DIAGNOSTICS: Final = 100
"""How many diagnostics one stage of reading reports at most."""

MAX_OF_ONE_CODE: Final = 20
"""How many faults of one kind in one file are told to people; of the others, how many there are."""

_PAINTS: Final = {"place": "1", "code": "2", "error": "1;31", "warning": "1;33"}
"""How parts of a fault are shown on a terminal, as parameters of the escape sequence SGR (ECMA-48,
8.3.117)."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing wrong with a document, located; its sentences are said in any language.

    ``line`` and ``column`` count from 1, ``length`` (at least 1) is the span under the caret;
    without a ``file`` the fault has no place, without a ``source_line`` no excerpt. ``key`` leads
    to the catalogue's ``<key>.what`` and ``<key>.cure``; where ``values`` hold a ``near`` name, the
    cure is "Did you mean …?", where their list of ``known`` names is empty, that there is nothing
    to choose from; where they hold a ``cure``, it is that. ``chain`` lists the files joined by
    ``extends``, the base last.
    """

    file: str
    line: int
    column: int
    length: int
    code: str
    severity: Severity
    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    path: Place = ()
    source_line: str = ""
    chain: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The kind of fault, as the table of codes calls it."""
        return self.key.removeprefix("faults.")

    def what(self, language: str = "en") -> str:
        """What is wrong, in one sentence."""
        return _say(f"{self.key}.what", self.values, language)

    def cure(self, language: str = "en") -> str:
        """What would be right, in one sentence."""
        key, other = f"{self.key}.cure", self.values.get("cure")
        if isinstance(other, Message):
            return other.text(language)
        if self.values.get("near"):
            key = "faults.did_you_mean"
        elif self.values.get("known") == "":
            key = "faults.none_known"
        return _say(key, self.values, language)

    def sentence(self, language: str = "en") -> str:
        """What is wrong and what would be right, without the place."""
        what = self.what(language)
        stop = "" if what.endswith((".", "!", "?", "…")) or not what else "."
        return f"{what}{stop} {self.cure(language)}".strip()

    def text(
        self, language: str = "en", *, colour: bool = False, columns: int | None = None
    ) -> str:
        """The whole fault for a terminal: place, sentences, code, excerpt with a caret line, who extends the file.

        The excerpt is never wider than so many ``columns``, at least 40, nor than 110.
        """
        if not self.file:
            return self.sentence(language)
        told = f"{self.sentence(language)} {_painted(f'[{self.code}]', 'code', colour)}"
        place = _painted(
            f"{printable(self.file, _LONGEST_FILE)}:{self.line}:{self.column}:", "place", colour
        )
        lines = [f"{place} {told}", *self._excerpt(colour, columns or _WIDEST)]
        if self.file in self.chain[1:]:
            lines.append("      = " + _say("faults.extended_by", {"file": self.chain[0]}, language))
        return "\n".join(lines)

    def as_json(self, language: str = "en") -> dict[str, Any]:
        """The fault as a plain dictionary of JSON values; the span ends before ``end_column`` of the same line."""
        return {
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "length": self.length,
            "end_line": self.line,
            "end_column": self.column + self.length,
            "code": self.code,
            "severity": self.severity,
            "kind": self.name,
            "what": self.what(language),
            "cure": self.cure(language),
            "sentence": self.sentence(language),
            "path": list(self.path),
            "chain": list(self.chain),
            "source_line": self.source_line,
        }

    def _excerpt(self, colour: bool, columns: int) -> list[str]:
        if not self.source_line.strip():
            return []
        room = max(_NARROWEST, min(columns, _WIDEST)) - _MARGIN
        shown, start = _window(self.source_line, self.column - 1, room)
        before, under = shown[:start], shown[start : start + self.length]
        carets = _painted("^" * max(1, _width(under)), self.severity, colour)
        return [f"{self.line:>5} | {shown}", f"      | {' ' * _width(before)}{carets}"]


class RulesetError(Exception):
    """A ruleset cannot be used; ``faults`` holds every independent reason, a variant's own before what it extends."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(sorted(diagnostics, key=_order))
        super().__init__(self.diagnostics)

    def text(self, language: str = "en") -> str:
        """All faults, one after the other."""
        return "\n".join(diagnostic.text(language) for diagnostic in self.diagnostics)

    def __str__(self) -> str:
        return self.text()


def _order(diagnostic: Diagnostic) -> tuple[int, str, int, int, str]:
    """A variant's file before those it extends, then by place."""
    depth = diagnostic.chain.index(diagnostic.file) if diagnostic.file in diagnostic.chain else 0
    return depth, diagnostic.file, diagnostic.line, diagnostic.column, diagnostic.code


def diagnostic(
    name: str,
    /,
    *,
    file: str = "",
    line: int = 1,
    column: int = 1,
    length: int = 1,
    path: Place = (),
    source_line: str = "",
    chain: tuple[str, ...] = (),
    severity: Severity | None = None,
    values: Mapping[str, object] | None = None,
) -> Diagnostic:
    """Make the fault called ``name``, with its code; unless told, a code in W is a warning, any other an error."""
    code = CODES.get(name, UNLISTED)
    severity = severity or ("warning" if code.startswith("W") else "error")
    key = f"faults.{name}"
    return Diagnostic(
        file,
        line,
        column,
        max(1, length),
        code,
        severity,
        key,
        dict(values or {}),
        path,
        source_line,
        chain,
    )


def distinct(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Each fault once per place: what several entries take over from one line is one fault."""
    seen: dict[tuple[object, ...], Diagnostic] = {}
    for each in diagnostics:
        seen.setdefault((each.file, each.line, each.column, each.key, str(each.values)), each)
    return list(seen.values())


def flow(value: object) -> str:
    """A value as an author writes it in YAML on one line, words without quotes."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    return value if isinstance(value, str) and _PLAIN.fullmatch(value) else quote(value)


def _painted(text: str, part: str, colour: bool) -> str:
    return f"\x1b[{_PAINTS[part]}m{text}\x1b[0m" if colour else text


def _say(key: str, values: Mapping[str, object], language: str) -> str:
    catalogue = catalog(language)
    if not catalogue.has(key):
        return ""
    try:
        return catalogue.say(
            key, **{name: _field(value, language) for name, value in values.items()}
        )
    except (
        LookupError,
        ValueError,
    ):  # a stranger's catalogue may ask for a field that was not given
        return f"{key} {dict(values)}"


def _field(value: object, language: str) -> object:
    if isinstance(value, Message):
        return value.text(language)
    if isinstance(value, Diagnostic):
        return value.sentence(language)
    if isinstance(value, (list, tuple)):
        return ", ".join(str(_field(each, language)) for each in value)
    return (
        printable(value, 400 if "," in value else MAX_LENGTH) if isinstance(value, str) else value
    )


def _window(line: str, start: int, room: int) -> tuple[str, int]:
    """The part of a line worth showing around ``start``, ``room`` characters of it, and where ``start`` lies in it."""
    line = line.rstrip("\r\n")
    start = max(0, min(start, len(line)))
    if len(line) <= room:
        return printable(line, room), start
    first = max(0, min(start - room // 3, len(line) - room))
    head, tail = "…" * (first > 0), "…" * (first + room < len(line))
    return head + printable(line[first : first + room], room) + tail, start - first + len(head)


def _width(text: str) -> int:
    """Columns of a terminal that ``text`` takes."""
    return sum(_char_width(char) for char in text)


def _char_width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1

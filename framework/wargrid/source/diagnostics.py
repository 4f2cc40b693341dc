"""Diagnostics: what is wrong in a file, where, and how to fix it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from wargrid.source.codes import CODES, UNLISTED
from wargrid.text import MAX_LENGTH, InputError, Message, catalog, note_on_sign, printable

Place = tuple[str | int, ...]
"""A path in a document: keys of maps and indices of lists, from the top down."""

LEFT_OPEN: Final = "…"
"""A value in a suggestion that only the author knows."""

MAX_DIAGNOSTICS: Final = 100
"""How many diagnostics one stage of reading reports."""

MAX_OF_ONE_CODE: Final = 20
"""How many diagnostics of one code and file are printed; of the others, their number."""

_MIN_COLUMNS: Final = 40
_MAX_COLUMNS: Final = 110
_MARGIN: Final = 10
"""Columns beside an excerpt: the number of the line, and ellipses."""

_MAX_PATH: Final = 1000
_COLOURS: Final = {"place": "1", "code": "2", "error": "1;31", "warning": "1;33"}
"""Parameters of the escape sequence SGR (ECMA-48, 8.3.117)."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """An error or a warning with its position.

    ``line`` and ``column`` count from 1; ``length`` is the number of characters to underline. The
    texts are ``<key>.what`` and ``<key>.fix`` of the catalogue, filled with ``values``. A value
    ``near`` makes the fix "Did you mean …?", an empty ``known`` makes it "Delete it", and a
    message ``fix`` replaces it. ``chain`` lists the files joined by ``extends``, the base last.
    """

    file: str
    line: int
    column: int
    length: int
    code: str
    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    path: Place = ()
    source_line: str = ""
    chain: tuple[str, ...] = ()

    @property
    def severity(self) -> Literal["error", "warning"]:
        """Whether it is an error or a warning, by its code."""
        return "warning" if self.code.startswith("W") else "error"

    @property
    def name(self) -> str:
        """The key of the message, without its section."""
        return self.key.removeprefix("diagnostics.")

    def what(self, language: str = "en") -> str:
        """Return the sentence that says what is wrong."""
        return _say(f"{self.key}.what", self.values, language)

    def fix(self, language: str = "en") -> str:
        """Return the sentence that says how to fix it."""
        key, other = f"{self.key}.fix", self.values.get("fix")
        if isinstance(other, Message):
            return other.text(language)
        if self.values.get("near"):
            key = "diagnostics.did_you_mean"
        elif self.values.get("known") == "":
            key = "diagnostics.none_known"
        return _say(key, self.values, language)

    def sentence(self, language: str = "en") -> str:
        """Return both sentences."""
        what = self.what(language)
        stop = "" if what.endswith((".", "!", "?", "…")) or not what else "."
        return f"{what}{stop} {self.fix(language)}{self._alike(language)}".strip()

    def _alike(self, language: str) -> str:
        """Name a character of another script in the name that is wrong: people cannot see it."""
        marked = self.source_line[self.column - 1 : self.column - 1 + self.length]
        wrong = "".join(value for value in self.values.values() if isinstance(value, str))
        note = note_on_sign("".join(sign for sign in marked if sign in wrong), language)
        return f" {note}" if note else ""

    def text(
        self, language: str = "en", *, colour: bool = False, columns: int | None = None
    ) -> str:
        """Return the text for a terminal: position, sentences, code, an excerpt with carets.

        The excerpt is at most ``columns`` wide, between 40 and 110.
        """
        if not self.file:
            return self.sentence(language)
        position = f"{printable(self.file, _MAX_PATH)}:{self.line}:{self.column}:"
        code = _coloured(f"[{self.code}]", "code", colour)
        first = f"{_coloured(position, 'place', colour)} {self.sentence(language)} {code}"
        lines = [first, *self._excerpt(colour, columns or _MAX_COLUMNS)]
        if self.file in self.chain[1:]:
            extended = _say("diagnostics.extended_by", {"file": self.chain[0]}, language)
            lines.append(f"      = {extended}")
        return "\n".join(lines)

    def as_json(self, language: str = "en") -> dict[str, Any]:
        """Return JSON values; ``end_column`` is the column after the last underlined character."""
        own = ("file", "line", "column", "length", "code", "severity", "source_line")
        return {
            **{name: getattr(self, name) for name in own},
            "end_line": self.line,
            "end_column": self.column + self.length,
            "kind": self.name,
            "what": self.what(language),
            "fix": self.fix(language),
            "sentence": self.sentence(language),
            "path": list(self.path),
            "chain": list(self.chain),
        }

    def _excerpt(self, colour: bool, columns: int) -> list[str]:
        if not self.source_line.strip():
            return []
        room = max(_MIN_COLUMNS, min(columns, _MAX_COLUMNS)) - _MARGIN
        shown, start = _window(self.source_line, self.column - 1, room)
        before, under = shown[:start], shown[start : start + self.length]
        carets = _coloured("^" * max(1, _width(under)), self.severity, colour)
        return [f"{self.line:>5} | {shown}", f"      | {' ' * _width(before)}{carets}"]


class RulesetError(InputError):
    """A ruleset cannot be used; ``diagnostics`` are the reasons, those of a variant first."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(sorted(diagnostics, key=_order))
        super().__init__(self.diagnostics)

    def text(self, language: str = "en") -> str:
        """Return the texts of all diagnostics."""
        return "\n".join(each.text(language) for each in self.diagnostics)

    def __str__(self) -> str:
        return self.text()


def _order(each: Diagnostic) -> tuple[int, str, int, int, str]:
    depth = each.chain.index(each.file) if each.file in each.chain else 0
    return depth, each.file, each.line, each.column, each.code


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
    values: Mapping[str, object] | None = None,
) -> Diagnostic:
    """Make the diagnostic of a message; its code decides between error and warning."""
    code = CODES.get(name, UNLISTED)
    key, length = f"diagnostics.{name}", max(1, length)
    filled = dict(values or {})
    return Diagnostic(file, line, column, length, code, key, filled, path, source_line, chain)


def distinct(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Drop repetitions, such as those of units that inherit one line."""
    seen: dict[tuple[object, ...], Diagnostic] = {}
    for each in diagnostics:
        seen.setdefault((each.file, each.line, each.column, each.key, str(each.values)), each)
    return list(seen.values())


def _coloured(text: str, part: str, colour: bool) -> str:
    return f"\x1b[{_COLOURS[part]}m{text}\x1b[0m" if colour else text


def _say(key: str, values: Mapping[str, object], language: str) -> str:
    texts = catalog(language)
    filled = {name: _field(value, language) for name, value in values.items()}
    return texts.say(key, **filled).replace("….", "…") if texts.has(key) else ""


def _field(value: object, language: str) -> object:
    if isinstance(value, Message):
        return value.text(language)
    if isinstance(value, Diagnostic):
        return value.sentence(language)
    if isinstance(value, list | tuple):
        return ", ".join(str(_field(each, language)) for each in value)
    if isinstance(value, str):
        return printable(value, 1_000 if "," in value else MAX_LENGTH)
    return value


def _window(line: str, start: int, room: int) -> tuple[str, int]:
    """Return ``room`` characters of a line around ``start``, and where ``start`` is in them."""
    line = line.rstrip("\r\n")
    start = max(0, min(start, len(line)))
    if len(line) <= room:
        return printable(line, room), start
    first = max(0, min(start - room // 3, len(line) - room))
    head, tail = "…" * (first > 0), "…" * (first + room < len(line))
    return head + printable(line[first : first + room], room) + tail, start - first + len(head)


def _width(text: str) -> int:
    """Return the columns of a terminal that a text takes."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(map(bool, map(unicodedata.combining, text)))

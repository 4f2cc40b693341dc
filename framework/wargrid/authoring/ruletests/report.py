"""The outcome of a test: failures with their place, and the boards to compare."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from wargrid.core.refusal import Refusal
from wargrid.source.diagnostics import Diagnostic
from wargrid.source.document import Location
from wargrid.text import catalog, printable

Rows = Sequence[Sequence[str]]
"""The sign on each cell of a part of the board, north row first."""


class CellNames(NamedTuple):
    """The names of the cells, and where each begins in its line, in half cells."""

    rows: Rows
    starts: Sequence[Sequence[int]]


class Titled(Protocol):
    """A test as reports name it."""

    @property
    def name(self) -> str:
        """The claim."""

    @property
    def rule(self) -> list[str]:
        """The numbers of the rules that it proves."""

    @property
    def title(self) -> str:
        """The rules and the claim."""


_MAX_QUOTE: Final = 400
_MAX_FILE: Final = 1_000
"""The longest value that a sentence quotes, in characters."""


@dataclass(frozen=True, slots=True)
class BoardComparison:
    """The expected and the found board, and the names of the cells."""

    expected: Rows
    found: Rows
    names: CellNames

    def text(self, language: str = "en") -> str:
        """Format both boards side by side; cells that differ are in square brackets."""
        expected, found, names = self.expected, self.found, self.names
        width = _width(expected, found)
        say = catalog(language).say
        left = _drawn(say("tests.expected"), expected, found, names, width)
        right = _drawn(say("tests.found"), found, expected, names, width)
        pairs = zip(left, right, strict=True)
        return "\n".join(f"{a.ljust(max(map(len, left)))}    {b}".rstrip() for a, b in pairs)


@dataclass(frozen=True, slots=True)
class TestTable:
    """The board when a test failed, and the names of its cells."""

    rows: Rows
    names: CellNames

    def text(self, marked: Collection[str], language: str = "en") -> str:
        """Format the board with coordinates; ``marked`` cells are in square brackets."""
        other = [
            ["" if name in marked else sign for sign, name in zip(*rows, strict=True)]
            for rows in zip(self.rows, self.names.rows, strict=True)
        ]
        title = catalog(language).say("tests.table")
        lines = _drawn(title, self.rows, other, self.names, _width(self.rows))
        return "\n".join(line.rstrip() for line in lines)


@dataclass(frozen=True, slots=True)
class ListDifference:
    """What one of two lists lacks; ``key`` is ``missing`` or ``extra``."""

    key: str
    names: list[str]

    def text(self, language: str = "en") -> str:
        """Return it in words."""
        names = printable(", ".join(self.names), _MAX_QUOTE)
        return catalog(language).say(f"tests.{self.key}", **{self.key: names})


@dataclass(frozen=True, slots=True)
class Illegal:
    """A move that was expected, and why it is illegal."""

    move: str
    refusal: Refusal

    def text(self, language: str = "en") -> str:
        """Return it as a sentence after others."""
        reason = self.refusal.cited(language)
        return catalog(language).say("tests.why", move=self.move, reason=reason)


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that does not hold: the text ``key`` filled with ``values``.

    ``dice`` are the faces that fell in the step. The values ``expected`` and ``found`` are for
    programs; ``cell`` is marked on the board.
    """

    location: Location
    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    pictures: BoardComparison | None = None
    dice: tuple[str, ...] = ()

    def sentence(self, language: str = "en") -> str:
        """Return what was expected and what was found, in one sentence."""
        values = {name: _quoted(value, language) for name, value in self.values.items()}
        return catalog(language).say(self.key, **values)

    def text(self, language: str = "en") -> str:
        """Return the place, the sentence and the boards."""
        location, what = self.location, self.sentence(language)
        text = f"{printable(location.file, _MAX_FILE)}:{location.line}:{location.column}: {what}"
        return f"{text}\n\n{self.pictures.text(language)}\n" if self.pictures else text

    def as_json(self, language: str = "en") -> dict[str, Any]:
        """Return the failure as JSON values; boards are lists of rows, north row first."""
        pictures = self.pictures
        return {
            "file": self.location.file,
            "line": self.location.line,
            "column": self.location.column,
            "what": self.sentence(language),
            "expected": self.values.get("expected", pictures and _joined(pictures.expected)),
            "found": self.values.get("found", pictures and _joined(pictures.found)),
            "dice": list(self.dice),
        }


@dataclass(frozen=True, slots=True)
class TestOutcome:
    """The outcome of one test: it passed, it failed, or errors made it impossible to run.

    ``table`` is the board at the end, if a failure has no boards to compare.
    """

    test: Titled
    location: Location
    failures: tuple[Failure, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    table: TestTable | None = None

    @property
    def word(self) -> str:
        """``passed``, ``failed`` or ``error``."""
        return "error" if self.diagnostics else "failed" if self.failures else "passed"

    def title(self) -> str:
        """Return the rules and the claim."""
        return printable(self.test.title, _MAX_QUOTE)

    def problems(self, language: str = "en") -> str:
        """Return the errors and failures, the board if no failure shows one, and the dice."""
        lines = [diagnostic.text(language) for diagnostic in self.diagnostics]
        lines += [failure.text(language) for failure in self.failures]
        if self.table is not None:
            gap = [""] if self.failures[-1].pictures is None else []
            plain = (failure for failure in self.failures if failure.pictures is None)
            marked = [str(each.values.get("cell")) for each in plain]
            lines += [*gap, self.table.text(marked, language), ""]
        if self.failures and self.failures[0].dice:
            dice = printable(" ".join(self.failures[0].dice), _MAX_QUOTE)
            lines.append(catalog(language).say("tests.dice", dice=dice))
        return "\n".join(lines)

    def text(self, language: str = "en") -> str:
        """Return the title and the problems."""
        return f"{self.title()}\n{self.problems(language)}".rstrip()

    def as_json(self, language: str = "en") -> dict[str, Any]:
        """Return the outcome as JSON values."""
        return {
            "file": self.location.file,
            "line": self.location.line,
            "name": self.test.name,
            "rules": list(self.test.rule),
            "outcome": self.word,
            "failures": [failure.as_json(language) for failure in self.failures],
            "diagnostics": [diagnostic.as_json(language) for diagnostic in self.diagnostics],
            "board": None if self.table is None else _joined(self.table.rows),
        }


def _joined(rows: Rows) -> list[str]:
    return [" ".join(row) for row in rows]


def _quoted(value: object, language: str) -> object:
    """Return a value as a sentence shows it: cut short, reasons as text, lists joined by commas."""
    if callable(text := getattr(value, "text", None)):
        return text(language)
    if isinstance(value, (list, tuple)):
        names = ", ".join(str(_quoted(each, language)) for each in value)
        return printable(names, _MAX_QUOTE) or catalog(language).say("tests.none")
    return printable(value, _MAX_QUOTE) if isinstance(value, str) else value


def _width(*boards: Rows) -> int:
    return max(len(sign) for rows in boards for row in rows for sign in row)


def _drawn(title: str, rows: Rows, other: Rows, names: CellNames, width: int) -> list[str]:
    """Return a board's lines with coordinates; signs that differ from ``other`` are in brackets."""
    ranks = [row[0].lstrip("abcdefghijklmnopqrstuvwxyz") for row in names.rows]
    margin = max(map(len, ranks))
    lines = [title]
    for rank, row, beside, starts in zip(ranks, rows, other, names.starts, strict=True):
        text = ""
        for sign, against, start in zip(row, beside, starts, strict=True):
            cell = sign.ljust(width)
            text = text.ljust(start * (width + 2) // 2)
            text += f" {cell} " if sign == against else f"[{cell}]"
        lines.append(rank.rjust(margin) + text)
    files = ""
    for name, start in zip(names.rows[-1], names.starts[-1], strict=True):
        file = name.rstrip("0123456789").ljust(width)
        files = files.ljust(start * (width + 2) // 2) + f" {file} "
    return [*lines, " " * margin + files]

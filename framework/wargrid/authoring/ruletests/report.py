"""What came of a test: what failed, where it stands in the file, and both pictures where two can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from wargrid.authoring.ruletests.pictures import alone, side_by_side
from wargrid.source.diagnostics import Diagnostic
from wargrid.text.catalog import catalog
from wargrid.text.format import printable

if TYPE_CHECKING:
    from wargrid.authoring.ruletests.models import RuleTest
    from wargrid.authoring.ruletests.pictures import Rows
    from wargrid.source.document import Mark

_LONGEST_VALUE: Final = 400
"""How many characters of one value a sentence quotes."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was expected and what was found on the same window, and the names of its cells."""

    expected: Rows
    found: Rows
    names: Rows

    def text(self, language: str) -> str:
        """Both pictures beside each other, with coordinates; what differs stands in square brackets."""
        speak = catalog(language)
        titles = (speak.say("tests.expected"), speak.say("tests.found"))
        return side_by_side(titles, (self.expected, self.found), self.names)


@dataclass(frozen=True, slots=True)
class Differing:
    """What one of two lists lacks: the text ``key``, filled with ``values``."""

    key: str
    values: Mapping[str, object]

    def text(self, language: str = "en") -> str:
        """What is missing or too much."""
        return catalog(language).say(
            self.key, **{name: _said(each, language) for name, each in self.values.items()}
        )


@dataclass(frozen=True, slots=True)
class Failure:
    """One expectation that did not hold: ``key`` names its sentence, filled with ``values``.

    ``dice`` are the faces that fell in the step, ``pictures`` the boards to compare, if that tells
    more. The values ``expected`` and ``found`` are what programs are told; ``cell`` is one that the
    failure is about.
    """

    mark: Mark
    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    pictures: Comparison | None = None
    dice: tuple[str, ...] = ()

    def sentence(self, language: str = "en") -> str:
        """What was expected and what was found, in one sentence."""
        return catalog(language).say(
            self.key, **{name: _said(value, language) for name, value in self.values.items()}
        )

    def text(self, language: str = "en") -> str:
        """The place, the sentence, and the pictures."""
        mark = self.mark
        lines = [f"{mark.file}:{mark.line}:{mark.column}: {self.sentence(language)}"]
        if self.pictures is not None:
            lines += ["", self.pictures.text(language), ""]
        return "\n".join(lines)

    def as_json(self, language: str = "en") -> dict[str, Any]:
        """The failure as a plain dictionary of JSON values; pictures are lists of rows, north row first."""
        pictures = self.pictures
        return {
            "file": self.mark.file,
            "line": self.mark.line,
            "column": self.mark.column,
            "what": self.sentence(language),
            "expected": self.values.get("expected", pictures and _rows(pictures.expected)),
            "found": self.values.get("found", pictures and _rows(pictures.found)),
            "dice": list(self.dice),
        }


def _rows(picture: Rows) -> list[str]:
    return [" ".join(row) for row in picture]


@dataclass(frozen=True, slots=True)
class Table:
    """What stood on a part of the board when a test failed, and the names of its cells."""

    drawn: Rows
    names: Rows

    def text(self, language: str, failures: Iterable[Failure]) -> str:
        """The board with coordinates, where the cells that failures are about stand in square brackets."""
        marked = [
            str(failure.values.get("cell")) for failure in failures if failure.pictures is None
        ]
        return f"{catalog(language).say('tests.table')}\n{alone(self.drawn, self.names, marked)}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one test: it passed, it failed, or it could not be tried because of faults.

    ``table`` is the board at its end, where a failure compares no pictures.
    """

    test: RuleTest
    mark: Mark
    failures: tuple[Failure, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    table: Table | None = None

    @property
    def word(self) -> str:
        """``passed``, ``failed`` or ``fault``."""
        return "fault" if self.diagnostics else "failed" if self.failures else "passed"

    def title(self) -> str:
        """The rules proved and the claim."""
        return printable(self.test.title, _LONGEST_VALUE)

    def wrong(self, language: str = "en") -> str:
        """Whatever is wrong with the test or with the rules, and the dice that fell."""
        told = [diagnostic.text(language) for diagnostic in self.diagnostics] or [
            each.text(language) for each in self.failures
        ]
        if self.table is not None:
            gap = [""] if self.failures[-1].pictures is None else []
            told += [*gap, self.table.text(language, self.failures), ""]
        if self.failures and self.failures[0].dice:
            told.append(
                catalog(language).say(
                    "tests.dice", dice=_said(" ".join(self.failures[0].dice), language)
                )
            )
        return "\n".join(told)

    def text(self, language: str = "en") -> str:
        """The test's title, and whatever is wrong."""
        return f"{self.title()}\n{self.wrong(language)}".rstrip()

    def as_json(self, language: str = "en") -> dict[str, Any]:
        """The outcome as a plain dictionary of JSON values."""
        return {
            "file": self.mark.file,
            "line": self.mark.line,
            "name": self.test.name,
            "rules": list(self.test.rule),
            "outcome": self.word,
            "failures": [failure.as_json(language) for failure in self.failures],
            "faults": [diagnostic.as_json(language) for diagnostic in self.diagnostics],
            "board": None if self.table is None else _rows(self.table.drawn),
        }


def _said(value: object, language: str) -> object:
    """A value in a language, cut short: a reason or a fault tells itself, several are joined by commas."""
    tell = getattr(value, "text", None)
    if callable(tell):
        return tell(language)
    if isinstance(value, (list, tuple)):
        every = ", ".join(str(_said(each, language)) for each in value)
        return printable(every, _LONGEST_VALUE) or catalog(language).say("tests.none")
    return printable(value, _LONGEST_VALUE) if isinstance(value, str) else value

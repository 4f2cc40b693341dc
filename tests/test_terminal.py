"""Faults on a terminal: coloured where it has colours, and as wide as it is, so that carets stand
where they should."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import termios
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from typing import TextIO

import pytest

from wargrid.cli.terminal import has_colours, on, width
from wargrid.source.diagnostics import Diagnostic, diagnostic

LINE = "  archer: {name: {en: Archers of the guard, fr: Archers de la garde}, men: 4, mov: {ahead: 1}, costs: {turn: 1}}"


@pytest.fixture
def unknown() -> Diagnostic:
    """A fault in the middle of a long line."""
    values = {"key": "mov", "near": "move"}
    at = LINE.index("mov:")
    return diagnostic(
        "unknown_key",
        file="mine.yaml",
        line=5,
        column=at + 1,
        length=3,
        source_line=LINE,
        values=values,
    )


@pytest.fixture
def narrow() -> Iterator[TextIO]:
    """A terminal of 60 columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    with os.fdopen(theirs, "w") as stream:
        yield stream
    os.close(ours)


def excerpt(text: str) -> tuple[str, str]:
    """The line of an excerpt and that of its carets."""
    line, carets = text.split("\n")[1:3]
    return line, carets


@pytest.mark.parametrize(
    ("terminal", "environment", "coloured"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": ""}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_colours_are_for_terminals_whose_owner_wants_them(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, environment: dict[str, str], coloured: bool
) -> None:
    """By the customs of no-color.org."""
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stream = StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    assert has_colours(stream) is coloured


def test_a_terminal_knows_its_width_and_a_file_has_none(narrow: TextIO) -> None:
    """As the system says."""
    assert (width(narrow), width(StringIO())) == (60, None)


def test_an_excerpt_keeps_within_the_terminal(
    monkeypatch: pytest.MonkeyPatch, narrow: TextIO, unknown: Diagnostic
) -> None:
    """With the carets still below what they mean; a file gets more of the line."""
    monkeypatch.setenv("NO_COLOR", "1")
    line, carets = excerpt(on(narrow, [unknown], "en"))
    assert len(line) <= 60
    assert line[carets.index("^") : carets.rindex("^") + 1] == "mov"
    assert len(line) < len(excerpt(on(StringIO(), [unknown], "en"))[0]) <= 110


@pytest.mark.parametrize("columns", [1, 39, 40, 80, 110, 1000])
def test_no_excerpt_is_too_wide_or_too_narrow_to_be_read(unknown: Diagnostic, columns: int) -> None:
    """Between 40 columns and 110, whatever the terminal says."""
    line, carets = excerpt(unknown.text(columns=columns))
    assert len(line) <= max(40, min(columns, 110))
    assert line[carets.index("^") : carets.rindex("^") + 1] == "mov"


def test_of_many_faults_of_one_kind_the_rest_is_counted(unknown: Diagnostic) -> None:
    """File by file; a hundred screens of one slip are read by nobody."""
    many = [replace(unknown, line=line) for line in range(1, 26)]
    other = replace(unknown, file="other.yaml")
    told = on(StringIO(), [*many, other], "en")
    assert told.count("mine.yaml:") == 21
    assert told.count("other.yaml:") == 1
    assert told.endswith("mine.yaml: 5 more of the same kind. [E301]") == (
        unknown.code == "E301"
    ), told[-90:]
    assert "mine.yaml : encore 5 du même genre." in on(StringIO(), many, "fr")
    assert "kind" not in on(StringIO(), many[:20], "en")

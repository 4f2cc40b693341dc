"""Diagnostics on a terminal: colours, width, and how many are printed."""

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

from wargrid.cli.common import format_for, has_colours, width
from wargrid.source.diagnostics import Diagnostic, diagnostic

LINE = (
    "  archer: {name: {en: Archers of the guard, fr: Archers de la garde}, men: 4, "
    "mov: {ahead: 1}, costs: {turn: 1}}"
)


@pytest.fixture
def unknown() -> Diagnostic:
    return diagnostic(
        "unknown_key",
        file="mine.yaml",
        line=5,
        column=LINE.index("mov:") + 1,
        length=3,
        source_line=LINE,
        values={"key": "mov", "near": "move"},
    )


@pytest.fixture
def narrow() -> Iterator[TextIO]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    with os.fdopen(theirs, "w") as stream:
        yield stream
    os.close(ours)


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
def test_terminals_have_colours_unless_the_user_turns_them_off(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, environment: dict[str, str], coloured: bool
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stream = StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    assert has_colours(stream) is coloured


def test_an_excerpt_fits_the_terminal(
    monkeypatch: pytest.MonkeyPatch, narrow: TextIO, unknown: Diagnostic
) -> None:
    """The carets stay below the key; a file gets more of the line."""
    monkeypatch.setenv("NO_COLOR", "1")
    assert (width(narrow), width(StringIO())) == (60, None)
    lines = {}
    for stream in (narrow, StringIO()):
        line, carets = format_for(stream, [unknown], "en").split("\n")[1:3]
        assert line[carets.index("^") : carets.rindex("^") + 1] == "mov"
        lines[stream is narrow] = len(line)
    assert lines[True] <= 60 < lines[False] <= 110


def test_of_many_diagnostics_with_one_code_the_rest_is_counted(unknown: Diagnostic) -> None:
    many = [replace(unknown, line=line) for line in range(1, 26)]
    text = format_for(StringIO(), [*many, replace(unknown, file="other.yaml")], "en")
    assert text.count("mine.yaml:") == 21
    assert text.count("other.yaml:") == 1
    assert text.splitlines()[-1].startswith("mine.yaml: 5 more")

"""Runs the command ``wargrid`` in this process."""

from __future__ import annotations

import pytest

from wargrid.cli import main

Captured = pytest.CaptureFixture[str]


class Run:
    """The exit code and the output of a command."""

    def __init__(self, capsys: Captured, *arguments: str) -> None:
        try:
            self.code = main(list(arguments))
        except SystemExit as stopped:
            self.code = int(stopped.code or 0)
        captured = capsys.readouterr()
        self.out, self.err = captured.out, captured.err

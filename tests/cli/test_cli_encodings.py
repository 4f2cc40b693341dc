"""Commands print to terminals, pipes and files of any encoding, as on Windows."""

from __future__ import annotations

import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
import yaml

from wargrid.cli import main

CODE_PAGES = ("ascii", "cp850", "cp1252")


class Piped:
    """The exit code of a command and the bytes that it writes to two pipes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, encoding: str, *arguments: str) -> None:
        pipes = {name: BytesIO() for name in ("stdout", "stderr")}
        with monkeypatch.context() as patch:
            for name, pipe in pipes.items():
                patch.setattr(sys, name, TextIOWrapper(pipe, encoding, write_through=True))
            try:
                self.code = main(arguments)
            except SystemExit as stopped:
                self.code = int(stopped.code or 0)
            sys.stdout.flush()
            sys.stderr.flush()
            self.out, self.err = (pipe.getvalue() for pipe in pipes.values())


@pytest.fixture
def accented(tmp_path: Path) -> str:
    """Write a ruleset with a slip beside letters that no code page has together."""
    file = tmp_path / "將é−.yaml"
    file.write_text("extends: breakthrough/standard\nsides: {white: {nmae: 將 → é …}}\n", "utf-8")
    return str(file)


COMMANDS = (
    "hint lionheart/level1 --nodes 5",
    "explain plugins",
    "explain battle/default",
    "explain units --json",
    "replay {file}",
    "check {file}",
    "check {file} --language fr",
    "check {file} --json",
    "show {file}",
    "schema",
    "schema looks",
    "show xiangqi/standard",
    "show xiangqi/standard --from",
    "show xiangqi/standard --json",
    "test tafl/brandubh",
    "perft xiangqi/standard 1",
    "simulate breakthrough/standard --games 2 --players random,random --max-moves 4",
    "simulate 將 --language fr",
    "hint breakthrough/standard --player 將",
    "bench 將 --seconds …",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_fails_for_the_encoding_of_its_output(
    monkeypatch: pytest.MonkeyPatch, accented: str, command: str
) -> None:
    arguments = [each.format(file=accented) for each in command.split()]
    found = [Piped(monkeypatch, encoding, *arguments) for encoding in (*CODE_PAGES, "utf-8")]
    assert len({each.code for each in found}) == 1


def test_what_an_encoding_lacks_is_replaced_by_signs_that_it_has(
    monkeypatch: pytest.MonkeyPatch, accented: str
) -> None:
    lines = {
        encoding: Piped(monkeypatch, encoding, "check", accented).err.decode(encoding)
        for encoding in CODE_PAGES
    }
    assert r"{nmae: \u5c07 -> e ...}" in lines["ascii"]
    assert r"{nmae: \u5c07 -> é ...}" in lines["cp850"]
    assert r"{nmae: \u5c07 -> é …}" in lines["cp1252"]


@pytest.mark.parametrize("command", ["show xiangqi/standard", "show xiangqi/standard --from"])
def test_a_ruleset_written_to_a_file_can_be_read_whatever_the_encoding(
    monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """PowerShell and cmd redirect what is printed; a ruleset is always UTF-8."""
    shown = {Piped(monkeypatch, encoding, *command.split()).out for encoding in CODE_PAGES}
    (text,) = shown
    assert yaml.safe_load(text.decode("utf-8"))["units"]["general"]["name"]["fr"] == "Général"


def test_a_schema_written_to_a_file_can_be_read_whatever_the_encoding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert len({Piped(monkeypatch, encoding, "schema").out for encoding in CODE_PAGES}) == 1

"""What commands print: in the language that was chosen, and on a full disk."""

from __future__ import annotations

import errno
import os
import sys
from io import StringIO
from pathlib import Path

import pytest

from command_line import Captured, Run
from wargrid.cli import main
from wargrid.cli.main import COMMANDS, parser

pytestmark = pytest.mark.usefixtures("box_folder")

TESTS = """ruleset: box
tests:
- name: Wrong
  play: a1-a9
- name: Worse
  expect: {actions: 7}
"""


class Full(StringIO):
    """A stream on a full disk: it fails at once, or when what was printed is to be written."""

    def __init__(self, number: int, *, at_once: bool) -> None:
        super().__init__()
        self.number, self.at_once = number, at_once

    def write(self, text: str) -> int:
        if self.at_once and text:
            self._fail()
        return super().write(text)

    def flush(self) -> None:
        if self.getvalue():
            self._fail()

    def _fail(self) -> None:
        raise OSError(self.number, os.strerror(self.number))


PRINTING = (
    "--version", "--help", "hint --help", "check box.yaml --games 0", "check torn.yaml --json",
    "show box.yaml", "explain units", "explain E101", "schema", "schema looks",
    "hint box.yaml --nodes 1", "hint box.yaml --json --nodes 1", "perft box.yaml --depth 1",
    "test box.tests.yaml", "test box.tests.yaml --json", "new ruleset mine",
    "simulate box.yaml --players random,random --games 1 --max-moves 2",
)  # fmt: skip


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("command", PRINTING)
def test_a_full_disk_has_a_sentence(
    monkeypatch: pytest.MonkeyPatch, command: str, at_once: bool
) -> None:
    Path("box.tests.yaml").write_text(TESTS, "utf-8")
    said = StringIO()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", Full(errno.ENOSPC, at_once=at_once))
        patched.setattr(sys, "stderr", said)
        assert main([*command.split(), "--language", "fr"]) == 2
    assert "La sortie ne peut pas être écrite : le disque est plein." in said.getvalue()
    assert "Errno" not in said.getvalue()


@pytest.mark.parametrize("at_once", [True, False])
def test_a_disk_that_is_full_for_both_streams_ends_the_command_quietly(
    monkeypatch: pytest.MonkeyPatch, at_once: bool
) -> None:
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, Full(errno.ENOSPC, at_once=at_once))
    code = main(["--version"])
    monkeypatch.undo()
    assert code == 2


@pytest.mark.parametrize("at_once", [True, False])
def test_a_reader_that_has_gone_ends_the_command_quietly(
    monkeypatch: pytest.MonkeyPatch, at_once: bool
) -> None:
    said = StringIO()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", Full(errno.EPIPE, at_once=at_once))
        patched.setattr(sys, "stderr", said)
        assert main(["--version"]) == 0
    assert said.getvalue() == ""


WRONG = {
    "hint": "il manque les arguments suivants : RULESET|RECORD",
    "chek": "« chek » n’est pas parmi play",
    "hint a b": "arguments inconnus : b",
    "hint a --seed x": "argument --seed : 'x' n’est pas un nombre entier",
    "hint a --moves": "argument --moves : une valeur doit le suivre",
    "hint a --moves -3": "n’est pas un nombre entier à partir de 1",
    "replay x --fen --position": "argument --position : il ne va pas avec --fen",
    "check a --json=3": "argument --json : il ne prend pas de valeur",
    "play --dice hnd": "Vouliez-vous dire hand ?",
    "hint a --se 3": "--se peut être --set, --seconds, --seed",
}


@pytest.mark.parametrize("command", WRONG)
def test_wrong_arguments_are_named_in_the_language_chosen(capsys: Captured, command: str) -> None:
    found = Run(capsys, "--language", "fr", *command.split())
    assert found.code == 2
    assert WRONG[command] in found.err
    assert found.err.startswith("usage :")
    assert not {"argument:", "error:", "expected", "invalid"} & {*found.err.split()}


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_says_what_is_wrong_in_english(capsys: Captured, command: str) -> None:
    """Whatever this Python's words for it are, they are known."""
    for more in (["--nonsense"], ["--language"], ["--language", "xx"], ["--trust=3"]):
        found = Run(capsys, "--language=fr", command, *more)
        assert " : erreur : " in found.err
        sentence = found.err.rpartition(" : erreur : ")[2]
        known = ("inconnus", "il manque", "doit le suivre", "n’est pas parmi", "ne prend pas")
        assert any(word in sentence for word in known), sentence


def test_the_outcome_of_rule_tests_is_in_the_language_chosen(capsys: Captured) -> None:
    Path("box.tests.yaml").write_text(TESTS, "utf-8")
    found = Run(capsys, "test", "box.tests.yaml", "--coverage", "--language", "fr").out
    assert "ÉCHEC" in found
    assert "Couverture" in found
    assert not {"FAILED", "ERROR", "expected", "Expected:", "Coverage"} & {*found.split()}


def test_the_outcome_of_campaign_tests_is_in_the_language_chosen(capsys: Captured) -> None:
    Path("campaigns").mkdir()
    Path("campaigns", "way.yaml").write_text(WAY, "utf-8")
    Path("campaigns", "way.tests.yaml").write_text(WAY_TESTS, "utf-8")
    found = Run(capsys, "test", "campaigns/way.tests.yaml", "--language", "fr")
    assert "n’a pas de bataille" in found.out
    assert "attendu 3, trouvé 0" in found.out
    assert "en échec" in found.out


WAY = """name: Way
ruleset: breakthrough/standard
side: white
battles:
  gate:
    name: Gate
    before: Here.
    victory: {to: won}
    defeat: {to: lost}
endings:
  won: {name: Won, text: Done.}
  lost: {name: Lost}
"""

WAY_TESTS = """campaign: way.yaml
tests:
- {name: One, battle: gate, expect: {points: 3}}
- {name: Two, battle: hall}
"""


def test_the_help_of_every_command_is_known() -> None:
    assert {*COMMANDS} <= {*parser("fr").format_help().split()}

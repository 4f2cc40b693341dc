"""What is given wrongly on the command line is answered by a sentence and exit code 2, never by a
traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wargrid.cli import main

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WARGRID_LANGUAGE", "en")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.chdir(tmp_path)


def code_of(*arguments: str) -> int:
    """The exit code of a command, whether the parser or the command itself gives it."""
    try:
        return main(arguments)
    except SystemExit as left:
        return int(left.code or 0)


REFUSED = [
    ("replay .", "not an ordinary file"),
    ("play --resume .", "not an ordinary file"),
    ("replay nosuch", "There is no such file"),
    ("check empty", "There is no ruleset in the folder empty"),
    ("check folder.yaml", "There is no ruleset in the folder folder.yaml"),
    ("check game.yml", "There is a file game.yml, but a ruleset is a file that ends in .yaml."),
    ("perft lionheart/level1 --position nosuch", "There is no file nosuch."),
    ("perft lionheart/level1 --position .", "is a folder"),
    (
        "bench lionheart/level1 --set rows=9",
        'The option "rows" has no choice "9". Choose one of 10, 8.',
    ),
    ("bench lionheart/level1 --set rows=8 --set rows=10", '"rows" is set twice.'),
    ("bench lionheart/level1 --set first.dice=3000", "3000 dice are too many"),
    ("bench lionheart/level1 --seconds -1", '"-1" is no number of seconds above 0'),
    ("bench lionheart/level1 --max-moves 0", '"0" is no whole number from 1'),
    ("play lionheart/level1 --dice hand --seed 3", "Dice rolled by hand have no seed."),
    (
        "play lionheart/level1 --screenshot x.jpg",
        '"x.jpg" is no name of a picture that ends in .png',
    ),
    ("play lionheart/level1 --size 100000x100000", "the largest window is 7680x4320"),
    ("play lionheart/level1 --size 12x10", "is no size such as 1280x800"),
]


@pytest.mark.parametrize(("line", "sentence"), REFUSED, ids=[line for line, _ in REFUSED])
def test_what_is_wrong_is_said(line: str, sentence: str, tmp_path: Path, capsys: Captured) -> None:
    """A sentence on the error stream, exit code 2."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "game.yml").write_text("name: Game\n")

    assert code_of(*line.split()) == 2
    assert sentence in capsys.readouterr().err


def test_a_device_is_no_record(capsys: Captured) -> None:
    """Reading from a device ends in a sentence."""
    assert code_of("replay", os.devnull) == 2
    assert "not an ordinary file" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    ["--language fr replay nowhere", "replay nowhere --language fr"],
)
def test_the_language_stands_before_or_after_the_command(line: str, capsys: Captured) -> None:
    """Either way the answer is French."""
    assert code_of(*line.split()) == 2
    assert "Ce fichier n’existe pas" in capsys.readouterr().err


@pytest.mark.parametrize("language", [["--language", "fr"], ["--language=fr"]])
def test_values_are_refused_in_the_language_asked_for(
    language: list[str], capsys: Captured
) -> None:
    """What the parser itself refuses is said in French too."""
    assert code_of(*language, "bench", "lionheart/level1", "--seconds", "-1") == 2
    assert "« -1 » n’est pas un nombre de secondes supérieur à 0" in capsys.readouterr().err


def test_looks_are_checked_beside_the_rulesets(tmp_path: Path, capsys: Captured) -> None:
    """A folder's looks are checked with its rulesets, a misspelt key at its line."""
    (tmp_path / "looks.yaml").write_text('sides:\n  gold: {tpo: "#111111", low: "#222222"}\n')

    assert code_of("check", str(tmp_path)) == 2
    assert 'looks.yaml:2:10: There is no "tpo" here. Did you mean "top"?' in capsys.readouterr().err


def test_an_icon_that_is_not_there_is_told_at_its_line(tmp_path: Path, capsys: Captured) -> None:
    """Icons are tried, not only named."""
    (tmp_path / "looks.yaml").write_text("units:\n  king: king.svg\n")

    assert code_of("check", str(tmp_path / "looks.yaml")) == 2
    assert 'looks.yaml:2:9: The icon "king.svg" cannot be drawn' in capsys.readouterr().err


def test_sound_looks_say_what_they_are(tmp_path: Path, capsys: Captured) -> None:
    """A file beside rulesets is not taken for one."""
    (tmp_path / "looks.yaml").write_text("board: {light: '#7d9259'}\n")

    assert code_of("check", str(tmp_path / "looks.yaml")) == 0
    assert "this file is no ruleset" in capsys.readouterr().out


SIGNS = ["\x1b[2J", "\u202e", "\x9b2J", "w" * 100_000]
QUOTING = ["show", "perft box --depth", "schema", "perft lionheart/level1 --position", ""]


@pytest.mark.parametrize("sign", SIGNS, ids=["escape", "bidi", "c1", "long"])
@pytest.mark.parametrize("before", QUOTING)
def test_no_argument_is_quoted_as_a_terminal_would_obey_it(
    before: str, sign: str, capsys: Captured
) -> None:
    """Nor at a length that fills it."""
    assert code_of(*before.split(), sign) == 2
    said = capsys.readouterr().err
    assert said
    assert all(line.isprintable() and len(line) < 1_500 for line in said.splitlines())

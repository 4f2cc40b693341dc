"""The texts of a plugin: a broken file is reported at its line and loses no other text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import wargrid
from boxes import with_plugins
from wargrid import Game, RulesetError
from wargrid.plugins.trust import trusting
from wargrid.source.diagnostics import Diagnostic
from wargrid.table import rule_book
from wargrid.text import catalog, register

CODE = """\
from pathlib import Path

from wargrid import Plugin, register

register(Path(__file__).parent)


class Mine(Plugin):
    text = "mine.rule"
"""

RULE = 'mine.rule: "A rule."\n'


def beside(folder: Path, english: str | bytes = RULE, french: str | bytes = RULE) -> Path:
    """Write a ruleset with a plugin and its texts; return the ruleset's file."""
    (folder / "mine.py").write_text(CODE, "utf-8")
    for language, text in (("en", english), ("fr", french)):
        home = folder / "texts" / language
        home.mkdir(parents=True, exist_ok=True)
        (home / "mine.yaml").write_bytes(text.encode() if isinstance(text, str) else text)
    file = folder / "box.yaml"
    file.write_text(with_plugins('"./mine.py:Mine": {}'), "utf-8")
    return file


def game_of(file: Path) -> Game:
    """Load a ruleset with its code."""
    with trusting():
        return wargrid.load(file)


def refused(file: Path) -> tuple[Diagnostic, ...]:
    """Load a wrong ruleset, and return its errors."""
    with pytest.raises(RulesetError) as caught:
        game_of(file)
    return caught.value.diagnostics


BROKEN: dict[str, tuple[str | bytes, str]] = {
    "missing quotes": (RULE + "mine.note: {side}: {unit} pursues\n", "2:18 stray_colon"),
    "open bracket": (RULE + "mine.note: [\n", "2:12 unclosed_bracket"),
    "a list": ("- 1\n", "1:1 not_a_document"),
    "other encoding": (RULE.encode() + 'mine.note: "été"\n'.encode("latin-1"), "2:13 not_utf8"),
    "a number": (RULE + "mine.note: 7\n", "2:12 not_text"),
    "a map": (RULE + "mine:\n  note: here\n", "3:3 not_text"),
    "twice": (RULE + RULE, "2:1 duplicate_key"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_text_is_reported_at_its_line(kind: str, tmp_path: Path) -> None:
    """In any language; texts in other files stay."""
    text, error = BROKEN[kind]
    file = beside(tmp_path, french=text)
    (tmp_path / "texts" / "en" / "other.yaml").write_text('mine.other: "Still here."\n', "utf-8")
    (found,) = refused(file)
    assert f"{found.line}:{found.column} {found.name}" == error
    assert Path(found.file) == tmp_path / "texts" / "fr" / "mine.yaml"
    assert catalog("en").say("mine.other") == "Still here."
    assert catalog("en").has("refusals.no_unit_there")


def test_a_corrected_text_is_read_when_the_game_is_loaded_again(tmp_path: Path) -> None:
    """The program need not be restarted."""
    refused(beside(tmp_path, english="mine.rule: [\n"))
    game = game_of(beside(tmp_path, english='mine.rule: "Corrected."\n'))
    assert any("Corrected." in section.paragraphs for section in rule_book(game, "en"))


@pytest.mark.parametrize("kind", ["device", "pipe", "folder", "circle"])
def test_what_is_not_a_regular_file_is_reported(kind: str, tmp_path: Path) -> None:
    """Nothing waits for a pipe."""
    file, other = beside(tmp_path), tmp_path / "texts" / "en" / "other.yaml"
    make = {
        "device": lambda: other.symlink_to("/dev/zero"),
        "pipe": lambda: os.mkfifo(other),
        "folder": other.mkdir,
        "circle": lambda: other.symlink_to(other),
    }
    make[kind]()
    (found,) = refused(file)
    assert found.name == ("file_is_folder" if kind == "folder" else "file_unreadable")
    assert Path(found.file) == other


@pytest.mark.parametrize("text", ["", "# nothing yet\n"])
def test_a_file_of_texts_may_be_empty(text: str, tmp_path: Path) -> None:
    """The game loads."""
    assert game_of(beside(tmp_path, english=text))


def test_a_plugin_cannot_replace_a_text_of_the_framework(tmp_path: Path) -> None:
    """The framework's own text stays."""
    before = catalog("en").say("refusals.no_unit_there")
    game_of(beside(tmp_path, english=RULE + 'refusals.no_unit_there: "STOLEN"\n'))
    assert catalog("en").say("refusals.no_unit_there") == before


def test_an_unknown_package_cannot_be_registered() -> None:
    """The texts of other packages stay readable."""
    with pytest.raises(ModuleNotFoundError):
        register("wargrid_nowhere")
    assert catalog("en").has("refusals.no_unit_there")

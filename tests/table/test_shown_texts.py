"""A text of a plugin that was corrected, in the rule book."""

from __future__ import annotations

from pathlib import Path

import pytest

import wargrid
from boxes import with_plugins
from wargrid import Game, RulesetError
from wargrid.plugins.trust import trusting
from wargrid.source.diagnostics import Diagnostic
from wargrid_play.table import rule_book

CODE = """\
from pathlib import Path

from wargrid import Plugin, register

register(Path(__file__).parent)


class Mine(Plugin):
    text = "mine.rule"
"""

RULE = 'mine.rule: "A rule."\n'


def beside(
    folder: Path, english: str | bytes = RULE, french: str | bytes = RULE, options: str = ""
) -> Path:
    """Write a ruleset with a plugin and its texts; return the ruleset's file."""
    (folder / "mine.py").write_text(f"{CODE}    {options}\n", "utf-8")
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


def test_a_corrected_text_is_read_when_the_game_is_loaded_again(tmp_path: Path) -> None:
    """The program need not be restarted."""
    refused(beside(tmp_path, english="mine.rule: [\n"))
    game = game_of(beside(tmp_path, english='mine.rule: "Corrected."\n'))
    assert any("Corrected." in section.paragraphs for section in rule_book(game, "en"))

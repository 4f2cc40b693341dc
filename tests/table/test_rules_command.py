"""``wargrid rules``: the rule book as text."""

from __future__ import annotations

import json

import pytest

import wargrid
from command_line import Captured, Run
from wargrid_play.table import rule_book


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_chapter_is_printed(capsys: Captured, language: str) -> None:
    """In the language asked for, no line over a hundred letters, diagrams row by row."""
    out = Run(capsys, "rules", "breakthrough/standard", "--language", language).out
    lines = out.splitlines()
    for chapter in rule_book(wargrid.load("breakthrough/standard"), language):
        assert chapter.title.upper() in lines
        for is_diagram, rows in chapter.blocks():
            found = all(row in lines for row in rows) if is_diagram else rows[0][:60] in out
            assert found, rows
    assert max(map(len, lines)) <= 100


def test_a_program_reads_it(capsys: Captured) -> None:
    """With the options of the game."""
    out = Run(capsys, "rules", "gomoku/standard", "--set", "five=exactly", "--json").out
    chapters = json.loads(out)
    assert chapters[0]["title"] == "The game"
    told = [each for chapter in chapters for each in chapter["paragraphs"]]
    assert any("exactly 5" in each for each in told)

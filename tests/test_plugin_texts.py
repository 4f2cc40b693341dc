"""The texts of a plugin: a slip in them is told at its line, and takes no other text away."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from beside import RULE, beside, checked, game_of, loaded, refused
from bombs import others
from timing import cost
from wargrid.table.rulebook import rule_book
from wargrid.text.catalog import catalog, read_texts, register

SLIPS: dict[str, tuple[str | bytes, str]] = {
    "quotes taken off": (RULE + "mine.note: {side}: {unit} pursues\n", "2:18 stray_colon"),
    "open bracket": (RULE + "mine.note: [\n", "2:12 unclosed_bracket"),
    "a list": ("- 1\n", "1:1 not_a_document"),
    "other encoding": (RULE.encode() + 'mine.note: "été"\n'.encode("latin-1"), "2:13 not_utf8"),
    "a number": (RULE + "mine.note: 7\n", "2:12 not_text"),
    "a map": (RULE + "mine:\n  note: here\n", "3:3 not_text"),
    "twice": (RULE + RULE, "2:1 duplicate_key"),
    "open field": (RULE + 'mine.note: "{side: {unit}"\n', "2:12 text_brackets"),
    "nameless field": (RULE + 'mine.note: "{} goes"\n', "2:12 text_brackets"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_a_text_is_told_at_its_line(slip: str, tmp_path: Path) -> None:
    """Read as strictly as a ruleset; of two files in different languages each is told."""
    text, said = SLIPS[slip]
    (diagnostic,) = refused(beside(tmp_path, french=text))
    assert f"{diagnostic.line}:{diagnostic.column} {diagnostic.name}" == said
    assert Path(diagnostic.file) == tmp_path / "texts" / "fr" / "mine.yaml"
    assert all(diagnostic.what(language) and diagnostic.cure(language) for language in ("en", "fr"))


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_a_text_takes_no_other_text_away(slip: str, tmp_path: Path) -> None:
    """Neither the framework's nor those of the plugin's other files: whatever is open can still be
    drawn."""
    text, _ = SLIPS[slip]
    file = beside(tmp_path, english=text)
    (tmp_path / "texts" / "en" / "other.yaml").write_text('mine.other: "Still here."\n', "utf-8")
    refused(file)
    assert catalog("en").say("mine.other") == "Still here."
    assert catalog("en").has("refusals.nobody_there")


def test_a_text_that_is_mended_is_read_when_the_game_is_loaded_again(tmp_path: Path) -> None:
    """Without leaving the program."""
    refused(beside(tmp_path, english="mine.rule: [\n"))
    game = game_of(beside(tmp_path, english='mine.rule: "Mended."\n'))
    assert any("Mended." in section.paragraphs for section in rule_book(game, "en"))


@pytest.mark.parametrize("kind", ["device", "pipe", "folder", "circle"])
def test_what_is_no_ordinary_file_of_texts_is_told(kind: str, tmp_path: Path) -> None:
    """Nobody waits for it, and nobody passes over it in silence."""
    file, topic = beside(tmp_path), tmp_path / "texts" / "en" / "other.yaml"
    make = {
        "device": lambda: topic.symlink_to("/dev/zero"),
        "pipe": lambda: os.mkfifo(topic),
        "folder": topic.mkdir,
        "circle": lambda: topic.symlink_to(topic),
    }
    make[kind]()
    (diagnostic,) = refused(file)
    assert (diagnostic.name, Path(diagnostic.file)) == (
        "file_is_folder" if kind == "folder" else "file_unreadable",
        topic,
    )


def test_a_bomb_among_the_texts_harms_nobody(tmp_path: Path) -> None:
    """What it nests, repeats and merges is never built."""
    bombs = [text for kind, _, text in others() if kind == "texts"]
    assert len(bombs) >= 8
    for number, text in enumerate(bombs):
        bomb = tmp_path / f"{number}.yaml"
        bomb.write_bytes(text.encode() if isinstance(text, str) else text)
        assert cost(lambda bomb=bomb: read_texts(bomb), 100) < 100, text[:20]


@pytest.mark.parametrize("text", ["", "# nothing yet\n"])
def test_a_file_of_texts_may_be_empty(text: str, tmp_path: Path) -> None:
    """As long as its author has nothing to say."""
    assert game_of(beside(tmp_path, english=text))


def test_no_package_is_registered_that_is_not_there() -> None:
    """Or else every text would be lost as soon as one is asked for."""
    with pytest.raises(ModuleNotFoundError):
        register("wargrid_nowhere")
    assert catalog("en").has("refusals.nobody_there")


def test_nobody_says_what_the_framework_says(tmp_path: Path) -> None:
    """The text stays what it is, and its second author is told so at its line."""
    before = catalog("en").say("refusals.nobody_there")
    found = loaded(beside(tmp_path, english=RULE + 'refusals.nobody_there: "STOLEN"\n')).warnings()
    (diagnostic,) = (each for each in found if each.name == "text_taken")
    assert (diagnostic.line, diagnostic.column, diagnostic.severity) == (2, 1, "warning")
    assert diagnostic.what() == 'The text "refusals.nobody_there" belongs to the package "wargrid".'
    assert catalog("en").say("refusals.nobody_there") == before


# What players could not read

NOTES = """
    @hookimpl
    def after_move(self, position, move):
        return [Noted(move.target, "mine.note")]
"""

UNSAID: dict[str, tuple[str, str, str, str]] = {
    "no rule": (
        'text = "mine.nothing"\n',
        RULE,
        RULE,
        'W422 box.yaml:23 no catalogue has the text "mine.nothing".',
    ),
    "no note": (
        NOTES.replace("mine.note", "mine.unwritten"),
        RULE,
        RULE,
        'W422 box.yaml:23 no catalogue has the text "mine.unwritten".',
    ),
    "a field of the rule": (
        "cells: int = 2\n",
        RULE,
        'mine.rule: "{nope}"\n',
        'W422 mine.yaml:1 the text "mine.rule" asks for "nope", and is given only cells.',
    ),
    "a field of the note": (
        NOTES,
        RULE + 'mine.note: "{cel}"\n',
        RULE,
        'W422 mine.yaml:2 the text "mine.note" asks for "cel", and is given only cell, why, side, unit, ',
    ),
}


@pytest.mark.parametrize("what", UNSAID)
def test_what_players_could_not_read_is_told(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the rules page at once, in the log once random games come to it; a text that is there at
    its line."""
    body, english, french, said = UNSAID[what]
    file = beside(tmp_path, body, english=english, french=french)
    assert checked(file, "--json") == 0
    (diagnostic,) = json.loads(capsys.readouterr().out)
    place = f"{Path(diagnostic['file']).name}:{diagnostic['line']}"
    assert f"{diagnostic['code']} {place} {diagnostic['what'].partition(': ')[2]}".startswith(
        said
    ), diagnostic
    assert diagnostic["severity"] == "warning"


def test_a_name_that_is_almost_right_is_proposed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The field of a text as any other name."""
    assert checked(beside(tmp_path, NOTES, english=RULE + 'mine.note: "{cel}"\n')) == 0
    assert 'Did you mean "cell"?' in capsys.readouterr().err


@pytest.mark.parametrize(
    "deed", ["raise ValueError('boom')", "raise SystemExit(3)", "return 'text'"]
)
def test_what_a_rule_is_filled_with_is_asked_for(
    deed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Or else only a player who opens the rules page would see that it cannot be told."""
    assert checked(beside(tmp_path, f"def facts(self, words, ruleset):\n    {deed}\n")) == 2
    assert 'fails in "facts"' in capsys.readouterr().err


def test_what_is_told_well_is_not_doubted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rule and note with fields that are there."""
    said = 'mine.rule: "On {cells} cells."\nmine.note: "{side}: {unit} on {cell}"\n'
    assert (
        checked(beside(tmp_path, NOTES + "\n    cells: int = 2\n", english=said, french=said)) == 0
    )
    assert capsys.readouterr().err == ""

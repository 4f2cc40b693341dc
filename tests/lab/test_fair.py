"""Whom a ruleset favours, beside its base and without each of its changes."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from boxes import boxed
from command_line import Captured, Run
from support import every_ruleset, loaded
from wargrid import load
from wargrid.loading.loader import Recipe, joined
from wargrid.ruleset.base import Victory
from wargrid.ruleset.registry import BUILT_IN
from wargrid.source.yaml_reader import read_text
from wargrid.text import LANGUAGES, catalog
from wargrid_lab import Fairness, Row, Terms, Undone, undone
from wargrid_lab.verdicts.changes import MOST_CHANGES, changes_of

BASE = "breakthrough/standard"
VARIANT = f"""\
extends: {BASE}
name: Narrow
board: {{columns: 6}}
zones: {{goal: {{each: "a8:f8"}}}}
units:
  piece: {{name: Man}}
turn: {{actions: 2}}
setup:
  each: |
    P P P P P P
    P P P P P P
"""
TERMS = Terms(("random", "random"), nodes=1)

pytestmark = pytest.mark.usefixtures("box_folder")


@pytest.fixture
def variant() -> Recipe:
    Path("narrow.yaml").write_text(VARIANT)
    return Recipe(Path("narrow.yaml"))


def names(text: str, base: str = BASE) -> list[str]:
    return [change.name for change in changes_of(read_text(text, "a.yaml"), joined(base).root)]


# Changes


def test_changes_are_the_values_that_differ() -> None:
    """A name changes no move, a value that the base has is none; a new unit is one, whole."""
    assert names(VARIANT) == ["board.columns", "zones.goal.each", "turn.actions", "setup.each"]
    scout = "units: {scout: {like: piece, letter: S}}\n"
    assert names(f"extends: {BASE}\nboard: {{columns: 8}}\n{scout}") == ["units.scout"]


def test_many_changes_are_undone_section_by_section() -> None:
    units = "".join(f"  man{n}: {{like: piece, letter: A}}\n" for n in range(MOST_CHANGES + 1))
    assert names(f"extends: {BASE}\nturn: {{actions: 2}}\nunits:\n{units}") == ["turn", "units"]


def test_each_change_is_undone_in_turn(variant: Recipe) -> None:
    """Those that cannot be undone alone are undone together: a board and what stands on it."""
    found = undone(variant)
    assert found.base is not None
    assert (found.base.grid.columns, found.base.engine.budget) == (8, 1)
    played = [
        (change.name, game.grid.columns, game.engine.budget) for change, game in found.without
    ]
    assert played == [
        ("turn.actions", 6, 1), ("board.columns, zones.goal.each, setup.each", 8, 2),
    ]  # fmt: skip
    assert found.stuck == ()


def test_a_change_that_others_need_is_named(variant: Recipe) -> None:
    """A unit on the board needs its type; the type does not need the unit."""
    variant.file.write_text(f"extends: {BASE}\nunits: {{scout: {{like: piece, letter: S}}}}\n"
                            "setup: {each: S S S S S S S S}\n")  # fmt: skip
    found = undone(variant)
    assert [change.name for change, _ in found.without] == ["setup.each"]
    assert [change.name for change in found.stuck] == ["units.scout"]


def test_settings_are_changes_of_the_ruleset_without_them() -> None:
    found = undone(Recipe(Path("box.yaml"), {"turn.actions": "1", "units.chief.men": "1"}))
    assert found.base is not None
    assert found.base.engine.budget == 2
    assert [(change.name, game.engine.budget) for change, game in found.without] == [
        ("turn.actions", 2), ("units.chief.men", 1),
    ]  # fmt: skip
    assert undone(Recipe(Path("box.yaml"))).base is None


# Verdicts


def won(number: int, side: int | None) -> Row:
    return Row(number, side, 0, 30, 30, "occupy", {})


def test_a_clear_verdict_names_the_side_and_what_each_change_does(variant: Recipe) -> None:
    beside = undone(variant)
    fair = Fairness(load(variant.file), TERMS, 0.1, beside)
    for number in range(60):
        fair.add(0, won(number, 1))
        fair.add(1, won(number, number % 2))
        fair.add(2, won(number, 1))
        fair.add(3, won(number, number % 2))
    assert (fair.verdict.side, fair.verdict.is_clear) == ("less", True)
    side, first, length, *rest = fair.sentences("en")
    assert side.startswith("Black has an advantage: 100 % [94 to 100] of the points in 60 games")
    assert first.startswith("White began every game")
    assert length.startswith("A game lasts 30 moves")
    cause, *beside_it = rest[-4:]
    assert cause == "The advantage of a side comes from board.columns, zones.goal.each, setup.each."
    assert beside_it[0].startswith("Breakthrough, which it changes: Black takes 50 % [38 to 62]")
    assert beside_it[1].startswith("Without turn.actions: Black takes 100 % [94 to 100], +0 [")
    assert beside_it[1].endswith("points; no difference is certain.")
    against = fair.as_json("en")["beside"][0]["difference"]
    assert against[0] == pytest.approx(0.5)  # the first side's points rise without the changes


@pytest.mark.parametrize(
    ("language", "ended", "not_ended", "never"),
    [
        ("en", "Games ended by: the fall of the Guard (2), perpetual check (1).",
         "No game ended by: the loss of all units.", "Never done: Attack (Guard)."),
        ("fr", "Fins de partie : chute de l’unité « Guard » (2), échec perpétuel (1).",
         "Aucune partie ne s’est terminée ainsi : perte de toutes les unités.",
         "Jamais fait : Attaquer (Guard)."),
    ],
)  # fmt: skip
def test_ends_and_deeds_have_the_names_that_players_read(
    language: str, ended: str, not_ended: str, never: str
) -> None:
    """A reason that is no word has one too; a limit that is off ends nothing, and is not named."""
    game = boxed("slay: chief => slay: chief\n  eliminate: {}\n  quiet: {turns: ~}")
    units = {"red": {"guard": {"begun": 1}, "chief": {"begun": 1}}}
    does = {"red": {"guard": {"move": 1, "turn": 1}, "chief": {"move": 1, "turn": 1}}}
    fair = Fairness(game, TERMS, 0.1, Undone(None))
    for number, ending in enumerate(("slay", "perpetual_check", "slay")):
        fair.add(0, Row(number, 0, 0, 30, 30, ending, {"units": units, "does": does}))
    said = fair.sentences(language)
    assert {ended, not_ended, never} <= set(said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_victory_has_a_name(language: str) -> None:
    victories = [kind for kind in BUILT_IN if issubclass(kind, Victory)]
    reasons = {reason for kind in victories for reason in (kind.word, *kind.reasons)}
    nameless = [each for each in reasons if not catalog(language).has(f"victory.{each}.name")]
    assert len(reasons) > 9
    assert nameless == []


@pytest.mark.parametrize("language", LANGUAGES)
@every_ruleset
def test_what_no_game_used_is_named_in_every_ruleset(name: str, language: str) -> None:
    """Every type is there and does nothing, and no game ends."""
    game = loaded(name)
    begun = {word: {"begun": 1} for word in game.ruleset.units}
    counts = {"units": {next(iter(game.ruleset.sides)): begun}}
    fair = Fairness(game, TERMS, 0.1, Undone(None))
    for number in range(40):
        fair.add(0, Row(number, None, None, 1, 1, None, counts))
    said = fair.sentences(language)[3:-1]
    assert len(said) >= 2
    for sentence in said:
        assert not re.search(r"\b(rules|victory)\.|None|\{|: [.,]|, ,", sentence)


# The command

LINE = ("fair", "box.yaml", "--player", "random", "--nodes", "1", "--max-moves", "10")


def test_the_command_prints_sentences_in_both_languages(capsys: Captured) -> None:
    english = Run(capsys, *LINE, "--games", "4", "--set", "turn.actions=1")
    french = Run(capsys, *LINE, "--games", "4", "--set", "turn.actions=1", "--language", "fr")
    assert (english.code, french.code) == (0, 0)
    assert english.out.startswith("4 games between players who move at random could not decide")
    assert french.out.startswith("4 parties entre joueurs qui jouent au hasard ne suffisent pas")
    assert len(english.out.splitlines()) == len(french.out.splitlines()) >= 4


def test_a_terminal_shows_what_the_games_say_until_both_parts_end(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe is shown nothing."""
    alone = Run(capsys, *LINE, "--games", "2", "--set", "turn.actions=1")
    assert alone.err == ""
    monkeypatch.setattr("wargrid_lab.commands.series._OFTEN", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shown = Run(capsys, *LINE, "--games", "2", "--set", "turn.actions=1").err.split("\r")
    bars = [text.partition(" left, ")[2].removesuffix("\x1b[K") for text in shown]
    assert re.fullmatch(r"red \d+ % \[\d+ to \d+\]", bars[2])
    assert re.fullmatch(r"red [+-]\d+ \[-\d+ to \+\d+\] in \w+", bars[-2])


def test_the_command_stops_when_the_verdict_is_clear(capsys: Captured) -> None:
    """All games are cut, so that no side has an advantage: known after the least games."""
    run = Run(capsys, *LINE[:-1], "1", "--games", "400", "--margin", "25", "--json", "--alone")
    found = json.loads(run.out)
    assert (run.code, found["verdict"]["side"], found["beside"]) == (0, "even", [])
    assert found["games"] == 40 == found["cut"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--margin", "0"), "is not a margin"),
        (("--margin", "50"), "is not a margin"),
        (("--margin", "few"), "is not a margin"),
        (("--games", "0"), "is not a whole number from 1"),
        (("--player", "nobody"), 'There is no player "nobody"'),
        (("--results", "."), "cannot be used"),
    ],
)
def test_wrong_input_is_answered_with_a_sentence(
    capsys: Captured, more: tuple[str, ...], said: str
) -> None:
    run = Run(capsys, *LINE, *more)
    assert (run.code, run.out) == (2, "")
    assert said in run.err

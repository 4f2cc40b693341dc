"""Rule tests in YAML: set-up, steps, expectations and failures."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from boxes import BOX
from duels import duel, outcomes, sentences
from places import ROOT
from wargrid.authoring.ruletests.expectations import JUDGES, event_facts
from wargrid.authoring.ruletests.files import read_tests
from wargrid.authoring.ruletests.models import Expected, ExpectedOdds, RuleTest, TestFile
from wargrid.authoring.ruletests.runner import Games, run_all, run_one
from wargrid.cli import main
from wargrid.core.events import Event

PAGE = (ROOT / "docs/tests.md").read_text("utf-8")
SHIPPED = {
    f"{path.parent.name}/{path.name.removesuffix('.tests.yaml')}": path
    for path in sorted((ROOT / "rulesets").rglob("*.tests.yaml"))
    if path.parent.name != "campaigns"
}
GAMES = Games()


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_small_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    Path("box.yaml").write_text(
        f"{BOX}markers: {{shaken: {{per: unit}}}}\nhand: {{guard: 2}}\n", "utf-8"
    )


def problems(path: Path) -> list[str]:
    return [each.text() for each in run_all(read_tests(path), GAMES) if each.word != "passed"]


def _pieces() -> Iterator[ParameterSet]:
    """Large files in several pieces, which share the work among the cores."""
    for name, path in SHIPPED.items():
        number = 1 + path.stat().st_size // 4500
        for at in range(number):
            yield pytest.param(path, at, number, id=f"{name}-{at}")


_read_once = cache(read_tests)


@pytest.mark.parametrize(("path", "at", "number"), list(_pieces()))
def test_all_rule_tests_of_the_shipped_games_pass(path: Path, at: int, number: int) -> None:
    """What a YAML test of a game says needs no test in Python."""
    tests = _read_once(path)
    chosen = list(tests.places())[at::number]
    found = [run_one(tests, place, test, GAMES) for place, test in chosen]
    assert [each.text() for each in found if each.word != "passed"] == []
    assert chosen


def test_a_move_after_the_end_is_refused_with_the_reason_of_the_end() -> None:
    """Whether it is played, or expected to be legal, or to be refused for something else."""
    won = "- name: A\n  board: |\n    . c\n    . G\n  men: {b2: 1}\n  dice: [hit, hit]\n"
    for line in (
        "play: [b1xb2, b1-b2]",
        "play: b1xb2\n  expect: {allowed: [b1-b2]}",
        "play: b1xb2\n  expect: {refused: {b1-b2: occupied}}",
    ):
        (outcome,) = outcomes(f"{won}  {line}\n")
        assert [each.key for each in outcome.failures] == ["tests.decided"]
        assert outcome.failures[0].values["reason"] == "slay"


# The guide


SHOWN = dict(
    re.findall(r"^`([\w.]+\.tests\.yaml)`:\n\n```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
)
FIRST = re.findall(r"^```yaml\n(- rule.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_the_files_in_the_guide_pass(name: str) -> None:
    Path(name).write_text(SHOWN[name], "utf-8")
    assert problems(Path(name)) == []


def test_the_failure_in_the_guide_is_what_the_command_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Place, both boards side by side, differences in brackets, and the dice."""
    text = f"ruleset: lionheart/level1\ntests:\n{FIRST.replace('. . .', '. I .')}"
    Path("keep.tests.yaml").write_text(text, "utf-8")
    assert main(["test", "keep.tests.yaml"]) == 1
    shown = re.findall(r"^```\n(FAILED.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]
    assert capsys.readouterr().out == f"{shown}\n0 tests passed, 1 failed.\n"


@pytest.mark.parametrize(
    "model", [TestFile, RuleTest, Expected, ExpectedOdds], ids=lambda model: model.__name__
)
def test_every_key_is_in_the_guide(model: Any) -> None:
    assert [key for key in model.model_fields if f"`{key}`" not in PAGE] == []


# Expectations

HELD: dict[str, tuple[str, str, str]] = {
    "board": ("play: b1-b2\nexpect:\n  board: |\n    . g . .\n    . G . .\n    . . . .",
     ". G . .\n    . . . . => . . . .\n    . G . .", "The board differs."),
    "men": ("men: {b1: 1}\nexpect: {men: {b1: 1, b3: 2, a1: 0}}", "b3: 2 => b3: 1",
     "Men on b3: expected 1, found 2."),
    "wounds": ("expect: {wounds: {b1: 0}}", "b1: 0 => b1: 1", "Hits on b1: expected 1, found 0."),
    "markers": ("markers: {shaken: b1}\nexpect: {markers: {shaken: {b1: 1, b3: 0}}}",
     "b3: 0 => b3: 1", "The marker shaken of b3: expected 1, found 0."),
    "hand": ("hand: {red: {guard: 1}}\nexpect: {hand: {red: {guard: 1}, blue: {guard: 2}}}",
     "guard: 2 => guard: 1", "The hand of blue holds 2 of guard, not 1."),
    "aboard": ("expect: {aboard: {b1: []}}", "b1: [] => b1: guard",
     "The unit on b1 carries -, not guard."),
    "to_act": ("play: end\nexpect: {to_act: blue}", "act: blue => act: red",
     "to_act: expected red, found blue."),
    "actions": ("play: b1>E\nexpect: {actions: 1}", "s: 1 => s: 2",
     "actions: expected 2, found 1."),
    "turn": ("play: end\nturn: 7\nexpect: {turn: 8}", "turn: 8 => turn: 7",
     "turn: expected 7, found 8."),
    "dice": ("play: [b1-b2, b2xb3]\nexpect: {dice: 2}", "dice: 2 => dice: 0",
     "dice: expected 0, found 2."),
    "moves": ("expect: {moves: {b1: b2, d1: []}}", "b1: b2 => b1: b2 b3",
     "Moves of the unit on b1: missing b3. Expected: b2, b3; found: b2. b1-b3 is illegal: "),
    "attacks": ("play: b1-b2\nexpect: {attacks: {b2: b3}}", "b2: b3 => b2: []",
     "Targets of the unit on b2: unexpected b3. Expected: nothing; found: b3."),
    "turns": ("expect: {turns: {b1: E S W}}", "E S W => E S",
     "Turns of the unit on b1: unexpected W. Expected: E, S; found: E, S, W."),
    "controlled": ("expect: {controlled: {blue: []}}", "[] => b1",
     "Cells under the control of blue: missing b1. Expected: b1; found: nothing."),
    "supplied": ("expect: {supplied: {blue: []}}", "[] => b1",
     "Cells in the supply of blue: missing b1. Expected: b1; found: nothing."),
    "choices": ("expect: {choices: 8}", "8 => 9", "choices: expected 9, found 8."),
    "allowed": ("expect: {allowed: [b1-b2, end]}", "b1-b2 => b1-a1",
     "The move b1-a1 should be legal, but is refused: "),
    "refused": ("expect: {refused: {b1-a1: out_of_reach}}", "b1-a1 => b1-b2",
     "The move b1-b2 should be refused (out_of_reach), but is legal."),
    "events": (
        "play: b1-b2\nexpect: {events: [spent, {moved: {target: b2}}]}",
        "b2}}] => b3}}]",
        "Expected event, after those before it: moved (target: b3). "
        "Events: spent (cost: 1), moved (source: b1, target: b2, facing: N).",
    ),
    "no_events": ("play: b1-b2\nexpect: {no_events: lost}", "lost => moved",
     "Unexpected event: moved (source: b1, target: b2, facing: N)."),
    "odds": ("play: b1-b2\nexpect: {odds: {b2xb3: {kill: 1/4}}}", "1/4 => 1/2",
     "Chance of kill b3: expected 1/2, found 1/4."),
    "view": ("expect:\n  view:\n    blue: |\n      . g . .\n      . . . .\n      . G . .",
     ". G => . .", "The board that blue sees differs."),
    "in_check": ("expect: {in_check: nobody}", "nobody => red",
     "in_check: expected red, found nobody."),
    "result": ("expect: {result: none}", "none => red slay",
     "result: expected red slay, found none."),
}  # fmt: skip
"""For each key: a duel in which it holds, a change, and the failure after it."""


@pytest.mark.parametrize("key", Expected.model_fields)
def test_an_expectation_holds_or_fails(key: str) -> None:
    held, change, sentence = HELD[key]
    old, _, new = change.partition(" => ")
    assert held.count(old) == 1
    assert sentences(duel(held)) == []
    (found,) = sentences(duel(held.replace(old, new)))
    assert found.startswith(sentence)


def test_every_key_of_expect_has_a_function() -> None:
    """No key is accepted and then ignored."""
    assert set(JUDGES) == set(Expected.model_fields)


OTHERS = ("counts", "column", "results")
"""What only some attacks have: tested with symbols, and with tables of combat."""

CHANCES = {
    "kill": ("{kill: {b3: 1/4, b2: 0}}", "b2: 0 => b2: 1",
     "Chance of kill b2: expected 1, found 0."),
    "removed": ("{removed: {0: 1/4, 1: 1/2, 2: 1/4}}", "0: 1/4 => 0: 1/2",
     "Chances of removed: expected 0: 1/2, 1: 1/2, 2: 1/4; found 0: 1/4, 1: 1/2, 2: 1/4."),
    "hits": ("{hits: 1}", "1 => 3/2", "Mean of hits: expected 3/2, found 1."),
    "displaced": ("{displaced: 0}", "0 => 1/36", "Chance of displaced b2: expected 1/36, found 0."),
    "joins": ("{joins: 0}", "0 => 1", "Chance of joins b3: expected 1, found 0."),
    "wins": ("{wins: {red: 0, blue: 0}}", "blue: 0 => blue: 1",
     "Chance of wins blue: expected 1, found 0."),
}  # fmt: skip


@pytest.mark.parametrize("key", [key for key in ExpectedOdds.model_fields if key not in OTHERS])
def test_odds_are_compared_exactly(key: str) -> None:
    held, change, sentence = CHANCES[key]
    old, _, new = change.partition(" => ")
    test = "play: b1-b2\nexpect: {odds: {b2xb3: %s}}"
    assert sentences(duel(test % held)) == []
    assert sentences(duel(test % held.replace(old, new))) == [sentence]


def test_odds_of_an_illegal_move_fail() -> None:
    (failure,) = duel("expect: {odds: {b1xb3: {kill: 1/4}}}").failures
    assert (failure.key, failure.values["found"]) == ("tests.allowed", "out_of_range")


def test_the_cells_marked_in_a_picture_are_all_targets() -> None:
    """A cell too many, a cell too few, and a cell outside the picture fail."""
    marked = "expect:\n  moves:\n    b1: |\n      . * . .\n      . G . ."
    assert sentences(duel(marked)) == []
    (fewer,) = duel(marked.replace("*", ".")).failures
    (beyond,) = duel("expect:\n  moves:\n    b1: |\n      . * . .").failures
    assert (fewer.key, beyond.key) == ("tests.moves_drawn", "tests.moves_beyond")
    assert beyond.values["beyond"] == ["b2"]


# Reports

BOARD = """\
The board then:
3 .  g  .  .
2 .  .  .  .
1 . {} .  .
  a  b  c  d"""


@pytest.mark.parametrize(
    ("lines", "shown", "expected", "found"),
    [
        ("expect: {men: {b1: 1}}", BOARD.format("[G]"), 1, 2),
        ("expect: {to_act: blue}", BOARD.format(" G "), "blue", "red"),
        ("play: b1>E\nexpect: {no_events: spent}", "1 .   G>  .   .", [], ["spent (cost: 1)"]),
        ("expect: {allowed: b1-a1}", BOARD.format(" G "), "allowed", "out_of_reach"),
        ("play: b1-a1", BOARD.format(" G "), "allowed", "out_of_reach"),
        ("dice: hit", BOARD.format(" G "), [], ["hit"]),
        ("expect: {moves: {b1: b2 c1}}", "1 .  G [*] .     1 .  G [.] .", ["c1", "b2"], ["b2"]),
        ("expect: {moves: {b1: b2 b4}}", "4 . [*] .  .     4 . [.] .  .", ["b2", "b4"], ["b2"]),
    ],
)
def test_a_failure_shows_the_board_and_the_values(
    lines: str, shown: str, expected: object, found: object
) -> None:
    """The cell in question is in brackets; programs read the values."""
    outcome = duel(lines)
    assert shown in outcome.text()
    failure = outcome.as_json()["failures"][0]
    assert (failure["expected"], failure["found"]) == (expected, found)


# Steps


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ("hit hit miss", "Dice were not rolled: miss."),
        ("hit", "2 dice must be rolled, but only 1 is given."),
    ],
)
def test_the_number_of_dice_is_the_number_due(dice: str, sentence: str) -> None:
    assert sentences(duel(f"play: [b1-b2, b2xb3]\ndice: {dice}")) == [sentence]


def test_a_test_stops_at_the_first_step_that_fails() -> None:
    outcome = duel("expect: {actions: 1, choices: 1}\nthen:\n  - {play: b1-a1}")
    assert [failure.values["what"] for failure in outcome.failures] == ["actions", "choices"]


# Set-up


def test_a_picture_may_cover_any_part_of_the_board() -> None:
    """``corner`` names its south-west cell; expected pictures have the same corner."""
    (outcome,) = outcomes("""\
- name: In the middle.
  corner: c2
  board: |
    G> .
  elsewhere: {a1: C, a5: c}
  play: c2-d2
  expect:
    board: |
      . G>
    men: {d2: 2, a1: 1}
""")
    assert sentences(outcome) == []


def test_the_class_that_a_dataclass_replaces_has_no_say_in_the_facts() -> None:
    """With slots, a dataclass is a second class; Python may keep the first, under the same name."""
    first, second = (type("Twice", (Event,), {"__slots__": (fact,)}) for fact in ("old", "new"))

    assert event_facts()["twice"] == ("new",)
    del first, second
    gc.collect(0)  # they are young, and the whole heap takes half a second

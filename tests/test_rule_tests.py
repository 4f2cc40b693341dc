"""Tests of rules in YAML: what they set up, what they do, what they expect, and how they fail."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from boxes import BOX
from duels import DUEL, duel, outcomes, sentences
from wargrid.authoring.ruletests.expectations import JUDGES
from wargrid.authoring.ruletests.files import read_tests
from wargrid.authoring.ruletests.models import Expected, Odds, RuleTest, TestFile
from wargrid.authoring.ruletests.runner import Games, try_all
from wargrid.cli import main
from wargrid.core.state import Result
from wargrid.ruleset.victory import Eliminate, Slay
from wargrid.source.diagnostics import RulesetError

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/tests.md").read_text("utf-8")
AT_ONCE = ("lionheart/level1", "breakthrough/standard")
SHIPPED = {
    f"{path.parent.name}/{path.name.removesuffix('.tests.yaml')}": path
    for path in sorted((ROOT / "rulesets").rglob("*.tests.yaml"))
}
GAMES = Games()


@pytest.fixture(autouse=True)
def _beside_the_box(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Speak English, in an empty folder with the box in it."""
    monkeypatch.setenv("WARGRID_LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)
    Path("box.yaml").write_text(BOX, "utf-8")


# What is shipped, and what the page shows


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in AT_ONCE else pytest.mark.slow) for name in SHIPPED],
)
def test_the_shipped_rules_are_as_their_tests_say(name: str) -> None:
    """Every test beside every ruleset passes; the ordinary run asks the two that are the quickest
    to ask."""
    tests = read_tests(SHIPPED[name])

    assert [outcome.text() for outcome in try_all(tests, GAMES) if outcome.word != "passed"] == []


def _shown(page: str) -> dict[str, str]:
    """The files that a page shows, by name."""
    return dict(re.findall(r"^`([\w./]+)`:\n\n```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("name", sorted(_shown(PAGE)))
def test_the_tests_shown_pass(name: str) -> None:
    """Every file on the page is one that passes."""
    Path(name).write_text(_shown(PAGE)[name], "utf-8")

    assert [
        outcome.text()
        for outcome in try_all(read_tests(Path(name)), GAMES)
        if outcome.word != "passed"
    ] == []


def _first_example() -> str:
    return re.findall(r"^```yaml\n(- rule.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]


def test_the_first_test_shown_passes() -> None:
    """It stands in a file of the page's game."""
    (outcome,) = outcomes(
        _first_example(), "ruleset: lionheart/level1\nelsewhere: {h8: I, h10: i, i10: k}\n"
    )

    assert outcome.text() == outcome.title()


def test_the_failure_shown_is_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The place, both boards beside each other, what differs in brackets, and the dice."""
    text = f"ruleset: lionheart/level1\ntests:\n{_first_example().replace('. . .', '. I .')}"
    Path("keep.tests.yaml").write_text(text, "utf-8")

    assert main(["test", "keep.tests.yaml"]) == 1

    shown = re.findall(r"^```\n(FAILED.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]
    assert capsys.readouterr().out == f"{shown}\n0 tests passed, 1 failed.\n"


@pytest.mark.parametrize(
    "model", [TestFile, RuleTest, Expected, Odds], ids=lambda model: model.__name__
)
def test_every_key_is_explained(model: Any) -> None:
    """The page names each thing that can be written."""
    assert [key for key in model.model_fields if f"`{key}`" not in PAGE] == []


# What is expected

HELD: dict[str, tuple[str, str, str]] = {
    "board": (
        "play: b1-b2\nexpect:\n  board: |\n    . g . .\n    . G . .\n    . . . .",
        ". G . .\n    . . . . => . . . .\n    . G . .",
        "The board is not as expected.",
    ),
    "men": (
        "men: {b1: 1}\nexpect: {men: {b1: 1, b3: 2, a1: 0}}",
        "b3: 2 => b3: 1",
        "On b3 there should be 1 man; there are 2.",
    ),
    "wounds": (
        "expect: {wounds: {b1: 0}}",
        "b1: 0 => b1: 1",
        "The unit on b1 should carry 1 hit; it carries 0.",
    ),
    "to_act": (
        "play: end\nexpect: {to_act: blue}",
        "act: blue => act: red",
        "to_act should be red; it is blue.",
    ),
    "actions": (
        "play: b1>E\nexpect: {actions: 1}",
        "s: 1 => s: 2",
        "actions should be 2; it is 1.",
    ),
    "turn": (
        "play: end\nturn: 7\nexpect: {turn: 8}",
        "turn: 8 => turn: 7",
        "turn should be 7; it is 8.",
    ),
    "dice": (
        "play: [b1-b2, b2xb3]\nexpect: {dice: 2}",
        "dice: 2 => dice: 0",
        "dice should be 0; it is 2.",
    ),
    "moves": (
        "expect: {moves: {b1: b2, d1: []}}",
        "b1: b2 => b1: b2 b3",
        "Where the unit on b1 can go: missing b3. Expected: b2, b3; found: b2.",
    ),
    "attacks": (
        "play: b1-b2\nexpect: {attacks: {b2: b3}}",
        "b2: b3 => b2: []",
        "Targets of the unit on b2: too many: b3. Expected: nothing; found: b3.",
    ),
    "turns": (
        "expect: {turns: {b1: E S W}}",
        "E S W => E S",
        "Where the unit on b1 can turn: too many: W. Expected: E, S; found: E, S, W.",
    ),
    "choices": ("expect: {choices: 8}", "8 => 9", "choices should be 9; it is 8."),
    "allowed": (
        "expect: {allowed: [b1-b2, end]}",
        "b1-b2 => b1-a1",
        "The move b1-a1 should be allowed, but is refused: This unit (Guard, b1) cannot reach a1 with one move.",
    ),
    "refused": (
        "expect: {refused: {b1-a1: out_of_reach}}",
        "b1-a1 => b1-b2",
        "The move b1-b2 should be refused (out_of_reach), but is allowed.",
    ),
    "events": (
        "play: b1-b2\nexpect: {events: [spent, {moved: {target: b2}}]}",
        "b2}}] => b3}}]",
        "After what is listed before it, this did not happen: moved (target: b3). "
        "What happened: spent (cost: 1), moved (facing: N, source: b1, target: b2).",
    ),
    "no_events": (
        "play: b1-b2\nexpect: {no_events: lost}",
        "lost => moved",
        "This should not have happened, but did: moved (facing: N, source: b1, target: b2).",
    ),
    "odds": (
        "play: b1-b2\nexpect: {odds: {b2xb3: {kill: 1/4}}}",
        "1/4 => 1/2",
        "The chance of kill b3 should be 1/2; it is 1/4.",
    ),
    "view": (
        "expect:\n  view:\n    blue: |\n      . g . .\n      . . . .\n      . G . .",
        ". G => . .",
        "The board does not look as expected to blue.",
    ),
    "in_check": (
        "expect: {in_check: nobody}",
        "nobody => red",
        "in_check should be red; it is nobody.",
    ),
    "result": (
        "expect: {result: none}",
        "none => red slay",
        "result should be red slay; it is none.",
    ),
}
"""For each thing that may be expected: a duel in which it holds, what is changed, and how it then
fails."""


@pytest.mark.parametrize("key", Expected.model_fields)
def test_what_is_expected_holds_or_fails(key: str) -> None:
    """Each expectation passes when it is so, and fails with its sentence when it is not."""
    held, change, sentence = HELD[key]
    old, _, new = change.partition(" => ")
    assert held.count(old) == 1

    assert sentences(duel(held)) == []
    assert sentences(duel(held.replace(old, new))) == [sentence]


def test_everything_that_may_be_expected_is_judged() -> None:
    """No key is accepted and then forgotten."""
    assert set(JUDGES) == set(Expected.model_fields)


CHANCES = {
    "kill": (
        "{kill: {b3: 1/4, b2: 0}}",
        "b2: 0 => b2: 1",
        "The chance of kill b2 should be 1; it is 0.",
    ),
    "removed": (
        "{removed: {0: 1/4, 1: 1/2, 2: 1/4}}",
        "0: 1/4 => 0: 1/2",
        "The chances of removed should be 0: 1/2, 1: 1/2, 2: 1/4; they are 0: 1/4, 1: 1/2, 2: 1/4.",
    ),
    "hits": ("{hits: 1}", "1 => 3/2", "The mean of hits should be 3/2; it is 1."),
    "displaced": (
        "{displaced: 0}",
        "0 => 1/36",
        "The chance of displaced b2 should be 1/36; it is 0.",
    ),
    "joins": ("{joins: 0}", "0 => 1", "The chance of joins b3 should be 1; it is 0."),
    "wins": (
        "{wins: {red: 0, blue: 0}}",
        "blue: 0 => blue: 1",
        "The chance of wins blue should be 1; it is 0.",
    ),
}


@pytest.mark.parametrize("key", Odds.model_fields)
def test_odds_are_compared_exactly(key: str) -> None:
    """Each chance is a fraction that is right or wrong."""
    held, change, sentence = CHANCES[key]
    old, _, new = change.partition(" => ")

    assert sentences(duel(f"play: b1-b2\nexpect: {{odds: {{b2xb3: {held}}}}}")) == []
    assert sentences(
        duel(f"play: b1-b2\nexpect: {{odds: {{b2xb3: {held.replace(old, new)}}}}}")
    ) == [sentence]


@pytest.mark.parametrize(
    ("odds", "name", "under"),
    [
        ("{removed: 0.5}", "not_a_chance", "0.5"),
        ("{removed: {1: 0.5}}", "not_a_chance", "0.5"),
        ("{removed: {many: 1/2}}", "not_integer", "many"),
        ("{kill: {b2: often}}", "not_a_chance", "often"),
    ],
)
def test_a_chance_that_is_not_exact_is_told_where_it_stands(
    tmp_path: Path, odds: str, name: str, under: str
) -> None:
    """Not at the key that leads to it."""
    line = f"tests: [{{name: A, board: I, expect: {{odds: {{b1xb2: {odds}}}}}}}]"
    file = tmp_path / "wrong.tests.yaml"
    file.write_text(f"ruleset: lionheart/level1\n{line}\n", "utf-8")
    with pytest.raises(RulesetError) as wrong:
        read_tests(file)

    (diagnostic,) = wrong.value.diagnostics
    assert (diagnostic.name, line[diagnostic.column - 1 :][: diagnostic.length]) == (name, under)


def test_odds_of_a_move_that_is_not_legal_fail() -> None:
    """They say why it is refused."""
    assert (
        "should be allowed, but is refused"
        in sentences(duel("expect: {odds: {b1xb3: {kill: 1/4}}}"))[0]
    )


def test_cells_marked_in_a_picture_are_all_there_are() -> None:
    """A cell too many, a cell too few, and a cell beyond the picture fail."""
    marked = "expect:\n  moves:\n    b1: |\n      . * . .\n      . G . ."
    assert sentences(duel(marked)) == []

    fewer = sentences(duel(marked.replace("*", ".")))
    beyond = sentences(duel("expect:\n  moves:\n    b1: |\n      . * . ."))

    assert fewer == ["The unit on b1 should be able to go exactly where * is drawn."]
    assert beyond == [
        "The unit on b1 should be able to go only where * is drawn; beyond the picture it can go to: b2."
    ]  # fmt: skip


def test_a_move_that_is_refused_for_another_reason_fails() -> None:
    """The reason is part of the rule."""
    (sentence,) = sentences(duel("expect: {refused: {b1-a1: occupied}}"))

    assert sentence.startswith(
        "The move b1-a1 should be refused for occupied, but is refused for out_of_reach: "
    )


def test_a_reason_may_be_any_of_the_rules_that_are_cited() -> None:
    """By number, all or one of them, or by its code."""
    Path("box.yaml").write_text(f"{BOX}cites: {{out_of_reach: 'XY-1, XY-2'}}\n", "utf-8")
    for why in ("XY-1", "XY-2", "'XY-1, XY-2'", "out_of_reach"):
        assert sentences(duel(f"expect: {{refused: {{b1-a1: {why}}}}}")) == []


def test_a_game_ends_for_a_reason_that_its_victories_give(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their words, and the other reasons that they name; whatever else it did end for may be
    written as well."""
    monkeypatch.setattr(Slay, "reasons", ("assassination",))
    (diagnostic,) = duel("expect: {result: red assasination}").diagnostics
    assert (diagnostic.values["near"], diagnostic.values["known"]) == (
        "assassination",
        "slay, assassination",
    )
    assert sentences(duel("expect: {result: red assassination}")) == [
        "result should be red assassination; it is none."
    ]

    monkeypatch.setattr(Eliminate, "decide", lambda self, position: Result(0, "treason"))
    Path("box.yaml").write_text(BOX.replace("  slay: chief", "  eliminate: {}"), "utf-8")
    assert (
        sentences(duel("play: [b1-b2, b2xb3]\ndice: hit hit\nexpect: {result: red treason}")) == []
    )


# What is shown of a failure

STOOD = """\
The board then:
3 .  g  .  .
2 .  .  .  .
1 . {} .  .
  a  b  c  d"""
MARKED = """\
expected         found
3 .  g  .  .     3 .  g  .  .
2 . [*] .  .     2 . [.] .  .
1 .  {}  .  .     1 .  {}  .  .
  a  b  c  d       a  b  c  d"""


@pytest.mark.parametrize(
    ("said", "shown", "expected", "found"),
    [
        ("expect: {men: {b1: 1}}", STOOD.format("[G]"), 1, 2),
        ("expect: {to_act: blue}", STOOD.format(" G "), "blue", "red"),
        ("expect: {result: red}", STOOD.format(" G "), "red", "none"),
        ("expect: {events: lost}", STOOD.format(" G "), "lost", []),
        ("play: b1>E\nexpect: {no_events: spent}", "1 .   G>  .   .", [], ["spent (cost: 1)"]),
        ("expect: {allowed: b1-a1}", STOOD.format(" G "), "allowed", "out_of_reach"),
        (
            "expect: {refused: {b1-b2: out_of_reach}}",
            STOOD.format(" G "),
            "out_of_reach",
            "allowed",
        ),
        ("play: b1-a1", STOOD.format(" G "), "allowed", "out_of_reach"),
        (
            "play: b1-b2\nexpect: {odds: {b2xb3: {kill: 1/2}}}",
            "2 .  G  .  .\n1 .  .  .  .",
            "1/2",
            "1/4",
        ),
        ("dice: hit", STOOD.format(" G "), [], ["hit"]),
        ("expect: {moves: {b1: b2 c1}}", "1 .  G [*] .     1 .  G [.] .", ["c1", "b2"], ["b2"]),
        ("expect: {attacks: {b1: b2}}", MARKED.format("G", "G"), ["b2"], []),
        ("expect: {moves: {b1: b2 b4}}", "4 . [*] .  .     4 . [.] .  .", ["b2", "b4"], ["b2"]),
    ],
)
def test_the_board_is_shown_for_every_failure(
    said: str, shown: str, expected: object, found: object
) -> None:
    """What it is about is marked, and a program is told the values."""
    outcome = duel(said)
    assert shown in outcome.text()
    failure = outcome.as_json()["failures"][0]
    assert (failure["expected"], failure["found"]) == (expected, found)


# What is done


def test_a_move_that_is_refused_ends_the_test() -> None:
    """Nothing after it is asked."""
    outcome = duel("play: [b1-a1, b1-b2]\nexpect: {to_act: blue}")

    assert sentences(outcome) == [
        "The move b1-a1 is refused: This unit (Guard, b1) cannot reach a1 with one move."
    ]  # fmt: skip
    assert outcome.failures[0].mark.line == 9


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ("hit hit miss", "Some dice never fell: miss."),
        ("hit", "2 dice must be rolled, but only 1 is given."),
    ],
)
def test_dice_fall_in_the_numbers_that_are_due(dice: str, sentence: str) -> None:
    """Too many and too few fail."""
    assert sentences(duel(f"play: [b1-b2, b2xb3]\ndice: {dice}")) == [sentence]


def test_without_dice_the_roll_stays_due() -> None:
    """A test may look at the table between the announcement and the roll, and roll in the next
    step."""
    steps = "play: [b1-b2, b2xb3]\nexpect: {to_act: chance}\nthen:\n  - {dice: hit miss, expect: {men: {b3: 1}}}"

    assert sentences(duel(steps)) == []


def test_a_step_sees_only_its_own_events() -> None:
    """What happened before is not told again."""
    steps = "play: b1-b2\nthen:\n  - {play: end, expect: {no_events: moved, events: turn_began}}"

    assert sentences(duel(steps)) == []


def test_a_test_stops_at_the_first_step_that_fails() -> None:
    """What follows from something unexpected is not worth telling."""
    outcome = duel("expect: {actions: 1, choices: 1}\nthen:\n  - {play: b1-a1}")

    assert sentences(outcome) == ["actions should be 1; it is 2.", "choices should be 1; it is 8."]


# What is set up


def test_a_picture_may_lie_anywhere() -> None:
    """Its corner is named; pictures that are expected lie there, too."""
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


def test_who_stands_elsewhere_may_be_said_once_for_all() -> None:
    """A test says it anew, instead; who is drawn does not come twice."""
    found = outcomes(
        """\
- name: As in the file.
  board: |
    . g .
  expect: {men: {d1: 1, d5: 1, a4: 2}}
- name: Drawn.
  board: |
    . C .
  expect: {men: {d1: 0, b1: 1, d5: 1}}
- name: Nobody.
  elsewhere: {}
  board: |
    . g .
  expect: {men: {a4: 0, d1: 1}}
- name: The whole board.
  board: |
    . c . .
    . . . .
    . . . .
    . . . .
    . C . .
  expect: {men: {a4: 0, d1: 0}}
""",
        "ruleset: box\nelsewhere: {a4: g>}\nif_not_drawn: {d1: C, d5: c}\n",
    )
    assert [text for outcome in found for text in sentences(outcome)] == []


def test_lines_of_a_position_are_set() -> None:
    """The side, the actions, the turn, the men, and what was done already."""
    said = "side: blue\nactions: 1\nturn: 4\nmen: {b3: 1}\nused: {attack: {b3: 1}}"
    expected = (
        "expect: {to_act: blue, actions: 1, turn: 4, men: {b3: 1}, refused: {b3xb2: used_attack}}"
    )

    assert sentences(duel(f"{said}\n{expected}")) == []


def test_options_are_laid_over_those_of_the_file() -> None:
    """Guards go two cells if the test says so, one if the file does."""
    found = outcomes(
        f"{DUEL}  expect: {{moves: {{b1: b2}}}}\n"
        f"{DUEL.replace('A duel', 'Two')}  set: {{reach: 1}}\n  expect: {{moves: {{b1: b2}}}}\n",
        "ruleset: box\nset: {reach: 1}\n",
    )
    assert [text for outcome in found for text in sentences(outcome)] == []


def test_a_text_in_quotes_is_set_as_a_text() -> None:
    """Whatever it might be read as without them."""
    assert duel('set: {name: "off"}\nplay: end').word == "passed"

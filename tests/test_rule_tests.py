"""Tests of rules in YAML: what they set up, what they expect, how they fail, and what no test has reached."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from boxes import BOX
from wargrid import RulesetError
from wargrid.cli import main
from wargrid.rule_tests.coverage import SORTS, Seen
from wargrid.rule_tests.judging import JUDGES
from wargrid.rule_tests.models import Expected, Odds, RuleTest, TestFile
from wargrid.rule_tests.outcome import Outcome
from wargrid.rule_tests.reading import files_at, read_tests
from wargrid.rule_tests.trying import Games, try_all
from wargrid.text import words

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/tests.md").read_text("utf-8")
SHIPPED = sorted((ROOT / "rulesets").rglob("*.tests.yaml"))
GAMES = Games()


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Speak English, and stand beside the box."""
    monkeypatch.setenv("WARGRID_LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)
    Path("box.yaml").write_text(BOX, "utf-8")


DUEL = """\
- name: A duel.
  board: |
    . g . .
    . . . .
    . G . .
  if_not_drawn: {a5: C, d5: c}
"""


def written(text: str, head: str = "ruleset: box.yaml\n") -> Path:
    """A file with these tests."""
    path = Path("box.tests.yaml")
    path.write_text(f"{head}tests:\n{text}", "utf-8")
    return path


def outcomes(text: str, head: str = "ruleset: box.yaml\n") -> list[Outcome]:
    """What came of these tests."""
    return list(try_all(read_tests(written(text, head)), Games()))


def duel(more: str) -> Outcome:
    """What came of the duel with some lines more; a line that begins with a blank stands below ``expect``."""
    said = "".join(f"  {line}\n" for line in more.strip("\n").split("\n"))
    (outcome,) = outcomes(DUEL + said)
    return outcome


def sentences(outcome: Outcome) -> list[str]:
    """What failed in a test that could be tried."""
    assert outcome.faults == (), outcome.text()
    return [failure.sentence() for failure in outcome.failures]


# What is shipped, and what the page shows


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name.removesuffix(".tests.yaml"))
def test_the_shipped_rules_are_as_their_tests_say(path: Path) -> None:
    """Every test beside every ruleset passes."""
    assert [outcome.text() for outcome in try_all(read_tests(path), GAMES) if outcome.word != "passed"] == []


def _shown(page: str) -> dict[str, str]:
    """The files that a page shows, by name."""
    return dict(re.findall(r"^`([\w./]+)`:\n\n```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("name", sorted(_shown(PAGE)))
def test_the_tests_shown_pass(name: str) -> None:
    """Every file on the page is one that passes."""
    Path(name).write_text(_shown(PAGE)[name], "utf-8")

    assert [outcome.text() for outcome in try_all(read_tests(Path(name)), GAMES) if outcome.word != "passed"] == []


def _first_example() -> str:
    return re.findall(r"^```yaml\n(- rule.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]


def test_the_first_test_shown_passes() -> None:
    """It stands in a file of the page's game."""
    (outcome,) = outcomes(_first_example(), "ruleset: lionheart/level1\nelsewhere: {h8: I, h10: i, i10: k}\n")

    assert outcome.text() == outcome.title()


def test_the_failure_shown_is_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The place, both boards beside each other, what differs in brackets, and the dice."""
    text = f"ruleset: lionheart/level1\ntests:\n{_first_example().replace('. . .', '. I .')}"
    Path("keep.tests.yaml").write_text(text, "utf-8")

    assert main(["test", "keep.tests.yaml"]) == 1

    shown = re.findall(r"^```\n(FAILED.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]
    assert capsys.readouterr().out == f"{shown}\n0 tests passed, 1 failed.\n"


@pytest.mark.parametrize("model", [TestFile, RuleTest, Expected, Odds], ids=lambda model: model.__name__)
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
    "wounds": ("expect: {wounds: {b1: 0}}", "b1: 0 => b1: 1", "The unit on b1 should carry 1 hit; it carries 0."),
    "to_act": ("play: end\nexpect: {to_act: blue}", "act: blue => act: red", "to_act should be red; it is blue."),
    "actions": ("play: b1>E\nexpect: {actions: 1}", "s: 1 => s: 2", "actions should be 2; it is 1."),
    "turn": ("play: end\nturn: 7\nexpect: {turn: 8}", "turn: 8 => turn: 7", "turn should be 7; it is 8."),
    "dice": ("play: [b1-b2, b2xb3]\nexpect: {dice: 2}", "dice: 2 => dice: 0", "dice should be 0; it is 2."),
    "moves": (
        "expect: {moves: {b1: b2, d1: []}}",
        "b1: b2 => b1: b2 b3",
        "The unit on b1 should be able to go to: b2, b3; it can go to: b2.",
    ),
    "attacks": (
        "play: b1-b2\nexpect: {attacks: {b2: b3}}",
        "b2: b3 => b2: []",
        "The unit on b2 should be able to attack: nothing; it can attack: b3.",
    ),
    "turns": (
        "expect: {turns: {b1: E S W}}",
        "E S W => E S",
        "The unit on b1 should be able to turn to: E, S; it can turn to: E, S, W.",
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
    "in_check": ("expect: {in_check: nobody}", "nobody => red", "in_check should be red; it is nobody."),
    "result": ("expect: {result: none}", "none => red slay", "result should be red slay; it is none."),
}
"""For each thing that may be expected: a duel in which it holds, what is changed, and how it then fails."""


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
    "kill": ("{kill: {b3: 1/4, b2: 0}}", "b2: 0 => b2: 1", "The chance of kill b2 should be 1; it is 0."),
    "removed": (
        "{removed: {0: 1/4, 1: 1/2, 2: 1/4}}",
        "0: 1/4 => 0: 1/2",
        "The chances of removed should be 0: 1/2, 1: 1/2, 2: 1/4; they are 0: 1/4, 1: 1/2, 2: 1/4.",
    ),
    "hits": ("{hits: 1}", "1 => 3/2", "The mean of hits should be 3/2; it is 1."),
    "displaced": ("{displaced: 0}", "0 => 1/36", "The chance of displaced b2 should be 1/36; it is 0."),
    "joins": ("{joins: 0}", "0 => 1", "The chance of joins b3 should be 1; it is 0."),
    "wins": ("{wins: {red: 0, blue: 0}}", "blue: 0 => blue: 1", "The chance of wins blue should be 1; it is 0."),
}


@pytest.mark.parametrize("key", Odds.model_fields)
def test_odds_are_compared_exactly(key: str) -> None:
    """Each chance is a fraction that is right or wrong."""
    held, change, sentence = CHANCES[key]
    old, _, new = change.partition(" => ")

    assert sentences(duel(f"play: b1-b2\nexpect: {{odds: {{b2xb3: {held}}}}}")) == []
    assert sentences(duel(f"play: b1-b2\nexpect: {{odds: {{b2xb3: {held.replace(old, new)}}}}}")) == [sentence]


def test_odds_of_a_move_that_is_not_legal_fail() -> None:
    """They say why it is refused."""
    assert "should be allowed, but is refused" in sentences(duel("expect: {odds: {b1xb3: {kill: 1/4}}}"))[0]


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

    assert sentence.startswith("The move b1-a1 should be refused for occupied, but is refused for out_of_reach: ")


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
    [("hit hit miss", "Some dice never fell: miss."), ("hit", "2 dice must be rolled, but only 1 is given.")],
)
def test_dice_fall_in_the_numbers_that_are_due(dice: str, sentence: str) -> None:
    """Too many and too few fail."""
    assert sentences(duel(f"play: [b1-b2, b2xb3]\ndice: {dice}")) == [sentence]


def test_without_dice_the_roll_stays_due() -> None:
    """A test may look at the table between the announcement and the roll, and roll in the next step."""
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
    expected = "expect: {to_act: blue, actions: 1, turn: 4, men: {b3: 1}, refused: {b3xb2: used_attack}}"

    assert sentences(duel(f"{said}\n{expected}")) == []


def test_options_are_laid_over_those_of_the_file() -> None:
    """Guards go two cells if the test says so, one if the file does."""
    found = outcomes(
        f"{DUEL}  expect: {{moves: {{b1: b2}}}}\n"
        f"{DUEL.replace('A duel', 'Two')}  set: {{reach: 1}}\n  expect: {{moves: {{b1: b2}}}}\n",
        "ruleset: box\nset: {reach: 1}\n",
    )
    assert [text for outcome in found for text in sentences(outcome)] == []


# What is wrong with a file

FAULTS: dict[str, tuple[str, str]] = {
    "no actions": ("E503", f"{DUEL}"),
    "twice": ("E502", f"{DUEL}  play: end\n{DUEL}  play: end\n"),
    "lines without a board": ("E504", "- name: A\n  side: red\n  play: end\n"),
    "a corner that is too far east": ("E505", "- name: A\n  board: . . C c\n  corner: b1\n  play: end\n"),
    "ragged rows": ("E506", "- name: A\n  board: |\n    . C\n    . . c\n  play: end\n"),
    "a letter nobody has": ("E507", "- name: A\n  board: |\n    . C X c\n  play: end\n"),
    "a cell off the board": ("E507", f"{DUEL}  men: {{z9: 1}}\n  play: end\n"),
    "too many men": ("E507", f"{DUEL}  men: {{b1: 9}}\n  play: end\n"),
    "no move at all": ("E508", f"{DUEL}  play: b1 to b2\n"),
    "a face no die has": ("E509", f"{DUEL}  dice: hot\n"),
    "a side nobody has": ("E509", f"{DUEL}  expect: {{to_act: rod}}\n"),
    "a reason nobody gives": ("E509", f"{DUEL}  expect: {{refused: {{b1-a1: LH-22}}}}\n"),
    "an event nobody knows": ("E509", f"{DUEL}  expect: {{events: moved_on}}\n"),
    "a fact nobody tells": ("E510", f"{DUEL}  expect: {{events: [{{moved: {{to: b2}}}}]}}\n"),
    "a decimal for a chance": ("E511", f"{DUEL}  expect: {{odds: {{b1xb3: {{kill: 0.25}}}}}}\n"),
    "a key nobody knows": ("E302", f"{DUEL}  expects: {{actions: 2}}\n"),
    "a number for a list": ("E308", f"{DUEL}  dice: 3\n"),
    "an option nobody has": ("E312", f"{DUEL}  set: {{reach: 0}}\n  play: end\n"),
    "broken YAML": ("E123", f"{DUEL}  dice: [hit, hit\n"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_what_is_wrong_with_a_test_is_a_fault_at_its_line(case: str) -> None:
    """Code and place, never a traceback, whether it is seen when the file is read or when the test is tried."""
    code, text = FAULTS[case]
    try:
        faults = [fault for outcome in outcomes(text) for fault in outcome.faults]
    except RulesetError as error:
        faults = list(error.faults)

    assert [(fault.code, fault.file) for fault in faults] == [(code, "box.tests.yaml")]
    assert faults[0].line > 2
    assert faults[0].sentence("fr") != faults[0].sentence("en")


def test_a_word_that_is_almost_right_is_told() -> None:
    """As in rulesets."""
    (fault,) = duel("dice: hitt").faults

    assert fault.text().startswith('box.tests.yaml:9:9: "hitt" is not known here. Did you mean "hit"?')


def test_a_ruleset_that_does_not_exist_is_a_fault_of_the_tests() -> None:
    """It points at the name."""
    (outcome,) = outcomes("- {name: A, play: end}\n", "ruleset: lionheart/levl1\n")

    assert (outcome.faults[0].code, outcome.faults[0].line, outcome.faults[0].column) == ("E202", 1, 10)


def test_a_fault_of_the_ruleset_keeps_its_place() -> None:
    """It is not the tests' fault."""
    Path("box.yaml").write_text(BOX.replace("men: 2", "men: two"), "utf-8")
    (outcome,) = outcomes("- {name: A, play: end}\n")

    assert {fault.file for fault in outcome.faults} == {"box.yaml"}


# The command


def test_exit_codes_tell_passed_failed_and_unusable(capsys: pytest.CaptureFixture[str]) -> None:
    """0, 1 and 2; the last line counts."""
    written(f"{DUEL}  play: b1-b2\n")
    assert (main(["test", "box.yaml"]), capsys.readouterr().out) == (0, "1 test passed, 0 failed.\n")
    written(f"{DUEL}  play: b1-a1\n")
    assert main(["test"]) == 1
    assert capsys.readouterr().out.endswith("\n0 tests passed, 1 failed.\n")
    written(f"{DUEL}  play: nonsense\n")
    assert main(["test", "box.tests.yaml"]) == 2
    assert capsys.readouterr().out.endswith("\n0 tests passed, 0 failed, 1 could not be tried.\n")


def test_tests_are_found_by_ruleset_file_and_folder() -> None:
    """Those that bear a ruleset's name are its own; hidden folders are passed over."""
    for name in (
        "box.tests.yaml",
        "box.panic.tests.yaml",
        "boxer.tests.yaml",
        "sub/deep.tests.yaml",
        ".x/a.tests.yaml",
    ):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("", "utf-8")

    assert [path.name for path in files_at("box.yaml")] == ["box.panic.tests.yaml", "box.tests.yaml"]
    assert [path.name for path in files_at("sub")] == ["deep.tests.yaml"]
    assert len(files_at(".")) == 4


@pytest.mark.parametrize("given", ["empty", "lone.yaml", "lionheart/levl1", "missing.tests.yaml"])
def test_nothing_to_be_tried_is_a_fault(capsys: pytest.CaptureFixture[str], given: str) -> None:
    """An empty folder, a ruleset without tests, one that does not exist, a file that does not."""
    Path("empty").mkdir()
    Path("lone.yaml").write_text(BOX, "utf-8")

    assert main(["test", given]) == 2
    assert capsys.readouterr().err


def test_some_tests_may_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    """By their rule, their name or their file, whatever the case."""
    written(f"{DUEL}  rule: XY-7\n  play: end\n{DUEL.replace('A duel', 'Other')}  play: end\n")
    for text, passed in (("xy-7", 1), ("OTHER", 1), ("box.tests", 2)):
        assert main(["test", "-k", text]) == 0
        assert capsys.readouterr().out.startswith(f"{passed} test")

    assert main(["test", "-k", "queen"]) == 2
    assert capsys.readouterr().err == 'No test has "queen" in its name, its rules or its file.\n'


def test_a_program_reads_everything_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Tests, failures with both pictures, and what was reached."""
    written(f"{DUEL}  expect:\n    board: |\n      . . . .\n      . . . .\n      . G . .\n")

    assert main(["test", "--json", "--coverage"]) == 1

    found = json.loads(capsys.readouterr().out)
    (test,) = found["tests"]
    assert (test["outcome"], test["line"], test["failures"][0]["line"]) == ("failed", 3, 10)
    assert test["failures"][0]["expected"] == [". . . .", ". . . .", ". G . ."]
    assert test["failures"][0]["found"] == [". g . .", ". . . .", ". G . ."]
    assert set(found["coverage"]["box.yaml"]) <= set(SORTS)


def test_french_is_spoken(capsys: pytest.CaptureFixture[str]) -> None:
    """Failures, faults and counts."""
    written(f"{DUEL}  expect: {{actions: 1}}\n")

    assert main(["--language", "fr", "test"]) == 1
    assert (
        "ÉCHEC A duel.\nbox.tests.yaml:9:12: actions devrait valoir 1 ; la valeur est 2.\n" in capsys.readouterr().out
    )


# What no test reached


def _seen(text: str, head: str = "ruleset: box.yaml\n") -> Seen:
    seen = Seen()
    tests = read_tests(written(text, head))
    assert [outcome.text() for outcome in try_all(tests, Games(seen.watch), "", seen) if outcome.word != "passed"] == []
    return seen


def test_what_no_test_reached_is_told() -> None:
    """A guard moved and struck; nobody won, the other face never fell, and the chief stood by."""
    seen = _seen(f"{DUEL}  play: [b1-b2, b2xb3]\n  dice: hit hit\n")

    assert {sort: seen.missed(sort) for sort in SORTS if seen.all[sort]} == {
        "kinds": ["victory.slay"], "units": ["chief"], "faces": ["d.miss"],
    }  # fmt: skip
    assert list(seen.lines())[1] == "  units: 1 of 2; no test reaches chief."


def test_plugins_reasons_and_rules_are_counted() -> None:
    """The hook of a plugin counts when it has an answer; a reason when a move is refused for it."""
    head = "ruleset: lionheart/level1\nelsewhere: {h8: I, h10: i}\nif_not_drawn: {i8: K, i10: k}\n"
    quiet = "- name: A\n  board: |\n    . i .\n    . I .\n    . . .\n  play: b2xb3\n  dice: axe axe axe arrow\n"
    panic = quiet.replace("axe axe axe arrow", "panic panic panic panic")

    none = _seen(quiet, head)
    some = _seen(f"{panic}  expect: {{refused: {{b1-a1: LH-22}}}}\n  rule: LH-40\n", head)

    assert set(none.missed("hooks")) == {"lionheart.second_roll.after_roll", "lionheart.panic.after_attack"}
    assert some.missed("hooks") == ["lionheart.second_roll.after_roll"]
    assert "out_of_reach" in none.missed("reasons")
    assert "out_of_reach" not in some.missed("reasons")
    assert "LH-22" not in some.missed("rules")


def test_a_watched_game_plays_as_any_other() -> None:
    """All that is shipped passes, watched or not."""
    seen = Seen()
    path = ROOT / "rulesets/lionheart/level1.tests.yaml"

    assert {each.word for each in try_all(read_tests(path), Games(seen.watch), "LH-4", seen)} == {"passed"}
    assert seen.missed("hooks") == ["lionheart.second_roll.after_roll"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sort_has_a_name(language: str) -> None:
    """What is counted can be told."""
    assert [sort for sort in SORTS if not words(language).has(f"tests.sort.{sort}")] == []


# With pytest

pytest_plugins = ["pytester"]
COLLECTS = ("-p", "wargrid.pytest_plugin", "-p", "no:cacheprovider", "-p", "no:xdist")


def test_pytest_collects_the_same_files(pytester: pytest.Pytester) -> None:
    """Each test is an item; what fails is printed as the command prints it."""
    pytester.path.joinpath("box.yaml").write_text(BOX, "utf-8")
    passes = f"{DUEL}  play: b1-b2\n"
    fails = f"{DUEL.replace('A duel', 'Wrong')}  expect: {{actions: 1}}\n"
    pytester.path.joinpath("box.tests.yaml").write_text(f"ruleset: box\ntests:\n{passes}{fails}", "utf-8")

    ran = pytester.runpytest_inprocess(*COLLECTS, "-v")

    ran.assert_outcomes(passed=1, failed=1)
    ran.stdout.fnmatch_lines(
        ["*box.tests.yaml::A duel. PASSED*", "box.tests.yaml:16:12: actions should be 1; it is 2."]
    )


def test_pytest_tells_what_is_wrong_with_a_file(pytester: pytest.Pytester) -> None:
    """As a fault, without a traceback."""
    pytester.path.joinpath("box.tests.yaml").write_text("ruleset: box\ntests:\n- {nam: A}\n", "utf-8")

    ran = pytester.runpytest_inprocess(*COLLECTS)

    ran.assert_outcomes(errors=1)
    ran.stdout.fnmatch_lines(['box.tests.yaml:3:4: There is no "nam" here. Did you mean "name"?*'])
    ran.stdout.no_fnmatch_line("*Traceback*")


def test_files_of_others_are_left_alone(pytester: pytest.Pytester) -> None:
    """A file with that ending that names no ruleset and no tests is none of ours."""
    pytester.path.joinpath("other.tests.yaml").write_text("tests: 3\n", "utf-8")
    pytester.path.joinpath("odd.tests.yaml").write_bytes(b"\xff\x00ruleset")

    pytester.runpytest_inprocess(*COLLECTS).assert_outcomes()

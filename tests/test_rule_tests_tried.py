"""Trying tests of rules: what is wrong with a file, the command, what no test reached, and
pytest."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from boxes import BOX
from duels import DUEL, duel, outcomes, written
from wargrid import RulesetError
from wargrid.authoring.ruletests.coverage import SORTS, Seen
from wargrid.authoring.ruletests.files import files_at, read_tests
from wargrid.authoring.ruletests.runner import Games, try_all
from wargrid.cli import main
from wargrid.loading import library
from wargrid.text.catalog import catalog

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _beside_the_box(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Speak English, in an empty folder with the box in it."""
    monkeypatch.setenv("WARGRID_LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)
    Path("box.yaml").write_text(BOX, "utf-8")


# What is wrong with a file


@pytest.mark.parametrize("text", ["", "# to be written\n"])
def test_an_empty_file_is_told_how_tests_begin(text: str, tmp_path: Path) -> None:
    """Not how a ruleset does."""
    (tmp_path / "box.tests.yaml").write_text(text, "utf-8")
    with pytest.raises(RulesetError) as refused:
        read_tests(tmp_path / "box.tests.yaml")
    (diagnostic,) = refused.value.diagnostics
    assert (diagnostic.code, diagnostic.what()) == ("E108", "The file is empty.")
    assert all("ruleset: m" in diagnostic.cure(language) for language in ("en", "fr"))


def test_no_number_of_dice_fills_the_terminal() -> None:
    """What a failure quotes is cut short."""
    (failed,) = outcomes(f"{DUEL}  dice: {'hit ' * 50_000}\n")
    assert failed.word == "failed"
    assert all("hit" in failed.text(language) for language in ("en", "fr"))
    assert all(len(failed.text(language)) < 1_000 for language in ("en", "fr"))


@pytest.mark.parametrize("rule", ["\u200e7", "7" * 100_000])
def test_no_number_of_a_rule_fills_or_hides_the_title(rule: str) -> None:
    """It is shown as every quoted value is."""
    (tried,) = outcomes(f"{DUEL}  rule: '{rule}'\n  play: end\n")
    assert tried.title().isprintable()
    assert len(tried.title()) <= 400


FAULTS: dict[str, tuple[str, str]] = {
    "nothing that could fail": ("E501", f"{DUEL}"),
    "nothing expected": ("E501", f"{DUEL}  expect: {{men: {{}}, events: []}}\n"),
    "twice": ("E502", f"{DUEL}  play: end\n{DUEL}  play: end\n"),
    "lines without a board": ("E505", "- name: A\n  side: red\n  play: end\n"),
    "a corner that is too far east": (
        "E505",
        "- name: A\n  board: . . C c\n  corner: b1\n  play: end\n",
    ),
    "a cell elsewhere that is drawn": (
        "E512",
        "- name: A\n  board: . . C c\n  elsewhere: {c1: g}\n  play: end\n",
    ),
    "ragged rows": ("E505", "- name: A\n  board: |\n    . C\n    . . c\n  play: end\n"),
    "a letter nobody has": ("E507", "- name: A\n  board: |\n    . C X c\n  play: end\n"),
    "a cell off the board": ("E507", f"{DUEL}  men: {{z9: 1}}\n  play: end\n"),
    "too many men": ("E507", f"{DUEL}  men: {{b1: 9}}\n  play: end\n"),
    "no move at all": ("E507", f"{DUEL}  play: b1 to b2\n"),
    "a face no die has": ("E509", f"{DUEL}  dice: hot\n"),
    "a side nobody has": ("E509", f"{DUEL}  expect: {{to_act: rod}}\n"),
    "a reason nobody gives": ("E509", f"{DUEL}  expect: {{refused: {{b1-a1: LH-22}}}}\n"),
    "an event nobody knows": ("E509", f"{DUEL}  expect: {{events: moved_on}}\n"),
    "a fact nobody tells": ("E509", f"{DUEL}  expect: {{events: [{{moved: {{to: b2}}}}]}}\n"),
    "a decimal for a chance": ("E509", f"{DUEL}  expect: {{odds: {{b1xb3: {{kill: 0.25}}}}}}\n"),
    "a key nobody knows": ("E302", f"{DUEL}  expects: {{actions: 2}}\n"),
    "a number for a list": ("E303", f"{DUEL}  dice: 3\n"),
    "an option nobody has": ("E312", f"{DUEL}  set: {{reach: 0}}\n  play: end\n"),
    "broken YAML": ("E123", f"{DUEL}  dice: [hit, hit\n"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_what_is_wrong_with_a_test_is_a_fault_at_its_line(case: str) -> None:
    """Code and place, never a traceback, whether it is seen when the file is read or when the test
    is tried."""
    code, text = FAULTS[case]
    try:
        diagnostics = [
            diagnostic for outcome in outcomes(text) for diagnostic in outcome.diagnostics
        ]
    except RulesetError as error:
        diagnostics = list(error.diagnostics)

    assert [(diagnostic.code, diagnostic.file) for diagnostic in diagnostics] == [
        (code, "box.tests.yaml")
    ]
    assert diagnostics[0].line > 2
    assert diagnostics[0].sentence("fr") != diagnostics[0].sentence("en")


@pytest.mark.parametrize(
    ("said", "under", "cure", "right"),
    [
        ("side: rod", "rod", "Write one of red, blue.", "side: red"),
        ("men: {b1: 9}", "9", "Write a whole number from 1 to 2.", "men: {b1: 2}"),
        ("men: {a1: 1}", "a1", "Name the cell of a unit that is drawn.", "men: {b1: 1}"),
        ("men: {z9: 1}", "z9", "Name a cell of the board.", "men: {b1: 1}"),
        ("actions: 9", "9", "Write a whole number from 0 to 2.", "actions: 1"),
        ("turn: 0", "0", "Write a number not below 1.", "turn: 1"),
        ("used: {shoot: {b1: 1}}", "shoot", "Known are attack.", "used: {attack: {b1: 1}}"),
        ("used: {atack: {b1: 1}}", "atack", 'Did you mean "attack"?', "used: {attack: {b1: 1}}"),
    ],
)
def test_what_is_said_of_a_position_is_told_where_it_does_not_fit(
    said: str, under: str, cure: str, right: str
) -> None:
    """With what would."""
    text = f"{DUEL}  {said}\n  play: end\n"
    try:
        (diagnostic,) = outcomes(text)[0].diagnostics
    except RulesetError as error:
        (diagnostic,) = error.diagnostics
    assert (
        diagnostic.source_line[diagnostic.column - 1 :][: diagnostic.length],
        diagnostic.cure(),
    ) == (under, cure)
    assert outcomes(text.replace(said, right))[0].word == "passed"


def test_a_comment_in_a_picture_of_a_test_is_told() -> None:
    """Everything in a picture is drawn."""
    text = f"{DUEL}  play: end\n".replace("    . . . .", "    . . . .   # nobody here")
    with pytest.raises(RulesetError) as wrong:
        raise RulesetError(outcomes(text)[0].diagnostics)
    assert "Put it on a line of its own above the key of the picture." in str(wrong.value)


def test_a_file_that_cannot_be_read_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """It is no test that passed or failed."""
    written(f"{DUEL}  dice: [hit, hit\n")
    assert main(["test", "."]) == 2
    assert capsys.readouterr().out == "0 tests passed, 0 failed. 1 file could not be tried.\n"


def test_a_unit_on_a_wall_is_told_at_its_cell_with_what_to_do() -> None:
    """In the picture, and elsewhere."""
    ground = (
        "terrains: {floor: {letter: f, name: Floor}, rock: {letter: r, name: Rock, wall: true}}\n"
    )
    picture = "board:\n  terrain: |\n    ffff\n    ffff\n    rfff\n    ffff\n    ffff\n"
    Path("walled.yaml").write_text(f"extends: box.yaml\n{ground}{picture}", "utf-8")
    tests = {
        "- name: A\n  elsewhere: {c5: c}\n  board: |\n    G . .\n    . . .\n    . . C\n  play: end\n": (
            6,
            5,
        ),
        "- name: A\n  elsewhere: {a3: G}\n  board: . C c\n  play: end\n": (4, 19),
    }
    for text, place in tests.items():
        (diagnostic,) = outcomes(text, "ruleset: walled.yaml\n")[0].diagnostics
        assert (diagnostic.code, diagnostic.line, diagnostic.column) == ("E507", *place)
        assert diagnostic.what() == "A unit stands on a3, where there is a wall."
        assert diagnostic.cure().startswith("Draw the unit on another cell")


def test_a_word_that_is_almost_right_is_told() -> None:
    """As in rulesets."""
    (diagnostic,) = duel("dice: hitt").diagnostics

    assert diagnostic.text().startswith(
        'box.tests.yaml:9:9: "hitt" is not known here. Did you mean "hit"?'
    )


def test_a_reason_that_does_not_exist_is_told_with_those_there_are() -> None:
    """Also where the ruleset cites no rules."""
    (near,) = duel("expect: {refused: {b1-a1: not_yuors}}").diagnostics
    (far,) = duel("expect: {refused: {b1-a1: moon}}").diagnostics

    assert near.cure() == 'Did you mean "not_yours"?'
    assert "too_dear" in far.cure()


def test_a_ruleset_that_does_not_exist_is_a_fault_of_the_tests() -> None:
    """It points at the name."""
    (outcome,) = outcomes("- {name: A, play: end}\n", "ruleset: lionheart/levl1\n")

    assert (
        outcome.diagnostics[0].code,
        outcome.diagnostics[0].line,
        outcome.diagnostics[0].column,
    ) == (
        "E202",
        1,
        10,
    )


def test_a_fault_of_the_ruleset_keeps_its_place() -> None:
    """It is not the tests' fault."""
    Path("box.yaml").write_text(BOX.replace("men: 2", "men: two"), "utf-8")
    (outcome,) = outcomes("- {name: A, play: end}\n")

    assert {diagnostic.file for diagnostic in outcome.diagnostics} == {"box.yaml"}


def test_an_option_that_cannot_be_set_is_a_fault_at_its_key() -> None:
    """In the test or in the file, whichever says it; a picture may be set, too."""
    both = outcomes(
        f"{DUEL}  set: {{reach: 0}}\n  play: end\n", "ruleset: box\nset: {turn.actions: 1}\n"
    )
    file = outcomes(
        f"{DUEL}  set: {{reach: 1}}\n  play: end\n", "ruleset: box\nset: {turn.actions: many}\n"
    )
    unknown = outcomes("- {name: A, play: end}\n", "ruleset: box\nscenario: hills\n")
    picture = "- name: A\n  set:\n    setup: |\n" + "".join(
        f"      {row}\n" for row in ["c . . ."] * 2 + [". . . C"] * 3
    )

    assert [(diagnostic.line, diagnostic.path) for diagnostic in both[0].diagnostics] == [
        (10, ("tests", 0, "set", "reach"))
    ]
    assert [(diagnostic.line, diagnostic.path) for diagnostic in file[0].diagnostics] == [
        (2, ("set", "turn.actions"))
    ]
    assert [(diagnostic.code, diagnostic.line) for diagnostic in unknown[0].diagnostics] == [
        ("E202", 2)
    ]
    assert (
        outcomes(f"{picture}  expect: {{men: {{a5: 1, a4: 1, d1: 1, c1: 0}}}}\n")[0].word
        == "passed"
    )


def test_a_wrong_ruleset_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Not once for each of its tests, which all cannot be tried."""
    Path("box.yaml").write_text(BOX.replace("men: 2", "men: two"), "utf-8")
    written("".join(f"- {{name: {name}, play: end}}\n" for name in "ABC"))

    assert main(["test"]) == 2

    out = capsys.readouterr().out
    assert (out.count("box.yaml:"), out.splitlines()[-1]) == (
        1, "0 tests passed, 0 failed, 3 could not be tried.",
    )  # fmt: skip


# The command


def test_exit_codes_tell_passed_failed_and_unusable(capsys: pytest.CaptureFixture[str]) -> None:
    """0, 1 and 2; the last line counts."""
    written(f"{DUEL}  play: b1-b2\n")
    assert (main(["test", "box.yaml"]), capsys.readouterr().out) == (
        0,
        "1 test passed, 0 failed.\n",
    )
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

    assert [path.name for path in files_at("box.yaml")] == [
        "box.panic.tests.yaml",
        "box.tests.yaml",
    ]
    assert [path.name for path in files_at("sub")] == ["deep.tests.yaml"]
    assert len(files_at(".")) == 4


def test_a_file_named_twice_is_tried_once(capsys: pytest.CaptureFixture[str]) -> None:
    """By itself, by its ruleset and by its folder."""
    written(f"{DUEL}  play: b1-b2\n")

    assert main(["test", "box.yaml", "box.tests.yaml", "."]) == 0
    assert capsys.readouterr().out == "1 test passed, 0 failed.\n"


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


def test_rulesets_of_the_same_name_are_counted_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """Each folder has a ``box.yaml``; what two files of tests call differently and is one ruleset
    is counted once."""
    for folder, unit in (("a", "guard"), ("b", "sentry")):
        Path(folder).mkdir()
        Path(folder, "box.yaml").write_text(BOX.replace("guard", unit), "utf-8")
        Path(folder, "box.tests.yaml").write_text(
            f"ruleset: box.yaml\ntests:\n{DUEL}  play: end\n", "utf-8"
        )
    Path("a", "more.tests.yaml").write_text(
        f"ruleset: ../a/box.yaml\ntests:\n{DUEL}  play: end\n", "utf-8"
    )

    assert main(["test", ".", "--json", "--coverage"]) == 0

    found = json.loads(capsys.readouterr().out)["coverage"]
    assert list(found) == ["a/box.yaml", "b/box.yaml"]
    assert ["guard" in str(found[name]) for name in found] == [True, False]
    assert ["sentry" in str(found[name]) for name in found] == [False, True]


def test_a_ruleset_of_the_library_is_told_by_its_name() -> None:
    """Any other by its path, as in faults."""
    assert library.called(library.locate("lionheart/level1")) == "lionheart/level1"
    assert library.called(Path("box.yaml").absolute()) == "box.yaml"


def test_french_is_spoken(capsys: pytest.CaptureFixture[str]) -> None:
    """Failures, faults and counts."""
    written(f"{DUEL}  expect: {{actions: 1}}\n")

    assert main(["--language", "fr", "test"]) == 1
    assert (
        "ÉCHEC A duel.\nbox.tests.yaml:9:12: actions devrait valoir 1 ; la valeur est 2.\n"
        in capsys.readouterr().out
    )


# What no test reached


def _seen(text: str, head: str = "ruleset: box.yaml\n") -> Seen:
    seen = Seen()
    tests = read_tests(written(text, head))
    assert [
        outcome.text()
        for outcome in try_all(tests, Games(seen.watch), "", seen)
        if outcome.word != "passed"
    ] == []
    return seen


def test_what_no_test_reached_is_told() -> None:
    """A guard moved and struck; nobody won, the other face never fell, and the chief stood by."""
    seen = _seen(f"{DUEL}  play: [b1-b2, b2xb3]\n  dice: hit hit\n")

    assert {sort: seen.missed(sort) for sort in SORTS if seen.all[sort]} == {
        "kinds": ["victory.slay"], "units": ["chief"], "faces": ["d.miss"],
    }  # fmt: skip
    assert list(seen.lines())[1] == "  units: 1 of 2; no test reaches chief."


@pytest.mark.parametrize(
    "claim",
    ["moves: {a5: []}", "turns: {a5: E S W}", "allowed: a5>E", "refused: {a5-a4: out_of_reach}"],
)
def test_a_unit_counts_once_a_test_says_what_it_may_do(claim: str) -> None:
    """It need not move, be it free to or not; who merely stands by has not been looked at."""
    assert _seen(f"{DUEL}  expect: {{{claim}}}\n").missed("units") == ["guard"]


def test_plugins_reasons_and_rules_are_counted() -> None:
    """The hook of a plugin counts when it has an answer; a reason when a move is refused for it."""
    head = "ruleset: lionheart/level1\nelsewhere: {h8: I, h10: i}\nif_not_drawn: {i8: K, i10: k}\n"
    quiet = "- name: A\n  board: |\n    . i .\n    . I .\n    . . .\n  play: b2xb3\n  dice: axe axe axe arrow\n"
    panic = quiet.replace("axe axe axe arrow", "panic panic panic panic")

    none = _seen(quiet, head)
    some = _seen(f"{panic}  expect: {{refused: {{b1-a1: LH-22}}}}\n  rule: LH-40\n", head)

    assert set(none.missed("hooks")) == {
        "lionheart.second_roll.after_roll",
        "lionheart.panic.after_attack",
    }
    assert some.missed("hooks") == ["lionheart.second_roll.after_roll"]
    assert "out_of_reach" in none.missed("reasons")
    assert "out_of_reach" not in some.missed("reasons")
    assert "LH-22" not in some.missed("rules")


def test_a_watched_game_plays_as_any_other() -> None:
    """All that is shipped passes, watched or not."""
    seen = Seen()
    path = ROOT / "rulesets/lionheart/level1.tests.yaml"

    assert {each.word for each in try_all(read_tests(path), Games(seen.watch), "LH-4", seen)} == {
        "passed"
    }
    assert seen.missed("hooks") == ["lionheart.second_roll.after_roll"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_sort_has_a_name(language: str) -> None:
    """What is counted can be told."""
    assert [sort for sort in SORTS if not catalog(language).has(f"tests.sort.{sort}")] == []


# With pytest

pytest_plugins = ["pytester"]
COLLECTS = (
    "-p",
    "no:wargrid",
    "-p",
    "wargrid.authoring.ruletests.pytest_plugin",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
)


def test_pytest_collects_the_same_files(pytester: pytest.Pytester) -> None:
    """Each test is an item; what fails is printed as the command prints it."""
    pytester.path.joinpath("box.yaml").write_text(BOX, "utf-8")
    passes = f"{DUEL}  play: b1-b2\n"
    fails = f"{DUEL.replace('A duel', 'Wrong')}  expect: {{actions: 1}}\n"
    pytester.path.joinpath("box.tests.yaml").write_text(
        f"ruleset: box\ntests:\n{passes}{fails}", "utf-8"
    )

    ran = pytester.runpytest_inprocess(*COLLECTS, "-v")

    ran.assert_outcomes(passed=1, failed=1)
    ran.stdout.fnmatch_lines(
        ["*box.tests.yaml::A duel. PASSED*", "box.tests.yaml:16:12: actions should be 1; it is 2."]
    )


def test_pytest_tells_what_is_wrong_with_a_file(pytester: pytest.Pytester) -> None:
    """As a fault, without a traceback."""
    pytester.path.joinpath("box.tests.yaml").write_text(
        "ruleset: box\ntests:\n- {nam: A}\n", "utf-8"
    )

    ran = pytester.runpytest_inprocess(*COLLECTS)

    ran.assert_outcomes(errors=1)
    ran.stdout.fnmatch_lines(['box.tests.yaml:3:4: There is no "nam" here. Did you mean "name"?*'])
    ran.stdout.no_fnmatch_line("*Traceback*")


def test_pytest_speaks_the_language_of_the_system(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the command does where nobody chooses another."""
    pytester.path.joinpath("box.tests.yaml").write_text(
        "ruleset: box\ntests:\n- {nam: A}\n", "utf-8"
    )
    for name in ("WARGRID_LANGUAGE", "LC_ALL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")

    ran = pytester.runpytest_inprocess(*COLLECTS)

    ran.stdout.fnmatch_lines(["box.tests.yaml:3:4: *nam*Vouliez-vous*"])


def test_the_plugin_imports_next_to_nothing() -> None:
    """Other people's runs wait for no YAML and no models."""
    code = "import sys, wargrid.pytest_plugin; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT / "framework",
    )

    assert {"yaml", "pydantic", "wargrid.engine.game", "wargrid.authoring.ruletests"} & set(
        done.stdout.split()
    ) == set()


def test_files_of_others_are_left_alone(pytester: pytest.Pytester) -> None:
    """A file with that ending that names no ruleset and no tests is none of ours."""
    pytester.path.joinpath("other.tests.yaml").write_text("tests: 3\n", "utf-8")
    pytester.path.joinpath("odd.tests.yaml").write_bytes(b"\xff\x00ruleset")

    pytester.runpytest_inprocess(*COLLECTS).assert_outcomes()

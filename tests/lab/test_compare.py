"""Two rulesets beside each other: the table, what is certain, and the command."""

from __future__ import annotations

import json

import pytest

from boxes import boxed
from command_line import Captured, Run
from wargrid_lab import Comparison, Row, Terms
from wargrid_lab.commands.compare import _print
from wargrid_lab.verdicts.figures import Estimate

TERMS = Terms(("random", "random"), nodes=1)


def row(number: int, side: int | None, given: int = 0) -> Row:
    counts = {
        "units": {"red": {"guard": {"given": given}}},
        "does": {"red": {"guard": {"move": 1}}},
    }
    return Row(number, side, number % 2, 20, 8, None if side is None else "slay", counts)


def compared(games: int) -> Comparison:
    """Red wins every game of the second ruleset, and its guards remove two men more."""
    found = Comparison(boxed(), boxed(), TERMS)
    for number in range(games):
        found.add(0, row(number, number % 4 // 2, number % 2))
        found.add(1, row(number, 0, 2 + number % 2))
    return found


def test_what_certainly_differs_is_said_first() -> None:
    found = compared(60)
    sentence = found.sentence("en")
    assert sentence.startswith("What certainly differs in 60 games of each: red, % of points +50 [")
    certain = [line.name for line in found.lines("en") if line.certain]
    assert certain == ["red, % of points", "Guard, men removed a game"]


def test_units_are_in_the_table_only_where_they_certainly_differ() -> None:
    names = [line.name for line in compared(60).lines("en")]
    assert len(names) == 7
    assert "Guard, deeds a game" not in names


def test_a_difference_of_shares_has_brackets_within_a_hundred_points() -> None:
    """They are no more certain for that."""
    assert compared(4).lines("en")[0].difference == "+50 [-35 to +100]"
    assert Estimate(0.5, -0.25, 1.0).strength == Estimate(0.5, -0.25, 1.25).strength


def test_nothing_is_certain_of_few_pairs() -> None:
    """However equal they are."""
    assert compared(8).sentence("en") == "No difference is certain in 8 games of each."
    assert compared(0).sentence("en") == "No game was played, so that nothing is known."


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_column_of_the_table_begins_below_its_head(capsys: Captured, language: str) -> None:
    """After two blanks, however long the names at the left are."""
    _print(compared(60), language)
    _, heads, *lines = capsys.readouterr().out.splitlines()
    assert heads.split() == ["A", "B"]
    for at in (heads.index(" A") + 1, heads.index(" B") + 1):
        assert {line[at - 2 : at] for line in lines} == {"  "}
        assert all(line[at] != " " for line in lines)


# The command

LINE = ("compare", "box.yaml", "--player", "random", "--nodes", "1", "--max-moves", "10",
        "--games", "4")  # fmt: skip

pytestmark = pytest.mark.usefixtures("box_folder")


def test_a_setting_is_compared_with_the_ruleset_without_it(capsys: Captured) -> None:
    run = Run(capsys, *LINE, "--set", "turn.actions=1", "--json")
    found = json.loads(run.out)
    assert (run.code, [one["games"] for one in found["rulesets"]]) == (0, [4, 4])
    assert found["differences"]["turns"]["value"] > 0  # of ten moves, one a turn instead of two
    table = Run(capsys, *LINE, "--set", "turn.actions=1", "--language", "fr").out
    assert table.startswith("Aucune différence n’est certaine")
    assert len(table.splitlines()) == 8


def test_two_settings_are_compared(capsys: Captured) -> None:
    same = Run(capsys, *LINE, "--set", "turn.actions=2", "--set-first", "turn.actions=2")
    assert (same.code, same.out) == (2, "")
    assert same.err.startswith("Both rulesets are the same")
    other = Run(capsys, *LINE, "--set", "turn.actions=2", "--set-first", "turn.actions=1", "--json")
    assert json.loads(other.out)["differences"]["turns"]["value"] < 0


def test_a_condition_that_cannot_be_computed_costs_no_figures(capsys: Captured) -> None:
    """Known only after the games, and with all others."""
    conditions = ("--fail-if", "1 / (draws - draws) > 1", "--fail-if", "turns > 0")
    run = Run(capsys, *LINE, "--set", "turn.actions=1", *conditions)
    assert (run.code, len(run.out.splitlines())) == (2, 8)
    assert "it divides by zero" in run.err
    assert "The condition holds: turns > 0." in run.err


def test_a_wrong_condition_is_refused_before_a_game(capsys: Captured) -> None:
    run = Run(capsys, *LINE, "--set", "turn.actions=1", "--fail-if", "wins > 1")
    assert (run.code, run.out) == (2, "")
    assert '"wins" is no figure' in run.err

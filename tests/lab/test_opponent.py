"""Tuning the weights and values of a ruleset's computer player."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from command_line import Captured, Run
from rulesets import made
from wargrid import Game
from wargrid.players import PlayerError
from wargrid.ruleset.opponent import Opponent
from wargrid_lab import Figures, LabError, Row
from wargrid_lab.games import play
from wargrid_lab.tuning.opponent import FEWEST, TRIAL, Match, Outcome, Tuning, named
from wargrid_lab.verdicts.verdict import Finding

BLIND = "opponent: {weights: {goal: 0}}"
"""A player that does not see what wins: any other weight of it is better, and all are alike."""


def race(section: str = "") -> Game:
    """Make a race of two men for the last row, with a section for computer players."""
    return made(
        f"""
        {section}
        units: {{man: {{letter: M, name: Man, move: {{step: all}}}}}}
        zones: {{goal: {{each: "a4:c4"}}}}
        victory: {{occupy: {{unit: man, zone: goal, count: 1}}}}
        """,
        setup="""
        . . m
        . . .
        . . .
        M . .""",
    )


def tuning(games: int = 6_000, only: tuple[str, ...] = (), section: str = "") -> Tuning:
    return Tuning(race(section), games, "greedy", only)


def rows(games: int, winner: int) -> Figures:
    return Figures(tuple(Row(n, winner ^ n % 2, 0, 9, 5, "slay", {}) for n in range(games)))


def tried(trials: Tuning, helps: dict[tuple[str, float], Finding]) -> list[tuple[str, float]]:
    """Return what is tried, where some changes are found better and others are not."""
    found = []
    for match in trials.matches():
        if match.name is not None:
            found.append((match.name, match.mine[match.name]))
            finding = helps.get(found[-1], "even")
            trials.add(Outcome(match, rows(40, 0), finding))
    return found


# What is tried


def test_a_weight_that_is_nothing_is_tried_at_scales_that_can_matter() -> None:
    assert tried(tuning(only=("pull",)), {}) == [("pull", 0.1), ("pull", 0.3), ("pull", 0.03)]


def test_any_other_weight_is_tried_from_a_quarter_to_four_times() -> None:
    assert tried(tuning(only=("goal",)), {}) == [("goal", n) for n in (2.0, 4.0, 0.5, 0.25)]


def test_the_worth_of_a_type_is_tried_as_well() -> None:
    value = tuning().values["man"]
    assert [number / value for _, number in tried(tuning(only=("man",)), {})] == [1.4, 0.7]


def test_after_a_change_that_helps_only_what_goes_further_is_tried() -> None:
    """0.03 lies between nothing and 0.1, which was better than nothing."""
    trials = tuning(only=("pull",))
    assert tried(trials, {("pull", 0.1): "more"}) == [("pull", 0.1), ("pull", 0.3)]
    assert trials.changes == {"pull": 0.1}


def test_each_change_plays_against_those_kept_before() -> None:
    trials, matches = tuning(only=("pull", "goal")), list[Match]()
    for match in trials.matches():
        matches.append(match)
        trials.add(Outcome(match, rows(40, 0), "more"))
    assert matches[1] == Match("pull", {"pull": 0.3}, {"pull": 0.1}, TRIAL, "greedy")
    assert matches[2].mine == {"pull": 0.3, "goal": 2.0}


def test_a_weight_that_no_rule_gives_a_meaning_is_not_tried() -> None:
    """No loss of a man loses the race: nothing is to be hunted."""
    assert "hunt" not in {name for name, _ in tried(tuning(), {})}


# When it is decided


def test_a_change_that_wins_60_of_100_is_kept_and_one_that_wins_half_is_not() -> None:
    """Of five pairs, two are won and one is lost; or one each. The others are drawn."""
    better, even = ([0.5, 0.5, 0.0, 0.0, -0.5] * 100, [0.5, 0.0, 0.0, -0.5, 0.0] * 100)
    assert finding_of(better) == "more"
    assert finding_of(even) == "even"


def finding_of(pairs: list[float]) -> Finding:
    test = Match("pull", {}, {}, TRIAL, "greedy").test()
    for value in pairs[: TRIAL // 2]:
        test.add(value)
    return test.finding


def test_a_change_that_loses_ends_its_trial_early() -> None:
    test = Match("pull", {}, {}, TRIAL, "greedy").test()
    while test.finding == "open":
        test.add(-0.5)
    assert (test.finding, test.values) == ("even", 20)


def test_new_games_of_two_levels_confirm_all_changes() -> None:
    for longer, stronger in ((0, True), (1, False)):  # the winner of the games of level 4
        trials = Tuning(race(), 6_000, "3", ("pull",))
        trials.changes = {"pull": 0.1}
        ends = (match for match in trials.matches() if match.name is None)
        first = next(ends)
        trials.add(Outcome(first, rows(60, 0), "more"))
        second = next(ends)
        trials.add(Outcome(second, rows(60, longer), "open"))
        assert (first.player, second.player) == ("3", "4")
        assert (first.times, second.times) == (1, 10)
        assert trials.is_stronger is stronger


def test_changes_that_do_not_win_together_are_not_printed() -> None:
    """Nor are long games of level 4 played for them."""
    trials = Tuning(race(), 6_000, "3", ("pull",))
    trials.changes = {"pull": 0.1}
    ends = []
    for match in trials.matches():
        if match.name is None:
            ends.append(match)
            trials.add(Outcome(match, rows(240, 0), "open"))
    assert (len(ends), trials.is_stronger) == (1, False)


# How many games


def test_no_more_games_are_played_than_were_asked_for() -> None:
    trials, games = Tuning(race(), FEWEST, "greedy"), 0
    for match in trials.matches():
        games += match.games
        trials.add(Outcome(match, rows(match.games, 0), "more"))
    assert FEWEST - 8 < games <= FEWEST


def test_what_no_games_are_left_for_is_named() -> None:
    """A trial of fewer games than forty could not decide."""
    trials, games = Tuning(race(), FEWEST, "greedy"), list[int]()
    for match in trials.matches():
        if match.name is not None:
            games.append(match.games)
        trials.add(Outcome(match, rows(min(60, match.games), 0), "even"))
    assert min(games) >= 40
    assert trials.untried[0] == "pull"
    assert {"goal", "man"} <= set(trials.untried)


def test_a_budget_that_cannot_decide_is_refused_with_the_smallest_that_can() -> None:
    with pytest.raises(LabError) as caught:
        Tuning(race(), FEWEST - 1, "greedy")
    assert caught.value.values == {"games": FEWEST - 1, "least": FEWEST}


def test_equal_matches_have_equal_seeds_whatever_was_tried_before() -> None:
    match = Match("pull", {"pull": 0.1}, {}, 40, "3")
    assert match.seed(1) == match._replace(games=80).seed(1)
    assert match.seed(1) != match.seed(2)
    assert match.seed(1) != match._replace(name=None).seed(1)


# Names and sections


def test_the_section_is_one_of_a_ruleset() -> None:
    trials = tuning()
    trials.changes = {"goal": 2.0, "man": 70.0}
    read = Opponent.model_validate(trials.section())
    assert (read.weights.goal, read.values) == (2.0, {"man": 70.0})


def test_a_player_with_numbers_of_its_own_is_tuned_from_there() -> None:
    trials = Tuning(race(), 6_000, "3:goal=4", ("goal",))
    assert tried(trials, {})[0] == ("goal", 8.0)
    assert named("3:goal=4", {"pull": 0.1}) == "3:goal=4+pull=0.1"


def test_numbers_of_the_player_are_those_of_level_4_and_of_the_section() -> None:
    trials = Tuning(race(), 6_000, "3:goal=4", ("pull",))
    trials.changes = {"pull": 0.1}
    ends = (match for match in trials.matches() if match.name is None)
    trials.add(Outcome(next(ends), rows(60, 0), "more"))
    assert next(ends).players() == ("4:goal=4+pull=0.1", "4:goal=4")
    assert trials.section() == {"weights": {"goal": 4.0, "pull": 0.1}}


def test_what_is_neither_a_weight_nor_a_type_is_refused() -> None:
    with pytest.raises(PlayerError) as caught:
        tuning(only=("gaol",))
    assert caught.value.key == "no_weight"


# The command


@pytest.fixture
def race_file(tmp_path: Path) -> str:
    path = tmp_path / "race.yaml"
    path.write_text(race(BLIND).source_text, encoding="utf-8")
    return str(path)


LINE = ("--opponent", "--only", "goal", "--player", "greedy", "--max-moves", "30", "--games", "200")


@pytest.mark.slow
def test_the_command_finds_the_weight_that_is_known_to_be_best(
    race_file: str, tmp_path: Path, capsys: Captured
) -> None:
    """It prints a variant. Going on from a part of its games, it prints and plays the same."""
    file = tmp_path / "trials.jsonl"
    run = Run(capsys, "tune", race_file, *LINE, "--results", str(file))
    found = yaml.safe_load(run.out)
    assert (run.code, found["extends"]) == (0, race_file)
    assert Opponent.model_validate(found["opponent"]).weights.goal == 1
    games = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(games[:50]) + "\n", encoding="utf-8")
    again = Run(capsys, "tune", race_file, *LINE, "--results", str(file))
    assert again.out == run.out
    assert file.read_text(encoding="utf-8").splitlines() == games


@pytest.mark.slow
def test_results_of_other_weights_are_refused_and_stay(
    race_file: str, tmp_path: Path, capsys: Captured
) -> None:
    file, other = tmp_path / "trials.jsonl", tmp_path / "other.yaml"
    Run(capsys, "tune", race_file, *LINE, "--results", str(file))
    kept = file.read_bytes()
    other.write_text(race(BLIND.replace("}}", ", tempo: 1}}")).source_text, encoding="utf-8")
    run = Run(capsys, "tune", str(other), *LINE, "--results", str(file))
    assert (run.code, file.read_bytes()) == (2, kept)
    assert "other rules" in run.err


@pytest.mark.slow
def test_games_that_never_end_tell_nothing(race_file: str, capsys: Captured) -> None:
    run = Run(capsys, "tune", race_file, *LINE, "--max-moves", "2")
    assert (run.code, "--max-moves" in run.err) == (2, True)


@pytest.mark.slow
def test_the_command_prints_the_same_as_json(race_file: str, capsys: Captured) -> None:
    found = json.loads(Run(capsys, "tune", race_file, *LINE, "--json").out)
    assert found["stronger"] is True
    assert found["opponent"] == {"weights": {"goal": 1}}
    assert [each["kept"] for each in found["trials"][:2]] == [True, False]


@pytest.mark.parametrize(("player", "code"), [("random", "random"), ("boss", '"boss"')])
def test_only_players_that_go_by_weights_are_tuned(
    race_file: str, player: str, code: str, capsys: Captured
) -> None:
    run = Run(capsys, "tune", race_file, "--opponent", "--player", player)
    assert (run.code, run.out) == (2, "")
    assert code in run.err
    assert "tempo" not in run.err


@pytest.mark.slow
def test_ctrl_c_in_a_trial_keeps_its_games(
    race_file: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was kept before is printed, and the trial so far; the games are in the file."""
    played, one = list[int](), play.play_game

    def some(*asked: Any) -> Row:
        played.append(1)
        if len(played) > 60:
            raise KeyboardInterrupt
        return one(*asked)

    monkeypatch.setattr("wargrid_lab.games.pool.play_game", some)
    file = tmp_path / "trials.jsonl"
    run = Run(capsys, "tune", race_file, *LINE, "--results", str(file))
    assert (run.code, len(file.read_text(encoding="utf-8").splitlines())) == (130, 60)
    assert "opponent: {weights: {goal: 1}}" in run.out
    assert "# goal 4: 50 %" in run.out
    assert str(file) in run.err


def test_settings_are_not_tuned_with_players(race_file: str, capsys: Captured) -> None:
    run = Run(capsys, "tune", race_file, *LINE, "--aim", "turns=5")
    assert run.code == 2
    assert "without --vary" in run.err

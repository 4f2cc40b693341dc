"""Tuning the weights and values of a ruleset's computer player."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from command_line import Captured, Run
from rulesets import made
from wargrid import Game
from wargrid.players import PlayerError
from wargrid.ruleset.opponent import Opponent
from wargrid_lab import Figures, LabError, Row, Terms, play_game
from wargrid_lab.tuning.opponent import FEWEST, Match, Tuning, is_stronger, named

BLIND = "opponent: {weights: {place: 50}}"
"""A player who would rather stand well than win."""


def race(section: str = "") -> Game:
    """Make a race for the last row, with a section for computer players."""
    return made(
        f"""
        {section}
        units: {{man: {{letter: M, name: Man, captures: by_moving, move: {{step: all}}}}}}
        zones: {{goal: {{each: "a5:e5"}}}}
        victory: {{occupy: {{unit: man, zone: goal, count: 1}}, eliminate: {{}}}}
        """,
        setup="""
        . m m m .
        . . . . .
        . . . . .
        . . . . .
        . M M M .""",
    )


def played(game: Game, match: Match, seed: int = 3) -> Figures:
    players = (named("greedy", match.mine), named("greedy", match.other))
    terms = Terms(players, seed, max_moves=40)
    return Figures(tuple(play_game(game, terms, number) for number in range(match.games)))


def test_a_player_who_ignores_the_goal_loses_to_one_who_does_not() -> None:
    score = played(race(), Match("goal", {"goal": 0.0}, {}, 8))
    assert score.share(0).value < 0.4


def row(number: int, winner: int) -> Row:
    return Row(number, winner ^ number % 2, 0, 9, 5, "slay", {})


def test_no_more_games_are_played_than_were_asked_for() -> None:
    tuning, games = Tuning(race(), 80), 0
    for match in tuning.matches():
        tuning.add(match, Figures(tuple(row(number, 0) for number in range(match.games))))
        games += match.games
    assert 70 < games <= 80


def test_a_budget_that_cannot_decide_is_refused_with_the_smallest_that_can() -> None:
    """A player who wins every game of the smallest is stronger; with two less, it would not be."""
    with pytest.raises(LabError) as caught:
        Tuning(race(), FEWEST - 1)
    assert caught.value.values == {"games": FEWEST - 1, "least": FEWEST}
    *_, final = _won(Tuning(race(BLIND), FEWEST, ["place"]))
    won = Figures(tuple(row(number, 0) for number in range(final.games)))
    assert final.name is None
    assert is_stronger(won)
    assert not is_stronger(Figures(won.games[:-2]))


def _won(tuning: Tuning) -> Iterator[Match]:
    """Yield the matches of a tuning in which each change wins."""
    for match in tuning.matches():
        yield match
        tuning.add(match, Figures(tuple(row(number, 0) for number in range(match.games))))


def test_a_trial_that_loses_half_its_games_ends() -> None:
    match = Match("goal", {"goal": 0.0}, {}, 8)
    lost = Figures(tuple(row(number, 1) for number in range(4)))
    assert match.is_hopeless(lost)
    assert not match.is_hopeless(Figures(lost.games[:3]))
    assert not match._replace(name=None).is_hopeless(lost)


def test_the_section_is_one_of_a_ruleset() -> None:
    tuning = Tuning(race(), 80)
    tuning.changes = {"goal": 2.0, "man": 70.0}
    read = Opponent.model_validate(tuning.section())
    assert (read.weights.goal, read.values) == (2.0, {"man": 70.0})


def test_what_is_neither_a_weight_nor_a_type_is_refused() -> None:
    with pytest.raises(PlayerError) as caught:
        Tuning(race(), 80, ["gaol"])
    assert caught.value.key == "no_weight"


@pytest.fixture
def race_file(tmp_path: Path) -> str:
    path = tmp_path / "race.yaml"
    path.write_text(race(BLIND).source_text, encoding="utf-8")
    return str(path)


LINE = ("--opponent", "--only", "place", "--player", "greedy", "--max-moves", "40", "--seed", "3")


def test_the_command_prints_a_variant_to_paste(race_file: str, capsys: Captured) -> None:
    """The same seed finds the same; without certainty there is a comment and no variant."""
    run = Run(capsys, "tune", race_file, *LINE, "--games", "80")
    found = yaml.safe_load(run.out)
    assert (run.code, found["extends"]) == (0, race_file)
    assert Opponent.model_validate(found["opponent"]).weights.place != 5
    few = Run(capsys, "tune", race_file, *LINE, "--games", str(FEWEST))
    assert (few.code, yaml.safe_load(few.out)) == (0, None)
    again = json.loads(Run(capsys, "tune", race_file, *LINE, "--games", "80", "--json").out)
    assert (again["stronger"], again["opponent"]) == (True, found["opponent"])


def test_settings_are_not_tuned_with_players(race_file: str, capsys: Captured) -> None:
    run = Run(capsys, "tune", race_file, *LINE, "--aim", "turns=5")
    assert run.code == 2
    assert "without --vary, --aim" in run.err

"""The search for the setting nearest to an aim: knobs, aims, the model, and the command."""

from __future__ import annotations

import json
import random

import pytest
import yaml

from command_line import Captured, Run
from wargrid_lab import LabError, Row
from wargrid_lab.tuning.knobs import Aim, Knob, read_aim, read_knob, rows_of, settings_of
from wargrid_lab.tuning.search import FAR, Found, Search
from wargrid_lab.verdicts.figures import Estimate, Figures

SHARES = (0.38, 0.43, 0.485, 0.54, 0.6)
EVEN = Aim("first_wins", 0.5)
KNOB = Knob("men", ("2", "3", "4", "5", "6"))


def row(number: int, side: int | None, length: int = 8) -> Row:
    return Row(number, side, 0, 2 * length, length, "slay", {})


def searched(budget: int, seed: int, aim: Aim = EVEN) -> Search:
    """Search a knob whose values have known shares, where length grows with it as well."""
    search, rng = Search([KNOB], aim, ("red", "blue"), seed), random.Random(seed)
    left = budget
    while left and not search.is_over:
        for setting, number in search.next(left):
            won = rng.random() < SHARES[setting]
            search.add(setting, row(number, 0 if won else 1, rng.randrange(5, 9) + 5 * setting))
            left -= 1
    return search


# Knobs and aims


@pytest.mark.parametrize(
    "text", ["", "a", "=1..2", "a=", "a=3", "a=3..3", "a=5..2", "a=1,1", "a=1,,2", "a=1..999999999",
             "a=1..4/0", f"a={'9' * 5000}..3", f"a=1..3/{'9' * 5000}"],
)  # fmt: skip
def test_a_range_without_two_values_or_with_too_many_is_refused(text: str) -> None:
    with pytest.raises(LabError) as caught:
        read_knob(text)
    assert caught.value.key == "vary"


def test_all_settings_of_the_knobs_are_tried() -> None:
    """Numbers lie from -1 to 1; words have a column each."""
    knobs = [Knob("men", ("2", "4", "10")), Knob("first", ("gold", "silver"))]
    assert settings_of(knobs)[1] == {"men": "2", "first": "silver"}
    assert rows_of(knobs)[:3] == [[1, -1, 1, 0], [1, -1, 0, 1], [1, -0.5, 1, 0]]


@pytest.mark.parametrize(
    ("knobs", "key"),
    [([KNOB] * 2, "vary_twice"), ([KNOB._replace(key=key) for key in "abc"], "vary_many")],
)
def test_too_many_settings_are_refused(knobs: list[Knob], key: str) -> None:
    with pytest.raises(LabError) as caught:
        settings_of(knobs)
    assert caught.value.key == key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("wins=0.5", "aim_name"), ("games=5", "aim_name"), ("first_wins", "aim_share"),
        ("first_wins=1.5", "aim_share"), ("first_wins=nan", "aim_share"),
        ("turns=-1", "aim_number"),
    ],
)  # fmt: skip
def test_an_aim_that_no_figure_can_have_is_refused(text: str, key: str) -> None:
    with pytest.raises(LabError) as caught:
        read_aim(text, ["first_wins", "turns", "games"])
    assert caught.value.key == key


# The model and the search


@pytest.mark.slow
def test_the_search_finds_more_often_than_equal_numbers_of_games() -> None:
    """Of 400 games on five settings, equal numbers find the right one in 41 of 100 runs."""
    found = [searched(400, seed).ranking()[0].setting for seed in range(60)]
    assert found.count(2) / len(found) > 0.5


def test_games_are_chosen_from_the_results_alone() -> None:
    """So that the same seed plays the same games with any number of workers."""
    one, again = (searched(200, 7).ranking() for _ in range(2))
    assert one == again


def test_an_aim_out_of_reach_is_known() -> None:
    search = searched(200, 1, Aim("first_wins", 0.95))
    assert search.ranking()[0].setting == 4
    assert search.is_far(search.ranking()[0])
    near = searched(200, 1)
    assert not near.is_far(near.ranking()[0])


@pytest.mark.parametrize(
    ("aim", "low", "high", "far"),
    [
        (EVEN, 0.56, 0.7, True), (EVEN, 0.54, 0.7, False), (EVEN, 0.3, 0.44, True),
        (EVEN, 0.3, 0.46, False), (EVEN, 0.3, 0.7, False), (EVEN, 0.5 + FAR, 0.7, False),
        (EVEN, 0.3, 0.5 - FAR, False), (Aim("turns", 100.0), 106.0, 110.0, True),
        (Aim("turns", 100.0), 104.0, 110.0, False), (Aim("turns", 100.0), 80.0, 94.0, True),
        (Aim("turns", 100.0), 80.0, 96.0, False), (Aim("turns", 0.0), 0.04, 1.0, False),
        (Aim("turns", 0.0), 0.06, 1.0, True),
    ],
)  # fmt: skip
def test_an_aim_is_out_of_reach_where_all_that_is_likely_is_off_it(
    aim: Aim, low: float, high: float, far: bool
) -> None:
    search = Search([KNOB], aim, ("red", "blue"), 1)
    model = Estimate((low + high) / 2, low, high)
    assert search.is_far(Found(0, Figures(()), model, 1.0)) is far


# The command

LINE = ("tune", "box.yaml", "--player", "random", "--nodes", "1", "--max-moves", "10",
        "--games", "8")  # fmt: skip

pytestmark = pytest.mark.usefixtures("box_folder")


def test_the_command_prints_yaml_to_paste(capsys: Captured) -> None:
    """What was found stands in its comments; an option is written where it leads."""
    run = Run(capsys, *LINE, "--vary", "reach=1..2", "--aim", "turns=5")
    assert run.code == 0
    best, *more = [line for line in run.out.splitlines() if line.startswith("# reach=")]
    assert "nearest to turns=5" in best
    assert len(more) == 1
    ahead = int(best[len("# reach=")])
    assert yaml.safe_load(run.out) == {
        "extends": "box.yaml", "units": {"guard": {"move": {"ahead": ahead}}},
    }  # fmt: skip


def test_the_command_prints_json(capsys: Captured) -> None:
    run = Run(capsys, *LINE, "--vary", "turn.actions=1,2", "--aim", "turns=5", "--json")
    found = json.loads(run.out)
    assert sum(each["games"] for each in found["settings"]) == 8
    assert {each["set"]["turn.actions"] for each in found["settings"]} == {"1", "2"}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ((), "--vary and --aim are needed"),
        (("--vary", "turn.actions=0..2", "--aim", "turns=5"), "--vary:1:14: 0 is too small"),
        (
            (
                "--set",
                "reach=1",
                "--vary",
                "reach=1,2",
                "--vary",
                "turn.actions=2,x",
                "--aim",
                "turns=5",
            ),
            "--vary:2:14: ",
        ),
        (("--vary", "turn.actions=1..2", "--aim", "turns=5", "--games", "7"), "--games 8"),
        (("--vary", "turn.actons=1..2", "--aim", "turns=5"), "actons"),
        (("--vary", "turn.actions=2..1", "--aim", "turns=5"), "cannot be tried"),
        (("--vary", "turn.actions=1..2", "--aim", "tuns=5"), "names no figure"),
    ],
)
def test_what_cannot_be_tuned_is_refused(
    capsys: Captured, more: tuple[str, ...], said: str
) -> None:
    run = Run(capsys, *LINE, *more)
    assert (run.code, run.out) == (2, "")
    assert said in run.err

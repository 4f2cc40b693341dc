"""When the games decide: the sequential test, its error rates, and pairs."""

from __future__ import annotations

import random

import pytest

from wargrid_lab import Row, SequentialTest, verdict_on, wilson
from wargrid_lab.verdicts.compare import difference
from wargrid_lab.verdicts.verdict import ERROR, LEAST, Finding


def row(number: int, side: int | None, first: int | None = 0, moves: int = 10) -> Row:
    return Row(number, side, first, moves, 4, "slay" if side is not None else None, {})


def found(share: float, margin: float, seed: int, draws: float = 0.0) -> tuple[Finding, int]:
    """Let a side that takes a share of the points play pairs until the test decides."""
    rng, test = random.Random(seed), SequentialTest(margin)
    while test.finding == "open" and test.values < 20_000:
        games = (0.5 if rng.random() < draws else float(rng.random() < share) for _ in range(2))
        test.add(sum(games) / 2 - 0.5)
    return test.finding, test.values


@pytest.mark.slow
@pytest.mark.parametrize(
    ("share", "draws", "right"),
    [(0.5, 0, "even"), (0.5, 0.6, "even"), (0.6, 0, "more"), (0.4, 0, "less"), (0.75, 0, "more")],
)
def test_the_error_rates_are_as_promised(share: float, draws: float, right: str) -> None:
    """Simulated 2,000 times: 5 % and a little more, as the number of tries goes on."""
    findings = [found(share, 0.1, seed, draws)[0] for seed in range(2_000)]
    wrong = sum(each != right for each in findings) / len(findings)
    assert wilson(wrong, len(findings))[0] <= ERROR


@pytest.mark.slow
@pytest.mark.parametrize(
    ("share", "draws", "fixed"), [(0.5, 0, 162), (0.6, 0, 162), (0.75, 0, 162), (0.5, 0.6, 65)]
)
def test_the_test_stops_sooner_than_a_fixed_number_of_games(
    share: float, draws: float, fixed: int
) -> None:
    """So many pairs would do for both errors: 0.125 * (1.96 + 1.645)^2 / 0.1^2, less by draws."""
    pairs = [found(share, 0.1, seed, draws)[1] for seed in range(500)]
    assert sum(pairs) / len(pairs) < fixed


def test_nothing_is_decided_before_the_least_number_of_pairs() -> None:
    test = SequentialTest(0.1)
    for _ in range(LEAST - 1):
        test.add(0.5)
    assert test.finding == "open"
    test.add(0.5)
    test.add(0.5)
    assert test.finding == "more"


def test_draws_are_no_advantage_of_the_first_mover() -> None:
    assert verdict_on([row(number, None) for number in range(200)], 0.1).first == "even"


# Differences


def test_a_difference_is_taken_pair_by_pair() -> None:
    """Games that only one side has, and halves of pairs, are left out."""
    before = [row(number, 1) for number in range(41)]
    after = [row(number, 0 if number % 4 < 2 else 1) for number in range(90)]
    found = difference(before, after, "side")
    assert found.value == pytest.approx(0.5)
    assert found.low < 0.5 < found.high
    assert found.is_certain


def test_few_equal_pairs_make_no_difference_certain() -> None:
    one, other = ([row(number, side) for number in range(4)] for side in (0, 1))
    assert not difference(one, one, "side").is_certain
    assert difference([], other, "side") == (0, 0, 0)
    wide = difference(one, other, "side")
    assert wide.high - wide.value > 0.3


def test_the_interval_of_a_difference_covers_the_truth() -> None:
    """In 95 of 100 runs; moves of games that take two more on average."""
    covered, rng = 0, random.Random(5)
    for _ in range(200):
        one = [row(number, 0, moves=rng.randrange(10, 20)) for number in range(60)]
        other = [row(number, 0, moves=rng.randrange(12, 22)) for number in range(60)]
        _, low, high = difference(one, other, "moves")
        covered += low <= 2 <= high
    assert 182 <= covered <= 198


def test_a_small_lead_in_few_games_decides_nothing() -> None:
    """Of twenty pairs eleven are for one side; both that and none of it fit."""
    for sign in (1, -1):
        test = SequentialTest(0.1)
        for number in range(LEAST):
            test.add(sign * (0.5 if number < LEAST / 2 + 1 else -0.5))
        assert (test.values, test.finding) == (LEAST, "open")

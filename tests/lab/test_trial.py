"""Games in the background, as a window starts and stops them."""

from __future__ import annotations

import pytest

from boxes import boxed
from support import loaded
from wargrid_lab import Terms, Trial, play_game

RANDOM = Terms(("random", "random"), nodes=1, max_moves=10)


@pytest.mark.slow
def test_a_trial_plays_in_order_and_stops_when_the_verdict_is_clear() -> None:
    """All games are cut; two processes play, and the figures are those of one."""
    told: list[int] = []
    trial = Trial(boxed(), RANDOM, 400, margin=0.25, workers=2, notify=lambda: told.append(1))
    assert not trial.is_on
    trial.start()
    assert trial.wait(60)
    assert (trial.verdict.side, trial.error) == ("even", None)
    assert [row.number for row in trial.figures.games] == [*range(40)]
    assert len(told) == 41
    again = play_game(boxed(), RANDOM, 39)._replace(seconds=(0, 0))
    assert trial.figures.games[39]._replace(seconds=(0, 0)) == again
    assert trial.progress.played == 40
    assert trial.progress.rate > 0


@pytest.mark.slow
def test_a_trial_that_is_stopped_keeps_its_games() -> None:
    trial = Trial(loaded("lionheart/level1"), Terms(("2", "2"), nodes=50), 4_000)
    trial.start()
    trial.stop()
    assert trial.wait(60)
    assert len(trial.figures.games) < 400


@pytest.mark.slow
def test_what_ends_a_trial_early_is_kept() -> None:
    """A player that nobody knows."""
    trial = Trial(boxed(), Terms(("nobody", "nobody")), 4)
    trial.start()
    assert trial.wait(60)
    assert trial.error is not None

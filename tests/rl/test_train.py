"""The agent of ``benchmarks/train.py`` learns; the script measures how well it plays."""

from __future__ import annotations

import random
import sys
from importlib import import_module

import pytest

pytest.importorskip("pettingzoo", reason='learning agents need pip install "wargrid[rl]"')

from places import ROOT
from wargrid.loading.loader import load_text
from wargrid_lab.rl import Walk

sys.path.insert(0, str(ROOT / "benchmarks"))
train = import_module("train")
sys.path.pop(0)


@pytest.mark.slow
def test_a_few_games_teach_the_agent_to_beat_random_moves() -> None:
    """Before, it takes a win when it sees one, and no more; sixty games, thirty with each side."""
    walk = Walk(load_text(train.SMALL, "small.yaml"))

    def wins(practised: int) -> int:
        rng = random.Random(1)
        learner = train.trained(walk, practised, rng)
        return sum(train.wins(walk, learner, game % 2, rng) for game in range(60))

    assert wins(0) < 45
    assert wins(60) >= 54

"""The scripts that judge the evaluation and compare the strength of players."""

from __future__ import annotations

import random
import sys
from importlib import import_module
from math import exp

import pytest

from places import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
judgement, strength = import_module("judgement"), import_module("strength")
sys.path.pop(0)


def test_a_fit_finds_the_weights_by_which_games_were_won() -> None:
    number = random.Random(1)
    samples = []
    for game in range(2_000):
        terms = (number.uniform(-1, 1), number.uniform(-1, 1))
        won = number.random() < 1 / (1 + exp(-4 * terms[0] + 2 * terms[1]))
        samples.append(judgement.Sample(terms, 0.0, float(won), game))
    found = judgement.fit(samples, (1.0, 1.0), 1.0, 0.01)
    assert found == pytest.approx([4, -2], abs=0.4)


def test_a_firm_fit_stays_with_the_weights_in_use() -> None:
    samples = [judgement.Sample((1.0, -1.0), 0.0, 1.0, game) for game in range(20)]
    assert judgement.fit(samples, (1.0, 2.0), 1.0, 1e6) == pytest.approx([1, 2], abs=0.01)


def test_equations_are_solved() -> None:
    assert judgement.solved([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0]) == pytest.approx([1 / 11, 7 / 11])


def test_a_player_may_have_a_share_of_the_limits() -> None:
    part = strength.Limits(2.0, 300).part(0.1)
    assert (part.seconds, part.nodes) == (0.2, 30)
    assert str(part) == "0.2 s, 30 nodes"


def test_two_players_in_processes_play_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["2", "random", "breakthrough/standard", "--nodes", "20", "--games", "1"]
    monkeypatch.setattr(sys, "argv", ["strength.py", *names, "--moves", "6"])
    strength.main()
    assert "| breakthrough/standard | 0.5 of 1 |" in capsys.readouterr().out

"""Environments of PettingZoo: what an agent may rely on."""

from __future__ import annotations

import random
import warnings

import pytest

pytest.importorskip("pettingzoo", reason='learning agents need pip install "wargrid[rl]"')

import numpy as np

from boxes import boxed
from support import loaded, of_every_game
from wargrid import CHANCE
from wargrid.match import read_move
from wargrid_lab.rl import Environment


def agent_plays(env: Environment, moves: int, seed: int = 3) -> None:
    """Let agents choose at random among what the mask allows."""
    rng = random.Random(seed)
    for _ in env.agent_iter(moves):
        seen, _, terminated, truncated, _ = env.last()
        numbers = np.flatnonzero(seen["action_mask"]).tolist()
        env.step(None if terminated or truncated else rng.choice(numbers))


@of_every_game
def test_it_is_what_pettingzoo_expects(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = loaded(name)
    with warnings.catch_warnings():
        # It recommends arrays, has masks in dictionaries too, and uses its own old names.
        warnings.simplefilter("ignore")
        from pettingzoo.test import api_test, seed_test

        api_test(Environment(game), num_cycles=40)
        seed_test(lambda: Environment(game), num_cycles=15)
    assert "Passed" in capsys.readouterr().out


@of_every_game
def test_agents_only_meet_positions_in_which_a_side_acts(name: str) -> None:
    """Dice roll inside, and what agents observe is in the space that was announced."""
    env = Environment(loaded(name))
    env.reset(seed=5)
    for _ in range(20):
        agent_plays(env, 1)
        if not env.agents:
            return
        assert env.game.to_act(env.position) != CHANCE
        for agent in env.agents:
            assert env.observation_space(agent).contains(env.observe(agent))


def test_equal_seeds_roll_equal_dice() -> None:
    boards = []
    for seed in (1, 1, 2):
        env = Environment(boxed())
        env.reset(seed=seed)
        agent_plays(env, 60)
        boards.append(env.render())
    assert boards[0] == boards[1] != boards[2]


def test_only_who_acts_has_something_to_choose() -> None:
    env = Environment(boxed())
    env.reset(seed=1)
    legal = {env.actions.text(n) for n in np.flatnonzero(env.observe("red")["action_mask"])}
    moves = env.game.moves(env.position)
    assert legal == {env.actions.text(env.actions.number(move)) for move in moves}
    assert not env.observe("blue")["action_mask"].any()


def test_a_long_game_is_truncated_without_a_winner() -> None:
    env = Environment(boxed(), max_moves=3)
    env.reset(seed=1)
    agent_plays(env, 3)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0}
    assert not env.observe(env.agent_selection)["action_mask"].any()


def test_a_secret_army_changes_nothing_that_the_other_observes() -> None:
    """Whatever it is, however many moves it took."""
    game, seen = loaded("lionheart/level2"), []
    for army in (("army royal",), ("army iron", "army levy")):
        env = Environment(game)
        env.reset(seed=1)
        for text in (*army, "ready"):
            move = read_move(game, env.position, text)
            env.step(env.actions.number(move))
        agent = env.agent_selection
        assert agent == env.possible_agents[1]
        seen.append(env.observe(agent))
    one, other = seen
    assert (one["observation"] == other["observation"]).all()
    assert (one["action_mask"] == other["action_mask"]).all()

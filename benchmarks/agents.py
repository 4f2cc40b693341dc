"""Try the numbers of moves on many positions, and measure environments beside OpenSpiel.

``python benchmarks/agents.py numbers [RULESET …]`` meets 10,000 positions of each ruleset at random
and says whether each legal move had a number of its own, which stands for what is written.
``python benchmarks/agents.py steps`` prints steps a second of CPU of environments, with observation
and mask, and of OpenSpiel's Breakthrough with the same (extra ``bench``) as a ratio.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

import numpy as np

import wargrid
from wargrid import CHANCE
from wargrid.loading import library
from wargrid.match import write_move
from wargrid_lab.rl import Actions, Environment

POSITIONS = 10_000
SECONDS = 5.0
TOO_LONG = 600


def numbers(name: str) -> bool:
    game, rng, left = wargrid.load(name), random.Random(5), POSITIONS
    actions, position, moves, wrong, met = Actions(game), game.start(), 0, 0, 0
    while left:
        if position.result is not None or moves > TOO_LONG:
            position, moves = game.start(), 0
        if game.to_act(position) != CHANCE:
            left -= 1
            try:
                legal = actions.legal(position)
            except LookupError as error:
                print(f"{name}: {error}")
                return False
            met += len(legal)
            wrong += list(legal.values()) != game.moves(position)
            wrong += any(actions.text(n) != write_move(game, m) for n, m in legal.items())
        position = game.step(position, game.sample(position, rng))
        moves += 1
    print(f"{name}: {POSITIONS} positions, {met} moves, {len(actions)} numbers, {wrong} wrong")
    return not wrong


def rate(step: Callable[[], None]) -> float:
    """Return how often a function runs in a second of CPU."""
    begun, count = time.process_time(), 0
    while (passed := time.process_time() - begun) < SECONDS:
        step()
        count += 1
    return count / passed


def of_environment(name: str) -> float:
    env, rng = Environment(wargrid.load(name)), random.Random(1)
    env.reset(seed=1)

    def step() -> None:
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            return
        env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))

    return rate(step)


def of_openspiel() -> float | None:
    try:
        import pyspiel
    except ImportError:
        return None
    game, rng = pyspiel.load_game("breakthrough"), random.Random(1)
    state = game.new_initial_state()

    def step() -> None:
        nonlocal state
        if state.is_terminal():
            state = game.new_initial_state()
            return
        np.array(state.observation_tensor(state.current_player()), np.float32)
        mask = np.array(state.legal_actions_mask())
        state.apply_action(rng.choice(np.flatnonzero(mask).tolist()))

    return rate(step)


def steps() -> None:
    theirs = of_openspiel()
    for name in (name for name in library.names() if "/variants/" not in name):
        own = of_environment(name)
        line = f"{name}: {own:.0f} steps a second"
        if name == "breakthrough/standard" and theirs:
            line += f", OpenSpiel {theirs:.0f}, a ratio of {own / theirs:.2f}"
        print(line, flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["numbers"]:
        right = [numbers(name) for name in sys.argv[2:] or library.names()]
        sys.exit(not all(right))
    steps()

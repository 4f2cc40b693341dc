"""Train a small agent on Breakthrough, five by five, and let it play against random moves.

``python benchmarks/train.py`` learns how likely a position is to be won, from games that the agent
plays against itself, with NumPy alone. Then it plays 200 games of each side against random moves.
"""

from __future__ import annotations

import random
import time

import numpy as np

from wargrid.loading.loader import load_text
from wargrid_lab.rl import State, Walk

SMALL = """\
extends: breakthrough/standard
board: {columns: 5, rows: 5}
zones:
  goal: {each: "a5:e5"}
setup:
  each: |
    P P P P P
    P P P P P
"""
GAMES, TESTS, RATE, CURIOUS = 1_000, 200, 0.05, 0.15


class Learner:
    """Values a position for a side by a sum of weights of what it sees, and learns the weights."""

    def __init__(self, walk: Walk) -> None:
        size = int(np.prod(walk.planes.shape))
        self.weights = np.zeros((2, size), np.float32)

    def value(self, seen: np.ndarray, side: int) -> float:
        """Return how likely the side is to win, from 0 to 1."""
        return float(1 / (1 + np.exp(-self.weights[side] @ seen)))

    def choose(self, state: State, side: int) -> tuple[int, np.ndarray]:
        """Return the move after which the side is likeliest to win, and what it then sees."""
        best, found = -1.0, (0, np.zeros(0))
        for action in state.legal_actions():
            child = state.child(action)
            seen = child.observation_tensor(side)
            value = 2.0 if child.returns()[side] > 0 else self.value(seen, side)
            if value > best:
                best, found = value, (action, seen)
        return found

    def learn(self, seen: np.ndarray, side: int, won: bool) -> None:
        """Move the weights towards what happened: logistic regression, step by step."""
        self.weights[side] += RATE * (won - self.value(seen, side)) * seen


def practise(walk: Walk, learner: Learner, rng: random.Random) -> None:
    """Play a game against itself, now and then a random move, and learn from it."""
    state, met = walk.new_initial_state(), []
    while not state.is_terminal():
        side = state.current_player()
        action, seen = learner.choose(state, side)
        if rng.random() < CURIOUS:
            action = rng.choice(state.legal_actions())
            seen = state.child(action).observation_tensor(side)
        met.append((seen, side))
        state.apply_action(action)
    for seen, side in met:
        learner.learn(seen, side, state.returns()[side] > 0)


def wins(walk: Walk, learner: Learner, side: int, rng: random.Random) -> bool:
    """Return whether the learner wins a game as a side against random moves."""
    state = walk.new_initial_state()
    while not state.is_terminal():
        own = state.current_player() == side
        chosen = learner.choose(state, side)[0] if own else rng.choice(state.legal_actions())
        state.apply_action(chosen)
    return state.returns()[side] > 0


def trained(walk: Walk, games: int, rng: random.Random) -> Learner:
    learner = Learner(walk)
    for _ in range(games):
        practise(walk, learner, rng)
    return learner


def main() -> None:
    walk, rng, begun = Walk(load_text(SMALL, "small.yaml")), random.Random(1), time.process_time()
    learner = trained(walk, GAMES, rng)
    print(f"{GAMES} games in {time.process_time() - begun:.0f} s of CPU")
    for side, name in enumerate(walk.game.ruleset.sides):
        won = sum(wins(walk, learner, side, rng) for _ in range(TESTS))
        print(f"{name}: {won} of {TESTS} won against random moves")


if __name__ == "__main__":
    main()

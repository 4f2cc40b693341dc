"""Compare how fast rulesets play: ``python benchmarks/speed.py [RULESET ...] [--against CHECKOUT]``.

With ``--against``, each ruleset is played by this checkout and by the other one in alternation, each
time in a process of its own; the figures are ratios of moves per CPU second, above 1 where this
checkout is faster. Without it, the figure is the moves played in the CPU time of one round of a plain
loop that copies lists and looks up tuples. The figures depend on the machine and fail no check.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
MAX_MOVES = 400
"""How many moves of sides are played of one game."""


def calibration(seconds: float) -> float:
    """Measure rounds per CPU second of a loop without any game."""
    board = [0] * 90
    table = tuple((cell, (cell + 1) % 90, (cell + 9) % 90) for cell in range(90))
    rounds = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        for cell, ahead, beside in table:
            if not board[ahead]:
                board = board[:]
                board[beside] = cell & 1
        rounds += 1
    return rounds / spent


def measure(ruleset: str, seconds: float) -> float:
    """Measure moves per CPU second of random games, which are the same in every run."""
    from wargrid import load

    game = load(ruleset)
    start = game.start()
    number = random.Random(1).random

    def play(most: int) -> int:
        position, made = start, 0
        while made < most and position.result is None:
            if game.chances(position):
                move = game.draw(position, number())
            else:
                moves = game.moves(position)
                move, made = moves[int(number() * len(moves))], made + 1
            position = game.step(position, move, [])
        return made

    play(100)  # makes the tables
    moves = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        moves += play(MAX_MOVES)
    return moves / spent


def run(checkout: Path, ruleset: str, seconds: float) -> float:
    """Measure a ruleset in a new process with the code of a checkout."""
    folders = [str(checkout / name) for name in ("framework", "plugins", "frontends")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    command = [sys.executable, __file__, "--measure", ruleset, "--seconds", str(seconds)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def compare(other: Path, ruleset: str, pairs: int, seconds: float) -> list[float]:
    """Measure both checkouts in alternation and return the ratio of each pair."""
    ratios = []
    for pair in range(pairs):
        order = (ROOT, other) if pair % 2 else (other, ROOT)
        rates = {checkout: run(checkout, ruleset, seconds) for checkout in order}
        ratios.append(rates[ROOT] / rates[other])
    return ratios


def main() -> None:
    """Print the ratios of the rulesets named, or of all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", help="names; all if none is given")
    parser.add_argument("--against", type=Path, help="the folder of another checkout")
    parser.add_argument("--pairs", type=int, default=5, help="pairs of runs (default 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds a run (default 1)")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(measure(options.measure, options.seconds))
        return
    from wargrid.loading.library import names

    for name in options.rulesets or names():
        if options.against is None:
            rate = measure(name, options.seconds) / calibration(options.seconds / 4)
            print(f"{name:32} {rate:8.2f} moves per round of the plain loop")
        else:
            ratios = compare(options.against.resolve(), name, options.pairs, options.seconds)
            each = " ".join(f"{ratio:.2f}" for ratio in ratios)
            print(f"{name:32} {median(ratios):.3f} of the other checkout ({each})")


if __name__ == "__main__":
    main()

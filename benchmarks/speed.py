"""Compare how fast rulesets play: ``python benchmarks/speed.py [RULESET ...] [--against PATH]``.

With ``--against``, this checkout and another one play the same games in alternation, in two
processes. The figures are ratios of CPU seconds, above 1 where this checkout is faster. ``--of``
names another in place of this one; both take the folder of a checkout, or the Python of an
environment in which Wargrid is installed. Without ``--against``, the figure is the moves played in
the CPU time of one round of a plain loop that copies lists and looks up tuples. The figures depend
on the machine and fail no check.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
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


def play(ruleset: str) -> Iterator[int]:
    """Play random games without end, the same in every run, and yield the moves of each part."""
    from wargrid import load
    from wargrid.engine.flow import CHANCE

    game = load(ruleset)
    number = random.Random(1).random
    while True:
        position, made = game.start(), 0
        while made < MAX_MOVES and position.result is None:
            if position.pending is not None and game.to_act(position) == CHANCE:
                move = game.engine.draw(position, number())
            else:
                moves = game.moves(position)
                move, made = moves[int(number() * len(moves))], made + 1
            position = game.step(position, move)
        yield made


def serve(ruleset: str) -> None:
    """Play one part for each line of input, and print its moves and its CPU seconds."""
    parts = play(ruleset)
    next(parts)  # makes the tables
    for _ in sys.stdin:
        began = time.process_time()
        made = next(parts)
        print(made, time.process_time() - began, flush=True)


class Player:
    """A process that serves with a checkout or an environment what a script asks of it."""

    def __init__(self, place: Path, script: Path, what: Sequence[str]) -> None:
        checkout = [str(place / name) for name in ("framework", "plugins", "frontends")]
        folders = checkout if place.is_dir() else []
        self._process = subprocess.Popen(
            [sys.executable if place.is_dir() else place, script, *what, "--serve"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self) -> tuple[int, float]:
        """Play one part, or search one position; return what was counted and the CPU seconds."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(file=self._process.stdin, flush=True)
        made, spent = self._process.stdout.readline().split()
        return int(made), float(spent)

    def stop(self) -> None:
        """End the process."""
        self._process.communicate()


def compare(one: Path, other: Path, ruleset: str, pairs: int, seconds: float) -> list[float]:
    """Play the same parts with both in alternation and return the ratio of each pair."""
    players = [Player(place, Path(__file__), [ruleset]) for place in (one, other)]
    ratios = []
    for _ in range(pairs):
        spent = [0.0, 0.0]
        while spent[0] < seconds:
            made = set()
            for number in (0, 1) if len(ratios) % 2 else (1, 0):
                moves, more = players[number].play()
                made.add(moves)
                spent[number] += more
            assert len(made) == 1, "the checkouts play different games"
        ratios.append(spent[1] / spent[0])
    for player in players:
        player.stop()
    return ratios


def rate(ruleset: str, seconds: float) -> float:
    """Measure moves per CPU second."""
    parts, moves = play(ruleset), 0
    next(parts)
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        moves += next(parts)
    return moves / spent


def main() -> None:
    """Print the ratios of the rulesets named, or of all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", help="names; all if none is given")
    parser.add_argument("--of", type=Path, default=ROOT, help="a checkout, or a Python")
    parser.add_argument("--against", type=Path, help="another one to compare it with")
    parser.add_argument("--pairs", type=int, default=5, help="pairs of measurements (default 5)")
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="CPU seconds of each (default 1)"
    )
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.rulesets[0])
        return
    from wargrid.loading.library import names

    for name in options.rulesets or names():
        if options.against is None:
            moves = rate(name, options.seconds) / calibration(options.seconds / 4)
            print(f"{name:32} {moves:8.2f} moves per round of the plain loop")
        else:
            both = options.of.absolute(), options.against.absolute()
            ratios = compare(*both, name, options.pairs, options.seconds)
            each = " ".join(f"{ratio:.2f}" for ratio in ratios)
            print(f"{name:32} {median(ratios):.3f} of the other ({each})")


if __name__ == "__main__":
    main()

"""Measure programs in C++ by themselves: ``python benchmarks/native.py``.

Prints the leaves of perft that Stockfish and Fairy-Stockfish count per CPU second where they are
installed, and the random rollouts of OpenSpiel's tree search in chess, from the first position to
the end of the game. What ``peers.py`` measures through Python is the price of a call beside it.
The figures depend on the machine. Needs a system that tells the CPU time of other programs.
"""

from __future__ import annotations

import resource
import subprocess
import time
from shutil import which
from statistics import median
from typing import Final

PERFT: Final = (
    ("Chess", "stockfish", "chess", 6),
    ("Chess", "fairy-stockfish", "chess", 5),
    ("Xiangqi", "fairy-stockfish", "xiangqi", 5),
    ("Breakthrough", "fairy-stockfish", "breakthrough", 6),
)
"""A game, a program, its name of the game, and how deep it counts."""

ROUNDS: Final = 3

ROLLOUTS: Final = 300


def counted(program: str, variant: str, depth: int) -> tuple[int, float]:
    """Return the leaves of perft and the CPU seconds of the program, its start included."""
    lines = [f"setoption name UCI_Variant value {variant}"] if variant != "chess" else []
    lines += ["position startpos", f"go perft {depth}", "quit"]
    began = _spent()
    asked = subprocess.run(
        [program], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    found = next(line for line in asked.stdout.splitlines() if line.startswith("Nodes searched"))
    return int(found.split()[-1]), _spent() - began


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def leaves(program: str, variant: str, depth: int) -> float:
    """Return the leaves per CPU second without the time of the program's start."""
    number, spent = counted(program, variant, depth)
    return number / (spent - counted(program, variant, 1)[1])


def rollouts() -> float:
    """Return OpenSpiel's rollouts of chess per CPU second. Raises ImportError without it."""
    import pyspiel

    game = pyspiel.load_game("chess")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    search = pyspiel.MCTSBot(game, evaluator, 2.0, ROLLOUTS, 100, False, 1, False)
    state, began = game.new_initial_state(), time.process_time()
    search.step(state)
    return ROLLOUTS / (time.process_time() - began)


def main() -> None:
    """Print a line for each program that is installed: medians of rounds."""
    for game, name, variant, depth in PERFT:
        program = which(name) or which(f"/usr/games/{name}")
        if program is not None:
            rate = median(leaves(program, variant, depth) for _ in range(ROUNDS))
            print(f"{game}: leaves of perft {depth}, {name}: {rate:,.0f}", flush=True)
    try:
        print(f"Chess: rollouts, OpenSpiel: {median(rollouts() for _ in range(ROUNDS)):,.0f}")
    except ImportError:
        print("OpenSpiel is not installed")


if __name__ == "__main__":
    main()

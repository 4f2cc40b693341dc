"""How fast every ruleset plays, and how that compares with the machine: ``python benchmarks/speed.py [--json]``.

Machines differ and are noisy, so each figure is also given as a ratio to a plain loop of the same
kind of work (copying a list, looking up tuples, counting), timed in turns with it. Watch the ratio;
quote the moves.
"""

from __future__ import annotations

import argparse
import json
import time
from statistics import median

from wargrid import load
from wargrid.cli.bench import measured
from wargrid.loading.library import names

ROUNDS = 3


def calibration(seconds: float) -> float:
    """Rounds per CPU second of a loop that does what a game's inner loop does, without any game."""
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


def speed(ruleset: str, seconds: float, *, checked: bool) -> dict[str, float]:
    """The median of some rounds: moves per CPU second, and moves per round of the calibration."""
    game = load(ruleset)
    rates, ratios = [], []
    for seed in range(1, ROUNDS + 1):
        machine = calibration(seconds / 4)
        rate = measured(game, seconds, seed, 400, checked=checked)["moves_per_s"]
        rates.append(rate)
        ratios.append(rate / machine)
    return {"moves_per_s": round(median(rates)), "per_calibration": round(median(ratios), 2)}


def main() -> None:
    """Measure the rulesets named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", help="names; all if none is given")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds a round")
    parser.add_argument(
        "--checked", action="store_true", help="through checked play instead of trusted steps"
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    options = parser.parse_args()
    figures = {
        name: speed(name, options.seconds, checked=options.checked)
        for name in options.rulesets or names()
    }
    if options.json:
        print(json.dumps(figures))
        return
    for name, figure in figures.items():
        print(
            f"{name:32} {figure['moves_per_s']:>10,} moves/s   {figure['per_calibration']:>8} per calibration round"
        )


if __name__ == "__main__":
    main()

"""Does the lab name known flaws, and none in an honest variant? ``python benchmarks/flaws.py``.

Three variants have a flaw each: a first mover who wins, a unit of no use, mountains that stall. A
fourth is honest, as is the ruleset that it extends, and its changes do nothing that matters. It is
judged ``--repeats`` times with other seeds, beside that ruleset and without each change. Prints
what ``wargrid fair`` would say is wrong, whether that is the flaw, what it comes from, how many
differences it calls certain, and the seconds that it took.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from wargrid.loading.loader import Recipe, load_recipe
from wargrid_lab import Fairness, Pool, Task, Terms, undone

RUSH = """\
extends: breakthrough/standard
first: {player: random}
board: {columns: 4, rows: 5}
zones: {goal: {each: "a5:d5"}}
turn: {actions: 2}
setup: {each: P P P P}
"""

FIFERS = """\
extends: skirmish/ford
turn: {actions: 4}
units:
  fifers:
    letter: F
    name: Fifers
    men: 3
    move: {path: {points: 1, costs: foot, directions: all}}
setup:
  each: |2
     . H S F F S H .
    . . . A B A . . .
"""

MOUNTAINS = """\
extends: skirmish/ford
terrains:
  mountain: {letter: M, name: Mountain}
board:
  terrain: |
    . . . . . . . . .
     . . W . . . . .
    . . W . . . . W .
     M M M . . ~ = ~
    M M M ~ ~ ~ M M M
     ~ = ~ . . M M M
    . W . . . . W . .
     . . . . . W . .
    . . . . . . . . .
units:
  horse: {men: 4}
victory:
  limit: ~
"""

HONEST = """\
extends: breakthrough/standard
first: {player: random}
victory: {limit: {turns: 400}}
"""


class Case(NamedTuple):
    """A variant, its flaw ("" for none), and the change that makes it."""

    name: str
    text: str
    flaw: str
    cause: str = ""


FLAWED = (
    Case("rush", RUSH, "first"),
    Case("fifers", FIFERS, "idle"),
    Case("mountains", MOUNTAINS, "stall", "board.terrain"),
)


def judged(case: Case, options: argparse.Namespace, seed: int) -> Fairness:
    """Play as ``wargrid fair`` does."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"{case.name}.yaml")
        file.write_text(f"name: {case.name.title()}\n{case.text}", "utf-8")
        recipe = Recipe(file)
        game = load_recipe(recipe).game()
        terms = Terms(("2", "2"), seed, None, options.nodes, options.max_moves)
        fair = Fairness(game, terms, 0.1, undone(recipe))
        with Pool(fair.games, terms, options.workers) as pool:
            for task, row in pool.in_order([Task(0, n) for n in range(options.games)]):
                fair.add(task.ruleset, row)
                if fair.verdict.is_clear:
                    break
            for task, row in pool.in_order([Task(*each) for each in fair.comparison()]):
                fair.add(task.ruleset, row)
    return fair


def show(case: Case, options: argparse.Namespace, seed: int) -> bool:
    """Judge a case, print a line, and return whether the verdict is right."""
    began = time.perf_counter()
    fair = judged(case, options, seed)
    found = [flaw.kind for flaw in fair.flaws]
    causes = [one.change for flaw in fair.flaws for one in fair.causes(flaw)]
    does = [f"{one.change or 'base'}: {name}" for one in fair.neighbours
            for name in one.effects(fair.tests)]  # fmt: skip
    right = case.flaw in found if case.flaw else not found
    right = right and (not case.cause or case.cause in causes)
    played, seconds = len(fair.figures().games), time.perf_counter() - began
    print(
        f"{case.name} (seed {seed}): {', '.join(found) or 'nothing'}"
        f"{f' from {causes}' if causes else ''}; {len(does)} of {fair.tests} differences certain"
        f"{f' ({does})' if does and not case.flaw else ''}; sides {fair.verdict.side}, first "
        f"{fair.verdict.first} in {played} games, {seconds:.0f} s: {'right' if right else 'WRONG'}",
        flush=True,
    )
    return right


def main() -> None:
    """Judge all cases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=50)
    parser.add_argument("--max-moves", type=int, default=300)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="the first seed of the honest one")
    parser.add_argument("--only", default="", help="the name of one variant, or honest")
    options = parser.parse_args()
    flawed = [case for case in FLAWED if options.only in ("", case.name)]
    named = sum(show(case, options, 1) for case in flawed)
    honest = Case("honest", HONEST, "")
    seeds = range(options.first, options.first + options.repeats)
    seeds = seeds if options.only in ("", honest.name) else range(0)
    quiet = sum(show(honest, options, seed) for seed in seeds)
    print(f"flaws named: {named} of {len(flawed)}; honest: {quiet} of {len(seeds)}")


if __name__ == "__main__":
    main()

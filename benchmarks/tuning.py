"""Measure how often ``wargrid tune`` names the setting that is right, beside a grid.

``python benchmarks/tuning.py`` plays random games of three small rulesets, each with five settings.
Of two, the right one is known, since both sides are equal there; of one, all games say it. Then a
search and a grid, which plays every setting alike, choose by the same numbers of games drawn from
these, again and again. It prints how often each names the right one.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from typing import NamedTuple

from wargrid.lab import Row, Terms, play_game
from wargrid.lab.tuning.knobs import Aim, Knob, read_knob
from wargrid.lab.tuning.search import Search
from wargrid.lab.verdicts.verdict import points_of
from wargrid.loading.loader import load_text

DUEL = """\
name: Duel
sides: [red, blue]
board: {columns: 4, rows: 5, facing: 4}
first: {player: random}
turn: {actions: 2, may: {move: 1, turn: 1, attack: 1}, per_unit: {attack: 1}}
dice: {d: [hit, miss]}
units:
  guard:
    letter: G
    name: Guard
    men: 3
    move: {ahead: 2}
    attack: {at: front, by: {dice: {hits_on: hit}}}
  rival: {like: guard, letter: R, name: Rival}
  chief: {like: guard, letter: C, name: Chief, men: 3}
  other: {like: chief, letter: O, name: Other}
victory: {eliminate: {}, limit: {turns: 400}}
setup: |
  . o r .
  . . . .
  . . . .
  . . . .
  . G C .
silence: [W403, W406]
"""


class Case(NamedTuple):
    """A ruleset, what is varied, what for, and the number of the right setting, if it is known."""

    text: str
    knob: Knob
    aim: Aim
    right: int | None


CASES = (
    Case(DUEL, read_knob("units.rival.men=1..5"), Aim("red_wins", 0.5), 2),
    Case(DUEL, read_knob("units.other.men=1..5"), Aim("red_wins", 0.5), 2),
    Case(DUEL, read_knob("turn.actions=1..5"), Aim("turns", 190), None),
)
BUDGETS = (50, 100, 200)


def games_of(case: Case, games: int) -> list[list[Row]]:
    """Play games of random players on each setting."""
    terms = Terms(("random", "random"), max_moves=600)
    found = []
    for value in case.knob.values:
        game = load_text(case.text, "case.yaml", settings={case.knob.key: value})
        found.append([play_game(game, terms, number) for number in range(games)])
    return found


def figure(case: Case, rows: Sequence[Row]) -> float:
    if not case.aim.is_share:
        return sum(row.length for row in rows) / len(rows)
    return sum(points_of(row, 0) for row in rows) / len(rows)


def by_grid(case: Case, drawn: Sequence[Sequence[Row]], budget: int) -> int:
    each = budget // len(drawn)
    off = [abs(figure(case, rows[:each]) - case.aim.value) for rows in drawn]
    return off.index(min(off))


def by_search(
    case: Case, drawn: Sequence[Sequence[Row]], budget: int, seed: int
) -> tuple[int, int]:
    """Return the setting that it names, and the games that it played."""
    search, left = Search([case.knob], case.aim, ("red", "blue"), seed), budget
    while left and not search.is_over:
        for setting, number in search.next(left):
            search.add(setting, drawn[setting][number])
            left -= 1
    return search.ranking()[0].setting, budget - left


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games of each setting")
    parser.add_argument("--times", type=int, default=30, help="how often each chooses")
    options = parser.parse_args()
    for case in CASES:
        pool = games_of(case, options.games)
        figures = [figure(case, rows) for rows in pool]
        nearest = min(range(len(pool)), key=lambda each: abs(figures[each] - case.aim.value))
        right = nearest if case.right is None else case.right
        print(f"{case.knob.key}, {case.aim}: {', '.join(f'{each:.3g}' for each in figures)}")
        for budget in BUDGETS:
            grid = search = played = 0
            for seed in range(options.times):
                rng = random.Random(seed)
                drawn = [rng.choices(rows, k=budget) for rows in pool]
                grid += by_grid(case, drawn, budget) == right
                found, used = by_search(case, drawn, budget, seed)
                search, played = search + (found == right), played + used
            line = f"  {budget} games: grid {grid}, search {search} of {options.times}"
            print(f"{line}, which played {played / options.times:.0f}", flush=True)


if __name__ == "__main__":
    main()

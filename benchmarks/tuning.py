"""Measure how many games ``wargrid tune`` needs to name the right setting, beside a grid.

``python benchmarks/tuning.py`` plays random games of three small rulesets whose right setting of
five is known. In a duel with dice and in a race both sides are equal there; in a shoot-out the
shares can be reckoned. Then a search and a grid, which plays every setting alike, choose by games
drawn from these, again and again. It prints how often the search is right, after how many games on
average, and how often a grid of as many, and of more.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from typing import NamedTuple

from wargrid.loading.loader import load_text
from wargrid_lab import Row, Terms, play_game
from wargrid_lab.tuning.knobs import Aim, Knob, read_knob
from wargrid_lab.tuning.search import Search
from wargrid_lab.verdicts.verdict import points_of

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


RACE = """\
name: Race
sides: {red: {edge: south}, blue: {edge: north}}
board: {columns: 2, rows: 10}
first: {player: random}
turn: {actions: 1, may: {move: 1}, may_pass: false}
zones: {goal: {red: a10, blue: b1}}
units:
  hare: {letter: H, name: Hare, move: {slide: {directions: forward, distance: 3}}}
  tortoise: {letter: T, name: Tortoise, move: {slide: {directions: forward, distance: 3}}}
victory: {occupy: {unit: any, zone: goal, count: 1}}
setup: |
  . t
  . .
  . .
  . .
  . .
  . .
  . .
  . .
  . .
  H .
silence: [W403, W406]
"""

SHOTS = """\
name: Shoot-out
sides: [red, blue]
board: {columns: 2, rows: 2, facing: 4}
first: {player: red}
turn: {actions: 1, may: {attack: 1}, may_pass: false}
dice: {d: [hit, miss, miss]}
units:
  gun:
    letter: G
    name: Gun
    men: 3
    attack: {at: front, by: {dice: {hits_on: hit, most: 1}}}
  other: {like: gun, letter: O, name: Other}
victory: {eliminate: {}}
setup: |
  o .
  G .
silence: [W403, W406]
"""


def first_wins(men: int, enemies: int, hit: float = 1 / 3) -> float:
    """Return the share of shoot-outs that the side wins that shoots first."""
    if not men:
        return 0.0
    one = hit * (1 - first_wins(enemies - 1, men, hit)) if enemies > 1 else hit
    # It misses, the other hits, or both miss and all is as before.
    other = (1 - hit) * hit * first_wins(men - 1, enemies, hit)
    return (one + other) / (1 - (1 - hit) ** 2)


class Case(NamedTuple):
    """A ruleset, what is varied, what for, and the number of the right setting."""

    text: str
    knob: Knob
    aim: Aim
    right: int


CASES = (
    Case(DUEL, read_knob("units.rival.men=1..5"), Aim("red_wins", 0.5), 2),
    Case(RACE, read_knob("units.tortoise.move.slide.distance=1..5"), Aim("red_wins", 0.5), 2),
    Case(SHOTS, read_knob("units.other.men=1..5"), Aim("red_wins", first_wins(3, 4)), 3),
)
GRIDS = (1, 1.5, 2, 3, 4, 6)
"""How many games a grid plays, as multiples of those of the search."""


def games_of(case: Case, games: int) -> list[list[Row]]:
    """Play games of random players on each setting."""
    terms = Terms(("random", "random"), max_moves=600)
    found = []
    for value in case.knob.values:
        game = load_text(case.text, "case.yaml", settings={case.knob.key: value})
        found.append([play_game(game, terms, number) for number in range(games)])
    return found


def share(rows: Sequence[Row]) -> float:
    return sum(points_of(row, 0) for row in rows) / len(rows)


def by_grid(case: Case, drawn: Sequence[Sequence[Row]], budget: int) -> int:
    each = max(1, budget // len(drawn))
    off = [abs(share(rows[:each]) - case.aim.value) for rows in drawn]
    return off.index(min(off))


def by_search(case: Case, drawn: Sequence[Sequence[Row]], seed: int) -> tuple[int, int]:
    """Return the setting that it names once it is sure, and the games that it played."""
    most = len(drawn[0])
    search, played = Search([case.knob], case.aim, ("red", "blue"), seed), 0
    while played < most and not search.is_over:
        for setting, number in search.next(most - played):
            search.add(setting, drawn[setting][number])
            played += 1
    return search.ranking()[0].setting, played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games of each setting")
    parser.add_argument("--most", type=int, default=600, help="games of a search at most")
    parser.add_argument("--times", type=int, default=40, help="how often each chooses")
    options = parser.parse_args()
    for case in CASES:
        pool = games_of(case, options.games)
        said = ", ".join(f"{share(rows):.3f}" for rows in pool)
        print(f"{case.knob.key}, {case.aim}: {said}; right is {case.knob.values[case.right]}")
        searched = []
        for seed in range(options.times):
            rng = random.Random(seed)
            drawn = [rng.choices(rows, k=options.most) for rows in pool]
            searched.append(by_search(case, drawn, seed))
        right = sum(found == case.right for found, _ in searched)
        mean = sum(played for _, played in searched) / options.times
        print(f"  search: right in {right} of {options.times}, {mean:.0f} games", flush=True)
        for times in GRIDS:
            budget, right = round(mean * times), 0
            for seed in range(options.times):
                rng = random.Random(seed)
                drawn = [rng.choices(rows, k=budget) for rows in pool]
                right += by_grid(case, drawn, budget) == case.right
            print(f"  grid: right in {right} of {options.times}, {budget} games", flush=True)


if __name__ == "__main__":
    main()

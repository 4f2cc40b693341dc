"""Measure what selectors cost, as multiples of ``cell in zone``, the cheapest question of a rule.

``python benchmarks/picking.py [RULESET]`` asks the same questions about the units of random
positions by selectors and by hand, and prints how often the time of ``cell in zone`` each takes,
with the nanoseconds of a question on this machine. Run it from the sources and in an environment
with a compiled wheel: the loop around the questions is plain Python in both.
"""

from __future__ import annotations

import argparse
import timeit
from collections.abc import Callable
from random import Random

from wargrid import CHANCE, Game, Position, load
from wargrid.core import selecting
from wargrid.core.selecting import Selection
from wargrid.ruleset.selecting.binding import bound_units
from wargrid.ruleset.selecting.selectors import UnitSelector

MOVES = 400
REPEATS = 7

Question = Callable[[Position, int], object]

SELECTORS: dict[str, dict[str, object]] = {
    "type and terrain": {"unit": ["tank", "gun"], "terrain": ["hill", "forest"]},
    "zone": {"zone": "summit"},
    "not a type": {"whose": "own", "not": [{"unit": "gun"}, {"zone": "summit"}]},
    "men at least": {"whose": "own", "men": 3},
    "next to a type": {"near": {"unit": "infantry", "whose": "own"}},
    "within three": {"near": {"unit": "gun", "whose": "own", "distance": 3}},
    "two enemies near": {"near": {"whose": "enemy", "count": 2}},
}


def asked(game: Game) -> list[tuple[Position, int]]:
    """Return the units of positions of a random game, each to be asked about."""
    number, position, found = Random(5).random, game.start(), list[Position]()
    for _ in range(MOVES):
        if position.result is not None:
            position = game.start()
        if game.to_act(position) == CHANCE:
            position = game.step(position, game.engine.draw(position, number()))
        else:
            moves = game.moves(position)
            position = game.step(position, moves[int(number() * len(moves))])
            found.append(position)
    return [(each, unit) for each in found[::5] for unit in range(1, len(each.place))]


def nanoseconds(question: Question, pairs: list[tuple[Position, int]]) -> float:
    """Return the shortest time of a question, without that of a call that does nothing."""

    def run(asking: Question) -> float:
        def every() -> None:
            for position, unit in pairs:
                asking(position, unit)

        return min(timeit.repeat(every, number=1, repeat=REPEATS)) / len(pairs)

    return (run(question) - run(lambda position, unit: None)) * 1e9


def selection(game: Game, selector: dict[str, object]) -> Selection:
    """Return a selector bound for the first side."""
    return bound_units((UnitSelector.model_validate(selector),), game.engine, 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", nargs="?", default="hill/209")
    options = parser.parse_args()
    game = load(options.ruleset)
    pairs, zone = asked(game), game.engine.grounds[0].zones["summit"]
    facings = game.grid.facings
    least = nanoseconds(lambda position, unit: position.place[unit] // facings in zone, pairs)
    engine = "plain" if str(selecting.__file__).endswith(".py") else "compiled"
    print(f"{len(pairs)} questions, {engine} engine")
    print(f"{'cell in zone':20} {1:5.1f} {least:6.0f} ns")
    for name, selector in SELECTORS.items():
        cost = nanoseconds(selection(game, selector).matches, pairs)
        print(f"{name:20} {cost / least:5.1f} {cost:6.0f} ns")


if __name__ == "__main__":
    main()

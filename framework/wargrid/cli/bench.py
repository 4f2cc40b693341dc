"""``wargrid bench RULESET``: measure how fast a ruleset plays or a level thinks."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import (
    Parser,
    above_zero,
    add_json,
    add_ruleset,
    add_seed,
    game_of,
    print_table,
)

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game

SUMMARY: Final = "Measure how fast a ruleset plays."
EXAMPLE: Final = "wargrid bench mine.yaml --seconds 10"

LEVELS: Final = ("1", "2", "3", "4")
"""The computer players that can be measured."""

POSITIONS, APART, NODES = 6, 9, 600
"""How many positions a level searches, how many moves apart, and how many nodes each."""


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_ruleset(parser)
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=parser.value(above_zero),
        default=3.0,
        help="warm up for S seconds of CPU time, then measure for S seconds (default 3)",
    )
    parser.add_argument(
        "--level", choices=LEVELS, help="let a level think instead, in positions of random games"
    )
    add_seed(parser, "moves and dice")
    parser.add_count("--max-moves", sys.maxsize, "end each game after N moves")
    parser.add_argument("--checked", action="store_true", help="check every move for legality")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print how much is done in a CPU second, cold and warm, and how much was measured."""
    game = game_of(options)
    figures: Mapping[str, object]
    if options.level is None:
        figures = measure(
            game, options.seconds, options.seed, options.max_moves, checked=options.checked
        )
    else:
        figures = measure_level(game, options.level, options.seconds, options.seed)
    print_table({"ruleset": game.name, **figures}, as_json=options.json)
    return 0


def measure(
    game: Game, seconds: float, seed: int, max_moves: int, *, checked: bool = False
) -> dict[str, float]:
    """Play random games for some CPU seconds and finish the last; a roll is not counted."""
    from wargrid.players import play_randomly, random_numbers

    start = game.start()
    number = random_numbers(seed)
    # A first game makes most tables, and later ones the rest: neither says what a game costs.
    cold, first, _ = _repeat(lambda: play_randomly(game, start, number, max_moves).moves, 0.0)
    _repeat(lambda: play_randomly(game, start, number, max_moves).moves, seconds)
    number = random_numbers(seed)
    moves, spent, games = _repeat(
        lambda: play_randomly(game, start, number, max_moves, checked=checked).moves, seconds
    )
    return {
        "moves_per_s": round(moves / spent, 1),
        "cold_moves_per_s": round(cold / first, 1),
        "games_per_s": round(games / spent, 2),
        "moves_per_game": round(moves / games, 1),
        "games": games,
        "seconds": round(spent, 3),
        "seed": seed,
    }


def measure_level(game: Game, level: str, seconds: float, seed: int) -> dict[str, float | str]:
    """Let a level search the same positions again and again for some CPU seconds."""
    from wargrid.players import Budget, make_player

    searched = list(islice(_decisions(game, seed), POSITIONS))

    def search() -> int:
        # A new player each time: one that remembers a position does not search it again.
        return sum(
            make_player(game, level, seed).choose(position, Budget(nodes=NODES)).nodes
            for position in searched
        )

    cold, first, _ = _repeat(search, 0.0)
    _repeat(search, seconds)
    nodes, spent, rounds = _repeat(search, seconds)
    return {
        "level": level,
        "nodes_per_s": round(nodes / spent, 1),
        "cold_nodes_per_s": round(cold / first, 1),
        "positions": len(searched),
        "rounds": rounds,
        "seconds": round(spent, 3),
        "seed": seed,
    }


def _repeat(work: Callable[[], int], seconds: float) -> tuple[int, float, int]:
    """Work at least once and until some CPU seconds are over; what was done, in what time."""
    done = times = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds or not times:
        done += work()
        times += 1
    return done, max(spent, 1e-9), times


def _decisions(game: Game, seed: int) -> Iterator[Position]:
    """Yield positions of random games in which a side has a choice; none where there are none."""
    from wargrid.engine.flow import CHANCE
    from wargrid.players import random_numbers

    number = random_numbers(seed)
    for _ in range(POSITIONS * APART):
        position, made = game.start(), 0
        while position.result is None and made < POSITIONS * APART:
            if game.to_act(position) == CHANCE:
                position = game.step(position, game.engine.draw(position, number()))
                continue
            moves = game.moves(position)
            if position.turn and made % APART == APART // 2 and len(moves) > 1:
                yield game.view(position, position.side)
            position, made = game.step(position, moves[int(number() * len(moves))]), made + 1

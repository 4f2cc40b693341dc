"""``wargrid bench RULESET``: measure how fast a ruleset plays, in CPU seconds."""

from __future__ import annotations

import argparse
import sys
import time
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
    from wargrid.engine.game import Game

EXAMPLE: Final = "wargrid bench mine.yaml --seconds 10"


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_ruleset(parser)
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=parser.value(above_zero),
        default=3.0,
        help="play for S seconds of CPU time (default 3)",
    )
    add_seed(parser, "moves and dice")
    parser.add_count("--max-moves", sys.maxsize, "end each game after N moves")
    parser.add_argument("--checked", action="store_true", help="check every move for legality")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print moves and games per second, and moves per game."""
    game = game_of(options)
    figures = measure(
        game, options.seconds, options.seed, options.max_moves, checked=options.checked
    )
    print_table({"ruleset": game.name, **figures}, as_json=options.json)
    return 0


def measure(
    game: Game, seconds: float, seed: int, max_moves: int, *, checked: bool = False
) -> dict[str, float]:
    """Play random games for some CPU seconds and finish the last; a roll is not counted."""
    from wargrid.players import play_randomly, random_numbers

    start = game.start()
    number = random_numbers(seed)
    play_randomly(game, start, number, min(max_moves, 100))  # build the tables first
    games = moves = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds or not games:
        moves += play_randomly(game, start, number, max_moves, checked=checked).moves
        games += 1
    return {
        "moves_per_s": round(moves / spent, 1),
        "games_per_s": round(games / spent, 2),
        "moves_per_game": round(moves / games, 1),
        "games": games,
        "seconds": round(spent, 3),
        "seed": seed,
    }

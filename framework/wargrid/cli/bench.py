"""``wargrid bench RULESET``: measure how fast a ruleset plays, in CPU seconds."""

from __future__ import annotations

import argparse
import math
import sys
import time
from typing import TYPE_CHECKING

from wargrid.cli.common import (
    Parser,
    Refused,
    add_json,
    add_ruleset,
    at_least_one,
    game_of,
    print_table,
)

if TYPE_CHECKING:
    from wargrid.engine.game import Game


def arguments(parser: Parser) -> None:
    """What the command takes."""
    add_ruleset(parser)
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=parser.value(_seconds),
        default=3.0,
        help="CPU seconds to play (default 3)",
    )
    parser.add_argument(
        "--seed", metavar="N", type=int, default=1, help="the seed of moves and dice (default 1)"
    )
    short = "cut every game short after N moves"
    parser.add_argument(
        "--max-moves", metavar="N", type=parser.value(at_least_one), default=sys.maxsize, help=short
    )
    parser.add_argument(
        "--checked", action="store_true", help="play through checked moves instead of trusted ones"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print moves and games per second, and moves per game; a roll belongs to its attack and is no move."""
    game = game_of(options)
    figures = measured(
        game, options.seconds, options.seed, options.max_moves, checked=options.checked
    )
    print_table({"ruleset": game.name, **figures}, as_json=options.json)
    return 0


def measured(
    game: Game, seconds: float, seed: int, most: int, *, checked: bool = False
) -> dict[str, float]:
    """Play random games for so many CPU seconds, the last one to its end."""
    from wargrid.players.random import play_randomly, random_numbers

    start = game.start()
    number = random_numbers(seed)
    play_randomly(game, start, number, min(most, 100))  # tables are made on first use
    games = moves = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds or not games:
        moves += play_randomly(game, start, number, most, checked=checked).moves
        games += 1
    return {
        "moves_per_s": round(moves / spent, 1),
        "games_per_s": round(games / spent, 2),
        "moves_per_game": round(moves / games, 1),
        "games": games,
        "seconds": round(spent, 3),
        "seed": seed,
    }


def _seconds(text: str) -> float | Refused:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    return seconds if 0 < seconds < math.inf else Refused("cli.seconds")

"""``wargrid perft RULESET --depth N``: count the ways to play so many plies."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from wargrid.cli.common import Parser, add_json, add_ruleset, at_least_one, game_of, print_table

if TYPE_CHECKING:
    from wargrid.game import Game
    from wargrid.position import Position


def arguments(parser: Parser) -> None:
    """What the command takes."""
    add_ruleset(parser)
    parser.add_argument(
        "--depth", metavar="N", type=parser.value(at_least_one), default=3, help="count depths 1 to N (default 3)"
    )
    parser.add_argument(
        "--position",
        metavar="FEN|FILE",
        help="a FEN, or a file with one, a position as text or a picture alone; else the start",
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the leaf counts of every depth."""
    from wargrid.perft import perft_table

    game = game_of(options)
    nodes = perft_table(game, position_of(game, options.position), options.depth)
    if options.json:
        print_table({"ruleset": game.name, "nodes": nodes}, as_json=True)
    else:
        print_table({f"depth {depth}": f"{count:,}" for depth, count in enumerate(nodes, 1)}, as_json=False)
    return 0


def position_of(game: Game, said: str | None) -> Position:
    """The position that is written as a FEN or stands in a file, or the start."""
    from wargrid.notation import read_position
    from wargrid.notation.fen import looks_like_fen
    from wargrid.ruleset.reader import text_of

    if said is None:
        return game.start()
    written = looks_like_fen(said) and not Path(said).exists()
    return read_position(game, said if written else text_of(Path(said)))

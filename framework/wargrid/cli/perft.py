"""``wargrid perft RULESET --depth N``: count the sequences of moves up to a depth."""

from __future__ import annotations

import argparse
from typing import Final

from wargrid.cli.common import (
    Parser,
    add_json,
    add_position,
    add_ruleset,
    game_of,
    position_of,
    print_table,
)

SUMMARY: Final = "Count the sequences of moves up to a depth."
EXAMPLE: Final = "wargrid perft mine.yaml --depth 4"


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_ruleset(parser)
    parser.add_count("--depth", 3, "count for depths 1 to N (default 3)")
    parser.add_argument(
        "--divide", action="store_true", help="print the count of each legal move, and their sum"
    )
    add_position(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the number of sequences for each depth, or for each move."""
    from wargrid.authoring.perft import divide, perft_table

    game = game_of(options)
    if options.divide:
        counts = divide(game, position_of(game, options.position), options.depth)
        _print_divided(game.name, counts, as_json=options.json)
        return 0
    nodes = perft_table(game, position_of(game, options.position), options.depth)
    rows = {f"depth {depth}": f"{count:,}" for depth, count in enumerate(nodes, 1)}
    print_table(
        {"ruleset": game.name, "nodes": nodes} if options.json else rows, as_json=options.json
    )
    return 0


def _print_divided(ruleset: str, counts: dict[str, int], *, as_json: bool) -> None:
    """Print the count of each move in alphabetical order, and their sum."""
    moves, total = dict(sorted(counts.items())), sum(counts.values())
    if as_json:
        print_table({"ruleset": ruleset, "divide": moves, "sum": total}, as_json=True)
        return
    rows = {f"{move}:": f"{count:,}" for move, count in moves.items()}
    print_table({**rows, "sum:": f"{total:,}"}, as_json=False)

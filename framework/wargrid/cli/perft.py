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
    add_position(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the number of sequences for each depth."""
    from wargrid.authoring.perft import perft_table

    game = game_of(options)
    nodes = perft_table(game, position_of(game, options.position), options.depth)
    rows = {f"depth {depth}": f"{count:,}" for depth, count in enumerate(nodes, 1)}
    print_table(
        {"ruleset": game.name, "nodes": nodes} if options.json else rows, as_json=options.json
    )
    return 0

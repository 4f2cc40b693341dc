"""``wargrid perft RULESET --depth N``: count the ways to play so many plies."""

from __future__ import annotations

import argparse

from wargrid.cli.common import (
    Parser,
    add_json,
    add_position,
    add_ruleset,
    at_least_one,
    game_of,
    position_of,
    print_table,
)


def arguments(parser: Parser) -> None:
    """What the command takes."""
    add_ruleset(parser)
    parser.add_argument(
        "--depth",
        metavar="N",
        type=parser.value(at_least_one),
        default=3,
        help="count depths 1 to N (default 3)",
    )
    add_position(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the leaf counts of every depth."""
    from wargrid.authoring.perft import perft_table

    game = game_of(options)
    nodes = perft_table(game, position_of(game, options.position), options.depth)
    if options.json:
        print_table({"ruleset": game.name, "nodes": nodes}, as_json=True)
    else:
        print_table(
            {f"depth {depth}": f"{count:,}" for depth, count in enumerate(nodes, 1)}, as_json=False
        )
    return 0

"""``wargrid show RULESET``: print a ruleset with all it extends joined in."""

from __future__ import annotations

import argparse

from wargrid.cli.common import Parser, add_ruleset, settings


def arguments(parser: Parser) -> None:
    """What the command takes."""
    add_ruleset(parser)


def run(options: argparse.Namespace) -> int:
    """Print the joined ruleset as YAML that stands alone."""
    from wargrid.ruleset.loader import load_named, written

    print(written(load_named(options.ruleset, settings(options), options.scenario).merged), end="")
    return 0

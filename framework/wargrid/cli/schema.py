"""``wargrid schema``: write the JSON Schema of a ruleset, for editors."""

from __future__ import annotations

import argparse

from wargrid.cli.common import Parser


def arguments(parser: Parser) -> None:
    """What the command takes."""
    parser.add_argument(
        "kind", metavar="KIND", nargs="?", choices=("ruleset", "scenario"), default="ruleset",
        help="what file the schema is of: ruleset (as it is if left out) or scenario",
    )  # fmt: skip
    parser.add_argument("--ruleset", metavar="NAME", help="propose the names that this ruleset defines")


def run(options: argparse.Namespace) -> int:
    """Print the schema, plugins included."""
    from wargrid.ruleset.loader import load_named
    from wargrid.ruleset.schema import names_of, schema, text_of

    names = names_of(load_named(options.ruleset).ruleset) if options.ruleset else None
    print(text_of(schema(options.kind, names)), end="")
    return 0

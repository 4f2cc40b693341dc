"""``wargrid show RULESET``: print a ruleset merged with what it extends."""

from __future__ import annotations

import argparse
import json
from typing import Final

from wargrid.cli.common import Parser, add_json, add_ruleset, settings
from wargrid.cli.streams import write_document

SUMMARY: Final = "Print a ruleset merged with what it extends."
EXAMPLE: Final = "wargrid show mine.yaml --from"


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_ruleset(parser)
    parser.add_argument(
        "--from",
        action="store_true",
        dest="origins",
        help="print the file and line of every value beside it",
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the merged ruleset as YAML or JSON."""
    from wargrid.authoring.provenance import Origins, annotated
    from wargrid.loading.loader import load_named, written

    loaded = load_named(options.ruleset, settings(options), options.scenario)
    write_document()
    if options.json:
        found = Origins(loaded).as_json() if options.origins else loaded.merged.data
        print(json.dumps(found))
    elif options.origins:
        print("\n".join(annotated(Origins(loaded))))
    else:
        print(written(loaded.merged), end="")
    return 0

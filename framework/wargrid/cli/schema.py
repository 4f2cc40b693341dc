"""``wargrid schema``: print the JSON Schema of a ruleset, for editors."""

from __future__ import annotations

import argparse
from typing import Final

from wargrid.cli.common import Parser, UsageError
from wargrid.cli.streams import write_document

SUMMARY: Final = "Print the JSON Schema of rulesets, for editors."
EXAMPLE: Final = "wargrid schema > schema.json"


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "kind",
        metavar="KIND",
        nargs="?",
        default="ruleset",
        help="the kind of file: ruleset (default), scenario, guide, campaign or looks; remote "
        "for the messages of games played far apart",
    )
    parser.add_argument(
        "--ruleset",
        metavar="NAME",
        help="suggest the names of this ruleset, and include the plugins beside it",
    )


def run(options: argparse.Namespace) -> int:
    """Print the schema, with all installed plugins.

    Raises:
        UsageError: there is no such kind of file, or its package is broken.
    """
    from wargrid.authoring.json_schema import kinds, schema, schema_text
    from wargrid.loading.loader import load_named

    if options.kind not in kinds():
        raise UsageError("schema.unknown_kind", kind=options.kind, known=", ".join(kinds()))
    names, plugins = None, None
    if options.ruleset:
        loaded = load_named(options.ruleset)
        names = loaded.ruleset.names_by_section()
        plugins = {name: type(plugin) for name, plugin in loaded.plugins.items()}
    try:
        found = schema(options.kind, names, plugins)
    except (ImportError, AttributeError) as error:  # of another package's entry point
        raise UsageError("schema.broken", kind=options.kind, error=str(error)) from error
    write_document()
    print(schema_text(found), end="")
    return 0

"""``wargrid schema``: write the JSON Schema of a ruleset, for editors."""

from __future__ import annotations

import argparse

from wargrid.cli.common import Parser, UsageError


def arguments(parser: Parser) -> None:
    """What the command takes."""
    parser.add_argument(
        "kind", metavar="KIND", nargs="?", default="ruleset",
        help="what file the schema is of: ruleset (if left out), scenario or looks",
    )  # fmt: skip
    parser.add_argument(
        "--ruleset",
        metavar="NAME",
        help="propose the names that this ruleset defines, and know the plugins beside it",
    )


def run(options: argparse.Namespace) -> int:
    """Print the schema, plugins included.

    Raises:
        UsageError: there is no such kind of file.
    """
    from wargrid.authoring.json_schema import kinds, schema, text_of
    from wargrid.loading.loader import load_named

    if options.kind not in kinds():
        raise UsageError("schema.unknown_kind", kind=options.kind, known=", ".join(kinds()))
    if not options.ruleset:
        print(text_of(schema(options.kind)), end="")
        return 0
    loaded = load_named(options.ruleset)
    plugins = {name: type(plugin) for name, plugin in loaded.plugins.items()}
    print(
        text_of(schema(options.kind, loaded.ruleset.names_by_section(), plugins)),
        end="",
    )
    return 0

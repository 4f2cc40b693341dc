"""``wargrid show RULESET``: print a ruleset with all it extends joined in."""

from __future__ import annotations

import argparse
import json

from wargrid.cli.common import Parser, add_json, add_ruleset, settings


def arguments(parser: Parser) -> None:
    """What the command takes."""
    add_ruleset(parser)
    parser.add_argument(
        "--from",
        action="store_true",
        dest="origins",
        help="say behind every value where it comes from: file and line",
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the joined ruleset as YAML that stands alone, with the origin of every value if asked for."""
    from wargrid.authoring.annotating import annotated, as_json
    from wargrid.authoring.provenance import Origins
    from wargrid.loading.loader import load_named, written
    from wargrid.text.catalog import catalog

    loaded = load_named(options.ruleset, settings(options), options.scenario)
    if options.json:
        print(
            json.dumps(
                as_json(Origins(loaded)) if options.origins else loaded.merged.data,
                ensure_ascii=False,
            )
        )
    elif options.origins:
        print("\n".join(annotated(Origins(loaded), catalog(options.language))))
    else:
        print(written(loaded.merged), end="")
    return 0

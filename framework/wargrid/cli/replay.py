"""``wargrid replay FILE``: verify a record and print its moves."""

from __future__ import annotations

import argparse
from pathlib import Path

from wargrid.cli.common import Parser


def arguments(parser: Parser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE", help="a record, a saved game or a journal")


def run(options: argparse.Namespace) -> int:
    """Print every move, how the game ended, and the last position."""
    from wargrid.record.replay import replay

    for line in replay(Path(options.file), options.language):
        print(line)
    return 0

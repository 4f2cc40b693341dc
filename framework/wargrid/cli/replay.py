"""``wargrid replay FILE``: verify a record and print its moves."""

from __future__ import annotations

import argparse
from pathlib import Path

from wargrid.cli.common import Parser


def arguments(parser: Parser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE", help="a record, a saved game or a journal")
    parser.add_argument(
        "--fen", action="store_true", help="print the last position alone, as a FEN"
    )


def run(options: argparse.Namespace) -> int:
    """Print every move, how the game ended, and the last position."""
    from wargrid.cli.replaying import last_fen, replay

    file, language = Path(options.file), options.language
    for line in [last_fen(file, language)] if options.fen else replay(file, language):
        print(line)
    return 0

"""``wargrid uci RULESET``: play as an engine for other programs, by UCI or USI."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import Parser, add_settings

if TYPE_CHECKING:
    from wargrid.engine.game import Game

SUMMARY: Final = "Play as an engine for other programs, by UCI or USI."
EXAMPLE: Final = "wargrid uci GAME/LEVEL"


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "rulesets",
        metavar="RULESET",
        nargs="+",
        help="names such as GAME/LEVEL, or .yaml files; UCI_Variant chooses one of several",
    )
    add_settings(parser)


def run(options: argparse.Namespace) -> int:
    """Answer commands on standard input until ``quit``."""
    from wargrid import __version__, load
    from wargrid.cli.common import settings
    from wargrid.players.engines.server import EngineServer, refuse_to_serve, served_name
    from wargrid.players.processes.garbage import collect_seldom

    games: dict[str, Game] = {}
    for name in options.rulesets:
        game = load(name, settings(options))
        refuse_to_serve(game)
        games.setdefault(served_name(game), game)
    collect_seldom()

    def write(line: str) -> None:
        print(line, flush=True)

    EngineServer(games, write, __version__, options.language).serve(sys.stdin.buffer)
    return 0

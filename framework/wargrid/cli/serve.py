"""``wargrid serve``: let players far apart play on this computer."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from wargrid.cli.common import Parser, UsageError
from wargrid.text import whole

SUMMARY: Final = "Let players far apart play on this computer."
EXAMPLE: Final = "wargrid serve GAME/LEVEL --host 0.0.0.0"

PORT: Final = 8000
_MAX_PORT: Final = 65_535


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "game",
        metavar="RULESET",
        nargs="?",
        default="",
        help="offer this ruleset, too; begin a game of it, and print the links of its seats",
    )
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        default="127.0.0.1",
        help="the address to listen on (default 127.0.0.1; 0.0.0.0 for every network)",
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=parser.value(_port),
        default=PORT,
        help=f"the port to listen on (default {PORT}; 0 for any free one)",
    )
    parser.add_argument(
        "--folder",
        metavar="FOLDER",
        type=Path,
        help="where the games are kept (default: server, in the player's folder)",
    )
    parser.add_argument(
        "--ruleset",
        metavar="NAME",
        nargs="+",
        default=[],
        help="offer only these rulesets (default: all that have a name)",
    )
    parser.add_argument(
        "--name",
        metavar="HOST",
        nargs="+",
        default=[],
        help="answer to these host names too, such as games.example.org",
    )
    parser.add_argument(
        "--proxy",
        action="store_true",
        help="trust the X-Forwarded-For of the proxy that alone reaches this server",
    )
    parser.add_argument(
        "--shared",
        action="store_true",
        help="other processes serve the same folder, behind a proxy that knows whose game is whose",
    )
    parser.add_argument(
        "--notices",
        metavar="FILE",
        type=Path,
        help="the settings of mails and other notices that a turn has begun, as YAML",
    )
    parser.add_argument(
        "--until-eof",
        action="store_true",
        help="end when the standard input ends, with the program that started the server",
    )


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C.

    Raises:
        UsageError: the packages for it are missing, or the address or folder cannot be used.
        UnknownRuleset: there is no ruleset of a name.
        InputError: the settings of notices are wrong.
    """
    from wargrid.launch import NoFrontend, Serving, server
    from wargrid.loading import library
    from wargrid.offers import MissingPackage, to_install

    for name in filter(None, (options.game, *options.ruleset)):
        library.locate(name)
    serving = Serving(
        host=options.host,
        port=options.port,
        folder=options.folder,
        rulesets=tuple(options.ruleset),
        names=tuple(name.lower() for name in options.name),
        proxy=options.proxy,
        shared=options.shared,
        until_eof=options.until_eof,
        language=options.language,
        game=options.game,
        notices=options.notices,
    )
    try:
        serve = server()
    except NoFrontend:
        raise UsageError("serve.missing") from None
    except MissingPackage as error:
        if to_install(error.module) != "wargrid[web]":
            raise
        raise UsageError("serve.missing") from None
    try:
        return serve(serving)
    except OSError as error:
        why = error.strerror or str(error)
        where = error.filename or f"{options.host}:{options.port}"
        raise UsageError("serve.unusable", where=str(where), why=why) from None


def _port(text: str) -> int:
    number = whole(text)
    if number is None or number > _MAX_PORT:
        raise UsageError("serve.port")
    return number

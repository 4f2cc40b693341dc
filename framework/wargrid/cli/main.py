"""Reads the command line, runs one command, and turns whatever goes wrong into a sentence and an exit code."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from typing import Final, TextIO

from wargrid.cli.common import Parser, UsageError
from wargrid.plugins.local_code import trusting
from wargrid.text.catalog import LANGUAGES, preferred_language

BAD_INPUT: Final = 2
"""The exit code when what was given is wrong: a ruleset, a record, a position, the command line, or
no display."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""

COMMANDS: Final = {
    "play": "play a ruleset in the window",
    "new": "start a ruleset or a plugin of your own in a new folder",
    "check": "say what is wrong with rulesets",
    "show": "print a ruleset with all it extends joined in",
    "explain": "say what may stand at a place of a ruleset",
    "schema": "write the JSON Schema of rulesets, for editors",
    "test": "try the tests of rules that stand beside rulesets",
    "replay": "verify a record and print its moves",
    "perft": "count the ways to play so many plies",
    "bench": "measure how fast a ruleset plays",
}
"""Every command with what it does, in the order of the help."""

SPOKEN: Final = "the language of messages and of the window"
TRUSTS: Final = (
    "run the Python code that the ruleset brings in files beside it; it can do anything you can"
)


def parser(language: str = "en") -> Parser:
    """The whole command line, one subparser a command; it refuses values in this language."""
    top = Parser(
        language=language,
        prog="wargrid",
        description="Plays any board wargame on a grid from a description. Without a command, the menu opens.",
    )
    top.add_argument("--version", action="store_true", help="print the version")
    top.add_argument("--language", choices=LANGUAGES, help=SPOKEN)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name, what in COMMANDS.items():
        below = commands.add_parser(
            name, language=language, help=what, description=f"{what[0].upper()}{what[1:]}."
        )
        import_module(f"wargrid.cli.{name}").arguments(below)
        below.add_argument("--language", choices=LANGUAGES, default=argparse.SUPPRESS, help=SPOKEN)
        below.add_argument("--trust", action="store_true", help=TRUSTS)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code: 0, 1 for findings, 2 for bad input, 130 after Ctrl-C."""
    language = _asked(sys.argv[1:] if arguments is None else arguments) or preferred_language()
    options = parser(language).parse_args(arguments)
    options.language = options.language or language
    try:
        if options.version:
            return _version()
        with trusting(everything=getattr(options, "trust", False)):
            code: int = import_module(f"wargrid.cli.{options.command or 'menu'}").run(options)
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        return _explained(error, options)


def _version() -> int:
    from wargrid import __version__

    print(f"wargrid {__version__}")
    return 0


def _explained(error: Exception, options: argparse.Namespace) -> int:
    """Say what is wrong with what was given, to programs as JSON; errors of the program itself keep their traceback."""
    as_json = getattr(options, "json", False)
    sentence = explained(error, options.language, None if as_json else sys.stderr)
    if sentence is None:
        raise error
    if as_json:
        diagnostics = [
            diagnostic.as_json(options.language) for diagnostic in getattr(error, "diagnostics", ())
        ]
        print(json.dumps({"error": sentence, "faults": diagnostics}))
    else:
        print(sentence, file=sys.stderr)
    return BAD_INPUT


def explained(error: Exception, language: str, stream: TextIO | None = None) -> str | None:
    """The sentence for an error that somebody outside the program caused, or None for the program's own.

    Faults are shaped for the stream they will be printed to, if any is named.
    """
    from wargrid.cli import terminal
    from wargrid.core.refusal import IllegalMove
    from wargrid.frontend import NoFrontend
    from wargrid.match.errors import PositionError, RecordError
    from wargrid.match.notation import NotationError
    from wargrid.plugins.base import PluginError
    from wargrid.source.diagnostics import RulesetError

    if isinstance(error, RulesetError):
        return (
            error.text(language)
            if stream is None
            else terminal.format_for(stream, error.diagnostics, language)
        )
    if isinstance(error, NotationError | IllegalMove):
        return error.refusal.text(language)
    if isinstance(error, RecordError | PositionError | PluginError | NoFrontend):
        return error.text(language)
    if isinstance(error, UsageError):
        return error.refused.sentence(language)
    if isinstance(error, OSError):
        return _of_system(error, language)
    return None


def _of_system(error: OSError, language: str) -> str:
    """What the system refuses, in words where it says with which file."""
    from wargrid.match.errors import Cause
    from wargrid.text.catalog import catalog
    from wargrid.text.format import printable

    if error.errno is None or not isinstance(error.filename, str):
        return str(error)
    return catalog(language).say(
        "cli.system", file=printable(error.filename, 80), why=Cause(error).text(language)
    )


def _asked(arguments: Sequence[str]) -> str | None:
    """The language that the command line asks for, known before the rest of it is understood."""
    for option, value in pairwise((*arguments, "")):
        name, equals, said = option.partition("=")
        if name == "--language" and (said or value) in LANGUAGES:
            return said if equals else value
    return None

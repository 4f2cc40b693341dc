"""Parse the command line, run one command, and report errors with an exit code."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.machinery import ExtensionFileLoader, PathFinder
from itertools import pairwise
from pathlib import Path
from typing import Final, TextIO

from wargrid.cli.common import Parser, UsageError, format_for
from wargrid.cli.streams import accept_any_text, drop_output, flush, is_of_output
from wargrid.text import LANGUAGES, catalog, preferred_language, printable

BAD_INPUT: Final = 2
"""The exit code for a wrong ruleset, record, position or argument, or a missing display."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""

COMMANDS: Final = {
    "play": "Play a ruleset in the window.",
    "serve": "Let players far apart play on this computer.",
    "new": "Create a ruleset or a plugin in a new folder.",
    "check": "Report errors and warnings in rulesets.",
    "show": "Print a ruleset merged with what it extends.",
    "explain": "Explain what can be written at a path of a ruleset.",
    "schema": "Print the JSON Schema of rulesets, for editors.",
    "test": "Run the rule tests of rulesets.",
    "replay": "Verify a record and print its moves.",
    "perft": "Count the sequences of moves up to a depth.",
    "bench": "Measure how fast a ruleset plays.",
    "simulate": "Let two computer players play a match.",
    "fair": "Say whom a ruleset favours, and what each of its changes does.",
    "compare": "Say what differs between two rulesets, or two settings.",
    "tune": "Find the values with which games come nearest to an aim.",
    "hint": "Print good moves, with odds and reasons.",
}
"""What each command does, in the order of the help; its module is ``wargrid.cli.<name>``."""

_LANGUAGE: Final = "language of the window and of messages (default: the system's)"
_TRUST: Final = (
    "run Python files beside the ruleset, now and later; they can do anything that you can"
)


@cache  # for programs that call main() again and again, as tests do
def parser(language: str = "en") -> Parser:
    """Return the parser of the whole command line; it reports wrong values in ``language``."""
    top = Parser(
        language=language,
        prog="wargrid",
        description="Play wargames on a grid, described in YAML. Without a command, the menu "
        "opens.",
        epilog="example: wargrid play mine.yaml",
    )
    top.add_argument("--version", action="store_true", help="print the version and the engine")
    top.add_argument("--language", choices=LANGUAGES, help=_LANGUAGE)
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name, what in COMMANDS.items():
        module = import_module(f"wargrid.cli.{name}")
        below = commands.add_parser(
            name,
            language=language,
            help=what,
            description=what,
            epilog=f"example: {module.EXAMPLE}",
        )
        module.arguments(below)
        below.set_defaults(parser=below)
        default = argparse.SUPPRESS
        below.add_argument("--language", choices=LANGUAGES, default=default, help=_LANGUAGE)
        below.add_argument("--trust", action="store_true", help=_TRUST)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0, 1 for failed tests, 2 for bad input."""
    accept_any_text()
    arguments = [*map(_at_home, sys.argv[1:] if arguments is None else arguments)]
    language = _language_in(arguments)
    try:
        try:
            return _main(arguments, language)
        finally:
            flush()
    except BrokenPipeError:
        drop_output(sys.stdout)
        return 0
    except OSError as error:
        from wargrid.match import Cause

        drop_output(sys.stdout)
        spoken = language or preferred_language()
        _complain(catalog(spoken).say("cli.output", why=Cause(error).text(spoken)))
        return BAD_INPUT


def _main(arguments: Sequence[str], language: str | None) -> int:
    """Parse the arguments and run a command. Raises OSError if its output cannot be written."""
    top = parser(language or preferred_language())
    options, extra = top.parse_known_args(arguments)
    if extra:
        getattr(options, "parser", top).error(f"unrecognized arguments: {' '.join(extra)}")
    options.wanted_language = options.language or language
    options.language = options.wanted_language or preferred_language()
    try:
        return _run(options)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if is_of_output(error):
            raise
        return _report(error, options)


def _complain(sentence: str) -> None:
    try:
        print(sentence, file=sys.stderr, flush=True)
    except OSError:  # the disk is full for both streams
        drop_output(sys.stderr)


def _run(options: argparse.Namespace) -> int:
    if options.version:
        from wargrid import __version__

        print(f"wargrid {__version__} ({_engine()} engine)")
        return 0
    if options.command is None:
        from wargrid.launch import Start, window

        return window()(Start(language=options.wanted_language))
    from wargrid.plugins.trust import trusting

    with trusting(everything=options.trust, remembering=options.trust):
        code: int = import_module(f"wargrid.cli.{options.command}").run(options)
    return code


def _engine() -> str:
    """Return which engine runs, without importing it."""
    spec = PathFinder.find_spec("game", [str(Path(__file__).parent.parent / "engine")])
    compiled = spec is not None and isinstance(spec.loader, ExtensionFileLoader)
    return "compiled" if compiled else "plain Python"


def _report(error: Exception, options: argparse.Namespace) -> int:
    """Print an error caused by the input, as JSON if asked for; raise any other error again."""
    as_json = getattr(options, "json", False)
    sentence = explained(error, options.language, None if as_json else sys.stderr)
    if sentence is None:
        raise error
    if as_json:
        found = [each.as_json(options.language) for each in getattr(error, "diagnostics", ())]
        print(json.dumps({"error": sentence, "diagnostics": found}))
    else:
        _complain(sentence)
    return BAD_INPUT


def explained(error: Exception, language: str, stream: TextIO | None = None) -> str | None:
    """Return the message for an error caused by the input, or None for any other error.

    Diagnostics are formatted for ``stream``, if one is given.
    """
    from wargrid.core.refusal import IllegalMove
    from wargrid.lab import LabError
    from wargrid.launch import NoFrontend
    from wargrid.looks import LooksError
    from wargrid.match import Cause, NotationError, PositionError, RecordError
    from wargrid.players import PlayerError
    from wargrid.plugins.base import PluginError
    from wargrid.plugins.discovery import BrokenEntryPoint
    from wargrid.source.diagnostics import RulesetError

    if isinstance(error, RulesetError) and stream is not None:
        return format_for(stream, error.diagnostics, language)
    if isinstance(error, NotationError | IllegalMove):
        return error.refusal.cited(language)
    with_text = RulesetError | RecordError | PositionError | PluginError | PlayerError
    known = with_text | NoFrontend | BrokenEntryPoint | UsageError | LabError | LooksError
    if isinstance(error, known):
        return error.text(language)
    if not isinstance(error, OSError):
        return None
    if error.errno is None or not isinstance(error.filename, str):
        return str(error)
    file, why = printable(error.filename, 80), Cause(error).text(language)
    return catalog(language).say("cli.system", file=file, why=why)


def _at_home(argument: str) -> str:
    """Return an argument with the user's folder for ``~``, which not every shell replaces."""
    option, equals, value = argument.partition("=")
    if option.startswith("--") and equals:
        return f"{option}={os.path.expanduser(value)}"
    return os.path.expanduser(argument)


def _language_in(arguments: Sequence[str]) -> str | None:
    """Return the value of ``--language``, which is needed before the arguments are parsed."""
    for option, value in pairwise((*arguments, "")):
        name, equals, attached = option.partition("=")
        if name == "--language" and (attached or value) in LANGUAGES:
            return attached if equals else value
    return None

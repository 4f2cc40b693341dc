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
from typing import Any, Final, TextIO

from wargrid.cli.common import Parser, format_for
from wargrid.cli.streams import accept_any_text, drop_output, flush, is_of_output
from wargrid.offers import MissingPackage, broken_offer, load_offer, offers
from wargrid.text import LANGUAGES, InputError, catalog, preferred_language, printable

BAD_INPUT: Final = 2
"""The exit code for a wrong ruleset, record, position or argument, or a missing display."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""

COMMANDS: Final = (
    "play", "serve", "new", "check", "show", "explain", "schema", "test", "replay", "perft",
    "bench", "uci",
)  # fmt: skip
"""The commands of the core in the order of the help; the module of each has its name."""

GROUP: Final = "wargrid.commands"
"""The entry point group of further commands: a name, and a module as those in ``wargrid.cli`` are.

It has ``SUMMARY``, ``EXAMPLE``, ``arguments`` and ``run``.
"""

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
    for name in command_names():
        _add_command(commands, name, language)
    return top


def command_names() -> list[str]:
    """List the names of all commands: those of the core, then those of other packages."""
    return [*COMMANDS, *(name for name in offers(GROUP) if name not in COMMANDS)]


def _add_command(commands: Any, name: str, language: str) -> None:
    """Add the parser of a command; one that cannot be used says so in the help, and when run."""
    try:
        module = _command(name)
        what, example = module.SUMMARY, f"example: {module.EXAMPLE}"
        if name not in COMMANDS:  # tried apart, since a parser keeps what was added to it
            module.arguments(_common(Parser(language=language, prog=f"wargrid {name}")))
    except InputError as error:
        _add_broken(commands, name, language, error)
        return
    except Exception as error:  # of another package, whose code may do anything
        _add_broken(commands, name, language, broken_offer(GROUP, name, error))
        return
    what = what.replace("%", "%%")  # argparse fills what it prints
    below = commands.add_parser(
        name, language=language, help=what, description=what, epilog=example
    )
    module.arguments(below)
    _common(below).set_defaults(parser=below, broken=None)


def _common(parser: Parser) -> Parser:
    """Add the arguments of every command."""
    default = argparse.SUPPRESS
    parser.add_argument("--language", choices=LANGUAGES, default=default, help=_LANGUAGE)
    parser.add_argument("--trust", action="store_true", help=_TRUST)
    return parser


def _add_broken(commands: Any, name: str, language: str, error: InputError) -> None:
    said = error.text(language).replace("%", "%%")
    below = commands.add_parser(name, language=language, help=said)
    below.add_argument("rest", nargs=argparse.REMAINDER)
    below.set_defaults(parser=below, broken=error)


def _command(name: str) -> Any:
    """Return the module of a command; raises InputError if a package that offers it is broken."""
    if name in COMMANDS:
        return import_module(f"wargrid.cli.{name}")
    return load_offer(GROUP, name)


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
    if extra and getattr(options, "broken", None) is None:
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
    if options.broken is not None:
        raise options.broken
    from wargrid.plugins.trust import trusting

    with trusting(everything=options.trust, remembering=options.trust):
        code: int = _command(options.command).run(options)
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
    from wargrid.match import Cause, NotationError
    from wargrid.source.diagnostics import RulesetError

    if isinstance(error, RulesetError) and stream is not None:
        return format_for(stream, error.diagnostics, language)
    if isinstance(error, NotationError | IllegalMove):
        return error.refusal.cited(language)
    if isinstance(error, ModuleNotFoundError) and error.name:
        error = MissingPackage(error.name)
    if isinstance(error, InputError):
        return error.text(language)
    if isinstance(error, ImportError):  # such as a name of before, which says the new one
        return str(error)
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

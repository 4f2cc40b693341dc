"""Arguments that several commands share, and what they print."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from os.path import exists  # unlike Path's, it takes any name
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TextIO, TypeVar

from wargrid.offers import MissingPackage, load_offer, offers
from wargrid.text import InputError, catalog, did_you_mean, printable, whole

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game
    from wargrid.match import Record
    from wargrid.source.diagnostics import Diagnostic

Value = TypeVar("Value")

FILES: Final = "wargrid.files"
GAMES: Final = "games"
"""The group and the name under which a package offers to read files of other programs."""

_MAX_QUOTE: Final = 400
"""The longest quoted argument, in characters."""

_MAX_MESSAGE: Final = 1_000


def add_ruleset(parser: Parser, *, optional: bool = False, or_record: bool = False) -> None:
    """Add the ruleset, ``--set`` and ``--scenario``; instead of it may stand a record."""
    parser.add_argument(
        "ruleset",
        metavar="RULESET|RECORD" if or_record else "RULESET",
        nargs="?" if optional else None,
        help="a name such as GAME/LEVEL, or a .yaml file" + ", or a record" * or_record,
    )
    add_settings(parser)
    add_scenario(parser)


def add_settings(parser: Parser) -> None:
    """Add ``--set``."""
    parser.add_argument(
        "--set",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        dest="settings",
        help="set an option, or any value by its dotted path; may be repeated",
    )


def add_scenario(parser: Parser) -> None:
    """Add ``--scenario``."""
    parser.add_argument(
        "--scenario",
        metavar="FILE",
        help="use this board and set-up: a scenario's name, or a .yaml file",
    )


def add_position(parser: Parser) -> None:
    """Add ``--position``."""
    parser.add_argument(
        "--position",
        metavar="FEN|FILE",
        help="begin with this position: a FEN, or a file with a FEN, a position or a picture",
    )


def add_json(parser: Parser) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help="print one line of JSON, errors too")


def add_budget(parser: Parser) -> None:
    """Add ``--seconds`` and ``--nodes``, what a computer player may spend on a turn."""
    parser.add_argument(
        "--seconds",
        metavar="T",
        type=parser.value(above_zero),
        help="think at most T seconds a turn (default 1, without --nodes)",
    )
    parser.add_count(
        "--nodes",
        None,
        "look at about N positions a turn, since each decision finishes what it weighs; the same "
        "moves on every computer",
    )


def add_seed(parser: Parser, what: str) -> None:
    """Add ``--seed``, the seed of ``what``."""
    parser.add_argument(
        "--seed", metavar="N", type=int, default=1, help=f"seed of {what} (default 1)"
    )


def budget_of(options: argparse.Namespace) -> tuple[float | None, int | None]:
    """Return the seconds and nodes of a turn, None for no limit; by default one second."""
    seconds = options.seconds
    if seconds is None and options.nodes is None:
        seconds = 1.0
    return seconds, options.nodes


def settings(options: argparse.Namespace, option: str = "settings") -> dict[str, str]:
    """Return the options set on the command line, by key; ``option`` has the texts.

    Raises:
        RulesetError: a text has no key or no ``=``, or a key is set twice.
    """
    from wargrid.source.diagnostics import RulesetError, diagnostic

    found: dict[str, str] = {}
    wrong = []
    for number, text in enumerate(getattr(options, option), 1):
        key, equals, value = text.partition("=")
        key = key.strip()
        name = "set_twice" if key in found else "" if key and equals else "set_no_equals"
        if name:
            length = len(key) if name == "set_twice" else len(text)
            values = {"key": key, "text": text}
            wrong.append(
                diagnostic(
                    name, file="--set", line=number, source_line=text, length=length, values=values
                )
            )
        found[key] = value
    if wrong:
        raise RulesetError(wrong)
    return found


class Parser(argparse.ArgumentParser):
    """An argument parser that reports what is wrong in one language."""

    def __init__(self, *args: Any, language: str = "en", **kwargs: Any) -> None:
        self.language = language
        super().__init__(*args, **kwargs)

    def format_usage(self) -> str:
        """Return how the command is written, with the word for it in the language."""
        word = catalog(self.language).say("cli.usage.usage")
        return super().format_usage().replace("usage:", word, 1)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or an error; unlike argparse, raise OSError if it cannot be written."""
        print(message, end="", file=file or sys.stderr)

    def error(self, message: str) -> NoReturn:
        """Print the message without control characters and exit with code 2."""
        from wargrid.cli.usage import worded

        text = printable(worded(message, self.language), _MAX_MESSAGE)
        self.print_usage(sys.stderr)
        self.exit(2, catalog(self.language).say("cli.usage.error", program=self.prog, what=text))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        choices = [*map(str, action.choices)]
        near = did_you_mean(str(value), choices)
        values = {"text": str(value), "known": ", ".join(choices), "near": near}
        key = "cli.usage.choice" if near is None else "cli.usage.choice_near"
        raise argparse.ArgumentError(action, catalog(self.language).say(key, **values))

    def add_count(self, name: str, default: int | None, what: str) -> None:
        """Add an option with a whole number from 1."""
        self.add_argument(
            name, metavar="N", type=self.value(at_least_one), default=default, help=what
        )

    def value(self, read: Callable[[str], Value]) -> Callable[[str], Value]:
        """Return an argument type; ``read`` returns the value of a text or raises UsageError."""

        def convert(text: str) -> Value:
            try:
                return read(text)
            except UsageError as error:
                raise argparse.ArgumentTypeError(error.text(self.language, text)) from None

        return convert


class UsageError(InputError):
    """Arguments are wrong, or cannot be combined: the key of a text, and its values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def text(self, language: str = "en", text: str = "") -> str:
        """Return the message about the argument ``text``."""
        values = {
            name: printable(value, _MAX_QUOTE) if isinstance(value, str) else value
            for name, value in {"text": text, **self.values}.items()
        }
        return catalog(language).say(self.key, **values)


def at_least_one(text: str) -> int:
    """Read a whole number from 1. Raises UsageError."""
    if number := whole(text):
        return number
    raise UsageError("cli.at_least_one")


def above_zero(text: str) -> float:
    """Read a finite number above 0. Raises UsageError."""
    with suppress(ValueError):
        if 0 < float(text) < math.inf:
            return float(text)
    raise UsageError("cli.seconds")


def game_of(options: argparse.Namespace) -> Game:
    """Load the ruleset with its settings and scenario. Raises RulesetError."""
    from wargrid import load

    return load(options.ruleset, settings(options), options.scenario)


def opposed_game(options: argparse.Namespace) -> Game:
    """Load the ruleset for computer players, and print what is wrong in its section for them.

    Raises:
        RulesetError: the ruleset is wrong elsewhere.
    """
    from wargrid.loading.loader import load_named

    loaded = load_named(options.ruleset, settings(options), options.scenario)
    if loaded.ignored():
        print(format_for(sys.stderr, loaded.ignored(), options.language), file=sys.stderr)
    return loaded.game()


def position_of(game: Game, given: str | None) -> Position:
    """Return the position of a text as people paste it, or of a file of one; or the start.

    Raises:
        UsageError: the argument is empty.
        PositionError: the text does not describe a position of this game.
    """
    from wargrid.match import looks_like_fen, read_position
    from wargrid.source.yaml_reader import read_source

    if given is None:
        return game.start()
    if not given.strip():
        raise UsageError("cli.position_empty")
    others = other_files()
    known = looks_like_fen if others is None else others.looks_like_position
    is_text = known(given) and not exists(given)
    text = given if is_text else read_source(Path(given))
    return read_position(game, text) if others is None else others.position_of(game, text)


def other_files() -> Any:
    """Return the module of a package that reads files of other programs, or None without one.

    It offers under the entry point group ``wargrid.files`` and the name ``games`` what
    ``wargrid_formats.command`` has. Raises OfferError if it is broken.
    """
    try:
        return load_offer(FILES, GAMES) if GAMES in offers(FILES) else None
    except MissingPackage:
        return None  # Wargrid's own files need no other package


def record_at(path: Path, number: int = 1, language: str = "en") -> Record:
    """Return a record, or a game of a file of another program; print what is to be said of it.

    Raises:
        InputError: the file cannot be read, or has no such game.
    """
    from wargrid.match import verify

    others = other_files()
    if others is None or not others.is_foreign(path):
        return verify(path)
    record, notices = others.record_of(path, number)
    for notice in notices:
        print(notice.text(language), file=sys.stderr)
    found: Record = record
    return found


def print_table(values: Mapping[str, object], *, as_json: bool) -> None:
    """Print values as one line of JSON, or one line each."""
    if as_json:
        print(json.dumps(values))
        return
    width = max(map(len, values))
    for name, value in values.items():
        print(f"{name.ljust(width)}  {printable(str(value), _MAX_MESSAGE)}")


def format_for(stream: TextIO, diagnostics: Iterable[Diagnostic], language: str) -> str:
    """Format diagnostics one below the other; of many with one code, count the rest."""
    from wargrid.source.diagnostics import MAX_OF_ONE_CODE

    colour, columns = has_colours(stream), width(stream)
    seen: Counter[tuple[str, str]] = Counter()
    texts = []
    for diagnostic in diagnostics:
        seen[diagnostic.file, diagnostic.code] += 1
        if seen[diagnostic.file, diagnostic.code] <= MAX_OF_ONE_CODE:
            texts.append(diagnostic.text(language, colour=colour, columns=columns))
    for (file, code), count in seen.items():
        if (more := count - MAX_OF_ONE_CODE) > 0:
            name = printable(file, 80)
            texts.append(catalog(language).say("check.more", file=name, code=code, count=more))
    return "\n".join(texts)


def has_colours(stream: TextIO) -> bool:
    """Return whether a stream is a terminal with colours; ``NO_COLOR`` turns them off."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width(stream: TextIO) -> int | None:
    """Return the columns of a terminal; None for other streams and unknown sizes."""
    if not stream.isatty():
        return None
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):
        return None


def two_players(text: str, example: str = "greedy,random") -> tuple[str, str]:
    """Read two names of players with a comma between them. Raises UsageError."""
    names = tuple(name.strip() for name in text.split(","))
    if len(names) == 2 and all(names):
        return names
    raise UsageError("cli.players", example=example)

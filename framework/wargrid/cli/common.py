"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from wargrid.text.catalog import whole

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game

Value = TypeVar("Value")


def add_ruleset(parser: Parser, *, optional: bool = False) -> None:
    """Add the ruleset and the options set for this run."""
    nargs = "?" if optional else None
    what = "a name as GAME/RULESET, or a .yaml file"
    parser.add_argument("ruleset", metavar="RULESET", nargs=nargs, help=what)
    add_settings(parser)
    add_scenario(parser)


def add_settings(parser: Parser) -> None:
    """Add ``--set``."""
    parser.add_argument(
        "--set", metavar="KEY=VALUE", action="append", default=[], dest="settings",
        help="set an option of the ruleset, or any value by its dotted path; may be repeated",
    )  # fmt: skip


def add_scenario(parser: Parser) -> None:
    """Add ``--scenario``."""
    parser.add_argument(
        "--scenario",
        metavar="FILE",
        help="another board and set-up: the name of one beside the ruleset, or a .yaml file",
    )


def add_position(parser: Parser) -> None:
    """Add ``--position``."""
    parser.add_argument(
        "--position",
        metavar="FEN|FILE",
        help="a FEN, or a file with one, a position as text or a picture alone; else the start",
    )


def add_json(parser: Parser) -> None:
    """Add ``--json``."""
    parser.add_argument(
        "--json", action="store_true", help="print one line of JSON, what is wrong included"
    )


def settings(options: argparse.Namespace) -> dict[str, str]:
    """The options set on the command line, by key.

    Raises:
        RulesetError: a text has no key or no ``=``, or one key is set twice.
    """
    from wargrid.source.diagnostics import RulesetError, diagnostic

    pairs = [
        (key.strip(), value) for key, _, value in (text.partition("=") for text in options.settings)
    ]
    wrong = [
        text
        for text, (key, _) in zip(options.settings, pairs, strict=True)
        if "=" not in text or not key
    ]
    if wrong:
        raise RulesetError(
            diagnostic(
                "set_no_equals",
                file="--set",
                source_line=text,
                length=len(text),
                values={"text": text},
            )
            for text in wrong
        )
    keys = [key for key, _ in pairs]
    twice = [number for number, key in enumerate(keys) if key in keys[:number]]
    if twice:
        raise RulesetError(
            diagnostic(
                "set_twice", file="--set", line=number + 1, source_line=options.settings[number],
                length=len(keys[number]), values={"key": keys[number]},
            )
            for number in twice
        )  # fmt: skip
    return dict(pairs)


_LONGEST: Final = 400
"""How many characters of an argument are quoted."""

_LONGEST_MESSAGE: Final = 1_000


class Parser(argparse.ArgumentParser):
    """A parser that refuses values in one language."""

    def __init__(self, *args: Any, language: str = "en", **kwargs: Any) -> None:
        self.language = language
        super().__init__(*args, **kwargs)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave, whatever signs the arguments hold."""
        from wargrid.text.format import printable

        super().error(printable(message, _LONGEST_MESSAGE))

    def value(self, read: Callable[[str], Value | Refused]) -> Callable[[str], Value]:
        """A type of arguments: ``read`` answers the value of a text, or why there is none."""

        def convert(text: str) -> Value:
            found = read(text)
            if isinstance(found, Refused):
                raise argparse.ArgumentTypeError(found.sentence(self.language, text))
            return found

        return convert


class Refused:
    """Why an argument is not accepted: the name of a text, and what it is filled with."""

    def __init__(self, key: str, **values: object) -> None:
        self.key = key
        self.values = values

    def sentence(self, language: str, text: str = "") -> str:
        """The reason, in a language."""
        from wargrid.text.catalog import catalog
        from wargrid.text.format import printable

        values = {"text": text, **self.values}
        told = {
            name: printable(each, _LONGEST) if isinstance(each, str) else each
            for name, each in values.items()
        }
        return catalog(language).say(self.key, **told)


class UsageError(Exception):
    """Arguments that do not go together."""

    def __init__(self, key: str, **values: object) -> None:
        self.refused = Refused(key, **values)
        super().__init__(self.refused.sentence("en"))


def at_least_one(text: str) -> int | Refused:
    """A whole number from 1."""
    return whole(text) or Refused("cli.at_least_one")


def game_of(options: argparse.Namespace) -> Game:
    """Load the ruleset that was named, with its settings."""
    from wargrid import load

    return load(options.ruleset, settings(options), options.scenario)


def position_of(game: Game, said: str | None) -> Position:
    """The position that is written as a FEN or stands in a file, or the start."""
    from wargrid.match.fen import looks_like_fen
    from wargrid.match.position_text import read_position
    from wargrid.source.yaml_reader import text_of

    if said is None:
        return game.start()
    written = looks_like_fen(said) and not Path(said).exists()
    return read_position(game, said if written else text_of(Path(said)))


def print_table(values: Mapping[str, object], *, as_json: bool) -> None:
    """Print values as one line of JSON, or one line each."""
    if as_json:
        print(json.dumps(values))
        return
    width = max(map(len, values))
    for name, value in values.items():
        print(f"{name.ljust(width)}  {value}")

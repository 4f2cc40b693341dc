"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.game import Game


def add_ruleset(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """Add the ruleset and the options set for this run."""
    nargs = "?" if optional else None
    what = "a name as GAME/RULESET, or a .yaml file"
    parser.add_argument("ruleset", metavar="RULESET", nargs=nargs, help=what)
    add_settings(parser)
    add_scenario(parser)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add ``--set``."""
    parser.add_argument(
        "--set", metavar="KEY=VALUE", action="append", default=[], dest="settings",
        help="set an option of the ruleset, or any value by its dotted path; may be repeated",
    )  # fmt: skip


def add_scenario(parser: argparse.ArgumentParser) -> None:
    """Add ``--scenario``."""
    parser.add_argument(
        "--scenario", metavar="FILE", help="another board and set-up: the name of one beside the ruleset, or a .yaml file"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add ``--json``."""
    parser.add_argument("--json", action="store_true", help="print one line of JSON")


def settings(options: argparse.Namespace) -> dict[str, str]:
    """The options set on the command line, by key; of two for one key, the last.

    Raises:
        RulesetError: a text has no key or no ``=``.
    """
    from wargrid.faults import RulesetError, fault

    found = {key: value for key, _, value in (text.partition("=") for text in options.settings)}
    wrong = [text for text in options.settings if not text.partition("=")[1] or not text.partition("=")[0].strip()]
    if wrong:
        raise RulesetError(
            fault("set_no_equals", file="--set", source_line=text, length=len(text), values={"text": text})
            for text in wrong
        )
    return found


def at_least_one(text: str) -> int:
    """A whole number from 1."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1")
    return number


def game_of(options: argparse.Namespace) -> Game:
    """Load the ruleset that was named, with its settings."""
    from wargrid import load

    return load(options.ruleset, settings(options), options.scenario)


def print_table(values: Mapping[str, object], *, as_json: bool) -> None:
    """Print values as one line of JSON, or one line each."""
    if as_json:
        print(json.dumps(values))
        return
    width = max(map(len, values))
    for name, value in values.items():
        print(f"{name.ljust(width)}  {value}")

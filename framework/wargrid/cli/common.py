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
    parser.add_argument("ruleset", metavar="RULESET", nargs=nargs, help="a name such as lionheart/level1, or a .yaml file")
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
    """The options set on the command line, by key; a text without ``=`` is kept for the loader to refuse."""
    return dict(text.partition("=")[::2] if "=" in text else (text, "") for text in options.settings)


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

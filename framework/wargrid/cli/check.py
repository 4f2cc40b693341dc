"""``wargrid check PATH…``: say what is wrong with rulesets."""

from __future__ import annotations

import argparse
import json
import sys
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import Parser, Refused, add_json, add_scenario, add_settings, settings

if TYPE_CHECKING:
    from wargrid.faults import Fault

GROUP: Final = "wargrid.checks"
"""The entry point group of checks for files beside rulesets: a file's name, and what gives its faults for a path."""


def arguments(parser: Parser) -> None:
    """What the command takes."""
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a ruleset's name, its file, or a folder of rulesets")
    parser.add_argument(
        "--games",
        metavar="N",
        type=parser.value(_games),
        default=20,
        help="how many random games to play of each sound ruleset, a second or two in all; 0 for none (default 20)",
    )
    add_settings(parser)
    add_scenario(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print every fault, those that only random games show among them; 2 if a ruleset cannot be played, else 0."""
    from wargrid.faults import fault, has_colours
    from wargrid.text import words

    faults: list[Fault] = []
    for given in options.paths:
        paths = rulesets_at(given)
        faults += [] if paths else [fault("no_rulesets", values={"folder": given})]
        for path in paths:
            of_path = faults_of(path, options)
            faults += of_path
            if not of_path and not options.json:
                key = "check.fine_beside" if Path(path).name in checkers() else "check.fine"
                print(words(options.language).say(key, path=path))
    if options.json:
        print(json.dumps([fault.as_json(options.language) for fault in faults]))
    elif faults:
        colour = has_colours(sys.stderr)
        print("\n".join(fault.text(options.language, colour=colour) for fault in faults), file=sys.stderr)
    return 2 if any(fault.severity == "error" for fault in faults) else 0


def rulesets_at(given: str) -> list[str]:
    """The rulesets a path stands for: itself, or those below a folder."""
    from wargrid.ruleset.library import is_ruleset

    folder = Path(given)
    if not folder.is_dir():
        return [given]
    others = checkers()
    return [
        str(path) for path in sorted(folder.rglob("*.yaml"))
        if (is_ruleset(path, folder) or path.name in others) and path.is_file()
    ]  # fmt: skip


def checkers() -> dict[str, EntryPoint]:
    """What checks the files beside rulesets, by their name: installed packages offer it, as the window for looks."""
    return {point.name: point for point in entry_points(group=GROUP)}


def faults_of(path: str, options: argparse.Namespace) -> list[Fault]:
    """Everything wrong with one ruleset, or with a file beside it."""
    from wargrid.faults import RulesetError
    from wargrid.ruleset.loader import load_named
    from wargrid.ruleset.rehearsal import rehearse

    own = checkers().get(Path(path).name)
    if own is not None:
        found: list[Fault] = own.load()(Path(path))
        return found
    try:
        loaded = load_named(path, settings(options), options.scenario)
        return [*loaded.warnings(), *rehearse(loaded, options.games)]
    except RulesetError as error:
        return list(error.faults)


def _games(text: str) -> int | Refused:
    return int(text) if text.isdecimal() and len(text) < 5 else Refused("check.games")

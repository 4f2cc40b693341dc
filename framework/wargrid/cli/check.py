"""``wargrid check PATH…``: say what is wrong with rulesets."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from wargrid.cli.common import add_json, add_scenario, add_settings, settings

if TYPE_CHECKING:
    from wargrid.faults import Fault


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a ruleset's name, its file, or a folder of rulesets")
    add_settings(parser)
    add_scenario(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print every fault; 2 if a ruleset cannot be played, else 0."""
    from wargrid.faults import fault
    from wargrid.text import words

    faults: list[Fault] = []
    for given in options.paths:
        paths = rulesets_at(given)
        faults += [] if paths else [fault("no_rulesets", values={"folder": given})]
        for path in paths:
            of_path = faults_of(path, options)
            faults += of_path
            if not of_path and not options.json:
                print(words(options.language).say("check.fine", path=path))
    if options.json:
        print(json.dumps([fault.as_json(options.language) for fault in faults]))
    elif faults:
        print("\n".join(fault.text(options.language) for fault in faults), file=sys.stderr)
    return 2 if any(fault.severity == "error" for fault in faults) else 0


def rulesets_at(given: str) -> list[str]:
    """The rulesets a path stands for: itself, or those below a folder."""
    from wargrid.ruleset.library import is_ruleset

    folder = Path(given)
    if not folder.is_dir():
        return [given]
    return [str(path) for path in sorted(folder.rglob("*.yaml")) if is_ruleset(path, folder)]


def faults_of(path: str, options: argparse.Namespace) -> list[Fault]:
    """Everything wrong with one ruleset."""
    from wargrid.faults import RulesetError
    from wargrid.ruleset.loader import load_named

    try:
        return load_named(path, settings(options), options.scenario).warnings()
    except RulesetError as error:
        return list(error.faults)

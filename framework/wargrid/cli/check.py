"""``wargrid check PATH…``: say what is wrong with rulesets."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import Parser, Refused, add_json, add_scenario, add_settings, settings
from wargrid.text.catalog import whole

if TYPE_CHECKING:
    from wargrid.authoring.checking import Checked, Loader
    from wargrid.loading.loader import Loaded
    from wargrid.source.diagnostics import Diagnostic

GROUP: Final = "wargrid.checks"
"""The entry point group of checks for files beside rulesets: a file's name, and what gives its
faults for a path."""


def arguments(parser: Parser) -> None:
    """What the command takes."""
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", help="a ruleset's name or file, a scenario, or a folder"
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=parser.value(_games),
        default=20,
        help="how many random games to play of each ruleset without errors, until a million legal moves"
        " have been listed; 0 for none (default 20)",
    )
    add_settings(parser)
    add_scenario(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print every fault, those that only random games show among them; 2 if a ruleset cannot be played, else 0."""
    from wargrid.authoring.checking import Loader
    from wargrid.source.diagnostics import RulesetError, distinct

    files = {given: rulesets_at(given) for given in options.paths}
    paths = [path for found in files.values() for path in found]
    diagnostics = _of_empty_folders(files, named=options.json)
    try:
        loader = Loader(settings(options), options.scenario, lenient=len(paths) > 1)
    except RulesetError as error:
        diagnostics += error.diagnostics
    else:
        diagnostics += _of_all(paths, loader, options)
    diagnostics = distinct(
        diagnostics
    )  # a ruleset's own are those of every variant, a scenario's those of what names it
    _print(diagnostics, options)
    return 2 if any(diagnostic.severity == "error" for diagnostic in diagnostics) else 0


def _of_empty_folders(files: dict[str, list[str]], *, named: bool) -> list[Diagnostic]:
    """The faults of paths at which there is nothing to check; ``named`` says whether they bear the path as a file."""
    from wargrid.source.diagnostics import diagnostic

    empty = [given for given, found in files.items() if not found]
    return [
        diagnostic("no_rulesets", file=given if named else "", values={"folder": given})
        for given in empty
    ]


def _of_all(paths: list[str], loader: Loader, options: argparse.Namespace) -> list[Diagnostic]:
    """The faults of each file, telling meanwhile what is fine, and of what is set and fits none of them."""
    from wargrid.plugins.host import redirected_output

    diagnostics: list[Diagnostic] = []
    for path in paths:
        with redirected_output():
            key, checked = checked_at(path, loader, options.games)
        diagnostics += [
            _placed(diagnostic, path) if options.json else diagnostic
            for diagnostic in checked.diagnostics
        ]
        if not options.json:
            _tell(path, key, checked, loader.without, options.language)
    return [*diagnostics, *loader.unused()] if paths else diagnostics


def _placed(diagnostic: Diagnostic, path: str) -> Diagnostic:
    """A fault that a program can tell the file of."""
    return diagnostic if diagnostic.file else replace(diagnostic, file=path)


def _tell(path: str, key: str, checked: Checked, without: list[Diagnostic], language: str) -> None:
    """Print that nothing is wrong with a file, if so, and what it was checked without."""
    from wargrid.text.catalog import catalog

    say = catalog(language).say
    if not checked.diagnostics:
        print(say(key, path=path, rulesets=", ".join(checked.rulesets)))
    for what in dict.fromkeys(each.what(language) for each in without):
        print(say("check.without", path=path, what=what))


def _print(diagnostics: list[Diagnostic], options: argparse.Namespace) -> None:
    """Print faults, to a program as one line of JSON."""
    from wargrid.cli import terminal

    if options.json:
        print(json.dumps([diagnostic.as_json(options.language) for diagnostic in diagnostics]))
    elif diagnostics:
        print(terminal.format_for(sys.stderr, diagnostics, options.language), file=sys.stderr)


def rulesets_at(given: str) -> list[str]:
    """The files a path stands for: itself, or the rulesets below a folder, their scenarios and what else is theirs."""
    from wargrid.authoring.checking import is_scenario
    from wargrid.loading.library import is_ruleset
    from wargrid.loading.mistaken import is_misnamed

    folder = Path(given)
    if not folder.is_dir():
        return [given]
    others = checkers()

    def is_checked(path: Path) -> bool:
        return (
            is_scenario(path)
            or is_ruleset(path, folder)
            or path.name in others
            or is_misnamed(path)
        )

    return [
        str(path) for path in sorted(folder.rglob("*.y*ml")) if path.is_file() and is_checked(path)
    ]


def checkers() -> dict[str, EntryPoint]:
    """What checks the files beside rulesets, by their name: installed packages offer it, as the window for looks."""
    return {point.name: point for point in entry_points(group=GROUP)}


def checked_at(path: str, loader: Loader, games: int) -> tuple[str, Checked]:
    """Everything wrong with one ruleset, a scenario or a file beside one, and how it is said that nothing is."""
    from wargrid.authoring.checking import (
        Checked,
        check_options,
        check_scenario,
        is_scenario,
    )
    from wargrid.authoring.playtest import playtest
    from wargrid.source.diagnostics import RulesetError

    def look(loaded: Loaded) -> list[Diagnostic]:
        return [*loaded.warnings(), *check_options(loaded), *playtest(loaded, games)]

    loader.without = []
    own = checkers().get(Path(path).name)
    if own is not None:
        return "check.fine_beside", Checked(diagnostics=own.load()(Path(path)))
    if is_scenario(Path(path)):
        return "check.fine_scenario", check_scenario(Path(path), loader, look)
    try:
        return "check.fine", Checked(diagnostics=look(loader.load(path)))
    except RulesetError as error:
        return "check.fine", Checked(diagnostics=list(error.diagnostics))


def _games(text: str) -> int | Refused:
    number = whole(text, 4)
    return Refused("check.games") if number is None else number

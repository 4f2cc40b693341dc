"""``wargrid check PATH…``: report errors and warnings in rulesets."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import (
    Parser,
    UsageError,
    add_json,
    add_scenario,
    add_settings,
    format_for,
    settings,
)
from wargrid.offers import OfferError, broken_offer, load_offer, offers
from wargrid.text import InputError, catalog, printable, whole

if TYPE_CHECKING:
    from wargrid.authoring.checking import Checked, Loader
    from wargrid.loading.loader import Loaded
    from wargrid.source.diagnostics import Diagnostic

SUMMARY: Final = "Report errors and warnings in rulesets."
EXAMPLE: Final = "wargrid check mine.yaml"
GROUP: Final = "wargrid.checks"
"""The entry point group for files beside rulesets: a file name, an ending such as ``.guide.yaml``,
or ``campaigns``; and a function that returns the diagnostics of a path."""

MAX_SCENARIOS: Final = 200
"""How many scenarios of one folder are checked, unless they are named one by one."""

_MAX_PATH: Final = 1_000


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help="a ruleset's name or file, a scenario, a file of games, or a folder",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=parser.value(_games),
        default=20,
        help="play up to N random games of each ruleset without errors, until a million legal "
        "moves have been listed; 0 for none (default 20)",
    )
    add_settings(parser)
    add_scenario(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print errors and warnings; return 2 if there are errors, else 0."""
    from wargrid.authoring.checking import Loader
    from wargrid.source.diagnostics import RulesetError, diagnostic, distinct

    files, unchecked = {given: files_at(given, options.language) for given in options.paths}, False
    paths = [path for found in files.values() for path in found]
    diagnostics = [
        diagnostic("no_rulesets", file=given if options.json else "", values={"folder": given})
        for given, found in files.items()
        if not found
    ]
    try:
        loader = Loader(settings(options), options.scenario, lenient=len(paths) > 1)
    except RulesetError as error:
        diagnostics += error.diagnostics
    else:
        for path in paths:
            try:
                diagnostics += _check(path, loader, options)
            except OfferError as error:  # the others are checked all the same
                said = f"{printable(path, _MAX_PATH)}: {error.text(options.language)}"
                print(said, file=sys.stderr)
                unchecked = True
        diagnostics += loader.unused() if paths else []
    diagnostics = distinct(diagnostics)  # variants repeat the errors of what they extend
    if options.json:
        print(json.dumps([diagnostic.as_json(options.language) for diagnostic in diagnostics]))
    elif diagnostics:
        print(format_for(sys.stderr, diagnostics, options.language), file=sys.stderr)
    return 2 if unchecked or any(each.severity == "error" for each in diagnostics) else 0


def _check(path: str, loader: Loader, options: argparse.Namespace) -> list[Diagnostic]:
    """Return the diagnostics of one file; print a line if there are none."""
    say = catalog(options.language).say
    with redirect_stdout(sys.stderr):  # plugins may print
        key, checked = check_file(path, loader, options.games)
    if options.json:
        return [each if each.file else replace(each, file=path) for each in checked.diagnostics]
    shown = printable(path, _MAX_PATH)
    if not checked.diagnostics:
        print(say(key, path=shown, rulesets=printable(", ".join(checked.rulesets), _MAX_PATH)))
    for what in dict.fromkeys(each.what(options.language) for each in loader.without):
        print(say("check.without", path=shown, what=what))
    return checked.diagnostics


def files_at(given: str, language: str = "en") -> list[str]:
    """Return a path itself, or the rulesets below a folder with their scenarios and looks.

    Of each folder of scenarios come at most ``MAX_SCENARIOS``; how many are left out is printed.
    """
    from wargrid.authoring.checking import is_scenario
    from wargrid.loading.library import is_campaign, is_misnamed, is_ruleset, is_yaml

    folder = Path(given)
    if not folder.is_dir():
        return [given]
    others, scenarios = offers(GROUP), Counter[Path]()
    found = []
    for path in sorted(filter(is_yaml, folder.rglob("*"))):
        if path.is_file() and is_scenario(path):
            scenarios[path.parent] += 1
            if scenarios[path.parent] > MAX_SCENARIOS:
                continue
        elif not path.is_file() or not (
            is_ruleset(path, folder)
            or any(_is_named(path, name) for name in others)
            or is_campaign(path)
            or is_misnamed(path)
        ):
            continue
        found.append(str(path))
    for beside, count in scenarios.items():
        if (more := count - MAX_SCENARIOS) > 0:
            name = printable(str(beside), _MAX_PATH)
            say = catalog(language).say
            print(say("check.left_out", folder=name, count=more), file=sys.stderr)
    return found


def kind_of(path: str) -> str | None:
    """Return the name under which files like this one are checked, or None for a ruleset."""
    from wargrid.loading import campaigns

    named = next((name for name in offers(GROUP) if _is_named(Path(path), name)), None)
    return campaigns.FOLDER if named is None and campaigns.is_named(path) else named


def _is_named(path: Path, name: str) -> bool:
    """Return whether a file has a name, or an ending such as ``.guide.yaml``."""
    return path.name == name or (name.startswith(".") and path.name.endswith(name))


def check_file(path: str, loader: Loader, games: int) -> tuple[str, Checked]:
    """Check one file; return the key of the text for "no errors", and what was found.

    Raises InputError if a package that checks such files is broken.
    """
    from wargrid.authoring.checking import (
        Checked,
        check_options,
        check_scenario,
        ignored_setup,
        is_scenario,
        named_ruleset,
    )
    from wargrid.authoring.playtest import run_playtest
    from wargrid.loading.campaigns import FOLDER
    from wargrid.loading.library import SUFFIX
    from wargrid.source.diagnostics import RulesetError

    def warnings(loaded: Loaded) -> list[Diagnostic]:
        known = loaded.warnings()
        return [*known, *check_options(loaded), *run_playtest(loaded, games, known)]

    loader.without = []
    kind = kind_of(path)
    if kind is not None:
        beside = "check.fine_beside" if kind.endswith(SUFFIX) else "check.fine"
        key = "check.fine_campaign" if kind == FOLDER else beside
        check = load_offer(GROUP, kind)
        try:
            return key, Checked(diagnostics=check(Path(path)))
        except InputError:
            raise
        except Exception as error:  # of another package
            raise broken_offer(GROUP, kind, error) from error
    if is_scenario(Path(path)) or named_ruleset(Path(path)):
        return "check.fine_scenario", check_scenario(Path(path), loader, warnings)
    try:
        loaded = loader.load(path)
        found = warnings(loaded)
    except RulesetError as error:
        return "check.fine", Checked(diagnostics=list(error.diagnostics))
    if loaded.ruleset.deploy is not None and not loader.lenient:  # another may use the set-up
        found += [each for file in loaded.scenario_files for each in ignored_setup(file)]
    return "check.fine", Checked(diagnostics=found)


def _games(text: str) -> int:
    number = whole(text, 4)
    if number is None:
        raise UsageError("check.games")
    return number

"""``wargrid test PATH…``: try the tests of rulesets that stand beside them in YAML."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from wargrid.cli.common import Parser, add_json

if TYPE_CHECKING:
    from wargrid.authoring.ruletests.coverage import Seen
    from wargrid.authoring.ruletests.files import Tests
    from wargrid.authoring.ruletests.report import Outcome
    from wargrid.source.diagnostics import Diagnostic


def arguments(parser: Parser) -> None:
    """What the command takes."""
    what = "a ruleset's name or file, a file of tests (*.tests.yaml), or a folder of them (default: here)"
    parser.add_argument("paths", metavar="PATH", nargs="*", default=["."], help=what)
    parser.add_argument(
        "-k", metavar="TEXT", default="", help="only tests whose name, rule or file holds TEXT"
    )
    parser.add_argument(
        "--coverage", action="store_true", help="say what of each ruleset no test has reached"
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="name the tests that pass, too"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print what failed, and how many tests passed; 1 if one failed, 2 if there is none or one cannot be used."""
    outcomes, diagnostics, seen = tried(options)
    if options.json:
        print(json.dumps(_as_json(outcomes, diagnostics, seen, options.language)))
    else:
        _print(outcomes, diagnostics, seen, options)
    if diagnostics or not outcomes or any(outcome.diagnostics for outcome in outcomes):
        return 2
    return 1 if any(outcome.failures for outcome in outcomes) else 0


def tried(options: argparse.Namespace) -> tuple[list[Outcome], list[Diagnostic], dict[str, Seen]]:
    """What came of every test asked for, what is wrong with files, and what was reached of each ruleset."""
    from wargrid.authoring.ruletests.files import read_tests
    from wargrid.authoring.ruletests.runner import Games, try_all
    from wargrid.loading.library import called
    from wargrid.source.diagnostics import RulesetError

    outcomes: list[Outcome] = []
    files, diagnostics = _files(options.paths)
    seen: dict[Path, Seen] = {}
    games: dict[Path, Games] = {}
    for file in files:
        try:
            tests = read_tests(file)
        except RulesetError as error:
            diagnostics += error.diagnostics
            continue
        ruleset = _ruleset_of(tests)
        watched = _watched(seen, ruleset) if options.coverage else None
        own = games.setdefault(ruleset, Games(None if watched is None else watched.watch))
        outcomes += try_all(tests, own, options.k, watched)
    return outcomes, diagnostics, {called(file): reached for file, reached in seen.items()}


def _files(paths: list[str]) -> tuple[list[Path], list[Diagnostic]]:
    """The files of tests at all these paths, each once, and what is wrong with the paths."""
    from wargrid.authoring.ruletests.files import files_at
    from wargrid.source.diagnostics import RulesetError

    files: dict[Path, Path] = {}
    diagnostics: list[Diagnostic] = []
    for given in paths:
        try:
            for file in files_at(given):
                files.setdefault(file.resolve(), file)
        except RulesetError as error:
            diagnostics += error.diagnostics
    return list(files.values()), diagnostics


def _ruleset_of(tests: Tests) -> Path:
    """The file of the ruleset that tests are about, whatever they call it; where there is none, every test says so."""
    from wargrid.loading.library import UnknownRuleset, locate

    try:
        return locate(tests.file.ruleset, beside=tests.path.absolute()).resolve()
    except UnknownRuleset:
        return tests.path.parent / tests.file.ruleset


def _watched(seen: dict[Path, Seen], ruleset: Path) -> Seen:
    """What was reached of a ruleset so far."""
    from wargrid.authoring.ruletests.coverage import Seen

    return seen.setdefault(ruleset, Seen())


def _print(
    outcomes: list[Outcome],
    diagnostics: list[Diagnostic],
    seen: dict[str, Seen],
    options: argparse.Namespace,
) -> None:
    from wargrid.text.catalog import catalog

    speak = catalog(options.language)
    for diagnostic in diagnostics:
        print(diagnostic.text(options.language), file=sys.stderr)
    told: set[str] = set()
    for outcome in outcomes:
        if outcome.word != "passed":
            wrong = outcome.wrong(options.language)
            if outcome.word == "failed" or wrong not in told:
                print(f"{speak.say(f'tests.{outcome.word}')} {outcome.text(options.language)}\n")
            told.add(
                wrong
            )  # what is wrong with a ruleset is wrong with all its tests, and told once
        elif options.verbose:
            print(f"{speak.say('tests.passed')} {outcome.title()}")
    for name, reached in seen.items():
        print(
            "\n".join(
                [speak.say("tests.coverage", ruleset=name), *reached.lines(options.language), ""]
            )
        )
    if not outcomes and not diagnostics:
        print(speak.say("tests.no_choice", text=options.k), file=sys.stderr)
    counts = {
        word: sum(outcome.word == word for outcome in outcomes)
        for word in ("passed", "failed", "fault")
    }
    lines = [
        speak.say("tests.summary" if counts["fault"] == 0 else "tests.summary_faults", **counts)
    ]
    unread = len({diagnostic.file for diagnostic in diagnostics if diagnostic.file})
    print(
        " ".join([*lines, *([speak.say("tests.summary_unread", files=unread)] if unread else [])])
    )


def _as_json(
    outcomes: list[Outcome], diagnostics: list[Diagnostic], seen: dict[str, Seen], language: str
) -> dict[str, object]:  # fmt: skip
    found: dict[str, object] = {
        "tests": [outcome.as_json(language) for outcome in outcomes],
        "faults": [diagnostic.as_json(language) for diagnostic in diagnostics],
    }
    return found | (
        {"coverage": {name: reached.as_json() for name, reached in seen.items()}} if seen else {}
    )

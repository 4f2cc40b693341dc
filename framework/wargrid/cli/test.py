"""``wargrid test PATH…``: run the rule tests beside rulesets."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import Parser, add_json
from wargrid.text import catalog

if TYPE_CHECKING:
    from wargrid.authoring.ruletests.coverage import Coverage
    from wargrid.authoring.ruletests.files import Tests
    from wargrid.authoring.ruletests.report import TestOutcome
    from wargrid.source.diagnostics import Diagnostic

SUMMARY: Final = "Run the rule tests of rulesets."
EXAMPLE: Final = "wargrid test rulesets/mine.yaml -k king"


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="*",
        default=["."],
        help="a ruleset, a file of tests (*.tests.yaml) or a folder (default: this folder)",
    )
    parser.add_argument(
        "-k", metavar="TEXT", default="", help="run tests with TEXT in name, rule or file only"
    )
    parser.add_argument(
        "--coverage", action="store_true", help="list what no test of each ruleset reaches"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="list tests that pass, too")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print failures and counts; return 1 if a test failed, 2 if one could not run."""
    from wargrid.loading.library import called

    outcomes, diagnostics, reached = run_tests(options.paths, options.k)
    coverage = {called(file): each for file, each in reached.items()} if options.coverage else {}
    if options.json:
        print(json.dumps(_as_json(outcomes, diagnostics, coverage, options.language)))
    else:
        _print(outcomes, diagnostics, coverage, options)
    if diagnostics or not outcomes or any(outcome.diagnostics for outcome in outcomes):
        return 2
    return 1 if any(outcome.failures for outcome in outcomes) else 0


def run_tests(
    paths: list[str], wanted: str = ""
) -> tuple[list[TestOutcome], list[Diagnostic], dict[Path, Coverage]]:
    """Run the tests at some paths, each file once.

    Returns the outcomes, the errors in files, and the coverage of each ruleset.
    """
    from wargrid.authoring.ruletests.coverage import Coverage
    from wargrid.authoring.ruletests.files import files_at, read_tests
    from wargrid.authoring.ruletests.kinds import other_cases
    from wargrid.authoring.ruletests.runner import Games, run_all
    from wargrid.source.diagnostics import RulesetError
    from wargrid.source.folders import resolved

    outcomes: list[TestOutcome] = []
    diagnostics: list[Diagnostic] = []
    files: dict[Path, Path] = {}
    coverage: dict[Path, Coverage] = {}
    games = Games()
    for given in paths:
        try:
            files |= {resolved(file): file for file in files_at(given)}
        except RulesetError as error:
            diagnostics += error.diagnostics
    for file in files.values():
        try:
            cases = other_cases(file)
            if cases is not None:
                chosen = (c for c in cases if wanted.casefold() in f"{file} {c.title}".casefold())
                outcomes += [case.run() for case in chosen]
                continue
            tests = read_tests(file)
        except RulesetError as error:
            diagnostics += error.diagnostics
        else:
            reached = coverage.setdefault(_ruleset_of(tests), Coverage())
            outcomes += run_all(tests, games, wanted, reached)
    return outcomes, diagnostics, coverage


def _ruleset_of(tests: Tests) -> Path:
    from wargrid.loading.library import UnknownRuleset, locate
    from wargrid.source.folders import resolved

    try:
        return resolved(locate(tests.file.ruleset, beside=tests.path.absolute()))
    except UnknownRuleset:
        return tests.path.parent / tests.file.ruleset


def _print(
    outcomes: list[TestOutcome],
    diagnostics: list[Diagnostic],
    coverage: dict[str, Coverage],
    options: argparse.Namespace,
) -> None:
    language = options.language
    say = catalog(language).say
    for diagnostic in diagnostics:
        print(diagnostic.text(language), file=sys.stderr)
    printed: set[str] = set()
    for outcome in outcomes:
        if outcome.word == "passed":
            if options.verbose:
                print(f"{say('tests.passed')} {outcome.title()}")
        elif outcome.word == "failed" or outcome.problems() not in printed:
            print(f"{say(f'tests.{outcome.word}')} {outcome.text(language)}\n")
            printed.add(outcome.problems())  # all tests of a wrong ruleset have the same errors
    for name, reached in coverage.items():
        print("\n".join([say("tests.coverage", ruleset=name), *reached.lines(language), ""]))
    if not outcomes and not diagnostics:
        print(say("tests.no_choice", text=options.k), file=sys.stderr)
    unread = len({diagnostic.file for diagnostic in diagnostics if diagnostic.file})
    if diagnostics and not outcomes and not unread:  # there was no such file
        return
    words = [outcome.word for outcome in outcomes]
    counts = {word: words.count(word) for word in ("passed", "failed", "error")}
    summary = say("tests.summary_errors" if counts["error"] else "tests.summary", **counts)
    print(f"{summary} {say('tests.summary_unread', files=unread)}" if unread else summary)


def _as_json(
    outcomes: list[TestOutcome], diagnostics: list[Diagnostic], coverage: dict[str, Coverage],
    language: str,
) -> dict[str, object]:  # fmt: skip
    reached = {"coverage": {name: each.as_json() for name, each in coverage.items()}}
    return {
        "tests": [outcome.as_json(language) for outcome in outcomes],
        "diagnostics": [diagnostic.as_json(language) for diagnostic in diagnostics],
        **(reached if coverage else {}),
    }

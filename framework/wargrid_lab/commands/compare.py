"""``wargrid compare A B``: what differs between two rulesets, or two settings, and how surely."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import Parser, add_json, add_scenario, add_settings, settings
from wargrid_lab.commands.series import (
    Series,
    add_conditions,
    add_level,
    add_report,
    add_results,
    terms_of,
)

if TYPE_CHECKING:
    from wargrid_lab import Comparison

SUMMARY: Final = "Say what differs between two rulesets, or two settings."
EXAMPLE: Final = "wargrid compare mine.yaml --set turn.actions=3 --games 100"


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("first", metavar="A", help="the ruleset before")
    parser.add_argument(
        "second", metavar="B", nargs="?", help="the ruleset after (default A, with --set)"
    )
    add_settings(parser)
    parser.add_argument(
        "--set-first",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="set a value of A; --set is for B alone",
    )
    add_scenario(parser)
    parser.add_count("--games", 200, "play N games of each, with equal seeds (default 200)")
    add_level(parser)
    add_conditions(parser)
    add_results(parser)
    add_report(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Play both with equal seeds and print every measure, and whether a condition holds."""
    from wargrid.loading import library
    from wargrid.loading.loader import Recipe, load_recipe
    from wargrid.players import make_player
    from wargrid_lab import Comparison, Condition, LabError, figure_names, values_of
    from wargrid_lab.report import compare_report

    first = Recipe(library.locate(options.first), settings(options, "set_first"), options.scenario)
    second = replace(
        first, file=library.locate(options.second or options.first), settings=settings(options)
    )
    games = [load_recipe(recipe).game() for recipe in (first, second)]
    if games[0].source_text == games[1].source_text:
        raise LabError("same")
    one, other = games
    names = figure_names(other.ruleset, two=True)
    conditions = [Condition(text, names) for text in options.fail_if]
    terms = terms_of(options)
    for game in games:
        make_player(game, terms.players[0]).close()
    compared = Comparison(one, other, terms)
    with Series(games, terms, options) as series:
        wanted = [(ruleset, number) for number in range(options.games) for ruleset in (0, 1)]
        for ruleset, row in series.play(wanted, lambda: compared.summary(options.language)):
            compared.add(ruleset, row)
    values = values_of(other.ruleset, compared.figures(1), compared.figures(0))
    held = series.failed(conditions, values)
    series.page = lambda: compare_report(compared, terms, options.language)
    if options.json:
        return series.report({**compared.as_json(options.language), "failed": held}, len(held))
    _print(compared, options.language)
    return series.end(held)


def _print(compared: Comparison, language: str) -> None:
    from wargrid.text import catalog

    texts = catalog(language)
    print(compared.sentence(language))
    certain = {True: texts.say("lab.certain"), False: texts.say("lab.uncertain")}
    names = [str(texts.of(game.ruleset.name)) for game in compared.games]
    heads = [["", *(names if names[0] != names[1] else ["A", "B"]), "", ""]]
    lines = [[*line[:4], certain[line.certain]] for line in compared.lines(language)]
    widths = [max(map(len, column)) for column in zip(*heads, *lines, strict=True)]
    for cells in (*heads, *lines):
        padded = (cell.ljust(wide) for cell, wide in zip(cells, widths, strict=True))
        print("  ".join(padded).rstrip())

"""``wargrid fair RULESET``: say which side a ruleset favours, and what each of its changes does."""

from __future__ import annotations

import argparse
from typing import Final

from wargrid.cli.common import Parser, UsageError, add_json, add_ruleset, settings
from wargrid_lab.commands.series import (
    Series,
    add_conditions,
    add_level,
    add_report,
    add_results,
    terms_of,
)

SUMMARY: Final = "Say which side a ruleset favours, and what each of its changes does."
EXAMPLE: Final = "wargrid fair mine.yaml --games 200 --workers 2"


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_ruleset(parser)
    parser.add_count("--games", 400, "play at most N games of each ruleset (default 400)")
    parser.add_argument(
        "--margin",
        metavar="P",
        type=parser.value(margin),
        default=0.1,
        help="an advantage of P points of a hundred counts (default 10)",
    )
    parser.add_argument(
        "--alone",
        action="store_true",
        help="play neither the ruleset that it extends nor the variants without each change",
    )
    add_level(parser)
    add_conditions(parser)
    add_results(parser)
    add_report(parser)
    add_json(parser)


def margin(text: str) -> float:
    """Read a margin in points of a hundred, as a share. Raises UsageError."""
    try:
        found = float(text) / 100
    except ValueError:
        found = 0.0
    if 0 < found < 0.5:
        return found
    raise UsageError("lab.margin")


def run(options: argparse.Namespace) -> int:
    """Play until the verdict is clear, then the base and each change undone; print sentences."""
    from wargrid.loading import library
    from wargrid.loading.loader import Recipe, load_recipe
    from wargrid.players import make_player
    from wargrid_lab import Condition, Fairness, Undone, figure_names, undone, values_of
    from wargrid_lab.report import fair_report

    recipe = Recipe(library.locate(options.ruleset), settings(options), options.scenario)
    game, terms = load_recipe(recipe).game(), terms_of(options)
    make_player(game, terms.players[0]).close()
    conditions = [Condition(text, figure_names(game.ruleset)) for text in options.fail_if]
    beside = Undone(None) if options.alone else undone(recipe)
    fair = Fairness(game, terms, options.margin, beside)
    with Series(fair.games, terms, options) as series:
        wanted = [(0, number) for number in range(options.games)]
        for _, row in series.play(wanted, lambda: fair.summary(options.language)):
            fair.add(0, row)
            if fair.verdict.is_clear:
                break
        others = () if series.why else fair.comparison()
        for ruleset, row in series.play(others, lambda: fair.summary_beside(options.language)):
            fair.add(ruleset, row)
    held = series.failed(conditions, values_of(game.ruleset, fair.figures()))
    series.page = lambda: fair_report(fair, terms, options.language)
    if options.json:
        return series.report({**fair.as_json(options.language), "failed": held}, len(held))
    print(*fair.sentences(options.language), sep="\n")
    return series.end(held)

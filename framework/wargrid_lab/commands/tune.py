"""``wargrid tune RULESET``: find the values with which games come nearest to an aim."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import Parser, UsageError, add_json, add_ruleset, settings
from wargrid_lab.commands.series import Series, add_level, add_results, terms_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wargrid.loading.loader import Loaded, Recipe
    from wargrid.source.diagnostics import Diagnostic
    from wargrid_lab.tuning.search import Found, Search

SUMMARY: Final = "Find the values with which games come nearest to an aim."
EXAMPLE: Final = "wargrid tune mine.yaml --vary turn.actions=2..4 --aim turns=30"

LEVEL: Final = "3"
NODES: Final = 600
GAMES: Final = 6_000
"""The player of a tuning of opponents, what it looks at in a turn, and the games at most."""


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_ruleset(parser)
    parser.add_argument(
        "--vary",
        metavar="KEY=VALUES",
        action="append",
        default=[],
        help="try these values of KEY: 2..6, 2..10/2 in steps of 2, or a,b,c; may be repeated",
    )
    parser.add_argument(
        "--aim", metavar="FIGURE=N", help="come near to this figure, such as first_wins=0.5"
    )
    parser.add_argument(
        "--opponent",
        action="store_true",
        help="tune the weights and values of the ruleset's computer players instead; unless given, "
        f"--player is {LEVEL}, --nodes {NODES} and --games {GAMES} then",
    )
    parser.add_argument(
        "--only",
        metavar="NAMES",
        default="",
        help="with --opponent, try these weights and unit types, such as pull,knight (default all)",
    )
    parser.add_count("--games", 600, "play at most N games in all (default 600)")
    add_level(parser)
    usual = {name: parser.get_default(name) for name in ("player", "nodes", "games")}
    parser.set_defaults(**dict.fromkeys(usual), usual=usual)
    add_results(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Play the settings that may be nearest, and print the nearest as YAML; or tune players."""
    from wargrid.loading import library
    from wargrid.loading.loader import Recipe, load_recipe
    from wargrid.players import make_player
    from wargrid_lab import LabError, figure_names
    from wargrid_lab.tuning.knobs import read_aim, read_knob, settings_of
    from wargrid_lab.tuning.search import Search

    tuned = {"player": LEVEL, "nodes": NODES, "games": GAMES}
    for name, number in (tuned if options.opponent else options.usual).items():
        setattr(options, name, getattr(options, name) or number)
    if options.opponent:
        from wargrid_lab.commands.opponent import run_opponent

        return run_opponent(options)
    if not options.vary or not options.aim or options.only:
        raise UsageError("lab.tune_needs")
    recipe = Recipe(library.locate(options.ruleset), settings(options), options.scenario)
    ruleset = load_recipe(recipe).ruleset
    aim = read_aim(options.aim, figure_names(ruleset))
    knobs = [read_knob(text) for text in options.vary]
    tried = settings_of(knobs)
    loaded = [_with(recipe, setting) for setting in tried]
    games = [each.game() for each in loaded]
    terms = terms_of(options)
    make_player(games[0], terms.players[0]).close()
    search = Search(knobs, aim, tuple(ruleset.sides), options.seed)
    if options.games < search.fewest:
        raise LabError("tune.few", games=options.games, least=search.fewest, count=len(tried))
    with Series(games, terms, options) as series:
        while series.played < options.games and not series.why and not search.is_over:
            wanted = search.next(options.games - series.played)
            for setting, row in series.play(wanted, of=options.games):
                search.add(setting, row)
    if not series.played:
        return series.end()
    ranking = search.ranking()
    if options.json:
        return series.report(_as_json(search, ranking, tried))
    print(*_comments(search, ranking, tried, options.language), sep="\n")
    print(_yaml(options.ruleset, loaded[ranking[0].setting], [*recipe.settings, *tried[0]]), end="")
    return series.end()


def _with(recipe: Recipe, setting: Mapping[str, str]) -> Loaded:
    """Load a ruleset with a setting. Raises RulesetError, of what is wrong in it at ``--vary``."""
    from wargrid.loading.loader import load_recipe
    from wargrid.source.diagnostics import RulesetError
    from wargrid.source.merge import SETTING

    def placed(found: Diagnostic) -> Diagnostic:
        key = found.source_line.partition("=")[0]
        if found.file != SETTING or key not in setting:
            return found
        return replace(found, file="--vary", line=[*setting].index(key) + 1)

    try:
        return load_recipe(replace(recipe, settings={**recipe.settings, **setting}))
    except RulesetError as error:
        raise RulesetError(map(placed, error.diagnostics)) from None


def _comments(
    search: Search, ranking: Sequence[Found], tried: Sequence[Mapping[str, str]], language: str
) -> list[str]:
    """Return what was found in comments of YAML, the nearest setting first."""
    from wargrid.text import catalog

    def line(kind: str, found: Found, **values: object) -> str:
        setting = " ".join(f"{key}={value}" for key, value in tried[found.setting].items())
        figure, games = _figure(search, found, language), len(found.figures.games)
        text = say(f"lab.tune.{kind}", figure=figure, games=games, **values)
        cut = found.figures.cut
        cuts = f" {say('lab.tune.cut', cut=cut, games=games)}" if cut else ""
        return f"{setting}: {text}{cuts}"

    say, best, count = catalog(language).say, ranking[0], len(tried)
    chance = round(100 * best.chance)
    said = [line("best", best, aim=search.aim, chance=chance, count=count)]
    said += [say("lab.tune.far", aim=search.aim)] * search.is_far(best)
    blurred = search.aim.name in ("moves", "turns") and any(each.figures.cut for each in ranking)
    said += [say("lab.tune.blurred", aim=search.aim)] * blurred
    said += [line("next", each) for each in ranking[1:2]]
    said += [line("other", each) for each in ranking[2:]]
    return [f"# {each}" for each in said]


def _figure(search: Search, found: Found, language: str) -> str:
    """Write what all games tell of a setting's figure: ``0.52 [0.48 to 0.57]``."""
    from wargrid.text import catalog

    digits = 3 if search.aim.is_share else 1
    value, low, high = (f"{each:.{digits}f}" for each in found.model)
    shown = catalog(language).say("lab.difference", value=value, low=low, high=high)
    return f"{search.aim.name} {shown}"


def _yaml(name: str, loaded: Loaded, keys: Sequence[str]) -> str:
    """Return a variant with the values found."""
    from wargrid.source.dump import block
    from wargrid_lab.tuning.knobs import written

    return block({"extends": name, **written(loaded, keys)})


def _as_json(
    search: Search, ranking: Sequence[Found], tried: Sequence[Mapping[str, str]]
) -> dict[str, object]:
    return {
        "aim": {search.aim.name: search.aim.value},
        "reached": not search.is_far(ranking[0]),
        "settings": [
            {"set": dict(tried[each.setting]), "games": len(each.figures.games),
             "figure": round(each.model.value, 4),
             "interval": [round(each.model.low, 4), round(each.model.high, 4)],
             "chance": round(each.chance, 3)}
            for each in ranking
        ],
    }  # fmt: skip

"""``wargrid simulate RULESET``: let two computer players play a match, and print the score."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from wargrid.cli.common import (
    Parser,
    add_budget,
    add_json,
    add_ruleset,
    add_seed,
    budget_of,
    opposed_game,
    print_table,
    two_players,
)
from wargrid.text import catalog
from wargrid_lab.commands.series import Series, add_games, add_results

if TYPE_CHECKING:
    from wargrid.engine.game import Game
    from wargrid_lab import Figures, Terms

SUMMARY: Final = "Let two computer players play a match."
EXAMPLE: Final = "wargrid simulate mine.yaml --players greedy,random --games 20"


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_ruleset(parser)
    parser.add_argument(
        "--players",
        metavar="A,B",
        type=parser.value(two_players),
        default=("greedy", "random"),
        help="the two players: random, greedy, 1 to 4, uci:PATH (default greedy,random)",
    )
    parser.add_count(
        "--games",
        20,
        "play N games in pairs of equal dice or openings and swapped sides; the last of an odd "
        "number has no partner (default 20)",
    )
    add_seed(parser, "dice and players")
    add_budget(parser)
    add_games(parser)
    add_results(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print wins by player, side and first mover, how games ended, what was unused, and times."""
    from wargrid.players import make_player
    from wargrid_lab import Figures, Terms

    game = opposed_game(options)
    terms = Terms(options.players, options.seed, *budget_of(options), options.max_moves)
    for name in terms.players:
        make_player(game, name).close()
    with Series([game], terms, options) as series:
        rows = list(series.play([(0, number) for number in range(options.games)]))
    figures = Figures(tuple(row for _, row in rows))
    if options.json:
        found = _figures(game, terms, figures) if rows else {}
        return series.report({"ruleset": game.name, **found})
    _print(game, terms, figures, options.language)
    return series.end()


def _figures(game: Game, terms: Terms, score: Figures) -> dict[str, Any]:
    from wargrid_lab import share_json

    return {
        "players": terms.players,
        "seed": terms.seed,
        "games": len(score.games),
        "wins": score.wins,
        "draws": score.draws,
        "endings": score.endings,
        "cut": score.cut,
        "shares": [round(score.share(player).value, 4) for player in (0, 1)],
        "intervals": [[round(end, 4) for end in score.share(player).interval] for player in (0, 1)],
        "sides": {word: share_json(score.of_side(n)) for n, word in enumerate(game.ruleset.sides)},
        "first": share_json(score.of_first()),
        "moves": score.moves,
        "turns": score.turns,
        "units": [{**each._asdict(), "survival": round(each.survival, 4)}
                  for each in score.units(game)],
        "dice": [each._asdict() for each in score.dice(game)],
        "unused": [each._asdict() for each in score.unused(game)],
        "ms_per_turn": [round(score.ms_per_turn(player), 2) for player in (0, 1)],
    }  # fmt: skip


def _print(game: Game, terms: Terms, score: Figures, language: str) -> None:
    """Print a table with the names that players read, and what no game used."""
    from wargrid_lab import unused_sentences

    rows = dict(_rows(game, terms, score, language)) if score.games else {}
    print_table({catalog(language).say("lab.row.ruleset"): game.name, **rows}, as_json=False)
    for sentence in unused_sentences(game, score, language):
        print(sentence)


def _rows(game: Game, terms: Terms, score: Figures, language: str) -> Iterator[tuple[str, object]]:
    from wargrid_lab import endings_said, percent, side_name

    def row(key: str, value: object = None, **values: object) -> tuple[str, object]:
        return say(f"lab.row.{key}"), say(f"lab.row.{key}.is", **values) if values else value

    say, sides = catalog(language).say, [side_name(game, side, language) for side in (0, 1)]
    yield row("games", len(score.games))
    for player, name in enumerate(terms.players):
        share = percent(score.share(player), language)
        spent = catalog(language).decimal(score.ms_per_turn(player))
        said = say("lab.row.player", won=score.wins[player], share=share, spent=spent)
        yield f"{'AB'[player]} {name}", said
    for side, name in enumerate(sides):
        yield say("lab.row.side", side=name), percent(score.of_side(side), language)
    always = score.always_first
    if always is None:
        yield row("first", percent(score.of_first(), language))
    else:
        yield row("first", side=sides[always])
    yield row("draws", score.draws)
    if score.cut:
        yield row("cut", cut=score.cut, most=terms.max_moves)
    if score.endings:
        yield row("endings", endings_said(game, score, language))
    yield row("moves", catalog(language).decimal(score.moves / len(score.games)))
    yield row("seed", terms.seed)

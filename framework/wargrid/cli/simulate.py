"""``wargrid simulate RULESET``: let two computer players play a match, and print the score."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, Final

from wargrid.cli.common import (
    Parser,
    add_budget,
    add_json,
    add_ruleset,
    add_seed,
    budget_of,
    opposed_game,
    two_players,
)
from wargrid.cli.series import Series, add_games, add_results

if TYPE_CHECKING:
    from wargrid.engine.game import Game
    from wargrid.lab import Figures, Share, Terms

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
    from wargrid.lab import Figures, Terms
    from wargrid.players import make_player

    game = opposed_game(options)
    terms = Terms(options.players, options.seed, *budget_of(options), options.max_moves)
    for name in terms.players:
        make_player(game, name).close()
    with Series([game], terms, options) as series:
        rows = list(series.play([(0, number) for number in range(options.games)]))
    figures = Figures(tuple(row for _, row in rows))
    table: dict[str, object] = {"ruleset": game.name}
    if rows:
        table |= (_figures if options.json else _rows)(game, terms, figures)
    return series.report(table)


def _figures(game: Game, terms: Terms, score: Figures) -> dict[str, Any]:
    from wargrid.lab import share_json

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


def _rows(game: Game, terms: Terms, score: Figures) -> dict[str, object]:
    rows: dict[str, object] = {"games": len(score.games)}
    for player, name in enumerate(terms.players):
        won, spent = score.wins[player], score.ms_per_turn(player)
        rows[f"{'AB'[player]} {name}"] = (
            f"{won} won, {percent(score.share(player))}, {spent:.1f} ms a turn"
        )
    for side, word in enumerate(game.ruleset.sides):
        rows[f"side {word}"] = percent(score.of_side(side))
    always = score.always_first
    rows["first mover"] = (
        percent(score.of_first())
        if always is None
        else f"always {list(game.ruleset.sides)[always]}"
    )
    rows["draws"] = score.draws
    if score.endings:
        rows["endings"] = ", ".join(f"{word} {count}" for word, count in score.endings.items())
    if score.cut:
        rows["cut"] = f"{score.cut} of the draws, after {terms.max_moves} moves"
    rows["moves a game"] = round(score.moves / max(1, len(score.games)), 1)
    unused = [" ".join(filter(None, each[1:])) for each in score.unused(game)]
    if unused:
        rows["never used"] = ", ".join(unused)
    rows["seed"] = terms.seed
    return rows


def percent(share: Share) -> str:
    """Write a share with its interval: ``61.0 % [56.1 to 65.7]``."""
    low, high = (100 * end for end in share.interval)
    return f"{100 * share.value:.1f} % [{low:.1f} to {high:.1f}]"

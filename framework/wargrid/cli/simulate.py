"""``wargrid simulate RULESET``: let two computer players play a match, and print the score."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final, TextIO

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
    width,
)
from wargrid.text import catalog

if TYPE_CHECKING:
    from wargrid.players import Score, SimulatedGame, Terms

EXAMPLE: Final = "wargrid simulate mine.yaml --players greedy,random --games 20"

_BAR: Final = 20
_INTERRUPTED: Final = 130
_FAILED: Final = 2


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
    parser.add_count(
        "--workers", 1, "play in N processes; with --nodes the games are the same (default 1)"
    )
    add_budget(parser)
    parser.add_count("--max-moves", 1000, "cut a game after N moves, a draw (default 1000)")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print wins, draws, shares with their intervals, how games ended, and times."""
    from wargrid.players import PlayerError, Score, Terms, make_player, simulate_games

    game = opposed_game(options)
    terms = Terms(options.players, options.seed, *budget_of(options), options.max_moves)
    for name in terms.players:
        make_player(game, name).close()
    finished: list[SimulatedGame] = []
    progress = _Progress(sys.stderr, options.games)
    code, why = 0, ""
    try:
        with closing(simulate_games(game, terms, options.games, options.workers)) as games:
            for each in games:
                finished.append(each)
                progress.show(len(finished))
    except KeyboardInterrupt:
        code = _INTERRUPTED
        key = "cli.interrupted" if finished else "cli.interrupted_early"
        why = catalog(options.language).say(key, games=len(finished))
    except PlayerError as error:
        if not finished:
            raise
        code, why = _FAILED, error.text(options.language)
    finally:
        progress.clear()
    score = Score(tuple(sorted(finished)))
    table: dict[str, object] = {"ruleset": game.name}
    if finished:
        table |= _figures(terms, score) if options.json else _rows(terms, score)
    if options.json:
        print_table(table | ({"error": why} if why else {}), as_json=True)
    else:
        print_table(table, as_json=False)
        print(why, end="\n" * bool(why), file=sys.stderr)
    return code


def _figures(terms: Terms, score: Score) -> dict[str, Any]:
    return {
        "players": terms.players,
        "seed": terms.seed,
        "games": len(score.games),
        "wins": score.wins,
        "draws": score.draws,
        "endings": score.endings,
        "cut": score.cut,
        "shares": [round(score.share(player), 4) for player in (0, 1)],
        "intervals": [[round(end, 4) for end in score.interval(player)] for player in (0, 1)],
        "moves": score.moves,
        "ms_per_turn": [round(score.ms_per_turn(player), 2) for player in (0, 1)],
    }


def _rows(terms: Terms, score: Score) -> dict[str, object]:
    rows: dict[str, object] = {"games": len(score.games)}
    for player, name in enumerate(terms.players):
        low, high = (100 * end for end in score.interval(player))
        rows[f"{'AB'[player]} {name}"] = (
            f"{score.wins[player]} won, {100 * score.share(player):.1f} % "
            f"[{low:.1f} to {high:.1f}], {score.ms_per_turn(player):.1f} ms a turn"
        )
    rows["draws"] = score.draws
    if score.endings:
        rows["endings"] = ", ".join(f"{word} {count}" for word, count in score.endings.items())
    if score.cut:
        rows["cut"] = f"{score.cut} of the draws, after {terms.max_moves} moves"
    rows["moves a game"] = round(score.moves / max(1, len(score.games)), 1)
    rows["seed"] = terms.seed
    return rows


class _Progress:
    """A bar on a terminal, with the time left; nothing elsewhere."""

    def __init__(self, stream: TextIO, games: int) -> None:
        self._stream, self._games = stream, games
        self._on = stream.isatty()
        self._began = time.monotonic()
        self.show(0)

    def show(self, finished: int) -> None:
        if not self._on:
            return
        full = _BAR * finished // self._games
        text = f"[{'#' * full}{'.' * (_BAR - full)}] {finished}/{self._games} games"
        if finished:
            passed = time.monotonic() - self._began
            left = round(passed / finished * (self._games - finished))
            text += f", {left // 60}:{left % 60:02} left"
        self._write(text)

    def clear(self) -> None:
        if self._on:
            self._write("")

    def _write(self, text: str) -> None:
        most = (width(self._stream) or 80) - 1
        print(f"\r{text[:most]}\x1b[K", end="", file=self._stream, flush=True)

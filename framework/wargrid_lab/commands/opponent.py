"""``wargrid tune RULESET --opponent``: find better weights and values for computer players."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wargrid.cli.common import UsageError, opposed_game, print_table
from wargrid.text import catalog
from wargrid_lab.commands.series import Series, terms_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargrid.engine.game import Game
    from wargrid_lab import Row
    from wargrid_lab.tuning.opponent import Match, Outcome, Tuning


def run_opponent(options: argparse.Namespace) -> int:
    """Play changed players against unchanged ones; print what wins as a section of a ruleset."""
    from wargrid_lab.tuning.opponent import Tuning

    if options.vary or options.aim:
        raise UsageError("lab.tune_either")
    game = opposed_game(options)
    _check_player(game, options.player)
    only = tuple(filter(None, map(str.strip, options.only.split(","))))
    tuning = Tuning(game, options.games, options.player, only)
    return _Trials(game, tuning, options).run()


def _check_player(game: Game, name: str) -> None:
    """Accept a player that plays by weights. Raises PlayerError, LabError."""
    from wargrid.players import PlayerError, make_player
    from wargrid_lab import LabError
    from wargrid_lab.tuning.opponent import named

    make_player(game, name).close()
    try:
        make_player(game, named(name, {"tempo": 0.1})).close()
    except PlayerError:
        raise LabError("opponent.player", player=name) from None


class _Trials:
    """The matches of a tuning, the file of their games, and what is said of them."""

    def __init__(self, game: Game, tuning: Tuning, options: argparse.Namespace) -> None:
        from wargrid import __version__
        from wargrid_lab import Trials
        from wargrid_lab.tuning.opponent import DEEPER

        self._game, self._tuning, self._options = game, tuning, options
        kinds = (options.nodes, DEEPER * options.nodes)
        self._store = Trials(options.results, game, terms_of(options), __version__, kinds)
        self._code, self._why = 0, ""
        self._said: list[dict[str, Any]] = []

    def run(self) -> int:
        for match in self._tuning.matches():
            outcome = self._play(match)
            if self._why:
                self._say(outcome, kept=False)
                break
            kept = self._tuning.add(outcome)
            self._say(outcome, kept=kept)
            if outcome.score.cut == len(outcome.score.games):  # whatever is changed, all are draws
                self._code, self._why = 2, self._text("cut", games=outcome.score.cut)
                break
        return self._report()

    def _play(self, match: Match) -> Outcome:
        from wargrid_lab import Figures
        from wargrid_lab.tuning.opponent import Outcome

        terms = replace(
            terms_of(self._options), players=match.players(),
            seed=match.seed(self._options.seed), nodes=match.times * self._options.nodes,
        )  # fmt: skip
        rows: list[Row] = []
        test = match.test()
        with Series([self._game], terms, self._options, self._store) as series:
            wanted = [(0, number) for number in range(match.games)]
            for _, row in series.play(wanted, lambda: _said(match)):
                rows.append(row)
                if len(rows) % 2 == 0:
                    test.add(sum(map(_points, rows[-2:])) / 2 - 0.5)
                if test.finding != "open":
                    break
        self._code, self._why = series.code, series.why
        return Outcome(match, Figures(tuple(rows)), test.finding)

    def _say(self, outcome: Outcome, *, kept: bool) -> None:
        """Print what a match showed, as soon as it is over, or broken off."""
        from wargrid_lab import percent, share_json

        match, score = outcome.match, outcome.score
        number = None if match.name is None else match.mine[match.name]
        self._said.append({
            "name": match.name, "number": number, "player": match.player, "kept": kept,
            "finding": outcome.finding, "score": share_json(score.share(0)),
        })  # fmt: skip
        if self._options.json or not score.games:
            return
        ended = "kept" if kept else "broken_off" if self._why else "dropped"
        key = "score" if match.name is None else ended
        share, games = percent(score.share(0), self._options.language), len(score.games)
        said = self._text(
            key, name=match.name, number=f"{number or 0:g}", share=share, games=games,
            player=match.player,
        )  # fmt: skip
        print(f"# {said}", flush=True)

    def _report(self) -> int:
        from wargrid.source.dump import block

        better = self._tuning.is_stronger and not self._why
        section = self._tuning.section()
        if self._options.json:
            error = {"error": self._why} if self._why else {}
            found = {"stronger": better, "opponent": section, "trials": self._said, **error}
            print_table(found, as_json=True)
            return self._code
        for key, values in self._conclusions(section, better=better):
            print(f"# {self._text(key, **values)}")
        if better:
            print(block({"extends": self._options.ruleset, "opponent": section}), end="")
        if self._why:
            print(self._why, file=sys.stderr)
        if self._why and self._options.results:
            print(self._text("goes_on", file=self._options.results), file=sys.stderr)
        return self._code

    def _conclusions(
        self, section: dict[str, dict[str, float]], *, better: bool
    ) -> Iterator[tuple[str, dict[str, object]]]:
        """Yield the texts of what the trials together say, with their values."""
        if self._why:
            if section:
                yield "so_far", {"section": _flow(section)}
            return
        if self._tuning.untried:
            yield "untried", {"names": ", ".join(self._tuning.untried)}
        if not better:
            yield "none", {}

    def _text(self, key: str, **values: object) -> str:
        return catalog(self._options.language).say(f"lab.opponent.{key}", **values)


def _said(match: Match) -> str:
    """Return what a match is about, for the line of its progress."""
    return "" if match.name is None else f"{match.name} {match.mine[match.name]:g}"


def _points(row: Row) -> float:
    """Return the points of the first player; a draw or a cut game is half a point."""
    return 0.5 if row.winner is None else 1.0 - row.winner


def _flow(section: dict[str, dict[str, float]]) -> str:
    """Return the section in one line, as YAML reads it."""
    parts = (
        f"{key}: {{{', '.join(f'{name}: {number:g}' for name, number in numbers.items())}}}"
        for key, numbers in section.items()
    )
    return f"opponent: {{{', '.join(parts)}}}"

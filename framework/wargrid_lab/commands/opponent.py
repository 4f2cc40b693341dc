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
    from wargrid.engine.game import Game
    from wargrid_lab import Row
    from wargrid_lab.tuning.opponent import Match, Outcome, Tuning


def run_opponent(options: argparse.Namespace) -> int:
    """Play changed players against unchanged ones; print what wins as a section of a ruleset."""
    from wargrid_lab.tuning.opponent import Tuning

    if options.vary or options.aim:
        raise UsageError("lab.tune_either")
    game = opposed_game(options)
    only = tuple(filter(None, options.only.split(",")))
    tuning = Tuning(game, options.games, options.player, only)
    return _Trials(game, tuning, options).run()


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
                break
            kept = self._tuning.add(outcome)
            self._say(outcome, kept)
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

    def _say(self, outcome: Outcome, kept: bool) -> None:
        """Print what a match showed, as soon as it is over."""
        from wargrid_lab import percent, share_json

        match, score = outcome.match, outcome.score
        number = None if match.name is None else match.mine[match.name]
        self._said.append({
            "name": match.name, "number": number, "player": match.player, "kept": kept,
            "finding": outcome.finding, "score": share_json(score.share(0)),
        })  # fmt: skip
        if self._options.json:
            return
        key = "score" if match.name is None else "kept" if kept else "dropped"
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
        if better:
            print(block({"extends": self._options.ruleset, "opponent": section}), end="")
        elif section and self._why:
            print(f"# {self._text('so_far', section=_flow(section))}")
        else:
            print(f"# {self._text('none')}")
        print(self._why, end="\n" * bool(self._why), file=sys.stderr)
        return self._code

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

"""``wargrid tune RULESET --opponent``: find better weights and values for computer players."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from wargrid.cli.common import UsageError, opposed_game, print_table
from wargrid.text import catalog
from wargrid_lab.commands.series import Series, terms_of

if TYPE_CHECKING:
    from wargrid.engine.game import Game
    from wargrid_lab import Figures
    from wargrid_lab.tuning.opponent import Match, Tuning


def run_opponent(options: argparse.Namespace) -> int:
    """Play changed players against unchanged ones; print what wins as a section of a ruleset."""
    from wargrid_lab.tuning.opponent import Tuning

    if options.vary or options.aim or options.results:
        raise UsageError("lab.tune_either")
    game = opposed_game(options)
    tuning = Tuning(game, options.games, tuple(filter(None, options.only.split(","))))
    return _Trials(game, tuning, options).run()


class _Trials:
    """The matches of a tuning, with games of a seed each, and what is said of them."""

    def __init__(self, game: Game, tuning: Tuning, options: argparse.Namespace) -> None:
        self._game, self._tuning, self._options = game, tuning, options
        self._code, self._why = 0, ""
        self._said: list[str] = []
        self._last: Figures | None = None

    def run(self) -> int:
        for seed, match in enumerate(self._tuning.matches(), self._options.seed):
            score = self._play(match, seed)
            if self._why:
                break
            if self._tuning.add(match, score):
                self._said.append(self._line(match, score))
            if match.name is None:
                self._last = score
        return self._report()

    def _play(self, match: Match, seed: int) -> Figures:
        from wargrid_lab import Figures
        from wargrid_lab.tuning.opponent import named

        player = self._options.player
        players = (named(player, match.mine), named(player, match.other))
        terms = replace(terms_of(self._options), players=players, seed=seed)
        score = Figures(())
        with Series([self._game], terms, self._options) as series:
            wanted = [(0, number) for number in range(match.games)]
            for _, row in series.play(wanted, lambda: match.name or "opponent"):
                score = Figures((*score.games, row))
                if match.is_hopeless(score):
                    break
        self._code, self._why = series.code, series.why
        return score

    def _line(self, match: Match, score: Figures) -> str:
        from wargrid_lab import percent

        name = match.name or ""
        return catalog(self._options.language).say(
            "lab.opponent.kept", name=name, number=f"{match.mine[name]:g}",
            share=percent(score.share(0), self._options.language), games=len(score.games),
        )  # fmt: skip

    def _report(self) -> int:
        from wargrid.source.dump import block
        from wargrid_lab import percent, share_json
        from wargrid_lab.tuning.opponent import is_stronger

        better = self._last is not None and is_stronger(self._last)
        section, language = self._tuning.section(), self._options.language
        if self._options.json:
            score = None if self._last is None else share_json(self._last.share(0))
            found = {"stronger": better, "score": score, "opponent": section}
            print_table({**found, **({"error": self._why} if self._why else {})}, as_json=True)
            return self._code
        said = list(self._said)
        if self._last is not None:
            share, games = percent(self._last.share(0), language), len(self._last.games)
            said.append(catalog(language).say("lab.opponent.score", share=share, games=games))
        if not better:
            said.append(catalog(language).say("lab.opponent.none"))
        print(*(f"# {each}" for each in said), sep="\n")
        if better:
            print(block({"extends": self._options.ruleset, "opponent": section}), end="")
        print(self._why, end="\n" * bool(self._why), file=sys.stderr)
        return self._code

"""Whom a ruleset favours, beside the ruleset that it changes and without each of its changes."""

from __future__ import annotations

from typing import Any

from wargrid.engine.game import Game
from wargrid.lab.changes import Undone
from wargrid.lab.compare import Difference, difference
from wargrid.lab.figures import Figures, Share
from wargrid.lab.play import Row, Terms
from wargrid.lab.sentences import changed_by, percent, side_name, summary, verdict_sentences
from wargrid.lab.verdict import ERROR, Judge, Verdict
from wargrid.text import catalog


class Fairness:
    """Collects games of a ruleset, number 0, its base, and the ruleset without each change.

    ``games`` are these rulesets in this order.
    """

    def __init__(self, game: Game, terms: Terms, margin: float, beside: Undone) -> None:
        bases = [] if beside.base is None else [beside.base]
        self.games = [game, *bases, *(other for _, other in beside.without)]
        self._terms, self._beside = terms, beside
        self._judge = Judge(margin)
        self._rows: list[list[Row]] = [[] for _ in self.games]

    def add(self, ruleset: int, row: Row) -> None:
        """Take a game into account: those of each ruleset come in the order of their numbers."""
        self._rows[ruleset].append(row)
        if ruleset == 0:
            self._judge.add(row)

    @property
    def verdict(self) -> Verdict:
        """The verdict on the ruleset so far."""
        return self._judge.verdict

    def comparison(self) -> list[tuple[int, int]]:
        """Return the games of the other rulesets to play, as many as of the first."""
        others = range(1, len(self.games))
        return [(other, row.number) for row in self._rows[0] for other in others]

    def figures(self, ruleset: int = 0) -> Figures:
        """Return what the games of a ruleset add up to."""
        return Figures(tuple(self._rows[ruleset]))

    def summary(self, language: str) -> str:
        """Return in a few words what the games show so far."""
        return summary(self.games[0], self.figures(), language)

    def sentences(self, language: str) -> list[str]:
        """Return the verdict in sentences, then what the neighbours of the ruleset show."""
        game = self.games[0]
        found = verdict_sentences(game, self._terms, self.figures(), self.verdict, language)
        return [*found, *(self._beside_it(language) if self._rows[0] else ())]

    def _beside_it(self, language: str) -> list[str]:
        texts, ahead = catalog(language), 0 if self.figures().of_side(0).value >= 0.5 else 1
        found = []
        for number, (change, against) in enumerate(self._others(ahead), 1):
            figures = self.figures(number)
            if not figures.games:
                continue
            name = texts.of(self.games[number].ruleset.name)
            found.append(texts.say(
                "lab.without" if change else "lab.beside", change=change, base=name,
                side=side_name(self.games[number], ahead, language),
                share=percent(figures.of_side(ahead), language), games=len(figures.games),
                difference=changed_by(against, "side", language), cut=figures.cut,
            ))  # fmt: skip
        found += [texts.say("lab.stuck", change=each.name) for each in self._beside.stuck]
        return found

    def _others(self, side: int) -> list[tuple[str, Difference]]:
        """Return the other rulesets: the change undone, "" for the base, and what it does."""
        names = [""] * (self._beside.base is not None)
        names += [change.name for change, _ in self._beside.without]
        found = []
        for number, name in enumerate(names, 1):
            value, low, high = difference(self._rows[0], self._rows[number], "side")
            against = Difference(-value, -high, -low) if side else Difference(value, low, high)
            found.append((name, against))
        return found

    def as_json(self, language: str) -> dict[str, Any]:
        """Return everything as JSON values; differences are of the first side's points."""
        others = [
            {"without": name or None, **self._numbers(number), "difference": list(against)}
            for number, (name, against) in enumerate(self._others(0), 1)
        ]
        return {
            **self._numbers(0),
            "verdict": {**self.verdict._asdict(), "error": ERROR},
            "beside": others,
            "stuck": [change.name for change in self._beside.stuck],
            "sentences": self.sentences(language),
        }

    def _numbers(self, ruleset: int) -> dict[str, Any]:
        game, figures = self.games[ruleset], self.figures(ruleset)
        sides = {word: share_json(figures.of_side(n)) for n, word in enumerate(game.ruleset.sides)}
        return {
            "ruleset": game.name, "games": len(figures.games), "sides": sides,
            "first": share_json(figures.of_first()), "draws": figures.draws, "cut": figures.cut,
            "moves": figures.moves, "turns": figures.turns, "endings": figures.endings,
        }  # fmt: skip


def share_json(share: Share) -> dict[str, Any]:
    """Return a share with its interval and games, as JSON values."""
    interval = [round(end, 4) for end in share.interval]
    return {"share": round(share.value, 4), "interval": interval, "games": share.games}

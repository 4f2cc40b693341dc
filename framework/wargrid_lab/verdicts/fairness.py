"""Whom a ruleset favours, beside the ruleset that it changes and without each of its changes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, NamedTuple

from wargrid.engine.game import Game
from wargrid.text import catalog
from wargrid_lab.games.play import Row, Terms
from wargrid_lab.verdicts.changes import Undone
from wargrid_lab.verdicts.compare import EFFECTS, difference
from wargrid_lab.verdicts.figures import Estimate, Figures
from wargrid_lab.verdicts.flaws import Flaw, flaws_of
from wargrid_lab.verdicts.numbers import numbers_json, share_json
from wargrid_lab.verdicts.sentences import (
    flaw_sentences,
    neighbour_sentence,
    summary,
    summary_beside,
    verdict_sentences,
)
from wargrid_lab.verdicts.verdict import ERROR, LEAST, Judge, Verdict, verdict_on

_SHARED: Final = 0.5
"""The share of the largest effect from which another change is a cause as well."""


class Neighbour(NamedTuple):
    """A ruleset beside the one in question: without a ``change``, or "" for the one it changes.

    ``against`` is by how much each measure of it is above that of the ruleset in question.
    """

    change: str
    game: Game
    figures: Figures
    against: dict[str, Estimate]

    def effects(self, tests: int) -> list[str]:
        """Return the measures that certainly differ, of enough games for a verdict.

        A game that is cut is also one without a winner.
        """
        if len(self.figures.games) < 2 * LEAST:
            return []
        found = [name for name in EFFECTS if self.against[name].is_certain_of(tests)]
        return [name for name in found if name != "draws" or "cut" not in found]


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
        for counted in ("neighbours", "inherited"):
            self.__dict__.pop(counted, None)
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

    @property
    def _names(self) -> list[str]:
        """The change without which each of the other rulesets is, "" for the base."""
        bases = [""] * (self._beside.base is not None)
        return [*bases, *(change.name for change, _ in self._beside.without)]

    @property
    def ahead(self) -> int:
        """The side that has more of the points."""
        return 0 if self.figures().of_side(0).value >= 0.5 else 1

    @cached_property
    def neighbours(self) -> list[Neighbour]:
        """The other rulesets of which games were played."""
        return [
            Neighbour(name, self.games[number], self.figures(number), {
                measure: difference(self._rows[0], self._rows[number], measure)
                for measure in EFFECTS
            })
            for number, name in enumerate(self._names, 1) if self._rows[number]
        ]  # fmt: skip

    @property
    def tests(self) -> int:
        """How many differences are looked at, any of which may seem certain by chance."""
        return len(self.neighbours) * len(EFFECTS)

    @property
    def flaws(self) -> list[Flaw]:
        """What is certain to be wrong with the ruleset."""
        return flaws_of(self.games[0], self.figures(), self.verdict)

    def causes(self, flaw: Flaw) -> list[Neighbour]:
        """Return the changes that certainly make a flaw: without them it is smaller.

        Where there is but one change, it is the ruleset without it.
        """
        each = [one for one in self.neighbours if one.change or len(self.neighbours) == 1]
        less = {one.change: self._less(flaw, one) for one in each}
        most = max(less.values(), default=0.0)
        return [one for one in each if less[one.change] > max(0.0, _SHARED * most)]

    @cached_property
    def inherited(self) -> list[Flaw]:
        """The flaws of the ruleset that its base has as well."""
        base = next((one for one in self.neighbours if not one.change), None)
        if base is None:
            return []
        verdict = verdict_on(base.figures.games, self.verdict.margin)
        theirs = flaws_of(base.game, base.figures, verdict)
        return [flaw for flaw in self.flaws if any(map(flaw.is_like, theirs))]

    def _less(self, flaw: Flaw, neighbour: Neighbour) -> float:
        """Return by how much a flaw is certainly smaller in a neighbour, else 0."""
        if flaw.measure not in neighbour.effects(self.tests):
            return 0.0
        after = flaw.wrong + neighbour.against[flaw.measure].value
        return abs(flaw.wrong) - abs(after)

    def summary(self, language: str) -> str:
        """Return in a few words what the games show so far."""
        return summary(self.games[0], self.figures(), language)

    def summary_beside(self, language: str) -> str:
        """Return in a few words which of the other rulesets differs most so far."""
        played = [number for number, rows in enumerate(self._rows) if number and len(rows) > 1]
        found = {other: difference(self._rows[0], self._rows[other], "side") for other in played}
        if not found:
            return ""
        most = max(found, key=lambda other: found[other].strength)
        change = ["", *self._names][most]
        return summary_beside(self.games[most], found[most], change, self.ahead, language)

    def sentences(self, language: str) -> list[str]:
        """Return the verdict in sentences, then what the neighbours of the ruleset show."""
        figures = self.figures()
        found = verdict_sentences(self.games[0], self._terms, figures, self.verdict, language)
        return (
            found
            if not figures.games
            else [*found, *self.wrong(language), *self._beside_it(language)]
        )

    def wrong(self, language: str) -> list[str]:
        """Say what is wrong, and from what it comes."""
        return list(self._wrong(language)) if self.figures().games else []

    def _wrong(self, language: str) -> Iterator[str]:
        game, texts = self.games[0], catalog(language)
        figures, flaws = self.figures(), self.flaws
        yield from flaw_sentences(game, self._terms, figures, flaws, language)
        if not flaws and self.verdict.is_clear:
            yield texts.say("lab.flaw.none")
        for flaw in flaws if len(self.neighbours) > 0 else ():
            if flaw.measure and (found := self.causes(flaw)):
                names = [one.change or self._beside.only for one in found]
                flawed = texts.say(f"lab.cause.{flaw.kind}")
                yield texts.say("lab.cause", change=", ".join(names), flaw=flawed)
        for flaw in self.inherited:
            base = texts.of(self.games[1].ruleset.name)
            yield texts.say("lab.inherited", base=base, flaw=texts.say(f"lab.cause.{flaw.kind}"))

    def _beside_it(self, language: str) -> Iterator[str]:
        texts = catalog(language)
        for one in self.neighbours:
            effects = one.effects(self.tests)
            yield neighbour_sentence(
                one.change, one.game, one.figures, one.against, effects, self.ahead, language
            )
        for change in self._beside.stuck:
            yield texts.say("lab.stuck", change=change.name)

    def as_json(self, language: str) -> dict[str, Any]:
        """Return everything as JSON values; differences are of the first side's points."""
        flaws = [
            {"kind": flaw.kind, "types": list(flaw.types),
             "share": share_json(flaw.share) if flaw.share else None,
             "inherited": flaw in self.inherited,
             "causes": [one.change or self._beside.only for one in self.causes(flaw)]}
            for flaw in self.flaws
        ]  # fmt: skip
        others = [
            {"without": one.change or None, **numbers_json(one.game, one.figures),
             "difference": list(one.against["side"]),
             "differences": {name: list(found) for name, found in one.against.items()},
             "certain": one.effects(self.tests)}
            for one in self.neighbours
        ]  # fmt: skip
        return {
            **numbers_json(self.games[0], self.figures()),
            "verdict": {**self.verdict._asdict(), "error": ERROR},
            "flaws": flaws,
            "beside": others,
            "stuck": [change.name for change in self._beside.stuck],
            "sentences": self.sentences(language),
        }

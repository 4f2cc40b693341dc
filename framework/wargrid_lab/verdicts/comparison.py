"""Two rulesets beside each other: what differs, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, NamedTuple

from wargrid.engine.game import Game
from wargrid.text import catalog
from wargrid_lab.games.play import Row, Terms
from wargrid_lab.verdicts.compare import MEASURES, SHARES, difference, of_units
from wargrid_lab.verdicts.figures import Estimate, Figures, Share
from wargrid_lab.verdicts.numbers import numbers_json
from wargrid_lab.verdicts.sentences import changed_by, percent, side_name
from wargrid_lab.verdicts.verdict import LEAST

UNITS: Final = ("does", "given", "lost")
"""What is compared of the units of each type: what they did, men removed, and losses."""

_SAID: Final = 3
"""How many differences the sentence names; all are in the table."""


class Line(NamedTuple):
    """A measure of both rulesets in words, and the difference, which may be ``certain``."""

    name: str
    first: str
    second: str
    difference: str
    certain: bool


class Comparison:
    """Collects games of two rulesets, numbers 0 and 1."""

    def __init__(self, one: Game, other: Game, terms: Terms) -> None:
        self.games = [one, other]
        self._terms = terms
        self._rows: tuple[list[Row], list[Row]] = ([], [])

    def add(self, ruleset: int, row: Row) -> None:
        """Take a game into account."""
        self._rows[ruleset].append(row)
        self.__dict__.pop("differences", None)

    def figures(self, ruleset: int) -> Figures:
        """Return what the games of a ruleset add up to."""
        return Figures(tuple(self._rows[ruleset]))

    @cached_property
    def differences(self) -> dict[str, Estimate]:
        """By how much each measure of the second is above the first's; of units, ``archer.given``.

        Units are those that both rulesets have.
        """
        first, second = self._rows
        found = {name: difference(first, second, name) for name in MEASURES}
        one, other = (game.ruleset.units for game in self.games)
        for word in (word for word in other if word in one):
            for what in UNITS:
                found[f"{word}.{what}"] = difference(first, second, of_units(word, what))
        return found

    def is_certain(self, name: str) -> bool:
        """Return whether a difference is no chance, though many are looked at.

        Nothing is certain of fewer pairs than a verdict takes.
        """
        enough = len(self._rows[1]) >= 2 * LEAST
        return enough and self.differences[name].is_certain_of(len(self.differences))

    def summary(self, language: str) -> str:
        """Return in a few words what the games show so far, for a line of progress."""
        change = changed_by(self.differences["side"], "side", language)
        return f"{side_name(self.games[1], 0, language)} {change}" if self._rows[1] else ""

    def sentence(self, language: str) -> str:
        """Say what certainly differs."""
        texts, count = catalog(language), len(self._rows[1])
        if not count:
            return texts.say("lab.no_games")
        found = [line for line in self.lines(language) if line.certain]
        said = texts.say("lab.differs" if found else "lab.differs_not", games=count)
        what = "; ".join(f"{line.name} {line.difference}" for line in found[:_SAID])
        return f"{said} {what}." if found else said

    def lines(self, language: str) -> list[Line]:
        """Return all measures of games, and those of units that certainly differ."""
        return list(self._lines(language))

    def _lines(self, language: str) -> Iterator[Line]:
        texts, game = catalog(language), self.games[1]
        for name, found in self.differences.items():
            certain, (word, _, what) = self.is_certain(name), name.partition(".")
            if what and not certain:
                continue
            side = side_name(game, 0, language)
            title = texts.say(
                f"lab.measure.{what or name}",
                side=side,
                unit=texts.of(game.ruleset.units[word].name) if what else "",
            )
            first, second = (self._written(name, ruleset, language) for ruleset in (0, 1))
            scale = name if name in SHARES else "moves"
            yield Line(title, first, second, changed_by(found, scale, language), certain)

    def _written(self, name: str, ruleset: int, language: str) -> str:
        figures = self.figures(ruleset)
        count = max(1, len(figures.games))
        if name in SHARES:
            share = {
                "side": figures.of_side(0), "first": figures.of_first(),
                "draws": Share(figures.draws / count, len(figures.games)),
                "cut": Share(figures.cut / count, len(figures.games)),
            }[name]  # fmt: skip
            return percent(share, language)
        word, _, what = name.partition(".")
        measure = of_units(word, what) if what else MEASURES[name]
        return catalog(language).decimal(sum(map(measure, figures.games)) / count)

    def as_json(self, language: str) -> dict[str, Any]:
        """Return everything as JSON values."""
        return {
            "rulesets": [numbers_json(game, self.figures(n)) for n, game in enumerate(self.games)],
            "differences": {
                name: {"value": found.value, "interval": [found.low, found.high],
                       "certain": self.is_certain(name)}
                for name, found in self.differences.items()
            },
            "sentence": self.sentence(language),
        }  # fmt: skip

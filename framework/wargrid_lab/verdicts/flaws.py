"""What games show to be wrong with a ruleset: who is favoured, what stalls, what idles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from wargrid.core.moves import VERBS
from wargrid.engine.game import Game
from wargrid_lab.verdicts.figures import Figures, Share
from wargrid_lab.verdicts.verdict import LEAST, Finding, Verdict

STALLS: Final = 0.05
"""The share of games that are cut from which a ruleset stalls, for certain."""

ENOUGH: Final = 40
"""The units of a type on the board below which nothing is said of their use."""

HARDLY: Final = 0.1
"""The share of what other units do below which a type is hardly ever used."""

HARMLESS: Final = 0.05
"""The share of the men that other units remove below which a type hardly ever harms an enemy."""

FlawKind = Literal["side", "first", "stall", "idle", "harmless"]


class Flaw(NamedTuple):
    """Something wrong: ``share`` is that of the side ahead, of who begins, or of games cut.

    ``types`` are those of units that idle or never harm an enemy.
    """

    kind: FlawKind
    share: Share | None = None
    types: tuple[str, ...] = ()

    @property
    def measure(self) -> str:
        """The measure that shows it, or ""."""
        return {"stall": "cut"}.get(self.kind, self.kind) if self.share else ""

    @property
    def wrong(self) -> float:
        """How far its share is from what is right."""
        if self.share is None:
            return 0.0
        return self.share.value - (0.0 if self.kind == "stall" else 0.5)

    def is_like(self, other: Flaw) -> bool:
        """Return whether another ruleset with this flaw is wrong in the same way."""
        same = self.kind == other.kind and set(self.types) <= set(other.types)
        return same and self.wrong * other.wrong >= 0


def flaws_of(game: Game, figures: Figures, verdict: Verdict) -> list[Flaw]:
    """Return what is certain to be wrong, the gravest kind first."""
    return list(_flaws(game, figures, verdict)) if figures.games else []


def _flaws(game: Game, figures: Figures, verdict: Verdict) -> Iterator[Flaw]:
    if _is_ahead(verdict.side):
        yield Flaw("side", figures.of_side(0))
    if _is_ahead(verdict.first) and figures.always_first is None:
        yield Flaw("first", figures.of_first())
    cut = Share(figures.cut / len(figures.games), len(figures.games))
    if cut.games >= 2 * LEAST and cut.interval[0] > STALLS:
        yield Flaw("stall", cut)
    idle, harmless = _useless(game, figures)
    if idle:
        yield Flaw("idle", types=tuple(idle))
    if harmless:
        yield Flaw("harmless", types=tuple(harmless))


def _is_ahead(finding: Finding) -> bool:
    return finding in ("more", "less")


class _Use(NamedTuple):
    """How many units of a type there were, what they did, and the enemy's men they removed."""

    units: int
    deeds: int
    given: int


def _useless(game: Game, figures: Figures) -> tuple[list[str], list[str]]:
    """Return the types that do hardly anything, and of the others those that hardly harm.

    A type that decides the game, or that has an ability, is useful without harming an enemy.
    """
    uses: dict[str, _Use] = {}
    for each in figures.units(game):
        was = uses.get(each.type, _Use(0, 0, 0))
        units = each.counts["begun"] + each.counts["gained"]
        uses[each.type] = _Use(
            was.units + units, was.deeds + sum(each.does.values()), was.given + each.counts["given"]
        )
    decisive = _decisive(game)
    rest = {word: use for word, use in uses.items() if word not in decisive}
    idle = [word for word, use in rest.items() if _is_low(use, "deeds", uses, HARDLY)]
    harmless = [
        word
        for word, use in rest.items()
        if word not in idle and not set(game.engine.costs[word]) - set(VERBS)
        if _is_low(use, "given", uses, HARMLESS)
    ]
    return idle, harmless


def _decisive(game: Game) -> set[str]:
    """Return the types whose loss, or whose place on the board, decides a game."""
    victories = game.ruleset.victory
    lost = {word for victory in victories for word in victory.deciding}
    return lost | {aim.unit for victory in victories for aim in victory.aims}


def _is_low(use: _Use, what: str, uses: dict[str, _Use], least: float) -> bool:
    """Return whether units of a type do less than a share of what all the others do on average."""
    others = [other for other in uses.values() if other is not use]
    units, done = sum(each.units for each in others), sum(getattr(each, what) for each in others)
    if use.units < ENOUGH or units < ENOUGH or done < units / 10:
        return False
    return bool(getattr(use, what) / use.units < least * done / units)

"""Check ranks: each type has one where a rule asks, and the exceptions say something."""

from __future__ import annotations

from collections.abc import Iterator

from wargrid.core.ranking import TARGET_BEATEN
from wargrid.loading.checks.context import Context
from wargrid.loading.checks.picking import parts
from wargrid.ruleset.ranks import Ranks
from wargrid.ruleset.selecting.forms import listed
from wargrid.ruleset.selecting.selectors import UnitSelector
from wargrid.ruleset.units.duels import Duel
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text import join_names


def _asking(context: Context) -> Iterator[tuple[Place, str]]:
    """Yield the places where a rule asks for ranks, each with its word."""
    for weapon in context.weapons:
        if isinstance(weapon.attack.by, Duel):
            yield (*weapon.path, "by", Duel.word), Duel.word
    for part in parts(context):
        if isinstance(part.selector, UnitSelector) and part.selector.beaten_by is not None:
            yield (*part.path, "beaten_by"), "beaten_by"


def check_ranks_are_there(context: Context) -> Iterator[Diagnostic]:
    """Report rules that ask for ranks where there are none, and types without a rank."""
    asking, ranks = list(_asking(context)), context.ruleset.ranks
    if ranks is None:
        unit = next(iter(context.ruleset.units))
        for path, word in asking:
            yield context.at(path, "no_ranks", word=word, unit=unit)
        return
    units = context.ruleset.units
    missing = [word for word in units if word not in ranks.of]
    if asking and missing and all(word in units for word in ranks.of):  # else a name is misspelt
        values = {"units": join_names(missing), "n": len(missing)}
        yield context.at(("ranks", "of"), "rank_missing", **values)


def check_beaten_by_is_of_the_rule(context: Context) -> Iterator[Diagnostic]:
    """Report ``beaten_by`` in a selector of other units than that of the rule."""
    for part in parts(context):
        if part.near and isinstance(part.selector, UnitSelector) and part.selector.beaten_by:
            yield context.at((*part.path, "beaten_by"), "beaten_by_near")


def check_exceptions_agree(context: Context) -> Iterator[Diagnostic]:
    """Report a type that both beats and spares another one."""
    ranks = context.ruleset.ranks
    for word, other in _pairs(ranks, "spares"):
        if (word, other) in _pairs(ranks, "beats"):
            yield context.at(("ranks", "spares", word), "rank_both", unit=word, other=other)


def warn_exceptions_idle(context: Context) -> Iterator[Diagnostic]:
    """Warn of exceptions by which a type beats one that it beats anyway."""
    ranks = context.ruleset.ranks
    for word, other in _pairs(ranks, "beats"):
        assert ranks is not None
        plain = ranks.model_copy(update={"beats": {}})
        if plain.outcome(word, other) == TARGET_BEATEN:
            yield context.at(("ranks", "beats", word), "rank_idle", unit=word, other=other)


def warn_ranks_in_a_circle(context: Context) -> Iterator[Diagnostic]:
    """Warn of exceptions that lead from a type back to it, over types of different ranks."""
    ranks, told = context.ruleset.ranks, set[str]()
    for word in () if ranks is None else ranks.beats:
        assert ranks is not None
        way = _way_back(ranks, (word,))
        if way and told.isdisjoint(way) and len({ranks.of.get(each) for each in way}) > 1:
            told.update(way)
            shown = " → ".join((*way, word))
            yield context.at(("ranks", "beats", word), "rank_circle", way=shown)


def warn_ranks_idle(context: Context) -> Iterator[Diagnostic]:
    """Warn of ranks for which no rule asks."""
    if context.ruleset.ranks is not None and next(_asking(context), None) is None:
        yield context.at(("ranks",), "ranks_idle")


def _pairs(ranks: Ranks | None, key: str) -> list[tuple[str, str]]:
    """Return the pairs of an exception: who, and whom."""
    written = {} if ranks is None else ranks.exceptions()[key]
    return [(word, other) for word, others in written.items() for other in listed(others)]


def _way_back(ranks: Ranks, way: tuple[str, ...]) -> tuple[str, ...]:
    """Return the types by which the first of some comes to itself again, or nothing."""
    for word in listed(ranks.beats.get(way[-1], ())):
        if word == way[0]:
            return way
        if word not in way and (found := _way_back(ranks, (*way, word))):
            return found
    return ()

"""Warn about captures, incomes and prices that can never come about."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import Final

from wargrid.loading.checks.context import Context, reads_by_itself
from wargrid.ruleset.units.abilities import Capture
from wargrid.source.diagnostics import Diagnostic, Place

PASSING: Final = ("turn_end", "own_turn", "own_turn_end")
"""When a marker returns to its start in every turn."""


def warn_slow_captures(context: Context) -> Iterator[Diagnostic]:
    """Warn about captures that take more turns than the game has, or than their count lasts."""
    ruleset, seen = context.ruleset, set()
    last, _ = context.first_limit or (None, ())
    for word, unit in ruleset.units.items():
        for rule in unit.abilities:
            path: Place = ("units", word, "abilities", rule.word, "needs")
            if not isinstance(rule, Capture) or rule.counts is None or context.value(*path) in seen:
                continue
            if not _only(context, rule.counts, "counts"):
                continue
            marker, once = ruleset.markers[rule.counts], 1 if rule.ends_turn else None
            once = ruleset.turn.per_unit.get(rule.word, once)
            turns = 1 if marker.until in PASSING else last
            if turns is None or once is None:
                continue
            most = max(marker.first_values) + turns * once * (unit.men if rule.by == "men" else 1)
            if rule.needs > most:
                seen.add(context.value(*path))
                name = "capture_too_slow" if turns == last else "capture_forgotten"
                values = {"needs": rule.needs, "most": most, "turns": turns, "name": rule.counts}
                at = context.merged.nearest(path, ("markers", rule.counts, "until"))
                yield context.at_value(at, name, unit=word, **values)


def warn_idle_needs(context: Context) -> Iterator[Diagnostic]:
    """Warn about captures that need several uses, which nothing counts."""
    for path, rule in context.abilities:
        if isinstance(rule, Capture) and rule.counts is None and rule.needs > 1:
            at = context.merged.nearest((*path, "needs"), (*path, "counts"))
            yield context.at(at, "needs_idle", needs=rule.needs)


def warn_owners_elsewhere(context: Context) -> Iterator[Diagnostic]:
    """Warn about rules for owned cells of a zone in which no cell has an owner."""
    for path, rule in context.abilities:
        zone: str | None = getattr(rule, "zone", None)
        owner: str | None = getattr(rule, "owner", None)
        other = None if owner is None else context.ruleset.markers[owner].zone
        if zone is None or owner is None or other is None:
            continue
        found = [(ground.zones[zone], ground.zones[other]) for ground in context.terrain_maps]
        if all(own and owned and own.isdisjoint(owned) for own, owned in found):
            at = context.merged.nearest(
                (*path, "zone"), ("zones", zone), ("markers", owner, "zone")
            )
            yield context.at(at, "owner_elsewhere", zone=zone, owner=owner, other=other)


def warn_prices_too_high(context: Context) -> Iterator[Diagnostic]:
    """Warn about units that no side can ever pay for."""
    ruleset = context.ruleset
    for ability in ruleset.abilities:
        offer = ability.offer
        if offer is None or offer.pays is None or reads_by_itself(context):
            continue
        most = _most_earned(context, offer.pays)
        paid: list[Place] = [("markers", offer.pays, key) for key in ("most", "start")]
        paid += [
            ("each_turn", rule.word, "each") for rule in ruleset.each_turn
            if rule.harvest is not None and rule.harvest.pays == offer.pays
        ]  # fmt: skip
        paid = [each for each in paid if context.has(*each)]
        high = {word: price for word, price in offer.prices.items() if price > most}
        for word, price in sorted(high.items(), key=itemgetter(1))[:1]:
            path: Place = ("abilities", ability.word, "prices", word)
            at = context.merged.nearest(*([path] if len(high) == 1 else []), *(paid or [path]))
            values = {"unit": word, "price": price, "most": most, "name": offer.pays}
            yield context.at_value(at, "price_too_high", **values)


def _only(context: Context, marker: str, option: str) -> bool:
    """Return whether only one option of rules names a marker."""
    return all(each.path[-1] == option for each in context.references_to("markers", marker))


def _most_earned(context: Context, name: str) -> int:
    """Return the most that a side can have of a marker, with its income up to the turn limit."""
    ruleset, marker = context.ruleset, context.ruleset.markers[name]
    harvests = (each.harvest for each in ruleset.each_turn)
    incomes = [each for each in harvests if each is not None and each.pays == name]
    turns, _ = context.first_limit or (None, ())
    if (incomes and turns is None) or not _only(context, name, "pays"):
        return marker.highest
    cells = [
        max(len(ground.zones[rule.zone]) for ground in context.terrain_maps) for rule in incomes
    ]
    earned = sum(rule.each * count for rule, count in zip(incomes, cells, strict=True))
    earned *= turns or 0
    return min(marker.highest, max(marker.first_values) + earned)

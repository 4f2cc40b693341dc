"""What a campaign carries over, as pure functions from the report of a battle to the next army."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil

from wargrid.core.protocols import UnitTypeLike
from wargrid_campaign.army import Army, Troop, fresh, in_order
from wargrid_campaign.models import Battle, CampaignFile, Carry, Result

Types = Mapping[str, UnitTypeLike]
"""The types of units of a ruleset, by word."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a battle: its result, and the units that fought, survived and did not fight."""

    result: Result
    fielded: Army
    survivors: Army
    waiting: Army = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands: before a battle or at an ending, with an army and points to spend."""

    at: str
    army: Army = ()
    points: int = 0


def begun(file: CampaignFile) -> Standing:
    """Return where a campaign begins: its army is the set-up of the first battle."""
    return Standing(file.start, (), file.points)


def led_on(file: CampaignFile, standing: Standing, report: Report, types: Types) -> Standing:
    """Return where a battle leads; ``types`` are those of its ruleset.

    >>> led_on(campaign.file, standing, report, types).at
    'bridge'
    """
    way = file.battles[standing.at].way(report.result)
    army = carried(file.carried(way), report, types)
    return Standing(way.to, army, standing.points + way.points)


def carried(carry: Carry, report: Report, types: Types) -> Army:
    """Return the army after a battle: survivors, lost units that return, and those that waited."""
    survivors = [_after(each, carry, types) for each in report.survivors]
    lost = Counter(each.type for each in report.fielded)
    lost.subtract(each.type for each in report.survivors)
    back = [
        fresh(word, types)
        for word, number in lost.items()
        for _ in range(int(max(0, number) * _returning(carry, word) + 1e-9))
    ]
    return in_order((*survivors, *back, *report.waiting), [*types])


def _after(troop: Troop, carry: Carry, types: Types) -> Troop:
    """Return a survivor with the men and the markers that are carried over."""
    missing = types[troop.type].men - troop.men
    shares: dict[object, float] = {"kept": 0, "rested": 1}
    share = shares[carry.men] if isinstance(carry.men, str) else carry.men
    markers = dict(troop.markers)
    kept = {
        word: markers[word] + carry.gains.get(word, 0) for word in carry.markers if word in markers
    }
    return replace(troop, men=troop.men + ceil(missing * share - 1e-9)).with_markers(kept)


def _returning(carry: Carry, word: str) -> float:
    return carry.returns.get(word, 0) if isinstance(carry.returns, dict) else carry.returns


def turned(battle: Battle, army: Army, types: Types) -> Army:
    """Return an army as it comes to a battle: types that become others, none above its men.

    Units of a type that the ruleset does not know stay as they are.
    """
    found = []
    for troop in army:
        word = battle.becomes.get(troop.type, troop.type)
        if word is None:
            continue
        men = min(troop.men, types[word].men) if word in types else troop.men
        found.append(replace(troop, type=word, men=men))
    return in_order(tuple(found), [*types])


def prices_of(file: CampaignFile, battle: Battle, types: Types) -> dict[str, int]:
    """Return what may be bought before a battle, by type, in the order of the ruleset."""
    prices = {**file.prices, **battle.prices}
    return {word: prices[word] for word in types if word in prices}


def bought(
    standing: Standing, wanted: Mapping[str, int], prices: Mapping[str, int], types: Types
) -> Standing:
    """Return a standing with units bought, as many of each type as wanted.

    Raises:
        ValueError: they cost more points than there are, or are not for sale.
    """
    if any(number and word not in prices for word, number in wanted.items()):
        raise ValueError("not for sale")
    points = standing.points - sum(prices[word] * n for word, n in wanted.items() if n)
    if points < 0:
        raise ValueError("too dear")
    more = tuple(fresh(word, types) for word, number in wanted.items() for _ in range(number))
    return replace(standing, army=in_order((*standing.army, *more), [*types]), points=points)

"""Tables of costs in words: what entering each terrain costs, terrains that cost the same together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.ruleset.models import Ruleset
    from wargrid.text.catalog import Catalog


def costs_told(ruleset: Ruleset, table: str, speak: Catalog) -> str:
    """What entering each terrain costs by a table, the cheapest first, and which terrains cannot be entered."""
    found: dict[int, list[str]] = {}
    for terrain, cost in _entries(ruleset, table, speak):
        found.setdefault(cost, []).append(terrain)
    if len(found) == 1 and not _barred(ruleset, table):
        return speak.say("rules.ground.cost_everywhere", cost=next(iter(found)))
    told = [
        speak.say("rules.ground.cost", cost=cost, terrains=", ".join(found[cost]))
        for cost in sorted(found)
    ]
    barred = [speak.of(ruleset.terrains[word].name) for word in _barred(ruleset, table)]
    if barred:
        told.append(speak.say("rules.ground.barred", terrains=", ".join(barred)))
    return speak.say("rules.ground.and").join(told)


def cost_of(ruleset: Ruleset, table: str, terrain: str) -> tuple[int, ...]:
    """What entering a terrain may cost by a table, from one terrain or another, cheapest first; nothing if barred."""
    cost = ruleset.costs[table].get(terrain, ())
    costs = cost.values() if isinstance(cost, Mapping) else (cost,) if isinstance(cost, int) else ()
    return tuple(sorted(set(costs)))


def _enterable(ruleset: Ruleset) -> list[str]:
    return [word for word, terrain in ruleset.terrains.items() if not terrain.wall]


def _barred(ruleset: Ruleset, table: str) -> list[str]:
    return [word for word in _enterable(ruleset) if word not in ruleset.costs[table]]


def _entries(ruleset: Ruleset, table: str, speak: Catalog) -> Iterator[tuple[str, int]]:
    """Each terrain that may be entered, with its cost; one that costs differently by where one comes from, for each."""
    for word in _enterable(ruleset):
        name, cost = speak.of(ruleset.terrains[word].name), ruleset.costs[table].get(word)
        if isinstance(cost, Mapping):
            for each in cost_of(ruleset, table, word):
                start = _comers(ruleset, cost, each, speak)
                yield speak.say("rules.ground.coming", terrain=name, start=start), each
        elif cost is not None:
            yield name, cost


def _comers(ruleset: Ruleset, costs: Mapping[str, int], cost: int, speak: Catalog) -> str:
    """From which terrains, walls apart, entering costs so much."""
    starts = [ruleset.terrains[start] for start, each in costs.items() if each == cost]
    return ", ".join(speak.of(terrain.name) for terrain in starts if not terrain.wall)

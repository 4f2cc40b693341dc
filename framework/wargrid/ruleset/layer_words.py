"""Control and supply in words, for rule books and cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wargrid.ruleset.grammar.phrases import SEVERAL, Phrases
from wargrid.ruleset.layers import Controls, Supply
from wargrid.ruleset.models import Ruleset
from wargrid.ruleset.selecting.forms import listed
from wargrid.ruleset.selecting.selectors import UnitSelector
from wargrid.text import Catalog


def control_sentences(controls: Controls, ruleset: Ruleset, texts: Catalog) -> Iterator[str]:
    """Word which cells a unit controls."""
    phrases = Phrases(texts, ruleset)
    far = ".far" if controls.distance > 1 else ""
    ways = _ways(controls.around, phrases, texts)
    yield texts.say(f"rules.unit.controls{far}", n=controls.distance, ways=ways)
    terrains = listed(controls.not_onto)
    if terrains:
        there = phrases.either([phrases.terrain(word) for word in terrains])
        yield texts.say("rules.unit.controls.not_onto", terrains=there)
    edges = [texts.of(ruleset.edges[word].name) for word in listed(controls.not_across)]
    if edges:
        yield texts.say("rules.unit.controls.not_across", edges=phrases.either(edges))
    if controls.only_if is not None:
        yield phrases.sentence("rule.controls", controls.only_if)
    if controls.lifted_by is not None:
        units = phrases.noun(controls.lifted_by)
        yield texts.say("rules.unit.controls.lifted", units=units)


def supply_sentences(supply: Supply, ruleset: Ruleset, texts: Catalog) -> Iterator[str]:
    """Word where supply comes from, and how it goes on."""
    phrases = Phrases(texts, ruleset)
    yield texts.say("rules.supply", sources=phrases.either(list(_sources(supply, phrases, texts))))
    if supply.sources.at:
        yield texts.say("rules.supply.at", cells=phrases.cells(supply.sources.at, SEVERAL))
    if supply.across:
        yield texts.say("rules.supply.across", cells=phrases.cells(supply.across, SEVERAL))
    if supply.most is not None:
        yield texts.say("rules.supply.most", most=supply.most)
    if supply.straight is not None:
        names = [texts.say(f"rules.value.directions.{word}") for word in listed(supply.straight)]
        yield texts.say("rules.supply.straight", ways=", ".join(names))
    if supply.relays is not None:
        yield texts.say("rules.supply.relays", units=phrases.of(phrases.noun(supply.relays)))
    if supply.contact:
        renews = ".renews" if supply.contact == "renews" else ""
        yield texts.say(f"rules.supply.contact{renews}")


def _sources(supply: Supply, phrases: Phrases, texts: Catalog) -> Iterator[str]:
    sources = supply.sources
    if sources.zone is not None:
        yield texts.say("rules.supply.sources.zone", zone=phrases.zone_name(sources.zone))
    if sources.units is not None:
        yield phrases.noun(_own(sources.units))


def _own(selectors: Sequence[UnitSelector]) -> list[UnitSelector]:
    """Return selectors of a side's own units, which sources always are."""
    return [each.model_copy(update={"whose": "any"}) for each in selectors]


def _ways(directions: str | Sequence[str], phrases: Phrases, texts: Catalog) -> str:
    if directions == "all":
        return ""
    names = [texts.say(f"rules.value.directions.{word}") for word in listed(directions)]
    return texts.say("selector.directions", ways=phrases.either(names))

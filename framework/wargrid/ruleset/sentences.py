"""Rules in words: one sentence per rule and option, names of what units do, cost tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from wargrid.core.protocols import UnitTypeLike
from wargrid.ruleset.base import Ability, Movement, RuleOptions
from wargrid.ruleset.grammar.phrases import Phrases, Spoken, for_shape
from wargrid.ruleset.layer_words import control_sentences
from wargrid.ruleset.models import Attacking, Ruleset
from wargrid.ruleset.names import names_marker
from wargrid.ruleset.selecting.forms import listed
from wargrid.ruleset.selecting.selectors import UnitSelector
from wargrid.ruleset.units.carrying import Carries
from wargrid.ruleset.values import Texts
from wargrid.ruleset.verbs import uncapital, verb_name
from wargrid.text import Catalog, catalog


def rule_sentence(rule: RuleOptions, texts: Catalog, ruleset: Ruleset) -> str:
    """Word a rule in one paragraph; empty if the rule has no text."""
    return " ".join(rule_sentences(rule, texts, ruleset))


def rule_sentences(rule: RuleOptions, texts: Catalog, ruleset: Ruleset) -> list[str]:
    """Word a rule with a sentence for each option that has one; none if the rule has no text.

    An empty text for an option's value says that the rule is off: then none of it is told.

    An option's text is ``<rule>.<option>.<value>``, or ``<rule>.<option>`` where the value is
    neither null, false, 0 nor an empty list. Options that a whole family shares may have the text
    ``<family>.all.<option>`` instead.
    """
    key = rule.rule_key()
    if not texts.has(key):
        return []
    shape = ruleset.board.shape
    fields = text_fields(rule, texts, ruleset)
    family = f"{key.rpartition('.')[0]}.all"
    own, shared = dict(_option_keys(rule, key, texts)), dict(_option_keys(rule, family, texts))
    keys = [key, *own.values(), *(each for option, each in shared.items() if option not in own)]
    said = [texts.say(for_shape(each, shape, texts), **fields) for each in keys]
    if not all(said):
        return []
    return [*_joined(said), *_way(rule, texts, ruleset), *_only_if(rule, texts, ruleset)]


def _way(rule: RuleOptions, texts: Catalog, ruleset: Ruleset) -> list[str]:
    """Word how a unit goes by something that it does besides moving."""
    walk = rule.walk if isinstance(rule, Ability) else None
    return [] if walk is None else rule_sentences(walk, texts, ruleset)


def _only_if(rule: RuleOptions, texts: Catalog, ruleset: Ruleset) -> Iterator[str]:
    """Word what a unit must be to move in a way, or to do something else."""
    if isinstance(rule, Movement | Ability) and rule.only_if is not None:
        key = "rule.way" if isinstance(rule, Movement) else "rule.ability"
        yield Phrases(texts, ruleset).sentence(key, rule.only_if)


def unit_conditions(unit: UnitTypeLike, ruleset: Ruleset, texts: Catalog) -> Iterator[str]:
    """Word what a unit must be to do each verb and to be taken, and what it controls."""
    phrases = Phrases(texts, ruleset)
    for verb, selectors in unit.only_if.items():
        if selectors is not None:
            name = uncapital(verb_name(ruleset, verb, texts, [unit]))
            yield phrases.sentence("rule", selectors, verb=name)
    if unit.may_be_taken is not None:
        yield phrases.sentence("rule.taken", unit.may_be_taken, Spoken(taken=True))
    if ruleset.ranks is not None:
        yield from _exceptions(unit, ruleset, texts)
    if unit.carries is not None:
        yield from _carries(unit.carries, ruleset, texts)
    if unit.controls is not None:
        yield from control_sentences(unit.controls, ruleset, texts)


def _carries(carries: Carries, ruleset: Ruleset, texts: Catalog) -> Iterator[str]:
    """Word what a unit carries, and what becomes of that with it."""
    weights, heavy = carries.hold().weights, any(weight > 1 for weight in carries.weighs.values())
    names = [(texts.of(ruleset.units[word].name), weight) for word, weight in weights.items()]
    units = ", ".join(f"{name} ({weight})" if heavy else name for name, weight in names)
    yield texts.say(f"rules.unit.carries{'.weight' * heavy}", most=carries.most, units=units)
    yield texts.say(f"rules.unit.carries.{'lost' if carries.lost_with else 'beside'}")


def trait_sentences(ruleset: Ruleset, texts: Catalog) -> Iterator[str]:
    """Word each trait that players have a word for."""
    phrases = Phrases(texts, ruleset)
    for trait in ruleset.traits.values():
        if trait.says:
            yield phrases.definition(trait)


def rank_sentences(ruleset: Ruleset, texts: Catalog) -> Iterator[str]:
    """Word what becomes of equal ranks, and which units any attacker beats."""
    ranks = ruleset.ranks
    if ranks is None:
        return
    yield texts.say(f"rules.ranks.ties.{ranks.ties}")
    phrases = Phrases(texts, ruleset)
    for weak in ranks.weak or ():
        yield texts.say("rules.ranks.weak", vp=phrases.verb_phrase(weak))


def _exceptions(unit: UnitTypeLike, ruleset: Ruleset, texts: Catalog) -> Iterator[str]:
    """Word which types a unit beats or spares whatever their ranks."""
    assert ruleset.ranks is not None
    phrases = Phrases(texts, ruleset)
    for key, written in ruleset.ranks.exceptions().items():
        others = [*listed(written.get(unit.word, ()))]
        if others:
            named = phrases.noun([UnitSelector(whose="any", unit=others)])
            yield texts.say(f"rules.ranks.{key}", others=named)


def ending_name(ruleset: Ruleset, reason: str, texts: Catalog) -> str:
    """Name a way for games to end, as in “checkmate”; empty if its rule is off.

    The text is ``victory.<reason>.name``. A word without one is named by its rule.
    """
    key, names = f"victory.{reason}.name", []
    for victory in ruleset.victory:
        rule = rule_sentence(victory, texts, ruleset) if victory.ends_as == reason else ""
        fields = text_fields(victory, texts, ruleset)
        names += [texts.say(key, **fields) if texts.has(key) else rule.rstrip(".")] if rule else []
    if not names and reason not in (victory.ends_as for victory in ruleset.victory):
        names = [texts.say(key) if texts.has(key) else reason]
    return on_board(", ".join(dict.fromkeys(names)), ruleset, texts)


def _joined(parts: Iterable[str]) -> list[str]:
    """Return whole sentences: a part that does not end one goes on in the next part."""
    sentences: list[str] = []
    for part in parts:
        if sentences and not sentences[-1].endswith((".", "!", "?")):
            sentences[-1] = f"{sentences[-1]} {part}"
        else:
            sentences.append(part)
    return sentences


def on_board(text: str, ruleset: Ruleset, texts: Catalog) -> str:
    """Call the cells and units of a text what players of this game do, such as hexes or pieces."""
    pattern, names = _names_on_board(texts.language, ruleset.board.shape, ruleset.units_are)
    if pattern is None:
        return text

    def named(found: re.Match[str]) -> str:
        name = names[found[0].lower()]
        return name.capitalize() if found[0][0].isupper() else name

    return pattern.sub(named, text)


_CALLED: Final = {"square": "cells", "hex": "hexes", "points": "points"}
"""What the cells of a shape are called."""


@cache
def _names_on_board(
    language: str, shape: str, units_are: str
) -> tuple[re.Pattern[str] | None, Mapping[str, str]]:
    """Return what replaces each form of a word: ``table.forms.<word>`` lists them alike for all.

    The pattern finds these forms; it is None where nothing is replaced. A form may begin with the
    word before it, which French changes with the noun.
    """
    texts = catalog(language)
    called = {"cells": _CALLED[shape], "units": units_are}
    lists = [
        [texts.say(f"table.forms.{word}").split(", ") for word in pair] for pair in called.items()
    ]
    forms = (form for usual, own in lists for form in zip(usual, own, strict=True))
    names = {usual: own for usual, own in forms if usual != own}
    pattern = re.compile(rf"\b(?:{'|'.join(names)})\b", re.IGNORECASE) if names else None
    return pattern, names


def text_fields(rule: RuleOptions, texts: Catalog, ruleset: Ruleset) -> dict[str, object]:
    """Return the fields that fill a rule's texts, with names and values in a player's words."""
    fields = rule.facts(texts, ruleset)
    for option, field in type(rule).model_fields.items():
        value = getattr(rule, option)
        if fields.get(option) == value:
            marker = names_marker(field.annotation, field.metadata)
            section = None if marker is None or value in marker.besides else marker.section
            fields[option] = _in_words(option, section, value, texts, ruleset)
    return fields


def _option_keys(rule: RuleOptions, owner: str, texts: Catalog) -> Iterator[tuple[str, str]]:
    """Find the options that have a text below a rule or family, the text for a value first."""
    for option in type(rule).model_fields:
        value = getattr(rule, option)
        special, plain = f"{owner}.{option}.{_key_part(value)}", f"{owner}.{option}"
        if texts.has(special):
            yield option, special
        elif value not in (None, 0, (), [], {}) and texts.has(plain):
            yield option, plain


def _key_part(value: object) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _in_words(
    option: str, section: str | None, value: object, texts: Catalog, ruleset: Ruleset
) -> object:
    if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        parts = (str(_in_words(option, section, part, texts, ruleset)) for part in value)
        if section == "faces" and len(value) > 1:
            *before, last = parts
            return texts.say("rules.or", before=", ".join(before), last=last)
        return ", ".join(parts) or (texts.say("rules.none") if section == "units" else "")
    if not isinstance(value, str):
        return value
    if section == "costs":
        return cost_text(ruleset, value, texts)
    if section is not None:
        return texts.of(word_name(section, value, ruleset))
    key = for_shape(f"rules.value.{option}.{value}", ruleset.board.shape, texts)
    return texts.say(key) if texts.has(key) else value


def word_name(section: str, word: str, ruleset: Ruleset) -> Texts:
    """Return the name of a word that a ruleset defines in a section."""
    if section == "sides":
        return ruleset.sides[word].name or word
    if section == "units":
        return ruleset.units[word].name
    if section == "terrains":
        return ruleset.terrains[word].name
    if section == "edges":
        return ruleset.edges[word].name
    if section == "zones":
        return ruleset.zone_name(word)
    if section == "markers":
        return ruleset.marker_name(word)
    return ruleset.face_name(word) if section == "faces" else word


def weapon_limits(
    weapon: Attacking, ruleset: Ruleset, texts: Catalog, *, several: bool
) -> Iterator[str]:
    """Word where and when a weapon, one of ``several``, serves, and what it uses up.

    How often it may be used a turn is told as well.
    """
    if weapon.start is not None:
        terrain = texts.of(ruleset.terrains[weapon.start].name)
        key = "weapon.start" if several else "attack_start"
        yield texts.say(f"rules.unit.{key}", terrain=terrain)
    if not weapon.after_moving:
        yield texts.say(f"rules.unit{'.weapon' if several else ''}.not_after_moving")
    phrases, key = Phrases(texts, ruleset), "rule.weapon" if several else "rule.attack"
    if weapon.only_if is not None:
        yield phrases.sentence(key, weapon.only_if)
    if weapon.may_attack is not None:
        yield phrases.sentence(key, weapon.may_attack, Spoken(role="target"))
    if weapon.uses:
        used = (f"{texts.of(ruleset.marker_name(word))} {by}" for word, by in weapon.uses.items())
        yield texts.say("rules.unit.weapon.uses", uses=", ".join(used))
    if weapon.per_turn is not None:
        yield texts.say("rules.unit.weapon.limit", most=weapon.per_turn)


# Tables of costs


def cost_text(ruleset: Ruleset, table: str, texts: Catalog) -> str:
    """Word a cost table: the cost of entering each terrain, cheapest first, and closed terrains."""
    closed = [word for word in _enterable(ruleset) if word not in ruleset.costs[table]]
    found: dict[int, list[str]] = {}
    for terrain, cost in _costs(ruleset, table, texts):
        found.setdefault(cost, []).append(terrain)
    if len(found) == 1 and not closed:
        return texts.say("rules.ground.cost_everywhere", cost=next(iter(found)))
    parts = [
        texts.say("rules.ground.cost", cost=cost, terrains=", ".join(found[cost]))
        for cost in sorted(found)
    ]
    if closed:
        names = ", ".join(texts.of(ruleset.terrains[word].name) for word in closed)
        parts.append(texts.say("rules.ground.barred", terrains=names))
    return texts.say("rules.ground.and").join(parts)


def entry_costs(ruleset: Ruleset, table: str, terrain: str) -> tuple[int, ...]:
    """Return the costs of entering a terrain, cheapest first; empty if it cannot be entered."""
    cost = ruleset.costs[table].get(terrain, ())
    costs = cost.values() if isinstance(cost, Mapping) else (cost,) if isinstance(cost, int) else ()
    return tuple(sorted(set(costs)))


def _enterable(ruleset: Ruleset) -> list[str]:
    return [word for word, terrain in ruleset.terrains.items() if not terrain.wall]


def _costs(ruleset: Ruleset, table: str, texts: Catalog) -> Iterator[tuple[str, int]]:
    """Yield each terrain with its cost, once per cost where it depends on the terrain before."""
    for word in _enterable(ruleset):
        name, cost = texts.of(ruleset.terrains[word].name), ruleset.costs[table].get(word)
        if isinstance(cost, Mapping):
            for each in entry_costs(ruleset, table, word):
                starts = [ruleset.terrains[start] for start in cost if cost[start] == each]
                start = ", ".join(texts.of(terrain.name) for terrain in starts if not terrain.wall)
                yield texts.say("rules.ground.coming", terrain=name, start=start), each
        elif cost is not None:
            yield name, cost

"""Modifiers of attacks in words: their rules, and what applies to an attack with its dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from wargrid.core.attacks import Attack
from wargrid.core.protocols import RulesetLike
from wargrid.core.selecting import MANY
from wargrid.ruleset.grammar.phrases import MASCULINE, Phrases, Spoken
from wargrid.ruleset.selecting.selectors import listed
from wargrid.ruleset.units.modifiers import Modifier, Modifying, TableModifier
from wargrid.text import Catalog

ROLES = {"attacker": Spoken(gender=MASCULINE), "target": Spoken(role="target")}
"""Of what the phrases of a modifier are said, by its keys."""


def rules_in_words(
    more: Sequence[tuple[str, Modifying]], words: Catalog, ruleset: RulesetLike
) -> str:
    """Return the rules of modifiers, each as its author says it or put together from its keys."""
    return " ".join(_rule(word, modifier, words, ruleset) for word, modifier in more)


def _rule(word: str, modifier: Modifying, words: Catalog, ruleset: RulesetLike) -> str:
    if modifier.says:
        return words.of(modifier.says)
    what = ", ".join(_effects_in_full(modifier, words, ruleset))
    when = [*_units(modifier, words, ruleset), *_place(modifier, words, ruleset)]
    if when:
        what = words.say("rules.more.if", what=what, when=joined(when, "and", words))
    name = name_of(modifier, word, words)
    said = words.say("rules.more.named", name=name, what=what) if name else what
    return f"{said[:1].upper()}{said[1:]}."


def _effects_in_full(modifier: Modifying, words: Catalog, ruleset: RulesetLike) -> Iterator[str]:
    """Yield what a modifier changes, as its rule says it."""
    if isinstance(modifier, TableModifier):
        yield from _of_table_in_full(modifier, words)
        return
    assert isinstance(modifier, Modifier)
    if modifier.dice:
        key = "more" if modifier.dice > 0 else "less"
        yield words.say(f"rules.more.dice.{key}", n=abs(modifier.dice))
    for key in ("most", "least"):
        number = getattr(modifier, key)
        if number is not None:
            yield words.say(f"rules.more.dice.{key}", n=number)
    yield from _faces(modifier, words, ruleset)


def _of_table_in_full(modifier: TableModifier, words: Catalog) -> Iterator[str]:
    if modifier.shift:
        key = "more" if modifier.shift > 0 else "less"
        yield words.say(f"rules.more.shift.{key}", n=abs(modifier.shift))
    if modifier.roll:
        yield words.say("rules.more.roll", n=signed(modifier.roll))
    each = _each_of(modifier)
    which = "each" if each else "attackers"
    role = words.say(f"rules.more.role.{each.removeprefix('each_')}") if each else ""
    if modifier.times is not None:
        yield words.say(f"rules.more.times.{which}.{modifier.times}", role=role)
    if modifier.add:
        yield words.say(f"rules.more.add.{which}", n=signed(modifier.add), role=role)


def _each_of(modifier: TableModifier) -> str:
    """Return the option that names the single units whose strength changes, or an empty text."""
    keys = ("each_attacker", "each_defender")
    return next((key for key in keys if getattr(modifier, key) is not None), "")


def signed(number: int) -> str:
    """Return a number with its sign: ``+1``, ``−1``."""
    return f"{number:+}".replace("-", "−")


def _units(modifier: Modifying, words: Catalog, ruleset: RulesetLike) -> Iterator[str]:
    """Yield what attacker and target must be, the target first: cover is its."""
    phrases = Phrases(words, ruleset)
    for role in ("target", "attacker"):
        selectors = getattr(modifier, role)
        if selectors:
            ways = [phrases.verb_phrase(each, ROLES[role]) for each in selectors]
            yield words.say(f"rules.more.{role}", vp=joined(ways, "or", words))
    if isinstance(modifier, TableModifier):
        yield from _of_several(modifier, phrases, words)


def _of_several(modifier: TableModifier, phrases: Phrases, words: Catalog) -> Iterator[str]:
    """Yield what single attackers and defenders, and those that attack together, must be."""
    each = _each_of(modifier)
    if each:
        ways = [phrases.verb_phrase(one, ROLES["attacker"]) for one in getattr(modifier, each)]
        role = words.say(f"rules.more.role.{each.removeprefix('each_')}")
        yield words.say("rules.more.each", role=role, vp=joined(ways, "or", words))
    for key in ("any", "all"):
        asked = None if modifier.attackers is None else getattr(modifier.attackers, key)
        if asked is not None:
            ways = [phrases.verb_phrase(one, ROLES["attacker"]) for one in asked]
            yield words.say(f"rules.more.several.{key}", vp=joined(ways, "or", words))


def _place(modifier: Modifying, words: Catalog, ruleset: RulesetLike) -> Iterator[str]:
    """Yield from where the attack comes, across what, and from how far."""
    if modifier.struck_from is not None:
        ways = [words.say(f"rules.more.from.{way}") for way in listed(modifier.struck_from)]
        yield words.say("rules.more.struck", ways=joined(ways, "or", words))
    if modifier.across is not None:
        names = [words.of(ruleset.edges[word].name) for word in listed(modifier.across)]
        yield words.say("rules.more.across", names=joined(names, "or", words))
    if modifier.distance is not None:
        least, most = modifier.distance.bounds
        key = "least" if most == MANY else "most" if least < 2 else "range"
        key = "exactly" if least == most else key
        yield words.say(f"rules.more.distance.{key}", least=least, most=most)


def dice_in_words(attack: Attack, words: Catalog) -> str:
    """Return how the dice of an attack come about: “3, leader +1”; empty if no modifier applies."""
    ruleset, by, applying = attack.position.roster.game.ruleset, attack.weapon.by, attack.applying
    if not applying:
        return ""
    usual = dice = by.dice_before(attack.men, attack.distance)
    parts = []
    for each in applying:
        dice += each.dice
        word, modifier = by.modifiers[each.number]
        what = joined([*_effects(modifier, words, ruleset)], "and", words)
        called = name_of(modifier, word, words) or _terrain(modifier, attack, words)
        parts.append(words.say("rules.more.part", name=called, what=what).strip())
    limits = [each.least for each in applying] + [each.most for each in applying]
    if attack.dice != dice and attack.dice not in limits:
        which = "most" if attack.dice < dice else "least"
        parts.append(words.say(f"rules.more.{which}", n=attack.dice))
    return ", ".join((str(usual), *parts))


def cover_on(terrain: str, by: object) -> int:
    """Return the dice more or less of attacks on a terrain, by what asks about nothing else."""
    each = (modifier for _, modifier in getattr(by, "modifiers", ()))
    return sum(one.dice for one in each if hasattr(one, "dice") and terrain in _terrains(one))


def shift_on(terrain: str, by: object) -> int:
    """Return the columns by which attacks on a terrain shift, by what asks about nothing else."""
    each = (modifier for _, modifier in getattr(by, "modifiers", ()))
    return sum(one.shift for one in each if hasattr(one, "shift") and terrain in _terrains(one))


def shift_across(edge: str, by: object) -> int:
    """Return the columns by which attacks across an edge shift, by what asks nothing else."""
    each = (modifier for _, modifier in getattr(by, "modifiers", ()))
    return sum(
        one.shift
        for one in each
        if hasattr(one, "shift") and edge in listed(one.across or ()) and _is_alone(one)
    )


def dice_across(edge: str, by: object) -> int:
    """Return the dice more or less of attacks across a kind of edge, by what asks nothing else."""
    each = (modifier for _, modifier in getattr(by, "modifiers", ()))
    return sum(
        one.dice
        for one in each
        if hasattr(one, "dice") and edge in listed(one.across or ()) and _is_alone(one)
    )


def _is_alone(modifier: Modifying) -> bool:
    asked = (modifier.attacker, modifier.target, modifier.struck_from, modifier.distance)
    return all(each is None for each in asked)


def _terrains(modifier: Modifying) -> tuple[str, ...]:
    """Return the terrains of the target for which a modifier asks, if it asks nothing else."""
    asked: list[object] = [modifier.attacker, modifier.struck_from, modifier.distance]
    asked.append(modifier.across)
    if isinstance(modifier, TableModifier):
        asked += [modifier.each_attacker, modifier.each_defender, modifier.attackers]
    targets = modifier.target or ()
    if any(each is not None for each in asked) or any(e.keys != ("terrain",) for e in targets):
        return ()
    return tuple(word for each in targets for word in listed(each.terrain))


def name_of(modifier: Modifying, word: str, words: Catalog) -> str:
    """Return what players call a modifier: its name, or else its word; empty without either."""
    return words.of(modifier.name) or word.replace("_", " ")


def _terrain(modifier: Modifier, attack: Attack, words: Catalog) -> str:
    """Return the terrain of the target for a modifier that asks about nothing else."""
    terrain = attack.terrain_of(attack.target)
    if terrain not in _terrains(modifier):
        return ""
    return words.of(attack.position.roster.game.ruleset.terrains[terrain].name)


def _effects(modifier: Modifier, words: Catalog, ruleset: RulesetLike) -> Iterator[str]:
    """Yield what a modifier changes, in brief."""
    if modifier.dice:
        yield signed(modifier.dice)
    yield from _limits(modifier, words)
    yield from _faces(modifier, words, ruleset)


def _limits(modifier: Modifier, words: Catalog) -> Iterator[str]:
    for key in ("most", "least"):
        number = getattr(modifier, key)
        if number is not None:
            yield words.say(f"rules.more.{key}", n=number)


def _faces(modifier: Any, words: Catalog, ruleset: RulesetLike) -> Iterator[str]:
    for key in ("hits_on", "counts"):
        faces = getattr(modifier, key)
        if faces is not None:
            named = [words.of(ruleset.face_name(face)) for face in listed(faces)]
            yield words.say(f"rules.more.{key}", faces=joined(named, "or", words))


def joined(names: Sequence[str], how: str, words: Catalog) -> str:
    """Join names by a word: ``how`` is ``or`` or ``and``."""
    *before, last = names
    return words.say(f"rules.{how}", before=", ".join(before), last=last) if before else last

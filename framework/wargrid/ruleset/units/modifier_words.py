"""Modifiers of attacks in words: what applies to an attack, with the dice that it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wargrid.core.attacks import Attack
from wargrid.core.protocols import RulesetLike
from wargrid.ruleset.selecting.selectors import listed
from wargrid.ruleset.units.modifiers import Modifier
from wargrid.text import Catalog


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


def name_of(modifier: Modifier, word: str, words: Catalog) -> str:
    """Return what players call a modifier: its name, or else its word; empty without either."""
    return words.of(modifier.name) or word.replace("_", " ")


def _terrain(modifier: Modifier, attack: Attack, words: Catalog) -> str:
    """Return the terrain of the target for a modifier that asks about nothing else."""
    asked = modifier.target or ()
    if modifier.attacker is None and all(each.keys == ("terrain",) for each in asked) and asked:
        terrain = attack.terrain_of(attack.target)
        return words.of(attack.position.roster.game.ruleset.terrains[terrain].name)
    return ""


def _effects(modifier: Modifier, words: Catalog, ruleset: RulesetLike) -> Iterator[str]:
    """Yield what a modifier changes, in brief."""
    if modifier.dice:
        yield f"{modifier.dice:+}".replace("-", "−")
    yield from _limits(modifier, words)
    yield from _faces(modifier, words, ruleset)


def _limits(modifier: Modifier, words: Catalog) -> Iterator[str]:
    for key in ("most", "least"):
        number = getattr(modifier, key)
        if number is not None:
            yield words.say(f"rules.more.{key}", n=number)


def _faces(modifier: Modifier, words: Catalog, ruleset: RulesetLike) -> Iterator[str]:
    for key in ("hits_on", "counts"):
        faces = getattr(modifier, key)
        if faces is not None:
            named = [words.of(ruleset.face_name(face)) for face in listed(faces)]
            yield words.say(f"rules.more.{key}", faces=joined(named, "or", words))


def joined(names: Sequence[str], how: str, words: Catalog) -> str:
    """Join names by a word: ``how`` is ``or`` or ``and``."""
    *before, last = names
    return words.say(f"rules.{how}", before=", ".join(before), last=last) if before else last

"""Name what units and sides may do, as a ruleset and its language call it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wargrid.core.protocols import UnitTypeLike
from wargrid.ruleset.base import Ability
from wargrid.text import Catalog, Message


def capital(name: str) -> str:
    """Return a name as it begins a line."""
    return name[:1].upper() + name[1:]


def verb_name(
    ruleset: Any, verb: str, texts: Catalog, units: Iterable[UnitTypeLike] | None = None
) -> str:
    """Name what units may do, by the name that a ruleset gives the ability, if it is one for all.

    ``units`` are those that it is named for, by default all of the ruleset.
    """
    types = ruleset.units.values() if units is None else units
    abilities = [each for unit in types for each in unit.abilities if each.word == verb]
    titles = {ability_name(each, ruleset, "", texts) for each in abilities}
    of_sides = [each for each in ruleset.abilities if each.word == verb and not abilities]
    titles |= {capital(texts.of(each.apart(ruleset))) for each in of_sides}
    key = f"rules.verb.{verb}"
    named = texts.say(key) if texts.has(key) else capital(verb)
    # What sides do has a name of its own only where the catalogue has none.
    only = titles.pop() if len(titles) == 1 and (abilities or not texts.has(key)) else ""
    return only or named


def ability_name(ability: Ability, ruleset: Any, chosen: str, texts: Catalog) -> str:
    """Name an ability with a word chosen, as its ruleset does; empty if that names none."""
    title = ability.title(ruleset, chosen)
    return capital(title.text(texts.language) if isinstance(title, Message) else title)


def uncapital(name: str) -> str:
    """Return a name as it stands in the middle of a sentence."""
    return name[:1].lower() + name[1:]

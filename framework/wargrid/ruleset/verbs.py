"""What players call the things that units do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wargrid.core.protocols import RulesetLike, UnitTypeLike
from wargrid.text import Catalog, Message


def verb_name(
    ruleset: RulesetLike, verb: str, texts: Catalog, units: Iterable[UnitTypeLike] | None = None
) -> str:
    """Name what units may do, by the name that a ruleset gives the ability, if it is one for all.

    ``units`` are those that it is named for, by default all of the ruleset.
    """
    types = ruleset.units.values() if units is None else units
    abilities = [each for unit in types for each in unit.abilities if each.word == verb]
    titles = {ability_name(each, ruleset, "", texts) for each in abilities}
    return (titles.pop() if len(titles) == 1 else "") or texts.say(f"rules.verb.{verb}")


def ability_name(ability: Any, ruleset: RulesetLike, chosen: str, texts: Catalog) -> str:
    """Name an ability with a word chosen, as its ruleset does; empty if that names none."""
    title = ability.title(ruleset, chosen)
    name: str = title.text(texts.language) if isinstance(title, Message) else title
    return name[:1].upper() + name[1:]


def uncapital(name: str) -> str:
    """Return a name as it stands in the middle of a sentence."""
    return name[:1].lower() + name[1:]

"""A word or a plugin told in full: its rule, a sentence for each option, and every value in a player's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, get_args

from wargrid.ruleset.base import Names
from wargrid.table.costs_told import costs_told

if TYPE_CHECKING:
    from wargrid.ruleset.base import RuleOptions
    from wargrid.ruleset.models import Ruleset, Texts
    from wargrid.text.catalog import Catalog


class Drawn(str):
    """A paragraph that is one row of a picture: its letters stand in columns."""

    __slots__ = ()


def told_in_full(told: RuleOptions, speak: Catalog, ruleset: Ruleset) -> str:
    """State a word's or a plugin's rule, with a sentence for each option that has one; empty if it has no text.

    An option's sentence is the text ``<rule>.<option>.<value>``, or ``<rule>.<option>`` where the
    value is neither null, false nor 0; options that a whole family shares may be told by
    ``<family>.all.<option>`` instead.
    """
    rule = told.rule_key()
    if not speak.has(rule):
        return ""
    facts = facts_in_words(told, speak, ruleset)
    family = f"{rule.rpartition('.')[0]}.all"
    own, shared = dict(_spoken(told, rule, speak)), dict(_spoken(told, family, speak))
    keys = [rule, *own.values(), *(key for option, key in shared.items() if option not in own)]
    return " ".join(speak.say(key, **facts) for key in keys)


def facts_in_words(told: RuleOptions, speak: Catalog, ruleset: Ruleset) -> dict[str, object]:
    """What the texts about a word or a plugin are filled with, names and values as players know them."""
    facts = told.facts(speak, ruleset)
    return facts | _in_words(told, facts, speak, ruleset)


def section_of(annotation: Any, metadata: list[Any]) -> str | None:
    """The section of the ruleset whose names an option holds, or None if it holds no names."""
    mark = mark_of(annotation, metadata)
    return None if mark is None else mark.section


def mark_of(annotation: Any, metadata: list[Any]) -> Names | None:
    """What marks an option as one that holds names of the ruleset's, or None if it holds none."""
    return next(_marks(annotation, metadata), None)


def cost_table(told: RuleOptions) -> str | None:
    """The table of costs that a word names in one of its options, or None."""
    fields = type(told).model_fields.items()
    named = (
        getattr(told, name)
        for name, field in fields
        if section_of(field.annotation, field.metadata) == "costs"
    )
    return next((table for table in named if isinstance(table, str)), None)


def _marks(annotation: Any, metadata: list[Any]) -> Iterator[Names]:
    yield from (mark for mark in metadata if isinstance(mark, Names))
    for part in get_args(annotation):
        if isinstance(part, Names):
            yield part
        else:
            yield from _marks(part, [])


def _spoken(told: RuleOptions, owner: str, speak: Catalog) -> Iterator[tuple[str, str]]:
    """The options that a text below a rule or a family tells, each with that text, the more special one of two."""
    for option in type(told).model_fields:
        value = getattr(told, option)
        special, plain = f"{owner}.{option}.{_as_written(value)}", f"{owner}.{option}"
        if speak.has(special):
            yield option, special
        elif value not in (None, 0) and speak.has(plain):
            yield option, plain


def _as_written(value: object) -> str:
    """A value as an author writes it in YAML."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _in_words(
    told: RuleOptions, facts: dict[str, object], speak: Catalog, ruleset: Ruleset
) -> dict[str, object]:
    """The facts that are still as written, but are names or words that players know otherwise."""
    found = {}
    for option, field in type(told).model_fields.items():
        value = getattr(told, option)
        if facts.get(option) == value:
            mark = mark_of(field.annotation, field.metadata)
            section = None if mark is None or value in mark.besides else mark.section
            found[option] = _said(option, section, value, speak, ruleset)
    return found


def _said(
    option: str, section: str | None, value: object, speak: Catalog, ruleset: Ruleset
) -> object:
    if isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        said = ", ".join(str(_said(option, section, part, speak, ruleset)) for part in value)
        return said or (speak.say("rules.nobody") if section == "units" else "")
    if not isinstance(value, str):
        return value
    if section == "costs":
        return costs_told(ruleset, value, speak)
    if section is not None:
        return speak.of(_named(section, value, ruleset))
    key = f"rules.value.{option}.{value}"
    return speak.say(key) if speak.has(key) else value


def _named(section: str, word: str, ruleset: Ruleset) -> Texts:
    """What players call something the ruleset defines."""
    if section == "sides":
        return ruleset.side_name([*ruleset.sides].index(word))
    if section == "units":
        return ruleset.units[word].name
    if section == "terrains":
        return ruleset.terrains[word].name
    if section == "zones":
        return ruleset.zone_name(word)
    return ruleset.face_name(word) if section == "faces" else word

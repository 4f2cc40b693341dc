"""Check third-party plugins: their words answer, and their texts exist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wargrid.loading.checks.context import Context, is_optional
from wargrid.plugins.base import PluginError
from wargrid.plugins.discovery import third_party
from wargrid.ruleset.base import (
    Ability,
    Kind,
    Movement,
    Reach,
    Resolution,
    RuleOptions,
    SideAbility,
    Victory,
)
from wargrid.ruleset.models import UnitType
from wargrid.ruleset.registry import BUILT_IN
from wargrid.source.codes import DOUBTED
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.source.document import Location
from wargrid.text import LANGUAGES, catalog


def check_words_answer(context: Context) -> Iterator[Diagnostic]:
    """Report words of plugins that fail when they are called once, in the middle of the board."""
    if not context.has_drawn_board:
        return
    for path, word in context.plugin_words:
        if not _is_defined(context, path):
            continue
        try:
            _call(word, context, context.ruleset.units[str(path[1])])
        except PluginError as error:
            yield context.at(path, "word_fails", word=word.word, message=error.message())
    for path, ability in context.abilities:
        if not _is_defined(context, path):
            continue
        try:
            _targets(ability, context)
        except PluginError as error:
            yield context.at(path, "word_fails", word=ability.word, message=error.message())


def warn_missing_texts(context: Context) -> Iterator[Diagnostic]:
    """Warn about texts that third-party plugins and their words refer to and do not define."""
    missing: dict[str, Place] = {}
    for path, options in rules_of_plugins(context):
        for key in _text_keys(options):
            if key and not any(catalog(language).has(key) for language in LANGUAGES):
                missing.setdefault(key, path)
    for key, path in missing.items():
        yield context.at(path, "missing_text", name=path[-1], key=key)


def rules_of_plugins(context: Context) -> list[tuple[Place, RuleOptions]]:
    """Return the third-party plugins and the words of plugins that the game uses, with places."""
    used: list[tuple[Place, RuleOptions]] = [
        (("plugins", name), plugin) for name, plugin in third_party(context.plugins).items()
    ]
    used += context.plugin_words
    used += [(path, each) for path, each in context.abilities if type(each) not in BUILT_IN]
    used += [(path, each) for path, each in context.victories if type(each) not in BUILT_IN]
    return used


def doubt_errors(context: Context) -> Iterator[Diagnostic]:
    """Let plugins and words that fail when they are asked for doubts be reported."""
    assert context.doubts is not None
    yield from ()


def warn_doubts(context: Context) -> Iterator[Diagnostic]:
    """Warn about what plugins and words doubt, once a place, unless an option sets it."""
    seen: set[tuple[str, Location]] = set()
    for path, doubt in context.doubts:
        place = context.merged.path_of(doubt.at) if "." in doubt.at else (*path, doubt.at)
        location = context.value(*place)
        if (doubt.key, location) in seen or is_optional(context, place):
            continue
        seen.add((doubt.key, location))
        if catalog("en").has(f"diagnostics.{doubt.key}.what"):
            yield replace(context.on(location, doubt.key, place, **doubt.values), code=DOUBTED)
        else:
            values = {"name": path[-1], "key": f"diagnostics.{doubt.key}.what"}
            yield context.at(path, "missing_text", **values)


def _is_defined(context: Context, path: Place) -> bool:
    """Return whether every name in the word at a path exists; a missing one is reported later."""
    sections = context.ruleset.names_by_section()
    return all(each.name in sections[each.section] for each in context.references_below(path))


def _call(word: Kind, context: Context, unit: UnitType) -> None:
    """Call the methods of a word that a game calls before the first move."""
    terrain_map, middle = context.terrain_maps[0], context.grid.middle
    if isinstance(word, Movement | Reach):
        word.pattern(terrain_map, middle, 0)
    if isinstance(word, Movement):
        word.bounds(terrain_map)
        word.neighbours(terrain_map, 0)
    if isinstance(word, Resolution):
        word.may_hit(unit)
        if word.dice(unit.men):
            word.die_of(context.ruleset)


def _targets(ability: Kind, context: Context) -> None:
    if isinstance(ability, Ability):
        ability.targets(context.terrain_maps[0], context.grid.middle)
    elif isinstance(ability, SideAbility):
        ability.targets(context.terrain_maps[0])


def _text_keys(options: RuleOptions) -> Iterator[str]:
    """Yield the texts that players would read about a plugin or a word."""
    try:
        yield options.rule_key()
    except PluginError:  # the rule book reports it
        return
    if isinstance(options, Ability | SideAbility):
        yield f"rules.verb.{options.word}"
    if isinstance(options, Victory):
        keys = (f"victory.{reason}" for reason in (options.word, *options.reasons))
        yield from (key for key in keys if not catalog("en").has(f"{key}.draw"))

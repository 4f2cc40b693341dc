"""Warn about texts of a ruleset that players cannot read, and names of values that do not exist."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wargrid.loading.checks.context import Context, suggestion
from wargrid.loading.checks.modifiers import modifiers_of
from wargrid.loading.model_keys import fields_at, types_in
from wargrid.ruleset.models import Ruleset
from wargrid.ruleset.values import Texts
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.source.merge import PLUGINS
from wargrid.text import LANGUAGES

if TYPE_CHECKING:
    from pydantic import BaseModel

_HASH: Final = re.compile(r" #\w")
"""A comment that was probably belongs to the text: most comments begin with a space."""


def warn_unknown_languages(context: Context) -> Iterator[Diagnostic]:
    """Warn about a text in a language that Wargrid does not have."""
    for path, texts in translated(context):
        for language in texts:
            if language not in LANGUAGES:
                yield context.at(
                    (*path, language), "unknown_language", **suggestion(language, LANGUAGES)
                )


def warn_missing_languages(context: Context) -> Iterator[Diagnostic]:
    """Warn about a text without a language that other texts of its file have."""
    own = {path: context.value(*path).file for path, _ in translated(context)}
    written = {(own[path], language) for path, texts in translated(context) for language in texts}
    for path, texts in translated(context):
        if set(texts) <= set(LANGUAGES):  # a misspelt language is reported alone
            for language in LANGUAGES:
                if language not in texts and (own[path], language) in written:
                    yield context.at(path, "missing_language", language=language)


def warn_comment_in_text(context: Context) -> Iterator[Diagnostic]:
    """Warn about a name or summary such as ``Duel #2``, of which YAML reads the first word."""
    for path, node in context.merged.root.walk():
        rest = context.merged.after(node.location) if isinstance(node.value, str) else ""
        is_text = not {"name", "summary", "says"}.isdisjoint(path[-2:])
        if is_text and _HASH.match(rest) and not context.is_inherited(*path):
            location = replace(
                node.location, column=node.location.column + node.location.length + 1, length=1
            )
            yield context.on(location, "comment_in_text", path)


def warn_unknown_values(context: Context) -> Iterator[Diagnostic]:
    """Warn about a name for a value that its option does not have, in the file that adds it."""
    for word in context.ruleset.options:
        option = context.ruleset.option(word)
        known = list(option.values) or _choices(context, option.sets)
        for value in option.value_names if known else ():
            path = ("options", word, "value_names", value)
            if value not in known and not context.is_inherited(*path):
                values = suggestion(value, known)
                yield context.at(path, "unknown_value", option=word, **values)


def _choices(context: Context, dotted: str) -> list[str]:
    """Return the words that may be at a dotted path, if the model names them all."""
    path = tuple(step for step in context.merged.path_of(dotted) if isinstance(step, str))
    model: type[BaseModel] | None = type(context.ruleset)
    if path[:1] == (PLUGINS,):
        plugin = context.plugins.get(str(path[1])) if len(path) > 2 else None
        model, path = type(plugin) if plugin is not None else None, path[2:]
    types = (types_in(field.annotation) for field in fields_at(model, path))
    choices = {choice for found in types for choice in found}
    if choices == {bool}:
        return ["true", "false"]
    return sorted(map(str, choices)) if choices and all(isinstance(c, str) for c in choices) else []


def _forms(ruleset: Ruleset) -> Iterator[tuple[Place, Texts]]:
    """Yield what makes phrases of selectors."""
    for word, terrain in ruleset.terrains.items():
        yield ("terrains", word, "there"), terrain.there
    for word, there in ruleset.zone_there.items():
        yield ("zone_there", word), there
    for word, marker in ruleset.markers.items():
        yield ("markers", word, "is"), marker.is_
    for word, trait in ruleset.traits.items():
        yield ("traits", word, "says"), trait.says
    for word, line in ruleset.lines.items():
        for key in ("name", "there", "says"):
            yield ("lines", word, key), getattr(line, key)
    for word, unit in ruleset.units.items():
        yield ("units", word, "called"), dict.fromkeys(unit.called, "-") or ""


def translated(context: Context) -> Iterator[tuple[Place, Mapping[str, str]]]:
    """Yield every text that is given by language, with its place."""
    ruleset = context.ruleset
    options = {word: ruleset.option(word) for word in ruleset.options}
    armies = ruleset.deploy.armies if ruleset.deploy is not None else {}
    found: list[tuple[Place, Texts]] = [(("name",), ruleset.name), (("summary",), ruleset.summary)]
    for section, entries in (
        ("sides", ruleset.sides),
        ("terrains", ruleset.terrains),
        ("edges", ruleset.edges),
        ("units", ruleset.units),
    ):
        found += [((section, word, "name"), entry.name) for word, entry in entries.items()]
    found += [(("units", word, "says"), unit.says) for word, unit in ruleset.units.items()]
    found += [((*path, "name"), weapon.name) for path, _, weapon in context.weapons]
    found += _forms(ruleset)
    for weapon in context.weapons:
        for path, modifier in modifiers_of(weapon):
            found += [((*path, "name"), modifier.name), ((*path, "says"), modifier.says)]
    found += [(("faces", word), name) for word, name in ruleset.faces.items()]
    found += [(("zone_names", word), name) for word, name in ruleset.zone_names.items()]
    found += [(("deploy", "armies", word, "name"), army.name) for word, army in armies.items()]
    for word, option in options.items():
        found.append((("options", word, "name"), option.name))
        found.append((("options", word, "says"), option.says))
        names = option.value_names.items()
        found += [(("options", word, "value_names", value), name) for value, name in names]
    yield from ((path, texts) for path, texts in found if isinstance(texts, Mapping))

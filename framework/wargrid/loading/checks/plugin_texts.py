"""Warn about texts of third-party plugins that cannot be filled in, or are in one language only."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import NamedTuple

from wargrid.loading.checks.context import Context, suggestion
from wargrid.loading.checks.plugins import rules_of_plugins
from wargrid.loading.checks.texts import translated
from wargrid.loading.plugins import text_files
from wargrid.plugins.base import Plugin, PluginError
from wargrid.plugins.discovery import third_party
from wargrid.ruleset.base import RuleOptions, Victory
from wargrid.ruleset.sentences import text_fields
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid.source.document import Document
from wargrid.source.yaml_reader import read
from wargrid.text import LANGUAGES, catalog, placeholders


class _Filling(NamedTuple):
    """A rule, the key of its text and the names of what fills it."""

    rule: RuleOptions
    own: str
    fields: Collection[str]

    def of(self, key: str) -> Collection[str] | None:
        """Return the names of what fills the text of a key; None if the rule has no such text."""
        if isinstance(self.rule, Victory) and key.startswith("victory."):
            reasons = (self.rule.word, *self.rule.reasons)
            return {*self.fields, "winner", "loser"} if key.split(".")[1] in reasons else None
        start, _, rest = key.replace("rules.hex.", "rules.", 1).partition(self.own)
        kind = rest.split(".")[1] if rest.startswith(".") else ""
        if start or (rest and not kind):
            return None
        if kind in ("legend", "card"):
            return {*self.fields, "n", "units", "points"}
        # The text of an option that is not set is not told.
        told = not kind or (kind in type(self.rule).model_fields and getattr(self.rule, kind))
        return self.fields if told else None


def warn_unfilled_texts(context: Context) -> Iterator[Diagnostic]:
    """Warn about texts that are not well formed, or name what their rule does not have."""
    fillings = [*_fillings(context)]
    for plugin in third_party(context.plugins).values():
        for _, key, document in _texts_of(plugin):
            try:
                names = placeholders(document.data[key])
            except ValueError:
                yield document.diagnostic((key,), "text_misformed", key=key)
                continue
            for fields in (each.of(key) for each in fillings):
                for name in () if fields is None else names.difference(fields):
                    found = suggestion(name, fields or ())
                    yield document.diagnostic((key,), "text_unfilled", "value", key=key, **found)


def warn_untranslated_texts(context: Context) -> Iterator[Diagnostic]:
    """Warn about texts without a language that the plugin, or the file that lists it, has."""
    for name, plugin in third_party(context.plugins).items():
        texts, file = [*_texts_of(plugin)], context.key("plugins", name).file
        there = {(key, language) for language, key, _ in texts}
        used = {LANGUAGES[0], *(language for language, _, _ in texts)}
        for path, names in translated(context):
            used |= set(names) if context.value(*path).file == file else set()
        for _, key, document in texts:
            for language in LANGUAGES:
                if language in used and (key, language) not in there:
                    found = {"key": key, "language": language}
                    yield document.diagnostic((key,), "text_untranslated", "key", **found)


def _texts_of(plugin: Plugin) -> Iterator[tuple[str, str, Document]]:
    """Yield the texts of a plugin: language, key and file."""
    for file, language in text_files(type(plugin)).items():
        with suppress(RulesetError):  # of an empty file
            document = read(file)
            keys = (key for key in document.data if isinstance(key, str))
            yield from ((language, key, document) for key in keys)


def _fillings(context: Context) -> Iterator[_Filling]:
    for _, rule in rules_of_plugins(context):
        with suppress(PluginError):  # the rule book reports it
            fields = text_fields(rule, catalog("en"), context.ruleset)
            yield _Filling(rule, rule.rule_key() or " ", fields)

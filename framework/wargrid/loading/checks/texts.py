"""Doubts about what players read: texts in languages that nobody chooses, texts that lack one; asked by ``doubts``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Final

from wargrid.loading.catalogues import catalogues_of, documents_of, owner_of
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text.catalog import LANGUAGES
from wargrid.text.format import did_you_mean, join_names

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.models import Ruleset, Texts
    from wargrid.source.document import Mark
    from wargrid.source.merge import Merged


def is_every_text_read(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A language that the program does not speak is most often misspelt."""
    for path, texts in _texts_of(ruleset):
        for language in texts:
            if language not in LANGUAGES:
                near, known = did_you_mean(language, LANGUAGES) or "", join_names(LANGUAGES)
                yield merged.diagnostic(
                    (*path, language), "text_unread", name=language, near=near, known=known
                )


def does_every_text_speak_like_the_others(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A file whose texts are in two languages has all of them in both; a text for all languages is a text alone.

    What a unit takes over in one language from the name of the unit it is like is not its own.
    """
    said = dict(_texts_of(ruleset))
    begins = {path: merged.root.place(path, "value") for path in said}
    marks = {
        (path, each): merged.root.place((*path, each), "key")
        for path in said
        for each in said[path]
    }
    writers = {mark for (path, _), mark in marks.items() if _holds(begins[path], mark)}
    written = {(mark.file, language) for (_, language), mark in marks.items()}
    for path, texts in said.items():
        spoken = [language for language in LANGUAGES if (begins[path].file, language) in written]
        taken = {
            each
            for each in texts
            if marks[path, each] in writers and not _holds(begins[path], marks[path, each])
        }
        lacking = [
            each for each in LANGUAGES if each in taken or (each in spoken and each not in texts)
        ]
        if set(texts) <= set(LANGUAGES):  # or else the misspelt one is told
            yield from (
                merged.diagnostic(path, "text_lacks", language=language) for language in lacking
            )


def is_every_named_value_one_of_its_option(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A name for a value that cannot be chosen is most often misspelt; what a variant no longer offers is not."""
    for word in ruleset.options:
        option = ruleset.option(word)
        for value in option.value_names if option.values else ():
            path = ("options", word, "value_names", value)
            if value not in option.values and merged.depth(merged.root.place(path, "key")) <= 0:
                near, known = did_you_mean(value, option.values) or "", join_names(option.values)
                yield merged.diagnostic(
                    path, "value_not_there", name=value, option=word, near=near, known=known
                )


def is_every_text_of_a_plugin_its_own(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """What the framework says no plugin says otherwise, and of two plugins that say the same text one is not heard."""
    packages = dict.fromkeys(
        package for plugin in plugins.values() for package in catalogues_of(type(plugin))
    )
    for package, language in product(packages, LANGUAGES):
        for document in documents_of(package, language):
            for key in document.data:
                owner = owner_of(key, package)
                if owner is not None:
                    yield document.diagnostic((key,), "text_taken", "key", key=key, owner=owner)


def _holds(text: Mark, language: Mark) -> bool:
    """Whether a language can stand in the text that begins at a mark."""
    return text.file == language.file and (text.line, text.column) <= (
        language.line,
        language.column,
    )


def _texts_of(ruleset: Ruleset) -> Iterator[tuple[Place, Mapping[str, str]]]:
    """Every text that is said by language, with its place."""
    named: list[tuple[Place, Texts]] = [(("name",), ruleset.name), (("summary",), ruleset.summary)]
    for section, entries in (
        ("sides", ruleset.sides),
        ("terrains", ruleset.terrains),
        ("units", ruleset.units),
    ):
        named += [((section, word, "name"), entry.name) for word, entry in entries.items()]
    named += [(("faces", word), name) for word, name in ruleset.faces.items()]
    named += [(("zone_names", word), name) for word, name in ruleset.zone_names.items()]
    options = {word: ruleset.option(word) for word in ruleset.options}
    named += [(("options", word, "name"), option.name) for word, option in options.items()]
    named += [
        (("options", word, "value_names", value), name)
        for word, option in options.items()
        for value, name in option.value_names.items()
    ]
    armies = ruleset.deploy.armies if ruleset.deploy is not None else {}
    named += [(("deploy", "armies", word, "name"), army.name) for word, army in armies.items()]
    yield from ((path, texts) for path, texts in named if isinstance(texts, Mapping))


QUESTIONS: Final = (
    is_every_text_read,
    does_every_text_speak_like_the_others,
    is_every_named_value_one_of_its_option,
    is_every_text_of_a_plugin_its_own,
)

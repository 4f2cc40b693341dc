"""Every text a person reads: flat catalogues of templates, one folder per language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

import yaml

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LANGUAGES: Final = ("en", "fr")
"""The languages every shipped catalogue speaks; the first stands in for what another lacks."""

DOCSTRINGS: Final = "docstrings"
"""The folder, in that of a language, of catalogues whose keys are paragraphs as the code says them in English."""

_packages: list[str | Path] = ["wargrid"]


class Plurals(Formatter):
    """Fills templates in which ``{n:cell|cells}`` is the word that fits the number ``n``: of one, or of several.

    ``least`` is the smallest number that takes the first word beside 1: French says "0 homme", English "0 men".
    """

    def __init__(self, least: int) -> None:
        self._least = least

    def format_field(self, value: Any, format_spec: str) -> str:
        """Choose the word if there are two; a value that is no number counts as several."""
        one, bar, several = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        return one if str(value).isdecimal() and self._least <= int(value) <= 1 else several


class Words:
    """The texts of one language, of every package that registered a catalogue."""

    def __init__(self, language: str, templates: Mapping[str, str]) -> None:
        self.language = language
        self._templates = templates
        self._plurals = Plurals(0 if language == "fr" else 1)

    def say(self, key: str, /, **values: object) -> str:
        """Fill the template called ``key``; an unknown key is answered by itself, a broken template by its key."""
        template = self._templates.get(key)
        if template is None:
            return key
        try:
            return self._plurals.vformat(template, (), values) if "|" in template else template.format(**values)
        except (LookupError, ValueError, TypeError, AttributeError):  # a stranger's template asks for what is not given
            return f"{key} {values}"

    def has(self, key: str) -> bool:
        """Whether this language has a template called ``key``."""
        return key in self._templates

    def docstring(self, said: str) -> str:
        """What the code says in English, paragraph by paragraph; one that nobody has translated stays as it is."""
        known = docstrings(self.language)
        return "\n".join(known.get(paragraph, paragraph) for paragraph in said.splitlines())

    def of(self, texts: Mapping[str, str] | str) -> str:
        """Choose this language from a ruleset's own ``{en: …, fr: …}``, or the first language it speaks."""
        if isinstance(texts, str):
            return texts
        return texts.get(self.language) or next(iter(texts.values()), "")


def register(package: str | Path) -> None:
    """Add the catalogues ``texts/<language>/*.yaml`` in a package, or in a folder; a second time does nothing."""
    if package not in _packages:
        _packages.append(package)
        words.cache_clear()
        docstrings.cache_clear()


def templates_of(package: str | Path, language: str) -> dict[str, str]:
    """Read one package's or folder's catalogue of one language; empty if it has none."""
    return _read(_home(package) / "texts" / language)


def docstrings_of(package: str | Path, language: str) -> dict[str, str]:
    """Read what one package's or folder's code says in one language, by paragraphs in English; empty if nothing."""
    return _read(_home(package) / "texts" / language / DOCSTRINGS)


def _home(package: str | Path) -> Traversable:
    return package if isinstance(package, Path) else files(package)


def _read(folder: Traversable) -> dict[str, str]:
    if not folder.is_dir():
        return {}
    found: dict[str, str] = {}
    for topic in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if topic.name.endswith(".yaml"):
            found.update(yaml.load(topic.read_text("utf-8"), Loader=yaml.CSafeLoader) or {})
    return found


@cache
def words(language: str) -> Words:
    """The texts of ``language``, English where it is silent; an unknown language is English."""
    merged: dict[str, str] = {}
    for spoken in (LANGUAGES[0], language):
        for package in _packages:
            if spoken in LANGUAGES:
                merged.update(templates_of(package, spoken))
    return Words(language if language in LANGUAGES else LANGUAGES[0], merged)


@cache
def docstrings(language: str) -> Mapping[str, str]:
    """What the code of every registered package says in a language, by paragraphs in English."""
    found: dict[str, str] = {}
    for package in _packages if language in LANGUAGES else ():
        said = docstrings_of(package, language)
        found.update({english: part for english, part in said.items() if isinstance(part, str)})
    return found

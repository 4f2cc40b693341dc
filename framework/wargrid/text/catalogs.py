"""Catalogues of texts: one folder of templates per language, looked up by key and filled."""

from __future__ import annotations

import locale
import os
import re
import stat
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from yaml.events import Event


LANGUAGES: Final = ("en", "fr")
"""The languages of every shipped catalogue; the first replaces what another lacks."""

MAX_CATALOG_BYTES: Final = 1 << 18
"""The longest catalogue file that is read, in bytes: 256 KiB."""

MAX_DIGITS: Final = 15
"""The longest number that ``whole`` reads; Python itself refuses some thousands of digits."""

_VARIABLES: Final = ("WARGRID_LANGUAGE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

_KNOWN: Final = {"en": "en", "english": "en", "fr": "fr", "french": "fr", "français": "fr"}
"""The languages by the words of systems for them."""

_NONE: Final = ("", "c", "posix")
"""The words of systems for no language."""

_NO_WORD: Final = re.compile(r"[-_.@]")

OWN: Final = "wargrid"
"""The framework's own package; no other catalogue replaces its texts."""

TOUCH: Final = "touch."
"""How the keys begin of texts for who touches a screen."""

PLURALS: Final = {True: "sxzSXZ", False: "sS"}
"""The letters in which plurals end, in French or not."""

FRENCH_VOWELS: Final = "aàâeéèêëiîïoôœuûùy"
"""The letters before which French words such as "de" lose their last one; h is not one of them."""

ELLIPSIS: Final = "…"
"""What stands for a value that is not given."""

FIELD_NAME: Final = re.compile(r"[^\W\d]\w*")
"""How what is in braces begins."""

_packages: list[str | Path] = [OWN]
_known: dict[tuple[str | Path, str], dict[str, str]] = {}
"""The templates read so far, by package or folder and language."""


def preferred_language() -> str:
    """Return the first known language of the variables that name one, else English.

    They are ``WARGRID_LANGUAGE``, then those of gettext: ``LANGUAGE``, which may name several and
    counts only where a language is set, ``LC_ALL``, ``LC_MESSAGES`` and ``LANG``.
    """
    own, several, *others = map(os.environ.get, _VARIABLES)
    usual = own or next(filter(None, others), None) or locale.getlocale()[0] or ""
    wanted = [usual] if own or _word_of(usual) in _NONE else [*(several or "").split(":"), usual]
    known = (_KNOWN[word] for word in map(_word_of, wanted) if word in _KNOWN)
    return next(known, LANGUAGES[0])


def _word_of(name: str) -> str:
    """Return the language of ``fr_FR.UTF-8``, or of ``French_France``, as a system calls it."""
    return _NO_WORD.split(name.lower(), maxsplit=1)[0]


def whole(text: str, digits: int = MAX_DIGITS) -> int | None:
    """Read a number of at most ``digits`` decimal digits; None for any other text."""
    return int(text) if text.isdecimal() and len(text) <= digits else None


def integer(text: str, digits: int = MAX_DIGITS) -> int | None:
    """Read a number as ``whole`` does, one below zero too; None for any other text."""
    number = whole(text.removeprefix("-"), digits)
    return -number if number is not None and text.startswith("-") else number


class Plurals(Formatter):
    """Fill templates in which ``{n:cell|cells}`` chooses the word that fits the number ``n``.

    French writes "0 homme" and "1,5 homme", English "0 men". A name fits too, as in
    ``{side:du camp|des} {side}``: it is a plural if it ends as most of them do. A second word
    with an apostrophe is for names that begin with a vowel, as in ``{unit:de |d’}{unit}``.
    """

    def __init__(self, language: str) -> None:
        self._is_french = language == "fr"

    def format_field(self, value: Any, format_spec: str) -> str:
        """Choose one of two words; what is neither a number nor a name takes the plural."""
        one, bar, several = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        if str(value).replace(",", ".").replace(".", "", 1).isdecimal():
            number = float(str(value).replace(",", "."))
            return one if number == 1 or (self._is_french and number < 2) else several
        if several.endswith("’"):
            return several if str(value)[:1].lower() in tuple(FRENCH_VOWELS) else one
        last = value[-1:] if isinstance(value, str) else ""
        return one if last.isalpha() and last not in PLURALS[self._is_french] else several


class Catalog:
    """The texts of one language, of every package that registered a catalogue."""

    def __init__(self, language: str, templates: Mapping[str, str], touch: bool = False) -> None:
        self.language, self.touch = language, touch
        self._templates = templates
        self._plurals = Plurals(language)

    def say(self, key: str, /, **values: object) -> str:
        """Fill the template ``key``; without a usable template, return the key.

        A value that is not given is written as an ellipsis: people read the rest.
        """
        template = self._templates.get(key)
        if template is None:
            return key
        try:
            if "|" in template:
                return self._plurals.vformat(template, (), values)
            return template.format(**values)
        except (LookupError, ValueError, TypeError, AttributeError):
            return self._filled_in_part(template, values) or key

    def _filled_in_part(self, template: str, values: Mapping[str, object]) -> str:
        """Fill a template that lacks values; return an empty text where it is not well formed."""
        try:
            lacking = dict.fromkeys(placeholders(template) - set(values), ELLIPSIS)
            return self._plurals.vformat(template, (), {**values, **lacking})
        except (LookupError, ValueError, TypeError, AttributeError):
            return ""

    def lacking(self, key: str, values: Collection[str]) -> list[str]:
        """Return the names that the template ``key`` has and ``values`` lack, in order.

        There are none without a template, or with one that is not well formed.
        """
        try:
            return sorted(placeholders(self._templates.get(key, "")) - set(values))
        except ValueError:
            return []

    def decimal(self, number: float, form: str = ".1f") -> str:
        """Write a number with the decimal point of this language."""
        return format(number, form).replace(".", self.say("table.decimal_point"))

    def has(self, key: str) -> bool:
        """Return whether this language has a template ``key``."""
        return key in self._templates

    def below(self, *prefixes: str) -> dict[str, str]:
        """Return the templates whose keys begin with one of these, for readers elsewhere."""
        return {key: text for key, text in self._templates.items() if key.startswith(prefixes)}

    def of(self, texts: Mapping[str, str] | str) -> str:
        """Choose this language from a ruleset's own ``{en: …, fr: …}``, or else its first one."""
        if isinstance(texts, str):
            return texts
        return texts.get(self.language) or next(iter(texts.values()), "")


def placeholders(template: str) -> set[str]:
    """Return the names that fill a template, also those in a choice of two words.

    Raises:
        ValueError: a brace is single, or holds no name.
    """
    names: set[str] = set()
    for _, field, choice, _ in Formatter().parse(template):
        if field is not None:
            name = FIELD_NAME.match(field)
            if name is None:
                raise ValueError(field)
            names |= {name[0], *placeholders(choice or "")}
    return names


def register(package: str | Path) -> None:
    """Add the catalogues ``texts/<language>/*.yaml`` of a package or folder, once.

    Raises:
        ModuleNotFoundError: there is no such package.
    """
    if package not in _packages:
        _home(package)
        _packages.append(package)
        catalog.cache_clear()


def reread(package: str | Path) -> None:
    """Drop what was read of a package or folder, so that its files are read again."""
    for place in [place for place in _known if place[0] == package]:
        del _known[place]
    catalog.cache_clear()


def registered() -> tuple[str | Path, ...]:
    """Return the registered packages and folders, the framework itself first."""
    return tuple(_packages)


def templates_of(package: str | Path, language: str) -> dict[str, str]:
    """Read one package's or folder's templates of one language, once; empty if it has none."""
    if (package, language) not in _known:
        read = map(read_texts, topics_of(package, language))
        _known[package, language] = {key: text for topic in read for key, text in topic.items()}
    return _known[package, language]


def topics_of(package: str | Path, *folders: str) -> list[Traversable]:
    """List the files of one package's or folder's catalogue below ``texts``, in reading order."""
    folder = _home(package).joinpath("texts", *folders)
    if not folder.is_dir():
        return []
    every = sorted(folder.iterdir(), key=lambda entry: entry.name)
    return [topic for topic in every if topic.name.endswith(".yaml")]


@cache
def catalog(language: str, touch: bool = False) -> Catalog:
    """Return the texts of ``language``, with English for what it lacks; unknown means English.

    The package registered last wins, except over the framework's own texts. For a screen without
    mouse and keys, ``touch.<key>`` replaces the text of a key.
    """
    languages = dict.fromkeys((LANGUAGES[0], language if language in LANGUAGES else LANGUAGES[0]))
    merged: dict[str, str] = {}
    for package in (*_packages[1:], OWN):
        for each in languages:
            merged.update(templates_of(package, each))
    if touch:
        merged |= {
            key.removeprefix(TOUCH): text for key, text in merged.items() if key.startswith(TOUCH)
        }
    return Catalog([*languages][-1], merged, touch)


def _home(package: str | Path) -> Traversable:
    return package if isinstance(package, Path) else files(package)


# Reading catalogue files, which may come from anywhere


def read_texts(topic: Traversable) -> dict[str, str]:
    """Read a file's texts by key, up to the first entry that is not a pair of plain texts.

    Returns an empty map if the file cannot be read. Works on the parser's events, so that aliases
    and merge keys cost nothing.
    """
    import yaml

    texts: dict[str, str] = {}
    try:
        content = _content(topic)
        if content.startswith("%") or "\n%" in content:  # PyYAML compares every directive with all
            return {}
        texts.update(_pairs(content))
    except (OSError, ValueError, yaml.YAMLError):
        return {}
    return texts


def _content(topic: Traversable) -> str:
    """Read an ordinary file of at most ``MAX_BYTES``; raise OSError or ValueError otherwise."""
    if isinstance(topic, Path) and not stat.S_ISREG(topic.stat().st_mode):
        raise OSError(topic)
    with topic.open("rb") as stream:
        raw = stream.read(MAX_CATALOG_BYTES + 1)
    if len(raw) > MAX_CATALOG_BYTES:
        raise ValueError(topic)
    return raw.decode("utf-8")


def _pairs(content: str) -> Iterator[tuple[str, str]]:
    from yaml.events import MappingStartEvent, ScalarEvent

    nodes = _nodes(content)
    if isinstance(next(nodes, None), MappingStartEvent):
        for key in nodes:
            text = next(nodes, None)
            if not (isinstance(key, ScalarEvent) and isinstance(text, ScalarEvent)):
                return
            yield key.value, text.value


def _nodes(content: str) -> Iterator[Event]:
    import yaml  # here, because the help of the command line needs no YAML
    from yaml.events import AliasEvent, MappingEndEvent, NodeEvent

    loader = yaml.CSafeLoader(content)
    try:
        while (event := loader.get_event()) is not None:
            if isinstance(event, (NodeEvent, AliasEvent, MappingEndEvent)):
                yield event
    finally:
        loader.dispose()

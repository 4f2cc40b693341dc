"""Every text a person reads: flat catalogues of templates, one folder per language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wargrid.text.flat import texts_in
from wargrid.text.languages import LANGUAGES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


OWN: Final = "wargrid"
"""The framework as a package: what its texts say, no other catalogue says otherwise."""

_packages: list[str | Path] = [OWN]
_known: dict[tuple[str | Path, ...], dict[str, str]] = {}
"""What was read, by package or folder and the folders below its ``texts``."""


class Slip(NamedTuple):
    """A text that could not be said: it is not there, or asks for a ``field`` that is not among those ``given``."""

    key: str
    language: str
    field: str = ""
    given: tuple[str, ...] = ()


_slips: ContextVar[list[Slip] | None] = ContextVar("slips", default=None)


@contextmanager
def listening() -> Iterator[list[Slip]]:
    """For a while, note every text that could not be said."""
    noted: list[Slip] = []
    token = _slips.set(noted)
    try:
        yield noted
    finally:
        _slips.reset(token)


def _note(slip: Slip) -> None:
    noted = _slips.get()
    if noted is not None:
        noted.append(slip)


class Plurals(Formatter):
    """Fills templates in which ``{n:cell|cells}`` is the word that fits the number ``n``: of one, or of several.

    ``least`` is the smallest number that takes the first word beside 1: French says "0 homme",
    English "0 men".
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
            _note(Slip(key, self.language))
            return key
        try:
            return (
                self._plurals.vformat(template, (), values)
                if "|" in template
                else template.format(**values)
            )
        except (
            LookupError,
            ValueError,
            TypeError,
            AttributeError,
        ) as error:  # a stranger asks for what is not given
            _note(
                Slip(key, self.language, str(error.args[0] if error.args else error), tuple(values))
            )
            return f"{key} {values}"

    def has(self, key: str) -> bool:
        """Whether this language has a template called ``key``."""
        return key in self._templates

    def of(self, texts: Mapping[str, str] | str) -> str:
        """Choose this language from a ruleset's own ``{en: …, fr: …}``, or the first language it speaks."""
        if isinstance(texts, str):
            return texts
        return texts.get(self.language) or next(iter(texts.values()), "")


def register(package: str | Path) -> None:
    """Add the catalogues ``texts/<language>/*.yaml`` in a package, or in a folder; a second time does nothing.

    Raises:
        ModuleNotFoundError: there is no such package.
    """
    if package not in _packages:
        _home(package)
        _packages.append(package)
        words.cache_clear()


def reread(package: str | Path) -> None:
    """Read the catalogues of a package or folder again when they are next asked for."""
    for place in [place for place in _known if place[0] == package]:
        del _known[place]
    words.cache_clear()


def registered() -> tuple[str | Path, ...]:
    """The packages and folders that have registered catalogues, the framework itself first."""
    return tuple(_packages)


def templates_of(package: str | Path, language: str) -> dict[str, str]:
    """Read one package's or folder's catalogue of one language; empty if it has none."""
    return _read(package, language)


def topics_of(package: str | Path, *folders: str) -> list[Traversable]:
    """The files of one package's or folder's catalogue below ``texts``, in the order in which they are read."""
    folder = _home(package).joinpath("texts", *folders)
    if not folder.is_dir():
        return []
    every = sorted(folder.iterdir(), key=lambda entry: entry.name)
    return [topic for topic in every if topic.name.endswith(".yaml")]


def _home(package: str | Path) -> Traversable:
    return package if isinstance(package, Path) else files(package)


def _read(package: str | Path, *folders: str) -> dict[str, str]:
    """What a catalogue says; a file of it that cannot be read says nothing, and harms no other."""
    place = (package, *folders)
    if place not in _known:
        said = map(texts_in, topics_of(package, *folders))
        _known[place] = {key: text for topic in said for key, text in topic.items()}
    return _known[place]


@cache
def words(language: str) -> Words:
    """The texts of ``language``, English where it is silent; an unknown language is English.

    Of two packages that say the same text, the one registered last has its say; but nobody says the
    framework's.
    """
    spoken = dict.fromkeys((LANGUAGES[0], language if language in LANGUAGES else LANGUAGES[0]))
    merged: dict[str, str] = {}
    for package in (*_packages[1:], OWN):
        for each in spoken:
            merged.update(templates_of(package, each))
    return Words([*spoken][-1], merged)

"""A text of the catalogue that is written out later, in the reader's language."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from wargrid.text.catalogs import catalog
from wargrid.text.format import look_alike


@dataclass(frozen=True, slots=True)
class Message:
    """The key of a text and the values of its fields.

    A value may itself be a message, or a text in several languages such as ``{en: …, fr: …}``.
    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def text(self, language: str = "en") -> str:
        """Write the text in a language."""
        values = {name: in_language(value, language) for name, value in self.values.items()}
        return catalog(language).say(self.key, **values)


def note_on_sign(text: str, language: str) -> str:
    """Return the sentence that names a character of another script, or nothing without one."""
    sign = look_alike(text)
    if not sign:
        return ""
    values = {"sign": sign, "name": unicodedata.name(sign), "code": f"{ord(sign):04X}"}
    return catalog(language).say("diagnostics.look_alike", **values)


def in_language(value: object, language: str) -> object:
    """Write a value for a sentence: messages and texts in several languages as one text.

    The items of a tuple are joined by commas.
    """
    if isinstance(value, Message):
        return value.text(language)
    if isinstance(value, tuple):
        return ", ".join(str(in_language(each, language)) for each in value)
    return catalog(language).of(value) if isinstance(value, dict) else value

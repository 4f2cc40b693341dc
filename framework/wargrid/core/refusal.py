"""Why a move is refused: a code with its values, and the sentence that players read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, TypeAlias

from wargrid.text import OWN, Catalog, Message, catalog, note_on_sign, printable, templates_of

MAX_QUOTED: Final = 400
"""How many characters of one value a sentence quotes."""

TYPED: Final = ("text", "letter", "drawn")
"""The values that hold what a person has typed."""

Reason: TypeAlias = tuple[str, dict[str, object]]
"""The code of a refusal and the values of its text."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why a move is not legal.

    ``code`` names its text (``<topic>.<code>``), ``values`` fill the text, and ``rule`` is the
    number of the rule in the rule book, or empty.
    """

    topic: ClassVar[str] = "refusals"
    code: str
    values: Mapping[str, object] = field(default_factory=dict)
    rule: str = ""

    def text(self, language: str = "en") -> str:
        """Return the sentence that players read.

        It has no number of a rule: the rule book of the game has none to look it up by.
        """
        texts = catalog(language)
        values = {name: _displayed(value, texts) for name, value in self.values.items()}
        sentence = texts.say(f"{self.topic}.{self.code}", **values)
        note = note_on_sign("".join(str(self.values.get(key, "")) for key in TYPED), language)
        return f"{sentence} {note}" if note else sentence

    def cited(self, language: str = "en") -> str:
        """Return the sentence for authors, with the rule's number in brackets."""
        sentence = self.text(language)
        return f"{sentence} ({self.rule})" if self.rule else sentence

    def __str__(self) -> str:
        return self.cited()


def _displayed(value: object, texts: Catalog) -> object:
    """Return a value as players read it: translated, tuples with commas, printable."""
    if isinstance(value, dict):
        return texts.of(value)
    if isinstance(value, Message):
        return value.text(texts.language)
    if isinstance(value, tuple):
        return ", ".join(str(_displayed(part, texts)) for part in value)
    return printable(value, MAX_QUOTED) if isinstance(value, str) else value


class IllegalMove(Exception):
    """A move is not legal; ``refusal`` gives the reason. The position is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def refusal_codes() -> list[str]:
    """Return the codes of the framework's refusals."""
    keys = (key.split(".") for key in templates_of("wargrid", "en"))
    return [parts[1] for parts in keys if parts[0] == "refusals" and len(parts) == 2]


def citable_codes() -> list[str]:
    """Return the codes that a ruleset may cite rules for, those of plugins before all others."""
    own = templates_of(OWN, "en")
    others = (key for key in catalog("en").below("refusals.") if key not in own)
    return [*(key.removeprefix("refusals.") for key in others), *refusal_codes()]

"""A value that stands alone after a comma, where YAML expects a key: one of several, or the rest of a text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from wargrid.source.document import Mark
from wargrid.text.catalog import LANGUAGES
from wargrid.text.message import Message

_BRACKET: Final = re.compile(r"[{}\[\]]")
_NEARBY: Final = 200
"""How far along its line the key is looked for that a value may belong to, and what follows."""

_BLANK_INSIDE: Final = re.compile(r"\S\s\S")
_NUMBER_LAST: Final = re.compile(r"\S+\s+-?\d+")
OF_TEXT: Final = ("name", "summary", *LANGUAGES)
"""Keys whose value is a text for players."""


@dataclass(frozen=True, slots=True)
class LoneValue:
    """A value without a key: the key it was meant for, all that stands there, and how many stand before it."""

    key: str
    values: tuple[str, ...]
    number: int

    @property
    def is_first(self) -> bool:
        """Whether only one value stands before, so that nothing has been told of this key yet."""
        return self.number == 1

    @property
    def may_be_meant(self) -> bool:
        """Whether it was hardly meant as a key that lacks its colon, as ``men 3`` was."""
        said = self.values[self.number]
        return not _BLANK_INSIDE.search(said) or (
            self.key in OF_TEXT and not _NUMBER_LAST.fullmatch(said)
        )

    def fields(self) -> Mapping[str, object]:
        """The fields of the fault ``lone_value``."""
        text = ", ".join(self.values)
        is_text = self.key in OF_TEXT
        right = f"{self.key}: {in_quotes(text)}" if is_text else f"{self.key}: [{text}]"
        way = Message(f"faults.lone_value.{'as_text' if is_text else 'as_list'}", {"right": right})
        return {"key": self.values[self.number], "before": self.key, "way": way}


def in_quotes(text: str) -> str:
    """A text as it is written in quotes that it does not hold itself: double ones if there is a choice."""
    quote = "'" if '"' in text and "'" not in text else '"'
    escaped = text.replace("\\", "\\\\").replace('"', '\\"') if quote == '"' else text
    return f"{quote}{escaped}{quote}"


def lone_value(line: str, mark: Mark) -> LoneValue | None:
    """What stands at a mark of a line in braces, if it can be one more value of the key before it."""
    start = mark.column - 1
    before = _BRACKET.split(line[max(0, start - _NEARBY) : start])[-1].split(",")[:-1]
    after = _BRACKET.split(line[start : start + _NEARBY])[0].split(",")
    at = next((number for number in reversed(range(len(before))) if ":" in before[number]), None)
    if at is None or ":" in after[0]:
        return None
    key, _, first = before[at].partition(":")
    more = next((number for number, part in enumerate(after) if ":" in part), len(after))
    values = tuple(part.strip() for part in (first, *before[at + 1 :], *after[:more]))
    number = len(before) - at
    if (
        not first[:1].isspace()
        or not all(values[: number + 1])
        or any(value[:1] in ("'", '"') for value in values)
    ):
        return None
    return LoneValue(key.strip(), tuple(filter(None, values)), number)

"""What an unquoted word of YAML means, and the words that are refused because YAML would misread them."""

from __future__ import annotations

import re
from typing import Final

from wargrid.source.document import Scalar

_WORDS: Final[dict[str, Scalar]] = {"true": True, "false": False, "null": None, "~": None}
_MEANT: Final = {
    "bool_word": {
        "yes": "true",
        "on": "true",
        "true": "true",
        "no": "false",
        "off": "false",
        "false": "false",
    },
    "null_word": {"null": "~"},
}
_INTEGER: Final = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_DECIMAL: Final = re.compile(r"[-+]?(0|[1-9][0-9]*)\.[0-9]+")
_TRAPS: Final = (
    ("octal", re.compile(r"[-+]?0[0-9]+(\.[0-9]*)?")),
    ("clock_number", re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?")),
    ("date", re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt \t].*)?")),
    ("odd_number", re.compile(r"[-+]?(0[xob][0-9a-fA-F_]+|[0-9][0-9_]*_[0-9_]*(\.[0-9_]*)?)")),
    (
        "odd_number",
        re.compile(r"[-+]?([0-9]+\.|\.[0-9]+|([0-9]+(\.[0-9]*)?|\.[0-9]+)[eE][-+]?[0-9]+)"),
    ),
    ("odd_number", re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")),
)
TRAPS: Final = tuple(dict.fromkeys([*_MEANT, *(name for name, _ in _TRAPS), "big_number"]))
"""The faults of words that are misread."""

_MOST_DIGITS: Final = 15
_LONGEST_WORD: Final = 60
"""What is longer and holds more than digits is no number that anybody mistyped."""

CONTROL: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\ufffe\uffff]"
)
"""Characters that no ruleset may hold: they are invisible, and some hide what stands beside
them."""


class Trap(ValueError):
    """A word that YAML would read as something its author hardly meant; ``name`` is the fault, ``meant`` a cure."""

    def __init__(self, name: str, meant: str) -> None:
        super().__init__(name)
        self.name = name
        self.meant = meant


def value_of(word: str) -> Scalar:
    """The value of an unquoted word: ``true``, ``false``, ``~``, a decimal number or text; raises Trap."""
    if word in _WORDS:
        return _WORDS[word]
    if not word or word[0] not in "0123456789+-.yYnNtTfFoO":
        return word
    for name, meanings in _MEANT.items():
        if word.lower() in meanings and word in (word.lower(), word.title(), word.upper()):
            raise Trap(name, meanings[word.lower()])
    return _number_of(word)


def _number_of(word: str) -> Scalar:
    if len(word) > _LONGEST_WORD and not word.lstrip("+-").replace(".", "", 1).isdecimal():
        return word
    if _INTEGER.fullmatch(word) or _DECIMAL.fullmatch(word):
        if len(word) > _MOST_DIGITS:
            raise Trap("big_number", word)
        return float(word) if "." in word else int(word)
    for name, pattern in _TRAPS:
        if pattern.fullmatch(word):
            raise Trap(name, word.lstrip("+-0") or "0")
    return word

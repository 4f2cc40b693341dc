"""Word what argparse finds wrong in arguments: it speaks English, and each Python differently."""

from __future__ import annotations

import re
from typing import Final

from wargrid.text import catalog

_ARGUMENT: Final = re.compile(r"argument (\S+(?:, \S+)*|[A-Z|/]+): (.*)", re.DOTALL)

_PATTERNS: Final = {
    "unrecognized": re.compile(r"unrecognized arguments: (?P<text>.*)", re.DOTALL),
    "required": re.compile(r"the following arguments are required: (?P<text>.*)", re.DOTALL),
    "one_required": re.compile(r"one of the arguments (?P<text>.*) is required", re.DOTALL),
    "expected": re.compile(r"expected (?:one|at least one|at most one|\d+) arguments?"),
    "no_number": re.compile(r"invalid int value: (?P<text>.*)", re.DOTALL),
    "not_with": re.compile(r"not allowed with argument (?P<text>.*)", re.DOTALL),
    "ignored": re.compile(r"ignored explicit argument (?P<text>.*)", re.DOTALL),
    "ambiguous": re.compile(
        r"ambiguous option: (?P<text>.*) could match (?P<matches>.*)", re.DOTALL
    ),
}
"""What argparse says, by the key of our text: ``cli.usage.<key>``."""


def worded(message: str, language: str) -> str:
    """Return what argparse says in our words; what it says in others stays."""
    say = catalog(language).say
    of_one = _ARGUMENT.fullmatch(message)
    if of_one is not None:
        what = worded(of_one[2], language)
        return say("cli.usage.argument", argument=of_one[1], what=what)
    for key, pattern in _PATTERNS.items():
        found = pattern.fullmatch(message)
        if found is not None:
            return say(f"cli.usage.{key}", **found.groupdict())
    return message

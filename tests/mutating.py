"""Broken copies of a file: every sort of slip and of malice that a text can hold, in a fixed
order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from itertools import pairwise
from typing import Any

import yaml

WRONG: list[object] = [
    None,
    True,
    0,
    -1,
    10**9,
    61,
    2.5,
    "",
    "zzz",
    "é",
    "x y",
    [],
    ["a"],
    {},
    {"a": 1},
    [[1]],
    [None],
    "\n. .\n",
    "{0.__class__}",
    "a.b.c",
    999_999_999_999_999,
    "(a+)+$",
]

TRAPS = (
    "no",
    "Yes",
    "on",
    "null",
    "~",
    "010",
    "0x1F",
    "1:30",
    "1e3",
    "1_000",
    ".inf",
    ".nan",
    "2001-01-01",
    "9" * 40,
    "&a 1",
    "*a",
    "!!python/object/apply:os.system [true]",
    "!!int 1",
    "<<: *a",
    "{}",
    "[]",
    "'",
    "|",
    "@",
    "- 1",
    "? a",
    "{a: 1",
)
"""What YAML misreads, hides or forbids, in place of a value."""

INTRUDERS = (
    "\t",
    "\0",
    "\x85",
    "\u2028",
    "\u202e",
    "\ufeff",
    "\ud7ff",
    "\u00a0",
    ":",
    ": ",
    "#",
    " #",
    "'",
    '"',
    "[",
    "}",
    ",",
    "|",
    "&a ",
    "*a ",
    "!x ",
    "%",
    "---\n",
    "...\n",
    "<<: ",
    "- ",
    "? ",
    "\n",
    "\r",
    "  ",
    "{0}",
    "\\",
    "٣",
    "`",
)
"""Characters that stray into a text."""

ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "latin-1", "cp1252", "cp037", "utf-7")

Steps = tuple[Any, ...]
Mutant = tuple[str, Callable[[], str | bytes]]
"""What is done, and what makes the file that comes of it."""


def mutants(text: str) -> list[Mutant]:
    """Every mutant of a text, those alike beside each other."""
    document = yaml.load(text, Loader=yaml.CSafeLoader)
    encoded: list[Mutant] = [
        (f"as {encoding}", partial(text.encode, encoding, "replace")) for encoding in ENCODINGS
    ]
    return [
        *document_mutants(document),
        *_of_values(text),
        *_of_lines(text),
        *_of_letters(text),
        *encoded,
    ]


def spread(made: list[Mutant], most: int) -> list[tuple[str, bytes]]:
    """So many of the mutants, taken from all over them, and made."""
    chosen = (
        made if len(made) <= most else [made[number * len(made) // most] for number in range(most)]
    )
    return [(what, _bytes(make())) for what, make in chosen]


def _bytes(made: str | bytes) -> bytes:
    return made.encode("utf-8", "surrogatepass") if isinstance(made, str) else made


def places(value: Any, steps: Steps = ()) -> Iterator[Steps]:
    """Every key and index of a document, from the top down."""
    inside = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for step, below in inside:
        yield (*steps, step)
        yield from places(below, (*steps, step))


def document_mutants(document: Any) -> list[Mutant]:
    """Every place with its key removed, misspelt or joined by a stranger, and with every wrong
    value in its stead."""
    return [
        (f"{steps} {what}", partial(_changed, document, steps, change))
        for steps in places(document)
        for what, change in CHANGES.items()
    ]


def _of_values(text: str) -> Iterator[Mutant]:
    """Every value on a line replaced by what YAML misreads; every key said twice."""
    for found in re.finditer(r"(?<=: )[^\s{\[|#][^#\n,}\]]*", text):
        for trap in TRAPS:
            yield (
                f"{trap!r} at {found.start()}",
                partial(_put, text, found.start(), found.end(), trap),
            )
    for found in re.finditer(r"^ *[a-z_]+: .*\n", text, re.MULTILINE):
        yield f"twice at {found.start()}", partial(_put, text, found.end(), found.end(), found[0])


def _of_lines(text: str) -> Iterator[Mutant]:
    """Every line doubled, removed, indented, brought out, and exchanged with the next."""
    lines = [*text.splitlines(keepends=True), ""]
    start = 0
    for number, (line, following) in enumerate(pairwise(lines), 1):
        end = start + len(line)
        for what, other in {
            "doubled": line * 2,
            "removed": "",
            "indented": f" {line}",
            "out": line.lstrip(),
        }.items():
            yield f"line {number} {what}", partial(_put, text, start, end, other)
        yield (
            f"line {number} later",
            partial(_put, text, start, end + len(following), following + line),
        )
        start = end


def _of_letters(text: str) -> Iterator[Mutant]:
    """The text cut at every place, and something strange put in at every place."""
    for at in range(len(text)):
        intruder = INTRUDERS[at % len(INTRUDERS)]
        yield f"cut at {at}", partial(_put, text, at, len(text), "")
        yield f"{intruder!r} at {at}", partial(_put, text, at, at, intruder)
        yield f"without {at}", partial(_put, text, at, at + 1, "")


def _put(text: str, start: int, end: int, other: str) -> str:
    """A text with something else in place of a part."""
    return text[:start] + other + text[end:]


def _changed(document: Any, steps: Steps, change: Callable[[Any, Any], None]) -> str:
    """A document with a change made where a path leads."""
    copy = holder = deepcopy(document)
    for step in steps[:-1]:
        holder = holder[step]
    change(holder, steps[-1])
    text: str = yaml.dump(copy, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True)
    return text


def _removed(holder: Any, step: Any) -> None:
    """Leave a key or item out."""
    del holder[step]


def _replaced_by(wrong: object) -> Callable[[Any, Any], None]:
    """Put a wrong value there."""

    def replaced(holder: Any, step: Any) -> None:
        holder[step] = wrong

    return replaced


def _renamed(holder: Any, step: Any) -> None:
    """Misspell a key, or an item of a list."""
    if isinstance(holder, list):
        holder[step] = f"{holder[step]}q"
        return
    entries = list(holder.items())
    holder.clear()
    holder.update((f"{key}q" if key == step else key, value) for key, value in entries)


def _joined(holder: Any, step: Any) -> None:
    """Put a stranger beside a key, or an item twice."""
    if isinstance(holder, list):
        holder.append(deepcopy(holder[step]))
    else:
        holder[f"{step}_too"] = deepcopy(holder[step])


def _grown(holder: Any, step: Any) -> None:
    """Make a number or a text a thousand times as large."""
    value = holder[step]
    holder[step] = (
        value * 1000
        if isinstance(value, int | str) and not isinstance(value, bool)
        else [value] * 99
    )


CHANGES: dict[str, Callable[[Any, Any], None]] = {
    "removed": _removed,
    "misspelt": _renamed,
    "joined": _joined,
    "grown": _grown,
    **{repr(wrong): _replaced_by(wrong) for wrong in WRONG},
}

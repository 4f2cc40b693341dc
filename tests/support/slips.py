"""Slips of form in the shipped rulesets: a missing quote, a misspelt key, a row too short.

Each kind of slip names the lines that it can change and how. Which lines are taken is decided by a
hash of the line and its file, so that a change of a ruleset changes the slips of that line alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

from wargrid.loading.library import locate, names
from wargrid.loading.loader import load_document
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid.source.yaml_reader import read_text

Slipped: TypeAlias = str | list[str] | None
"""A line after the slip, the lines in its place, or None where the slip cannot be made."""


class Slip(NamedTuple):
    """A line of a ruleset (from 0) with a slip: what is written in its place.

    ``lines`` (from 1) are those at which it may be reported.
    """

    kind: str
    ruleset: str
    number: int
    new: tuple[str, ...]
    lines: range

    @property
    def id(self) -> str:
        return f"{self.kind}, {self.ruleset}:{self.number + 1}"

    def text(self) -> str:
        """Return the whole ruleset with the slip."""
        lines = locate(self.ruleset).read_text("utf-8").splitlines()
        return "\n".join([*lines[: self.number], *self.new, *lines[self.number + 1 :]]) + "\n"


class Lines(list[str]):
    """The lines of a ruleset.

    ``rows`` are the numbers (from 0) of those in diagrams, ``first`` of their first ones, ``whole``
    of those in diagrams of the whole board.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text.splitlines())
        self.rows: set[int] = set()
        self.first: set[int] = set()
        self.whole: set[int] = set()
        self.terrain: set[int] = set()
        depth: int | None = None
        whole = ground = False
        for number, line in enumerate(self):
            indent = len(line) - len(line.lstrip())
            if depth is not None and line.strip() and indent <= depth:
                depth = None
            if depth is not None and line.strip():
                self.first |= set() if number - 1 in self.rows else {number}
                self.rows.add(number)
                self.whole |= {number} if whole else set()
                self.terrain |= {number} if ground else set()
            if re.search(r": \|\s*(#.*)?$", line):
                ground = line.startswith("  terrain:")
                depth, whole = indent, line.startswith(("setup:", "  terrain:"))
        near = (({at} | {at + 1}) for at in range(len(self) - 1))
        self.aligned = {
            at for pair in near if len({indent_of(self[at]) for at in pair}) == 1 for at in pair
        }
        self.even = {
            at
            for at in self.rows & {each - 1 for each in self.rows}
            if indent_of(self[at]) == indent_of(self[at + 1])
        }


def indent_of(line: str) -> int:
    return len(line) - len(line.lstrip())


Maker: TypeAlias = Callable[[str], Slipped]

PAIR = r"(?P<indent> *)(?P<key>[a-z_]+): (?P<value>[^#]*?)(?P<rest> +#.*)?"
WORDS = {"true", "false"}
TEXTS = {"en", "fr", "name", "summary", "source"}


def pair(line: str) -> re.Match[str] | None:
    """Match a line of a key with its value."""
    return re.fullmatch(PAIR, line)


def swap(word: str) -> str:
    """Exchange two letters in the middle of a word."""
    at = next((at for at in range(1, len(word) - 1) if word[at] != word[at + 1]), None)
    return word + "x" if at is None else word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def once(pattern: str, new: str | Callable[[re.Match[str]], str]) -> Maker:
    """Replace the first match of a pattern, outside the comment of a line."""

    def made(line: str) -> Slipped:
        code, sign, comment = line.partition(" #")
        slipped = re.sub(pattern, new, code, count=1)
        return None if slipped == code else slipped + sign + comment

    return made


def with_value(change: Callable[[str], str | None], *keys: str) -> Maker:
    """Change the value of a line that has one of these keys, or of any but a text."""

    def made(line: str) -> Slipped:
        found = pair(line)
        if found is None or (found["key"] in TEXTS if not keys else found["key"] not in keys):
            return None
        value = change(found["value"])
        if value is None or value == found["value"]:
            return None
        return f"{found['indent']}{found['key']}: {value}{found['rest'] or ''}"

    return made


NUMBERED: Final = (
    "men|hits_per_man|actions|move|attack|turn|turns|columns|rows|most|least|points|dice|per_man|"
    "strength|reach|distance|deep|wide|nearest|eliminated|after"
)

LINES: Final[dict[str, Maker]] = {
    "no closing quote": once(r'("[^"]+)"', r"\1"),
    "no opening quote": once(r'"([^"]+")', r"\1"),
    "apostrophe in single quotes": once(r'"([^"\']+)"', r"'l'\1'"),
    "single quoted text": once(r"\b(en|fr): ([\w ]+)([,}])", r"\1: 'l'\2'\3"),
    "bracket not closed": once(r"\}(?=[^}]*$)", ""),
    "list not closed": once(r"\](?=[^\]]*$)", ""),
    "wrong bracket": once(r"\](?=[^\]]*$)", "}"),
    "comma missing": once(r"(?<=\w), (?=[a-z_]+: )", " "),
    "comma doubled": once(r"(?<=\w), (?=[a-z_]+: )", ",, "),
    "semicolon for comma": once(r"(?<=\w), (?=[a-z_]+: )", "; "),
    "colon missing": once(r"^( +[a-z_]+):(?= )", r"\1"),
    "colon missing in braces": once(r"([{] *[a-z_]+):(?= )", r"\1"),
    "blank missing": once(r"^( +[a-z_]+): (?=\w)", r"\1:"),
    "blank missing in braces": once(r"([{] *[a-z_]+): (?=\w)", r"\1:"),
    "equals sign": once(r"^( +[a-z_]+): (?=\w)", r"\1 = "),
    "tab": once(r"^( +)(?=[a-z_]+:)", "\t"),
    "indented more": once(r"^( +)(?=[a-z_]+: )", r"\1 "),
    "indented less": once(r"^( +) (?=[a-z_]+:)", r"\1"),
    "key misspelt": once(r"^( *)([a-z_]{4,})(?=:)", lambda m: m[1] + swap(m[2])),
    "key misspelt in braces": once(r"([{,] *)([a-z_]{4,})(?=:)", lambda m: m[1] + swap(m[2])),
    "key capital": once(r"^( *)([a-z])(?=[a-z_]+:)", lambda m: m[1] + m[2].upper()),
    "word misspelt": with_value(
        lambda v: swap(v) if re.fullmatch("[a-z_]{4,}", v) and v not in WORDS else None
    ),
    "word misspelt in a list": once(
        r"(\[(?:[a-z_]+, )*)([a-z_]{4,})(?=[\],])", lambda m: m[1] + swap(m[2])
    ),
    "word misspelt in braces": once(
        r"([{,] *(?!en|fr|name)[a-z_]+: )([a-z_]{4,})(?=[,}])", lambda m: m[1] + swap(m[2])
    ),
    "word for a number": once(rf"\b((?:{NUMBERED}): )\d+(?![\w.])", r"\1two"),
    "number with a unit": once(rf"\b((?:{NUMBERED}): )(\d+)(?![\w.])", r"\1\2 men"),
    "number in quotes": once(rf"\b((?:{NUMBERED}): )(\d+)(?![\w.])", r'\1"\2"'),
    "decimal for a whole number": once(rf"\b((?:{NUMBERED}): )(\d+)(?![\w.])", r"\1\2.5"),
    "negative number": once(rf"\b((?:{NUMBERED}): )(\d+)(?![\w.])", r"\1-\2"),
    "huge number": once(r"^( +(?:columns|rows): )(\d+)(?![\w.])", r"\g<1>99999"),
    "number with a comma": once(r"(\w: \d)\.(\d)(?=[,}])", r"\1,\2"),
    "fraction": once(rf"\b((?:{NUMBERED}): )(\d+)(?![\w.])", r"\g<1>1/2"),
    "capital word": with_value(
        lambda v: v.capitalize() if re.fullmatch("[a-z_]{4,}", v) and v not in WORDS else None
    ),
    "parentheses": once(r"\[([\w, ]+)\]", r"(\1)"),
    "hyphen for underscore": once(r"^( *[a-z]+)_(?=[a-z]+:)", r"\1-"),
    "blank for underscore": once(r"^( *[a-z]+)_(?=[a-z]+:)", r"\1 "),
    "colon doubled": once(r"^( +[a-z_]+:)(?= \w)", r"\1:"),
    "plural key": once(r"^( +[a-z]{4,})(?=: )", r"\1s"),
    "quotes within": once(r'"([\w ]+) (\w+)([^"]*)"', r'"\1 "\2"\3"'),
    "letter missing": lambda line: [] if re.match(" +letter: [A-Z]$", line) else None,
    "bar missing": once(r": \|$", ":"),
    "extends misspelt": with_value(swap, "extends"),
    "foreign key": once(r"^( +)(?:men|move|attack|letter)(?=: )", r"\1zug"),
    "closing bracket doubled": once(r"\}$", "}}"),
    "key without its blank line": once(r"^( +[a-z_]+): (\d+)$", r"\1 \2"),
    "letter O for zero": once(r": 0(?=[,}]|$)", ": O"),
    "yes for true": once(r": true\b", ": yes"),
    "quoted true": once(r"^([^:]*): (true|false)\b", r'\1: "\2"'),
    "list for a word": with_value(
        lambda v: f"[{v}]" if re.fullmatch("[a-z_]{4,}|[A-Z]", v) else None
    ),
    "list for a map": with_value(
        lambda v: f"[{v[1:-1]}]" if re.fullmatch(r"\{[a-z_]+: [^{}]*\}", v) else None
    ),
    "map for a list": with_value(
        lambda v: f"{{{v[1:-1]}}}" if re.fullmatch(r"\[[^\[\]]*\]", v) else None
    ),
    "word for a map": with_value(lambda v: "none" if re.fullmatch(r"\{(?!en|fr).*\}", v) else None),
    "dash before a key": once(r"^( +)(?=[a-z_]+: )", r"\1- "),
    "two letters": with_value(lambda v: v * 2 if re.fullmatch("[A-Z]", v) else None, "letter"),
    "small letter": with_value(lambda v: v.lower() if re.fullmatch("[A-Z]", v) else None, "letter"),
    "value missing": with_value(lambda v: "" if re.fullmatch(r"[\w.]+", v) else None),
    "comment for a value": with_value(lambda v: f"#{v}" if re.fullmatch(r"[\w.]+", v) else None),
    "comment glued": with_value(lambda v: f"{v}# here" if re.fullmatch(r"\d+", v) else None),
    "curly quotes": once(r'"([^"]+)"', "“\\1”"),
    "line twice": lambda line: [line, line] if pair(line) and line[-1] not in "[{," else None,
}
"""The slips of one line outside diagrams, by kind."""

ROWS: Final[dict[str, Maker]] = {
    "row too short": once(r"(?<=[^ ]) [^ ]+$", ""),
    "row too long": once(r"$", " ."),
    "blank missing in a row": once(r"(?<=\S) (?=\S)", ""),
    "letter of no unit": once(r"(?<= )[A-Za-z](?= |$)", "Ø"),
    "comma in a row": once(r"(?<=\S) (?=\S)", ", "),
    "row shifted left": once(r"^( +) (?=\S)", r"\1"),
    "row shifted right": once(r"^( +)(?=\S)", r"\1 "),
    "comment in a row": lambda line: f"{line}   # first",
    "row twice": lambda line: [line, line],
    "row missing": lambda line: [],
}
"""The slips of one line of a diagram, by kind."""


OF_ROWS: Final[dict[str, Callable[[Lines], set[int]]]] = {
    "row shifted left": lambda lines: {at for at in lines.rows if at - 1 in lines.even},
    "row shifted right": lambda lines: lines.first & lines.even,
    "indented more": lambda lines: lines.aligned,
    "indented less": lambda lines: lines.aligned,
    "blank missing in a row": lambda lines: {at for at in lines.rows if at not in lines.terrain},
    "row twice": lambda lines: lines.whole,
    "row missing": lambda lines: lines.whole,
}
"""The rows in which a slip is one, where not in all."""


@cache
def slips(seed: str, count: int) -> list[Slip]:
    """Make slips, as many of each kind, each kind in as many rulesets as possible."""
    rulesets = {name: Lines(locate(name).read_text("utf-8")) for name in names()}
    queues = {
        kind: sorted(
            made(kind, rulesets),
            key=lambda slip: sha256(f"{seed} {slip.ruleset} {slip.new}".encode()).digest(),
        )
        for kind in (*LINES, *ROWS)
    }
    found: list[Slip] = []
    used: set[tuple[str, str]] = set()
    while len(found) < count:
        for kind, queue in queues.items():
            fresh = (each for each in queue if (kind, each.ruleset) not in used)
            chosen = next(fresh, None) or next(iter(queue), None)
            if chosen is not None and len(found) < count:
                queue.remove(chosen)
                used.add((kind, chosen.ruleset))
                found.append(chosen)
    return found


def made(kind: str, rulesets: dict[str, Lines]) -> Iterator[Slip]:
    """Make every slip of a kind."""
    maker = LINES.get(kind) or ROWS[kind]
    for ruleset, lines in rulesets.items():
        allowed = OF_ROWS[kind](lines) if kind in OF_ROWS else range(len(lines))
        for number in sorted(allowed):
            line = lines[number]
            if (number in lines.rows) != (kind in ROWS) or line.lstrip()[:2] in ("", "# "):
                continue
            changed = maker(line)
            if changed is not None and changed != line:
                new = (changed,) if isinstance(changed, str) else tuple(changed)
                yield Slip(kind, ruleset, number, new, places(kind, number, lines))


def places(kind: str, number: int, lines: Lines) -> range:
    """Return the lines at which a slip may be reported: its own, or those of its diagram."""
    if kind == "line twice":
        return range(number + 2, number + 3)
    if kind == "letter missing":  # at the unit
        above = (
            at for at in range(number, 0, -1) if indent_of(lines[at]) < indent_of(lines[number])
        )
        number = next(above)
    if kind in ("row twice", "row missing"):  # any row may be the one too many
        first = last = number
        while first - 1 in lines.rows:
            first -= 1
        while last + 1 in lines.rows:
            last += 1
        return range(first, last + 3)
    return range(number + 1, number + 2)


def reports(slip: Slip) -> list[Diagnostic]:
    """Return the errors of a ruleset, or its warnings if there are none."""
    try:
        document = read_text(slip.text(), "slip.yaml")
        document.path = locate(slip.ruleset)
        return load_document(document, slip.ruleset).warnings()
    except RulesetError as error:
        return list(error.diagnostics)

"""Slips of syntax told by what the lines around them were meant for: a picture, a map on one line, items of a list."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import yaml

from wargrid.source.diagnostics import LEFT_OPEN
from wargrid.source.lone_values import OF_TEXT, in_quotes
from wargrid.text.message import Message


class Slip(NamedTuple):
    """A slip of syntax: the name of the fault, its line and column from 0, and the fields of its sentences."""

    name: str
    line: int
    column: int
    values: dict[str, object]


_KEY_THEN_REST: Final = re.compile(r"\s*(?:- +)*(?P<key>[\w.]+):\s+(?P<rest>\S.*)")
_KEY_BEFORE: Final = re.compile(r"(?P<key>[\w.]+):\s+(?P<rest>[\w.]+)$")
_COMMENT: Final = re.compile(r"\s#.*")
_PAIR: Final = re.compile(r"[a-z_][\w.]*:(\s|$)")
_PICTURE_BEGINS: Final = re.compile(r"(?P<key>[\w.]+):\s*[|>][-+0-9]*\s*(#.*)?$")
_KEY_OF_SEVERAL_WORDS: Final = re.compile(r"[{,]\s*[^\s:,{}]+\s+[^:,{}]*:\s")
"""Where a comma is missing besides."""

_LONGEST: Final = 90
"""A longer line is not written out again."""


def refined(slip: Slip, lines: list[str]) -> Slip:
    """The slip as its lines tell it."""
    if slip.name in ("missing_colon", "stray_colon", "bad_indent", "bad_start", "alias"):
        key = _picture_above(slip.line, lines)
        if key is not None:
            return Slip("picture_indent", slip.line, indent_of(lines[slip.line]), {"key": key})
    if slip.name == "stray_colon":
        return slip._replace(values={**slip.values, "way": _way_of_colon(slip, lines)})
    if slip.name == "missing_comma" and slip.values.get("sign") == ":":
        right = _pair_in_braces(lines[slip.line], slip.column)
        if right:
            return slip._replace(
                values={
                    **slip.values,
                    "way": Message("faults.stray_colon.braces", {"right": right}),
                }
            )
    return slip


def indent_of(text: str) -> int:
    """How many blanks a line begins with."""
    return len(text) - len(text.lstrip(" "))


def _picture_above(line: int, lines: list[str]) -> str | None:
    """The key of a text of several lines that a line would belong to if it were indented."""
    if line >= len(lines) or _PAIR.match(lines[line].lstrip()):
        return None
    for number in range(line - 1, -1, -1):
        text = lines[number]
        begins = _PICTURE_BEGINS.search(text)
        if begins and indent_of(text) >= indent_of(lines[line]):
            return begins["key"]
        if (
            text.strip()
            and indent_of(text) <= indent_of(lines[line])
            and _PAIR.match(text.lstrip())
        ):
            return None
    return None


def _way_of_colon(slip: Slip, lines: list[str]) -> Message:
    """How to write a key whose value stands on its line and holds a colon."""
    plain = Message("faults.stray_colon.align")
    text = lines[slip.line] if slip.line < len(lines) else ""
    found = _KEY_THEN_REST.match(text)
    if found is None or len(text) > _LONGEST or not found.start("rest") <= slip.column:
        return plain
    key, rest = found["key"], _COMMENT.sub("", found["rest"]).strip()
    pair = re.search(r"([^\s,]+)$", text[: slip.column])
    if key in OF_TEXT or pair is None or not _PAIR.match(f"{pair[1]}: "):
        return Message("faults.stray_colon.quotes", {"right": f"{key}: {in_quotes(rest)}"})
    below = next((other for other in lines[slip.line + 1 :] if other.strip()), "")
    if indent_of(below) > indent_of(text):
        return Message("faults.stray_colon.below", {"text": rest, "key": key})
    right = f"{key}: {_braced(rest)}"
    is_right = _is_yaml(right) and not _KEY_OF_SEVERAL_WORDS.search(right)
    return Message("faults.stray_colon.braces", {"right": right}) if is_right else plain


def _braced(rest: str) -> str:
    """``path: points: 3`` as ``{path: {points: 3}}``; a value without a key is left one open."""
    head, colon, tail = rest.partition(": ")
    if not colon or "," in head:
        return f"{{{LEFT_OPEN}: {rest}}}" if "," in head else rest
    inner = tail if tail[:1] in "{['\"" or ": " not in tail.partition(",")[0] else _braced(tail)
    return f"{{{head}: {inner}}}"


def _pair_in_braces(text: str, column: int) -> str | None:
    """A key in braces with the pair that stands after it in braces of its own."""
    before, after = _KEY_BEFORE.search(text[:column]), text[column + 1 :]
    known = (
        before is not None and before["key"] not in OF_TEXT and _PAIR.match(f"{before['rest']}: ")
    )
    if before is None or not known or not after[:1].isspace():
        return None
    right = f"{before['key']}: {{{before['rest']}: {_whole_value(after.strip())}}}"
    return right if _is_yaml(right) else None


def _whole_value(text: str) -> str:
    """The value that a text begins with, as far as its brackets are closed."""
    depth = 0
    for number, sign in enumerate(text):
        if not depth and sign in ",}]":
            return text[:number].strip()
        depth += (sign in "{[") - (sign in "}]")
    return text


def _is_yaml(text: str) -> bool:
    """Whether one line can be read."""
    try:
        yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        return False
    return True

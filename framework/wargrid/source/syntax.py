"""The YAML scanner's complaints in our own words: which fault it is, and where it is best shown."""

from __future__ import annotations

import re
from typing import Final

import yaml

from wargrid.source.lone_values import in_quotes
from wargrid.source.slips_of_lines import Slip, indent_of, refined
from wargrid.text.message import Message

__all__ = ["Slip", "slip_of"]


_AT_PROBLEM: Final = {
    "mapping values are not allowed in this context": "stray_colon",
    "found unexpected ':'": "stray_colon",
    "block sequence entries are not allowed in this context": "stray_dash",
    "mapping keys are not allowed in this context": "bad_start",
    "found character that cannot start any token": "bad_start",
    "found unknown escape character": "bad_escape",
    "did not find expected hexdecimal number": "bad_escape",
    "found invalid Unicode character escape code": "bad_escape",
    "did not find expected '-' indicator": "missing_dash",
    "found undefined tag handle": "tag",
    "found incompatible YAML document": "directive",
    "found duplicate %YAML directive": "directive",
    "found duplicate %TAG directive": "directive",
}
_AT_CONTEXT: Final = {
    "while scanning a simple key": "missing_colon",
    "while scanning a quoted scalar": "unclosed_quote",
    "while scanning a block scalar": "block_header",
    "while scanning an anchor": "anchor",
    "while scanning an alias": "alias",
    "while scanning a tag": "tag",
    "while parsing a tag": "tag",
    "while scanning a directive": "directive",
    "while scanning a %YAML directive": "directive",
    "while scanning a %TAG directive": "directive",
    "while parsing a %TAG directive": "directive",
}
_CLOSING: Final = {"[": "]", "{": "}"}
_VALUE_COMMENTED: Final = re.compile(r"[:,\[{]\s+(?P<rest>#.*)")
"""A comment where a value would stand: most often a sign that wants quotes, as in ``{letter:
#}``."""
_ENDING_QUOTE: Final = {quote: re.compile(rf"{quote}(?=\s*(?:[,\]}}#]|$))") for quote in "'\""}
"""A quotation mark after which nothing goes on."""
_DASH_ALONE: Final = re.compile(r" *-[^\s-]")
_KEY_ALONE: Final = re.compile(r" *[\w.]+:(\s|$)")
_KEY_OR_ITEM: Final = re.compile(r":(\s|$)|^\s*[-\"'|>]")
"""What is in a line that is no key that lacks its colon."""


def slip_of(error: yaml.YAMLError, lines: list[str], open_brackets: list[tuple[int, int]]) -> Slip:
    """Translate an error of PyYAML's parser; ``open_brackets`` are the places of ``[`` and ``{`` not yet closed."""
    return refined(_slip_of(error, lines, open_brackets), lines)


def _slip_of(error: yaml.YAMLError, lines: list[str], open_brackets: list[tuple[int, int]]) -> Slip:
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return Slip("syntax", 0, 0, {})
    line, column = error.problem_mark.line, error.problem_mark.column
    problem, context = error.problem or "", error.context or ""
    tab = _tab_before(lines, line, column)
    if (tab is not None and "plain scalar" not in context) or "tab character" in problem:
        return Slip("tab_indent", line, tab or 0, {})
    if context in _AT_CONTEXT and problem not in _AT_PROBLEM and error.context_mark is not None:
        return _at_context(
            _AT_CONTEXT[context], error.context_mark.line, error.context_mark.column, lines
        )
    if problem in _AT_PROBLEM:
        slip = Slip(_AT_PROBLEM[problem], line, column, {"sign": _sign(lines, line, column)})
        return (
            _before_colon(slip, lines) if slip.name == "stray_colon" and not open_brackets else slip
        )
    if open_brackets:
        return _in_brackets(line, column, lines, open_brackets)
    return _in_blocks(line, column, lines, ended="<document start>" in problem)


def _at_context(name: str, line: int, column: int, lines: list[str]) -> Slip:
    rest = lines[line][column:].strip() if line < len(lines) else ""
    return Slip(name, line, column, {"sign": rest[:1], "anchor": rest[1:]})


def _in_brackets(
    line: int, column: int, lines: list[str], open_brackets: list[tuple[int, int]]
) -> Slip:
    sign, opening = _sign(lines, line, column), open_brackets[-1]
    bracket = _sign(lines, *opening)
    closing = _CLOSING.get(bracket, "")
    values: dict[str, object] = {"bracket": bracket, "closing": closing, "sign": sign}
    commented = _VALUE_COMMENTED.search(lines[opening[0]], opening[1])
    if commented and closing in commented["rest"]:
        return Slip("hash_comment", opening[0], commented.start("rest"), values)
    if sign and sign in "]}":
        closes_outer = sign in (_CLOSING.get(_sign(lines, *outer)) for outer in open_brackets)
        return (
            Slip("unclosed_bracket", *opening, values)
            if closes_outer
            else Slip("stray_bracket", line, column, values)
        )
    if sign == ",":
        return Slip("missing_item", line, column, values)
    if inner := _inner_quote(line, column, lines):
        return inner
    if line != opening[0] or not sign:
        return Slip("unclosed_bracket", *opening, values)
    way = Message(
        f"faults.missing_comma.{'before_colon' if sign == ':' else 'between'}", {"closing": closing}
    )
    return Slip("missing_comma", line, column, {**values, "way": way})


def _inner_quote(line: int, column: int, lines: list[str]) -> Slip | None:
    """A text in quotes that goes on without a blank after a quotation mark: that was meant to stand in it."""
    text = lines[line] if line < len(lines) else ""
    before, after = text[:column], text[column:]
    quote = before[-1:]
    start = before.rfind(quote, 0, -1) if quote in ("'", '"') and after[:1].isalnum() else -1
    if start < 0:
        return None
    ending = _ENDING_QUOTE[quote].search(after)
    said = before[start + 1 :] + (after[: ending.start()] if ending else after.rstrip())
    return Slip("inner_quote", line, column - 1, {"sign": quote, "right": in_quotes(said)})


def _in_blocks(line: int, column: int, lines: list[str], ended: bool) -> Slip:
    sign = _sign(lines, line, column)
    values: dict[str, object] = {"sign": sign}
    if sign and sign in "]}":
        return Slip("stray_bracket", line, column, values)
    if sign == ":":
        return Slip("key_not_text", line, column, {"key": ":"})
    if sign == ",":
        return Slip("bad_start", line, column, values)
    before = lines[line][:column] if line < len(lines) else ""
    if ended and not before.strip():
        return Slip("several_documents", line, column, values)
    if inner := _inner_quote(line, column, lines):
        return inner
    if before.strip() or line >= len(lines):
        return Slip("text_after_value" if before.strip() else "bad_indent", line, column, values)
    above = _above(lines, line)
    if (
        sign == "-"
        and above is not None
        and _DASH_ALONE.match(lines[above])
        and indent_of(lines[above]) == column
    ):
        return Slip("missing_dash", above, column, values)
    if sign == "-" and (beside := _key_beside(line, column, lines)) is not None:
        return Slip("missing_dash", beside, column, values)
    return _out_of_place(line, lines)


def _before_colon(slip: Slip, lines: list[str]) -> Slip:
    """A colon that does not fit, or what is wrong above it: a key without a colon, a line in a wrong column."""
    above = _above(lines, slip.line)
    if above is None or lines[slip.line][: slip.column].count(":"):
        return slip
    column = indent_of(lines[slip.line])
    if indent_of(lines[above]) == column and not _KEY_OR_ITEM.search(lines[above]):
        return Slip("missing_colon", above, column, {})
    found = _out_of_place(slip.line, lines)
    return slip if found.line == slip.line else found


def _out_of_place(line: int, lines: list[str]) -> Slip:
    """The line that is indented wrongly where a line cannot stand: that line, or what stands too far left above it.

    Where a line's column was in use before the last line that stands farther left, that one has
    left its neighbours, or the first line under it has.
    """
    column = indent_of(lines[line])
    above = [number for number in range(line) if _filled(lines[number])]
    opener = next((number for number in reversed(above) if indent_of(lines[number]) < column), None)
    if opener is None:
        return Slip("bad_indent", line, column, {})
    left = indent_of(lines[opener])
    before = [number for number in above if number < opener]
    columns: set[int] = set()
    for number in reversed(before):
        if indent_of(lines[number]) <= left and indent_of(lines[number]) != column:
            break
        columns.add(indent_of(lines[number]))
    follows_bare_key = (
        bool(before)
        and indent_of(lines[before[-1]]) == left
        and lines[before[-1]].rstrip().endswith(":")
    )
    if column not in columns and not follows_bare_key:
        return Slip("bad_indent", line, column, {})
    first = next((number for number in above if number > opener), line)
    at = opener if first == line or indent_of(lines[first]) in columns else first
    return Slip("bad_indent", at, indent_of(lines[at]), {})


def _key_beside(line: int, column: int, lines: list[str]) -> int | None:
    """The line of the key that stands in the same column above an item of a list, as its neighbour."""
    above = (number for number in range(line - 1, -1, -1) if _filled(lines[number]))
    near = next((number for number in above if indent_of(lines[number]) <= column), None)
    is_key = near is not None and indent_of(lines[near]) == column and _KEY_ALONE.match(lines[near])
    return near if is_key else None


def _above(lines: list[str], line: int) -> int | None:
    """The next line above that says something."""
    return next((number for number in range(line - 1, -1, -1) if _filled(lines[number])), None)


def _filled(text: str) -> bool:
    return bool(text.strip()) and not text.lstrip().startswith("#")


def _sign(lines: list[str], line: int, column: int) -> str:
    return lines[line][column : column + 1] if line < len(lines) else ""


def _tab_before(lines: list[str], line: int, column: int) -> int | None:
    """Where a tab indents the text at a place, if one does."""
    if line >= len(lines):
        return None
    indent = lines[line][: len(lines[line]) - len(lines[line].lstrip())]
    found = indent.find("\t")
    return found if 0 <= found <= column <= len(indent) else None

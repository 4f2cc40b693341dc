"""The YAML scanner's complaints in our own words: which fault it is, and where it is best shown."""

from __future__ import annotations

from typing import Final, NamedTuple

import yaml


class Slip(NamedTuple):
    """A slip of syntax: the name of the fault, its line and column from 0, and the fields of its sentences."""

    name: str
    line: int
    column: int
    values: dict[str, object]


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


def slip_of(error: yaml.YAMLError, lines: list[str], open_brackets: list[tuple[int, int]]) -> Slip:
    """Translate an error of PyYAML's parser; ``open_brackets`` are the places of ``[`` and ``{`` not yet closed."""
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return Slip("syntax", 0, 0, {})
    line, column = error.problem_mark.line, error.problem_mark.column
    problem, context = error.problem or "", error.context or ""
    tab = _tab_before(lines, line, column)
    if (tab is not None and "plain scalar" not in context) or "tab character" in problem:
        return Slip("tab_indent", line, tab or 0, {})
    if context in _AT_CONTEXT and problem not in _AT_PROBLEM and error.context_mark is not None:
        return _at_context(_AT_CONTEXT[context], error.context_mark.line, error.context_mark.column, lines)
    if problem in _AT_PROBLEM:
        return Slip(_AT_PROBLEM[problem], line, column, {"sign": _sign(lines, line, column)})
    if open_brackets:
        return _in_brackets(line, column, lines, open_brackets[-1])
    return _in_blocks(line, column, lines, ended="<document start>" in problem)


def _at_context(name: str, line: int, column: int, lines: list[str]) -> Slip:
    rest = lines[line][column:].strip() if line < len(lines) else ""
    return Slip(name, line, column, {"sign": rest[:1], "anchor": rest[1:]})


def _in_brackets(line: int, column: int, lines: list[str], opening: tuple[int, int]) -> Slip:
    sign = _sign(lines, line, column)
    bracket = _sign(lines, *opening)
    values: dict[str, object] = {"bracket": bracket, "closing": _CLOSING.get(bracket, ""), "sign": sign}
    if sign and sign in "]}":
        return Slip("stray_bracket", line, column, values)
    if sign == ",":
        return Slip("missing_item", line, column, values)
    if line != opening[0] or not sign:
        return Slip("unclosed_bracket", *opening, values)
    return Slip("missing_comma", line, column, values)


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
    return Slip("text_after_value" if before.strip() else "bad_indent", line, column, values)


def _sign(lines: list[str], line: int, column: int) -> str:
    return lines[line][column : column + 1] if line < len(lines) else ""


def _tab_before(lines: list[str], line: int, column: int) -> int | None:
    """Where a tab indents the text at a place, if one does."""
    if line >= len(lines):
        return None
    indent = lines[line][: len(lines[line]) - len(lines[line].lstrip())]
    found = indent.find("\t")
    return found if 0 <= found <= column <= len(indent) else None

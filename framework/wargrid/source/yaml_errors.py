"""Explain the syntax errors of PyYAML: which diagnostic, and the position that helps most."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

import yaml


class SyntaxProblem(NamedTuple):
    """A diagnostic's key, its line and column from 0, and the fields of its sentences."""

    key: str
    line: int
    column: int
    values: dict[str, object] = {}


_ROWS: Final = (
    # A part of PyYAML's message; the diagnostic; whether it points at the start of the construct.
    ("mapping values are not allowed", "stray_colon", False),
    ("found unexpected ':'", "stray_colon", False),
    ("block sequence entries are not allowed", "stray_dash", False),
    ("did not find expected '-' indicator", "missing_dash", False),
    ("cannot start any token", "bad_start", False),
    ("mapping keys are not allowed", "bad_start", False),
    ("escape c", "bad_escape", False),
    ("hexdecimal number", "bad_escape", False),
    ("scanning a simple key", "missing_colon", True),
    ("scanning a quoted scalar", "unclosed_quote", True),
    ("scanning a block scalar", "block_header", True),
    ("an anchor", "anchor", True),
    ("an alias", "alias", True),
    ("a tag", "tag", True),
    ("tag handle", "tag", False),
    ("directive", "directive", True),
    ("<document start>", "several_documents", False),
)
_DIAGRAM: Final = re.compile(r"(?P<key>[\w.]+):\s*[|>][-+0-9]*\s*(#.*)?$")
_PAIR: Final = re.compile(r"[a-z_][\w.]*:(\s|$)")
_KEY_OR_ITEM: Final = re.compile(r":(\s|$)|^\s*[-\"'|>]")
_GLUED: Final = re.compile(r"(?P<key>[a-z_][\w.]*):(?P<rest>[^\s:/]\S*)\s*$")
"""A key and its value as one word, because no space follows the colon."""
_COMMENTED: Final = re.compile(r"[:,\[{]\s+(?P<rest>#.*)")
"""A comment in place of a value, as in ``{letter: #}``."""


def glued_pair(text: str) -> dict[str, object] | None:
    """Return the ``key`` and the ``rest`` of a text like ``men:3``, or None for another text."""
    found = _GLUED.match(text)
    return None if found is None else found.groupdict()


def syntax_error(
    error: yaml.YAMLError, lines: list[str], brackets: list[Any], quoted: Any
) -> SyntaxProblem:
    """Explain an error.

    ``brackets`` has the mark of the innermost open bracket, if any; ``quoted`` is the last text
    in quotes before the error.
    """
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return SyntaxProblem("syntax", 0, 0)
    found = _explained(error, lines, brackets)
    if (
        quoted is not None
        and quoted.start_mark.line < quoted.end_mark.line == error.problem_mark.line
    ):
        start = quoted.start_mark  # a quotation mark opened there takes in the lines below
        found = SyntaxProblem("unclosed_quote", start.line, start.column, {"sign": quoted.style})
    if not "".join(lines[found.line :]).strip():  # at the end of the file
        last = max(number for number, line in enumerate(lines) if line.strip())
        found = found._replace(line=last, column=len(lines[last].rstrip()))
    return found


def _explained(error: Any, lines: list[str], brackets: list[Any]) -> SyntaxProblem:
    line, column = error.problem_mark.line, error.problem_mark.column
    message = f"{error.context or ''} {error.problem or ''}"
    text = lines[line] if line < len(lines) else ""
    sign = text[column : column + 1]
    indent = text[: len(text) - len(text.lstrip())]
    if "\t" in indent or "tab character" in message:
        return SyntaxProblem("tab_indent", line, max(0, indent.find("\t")))
    key = next((row for row in _ROWS if row[0] in message), None)
    if key is not None and key[2] and error.context_mark is not None:
        start = error.context_mark
        rest = lines[start.line][start.column :] if start.line < len(lines) else ""
        values: dict[str, object] = {"sign": rest[:1], "anchor": rest[1:].strip()}
        found = SyntaxProblem(key[1], start.line, start.column, values)
    elif key is not None:
        found = SyntaxProblem(key[1], line, column, {"sign": sign})
    elif brackets:
        return _in_brackets(brackets[0], error.problem_mark, lines, sign)
    elif sign in ("]", "}", ","):
        return SyntaxProblem(
            "bad_start" if sign == "," else "stray_bracket", line, column, {"sign": sign}
        )
    elif text[:column].strip():
        return SyntaxProblem("text_after_value", line, column)
    else:
        found = SyntaxProblem("missing_dash" if sign == "-" else "bad_indent", line, column)
    return _with_lines_above(found, lines)


def _in_brackets(start: Any, end: Any, lines: list[str], sign: str) -> SyntaxProblem:
    bracket = lines[start.line][start.column : start.column + 1]
    closing = {"[": "]", "{": "}"}.get(bracket, "")
    values: dict[str, object] = {"bracket": bracket, "closing": closing, "sign": sign}
    commented = _COMMENTED.search(lines[start.line], start.column)
    if commented and closing in commented["rest"]:
        return SyntaxProblem("hash_comment", start.line, commented.start("rest"), values)
    if sign == ",":
        return SyntaxProblem("missing_item", end.line, end.column, values)
    if end.line != start.line or sign in ("", "]", "}"):
        return SyntaxProblem("unclosed_bracket", start.line, start.column, values)
    return SyntaxProblem("missing_comma", end.line, end.column, values)


def _with_lines_above(found: SyntaxProblem, lines: list[str]) -> SyntaxProblem:
    """Point at the line above where the mistake is there, or belongs to a diagram."""
    if found.line >= len(lines):
        return found
    text = lines[found.line]
    if found.key in ("missing_colon", "stray_colon", "bad_indent", "bad_start", "alias"):
        key = _diagram_above(found.line, lines)
        if key is not None:
            return SyntaxProblem("picture_indent", found.line, _indent(text), {"key": key})
        shifted = _shifted_diagram_above(found.line, lines)
        if shifted is not None:
            return SyntaxProblem("picture_shifted", found.line, _indent(text), shifted)
    above = next((at for at in range(found.line - 1, -1, -1) if lines[at].strip()), None)
    if found.key == "stray_colon" and above is not None and ":" not in text[: found.column]:
        indent = _indent(lines[above])
        if indent == _indent(text) and not _KEY_OR_ITEM.search(lines[above]):
            found, text = SyntaxProblem("missing_colon", above, indent), lines[above]
    if found.key in ("missing_colon", "stray_colon") and "：" in text:
        return found._replace(key="wide_colon", column=text.index("："))
    glued = glued_pair(text[found.column :]) if found.key == "missing_colon" else None
    if glued is not None:
        return found._replace(key="glued_colon", values=glued)
    return found


def _diagram_above(line: int, lines: list[str]) -> str | None:
    """Return the key of a text of several lines that a line belongs to if it were indented."""
    if _PAIR.match(lines[line].lstrip()):
        return None
    for text in reversed(lines[:line]):
        begins = _DIAGRAM.search(text)
        if begins and _indent(text) >= _indent(lines[line]):
            return begins["key"]
        if text.strip() and _indent(text) <= _indent(lines[line]) and _PAIR.match(text.lstrip()):
            return None
    return None


def _shifted_diagram_above(line: int, lines: list[str]) -> dict[str, object] | None:
    """Return the key of a diagram whose lines so far are all indented further, and its number."""
    indent = _indent(lines[line])
    for text in reversed(lines[:line]):
        begins = _DIAGRAM.search(text)
        if begins and _indent(text) < indent:
            return {"key": begins["key"], "indent": min(9, indent - _indent(text))}
        if text.strip() and _indent(text) <= indent:
            return None
    return None


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))

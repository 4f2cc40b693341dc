"""Explain the syntax errors of PyYAML: which diagnostic, and the position that helps most."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
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
_BARE_KEY: Final = re.compile(r"\s*(?P<key>[\w.]+):$")
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
    found = _quote_ended(error.problem_mark, lines) or _explained(error, lines, brackets)
    ends = quoted is not None and quoted.start_mark.line < quoted.end_mark.line
    if ends and quoted.end_mark.line in (error.problem_mark.line, found.line):
        start = quoted.start_mark  # a quotation mark opened there takes in the lines below
        found = SyntaxProblem("unclosed_quote", start.line, start.column, {"sign": quoted.style})
    if found.key == "unclosed_quote" and found.values["sign"] == '"':
        odd = (at for at in range(found.line, -1, -1) if lines[at].count('"') % 2)
        line = next(odd, found.line)
        found = (
            found
            if line == found.line
            else found._replace(line=line, column=lines[line].rindex('"'))
        )
    if not "".join(lines[found.line :]).strip():  # at the end of the file
        last = max(number for number, line in enumerate(lines) if line.strip())
        found = found._replace(line=last, column=len(lines[last].rstrip()))
    return found


def _quote_ended(end: Any, lines: list[str]) -> SyntaxProblem | None:
    """Return the problem of a text in quotes that ends within a word, as in ``'l'autre rive'``."""
    text = lines[end.line] if end.line < len(lines) else ""
    sign = text[max(0, end.column - 1) : end.column]
    if sign not in ("'", '"') or not text[end.column : end.column + 1].isalnum():
        return None
    return SyntaxProblem("quote_ends", end.line, end.column - 1, {"sign": sign})


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
        shifted = _shifted_row(found.line, lines)
        if shifted is not None:
            return shifted
    above = next((at for at in range(found.line - 1, -1, -1) if _code(lines[at])), None)
    if above is None:
        return found
    header = above
    while _is_row(lines[header]) and header > 0:
        header -= 1
    folded = _BARE_KEY.match(_code(lines[header]))
    if found.key in ("missing_colon", "bad_indent") and folded and header < above and _is_row(text):
        return SyntaxProblem("picture_folded", header, _indent(lines[header]), folded.groupdict())
    if found.key == "missing_dash" and _PAIR.match(text.lstrip()):
        first = _only_item_above(found.line, lines)
        return found if first is None else SyntaxProblem("lone_dash", first, found.column)
    if found.key in ("stray_colon", "bad_indent") and ":" not in text[: found.column]:
        indent = _indent(lines[above])
        if indent <= _indent(text) and not _KEY_OR_ITEM.search(_code(lines[above])):
            found, text = SyntaxProblem("missing_colon", above, _indent(lines[above])), lines[above]
    if found.key in ("stray_colon", "bad_indent") and _PAIR.match(text.lstrip()):
        odd = _misaligned(found.line, above, lines)
        if odd != found.line:
            return SyntaxProblem("bad_indent", odd, _indent(lines[odd]))
    if found.key in ("missing_colon", "stray_colon") and "：" in text:
        return found._replace(key="wide_colon", column=text.index("："))
    glued = glued_pair(_code(text)[found.column :]) if found.key == "missing_colon" else None
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


def _shifted_row(line: int, lines: list[str]) -> SyntaxProblem | None:
    """Return the row of a diagram that is indented unlike the others around a line.

    Where several rows are indented further, YAML must be told by how much, as in ``|2``.
    """
    indent = _indent(lines[line])
    for at in range(line - 1, -1, -1):
        text = lines[at]
        begins = _DIAGRAM.search(text)
        if begins and _indent(text) < indent:
            rows = _rows_below(at, lines)
            counts = Counter(_indent(lines[row]) for row in rows)
            usual = max(counts, key=lambda each: (counts[each], each == _indent(text) + 2))
            odd = [row for row in rows if _indent(lines[row]) != usual]
            if len(odd) == 1:
                return SyntaxProblem("bad_indent", odd[0], _indent(lines[odd[0]]))
            fix = {"key": begins["key"], "indent": min(9, indent - _indent(text))}
            return SyntaxProblem("picture_shifted", line, indent, fix)
        if text.strip() and _indent(text) <= indent:
            return None
    return None


def _rows_below(header: int, lines: list[str]) -> list[int]:
    """Return the lines of the diagram below its key."""
    rows = []
    for at in range(header + 1, len(lines)):
        if lines[at].strip() and _indent(lines[at]) <= _indent(lines[header]):
            break
        rows += [at] if lines[at].strip() else []
    return rows


def _only_item_above(line: int, lines: list[str]) -> int | None:
    """Return the line of the only item of the list that a line ends, if it is a key's."""
    indent = _indent(lines[line])
    items = []
    for at in range(line - 1, -1, -1):
        if _code(lines[at]) and _indent(lines[at]) <= indent:
            if not lines[at].lstrip().startswith("- ") or _indent(lines[at]) < indent:
                break
            items.append(at)
    is_key = len(items) == 1 and _PAIR.match(lines[items[0]].lstrip()[2:].lstrip())
    return items[0] if is_key else None


def _misaligned(line: int, above: int, lines: list[str]) -> int:
    """Return which is indented by an unusual number of spaces: a line, or those above it."""
    steps = Counter({2: 1})
    levels = [_indent(text) for text in lines if _code(text)]
    steps.update(after - before for before, after in pairwise(levels))
    usual = max((step for step in steps if step > 0), key=lambda step: (steps[step], step == 2))
    indent, first = _indent(lines[line]), above
    least = min(indent, _indent(lines[above]))
    for at in range(above, -1, -1):
        level = _indent(lines[at])
        if not _code(lines[at]):
            continue
        if level < least:
            odd = _indent(lines[first]) - level != usual == indent - level
            return first if odd else line
        if level <= _indent(lines[first]):
            first = at
    return line


def _is_row(text: str) -> bool:
    """Return whether a line looks like a row of a diagram: three cells or more, of one sign."""
    cells = text.split()
    return len(cells) > 2 and all(len(cell) < 3 for cell in cells)


def _code(text: str) -> str:
    """Return a line without its comment, or "" for one that has nothing else."""
    return re.split(r"(?:^|\s)#", text, maxsplit=1)[0].rstrip()


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))

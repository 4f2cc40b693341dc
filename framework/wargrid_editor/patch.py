"""Change values in the text of a YAML file, and leave every other line and its comments alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from wargrid.source.document import Document, Node
from wargrid.source.dump import flow, lines_of

WIDTH: Final = 100
_COMMENT: Final = re.compile(r"(?:^|\s)(#.*)$")


def patched(document: Document | None, values: Mapping[str, Any], order: Sequence[str]) -> str:
    """Return the text of a document that holds these values, its own lines where they are equal.

    New keys come in this ``order``. Without a document everything is written.
    """
    if document is None:
        lines = [line for key in in_order(values, order) for line in entry(key, values[key], 0)]
        return "\n".join(lines) + "\n"
    lines = _map_lines(document.root, values, document.lines, 0, len(document.lines), order)
    return "\n".join(lines) + ("" if lines and not lines[-1] else "\n")


def lost_comments(before: str, after: str) -> list[str]:
    """Return the comments of one text that another lacks, in order."""
    left = _comments(after)
    lost = []
    for comment in _comments(before):
        if comment in left:
            left.remove(comment)
        else:
            lost.append(comment)
    return lost


def _comments(text: str) -> list[str]:
    """Return the comments of a YAML text; a sign in a diagram is none, nor is one in a quote."""
    found, block = [], None
    for line in text.splitlines():
        indent = len(line) - len(line.lstrip(" "))
        if block is not None and (not line.strip() or indent > block):
            continue
        bare = re.sub(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'", "", line)
        comment = _COMMENT.search(bare)
        found += [comment[1]] if comment else []
        head = bare[: comment.start()] if comment else bare
        block = indent if re.search(r":\s+[|>][0-9+-]*\s*$", head) else None
    return found


def in_order(keys: Iterable[Any], order: Sequence[str]) -> list[Any]:
    """Return keys in an order; others come last, in their own."""
    known = [*order]
    return sorted(keys, key=lambda key: known.index(key) if key in known else len(known))


def entry(key: object, value: Any, indent: int) -> list[str]:
    """Return the lines of a key with its value: one line if it fits and is no diagram."""
    pad = " " * indent
    if isinstance(value, str) and "\n" in value:
        return [pad + line if line else "" for line in lines_of(key, value)]
    line = f"{pad}{flow(key)}: {'~' if value is None else flow(value)}"
    if not isinstance(value, dict) or not value or (len(line) <= WIDTH and _is_flat(value)):
        return [line]
    below = [row for each in value for row in entry(each, value[each], indent + 2)]
    return [f"{pad}{flow(key)}:", *below]


def _is_flat(value: Mapping[Any, Any]) -> bool:
    return not any(isinstance(each, dict) or "\n" in str(each) for each in value.values())


def _map_lines(
    node: Node, values: Mapping[Any, Any], lines: list[str], first: int, last: int,
    order: Sequence[str],
) -> list[str]:  # fmt: skip
    """Return the lines from ``first`` to before ``last``, which hold a map, with other values."""
    assert isinstance(node.value, dict)
    starts = [(key, (each.key_mark or each.mark).line - 1) for key, each in node.value.items()]
    ends = [at for _, at in starts[1:]] + [last]
    indent = (next(iter(node.value.values())).key_mark or node.mark).column - 1
    found = lines[first : starts[0][1]]
    missing = in_order([key for key in values if key not in node.value], order)
    for (key, start), end in zip(starts, ends, strict=True):
        body = start + 1
        while body < end and _continues(lines[body], indent):
            body += 1
        body = _without_tail(lines, start, body, indent)
        if key in values:
            found += _entry_lines(node.value[key], key, values[key], lines, start, body, indent)
        found += lines[body:end]
    tail = []
    while found and not found[-1].strip():
        tail.append(found.pop())
    return [*found, *(row for key in missing for row in entry(key, values[key], indent)), *tail]


def _continues(line: str, indent: int) -> bool:
    return not line.strip() or len(line) - len(line.lstrip(" ")) > indent


def _without_tail(lines: list[str], start: int, end: int, indent: int) -> int:
    """Return the end of an entry without the empty lines after it."""
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    return end


def _entry_lines(
    node: Node, key: object, value: Any, lines: list[str], start: int, end: int, indent: int
) -> list[str]:
    """Return the lines of one entry with another value, and its comment on the first line."""
    if node.plain() == value:
        return lines[start:end]
    below = isinstance(node.value, dict) and node.value and isinstance(value, dict) and value
    marks = node.value.values() if isinstance(node.value, dict) else ()
    if below and all((each.key_mark or each.mark).line - 1 > start for each in marks):
        assert isinstance(node.value, dict)
        return [lines[start], *_map_lines(node, value, lines, start + 1, end, ())]
    fresh = entry(key, value, indent)
    comment = _comments("\n".join(lines[start : start + 1]))
    if isinstance(node.value, str) and "\n" in str(value) and _is_joined(node.value):
        fresh = [fresh[0], *(_closed(row) for row in fresh[1:])]
    if (comment and len(fresh) == 1 + str(value).count("\n")) or (comment and len(fresh) == 1):
        at = lines[start].index(comment[-1])
        fresh[0] = f"{fresh[0]} ".ljust(at) + comment[-1]
    return fresh


def _is_joined(text: str) -> bool:
    """Return whether a diagram has no blanks between its cells."""
    rows = [row.strip() for row in text.splitlines() if row.strip()]
    return bool(rows) and all(" " not in row and len(row) > 1 for row in rows)


def _closed(row: str) -> str:
    return row[: len(row) - len(row.lstrip(" "))] + row.replace(" ", "")

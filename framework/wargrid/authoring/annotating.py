"""Writes a joined ruleset as YAML with, behind every value, where it comes from; what nobody wrote is a comment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import PurePath
from typing import Any, Final

from wargrid.authoring.provenance import Origin, Origins
from wargrid.source.document import Key, Mark
from wargrid.source.dump import lines_of, text_of
from wargrid.source.merge import SETTING
from wargrid.text.catalog import Catalog
from wargrid.text.format import printable

COLUMN: Final = 46
"""Where comments begin, if the value before them is not longer."""

_HEADER: Final = re.compile(r"[|>][-+0-9]*$")


def annotated(origins: Origins, words: Catalog) -> Iterator[str]:
    """The lines of the ruleset, after a head that says which files the short names mean."""
    labels = short_names(origins.layers)
    yield "# " + words.say("show.head", name=origins.loaded.name)
    width = max(map(len, labels.values()), default=0)
    for file, label in labels.items():
        yield f"#   {label.ljust(width)}  {file}"
    yield from _Page(labels, words).lines(origins.all())


def as_json(origins: Origins) -> dict[str, Any]:
    """The same as plain JSON values: the files, and each value by path with its origin."""
    return {
        "ruleset": origins.loaded.name,
        "files": list(origins.layers),
        "values": [_json_of(origin) for origin in origins.all()],
    }


def short_names(files: Iterable[str]) -> dict[str, str]:
    """The shortest ends of paths that tell files apart."""
    parts = {file: PurePath(file).parts for file in files}
    found = {}
    for file, own in parts.items():
        others = [other for name, other in parts.items() if name != file]
        size = next(
            (n for n in range(1, len(own)) if all(own[-n:] != other[-n:] for other in others)),
            len(own),
        )
        found[file] = "/".join(own[-size:])
    return found


def _json_of(origin: Origin) -> dict[str, Any]:
    mark, before = origin.mark, origin.before
    kind = (
        "removed"
        if origin.removed
        else "default"
        if mark is None
        else "set"
        if mark.file == SETTING
        else "file"
    )
    return {
        "path": list(origin.path),
        "value": origin.value,
        "origin": kind,
        "file": mark.file if mark and mark.file != SETTING else None,
        "line": mark.line if mark and mark.file != SETTING else None,
        "like": origin.like or None,
        "owner": origin.owner or None,
        "before": before
        and {"value": before.plain(), "file": before.mark.file, "line": before.mark.line},
    }


class _Page:
    """Lines of YAML made of values in their order; the keys above a value are written when it is the first below."""

    def __init__(self, labels: dict[str, str], words: Catalog) -> None:
        self._labels = labels
        self._words = words
        self._open: tuple[Key, ...] = ()
        self._dashes = 0

    def lines(self, origins: Iterable[Origin]) -> Iterator[str]:
        for origin in origins:
            comment = self._comment(origin)
            if origin.written:
                yield from self._above(origin.path)
                yield from _commented(self._entry(origin), comment)
                self._open = origin.path
            else:
                said = f"# {text_of(origin.path[-1])}: {text_of(origin.value)}"
                yield from _commented(["  " * (len(origin.path) - 1) + said], comment)

    def _above(self, path: tuple[Key, ...]) -> Iterator[str]:
        """The keys of the maps that a value opens; a list's dash waits for the first line of its item."""
        common = len(
            list(takewhile(lambda pair: pair[0] == pair[1], zip(self._open, path, strict=False)))
        )
        for depth in range(common, len(path) - 1):
            if isinstance(path[depth], int):
                self._dashes += 1
            else:
                yield f"{self._indent(depth)}{text_of(path[depth])}:"

    def _entry(self, origin: Origin) -> list[str]:
        *above, key = origin.path
        if isinstance(key, int):
            self._dashes += 1
            indent, said = self._indent(len(above) + 1), text_of(origin.value)
            return [indent + said]
        indent = self._indent(len(above))
        first, *rest = _said(key, origin.value)
        return [indent + first, *("  " * len(above) + line if line else line for line in rest)]

    def _indent(self, depth: int) -> str:
        """Two blanks a step, the last ones replaced by the dashes that wait."""
        dashes, self._dashes = self._dashes, 0
        return "  " * (depth - dashes) + "- " * dashes

    def _comment(self, origin: Origin) -> str:
        say = self._words.say
        if origin.mark is None:
            return (
                say("show.default_of", owner=origin.owner) if origin.owner else say("show.default")
            )
        place = self._place(origin.mark)
        if origin.removed:
            return say("show.removed", place=place)
        told = [place] + ([say("show.like", unit=origin.like)] if origin.like else [])
        if origin.before is not None:
            value = (
                "…"
                if "\n" in str(origin.before.plain())
                else printable(text_of(origin.before.plain()), 40)
            )
            told.append(say("show.before", value=value, place=self._place(origin.before.mark)))
        return ", ".join(told)

    def _place(self, mark: Mark) -> str:
        return (
            mark.file
            if mark.file == SETTING
            else f"{self._labels.get(mark.file, mark.file)}:{mark.line}"
        )


def _said(key: Key, value: Any) -> list[str]:
    """A key with a value that is not opened: on one line, or a picture as a block."""
    if isinstance(value, str) and "\n" in value:
        return lines_of(key, value)
    return [f"{text_of(key)}: {text_of(value)}"]


def _commented(lines: list[str], comment: str) -> Iterator[str]:
    """Lines with a comment behind the head of a block, or else behind the last one."""
    at = 0 if _HEADER.search(lines[0]) else len(lines) - 1
    for number, line in enumerate(lines):
        yield f"{line.ljust(COLUMN)}  # {comment}" if number == at else line

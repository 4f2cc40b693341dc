"""Reads a catalogue of texts without its code being trusted: a flat map of texts, as the parser's events stream."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import yaml
from yaml.events import AliasEvent, MappingEndEvent, MappingStartEvent, NodeEvent, ScalarEvent

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from yaml.events import Event

MOST_BYTES: Final = 1 << 18
"""The longest file that is read, in bytes: 256 KiB."""


def texts_in(topic: Traversable) -> dict[str, str]:
    """The texts of a file by their keys, up to the first thing in it that is none; empty if it cannot be read.

    Nothing is ever built that a file nests, repeats or merges, so that no file costs more than its
    length.
    """
    try:
        text = _text_of(topic)
    except (OSError, ValueError):  # whoever checks a ruleset that needs it is told
        return {}
    if (
        text.startswith("%") or "\n%" in text
    ):  # a directive is compared with every other before anything is said
        return {}
    said: dict[str, str] = {}
    try:
        said.update(_pairs(text))
    except yaml.YAMLError:
        return {}
    return said


def _text_of(topic: Traversable) -> str:
    """The text of an ordinary file that is no longer than may be; raises OSError or ValueError."""
    if isinstance(topic, Path) and not stat.S_ISREG(topic.stat().st_mode):
        raise OSError(topic)
    with topic.open("rb") as stream:
        raw = stream.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise ValueError(topic)
    return raw.decode("utf-8")


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    nodes = _nodes(text)
    if isinstance(next(nodes, None), MappingStartEvent):
        for key in nodes:
            said = next(nodes, None)
            if not (isinstance(key, ScalarEvent) and isinstance(said, ScalarEvent)):
                return
            yield key.value, said.value


def _nodes(text: str) -> Iterator[Event]:
    loader = yaml.CSafeLoader(text)
    try:
        while (event := loader.get_event()) is not None:
            if isinstance(event, (NodeEvent, AliasEvent, MappingEndEvent)):
                yield event
    finally:
        loader.dispose()

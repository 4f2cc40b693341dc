"""Writes values as YAML the way an author would: pictures as blocks, nothing twice by reference."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import yaml


class Writer(yaml.SafeDumper):
    """Writes pictures as block texts."""

    def ignore_aliases(self, data: object) -> bool:
        """Write every value in its place, without references."""
        return True


class _FlowWriter(yaml.SafeDumper):
    """Writes every text on one line."""


def _is_invisible(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp") and char not in "\n\t"


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    """Return a text with invisible characters in double quotes, where ``dump`` can escape them."""
    multiline = "|" if "\n" in text and isinstance(dumper, Writer) else None
    style = '"' if any(map(_is_invisible, text)) else multiline
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


Writer.add_representer(str, _represent_text)
_FlowWriter.add_representer(str, _represent_text)


def dump_yaml(value: object, writer: type[yaml.SafeDumper] = Writer, **options: Any) -> str:
    """Write a value as YAML with PyYAML's ``options``; invisible characters are escaped."""
    text: str = yaml.dump(value, Dumper=writer, sort_keys=False, allow_unicode=True, **options)
    return re.sub(r"[^\n -~]", lambda found: _escaped(found[0]), text)


def _escaped(char: str) -> str:
    if not _is_invisible(char):
        return char
    return f"\\U{ord(char):08x}" if ord(char) > 0xFFFF else f"\\u{ord(char):04x}"


def block(values: Mapping[Any, Any]) -> str:
    """Return a map as lines of YAML, its innermost maps and lists in a line each where they fit."""
    return "".join(_entry({key: value}, 72) for key, value in values.items())


def lines_of(key: object, value: str) -> list[str]:
    """Return a key with a text of several lines, as a block where YAML can write it so."""
    return _entry({key: value}, 10**6).splitlines()


def flow(value: object) -> str:
    """Return a value on one line."""
    text = dump_yaml(value, _FlowWriter, width=10**6, default_flow_style=True)
    return text.removesuffix("\n").removesuffix("\n...")


def on_one_line(value: object) -> str:
    """Write maps, lists and scalars on one line as ``--set`` takes them, every text in quotes.

    Raises TypeError for other values.
    """
    if isinstance(value, Mapping):
        return (
            "{"
            + ", ".join(f"{on_one_line(key)}: {on_one_line(each)}" for key, each in value.items())
            + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(on_one_line, value)) + "]"
    if isinstance(value, float):
        return format(Decimal(repr(value)), "f")
    return json.dumps(value, ensure_ascii=False)


def yaml_line(value: object) -> str:
    """Return a value on one line as an author writes it, ``~`` for nothing."""
    return "~" if value is None else flow(value)


def _entry(entry: dict[Any, Any], width: int) -> str:
    style = None if any(isinstance(value, dict | list) for value in entry.values()) else False
    return dump_yaml(entry, width=width, default_flow_style=style)

"""The pages of hooks, events and refusals."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Final

from pages import code, fenced, page, paragraphs, table

from wargrid import events
from wargrid.authoring.explain import index
from wargrid.authoring.json_schema import plain
from wargrid.core import events as built_in
from wargrid.events import Event
from wargrid.plugins import hookspecs
from wargrid.plugins.host import HOOKS
from wargrid.text import templates_of

_REFUSALS: Final = "refusals."
_PLURAL: Final = re.compile(r"\{\w+:[^{}|]*\|((?:[^{}]|\{\w+\})*)\}")
_QUOTED: Final = re.compile(r"'(\w[^']*)'")
_OF_TEXTS: Final = ("position.", "no_notation", "no_cell", "no_facing", "no_face")
"""Codes that report unreadable texts; no rule of a game causes them."""


def pages() -> dict[str, str]:
    """Return the pages of hooks, events and refusals."""
    return {
        "reference/hooks.md": _hooks(),
        "reference/events.md": _events(),
        "reference/refusals.md": _refusals(),
    }


def _hooks() -> str:
    introduction = plain(inspect.getdoc(hookspecs) or "").split("\n")
    return page(
        "The hooks",
        *(part for part in introduction if "docs/" not in part),
        "A method marked `@hookimpl` implements the hook of its name; it may take fewer arguments. "
        "[Your first plugin](../plugins.md) shows how. Results are [events](events.md).",
        *(_hook(name, hook) for name, hook in HOOKS.items()),
    )


def _hook(name: str, hook: Callable[..., object]) -> str:
    signature = f"{name}{inspect.signature(hook)}".replace("'", "")
    users = [
        f"[{plugin}](plugins.md#{plugin.replace('.', '')})"
        for plugin, cls in sorted(index().plugins.items())
        if hasattr(getattr(cls, name, None), "wargrid_impl")
    ]
    text = paragraphs(plain(hook.__doc__ or ""))
    used = f"Implemented by {', '.join(users) or 'no shipped plugin'}."
    return "\n\n".join([f"## {name}", fenced(signature, "python"), text, used])


def _events() -> str:
    named = (*vars(built_in).values(), *vars(events).values())
    classes = dict.fromkeys(
        cls for cls in named
        if inspect.isclass(cls) and issubclass(cls, Event) and cls is not Event
    )  # fmt: skip
    rows = (
        (code(cls.name), code(cls.__name__), code(_fields(cls)), plain(cls.__doc__ or ""))
        for cls in classes
    )
    return page(
        "The events",
        "A move makes events; applied to the old position they give the new one. Plugins return "
        "them (`from wargrid.events import Moved`), and [tests](../tests.md) expect them by name.",
        table(("in tests", "in Python", "fields", "meaning"), rows),
    )


def _fields(cls: type[Event]) -> str:
    signature: str = _QUOTED.sub(r"\1", str(inspect.signature(cls)))
    return signature.removesuffix(" -> None")


def _refusals() -> str:
    return page(
        "Why a move is refused",
        "Each reason has a code. [Tests](../tests.md) may expect it "
        "(`refused: {b1-b3: out_of_reach}`), and a ruleset may give the number of its rule under "
        "`cites`, which players then read. Codes of plugins begin with the name of their game.",
        table(("code", "players read"), sorted(_refused())),
    )


def _refused() -> Iterator[tuple[str, str]]:
    modules = (cls.__module__.partition(".")[0] for cls in index().plugins.values())
    for package in dict.fromkeys(("wargrid", *modules)):
        for key, text in templates_of(package, "en").items():
            name = key.removeprefix(_REFUSALS)
            if name != key and not name.startswith(_OF_TEXTS):
                yield code(name), _PLURAL.sub(r"\1", text)

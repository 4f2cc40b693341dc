"""The reference of events and refusals: the names that tests expect and that ``cites`` gives the number of a rule."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Final

from wargrid.authoring.docstrings import plain
from wargrid.authoring.json_schema import plugin_classes
from wargrid.core import events
from wargrid.core.events import Event
from wargrid.reference.markdown import code, page, table
from wargrid.text.catalog import templates_of

_REFUSALS: Final = "refusals."
_PLURAL: Final = re.compile(r"\{\w+:[^{}|]*\|((?:[^{}]|\{\w+\})*)\}")
_QUOTED: Final = re.compile(r"'(\w[^']*)'")
_OF_TEXTS: Final = ("position.", "no_notation", "no_cell", "no_facing", "no_face")
"""What begins the codes that say why a text or a picture cannot be read; no rule of a game is
behind them."""


def pages() -> dict[str, str]:
    """A page of events and one of refusals."""
    return {"reference/events.md": _events(), "reference/refusals.md": _refusals()}


def event_classes() -> list[type[Event]]:
    """Every event, in the order of its source."""
    found = (
        cls for cls in vars(events).values() if inspect.isclass(cls) and issubclass(cls, Event)
    )
    return [cls for cls in found if cls is not Event]


def refusal_codes() -> dict[str, str]:
    """The sentence of every refusal of a move, by its code."""
    packages = dict.fromkeys(cls.__module__.partition(".")[0] for cls in plugin_classes().values())
    found: dict[str, str] = {}
    for package in ("wargrid", *packages):
        texts = templates_of(package, "en").items()
        found |= {
            key.removeprefix(_REFUSALS): text for key, text in texts if key.startswith(_REFUSALS)
        }
    return {
        key: _PLURAL.sub(r"\1", text)
        for key, text in found.items()
        if not key.startswith(_OF_TEXTS)
    }


def _events() -> str:
    rows = (
        (code(cls.name), code(cls.__name__), _fields(cls), plain(cls.__doc__ or ""))
        for cls in event_classes()
    )
    return page(
        "The events",
        "What happens is told in events; applied to the old position they give the new one, and nothing else changes "
        "it. Plugins answer with them (`from wargrid.events import Moved`), [tests](../tests.md) expect them by name.",
        table(("in tests", "in Python", "made from", "says"), rows),
    )


def _fields(cls: type[Event]) -> str:
    return code(_QUOTED.sub(r"\1", str(inspect.signature(cls)).removesuffix(" -> None")))


def _refusals() -> str:
    return page(
        "Why a move is refused",
        "Each reason has a code. [Tests](../tests.md) may expect it (`refused: {b1-b3: out_of_reach}`), and a "
        "ruleset may say under `cites` which rule is behind it: then players read its number. A plugin's codes begin "
        "with its game.",
        table(("code", "players read"), _refused()),
    )


def _refused() -> Iterator[tuple[str, str]]:
    yield from ((code(key), text) for key, text in sorted(refusal_codes().items()))

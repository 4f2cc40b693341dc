"""Letting events happen, telling them to whoever wants to know, and what may have come of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wargrid.core.events import Eliminated, Event, Joined

if TYPE_CHECKING:
    from wargrid.core.position import Position

_OURS = {kind for kind in Event.__subclasses__() if kind.__module__ == Event.__module__}
_LEAVES_EVERYBODY = frozenset(_OURS) - {Eliminated, Joined}


def happen(position: Position, events: Sequence[Event], told: list[Event] | None) -> None:
    """Carry a fresh copy of a position over events, adding them to ``told`` if it is given."""
    for event in events:
        event.apply(position)
    if told is not None:
        told += events


def may_remove_units(events: Sequence[Event]) -> bool:
    """Whether a side may have lost a unit by any of these events; nobody knows what a plugin's own events do."""
    return any(type(event) not in _LEAVES_EVERYBODY for event in events)

"""Letting events happen, and telling them to whoever wants to know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.events import Event
    from wargrid.position import Position


def happen(position: Position, events: Sequence[Event], told: list[Event] | None) -> None:
    """Carry a fresh copy of a position over events, adding them to ``told`` if it is given."""
    for event in events:
        event.apply(position)
    if told is not None:
        told += events

"""Transfers: units that leave the board without being lost, as they change sides or go to a hand.

A plugin may write either with an event that takes the unit off the board.
"""

from __future__ import annotations

from typing import Final, Literal

from wargrid.core.captives import ToHand
from wargrid.core.events import Eliminated
from wargrid.core.marks import Marked
from wargrid.core.promotion import Appeared
from wargrid.match import Ply

JOINS: Final = "joins"
TO_HAND: Final = "to_hand"
HELD: Final = "held"

Transfer = Literal["joins", "to_hand", "held"]


def transfers_of(ply: Ply) -> dict[int, Transfer]:
    """Return by cell the units that a ply takes off the board without a loss.

    One of the same type appears there for another side at once, or a marker of another side goes
    up by the next event, as when units captured are kept; or it is held in a hand, from which it
    may come back.
    """
    found: dict[int, Transfer] = {}
    if not any(isinstance(event, Eliminated) for event in ply.events):
        return found
    position = ply.before
    for at, event in enumerate(ply.events):
        if isinstance(event, ToHand):
            found[event.cell] = HELD
        elif isinstance(event, Eliminated) and not event.why:
            lost, rest = position.at(event.cell), ply.events[at + 1 :]
            new = [one for one in rest if isinstance(one, Appeared) and one.cell == event.cell]
            if new and (new[0].type, new[0].side != lost.side) == (lost.type.word, True):
                found[event.cell] = JOINS
            elif rest and isinstance(rest[0], Marked):
                marker = position.roster.game.markers[rest[0].marker]
                before = position.marks[marker.number][rest[0].where] if marker.per == "side" else 0
                is_other = marker.per == "side" and rest[0].where != lost.side
                if is_other and rest[0].value > before:
                    found[event.cell] = TO_HAND
        position = position.after((event,))
    return found

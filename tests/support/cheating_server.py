"""A dishonest server: it draws its number anew when it knows those of all players.

``python cheating_server.py`` serves like ``wargrid serve``, with its options.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from unittest import mock

from wargrid.cli import main
from wargrid.match import DrawnNumber, FairDice, commitment, match_for
from wargrid_web.room import Room
from wargrid_web.rooms import Rooms

TRIES = 200

_begin = Rooms._begin


def chosen(room: Room) -> FairDice:
    """Return numbers, with a commitment that fits, by which the first side begins."""
    assert room.dealing is not None
    dice = room.dealing.dice
    for number in (f"{tried:064x}" for tried in range(TRIES)):
        own = DrawnNumber(commitment(number, dice.match), number)
        fake = FairDice(dice.match, (own, *dice.draws[1:]))
        match = match_for(room.match.game, replace(room.header, fair=fake))
        match.begin()
        if match.position.side == 0:
            return fake
    raise AssertionError


async def begin(rooms: Rooms, room: Room) -> None:
    """Begin by numbers that suit the first side."""
    assert room.dealing is not None
    room.dealing.dice = chosen(room)
    await _begin(rooms, room)


if __name__ == "__main__":
    with mock.patch.object(Rooms, "_begin", begin):
        sys.exit(main(["serve", *sys.argv[1:]]))

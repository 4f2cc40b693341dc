"""Marks of positions gone by: a number for who stands where and who is to act, and whether that side is in check."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game


def mark_of(game: Game, position: Position) -> int:
    """The mark of a position whose turn has just begun: 62 bits that name it, and the lowest bit for check.

    Units of one side and type are alike; the ids they bear do not matter. The same position has the
    same mark in every process.
    """
    stands = bytes(map(position.roster.codes.__getitem__, position.board))
    name = (
        int.from_bytes(blake2b(stands, digest_size=8, key=bytes([position.side])).digest(), "big")
        >> 2
    )
    return name << 1 | game.in_check(position, position.side)

"""Positions and moves as text: what a player types, a record keeps and a test shows."""

from __future__ import annotations

from wargrid.notation.errors import PositionError
from wargrid.notation.fen import read_fen, write_fen
from wargrid.notation.moves import NotationError, read_move, write_move
from wargrid.notation.positions import picture, read_position, write_position

__all__ = [
    "NotationError", "PositionError", "picture", "read_fen", "read_move", "read_position", "write_fen", "write_move",
    "write_position",
]  # fmt: skip

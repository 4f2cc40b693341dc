"""Positions and moves as text: what a player types, a record keeps and a test shows."""

from __future__ import annotations

from wargrid.notation.moves import NotationError, read_move, write_move
from wargrid.notation.positions import picture, read_position, write_position

__all__ = ["NotationError", "picture", "read_move", "read_position", "write_move", "write_position"]

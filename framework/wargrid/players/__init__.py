"""Opponents, which use only public calls of a game."""

from __future__ import annotations

from wargrid.players.random import play_randomly, random_numbers

__all__ = [
    "play_randomly", "random_numbers",
]  # fmt: skip

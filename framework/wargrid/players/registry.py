"""Players by name: those of the framework and those that packages bring."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.engine import Game
    from wargrid.players.protocol import Player

GROUP = "wargrid.players"
"""The group of entry points that name player factories."""


class UnknownPlayer(ValueError):
    """A player's name is unknown; the message lists the names."""


def player_names() -> list[str]:
    """Return the names of all players, in alphabetical order."""
    return sorted(point.name for point in entry_points(group=GROUP))


def make_player(game: Game, name: str, seed: int = 0) -> Player:
    """Make a player by name, such as ``greedy``, ``3`` or ``uci:/usr/games/fairy-stockfish``.

    Raises:
        UnknownPlayer: no player has that name, or it cannot play this ruleset.
    """
    word, _, option = name.partition(":")
    for point in entry_points(group=GROUP, name=word):
        player: Player = point.load()(game, seed, option)
        return player
    known = ", ".join(player_names())
    raise UnknownPlayer(f'There is no player "{name}". Choose one of: {known}.')

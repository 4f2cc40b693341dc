"""Players by name: those of the framework and those that packages bring."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points

from wargrid.engine.game import Game
from wargrid.offers import BrokenEntryPoint, load_point
from wargrid.players.protocol import Player, PlayerError, failure
from wargrid.plugins.base import PluginError
from wargrid.text import did_you_mean

GROUP = "wargrid.players"
"""The group of entry points that name player factories."""


class UnknownPlayer(PlayerError):
    """A player's name is unknown; the text lists the names."""


def player_names() -> list[str]:
    """Return the names of all players, in alphabetical order."""
    return sorted(point.name for point in entry_points(group=GROUP))


def make_player(game: Game, name: str, seed: int = 0, others: Iterable[str] = ()) -> Player:
    """Make a player by name, such as ``greedy``, ``3`` or ``uci:/usr/games/fairy-stockfish``.

    ``others`` are names that can stand here besides, for the error.

    Raises:
        UnknownPlayer: no player has that name.
        PlayerError: no player can play this ruleset, this one cannot, or its code fails.
        PluginError: a plugin of the game fails.
    """
    refuse_game(game)
    word, _, option = name.partition(":")
    for point in entry_points(group=GROUP, name=word):
        return _made(point, game, seed, option)
    names = [*others, *player_names()]
    near = did_you_mean(word, names)
    key = "unknown" if near is None else "unknown_near"
    raise UnknownPlayer(key, name=name, near=near, known=", ".join(names))


def _made(point: EntryPoint, game: Game, seed: int, option: str) -> Player:
    """Make a player by a factory, which may come from any package."""
    try:
        player = load_point(point)(game, seed, option)
    except (PlayerError, PluginError):
        raise
    except BrokenEntryPoint as error:
        raise failure(point.name, error.why) from error
    except (Exception, SystemExit) as error:
        raise failure(point.name, error) from error
    if not isinstance(player, Player):
        raise PlayerError("no_player", name=point.name)
    return player


def refuse_game(game: Game) -> None:
    """Accept a game that computer players can play.

    Raises:
        PlayerError: there are other than two sides, or neither a unit nor a side can do anything.
        PluginError: a plugin fails at the start of the game.
    """
    if len(game.sides) != 2:
        raise PlayerError("sides", found=len(game.sides))
    game.start()  # so that a plugin that fails there is told before a game begins
    # Any type counts: one that the board lacks at first may be built, placed or promoted to.
    if not any(game.engine.costs.values()) and not game.ruleset.abilities:
        raise PlayerError("nothing_to_move")

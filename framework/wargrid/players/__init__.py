"""Computer players of any ruleset, and what they are asked for: moves, hints and whole matches."""

from __future__ import annotations

from wargrid.players.evaluation import WIN, Evaluation
from wargrid.players.greedy import GreedyPlayer
from wargrid.players.protocol import Answer, Budget, Player, PlayerFactory
from wargrid.players.random import RandomPlayer, play_randomly, random_numbers
from wargrid.players.registry import UnknownPlayer, make_player, player_names
from wargrid.players.seats import Seat, read_seat
from wargrid.players.worker import Failed, Thinking, Worker

__all__ = [
"WIN", "Answer", "Budget", "Evaluation", "Failed", "GreedyPlayer", "Player", "PlayerFactory",
    "RandomPlayer", "Seat", "Thinking", "UnknownPlayer", "Worker", "make_player", "play_randomly",
    "player_names", "random_numbers", "read_seat",
]  # fmt: skip

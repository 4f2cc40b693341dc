"""Computer players of any ruleset, and what they are asked for: moves, hints and whole matches."""

from __future__ import annotations

from wargrid.players.allowance import Allowance
from wargrid.players.evaluation.exchanges import Exchanges
from wargrid.players.evaluation.score import WIN, Evaluation, evaluation_of, lead_of
from wargrid.players.hints import ADVISER, Hint, find_hints, hint_of
from wargrid.players.processes.thinkers import PooledThinker, Thinkers
from wargrid.players.processes.uci import variant_of
from wargrid.players.processes.worker import (
    Advice,
    Failed,
    Hints,
    News,
    Thinking,
    Thoughts,
    Worker,
)
from wargrid.players.protocol import Answer, Budget, Player, PlayerError, PlayerFactory
from wargrid.players.reasons.reasons import Rank, Reasons
from wargrid.players.registry import UnknownPlayer, make_player, player_names, refuse_game
from wargrid.players.regret import Regret, regret_of
from wargrid.players.searches.greedy import GreedyPlayer
from wargrid.players.searches.random import RandomPlayer, play_randomly, random_numbers
from wargrid.players.seats import FRIEND, Seat, read_seat
from wargrid.players.thoughts import SEARCHING, Decision, Thought, find_thoughts
from wargrid.players.whole_turns import WholeTurns, by_whole_turns
from wargrid.players.winning import Chance, winning_of

__all__ = [
    "ADVISER", "FRIEND", "SEARCHING", "WIN", "Advice", "Allowance", "Answer", "Budget", "Chance",
    "Decision", "Evaluation", "Exchanges", "Failed", "GreedyPlayer", "Hint", "Hints", "News",
    "Player", "PlayerError", "PlayerFactory", "PooledThinker", "RandomPlayer", "Rank", "Reasons",
    "Regret", "Seat", "Thinkers", "Thinking", "Thought", "Thoughts", "UnknownPlayer", "WholeTurns",
    "Worker", "by_whole_turns", "evaluation_of", "find_hints", "find_thoughts", "hint_of",
    "lead_of", "make_player", "play_randomly", "player_names", "random_numbers", "read_seat",
    "refuse_game", "regret_of", "variant_of", "winning_of",
]  # fmt: skip

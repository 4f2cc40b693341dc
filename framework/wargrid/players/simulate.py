"""Play matches between players: pairs of games with swapped sides, and their score."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.players.allowance import Allowance
from wargrid.players.protocol import Budget, Player, PlayerError, ask
from wargrid.players.registry import make_player

OPENING: Final = 4
"""The number of random moves with which a game without dice begins."""

MAX_MOVES: Final = 1_000
"""The moves of both sides after which a game is cut and counts as a draw."""

_TRIES: Final = 100
_Z: Final = 1.959963984540054
"""The 97.5 % quantile of the normal distribution, for intervals of 95 %."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What all games of a simulation share.

    ``players`` are two names; ``seconds`` and ``nodes`` are what each may spend on a turn, None for
    no limit; a game is cut after ``max_moves`` moves of the sides.
    """

    players: tuple[str, str]
    seed: int = 1
    seconds: float | None = None
    nodes: int | None = None
    max_moves: int = MAX_MOVES


class SimulatedGame(NamedTuple):
    """One game: its number from 0, and the index of the player who won, None for a draw.

    ``moves`` are those of both sides. ``ending`` is the reason of the result, None if the game was
    cut because it went on too long. ``turns`` and ``seconds`` are by player: the turns in which it
    made a move, and the time that it took.
    """

    number: int
    winner: int | None
    moves: int
    ending: str | None
    turns: tuple[int, int]
    seconds: tuple[float, float]

    @property
    def side(self) -> int | None:
        """The side that won, None for a draw: in every second game the players swap sides."""
        return None if self.winner is None else self.winner ^ (self.number & 1)


def play_game(game: Game, terms: Terms, number: int) -> SimulatedGame:
    """Play game ``number`` from 0: games 2n and 2n + 1 have equal seeds, and swapped sides.

    Without dice the first moves are random, and the same in both games of a pair.

    Raises:
        PlayerError: a player fails or makes an illegal move.
        PluginError: a plugin fails.
    """
    generator = random.Random(f"wargrid simulate {terms.seed} {number // 2}")
    dice, opening = (random.Random(generator.randrange(1 << 62)).random for _ in range(2))
    seeds = [generator.randrange(1 << 31) for _ in terms.players]
    seats = (0, 1) if number % 2 == 0 else (1, 0)  # the player of each side
    players: list[Player] = []
    try:
        for name, seed in zip(terms.players, seeds, strict=True):
            players.append(make_player(game, name, seed))
        return _Play(game, terms, number, players, seats, dice).run(opening)
    finally:
        for player in players:
            player.close()


class _Play:
    def __init__(
        self,
        game: Game,
        terms: Terms,
        number: int,
        players: Sequence[Player],
        seats: tuple[int, int],
        dice: Callable[[], float],
    ) -> None:
        self.game, self.terms, self.number = game, terms, number
        self.players, self.seats, self.dice = players, seats, dice
        self.allowances = [Allowance(terms.seconds, terms.nodes) for _ in players]
        self.spent = [0.0 for _ in players]
        self.moves = 0

    def run(self, opening: Callable[[], float]) -> SimulatedGame:
        position = self._rolled(self.game.start())
        opens = not self.game.search.has_dice
        while position.result is None and self.moves < self.terms.max_moves:
            if opens and not self.game.is_deploying(position):
                position, opens = self._opened(position, opening), False
                continue
            position = self._step(position, self._chosen(position))
        return self._ended(position)

    def _rolled(self, position: Position) -> Position:
        while self.game.to_act(position) == CHANCE:
            position = self.game.step(position, self.game.draw(position, self.dice()))
        return position

    def _step(self, position: Position, move: Move) -> Position:
        self.moves += 1
        return self._rolled(self.game.step(position, move))

    def _opened(self, start: Position, number: Callable[[], float]) -> Position:
        """Return the position after the opening; an opening that ends the game is drawn again."""
        before = self.moves
        for _ in range(_TRIES):
            position, self.moves = start, before
            while position.result is None and self.moves < before + OPENING:
                moves = self.game.moves(position)
                acting = [move for move in moves if move is not self.game.end] or moves
                position = self._step(position, acting[int(number() * len(acting))])
            if position.result is None:
                return position
        self.moves = before
        return start

    def _chosen(self, position: Position) -> Move:
        seat = self.seats[position.side]
        seen = self.game.view(position, position.side)
        player, allowance = self.players[seat], self.allowances[seat]
        budget = Budget(*allowance.left(seen, self.moves))
        began = time.perf_counter()
        move = ask(player, seen, budget).move
        passed = time.perf_counter() - began
        self.spent[seat] += passed
        allowance.spend(passed, budget.nodes)
        legal = self.game.find_legal_move(position, move)
        if legal is None:
            raise PlayerError("illegal", name=player.name, move=repr(move))
        return legal

    def _ended(self, position: Position) -> SimulatedGame:
        result = position.result
        winner = None if result is None or result.winner is None else self.seats[result.winner]
        one, other = self.allowances
        return SimulatedGame(
            self.number,
            winner,
            self.moves,
            None if result is None else result.reason,
            (one.turns, other.turns),
            (self.spent[0], self.spent[1]),
        )


@dataclass(frozen=True, slots=True)
class Score:
    """The games of a simulation in the order of their numbers, finished ones only."""

    games: tuple[SimulatedGame, ...]

    @property
    def wins(self) -> tuple[int, int]:
        """The games that each player won."""
        first, second = (sum(game.winner == player for game in self.games) for player in (0, 1))
        return first, second

    @property
    def draws(self) -> int:
        """The games without a winner, those cut included."""
        return len(self.games) - sum(self.wins)

    @property
    def cut(self) -> int:
        """The games cut because they went on too long."""
        return sum(game.ending is None for game in self.games)

    @property
    def endings(self) -> dict[str, int]:
        """The games that ended for each reason, the most frequent first; those cut are left out."""
        counted = Counter(game.ending for game in self.games if game.ending is not None)
        return dict(sorted(counted.items(), key=lambda each: (-each[1], each[0])))

    @property
    def moves(self) -> int:
        """The moves of both sides in all games."""
        return sum(game.moves for game in self.games)

    def share_of_side(self, side: int) -> float:
        """Return the share of points of a side, whichever player had it; a draw counts half."""
        won = sum(game.side == side for game in self.games)
        return (won + self.draws / 2) / len(self.games) if self.games else 0.5

    def interval_of_side(self, side: int) -> tuple[float, float]:
        """Return the 95 % interval of a side's share."""
        return wilson(self.share_of_side(side), len(self.games))

    def share(self, player: int) -> float:
        """Return the share of points of a player, from 0 to 1; a draw counts half."""
        return (self.wins[player] + self.draws / 2) / len(self.games) if self.games else 0.5

    def interval(self, player: int) -> tuple[float, float]:
        """Return the 95 % interval of a player's share."""
        return wilson(self.share(player), len(self.games))

    def ms_per_turn(self, player: int) -> float:
        """Return the milliseconds that a player took for a turn on average."""
        turns = sum(game.turns[player] for game in self.games)
        return 1_000 * sum(game.seconds[player] for game in self.games) / max(1, turns)


def wilson(share: float, number: int) -> tuple[float, float]:
    """Return the 95 % interval of a share observed in ``number`` trials (Wilson, 1927)."""
    if not number:
        return 0.0, 1.0
    square = _Z * _Z
    middle = share + square / (2 * number)
    spread = _Z * sqrt(share * (1 - share) / number + square / (4 * number * number))
    below = 1 + square / number
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)

"""Play games between computer players, in pairs with swapped sides, and keep what happened."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.players.allowance import Allowance
from wargrid.players.protocol import Budget, Player, PlayerError, ask
from wargrid.players.registry import make_player
from wargrid.players.searches.random import play_randomly, random_numbers
from wargrid_lab.games.tally import Tally

OPENING: Final = 4
"""With how many random moves at most a game without dice begins."""

SHARE: Final = 8
"""One of so many moves of a game may be a random one of the opening, or it would decide."""

SAMPLED: Final = 10
"""How many random games tell how long a game is."""

MAX_MOVES: Final = 1_000
"""The moves of both sides after which a game is cut and counts as a draw."""

_TRIES: Final = 100


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


class Row(NamedTuple):
    """One game: its number from 0, the side that won (None for a draw) and the one that began.

    ``first`` is None if the game ended before its first turn. ``moves`` are those of both sides,
    ``length`` the turns. ``ending`` is the reason of the result, None if the game was cut because
    it went on too long. ``counts`` are what happened, as in ``Tally``. ``turns`` and ``seconds``
    are by player: the turns in which it made a move, and the time that it took.
    """

    number: int
    side: int | None
    first: int | None
    moves: int
    length: int
    ending: str | None
    counts: dict[str, Any]
    turns: tuple[int, int] = (0, 0)
    seconds: tuple[float, float] = (0.0, 0.0)

    @property
    def winner(self) -> int | None:
        """The number of the player who won: in every second game, players swap sides."""
        return None if self.side is None else self.side ^ (self.number % 2)


@lru_cache(maxsize=64)
def opening_of(game: Game) -> int:
    """Return with how many random moves games begin, so that they differ; 0 for short games.

    Where dice are rolled, these make the difference.
    """
    if game.search.has_dice:
        return 0
    most = 2 * OPENING * SHARE
    lengths = (
        play_randomly(game, game.start(), random_numbers(seed), most).moves
        for seed in range(SAMPLED)
    )
    return min(OPENING, sum(lengths) // (SAMPLED * SHARE))


def play_game(
    game: Game,
    terms: Terms,
    number: int,
    make: Callable[[Game, str, int], Player] | None = None,
    watch: Callable[[Sequence[Move]], None] | None = None,
) -> Row:
    """Play game ``number`` from 0: games 2n and 2n + 1 have equal seeds, and swapped sides.

    Without dice ``opening_of`` moves are random, and the same in both games of a pair. Where a
    player plays itself, each game has seeds of its own. ``make`` gives the player of a name and a
    seed; without it, names are those of players that are installed. Before each choice of a player,
    ``watch`` gets the moves so far, those of chance among them.

    Raises:
        PlayerError: a player fails or makes an illegal move.
        PluginError: a plugin fails.
    """
    return _played(game, terms, number, make, watch)[0]


def moves_of(game: Game, terms: Terms, number: int) -> tuple[Move, ...]:
    """Play game ``number`` again and return all its moves, those of the dice among them.

    They are those of ``play_game`` unless players have a budget of seconds. Raises as it does.
    """
    return _played(game, terms, number)[1]


def _played(
    game: Game,
    terms: Terms,
    number: int,
    make: Callable[[Game, str, int], Player] | None = None,
    watch: Callable[[Sequence[Move]], None] | None = None,
) -> tuple[Row, tuple[Move, ...]]:
    # A player that swapped sides with itself would play the same game once more.
    shared = number if terms.players[0] == terms.players[1] else number // 2
    generator = random.Random(f"wargrid simulate {terms.seed} {shared}")
    dice, opening = (random.Random(generator.randrange(1 << 62)).random for _ in range(2))
    seeds = [generator.randrange(1 << 31) for _ in terms.players]
    seats = (0, 1) if number % 2 == 0 else (1, 0)  # the player of each side
    players: list[Player] = []
    try:
        for name, seed in zip(terms.players, seeds, strict=True):
            players.append((make or make_player)(game, name, seed))
        play = _Play(game, terms, number, players, seats, dice, watch)
        return play.run(opening), tuple(play.made)
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
        watch: Callable[[Sequence[Move]], None] | None = None,
    ) -> None:
        self.watch = watch
        self.game, self.terms, self.number = game, terms, number
        self.players, self.seats, self.dice = players, seats, dice
        self.allowances = [Allowance(terms.seconds, terms.nodes) for _ in players]
        self.spent = [0.0 for _ in players]
        self.moves = 0
        self.made: list[Move] = []
        self.tally = Tally(game)

    def run(self, opening: Callable[[], float]) -> Row:
        position = self._rolled(self.game.start())
        self.tally.begin(position)
        opens = opening_of(self.game) > 0
        while position.result is None and self.moves < self.terms.max_moves:
            if opens and not self.game.engine.is_deploying(position):
                position, opens = self._opened(position, opening), False
                continue
            position = self._step(position, self._chosen(position))
        return self._ended(position)

    def _rolled(self, position: Position) -> Position:
        while self.game.to_act(position) == CHANCE:
            roll = self.game.engine.draw(position, self.dice())
            position = self._counted(position, roll)
        return position

    def _counted(self, position: Position, move: Move) -> Position:
        after = self.game.step(position, move)
        self.made.append(move)
        self.tally.count(position, move, after)
        return after

    def _step(self, position: Position, move: Move) -> Position:
        self.moves += 1
        return self._rolled(self._counted(position, move))

    def _opened(self, start: Position, number: Callable[[], float]) -> Position:
        """Return the position after the opening; an opening that ends the game is drawn again."""
        before, made, wanted = self.moves, len(self.made), opening_of(self.game)
        for _ in range(_TRIES):
            position = self._back(start, before, made)
            while position.result is None and self.moves < before + wanted:
                moves = self.game.moves(position)
                acting = [m for m in moves if m not in (self.game.end, self.game.claim)] or moves
                position = self._step(position, acting[int(number() * len(acting))])
            if position.result is None:
                return position
        return self._back(start, before, made)

    def _back(self, start: Position, moves: int, made: int) -> Position:
        """Go back to where the opening begins, after so many moves, of the sides and in all."""
        self.moves = moves
        del self.made[made:]
        self.tally.begin(start)
        return start

    def _chosen(self, position: Position) -> Move:
        if self.watch is not None:
            self.watch(self.made)
        seat = self.seats[position.side]
        seen = self.game.view(position, position.side)
        player, allowance = self.players[seat], self.allowances[seat]
        budget = Budget(*allowance.left(seen, self.moves))
        began = time.perf_counter()
        move = ask(player, seen, budget).move
        passed = time.perf_counter() - began
        self.spent[seat] += passed
        allowance.spend(passed, budget.nodes)
        legal = self.game.engine.find_legal_move(position, move)
        if legal is None:
            raise PlayerError("illegal", name=player.name, move=repr(move))
        return legal

    def _ended(self, position: Position) -> Row:
        result = position.result
        one, other = self.allowances
        return Row(
            self.number,
            None if result is None else result.winner,
            self.tally.first,
            self.moves,
            position.turn,
            None if result is None else result.reason,
            self.tally.counts(position),
            (one.turns, other.turns),
            (self.spent[0], self.spent[1]),
        )

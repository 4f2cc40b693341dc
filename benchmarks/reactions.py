"""Ask whether a level sees reactions coming: ``python benchmarks/reactions.py [LEVEL] [GAMES]``.

A level plays against itself blind to reactions: a player that chooses its moves by the same rules
without them, and answers questions by the true rules. In the ruleset, guns fire at whatever ends
its move in their reach, and at nothing else, and runners have ways round them. Games come in pairs
with the same dice and swapped sides.
"""

from __future__ import annotations

import random
import sys

from wargrid import Game, Position
from wargrid.engine.flow import CHANCE
from wargrid.loading.loader import load_text
from wargrid.match import read_move, read_position, write_move, write_position
from wargrid.players import Budget, Player, make_player

NODES = 1_000
"""What a player may look at in a turn."""

MOST = 400
"""The moves after which a game is a draw."""

RULES = """
name: Run of the guns
sides: [red, blue]
first: {player: red}
board: {columns: 9, rows: 11}
turn: {actions: 2, may: {move: 1}, per_unit: {move: 1}}
dice: {die: [miss, hit, hit]}
faces: {miss: Miss, hit: Hit}
units:
  gun:
    letter: G
    name: Gun
    move: ~
    attack: {at: {range: {most: 2, metric: chebyshev}}, by: {dice: {hits_on: hit}}}
    reacts: {fire: {to: move, do: {attacks: mover}}}
  runner:
    letter: R
    name: Runner
    captures: by_moving
    move: {step: {directions: all}}
zones: {home: {each: "a11:i11"}}
victory: {occupy: {unit: runner, zone: home, count: 1}, eliminate: {}, limit: {turns: 100}}
setup: |
  . r r . r . r r .
  . . . . . . . . .
  . . . . . . . . .
  . g . . . g . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . . . . . . .
  . . . G . . . G .
  . . . . . . . . .
  . . . . . . . . .
  . R R . R . R R .
"""
REACTS = "    reacts: {fire: {to: move, do: {attacks: mover}}}\n"


class Blind:
    """Chooses by the rules without reactions."""

    def __init__(self, game: Game, level: str, seed: int) -> None:
        self._game, self._plain = game, load_text(RULES.replace(REACTS, ""), "plain.yaml")
        self._sees = make_player(game, level, seed)
        self._player = make_player(self._plain, level, seed)

    def move(self, position: Position) -> str:
        """Return a move as text."""
        if position.pending is not None:
            return write_move(self._game, self._sees.choose(position, Budget(None, NODES)).move)
        plain = read_position(self._plain, write_position(position))
        return write_move(self._plain, self._player.choose(plain, Budget(None, NODES)).move)


class Seeing:
    """Chooses by the rules."""

    def __init__(self, game: Game, level: str, seed: int) -> None:
        self._game = game
        self._player: Player = make_player(game, level, seed)

    def move(self, position: Position) -> str:
        """Return a move as text."""
        return write_move(self._game, self._player.choose(position, Budget(None, NODES)).move)


def play(game: Game, level: str, seed: int, seeing: int) -> float:
    """Return what the player with foresight, who has side ``seeing``, gets for a game."""
    rolls = random.Random(seed)
    players = {seeing: Seeing(game, level, seed), 1 - seeing: Blind(game, level, seed)}
    position = game.start()
    for _ in range(MOST):
        if position.result is not None:
            winner = position.result.winner
            return 0.5 if winner is None else float(winner == seeing)
        side = game.to_act(position)
        if side == CHANCE:
            move = game.engine.draw(position, rolls.random())
        else:
            assert side is not None
            move = read_move(game, position, players[side].move(position))
        position = game.step(position, move)
    return 0.5


def main() -> None:
    """Play, and print the score."""
    level = sys.argv[1] if len(sys.argv) > 1 else "2"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    game = load_text(RULES, "run.yaml")
    score = [play(game, level, number // 2, number % 2) for number in range(games)]
    print(f"level {level} against itself blind to reactions: {sum(score):g} of {games}")


if __name__ == "__main__":
    main()

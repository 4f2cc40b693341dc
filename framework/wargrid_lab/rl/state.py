"""A game walked through as the states of OpenSpiel are, chance included."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match import write_move, write_position
from wargrid.text import catalog
from wargrid_lab.rl.actions import Actions, chosen
from wargrid_lab.rl.planes import Planes

TERMINAL: Final = -4
"""The player of a state in which the game is over, as in OpenSpiel; chance is -1."""


class Walk:
    """A game whose states are walked through: what all states of it share.

    >>> state = Walk(wargrid.load("breakthrough/standard")).new_initial_state()
    >>> while not state.is_terminal():
    ...     state.apply_action(state.legal_actions()[-1])
    >>> state.returns()
    [-1.0, 1.0]
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = Actions(game)
        self.planes = Planes(game)

    def num_players(self) -> int:
        """Return the number of sides."""
        return len(self.game.sides)

    def num_distinct_actions(self) -> int:
        """Return the number of moves that sides can make; those of chance are numbered apart."""
        return len(self.actions)

    def observation_tensor_shape(self) -> list[int]:
        """Return rows, columns and planes."""
        return list(self.planes.shape)

    def new_initial_state(self) -> State:
        """Return the state before the first move of a side or of chance."""
        return State(self, self.game.start())


class State:
    """One state of a game; the methods are named as in OpenSpiel.

    ``position`` has all that is hidden from a side; ``information_state_string`` and
    ``observation_tensor`` do not.
    """

    def __init__(self, walk: Walk, position: Position) -> None:
        self.walk, self.position = walk, position
        self._history: tuple[int, ...] = ()
        self._seen: tuple[tuple[str, ...], ...] = ((),) * walk.num_players()
        self._legal: dict[int, Move] | None = None

    def current_player(self) -> int:
        """Return the number of the side to act, -1 for chance, or ``TERMINAL``."""
        player = self.walk.game.to_act(self.position)
        return TERMINAL if player is None else player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.result is not None

    def is_chance_node(self) -> bool:
        """Return whether dice or another draw is next."""
        return self.current_player() == CHANCE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of the outcomes of chance with their probabilities."""
        chances = self.walk.game.chances(self.position)
        return [(number, float(chance)) for number, (chance, _) in enumerate(chances)]

    def legal_actions(self) -> list[int]:
        """Return the numbers of the legal moves, or of the outcomes of chance, sorted."""
        return sorted(self._moves())

    def legal_actions_mask(self) -> NDArray[np.int8]:
        """Return 1 for each number that is legal, or that chance may draw, 0 for the others."""
        size = len(self.chance_outcomes()) or len(self.walk.actions)
        mask = np.zeros(size, np.int8)
        mask[list(self._moves())] = 1
        return mask

    def action_to_string(self, action: int) -> str:
        """Return a legal move, or an outcome of chance, by its text. Raises ValueError."""
        return write_move(self.walk.game, self._move(action))

    def string_to_action(self, text: str) -> int:
        """Return the number of a legal move by its text. Raises ValueError."""
        found = (n for n, move in self._moves().items() if write_move(self.walk.game, move) == text)
        number = next(found, None)
        if number is None:
            raise ValueError(catalog("en").say("rl.illegal", number=text))
        return number

    def apply_action(self, action: int) -> None:
        """Make the move of a number.

        Raises:
            ValueError: it is not legal.
            PluginError: a plugin failed.
        """
        before, move = self.position, self._move(action)
        self.position = self.walk.game.step(before, move)
        self._history = (*self._history, action)
        self._seen = tuple(
            (*seen, *self._told(side, before, move)) for side, seen in enumerate(self._seen)
        )
        self._legal = None

    def child(self, action: int) -> State:
        """Return the state after a move; this one does not change. Raises as ``apply_action``."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        """Return an equal state that changes by itself."""
        state = State(self.walk, self.position)
        state._history, state._seen = self._history, self._seen
        return state

    def history(self) -> list[int]:
        """Return the numbers of all moves, with those of chance, from the first on."""
        return list(self._history)

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the other side; 0 for a draw and until the end."""
        result = self.position.result
        if result is None or result.winner is None:
            return [0.0] * self.walk.num_players()
        return [1.0 if n == result.winner else -1.0 for n in range(self.walk.num_players())]

    def information_state_string(self, player: int) -> str:
        """Return all that a side has seen so far, one move a line, and no more."""
        return "\n".join(self._seen[player])

    def observation_string(self, player: int) -> str:
        """Return the position as a side sees it, as records write it."""
        return write_position(self.walk.game.view(self.position, player))

    def observation_tensor(self, player: int) -> NDArray[np.float32]:
        """Return the position as a side sees it, flattened from ``observation_tensor_shape``."""
        return self.walk.planes.of(self.position, player).reshape(-1)

    def __str__(self) -> str:
        return write_position(self.position)

    def _moves(self) -> dict[int, Move]:
        if self._legal is None:
            chances = self.walk.game.chances(self.position)
            self._legal = (
                {number: move for number, (_, move) in enumerate(chances)}
                if chances
                else self.walk.actions.legal(self.position)
            )
        return self._legal

    def _move(self, action: int) -> Move:
        return chosen(self._moves(), action)

    def _told(self, side: int, before: Position, move: Move) -> list[str]:
        """Return what a side sees of a move: nothing in the other's hidden deployment."""
        game, after = self.walk.game, self.position
        hidden = game.engine.hides(before)
        told = [] if hidden and before.side != side else [write_move(game, move, apart=True)]
        # The armies are revealed at once.
        return [*told, write_position(after)] if hidden and not game.engine.hides(after) else told

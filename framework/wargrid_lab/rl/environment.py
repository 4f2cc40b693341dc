"""A PettingZoo environment of any game: its sides are agents, chance rolls inside."""

from __future__ import annotations

from random import Random
from typing import Any, Final, TypeAlias

import gymnasium.spaces as spaces
import numpy as np
from pettingzoo import AECEnv

from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match import picture
from wargrid_lab.rl.actions import Actions, chosen
from wargrid_lab.rl.planes import Planes

MAX_MOVES: Final = 1_000
"""The moves of the agents after which a game is truncated."""

Seen: TypeAlias = dict[str, Any]
"""What an agent observes: ``observation`` and ``action_mask``, as arrays."""


class Environment(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game for learning agents, by the interface of PettingZoo in which agents take turns.

    ``possible_agents`` are the words of the sides. An agent may act several times in a row. It
    observes ``observation``, the planes that ``planes.names`` lists from its own side, and
    ``action_mask``, 1 for each number of ``actions`` that is legal for it now. At the end the
    winner gets 1, the other side -1, and both 0 for a draw or after ``max_moves`` moves.

    >>> env = Environment(wargrid.load("lionheart/level1"))
    >>> env.reset(seed=1)
    >>> env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    """

    def __init__(self, game: Game, max_moves: int = MAX_MOVES) -> None:
        super().__init__()
        self.game = game
        self.actions = Actions(game)
        self.planes = Planes(game)
        self.max_moves = max_moves
        self.metadata = {"name": game.name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = list(game.ruleset.sides)
        observed = spaces.Dict({
            "observation": spaces.Box(0, 1, self.planes.shape, np.float32),
            "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
        })  # fmt: skip
        numbers = spaces.Discrete(len(self.actions))
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = dict.fromkeys(self.possible_agents, numbers)
        self._dice = Random()
        self.position = game.start()
        """The present position, with all that is hidden from an agent."""

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of all numbers of moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; equal seeds give equal dice. ``options`` are not used."""
        if seed is not None:
            self._dice = Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._moves = 0
        self._go_on(self.game.start())

    def step(self, action: int | None) -> None:
        """Make the move of a number for the agent to act, and roll what dice follow.

        Raises:
            ValueError: the move of that number is not legal.
            PluginError: a plugin failed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = chosen(self._legal, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._moves += 1
        self._go_on(self.game.step(self.position, move))
        self._accumulate_rewards()

    def _go_on(self, position: Position) -> None:
        """Roll until a side is to act, and find its legal moves, or how the game has ended."""
        while self.game.to_act(position) == CHANCE:
            position = self.game.step(
                position, self.game.engine.draw(position, self._dice.random())
            )
        self.position = position
        self.agent_selection = self.possible_agents[position.side]
        self._legal = self.actions.legal(position)
        result = position.result
        if result is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if result.winner is not None:
                for side, agent in enumerate(self.agents):
                    self.rewards[agent] = 1.0 if side == result.winner else -1.0
        elif self._moves >= self.max_moves:
            self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees, and which numbers are legal for it now."""
        mask = np.zeros(len(self.actions), np.int8)
        over = any(self.truncations.values())
        if agent == self.agent_selection and self._legal and not over:
            mask[list(self._legal)] = 1
        planes = self.planes.of(self.position, self.possible_agents.index(agent))
        return {"observation": planes, "action_mask": mask}

    def render(self) -> str:
        """Return the board as a picture of letters, with all that is hidden from an agent."""
        return picture(self.position)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

"""What every computer player receives and answers, and how it is stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple, Protocol, runtime_checkable

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.plugins.base import InvalidHookResultError, PluginError, exception_message
from wargrid.text import InputError, Message, catalog, printable


class PlayerError(InputError):
    """A player cannot be made, or fails in the middle of a game.

    ``key`` names the text (``players.<key>``) that ``values`` fill.
    """

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def text(self, language: str = "en") -> str:
        """Return what is wrong, in a language."""
        values = {name: _worded(value, language) for name, value in self.values.items()}
        return catalog(language).say(f"players.{self.key}", **values)

    def __str__(self) -> str:
        return self.text()


def _worded(value: object, language: str) -> object:
    if isinstance(value, Message):
        return value.text(language).removesuffix(".")
    return printable(value, 200) if isinstance(value, str) else value


class Answer(NamedTuple):
    """A player's choice.

    ``move`` is legal in the position asked about. ``score`` is the expected value for the side to
    act in the player's own units, or None; ``line`` are the moves that the player expects, its own
    first; ``nodes`` positions were looked at, ``depth`` moves ahead. ``seconds`` is how long the
    player thought, where another process measured it.
    """

    move: Move
    score: float | None = None
    line: tuple[Move, ...] = ()
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0


def _never() -> bool:
    return False


class Budget:
    """What a player may still spend on the turn: seconds, nodes, or both; None for no limit.

    A player calls ``spend`` for each position that it looks at and stops once that returns False.
    ``stop`` is asked at the same time, so that a person can cancel or ask for a move at once. A
    budget of nodes alone reads no clock: the same nodes give the same move on every machine. The
    outcomes of a roll that are being weighed are weighed to the last, so that a small budget may be
    passed by some dozens of nodes: part of a mean would say nothing of the move. The
    clock ends nothing before the process has worked for ``work`` seconds: a busy machine takes
    longer instead of answering worse.
    """

    __slots__ = ("_clock", "_deadline", "_due", "_end", "_stop", "nodes")

    def __init__(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        stop: Callable[[], bool] = _never,
        clock: Callable[[], float] = time.monotonic,
        work: float = 0.0,
    ) -> None:
        self.nodes = 0
        self._due = time.process_time() + work if work else 0.0
        self._clock = clock
        self._deadline = None if seconds is None else clock() + seconds
        self._end = nodes
        self._stop = stop

    @property
    def timed(self) -> bool:
        """Whether seconds are limited, so that answers depend on the machine."""
        return self._deadline is not None

    def spend(self, nodes: int = 1) -> bool:
        """Count nodes and return whether there is anything left to spend."""
        self.nodes += nodes
        return not self.exhausted()

    def exhausted(self) -> bool:
        """Return whether nodes or seconds are used up, or the player is to stop."""
        if self._end is not None and self.nodes >= self._end:
            return True
        if self._deadline is not None and self._clock() >= self._deadline:
            return not self._work_left() or self._stop()
        return self._stop()

    def _work_left(self) -> float:
        """Return for how many seconds the process has to work yet."""
        return max(0.0, self._due - time.process_time()) if self._due else 0.0

    def seconds_left(self) -> float | None:
        """Return the seconds left, or None if there is no limit."""
        return None if self._deadline is None else max(0.0, self._deadline - self._clock())

    def nodes_left(self) -> int | None:
        """Return the nodes left, or None if there is no limit."""
        return None if self._end is None else max(0, self._end - self.nodes)

    def share(self, part: float) -> Budget:
        """Return a budget of a part, from 0 to 1, of what is left; count its nodes by ``spend``."""
        seconds, nodes = self.seconds_left(), self.nodes_left()
        return Budget(
            None if seconds is None else seconds * part,
            None if nodes is None else max(1, int(nodes * part)),
            self._stop,
            self._clock,
            self._work_left() * part,
        )


@runtime_checkable
class Player(Protocol):
    """A computer player of one game.

    It is made by a factory ``(game, seed, option)``, found by the entry point group
    ``wargrid.players``. Equal seeds, positions and budgets of nodes give equal answers.
    """

    @property
    def name(self) -> str:
        """The name by which it was asked for, such as ``greedy`` or ``3``."""
        ...

    def choose(self, position: Position, budget: Budget) -> Answer:
        """Choose a move for the side to act, seeing only what that side sees.

        ``position`` is ``game.view(position, side)``, with at least one legal move. The budget is
        what is left of the turn, or of the deployment. After it is exhausted, the player answers
        with its best move so far.
        """
        ...

    def close(self) -> None:
        """Free what the player holds, such as a process."""
        ...


PlayerFactory = Callable[["Game", int, str], Player]
"""Makes a player from a game, a seed, and what follows the colon of its name (or nothing)."""


def failure(name: str, error: BaseException) -> PlayerError:
    """Return the error of a player, by its name, for an exception that its code raised."""
    why: object = f"{type(error).__name__}: {error}"
    if isinstance(error, InvalidHookResultError):
        why = exception_message(error)
    return PlayerError("player_fails", name=name, why=why)


def ask(player: Player, position: Position, budget: Budget) -> Answer:
    """Ask a player, which may come from any package, for its choice; the move may be illegal.

    Raises:
        PlayerError: the player raises an error, or answers with no move.
        PluginError: a plugin of the game fails.
    """
    try:
        answer = player.choose(position, budget)
    except (PlayerError, PluginError):
        raise
    except (Exception, SystemExit) as error:
        raise failure(player.name, error) from error
    if not isinstance(answer, Answer) or not isinstance(answer.move, Move):
        raise PlayerError("no_move", name=player.name)
    return answer

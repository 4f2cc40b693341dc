"""Walk through a game with random moves, the same ones for the same seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wargrid.authoring.plugintests.readonly import strict
from wargrid.core.events import Event
from wargrid.core.moves import ATTACK, END, READY, TAKE, TURN
from wargrid.match import BY_HAND, Match, counter_example_path, digest, header_for, save_record
from wargrid.source.folders import resolved

if TYPE_CHECKING:
    from wargrid import Game, Move, Position

LENGTH: Final = 250
SEED: Final = 7

SAMPLE: Final = 25
"""About how many steps of a walk slow checks look at."""

HookCall = tuple[str, str]
"""The names of a plugin and of one of its hooks."""


@dataclass(frozen=True)
class WalkStep:
    """One move of a side or of chance; ``number`` counts from 0 in its game.

    ``calls`` are the hooks that returned something other than None or an empty collection.
    """

    before: Position
    move: Move
    after: Position
    events: list[Event]
    number: int = 0
    calls: tuple[HookCall, ...] = ()


@dataclass(frozen=True)
class Walk:
    """The first steps of a random walk; a new game begins whenever one is over.

    ``error`` is the exception that ended the walk early, if any, and ``at`` the position and the
    move that raised it. ``called`` are all hooks that were called, and ``changed`` says whether the
    ruleset or an option of a plugin is different after the walk.
    """

    game: Game
    steps: tuple[WalkStep, ...]
    seed: int = SEED
    error: Exception | None = None
    at: tuple[Position, Move] | None = None
    called: frozenset[HookCall] = frozenset()
    changed: bool = False

    def moves_to(self, step: WalkStep) -> list[Move]:
        """Return the moves of the step's game up to the step."""
        end = next(number for number, other in enumerate(self.steps) if other is step)
        return [other.move for other in self.steps[end - step.number : end + 1]]


class CallLog:
    """Records which hooks are called, and gives their plugins read-only positions."""

    def __init__(self) -> None:
        self.called: set[HookCall] = set()
        self._answered: dict[HookCall, None] = {}

    def wrap(self, plugin: str, hook: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap one implementation; pass this method to ``Plugins`` as ``wrap``."""
        guarded = strict(plugin, hook, function)

        @wraps(function)
        def call(*arguments: Any) -> Any:
            self.called.add((plugin, hook))
            result = guarded(*arguments)
            if result is not None and result not in ((), [], frozenset()):
                self._answered[plugin, hook] = None
            return result

        return call

    def pop_answered(self) -> tuple[HookCall, ...]:
        """Return the hooks that returned something since the last call."""
        answered = tuple(self._answered)
        self._answered.clear()
        return answered


def steps(
    game: Game,
    seed: int = SEED,
    calls: CallLog | None = None,
    tried: list[tuple[Position, Move]] | None = None,
) -> Iterator[WalkStep]:
    """Make random moves without end, in one game after another.

    ``tried`` receives the position and the move made last in the game, or being made.
    """
    number, position, count = random.Random(seed), None, 0
    tried = [] if tried is None else tried
    while True:
        if position is None or game.to_act(position) is None:
            tried.clear()
            position, count = game.start(), 0
        move = random_move(game, position, number)
        tried[:] = [(position, move)]
        after, events = game.play(position, move)
        answered = () if calls is None else calls.pop_answered()
        yield WalkStep(position, move, after, events, count, answered)
        position, count = after, count + 1


def walk(game: Game, length: int = LENGTH, seed: int = SEED, calls: CallLog | None = None) -> Walk:
    """Walk through a game; ``calls`` is the log that wraps the hooks of the game, if any."""
    found: list[WalkStep] = []
    tried: list[tuple[Position, Move]] = []
    error, before = None, _rules(game)
    try:
        found.extend(islice(steps(game, seed, calls, tried), length))
    except Exception as raised:
        error = raised
    return Walk(
        game,
        tuple(found),
        seed,
        error,
        tried[0] if error and tried else None,
        frozenset(() if calls is None else calls.called),
        before != _rules(game),
    )


def trace(game: Game, length: int = LENGTH, seed: int = SEED) -> list[str]:
    """Return the digest of every position of a walk."""
    return [digest(step.after) for step in islice(steps(game, seed), length)]


def random_move(game: Game, position: Position, number: random.Random) -> Move:
    """Choose a legal move, half of the time preferring attacks and ends of deployment."""
    moves = game.moves(position)
    if number.random() < 0.5:
        eager = [move for move in moves if move.verb in (ATTACK, TAKE, READY)]
        return number.choice(
            eager or [move for move in moves if move.verb not in (TURN, END)] or moves
        )
    return number.choice(moves)


def save_game(game: Game, moves: Sequence[Move], folder: Path | None = None) -> Path:
    """Save a game as a record, up to the first move that fails, and return the file.

    Without a folder, the record replaces the last one of the ruleset among the player's files.
    """
    match = Match(game, by_hand=True)
    for move in moves:
        try:
            match.play(move)
        except Exception:
            break
    path = counter_example_path(game.name) if folder is None else folder / "counter-example.wargrid"
    path.unlink(missing_ok=True)
    save_record(path, match, header_for(game, dice=BY_HAND))
    return path


def sample(steps: tuple[WalkStep, ...], number: int = SAMPLE) -> tuple[WalkStep, ...]:
    """Return about ``number`` steps of a walk, evenly spread."""
    return steps[:: max(1, len(steps) // number)]


def move_keys(game: Game, position: Position) -> list[tuple[object, ...]]:
    """Return what the legal moves are, in the order in which they are listed."""
    return [move.key for move in game.moves(position)]


def file_name(game: Game) -> str:
    """Return the file that a game was loaded from, or its name."""
    return str(resolved(game.files[0])) if game.files else game.name


def _rules(game: Game) -> str:
    return repr((game.ruleset, game.plugins.listed))

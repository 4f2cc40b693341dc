"""Random walks through a game: the same for the same seed, with everything that happened and was asked on the way."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.authoring.plugintests.watch import SURROUNDINGS, Asked, Finding, Watch
from wargrid.core.moves import ATTACK, END, READY, TAKE, TURN
from wargrid.match.files import save
from wargrid.match.header import BY_HAND, header_for
from wargrid.match.match import Match
from wargrid.match.position_text import digest
from wargrid.match.saves import counter_example_path

if TYPE_CHECKING:
    from wargrid import Game, Move, Position
    from wargrid.core.events import Event

LENGTH: Final = 250
SEED: Final = 7

MANY: Final = 25
"""About how many steps of a walk are looked at for what takes its time."""


@dataclass(frozen=True)
class Step:
    """One move of a side or of chance, and what it changed; ``number`` counts from 0 in the game it belongs to."""

    before: Position
    move: Move
    after: Position
    events: list[Event]
    number: int = 0


@dataclass(frozen=True)
class Walk:
    """The first steps of a random walk through a game, and what its plugins did on the way that they may not.

    ``asked`` are the plugins and hooks that had a say, the last first, and ``unasked`` those that
    had none. ``failed`` is the error that ended the walk, if one did; then ``stopped`` is the
    position and the move that raised it, or None if the start did.
    """

    game: Game
    steps: tuple[Step, ...]
    findings: tuple[tuple[Step | None, Finding], ...] = ()
    asked: tuple[Asked, ...] = ()
    unasked: tuple[Asked, ...] = ()
    failed: Exception | None = None
    stopped: tuple[Position, Move] | None = None

    def moves_to(self, step: Step) -> list[Move]:
        """The moves of the game that a step belongs to, up to and with it."""
        end = next(number for number, other in enumerate(self.steps) if other is step)
        return [other.move for other in self.steps[end - step.number : end + 1]]


def chosen(game: Game, position: Position, number: random.Random) -> Move:
    """Any legal move; every other time one that comes to blows or ends the deployment, or at least goes somewhere."""
    moves = game.moves(position)
    if number.random() < 0.5:
        eager = [move for move in moves if move.verb in (ATTACK, TAKE, READY)]
        return number.choice(
            eager or [move for move in moves if move.verb not in (TURN, END)] or moves
        )
    return number.choice(moves)


class Walker:
    """Plays at random without end, beginning a new game whenever one is over.

    ``tried`` is the position and the move made last, or being made; None while nothing has been
    made since the start.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._number = random.Random(seed)
        self._position: Position | None = None
        self._made = 0
        self.tried: tuple[Position, Move] | None = None

    def step(self) -> Step:
        """Make the next move; raises whatever the game does."""
        if self._position is None or self._game.to_act(self._position) is None:
            self._position, self._made, self.tried = self._game.start(), 0, None
        before = self._position
        move = chosen(self._game, before, self._number)
        self.tried = (before, move)
        self._position, events = self._game.play(before, move)
        self._made += 1
        return Step(before, move, self._position, events, self._made - 1)


def steps(game: Game, seed: int = SEED) -> Iterator[Step]:
    """Play at random without end, beginning a new game whenever one is over."""
    walker = Walker(game, seed)
    while True:
        yield walker.step()


def walk(game: Game, length: int = LENGTH, seed: int = SEED, *, watched: bool = True) -> Walk:
    """Walk through a game and, unless told not to, look on.

    On a game just loaded, what plugins are asked but once is seen as well.
    """
    watch, walker, walked = Watch(game), Walker(game, seed), list[Step]()
    findings: list[tuple[Step | None, Finding]] = []
    failed: Exception | None = None
    while len(walked) < length and failed is None:
        with watch.on() if watched else nullcontext():
            try:
                walked.append(walker.step())
            except Exception as error:
                failed = error
        found = [*watch.findings, *_disturbers(game, walker.tried, watch)]
        findings += [(walked[-1] if walked else None, finding) for finding in found]
        watch.findings.clear()
    asked = tuple(dict.fromkeys(Asked(each.plugin, each.hook) for each in reversed(watch.asked)))
    return Walk(
        game,
        tuple(walked),
        tuple(findings),
        asked,
        watch.unasked(),
        failed,
        walker.tried if failed else None,
    )


def _disturbers(game: Game, tried: tuple[Position, Move] | None, watch: Watch) -> list[Finding]:
    """Who left what otherwise around the game, told by making the same move again; else the last who was asked."""
    if not watch.disturbed:
        return []
    closely = Watch(game, close=True)
    with closely.on(), suppress(Exception):
        if tried is not None:
            game.play(tried[0].copy(), tried[1])
    again = [finding for finding in closely.findings if finding.what in watch.disturbed]
    return again or [
        Finding(SURROUNDINGS, asked, what) for what in watch.disturbed for asked in watch.asked[-1:]
    ]


def trace(game: Game, length: int = LENGTH, seed: int = SEED) -> list[str]:
    """The digest of every position of a walk."""
    walking = steps(game, seed)
    return [digest(next(walking).after) for _ in range(length)]


def kept(game: Game, moves: Sequence[Move], folder: Path | None = None) -> Path:
    """Save a game as a record that can be loaded, replayed and gone on with; the file's path.

    It ends before the first move that cannot be made. Without a folder it stands among the player's
    own files, in the place of the last one of that ruleset.
    """
    match = Match(game, by_hand=True)
    for move in moves:
        try:
            match.play(move)
        except Exception:
            break
    path = counter_example_path(game.name) if folder is None else folder / "counter-example.wargrid"
    path.unlink(missing_ok=True)
    save(path, match, header_for(game, dice=BY_HAND))
    return path


def some(steps: tuple[Step, ...], number: int = MANY) -> tuple[Step, ...]:
    """About so many steps of a walk, evenly spread."""
    return steps[:: max(1, len(steps) // number)]


def keys(game: Game, position: Position) -> list[tuple[object, ...]]:
    """What the legal moves say, in the order of their listing."""
    return [move.key for move in game.moves(position)]


def file_of(game: Game) -> str:
    """The file a game was read from, or its name: what its text is called when it is read again."""
    return str(game.files[0].resolve()) if game.files else game.name

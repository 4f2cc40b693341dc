"""Random walks through a game: the same for the same seed, with everything that happened on the way."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from support import loaded
from wargrid import Game, Move, Position
from wargrid.events import Event
from wargrid.match import Match
from wargrid.notation.positions import digest
from wargrid.record import BY_HAND, header_for, save


@dataclass(frozen=True)
class Step:
    """One move of a side or of chance, and what it changed."""

    before: Position
    move: Move
    after: Position
    events: list[Event]


@cache
def game_called(name: str) -> Game:
    """Load a ruleset once."""
    return loaded(name)


def steps(game: Game, seed: int) -> Iterator[Step]:
    """Play at random without end, beginning a new game whenever one is over."""
    number = random.Random(seed)
    position = game.start()
    while True:
        if game.to_act(position) is None:
            position = game.start()
        move = number.choice(game.moves(position))
        after, events = game.play(position, move)
        yield Step(position, move, after, events)
        position = after


@cache
def walk(name: str, length: int = 250, seed: int = 7) -> tuple[Step, ...]:
    """The first steps of a random walk through a ruleset."""
    walking = steps(game_called(name), seed)
    return tuple(next(walking) for _ in range(length))


def trace(name: str, length: int = 120) -> str:
    """All digests of a walk in one line."""
    return " ".join(digest(step.after) for step in walk(name, length))


def kept(game: Game, moves: list[Move], folder: Path | None = None) -> Path:
    """Save a game as a record that can be loaded, replayed and gone on with; the file's path."""
    match = Match(game, by_hand=True)
    for move in moves:
        match.play(move)
    path = Path(folder or tempfile.mkdtemp(prefix="wargrid-")) / "counter-example.wargrid"
    save(path, match, header_for(game, dice=BY_HAND))
    return path

"""Examples: a game as a menu pictures it, with its armies on the board and its terrain."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from wargrid.core.dice import seeded
from wargrid.core.moves import ARMY
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.loading.loader import load_named
from wargrid.match import Match, begin_replay
from wargrid_play.table.state import deployment_of, is_deploying

STEP: Final = 100
"""How many moves are replayed at a time."""


class Shown(NamedTuple):
    """A match to picture, with the colours that its sides have instead of their own."""

    match: Match
    colours: tuple[str, ...] = ()


Steps = Iterator[Shown | None]
"""The way to a match: None for each step that leaves some to be done, then the match."""


def end_of(path: Path) -> Steps:
    """Replay a save or a journal, in steps; raises RecordError."""
    replaying = begin_replay(path)
    while not replaying.step(STEP):
        yield None
    record = replaying.record()
    yield Shown(record.match, record.header.colours)


def start_of(name: str) -> Steps:
    """Load a match of a ruleset by name, with armies and terrain to see; raises RulesetError."""
    for match in example_of(name):
        yield None if match is None else Shown(match)


def example_of(name: str, board: str | None = None) -> Iterator[Match | None]:
    """Load a ruleset and yield a match of it, after None for each step that leaves some to do.

    Where every side deploys, each has its first ready-made army. What chance puts on the board is
    the same each time. Raises RulesetError.
    """
    loaded = load_named(name, scenario=board)
    yield None
    yield _begun(loaded.game())


def start_with(game: Game, colours: tuple[str, ...]) -> Steps:
    """Return the way to a match of a game as it is, with armies and terrain to see."""
    yield None
    yield Shown(_begun(game), colours)


def _begun(game: Game) -> Match:
    match = Match(game, dice=seeded(0))
    _set_up(match)
    if match.to_act == CHANCE and not match.game.ruleset.dice:
        match.begin()
    return match


def _set_up(match: Match) -> None:
    for _ in match.game.sides:
        if not is_deploying(match):
            return
        armies = [move for move in match.game.moves(match.position) if move.verb == ARMY]
        if not armies:
            return
        match.play(armies[0])
        match.play(deployment_of(match).ready)

"""The same questions to a process that was asked nothing before, the last first: who remembers answers otherwise."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.authoring.plugintests import subprocesses as elsewhere
from wargrid.authoring.plugintests.blame import breach
from wargrid.authoring.plugintests.breach import Broken
from wargrid.authoring.plugintests.walks import Walk, keys
from wargrid.core.refusal import IllegalMove
from wargrid.loading.loader import load_text
from wargrid.match.notation import NotationError, read_move, write_move
from wargrid.match.position_text import digest, read_position, write_position
from wargrid.plugins.readonly import Apart
from wargrid.plugins.trust import trusting

if TYPE_CHECKING:
    from wargrid import Game, Position

NAME: Final = "memory"
"""What the promise is called; ``nobody_remembers`` asks it within one process."""

_PROGRAM: Final = "from wargrid.authoring.plugintests.recall import answer; answer()"

Question = tuple[str, str]
"""A position and a move made there, as they are written."""

Answer = list[str]
"""What is legal in a position and what the move comes to, in short."""


def check(walk: Walk, folder: Path | None = None) -> None:
    """Ask another process about every step; raises InvariantViolation at the first that has another answer there."""
    game = walk.game
    asked = [(write_position(step.before), write_move(game, step.move)) for step in walk.steps]
    here = [[_listed(game, step.before), digest(step.after)] for step in walk.steps]
    job = json.dumps([*elsewhere.source_of(game), asked])
    try:
        there: list[Answer] = json.loads(
            elsewhere.said_by_process(elsewhere.HASH_SEEDS[0], _PROGRAM, job)
        )
    except RuntimeError as error:
        raise breach(NAME, walk, Broken("kit.process_failed", None, error=error), folder) from error
    for step, mine, other in zip(walk.steps, here, there, strict=True):
        if mine != other:
            raise breach(NAME, walk, Broken("kit.asked_elsewhere", step), folder)


def answer() -> None:
    """Read a game and the questions about it, and print the answers: what the other process does."""
    text, file, trusted, asked = json.load(sys.stdin)
    with Apart(), trusting(everything=trusted):
        found = list(_answers(load_text(text, file), asked))
    json.dump(found[::-1], sys.stdout)


def _answers(game: Game, asked: Sequence[Question]) -> Iterator[Answer]:
    """The answers to all that is asked, the last first."""
    for written, move in reversed(asked):
        position = read_position(game, written)
        yield [_listed(game, position), _outcome(game, position, move)]


def _outcome(game: Game, position: Position, move: str) -> str:
    """What a written move comes to, in short; nothing if it is not legal here."""
    try:
        after, _ = game.play(position, read_move(game, position, move))
    except (IllegalMove, NotationError):
        return ""
    return digest(after)


def _listed(game: Game, position: Position) -> str:
    """Which moves are legal, in whatever order: units may bear other ids elsewhere."""
    return sha256("\n".join(sorted(map(repr, keys(game, position)))).encode()).hexdigest()

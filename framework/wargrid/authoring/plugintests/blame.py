"""Who broke a promise, and how a stranger sees it: the plugins asked, the move, and a record of the game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from wargrid.authoring.plugintests.breach import Broken, InvariantViolation
from wargrid.authoring.plugintests.walks import Walk, kept
from wargrid.authoring.plugintests.watch import Asked, Watch
from wargrid.match.notation import write_move

if TYPE_CHECKING:
    from wargrid import Game, Move, Position


def breach(
    promise: str, walk: Walk, broken: Broken, folder: Path | None = None
) -> InvariantViolation:
    """A broken promise with all that can be said about it: who was asked, the move, and a record of the game."""
    step, game = broken.step, walk.game
    moves = [] if step is None else walk.moves_to(step)
    move = broken.move or (step.move if step else None)
    position = None if step is None else step.after if broken.move else step.before
    by = (
        broken.by
        or (_suspects(game, position, move) if position is not None and move is not None else ())
        or walk.asked
    )
    return InvariantViolation(
        promise,
        game.name,
        plugins=tuple(dict.fromkeys((asked.plugin, asked.hook) for asked in by)),
        move=_written(game, move),
        number=len(moves) + (broken.move is not None),
        record=_record(game, [*moves, *([broken.move] if broken.move else [])], folder),
        what=broken.what,
        values=broken.values,
        position=position,
    )


def _suspects(game: Game, position: Position, move: Move) -> Iterable[Asked]:
    """Who answers otherwise when a move is made twice; else all who have an answer then, the last first."""
    first, second = (_asked_by(game, position, move) for _ in range(2))
    for one, other in zip(first, second, strict=False):
        if one != other:
            return (one,)
    return [
        asked
        for asked in reversed(first)
        if asked.answer not in ("None", "[]", "()", "frozenset()")
    ]


def _asked_by(game: Game, position: Position, move: Move) -> list[Asked]:
    looking = Watch(game)
    with looking.on():
        try:
            fresh = position.copy()
            game.why_not(fresh, move)
            game.play(fresh, move)
        except Exception:
            return looking.asked
    return looking.asked


def _written(game: Game, move: Move | None) -> str:
    try:
        return "" if move is None else write_move(game, move)
    except Exception:
        return repr(move)


def _record(game: Game, moves: list[Move], folder: Path | None) -> Path | None:
    try:
        return kept(game, moves, folder) if moves else None
    except Exception:
        return None

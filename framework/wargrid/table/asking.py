"""Asking: what the table wants to know before it goes on, and the exact odds it shows while it asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wargrid.core.moves import ATTACK, Roll
from wargrid.engine.game import CHANCE

if TYPE_CHECKING:
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.engine.game import Game
    from wargrid.engine.odds import Odds
    from wargrid.table.view import PromptKind


NOTHING: Final = -1
"""The number chosen while nothing is: what chance did is never taken for granted."""


@dataclass(frozen=True, slots=True)
class Question:
    """An open question: its kind, the moves it is about, and what has been answered so far.

    ``odds`` are those of the move, ``counter`` those of the target attacking back, if it could.
    """

    kind: PromptKind
    moves: tuple[Move, ...] = ()
    odds: Odds | None = None
    counter: Odds | None = None
    chosen: int = 0
    picked: tuple[str, ...] = ()


def is_worth_asking(game: Game, position: Position, move: Move) -> bool:
    """Whether a legal move is asked about before it is made: every attack is, and whatever rests on chance."""
    return move.verb == ATTACK or game.to_act(game.step(position, move)) == CHANCE


def about_attack(game: Game, position: Position, move: Move) -> Question:
    """The question whether to attack, or to make another move that rests on chance."""
    return Question(
        "attack", (move,), game.odds(position, move), counter_odds(game, position, move)
    )


def counter_odds(game: Game, position: Position, move: Move) -> Odds | None:
    """The odds if the target attacked the attacker as both stand now, or None if it could not."""
    if move.verb != ATTACK or position.board[move.target] <= 0:
        return None
    turned = position.copy()
    turned.side = position.side_of(position.board[move.target])
    turned.budget = game.budget
    turned.used = 0
    back = (
        m
        for m in game.moves(turned)
        if (m.verb, m.source, m.target) == (ATTACK, move.target, move.source)
    )
    found = next(back, None)
    return None if found is None else game.odds(turned, found)


def by_hand(game: Game, position: Position, picked: tuple[str, ...], chosen: int) -> Question:
    """The question what chance did, asked of players who roll for themselves."""
    moves = tuple(game.moves(position))
    if isinstance(moves[0], Roll):
        return Question("dice", moves, picked=picked, chosen=chosen)
    return Question("choice", moves, chosen=chosen)


def find_roll(moves: Sequence[Move], picked: Sequence[str]) -> Roll | None:
    """The roll that shows the faces picked, in whatever order, or None if none of these does."""
    wanted = sorted(picked)
    return next((m for m in moves if isinstance(m, Roll) and sorted(m.faces) == wanted), None)


def die_faces(game: Game, moves: Sequence[Move]) -> tuple[str, ...]:
    """The distinct faces of the die that is to be rolled, in the die's order."""
    first = moves[0]
    return tuple(dict.fromkeys(game.ruleset.dice[first.die])) if isinstance(first, Roll) else ()


def dice_wanted(moves: Sequence[Move]) -> int:
    """How many dice are to be rolled."""
    first = moves[0]
    return len(first.faces) if isinstance(first, Roll) else 0

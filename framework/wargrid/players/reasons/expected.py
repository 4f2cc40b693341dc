"""Reasons for a move that follow from the next one that its player expects to make."""

from __future__ import annotations

from typing import Final, NamedTuple

from wargrid.core.moves import ATTACK, MOVE, TAKE, Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.players.protocol import Answer
from wargrid.players.reasons.effects import message, odds_text
from wargrid.text import Message

_AHEAD: Final = 3
"""How many moves of both sides are followed."""


class Plan(NamedTuple):
    """The reasons that follow from a plan: one for the mover, or what another unit may do then."""

    mover: tuple[Message, ...] = ()
    others: tuple[Message, ...] = ()


def planned(game: Game, position: Position, answer: Answer) -> Plan:
    """Return what the side means to do next, if its move makes that possible.

    Nothing follows from a line that dice interrupt, or whose next move was legal before.
    """
    found = _next_own(game, position, answer)
    if found is None:
        return Plan()
    then, move = found
    unit = then.board[move.source] if move.source >= 0 else 0
    if unit <= 0 or any(_same(move, known) for known in game.moves(position)):
        return Plan()
    target = game.grid.name(move.target)
    if move.verb in (TAKE, ATTACK):
        struck = then.board[move.struck]
        stays = struck > 0 and position.board[move.struck] == struck
        attack = move if move.verb == ATTACK else None
        odds = odds_text(game, then, attack, "hints.odds") if stays else ""
        aims = message("aims_at", **_named(game, then, struck), odds=odds) if stays else None
        return Plan(() if aims is None else (aims,))
    if move.verb != MOVE:
        return Plan()
    if answer.move.source >= 0 and unit == position.board[answer.move.source]:
        return Plan((message("on_the_way", target=target),))
    return Plan(others=(message("makes_way", **_named(game, then, unit), target=target),))


def _next_own(game: Game, position: Position, answer: Answer) -> tuple[Position, Move] | None:
    """Return the next move of the same side in the line, and the position in which it is made."""
    after = position
    for number, expected in enumerate(answer.line[: _AHEAD + 1]):
        move = game.find_legal_move(after, expected)
        if move is None:
            return None
        if number and after.side == position.side:
            return after, move
        after = game.step(after, move)
        if after.result is not None or game.to_act(after) in (None, CHANCE):
            return None
    return None


def _same(move: Move, other: Move) -> bool:
    parts = move.verb, move.source, move.target
    return parts == (other.verb, other.source, other.target)


def _named(game: Game, position: Position, unit: int) -> dict[str, object]:
    cell = game.grid.name(position.cell_of(unit))
    return {"unit": position.type_of(unit).name, "cell": cell}

"""Reasons for a move that follow from the next one that its player expects to make."""

from __future__ import annotations

from typing import Final, NamedTuple

from wargrid.core.moves import ATTACK, MOVE, Move
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.players.actions import STRIKES
from wargrid.players.protocol import Answer
from wargrid.players.reasons.effects import message, odds_text
from wargrid.players.reasons.questions import Questions
from wargrid.text import Message

_AHEAD: Final = 3
"""How many moves of both sides are followed."""

_Step = tuple[Position, Move, tuple[Move, ...]]


class Plan(NamedTuple):
    """The reasons that follow from a plan: one for the mover, or what another unit may do then."""

    mover: tuple[Message, ...] = ()
    others: tuple[Message, ...] = ()


def planned(ask: Questions, game: Game, position: Position, answer: Answer) -> Plan:
    """Return what the side means to do next, if its move makes that possible.

    Nothing follows from a line that dice interrupt, or whose next move was legal before.
    """
    found = _next_own(game, position, answer)
    if found is None:
        return Plan()
    then, move, rest = found
    unit = then.board[move.source] if move.source >= 0 else 0
    if unit <= 0 or any(_same(move, known) for known in game.moves(position)):
        return Plan()
    if move.verb in STRIKES:
        aims = _strike(game, position, then, move, "aims_at")
        return Plan(() if aims is None else (aims,))
    if move.verb != MOVE:
        return Plan()
    target = game.grid.name(move.target)
    if answer.move.source >= 0 and unit == position.board[answer.move.source]:
        return Plan((message("on_the_way", target=target),))
    values = {**ask.named(then, unit), "target": target}
    why = _why_way(ask, game, position, (then, move, rest), values)
    if why is not None:
        return Plan((why,))
    stays = ask.decides(then, unit)  # a unit that had better stay where it is
    return Plan() if stays else Plan(others=(message("makes_way", **values),))


def _why_way(
    ask: Questions, game: Game, position: Position, plan: _Step, values: dict[str, object]
) -> Message | None:
    """Return for what way is made for a unit: it gets out of reach, or attacks from there."""
    then, move, rest = plan
    unit, after = then.board[move.source], game.step(then, move)
    enemy = [ask.turn_of(each, 1 - position.side) for each in (position, after)]
    if enemy[0] is not None and enemy[1] is not None:
        threats, left = ask.reached(enemy[0]), ask.reached(enemy[1])
        if unit in threats and unit not in left:
            by = ask.named(position, threats[unit])
            return message("frees", **values, other=by["unit"], enemy=by["cell"])
    strike = next((one for one in rest if one.source == move.target), None)
    legal = None if strike is None else game.engine.find_legal_move(after, strike)
    if legal is None or legal.verb not in STRIKES:
        return None
    return _strike(game, position, after, legal, "lets_attack", values)


def _strike(
    game: Game, position: Position, at: Position, move: Move, key: str,
    values: dict[str, object] | None = None,
) -> Message | None:  # fmt: skip
    """Return a reason about a strike in a position to come, if its target is there now."""
    struck = at.board[move.struck]
    if struck <= 0 or position.board[move.struck] != struck:
        return None
    odds = odds_text(game, at, move if move.verb == ATTACK else None, "hints.odds")
    named = _named(game, at, struck)
    if values is not None:
        named = {**values, "other": named["unit"], "enemy": named["cell"]}
    return message(key, **named, odds=odds)


def _next_own(game: Game, position: Position, answer: Answer) -> _Step | None:
    """Return the next move of the same side in the line, where it is made, and those after it."""
    after = position
    for number, expected in enumerate(answer.line[: _AHEAD + 1]):
        move = game.engine.find_legal_move(after, expected)
        if move is None:
            return None
        if number and after.side == position.side:
            return after, move, answer.line[number + 1 :]
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

"""Reasons for a move that strikes a unit: what becomes of that unit, and what may follow.

The move's own name says which unit strikes which, so that no reason repeats it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from wargrid.core.moves import ATTACK, TAKE, Move
from wargrid.core.position import Position
from wargrid.core.state import GONE
from wargrid.engine.odds import Odds, expected
from wargrid.players.reasons.effects import decimal, message, percent
from wargrid.players.reasons.questions import Questions
from wargrid.text import Message

_LIKELY: Final = Fraction(1, 2)
"""The chance to destroy a unit from which on average losses are no reason besides."""

_LEAST_LOSSES: Final = Fraction(1, 10)
"""The least average losses of the attacker that are worth a word."""

_EQUAL: Final = 20.0
"""Up to this difference two units are worth the same, where 100 is an average unit."""


def strikes(ask: Questions, position: Position, move: Move, odds: Odds) -> Iterator[Message]:
    """Yield what a move does to the unit that it strikes, if it strikes one."""
    unit = position.board[move.struck] if move.verb in (TAKE, ATTACK) else 0
    if unit <= 0:
        return
    gone = odds.eliminated(move.struck)
    if odds.joins(move.struck):
        yield message("wins_over", chance=percent(odds.joins(move.struck)))
    elif gone == 1:
        if move.verb == TAKE:
            yield from _taken(ask, position, move, odds.outcomes[0].position)
        else:
            yield message("destroys")
    elif gone:
        if not _wins_by_losing(odds, unit, position.side):
            yield _endangered(ask, position, move.struck, odds)
    else:
        yield from _worn(ask, position, move.struck, odds)
    if move.source >= 0 and expected(odds.removed(move.source)) >= _LEAST_LOSSES:
        yield _losses("own", ask, position, move.source, odds)


def _endangered(ask: Questions, position: Position, cell: int, odds: Odds) -> Message:
    gone, men = odds.eliminated(cell), position.men[position.board[cell]]
    if gone < _LIKELY and men > 1:
        return _losses("hurts", ask, position, cell, odds)
    return message("may_destroy", chance=percent(gone))


def _worn(ask: Questions, position: Position, cell: int, odds: Odds) -> Iterator[Message]:
    """Yield what a unit that stays on the board suffers."""
    unit = position.board[cell]
    if expected(odds.removed(cell)):
        yield _losses("wears", ask, position, cell, odds)
    elif odds.displaced(cell) == 1 and len(odds.outcomes) == 1:
        after = odds.outcomes[0].position
        if after.cell_of(unit) != cell:
            yield message("sends_back", target=ask.cell_name(after.cell_of(unit)))


def _losses(kind: str, ask: Questions, position: Position, cell: int, odds: Odds) -> Message:
    lost = expected(odds.removed(cell))
    sure = len(odds.removed(cell)) == 1
    values = {"n": int(lost) if sure else decimal(lost), "of": position.men[position.board[cell]]}
    certainty = "sure" if sure and kind != "hurts" else "mean"
    chance = percent(odds.eliminated(cell))
    return message(f"{kind}.{certainty}.{ask.strength}", **values, chance=chance)


def _taken(ask: Questions, before: Position, move: Move, after: Position) -> Iterator[Message]:
    """Yield whether the unit that takes may be taken in its turn, and for how much."""
    unit, enemy = before.board[move.source], ask.turn_of(after, 1 - before.side)
    if enemy is None or unit <= 0 or after.place[unit] == GONE or ask.wants_to_lose:
        return
    if all(after.board[back.struck] != unit for back in ask.takings(enemy)):
        yield message("free")
        return
    other = before.board[move.struck]
    gain = ask.worth(before, other) - ask.worth(after, unit)
    key = "exchanges" if abs(gain) <= _EQUAL else "gains" if gain > 0 else "offers_more"
    names = {"unit": after.type_of(unit).name, "other": before.type_of(other).name}
    yield message(key, **names)


def _wins_by_losing(odds: Odds, unit: int, side: int) -> bool:
    """Return whether a side wins exactly in those outcomes in which a unit is lost."""
    return all(
        (after.place[unit] == GONE) == (after.result is not None and after.result.winner == side)
        for after in (outcome.position for outcome in odds.outcomes)
    )

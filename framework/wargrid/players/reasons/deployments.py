"""Reasons for a move of the deployment: what an army has, and beside which unit one is placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wargrid.core.moves import ARMY, PLACE, READY, Move
from wargrid.core.position import Position
from wargrid.players.reasons.effects import message
from wargrid.players.reasons.questions import Questions
from wargrid.text import Message


def deployed(ask: Questions, before: Position, after: Position, move: Move) -> Iterator[Message]:
    """Yield what a move of the deployment of the side to act brings about."""
    if move.verb == READY:
        deploying = ask.deploying
        most = None if deploying is None else deploying.rules.size.max
        yield _begun(len(after.units_of(before.side)), most)
    elif move.verb == ARMY:
        yield _listed(after, after.units_of(before.side))
    elif move.verb == PLACE:
        yield from _beside(ask, after, after.board[move.target])


def _begun(n: int, most: int | None) -> Message:
    """Return that an army of ``n`` units is complete, or how many it might have at most."""
    return message("army_complete") if most in (None, n) else message("army_begun", n=n, most=most)


def _listed(position: Position, units: list[int]) -> Message:
    """Return how many units of each type there are, the most numerous first."""
    words = Counter(position.type_of(unit).word for unit in units)
    names = {position.type_of(unit).word: position.type_of(unit).name for unit in units}
    counted = sorted(words.items(), key=lambda each: -each[1])
    *others, last = [message("army_units", n=n, unit=names[word]) for word, n in counted]
    for other in reversed(others):
        last = message("army", first=other, rest=last)
    return last


def _beside(ask: Questions, position: Position, unit: int) -> Iterator[Message]:
    """Yield the dearest unit of its side beside which a unit is."""
    if unit <= 0:
        return
    near = [
        (-ask.worth(position, other), other)
        for other in position.units_of(position.side_of(unit))
        if other != unit and ask.gap(position, unit, position.cell_of(other)) == 1
    ]
    for _, other in sorted(near)[:1]:
        yield message("placed_beside", **ask.named(position, other))

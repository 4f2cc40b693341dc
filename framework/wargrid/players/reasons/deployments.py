"""Reasons for a move of the deployment: what an army has, and beside which unit one is placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from wargrid.core.moves import ARMY, PLACE, READY, Move
from wargrid.core.position import Position
from wargrid.players.reasons.effects import message
from wargrid.players.reasons.questions import Questions
from wargrid.text import Message

_CLEARLY: Final = Fraction(21, 20)
"""By how much an army is better than the average in what it is said to be good at."""

_SWIFT: Final = 3
"""With how many actions at most a unit that is quick attacks where enemies are placed."""


def deployed(ask: Questions, before: Position, after: Position, move: Move) -> Iterator[Message]:
    """Yield what a move of the deployment of the side to act brings about."""
    if move.verb == READY:
        deploying = ask.deploying
        most = None if deploying is None else deploying.rules.size.max
        yield _begun(len(after.units_of(before.side)), most)
    elif move.verb == ARMY:
        yield _listed(after, after.units_of(before.side))
        yield from _good_at(ask, before, after)
    elif move.verb == PLACE:
        yield from _placed(ask, after, after.board[move.target])


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


def _good_at(ask: Questions, before: Position, after: Position) -> Iterator[Message]:
    """Yield in what an army is best, if clearly better than the ready-made armies on average."""
    ours, *offered = (_strengths(ask, each) for each in (after, *ask.armies(before)))
    means = {key: Fraction(sum(each[key] for each in offered), len(offered)) for key in ours}
    better = {key: ours[key] / mean for key, mean in means.items() if mean}
    good = [key for key, share in better.items() if share >= _CLEARLY]
    good.sort(key=lambda key: (sum(each[key] >= ours[key] for each in offered), -better[key]))
    yield from (message(f"army_{key}") for key in good[:1])


def _strengths(ask: Questions, position: Position) -> dict[str, int]:
    """Return how much an army has of what armies are good at, by the key of its text."""
    units = position.units_of(position.side)
    attacks = {unit: position.type_of(unit).attack for unit in units}
    men = position.men
    dice = {unit: by.by.dice(men[unit]) for unit, by in attacks.items() if by is not None}
    return {
        "far": sum(dice[unit] for unit in dice if ask.attacks_from_afar(position, unit)),
        "swift": sum(ask.actions_to_enemies(position, unit) <= _SWIFT for unit in units),
        "tough": sum(men[unit] * position.type_of(unit).hits_per_man for unit in units),
        "strong": sum(dice.values()),
        "many": len(units),
    }


def _placed(ask: Questions, position: Position, unit: int) -> Iterator[Message]:
    """Yield why a unit is placed: the unit it guards, its row, and what the army had none of."""
    if unit <= 0:
        return
    side = position.side_of(unit)
    others = [other for other in position.units_of(side) if other != unit]
    yield from _for_whom(ask, position, unit, others)
    yield from _row(ask, position, unit)
    word = position.type_of(unit).word
    if others and all(position.type_of(other).word != word for other in others):
        yield message("placed_first")


def _for_whom(
    ask: Questions, position: Position, unit: int, others: list[int]
) -> Iterator[Message]:
    """Yield before which dearer unit another is, behind which it shoots, or beside which it is."""
    cell, worth = position.cell_of(unit), ask.worth(position, unit)
    near = [each for each in others if ask.gap(position, unit, position.cell_of(each)) == 1]
    near.sort(key=lambda each: (-ask.worth(position, each), each))
    far = ask.far_from_enemies(position, unit)
    ahead = {each: far(position.cell_of(each)) - far(cell) for each in near}
    covered = [
        each
        for each in near
        if ahead[each] > 0
        and ask.gap(position, unit, position.cell_of(each), "manhattan") == 1  # not at an angle
        and ask.worth(position, each) > worth
    ]
    over = [each for each in near if ahead[each] < 0]
    cover = [each for each in over if ask.shoots_over(position, unit, position.cell_of(each))]
    for key, units in (("before", covered), ("behind", cover), ("beside", near)):
        for each in units[:1]:
            yield message(f"placed_{key}", **ask.named(position, each))
            return


def _row(ask: Questions, position: Position, unit: int) -> Iterator[Message]:
    """Yield whether a unit is in the foremost row where its type is placed, or in the last."""
    if ask.deploying is None:
        return
    far = ask.far_from_enemies(position, unit)
    zone = ask.deploying.zone(position.type_of(unit).word, position.side_of(unit))
    rows, row = {far(cell) for cell in zone}, far(position.cell_of(unit))
    if len(rows) > 1 and row in (min(rows), max(rows)):
        yield message("placed_front" if row == min(rows) else "placed_back")

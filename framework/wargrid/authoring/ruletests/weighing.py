"""Judges odds: what a move comes to, exactly, against the fractions that a test claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from wargrid.core.refusal import IllegalMove
from wargrid.engine.odds import expected as mean
from wargrid.source.diagnostics import Place

if TYPE_CHECKING:
    from wargrid.authoring.ruletests.models import Odds as Claimed
    from wargrid.authoring.ruletests.moment import TestMoment
    from wargrid.authoring.ruletests.report import Failure
    from wargrid.core.moves import Move
    from wargrid.engine.odds import Odds


def judge_odds(moment: TestMoment, wanted: Mapping[str, Claimed]) -> Iterator[Failure]:
    """Everything that moves would not come to as exactly as is claimed. Raises RulesetError."""
    for text, claimed in wanted.items():
        place = moment.at("odds", text)
        move = moment.move(place, text)
        try:
            odds = moment.game.odds(moment.position, move)
        except IllegalMove as error:
            yield moment.fails(
                place,
                "allowed",
                move=text,
                reason=error.refusal,
                expected="allowed",
                found=error.refusal.code,
            )
            continue
        if moment.seen is not None:
            moment.seen.weighed(moment.game, moment.position, move, odds)
        for key in type(claimed).model_fields:
            chances = getattr(claimed, key)
            if chances is not None:
                yield from _CHANCES[key](moment, (*place, key), odds, move, chances)


Chances = Fraction | Mapping[str, Fraction]
"""The chance of the one that is meant, or of several by name."""


def _of_cells(
    moment: TestMoment, place: Place, wanted: Chances, alone: int, chance: Callable[[int], Fraction]
) -> Iterator[Failure]:
    cells = {moment.game.grid.name(alone): wanted} if isinstance(wanted, Fraction) else wanted
    for name, likely in cells.items():
        at = place if isinstance(wanted, Fraction) else (*place, name)
        cell = moment.ground.cell(at, name)
        if moment.position.board[cell] <= 0:
            yield moment.fails(at, "no_unit", cell=name)
            continue
        found = chance(cell)
        if found != likely:
            yield moment.fails(
                at, "chance", what=f"{place[-1]} {name}", expected=str(likely), found=str(found)
            )


def _kill(
    moment: TestMoment, place: Place, odds: Odds, move: Move, wanted: Any
) -> Iterator[Failure]:
    yield from _of_cells(moment, place, wanted, move.target, odds.eliminated)


def _displaced(
    moment: TestMoment, place: Place, odds: Odds, move: Move, wanted: Any
) -> Iterator[Failure]:
    yield from _of_cells(moment, place, wanted, move.source, odds.displaced)


def _joins(
    moment: TestMoment, place: Place, odds: Odds, move: Move, wanted: Any
) -> Iterator[Failure]:
    yield from _of_cells(moment, place, wanted, move.target, odds.joins)


def _removed(
    moment: TestMoment, place: Place, odds: Odds, move: Move, wanted: Any
) -> Iterator[Failure]:
    if moment.position.board[move.target] > 0:
        yield from _spread(moment, place, wanted, odds.removed(move.target))
    else:
        yield moment.fails(place, "no_unit", cell=moment.game.grid.name(move.target))


def _hits(
    moment: TestMoment, place: Place, odds: Odds, move: Move, wanted: Any
) -> Iterator[Failure]:
    yield from _spread(moment, place, wanted, odds.hits())


def _spread(
    moment: TestMoment,
    place: Place,
    wanted: Fraction | dict[int, Fraction],
    found: dict[int, Fraction],
) -> Iterator[Failure]:
    if isinstance(wanted, Fraction):
        if mean(found) != wanted:
            yield moment.fails(
                place, "mean", what=place[-1], expected=str(wanted), found=str(mean(found))
            )
    elif {number: chance for number, chance in wanted.items() if chance} != found:
        yield moment.fails(
            place, "spread", what=place[-1], expected=_told(wanted), found=_told(found)
        )


def _told(chances: Mapping[int, Fraction]) -> str:
    return ", ".join(f"{number}: {chance}" for number, chance in sorted(chances.items()))


def _wins(
    moment: TestMoment, place: Place, odds: Odds, move: Move, wanted: Any
) -> Iterator[Failure]:
    sides = list(moment.game.ruleset.sides)
    alone = isinstance(wanted, Fraction)
    for word, likely in {sides[moment.position.side]: wanted}.items() if alone else wanted.items():
        at = place if alone else (*place, word)
        moment.one_of(at, word, tuple(sides))
        found = odds.wins(sides.index(word))
        if found != likely:
            yield moment.fails(
                at, "chance", what=f"wins {word}", expected=str(likely), found=str(found)
            )


_CHANCES: Final[dict[str, Callable[[TestMoment, Place, Odds, Move, Any], Iterator[Failure]]]] = {
    "kill": _kill,
    "removed": _removed,
    "hits": _hits,
    "displaced": _displaced,
    "joins": _joins,
    "wins": _wins,
}

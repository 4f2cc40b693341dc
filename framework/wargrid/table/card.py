"""The card: what is known of one cell and the unit on it, every number read from the ruleset and the position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargrid.table.rule_text import told_in_full
from wargrid.table.view import CardView
from wargrid.table.wording import strength_of

if TYPE_CHECKING:
    from wargrid.core.position import PlacedUnit, Position
    from wargrid.ruleset.base import RuleOptions
    from wargrid.table.wording import Teller, strength_of


def card_of(position: Position, cell: int, teller: Teller) -> CardView:
    """The card of a cell."""
    if position.board[cell] <= 0:
        empty = (teller.say("table.card.empty"), "")
        return CardView(teller.cell(cell), (empty, *_ground(cell, teller)), cell)
    stands = position.at(cell)
    names = {
        "unit": teller.unit(position, cell),
        "side": teller.side(stands.side),
        "cell": teller.cell(cell),
    }
    return CardView(
        teller.say("table.card.title", **names),
        tuple(_lines(position, stands, teller)),
        cell,
        stands.side,
    )


def _ground(cell: int, teller: Teller) -> Iterator[tuple[str, str]]:
    terrain = teller.terrain(cell)
    if terrain:
        yield teller.say("table.card.ground"), terrain


def _lines(position: Position, stands: PlacedUnit, teller: Teller) -> Iterator[tuple[str, str]]:
    unit_type = stands.type
    full = position.roster.full[stands.unit]
    if strength_of(teller.game):
        yield (
            teller.strength("table.card"),
            teller.say("table.card.men_of", men=stands.men, full=full),
        )
    yield from _ground(stands.cell, teller)
    if position.wounds[stands.unit]:
        yield teller.say("table.card.wounds"), str(position.wounds[stands.unit])
    if position.roster.facings > 1:
        yield teller.say("table.card.facing"), teller.facing(stands.facing)
    dice = position.roster.dice[stands.unit][stands.men]
    if dice:
        yield teller.say("table.card.dice"), str(dice)
    if teller.game.ruleset.dice:
        yield teller.strength("table.card.hits"), str(unit_type.hits_per_man)
    costs = (
        teller.game.costs[unit_type.word] if teller.game.ruleset.turn.actions is not None else {}
    )
    if costs:
        told = (
            teller.say("table.card.cost", verb=teller.say(f"table.verb.{verb}"), n=costs[verb])
            for verb in costs
        )
        yield teller.say("table.card.costs"), " · ".join(told)
    for way in unit_type.move:
        yield from _rule("table.card.moves", way, teller)
    if unit_type.attack is not None:
        yield from _rule("table.card.attacks", unit_type.attack.at, teller)
        yield from _rule("table.card.fights", unit_type.attack.by, teller)


def _rule(label: str, told: RuleOptions, teller: Teller) -> Iterator[tuple[str, str]]:
    text = told_in_full(told, teller.words, teller.game.ruleset)
    if text:
        yield teller.say(label), text

"""Reasons for a move that follow from what it does at once, besides striking a unit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from wargrid.core.effects import Pushed
from wargrid.core.moves import ATTACK, DO, MOVE, TAKE, Move
from wargrid.core.position import Position
from wargrid.core.state import GONE
from wargrid.engine.game import Game
from wargrid.text import Message

_LONGEST_FRACTION: Final = 1_000


def effects_of(game: Game, before: Position, after: Position, move: Move) -> Iterator[Message]:
    """Yield what a move without dice does: becomes, castles, captures, boards and the like.

    ``after`` is the position that it leads to.
    """
    yield from _taken_besides(game, before, after, move)
    unit = before.board[move.source] if move.source >= 0 else 0
    if unit and move.verb == DO:
        yield from _carried(game, before, after, unit)
    if unit and after.place[unit] != GONE:
        yield from _become(game, before, after, unit)
        if _is_push(game, before, move):
            yield from _pushed(game, before, after)
        else:
            yield from _castled(game, before, after, unit)
        yield from _captured(game, before, after, unit, move)


def decimal(number: Fraction) -> Message:
    """Write a number to one decimal."""
    whole, tenth = divmod(round(number * 10), 10)
    return Message("hints.decimal", {"whole": whole, "tenth": tenth})


def _is_push(game: Game, before: Position, move: Move) -> bool:
    """Return whether a line of units moves at once."""
    if move.verb not in (MOVE, TAKE, DO):
        return False
    _, events = game.play(before, move)
    return any(isinstance(event, Pushed) for event in events)


def _pushed(game: Game, before: Position, after: Position) -> Iterator[Message]:
    """Yield the enemies that a line pushes to other cells."""
    for enemy in before.units_of(1 - before.side):
        if after.place[enemy] not in (GONE, before.place[enemy]):
            cell = game.grid.name(after.cell_of(enemy))
            yield message("pushes", unit=before.type_of(enemy).name, cell=cell)


def _taken_besides(game: Game, before: Position, after: Position, move: Move) -> Iterator[Message]:
    struck = before.board[move.struck] if move.verb in (TAKE, ATTACK) else 0
    for enemy in before.units_of(1 - before.side):
        if enemy != struck and after.place[enemy] == GONE:
            cell = before.cell_of(enemy)
            key = "turns_over" if _joined(before, after, cell, move) else "takes"
            yield message(key, unit=before.type_of(enemy).name, cell=game.grid.name(cell))


def _joined(before: Position, after: Position, cell: int, move: Move) -> bool:
    """Return whether the unit on a cell has become one of the side to act, as no other came."""
    there = after.board[cell]
    mover = before.board[move.source] if move.source >= 0 else 0
    return there > 0 and there != mover and after.side_of(there) == before.side


def _become(game: Game, before: Position, after: Position, unit: int) -> Iterator[Message]:
    if before.type_of(unit).word != after.type_of(unit).word:
        cell = game.grid.name(after.cell_of(unit))
        yield message("becomes", unit=after.type_of(unit).name, cell=cell)


def _castled(game: Game, before: Position, after: Position, unit: int) -> Iterator[Message]:
    for other in before.units_of(before.side):
        if other != unit and after.place[other] not in (GONE, before.place[other]):
            cell = game.grid.name(after.cell_of(other))
            yield message("castles", unit=before.type_of(other).name, cell=cell)


def _carried(game: Game, before: Position, after: Position, unit: int) -> Iterator[Message]:
    """Yield the unit onto which one goes, and those that it sets down."""
    carrying = before.roster.game.carrying
    if carrying is None:
        return
    carrier = carrying.carrier(after, unit)
    if carrier and not carrying.carrier(before, unit):
        cell = game.grid.name(after.cell_of(carrier))
        yield message("boards", unit=after.type_of(carrier).name, cell=cell)
    for passenger in carrying.aboard(before, unit):
        if not carrying.carrier(after, passenger) and after.men[passenger]:
            cell = game.grid.name(after.cell_of(passenger))
            yield message("unloads", unit=after.type_of(passenger).name, cell=cell)


def _captured(
    game: Game, before: Position, after: Position, unit: int, move: Move
) -> Iterator[Message]:
    cell, side = after.cell_of(unit), before.side
    for claim in (ability.claim for ability in after.type_of(unit).abilities):
        if claim is None or cell not in game.engine.grounds[side].zones[claim.zone]:
            continue
        owner, values = game.engine.markers[claim.owner], {"place": place_name(game, cell)}
        if owner.owner(before, cell) == side:
            continue
        if owner.owner(after, cell) == side:
            yield message("captures", **values)
        elif move.verb == DO and claim.counts is not None:
            done = game.engine.markers[claim.counts].value(after, cell)
            yield message("capturing", **values, n=done, needs=claim.needs)
        elif cell != before.cell_of(unit):
            yield message("can_capture", **values)


def place_name(game: Game, cell: int) -> object:
    """Name a cell's terrain, or the cell on a board without terrains."""
    word = game.engine.grounds[0].terrain[cell]
    return game.ruleset.terrains[word].name if word else game.grid.name(cell)


def percent(chance: Fraction) -> Message:
    """Write a probability in percent, and exactly where the fraction is short."""
    whole = round(chance * 100)
    about = {0: "< 1", 100: "> 99"}.get(whole, str(whole)) if chance not in (0, 1) else whole
    written = Message("table.percent", {"percent": about})
    if chance in (0, 1) or chance.denominator > _LONGEST_FRACTION:
        return written
    return Message("hints.chance", {"exact": str(chance), "percent": written})


def odds_text(game: Game, position: Position, attack: Move | None, key: str) -> object:
    """Word how likely an attack with dice destroys its target; empty if it never does."""
    if attack is None or not game.ruleset.dice:
        return ""
    chance = game.odds(position, attack).eliminated(attack.struck)
    return Message(key, {"chance": percent(chance)}) if chance else ""


def message(key: str, **values: object) -> Message:
    """Return the text of a reason."""
    return Message(f"hints.{key}", values)

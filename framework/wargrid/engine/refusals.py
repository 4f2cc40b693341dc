"""Why a move may not be made: the reason in a player's words, with the number of the rule behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from wargrid.core.grid import FACINGS, OFF
from wargrid.core.moves import ATTACK, END, ENTER, MOVE, TAKE, TURN, Deploy, Draw, Lot, Roll
from wargrid.core.refusal import Reason, Refusal
from wargrid.core.state import CHOICE, WALL

if TYPE_CHECKING:
    from wargrid.core.moves import Move
    from wargrid.core.patterns import MovePattern
    from wargrid.core.position import PlacedUnit, Position
    from wargrid.core.protocols import Translations
    from wargrid.engine.game import Game
    from wargrid.engine.looks import Way


def why_not(game: Game, position: Position, move: Move) -> Refusal:
    """The first reason why a move that is not legal is not; questions are asked from the table down to the unit."""
    code, values = next(_reasons(game, position, move))
    return Refusal(code, values, game.ruleset.cites.get(code, ""))


def _reasons(game: Game, position: Position, move: Move) -> Iterator[Reason]:
    if position.result is not None:
        yield "game_over", {}
    if isinstance(move, (Roll, Lot, Draw)) or position.pending is not None:
        yield from _of_chance(game, position, move)
    if game.deploying is not None and game.is_deploying(position):
        yield from game.deploying.reasons(position, move)
    if isinstance(move, Deploy):
        yield "not_deploying", {}
    if move.verb == END:
        yield "must_act", {}
    yield from _of_table(game, position, move)
    unit = position.at(move.source)
    yield from _of_means(game, position, move, unit)
    if any(possible.key == move.key for possible in game.pseudo_legal_moves(position)):
        yield from _of_plugins(game, position, move)
        yield from _of_royalty(game, position, move)
    yield from _QUESTIONS[move.verb](game, position, move, unit)
    yield "cannot", {"unit": unit.type.name, "cell": game.grid.name(unit.cell)}


def _of_chance(game: Game, position: Position, move: Move) -> Iterator[Reason]:
    if position.pending is None:
        yield "no_roll_due", {}
    elif position.pending.kind == CHOICE:
        _, cell, *others = position.pending.numbers
        cells = " ".join(map(game.grid.name, (cell, *others)))
        yield (
            "choice_due",
            {"unit": position.at(cell).type.name, "cell": game.grid.name(cell), "cells": cells},
        )
    first = game.moves(position)[0]
    if isinstance(first, Roll):
        if not isinstance(move, (Roll, Lot, Draw)):
            yield "roll_due", {}
        faces = tuple(map(game.ruleset.face_name, dict.fromkeys(game.ruleset.dice[first.die])))
        yield "other_roll", {"dice": len(first.faces), "faces": faces}
    yield "lot_due", {}


def _of_table(game: Game, position: Position, move: Move) -> Iterator[Reason]:
    cells = range(game.grid.cells)
    if move.source not in cells or move.target not in cells:
        yield "off_board", {}
    stands = position.board[move.source]
    if stands <= 0:
        yield "nobody_there", {"cell": game.grid.name(move.source)}
    if position.side_of(stands) != position.side:
        side: Translations = game.ruleset.side_name(position.side)
        yield "not_yours", {"cell": game.grid.name(move.source), "side": side}


def _of_means(game: Game, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
    name: Translations = unit.type.name
    entering = game.is_entering(position)
    if entering != (move.verb == ENTER):
        yield "entering" if entering else "not_entering", {"unit": name}
    if entering:
        return
    verb = MOVE if move.verb == TAKE else move.verb
    costs = game.costs[unit.type.word]
    if move.verb == TAKE and not any(way.take for way in _ways(game, unit)):
        yield "never_attack", {"unit": name}
    if verb not in costs:
        yield f"never_{verb}", {"unit": name}
    code = game.rows.refusal(position.roster, unit.unit, verb, position.budget, position.used)
    if code == "too_dear":
        yield code, {"unit": name, "cost": costs[verb], "left": position.budget}
    if code:
        most = game.limits.most.get(code.removeprefix("used_"), 0)
        yield code, {"unit": name, "cell": game.grid.name(unit.cell), "most": most}


def _of_turning(game: Game, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
    if move.facing == unit.facing:
        yield "same_facing", {"unit": unit.type.name, "facing": FACINGS[unit.facing]}


def _of_moving(game: Game, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
    if move.source == move.target:
        yield "no_step", {}
    yield from _of_sheets(
        game, position, move.target, [way.sheet for way in _ways(game, unit) if way.go is not None]
    )
    if position.board[move.target]:
        yield from _of_blocker(game, position, move.target, [move.target])
    yield from _too_far(game, move, unit)


def _ways(game: Game, unit: PlacedUnit) -> tuple[Way, ...]:
    return game.tables.ways(unit.type, unit.side, unit.cell, unit.facing)


def _too_far(game: Game, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
    cells = {"cell": game.grid.name(move.target), "from": game.grid.name(unit.cell)}
    yield "out_of_reach", {"unit": unit.type.name, **cells}


def _of_sheets(
    game: Game, position: Position, target: int, sheets: list[MovePattern]
) -> Iterator[Reason]:
    """Who stands where a way to the target would have to be free."""
    ways = [ray[: ray.index(target) + 1] for sheet in sheets for ray in sheet.rays if target in ray]
    ways += [(leg, target) for sheet in sheets for leg, end in sheet.spots if end == target]
    for way in ways:
        yield from _of_blocker(
            game, position, target, [cell for cell in way if cell >= 0 and position.board[cell]]
        )


def _of_blocker(
    game: Game, position: Position, target: int, blockers: list[int]
) -> Iterator[Reason]:
    for cell in blockers[:1]:
        if position.board[cell] == WALL:
            yield "wall" if cell == target else "wall_in_the_way", {"cell": game.grid.name(cell)}
            return
        code = "occupied" if cell == target else "in_the_way"
        yield code, {"unit": position.at(cell).type.name, "cell": game.grid.name(cell)}


def _of_attacking(game: Game, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
    name = game.grid.name
    target = position.board[move.target]
    if target <= 0:
        yield "no_target", {"cell": name(move.target)}
    if position.side_of(target) == unit.side:
        yield "own_target", {"unit": position.type_of(target).name, "cell": name(move.target)}
    if not position.roster.foes_of(unit.unit)[target]:
        yield "cannot_hurt", {"unit": unit.type.name, "target": position.type_of(target).name}
    if move.verb == TAKE:
        yield from _of_shelter(
            game, position, move, [way.sheet for way in _ways(game, unit) if way.take is not None]
        )
        yield from _too_far(game, move, unit)
    yield from _of_ground(game, unit)
    yield from _of_shelter(
        game, position, move, [game.tables.strikes(unit.type, unit.side, unit.cell, unit.facing)]
    )
    values: dict[str, object] = {
        "unit": unit.type.name,
        "cell": name(move.target),
        "from": name(unit.cell),
    }
    if game.grid.facings == 1:
        yield "beyond_range", values
    front = game.grid.shifted(unit.cell, unit.facing, 1)
    yield "out_of_range", {**values, "front": name(front) if front != OFF else "-"}


def _of_shelter(
    game: Game, position: Position, move: Move, sheets: list[MovePattern]
) -> Iterator[Reason]:
    """Who stands between a unit and the enemy it would strike."""
    for code, values in _of_sheets(game, position, move.target, sheets):
        if code == "wall_in_the_way" or (code == "in_the_way" and move.verb == TAKE):
            yield code, values
        elif code == "in_the_way":
            yield "shot_stopped", {**values}


def _of_ground(game: Game, unit: PlacedUnit) -> Iterator[Reason]:
    """A unit that attacks from one terrain alone stands on another."""
    start = None if unit.type.attack is None else unit.type.attack.start
    if start is not None and game.grounds[unit.side].terrain[unit.cell] != start:
        terrain: Translations = game.ruleset.terrains[start].name
        values: dict[str, object] = {"unit": unit.type.name, "terrain": terrain}
        yield "wrong_ground", values | {"cell": game.grid.name(unit.cell)}


def _of_entering(game: Game, position: Position, move: Move, unit: PlacedUnit) -> Iterator[Reason]:
    reason = game.rows.entry_refusal(position.roster, unit.unit, position.used)
    if reason:
        yield reason, {"unit": unit.type.name}
    yield from _of_blocker(
        game, position, move.target, [move.target] if position.board[move.target] else []
    )
    yield "no_entrance", {"unit": unit.type.name, "cell": game.grid.name(move.target)}


def _of_plugins(game: Game, position: Position, move: Move) -> Iterator[Reason]:
    refused = game.forbidden(position, move)
    if refused is not None:
        yield refused.code, dict(refused.values)


def _of_royalty(game: Game, position: Position, move: Move) -> Iterator[Reason]:
    """The royal unit would stand where it could be taken."""
    cell = game.royal.cell(position, position.side) if game.royal is not None else OFF
    if game.royal is None or cell < 0:
        return
    striker = game.royal.striker_after(position, game.tables.meant(position, move))
    if striker >= 0:
        by = position.at(striker).type
        code = "royals_face" if by.word == game.royal.word else "royal_unsafe"
        royal_name: Translations = game.ruleset.units[game.royal.word].name
        yield code, {"royal": royal_name, "unit": by.name, "cell": game.grid.name(striker)}


_QUESTIONS: dict[str, Callable[[Game, Position, Move, PlacedUnit], Iterator[Reason]]] = {
    MOVE: _of_moving,
    TURN: _of_turning,
    ATTACK: _of_attacking,
    TAKE: _of_attacking,
    ENTER: _of_entering,
}

"""Why a move may not be made: the reason in a player's words, with the number of the rule behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wargrid.board import FACINGS, OFF
from wargrid.moves import ATTACK, END, MOVE, TURN, Lot, Roll
from wargrid.text import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargrid.game import Game
    from wargrid.moves import Move
    from wargrid.position import Position, Standing
    from wargrid.ruleset.models import Texts


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason: ``code`` names its text (``refusals.<code>``), ``values`` fill it, ``rule`` is a number or empty."""

    code: str
    values: Mapping[str, object] = field(default_factory=dict)
    rule: str = ""

    def text(self, language: str = "en") -> str:
        """The sentence shown to a player; the rule's number follows in brackets if the ruleset gives one."""
        speak = words(language)
        values = {name: speak.of(value) if isinstance(value, dict) else value for name, value in self.values.items()}
        sentence = speak.say(f"refusals.{self.code}", **values)
        return f"{sentence} ({self.rule})" if self.rule else sentence

    def __str__(self) -> str:
        return self.text()


class IllegalMove(Exception):  # noqa: N818 - reads as what it is
    """A move was asked for that the rules forbid; ``refusal`` says why, and nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def why_not(game: Game, position: Position, move: Move) -> Refusal:
    """The first reason why a move that is not legal is not; questions are asked from the table down to the unit."""
    code, values = next(_reasons(game, position, move))
    return Refusal(code, values, game.ruleset.cites.get(code, ""))


Reason = tuple[str, dict[str, object]]


def _reasons(game: Game, position: Position, move: Move) -> Iterator[Reason]:
    if position.result is not None:
        yield "game_over", {}
    if isinstance(move, (Roll, Lot)) or position.pending is not None:
        yield from _of_chance(game, position, move)
    if move.verb == END:
        yield "must_act", {}
    yield from _of_table(game, position, move)
    unit = position.at(move.source)
    yield from _of_means(game, position, move, unit)
    if move.verb == TURN:
        yield from _of_turning(game, move, unit)
    elif move.verb == MOVE:
        yield from _of_moving(game, position, move, unit)
    elif move.verb == ATTACK:
        yield from _of_attacking(game, position, move, unit)
    yield "cannot", {"unit": unit.type.name, "cell": game.grid.name(unit.cell)}


def _of_chance(game: Game, position: Position, move: Move) -> Iterator[Reason]:
    if position.pending is None:
        yield "no_roll_due", {}
    if not isinstance(move, (Roll, Lot)):
        yield "roll_due", {}
    first = game.moves(position)[0]
    if isinstance(first, Roll):
        faces = ", ".join(dict.fromkeys(game.ruleset.dice[first.die]))
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
        side: Texts = game.ruleset.side_name(position.side)
        yield "not_yours", {"cell": game.grid.name(move.source), "side": side}


def _of_means(game: Game, position: Position, move: Move, unit: Standing) -> Iterator[Reason]:
    name: Texts = unit.type.name
    costs = game.costs[unit.type.word]
    if move.verb not in costs:
        yield f"never_{move.verb}", {"unit": name}
    if costs[move.verb] > position.budget:
        yield "too_dear", {"unit": name, "cost": costs[move.verb], "left": position.budget}
    most = game.limits.get(move.verb)
    if most is not None and position.roster.used(position.used, unit.unit, game.limit_numbers[move.verb]) >= most:
        yield f"used_{move.verb}", {"unit": name, "cell": game.grid.name(unit.cell), "most": most}


def _of_turning(game: Game, move: Move, unit: Standing) -> Iterator[Reason]:
    if move.facing == unit.facing:
        yield "same_facing", {"unit": unit.type.name, "facing": FACINGS[unit.facing]}


def _of_moving(game: Game, position: Position, move: Move, unit: Standing) -> Iterator[Reason]:
    if move.source == move.target:
        yield "no_step", {}
    name = game.grid.name
    sheet, _ = game.tables.sheets(unit.type, unit.cell, unit.facing)
    for ray in sheet.rays if sheet is not None else ():
        if move.target in ray:
            blocker = next(cell for cell in ray if position.board[cell])
            code = "occupied" if blocker == move.target else "in_the_way"
            yield code, {"unit": position.at(blocker).type.name, "cell": name(blocker)}
    yield "out_of_reach", {"unit": unit.type.name, "cell": name(move.target), "from": name(unit.cell)}


def _of_attacking(game: Game, position: Position, move: Move, unit: Standing) -> Iterator[Reason]:
    name = game.grid.name
    target = position.board[move.target]
    if target <= 0:
        yield "no_target", {"cell": name(move.target)}
    if position.side_of(target) == unit.side:
        yield "own_target", {"unit": position.type_of(target).name, "cell": name(move.target)}
    front = game.grid.shifted(unit.cell, unit.facing, 1)
    yield "out_of_range", {
        "unit": unit.type.name, "cell": name(move.target), "from": name(unit.cell),
        "front": name(front) if front != OFF else "-",
    }  # fmt: skip

"""Why a move may not be made: the reason in a player's words, with the number of the rule behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wargrid.board import FACINGS, OFF
from wargrid.moves import ATTACK, END, ENTER, MOVE, TAKE, TURN, Lot, Roll
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
    yield from _QUESTIONS[move.verb](game, position, move, unit)
    yield from _of_plugins(game, position, move)
    if game.royal is not None:
        yield from _of_royalty(game, position, move)
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
    entering = game.is_entering(position)
    if entering != (move.verb == ENTER):
        yield "entering" if entering else "not_entering", {"unit": name}
    verb = MOVE if move.verb in (TAKE, ENTER) else move.verb
    costs = game.costs[unit.type.word]
    if verb not in costs:
        yield f"never_{verb}", {"unit": name}
    code = "" if entering else game.rows.refusal(position.roster, unit.unit, verb, position.budget, position.used)
    if code == "too_dear":
        yield code, {"unit": name, "cost": costs[verb], "left": position.budget}
    if code:
        most = game.limits.most.get(code.removeprefix("used_"), 0)
        yield code, {"unit": name, "cell": game.grid.name(unit.cell), "most": most}


def _of_turning(game: Game, position: Position, move: Move, unit: Standing) -> Iterator[Reason]:
    if move.facing == unit.facing:
        yield "same_facing", {"unit": unit.type.name, "facing": FACINGS[unit.facing]}


def _of_moving(game: Game, position: Position, move: Move, unit: Standing) -> Iterator[Reason]:
    if move.source == move.target:
        yield "no_step", {}
    name = game.grid.name
    for way in game.tables.ways(unit.type, unit.side, unit.cell, unit.facing):
        for ray in way.sheet.rays if way.go is not None else ():
            if move.target in ray:
                blockers = [cell for cell in ray[: ray.index(move.target) + 1] if position.board[cell]]
                yield from _of_blocker(game, position, move.target, blockers)
        for leg, target in way.sheet.spots if way.go is not None else ():
            if target == move.target:
                yield from _of_blocker(game, position, target, [c for c in (leg, target) if c >= 0 and position.board[c]])
    if position.board[move.target] > 0:
        yield from _of_blocker(game, position, move.target, [move.target])
    yield "out_of_reach", {"unit": unit.type.name, "cell": name(move.target), "from": name(unit.cell)}


def _of_blocker(game: Game, position: Position, target: int, blockers: list[int]) -> Iterator[Reason]:
    for cell in blockers[:1]:
        code = "occupied" if cell == target else "in_the_way"
        yield code, {"unit": position.at(cell).type.name, "cell": game.grid.name(cell)}


def _of_attacking(game: Game, position: Position, move: Move, unit: Standing) -> Iterator[Reason]:
    name = game.grid.name
    target = position.board[move.target]
    if target <= 0:
        yield "no_target", {"cell": name(move.target)}
    if position.side_of(target) == unit.side:
        yield "own_target", {"unit": position.type_of(target).name, "cell": name(move.target)}
    if move.verb == TAKE:
        yield from _of_plugins(game, position, move)
        yield from _of_royalty(game, position, move)
        yield "out_of_reach", {"unit": unit.type.name, "cell": name(move.target), "from": name(unit.cell)}
    if not position.roster.foes_of(unit.unit)[target]:
        yield "cannot_hurt", {"unit": unit.type.name, "target": position.type_of(target).name}
    front = game.grid.shifted(unit.cell, unit.facing, 1)
    yield "out_of_range", {
        "unit": unit.type.name, "cell": name(move.target), "from": name(unit.cell),
        "front": name(front) if front != OFF else "-",
    }  # fmt: skip


def _of_entering(game: Game, position: Position, move: Move, unit: Standing) -> Iterator[Reason]:
    yield from _of_blocker(game, position, move.target, [move.target] if position.board[move.target] else [])
    yield "no_entrance", {"unit": unit.type.name, "cell": game.grid.name(move.target)}


def _of_plugins(game: Game, position: Position, move: Move) -> Iterator[Reason]:
    refused = game.forbidden(position, move)
    if refused is not None:
        yield refused.code, dict(refused.values)


def _of_royalty(game: Game, position: Position, move: Move) -> Iterator[Reason]:
    """The royal unit would stand where it could be taken."""
    if game.royal is None or all(legal is not move and legal.key != move.key for legal in game.unchecked(position)):
        return
    royal = game.royal.cell(position, position.side)
    striker = game.royal.struck_after(move, royal, position.side, position.board[:], position.roster.codes)
    if striker >= 0:
        by = position.at(striker).type
        code = "royals_face" if by.word == game.royal.word else "royal_unsafe"
        yield code, {"royal": game.ruleset.units[game.royal.word].name, "unit": by.name, "cell": game.grid.name(striker)}


_QUESTIONS: dict[str, Callable[[Game, Position, Move, Standing], Iterator[Reason]]] = {
    MOVE: _of_moving,
    TURN: _of_turning,
    ATTACK: _of_attacking,
    TAKE: _of_attacking,
    ENTER: _of_entering,
}

"""Rolling: which faces hit, how many dice are rolled, what was to be expected, and the dice as they last fell."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from wargrid.core.events import Attack
from wargrid.core.moves import Roll
from wargrid.core.state import ATTACKING
from wargrid.engine.opening import FIRST
from wargrid.table.view import DiceView

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game
    from wargrid.match.match import Ply
    from wargrid.ruleset.base import Resolution
    from wargrid.table.wording import Teller


def resolution_at(position: Position, cell: int) -> Resolution | None:
    """How the unit on a cell settles its attacks, or None if there is none or it never attacks."""
    unit = position.board[cell]
    attacking = position.type_of(unit).attack if unit > 0 else None
    return None if attacking is None else attacking.by


def hitting_faces(game: Game, by: Resolution, die: str) -> tuple[str, ...]:
    """The faces that score a hit when they fall alone."""
    known = tuple(dict.fromkeys(game.ruleset.dice[die]))
    return tuple(face for face in known if by.hits(_alone(die, face, known)))


def _alone(die: str, face: str, known: Sequence[str]) -> Roll:
    return Roll(die, (face,), tuple(int(face == other) for other in known))


def rolls_for_the_first_turn(position: Position) -> int | None:
    """The side that rolls for the first turn, or None if nobody does now."""
    if position.pending is None or position.pending.kind != FIRST:
        return None
    return len(position.pending.numbers)


def last_dice(plies: Sequence[Ply], teller: Teller) -> DiceView | None:
    """The dice as they last fell in a match, or None if none has fallen yet."""
    ply = next((ply for ply in reversed(plies) if isinstance(ply.move, Roll)), None)
    if ply is None or not isinstance(ply.move, Roll):
        return None
    return _dice(ply.before, ply.move, teller, plies[-1].after.turn)


def _dice(before: Position, roll: Roll, teller: Teller, turn: int) -> DiceView:
    game = teller.game
    hitting, caption, expected = _meaning(before, roll, teller)
    old = max(1, before.turn) < turn
    if old and before.turn:
        caption = teller.say("table.dice.when", turn=teller.turn(before.turn), what=caption)
    return DiceView(
        faces=roll.faces,
        labels=tuple(map(teller.face, roll.faces)),
        hits=tuple(face in hitting for face in roll.faces),
        caption=caption,
        expected=expected,
        die=tuple(game.ruleset.dice[roll.die]),
        old=old,
    )


def _meaning(before: Position, roll: Roll, teller: Teller) -> tuple[tuple[str, ...], str, str]:
    """Which faces count, what the roll was for and came to, and what was to be expected of it."""
    game, pending = teller.game, before.pending
    side = rolls_for_the_first_turn(before)
    if side is not None:
        return (
            (game.ruleset.first.most or "",),
            teller.say("table.dice.first", side=teller.side(side)),
            "",
        )
    by = (
        resolution_at(before, Attack(before).source)
        if pending is not None and pending.kind == ATTACKING
        else None
    )
    if by is None:
        return (), "", ""
    chances = game.chances(before)
    mean = sum(
        (chance * by.hits(move) for chance, move in chances if isinstance(move, Roll)), Fraction(0)
    )
    caption = teller.count("events.hits", by.hits(roll))
    return (
        hitting_faces(game, by, roll.die),
        caption,
        teller.say("table.dice.expected", hits=teller.number(mean)),
    )

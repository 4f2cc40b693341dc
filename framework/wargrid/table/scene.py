"""The scene: units, marks, sides and headline as they stand, read from the match alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from wargrid.core.moves import ATTACK, END, ENTER, MOVE, TAKE, TURN
from wargrid.engine.game import CHANCE
from wargrid.engine.opening import WALLS
from wargrid.table.deployment import headline as deploying_headline
from wargrid.table.deployment import own_cells
from wargrid.table.rolling import rolls_for_the_first_turn
from wargrid.table.view import LossView, MarkKind, MarkView, OverView, SideView, UnitView

if TYPE_CHECKING:
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.match.match import Match, Ply
    from wargrid.table.log import Loss
    from wargrid.table.wording import Teller

MARKS: Final[dict[str, MarkKind]] = {
    MOVE: "reach",
    ENTER: "reach",
    ATTACK: "target",
    TAKE: "target",
    TURN: "turn",
}
"""How the moves of the selected unit are marked, by verb; a verb that is not here is special."""


def movable_cells(match: Match) -> tuple[int, ...]:
    """The cells of all units that have a legal move now, in the order of cells."""
    if match.to_act is None or match.to_act == CHANCE:
        return ()
    if match.game.is_deploying(match.position):
        return own_cells(match)
    return tuple(
        sorted({move.source for move in match.game.moves(match.position) if move.source >= 0})
    )


def moves_from(match: Match, cell: int | None) -> list[Move]:
    """The legal moves of the unit on a cell."""
    if cell is None or match.to_act is None or match.to_act == CHANCE:
        return []
    return [move for move in match.game.moves(match.position) if move.source == cell]


def units_of(position: Position, movable: Iterable[int], teller: Teller) -> tuple[UnitView, ...]:
    """Every unit on the board, in the order of cells."""
    can_act = frozenset(movable)
    faces = position.roster.facings > 1
    return tuple(
        UnitView(
            cell=stands.cell,
            side=stands.side,
            type=stands.type.word,
            letter=stands.type.letter,
            name=teller.words.of(stands.type.name),
            men=stands.men,
            full_men=position.roster.full[stands.unit],
            facing=stands.facing if faces else None,
            can_act=stands.cell in can_act,
            wounds=position.wounds[stands.unit],
        )
        for stands in position.standing()
    )


def marks_of(moves: Iterable[Move], refused: int | None) -> tuple[MarkView, ...]:
    """What the selected unit may do, each cell marked once for each kind, and the cell of a refused click."""
    marks: dict[MarkView, None] = {}
    for move in moves:
        kind = MARKS.get(move.verb, "special")
        marks[MarkView(move.target, kind, move.facing if kind == "turn" else None)] = None
    if refused is not None:
        marks[MarkView(refused, "blocked")] = None
    return tuple(marks)


def last_cells(plies: Sequence[Ply]) -> tuple[int, ...]:
    """Where the last move of a unit was made."""
    move = next(
        (ply.move for ply in reversed(plies) if ply.actor != CHANCE and ply.move.verb != END), None
    )
    return (
        ()
        if move is None
        else tuple(dict.fromkeys(cell for cell in (move.source, move.target) if cell >= 0))
    )


def sides_of(match: Match, losses: Sequence[Loss], teller: Teller) -> tuple[SideView, ...]:
    """Both sides with their actions, their strength and their losses."""
    position, game = match.position, match.game
    views = []
    for side, word in enumerate(game.ruleset.sides):
        units = position.units_of(side)
        on_turn = match.result is None and position.turn > 0 and position.side == side
        views.append(SideView(
            side=side,
            word=word,
            name=teller.side(side),
            actions_left=position.budget if on_turn and game.ruleset.turn.actions else 0,
            actions=game.ruleset.turn.actions or 0,
            to_act=match.to_act == side,
            losses=tuple(_losses(side, losses, teller)),
            men=sum(position.men[unit] for unit in units),
            units=len(units),
        ))  # fmt: skip
    return tuple(views)


def _losses(side: int, losses: Sequence[Loss], teller: Teller) -> Iterable[LossView]:
    for word, unit in teller.game.ruleset.units.items():
        suffered = [loss for loss in losses if (loss.side, loss.type) == (side, word)]
        if suffered:
            bases, men = (
                sum(getattr(loss, what) for loss in suffered) for what in ("bases", "men")
            )
            yield LossView(word, teller.words.of(unit.name), bases, men, unit.letter)


def _draws_walls(position: Position) -> bool:
    return position.pending is not None and position.pending.kind == WALLS


def headline_of(match: Match, teller: Teller) -> str:
    """Whose turn it is and what is left of it, in one line."""
    position, result = match.position, match.result
    if result is not None:
        return teller.say("table.headline.over", winner=teller.winner(result))
    if match.game.is_deploying(position):
        return deploying_headline(match, teller)
    first = rolls_for_the_first_turn(position)
    if first is not None:
        return teller.say("table.headline.first", side=teller.side(first))
    if position.turn == 0:
        return teller.say(
            "table.headline.walls" if _draws_walls(position) else "table.headline.lot"
        )
    key = "table.headline.dice" if match.to_act == CHANCE else "table.headline.turn"
    parts = [teller.turn(position.turn), teller.say(key, side=teller.side(position.side))]
    if (teller.game.ruleset.turn.actions or 1) > 1:
        parts.append(teller.count("table.actions_left", position.budget))
    if match.to_act != CHANCE and match.game.in_check(position, position.side):
        parts.append(teller.say("table.headline.check"))
    return " · ".join(parts)


def over_of(match: Match, teller: Teller) -> OverView | None:
    """Who won and why, once the match is over."""
    result = match.result
    if result is None:
        return None
    return OverView(teller.winner(result), teller.reason(result, match.position), result.winner)

"""Actions: all that one unit does in a turn, taken from the moves that a player expects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid.core.moves import ATTACK, END, TAKE, Move
from wargrid.core.position import Position
from wargrid.core.state import GONE
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.players.protocol import Answer

STRIKES: Final = (ATTACK, TAKE)
"""The verbs of moves that strike a unit."""


def goes_on(game: Game, position: Position, move: Move) -> Position | None:
    """Return the position after a move if the side decides again at once in the same turn."""
    after = game.step(position, move)
    same = (after.side, after.turn) == (position.side, position.turn)
    decides = after.result is None and after.pending is None and game.to_act(after) != CHANCE
    return after if same and decides else None


def next_of_unit(game: Game, position: Position, answer: Answer) -> Move | None:
    """Return what the unit that moves first in an answer does next in the same turn, or None.

    That is the next move of this unit in the line, if it is legal right after the first.
    """
    move = answer.move
    unit = position.board[move.source] if move.source >= 0 else 0
    after = goes_on(game, position, move) if unit > 0 and move.verb not in STRIKES else None
    if after is None or after.place[unit] == GONE:
        return None
    cell = after.cell_of(unit)
    then = next((one for one in answer.line[1:] if one.source == cell), None)
    return game.engine.find_legal_move(after, then) if then is not None else None


def actions_of(game: Game, position: Position, answer: Answer) -> list[Answer]:
    """Return what each unit does in the turn of an answer, as answers that begin with it.

    Left out are units that may not begin the turn. The answer itself is among them, and those
    that strike come first.
    """
    if goes_on(game, position, answer.move) is None and answer.move.verb not in STRIKES:
        return [answer]
    found = [*_begun(game, position, answer)]

    def only_moves(one: Answer) -> bool:
        then = next_of_unit(game, position, one)
        return (then or one.move).verb not in STRIKES

    return sorted(found, key=only_moves) or [answer]


def _begun(game: Game, position: Position, answer: Answer) -> Iterator[Answer]:
    """Yield the first move of each unit of the side in the line that is legal at once."""
    line = answer.line or (answer.move,)
    touched: set[int] = set()
    for number, move in enumerate(line):
        if move.verb == END:
            return
        if move.source >= 0:
            unit, acted = position.board[move.source], move.source in touched
            touched |= {move.source, move.target}
            if acted:
                continue
            if unit <= 0 or position.side_of(unit) != position.side:
                return  # a reply
        legal = answer.move if not number else game.engine.find_legal_move(position, move)
        if legal is not None:
            yield answer._replace(move=legal, line=(legal, *line[number + 1 :]))

"""The pieces that a unit may become, offered beside the cell where it ends its move."""

from __future__ import annotations

from wargrid.core.grid import OFF
from wargrid.core.moves import ATTACK, MOVE, TAKE
from wargrid.core.position import Position
from wargrid_play.table.state import OpenQuestion
from wargrid_play.table.view import OfferedView


def offered_of(question: OpenQuestion, position: Position) -> tuple[OfferedView, ...]:
    """Return a piece for each move of a question that asks what a unit becomes.

    They are in the order of the moves, from the cell of the unit back to where it came from, and
    none where the board is too short for all of them.
    """
    game, first, moves = position.roster.game, question.moves[0], question.moves
    units = game.ruleset.units
    if first.verb not in (MOVE, TAKE) or any(move.word not in units for move in moves):
        return ()
    side, grid = position.at(first.source).side, game.grid
    back = grid.opposite(game.forward[side])
    cells = (first.target, *grid.line(first.target, back))
    if len(cells) < len(moves):
        return ()
    return tuple(
        OfferedView(cell, side, move.word, units[move.word].letter)
        for cell, move in zip(cells, moves, strict=False)
    )


def offered_at(question: OpenQuestion, position: Position, cell: int) -> int | None:
    """Return the number of the move whose piece is offered at a cell, or None.

    A unit that may join an attack or react is chosen on its own cell.
    """
    cells = [each.cell for each in offered_of(question, position)] or [
        move.source if move.verb == ATTACK or move.source == move.target else OFF
        for move in question.moves
    ]
    return cells.index(cell) if cell in cells else None

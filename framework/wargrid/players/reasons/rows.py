"""The reasons for putting a unit on a cell: rows made and stopped, places that nothing flanks."""

from __future__ import annotations

from collections.abc import Iterator

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.players.evaluation.score import Evaluation
from wargrid.text import Message


def placed(evaluation: Evaluation, before: Position, move: Move, side: int) -> Iterator[Message]:
    """Yield what a unit of a side does on the target of a move, the most important first."""
    windows, turning, cell = evaluation.windows, evaluation.turning, move.target
    if cell < 0:
        return
    if windows.exist:
        own, other = (windows.through(before, cell, each) for each in (side, 1 - side))
        if other > 1 and other >= windows.needed - 2 and other >= own:
            yield Message("hints.stops_row", {"n": other})
        if own + 1 > 1 and own + 1 >= windows.needed - 2:
            yield Message("hints.makes_row", {"n": own + 1})
    if turning.exists and turning.is_safe(cell):
        yield Message("hints.never_flanked")

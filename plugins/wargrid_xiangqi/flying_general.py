"""The flying general: two generals may never face each other on an open file."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from wargrid import WALL, Plugin, Refusal, hookimpl
from wargrid.kinds import Kind, Movement, MovePattern

if TYPE_CHECKING:
    from wargrid import Move, Position
    from wargrid.kinds import TerrainMap


class FacingGeneral(Movement):
    """Threatens the enemy's general along the open file ahead (XQ-21)."""

    word = "facing_general"

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Return one beam, straight ahead."""
        line = ground.grid.line(cell, forward)
        return MovePattern(beams=(line,) if line else ())


class FlyingGeneral(Plugin):
    """Adds the word ``facing_general``, and says whether walls separate generals (XQ-42)."""

    text = "xiangqi.flying_general"
    needs_squares = True

    walls_separate: bool = True
    """Whether an obstacle between two generals counts like a unit."""

    def unused_hooks(self) -> Collection[str]:
        """Forbid no moves if walls separate generals: then the beams are enough."""
        return ("restricted_cells", "forbid_move") if self.walls_separate else ()

    @hookimpl
    def kinds(self) -> list[type[Kind]]:
        """Return the word."""
        return [FacingGeneral]

    @hookimpl
    def restricted_cells(self, position: Position) -> Collection[int]:
        """Return the generals' cells, and the cells between them if they share a file."""
        generals = _generals(position)
        return [cell for cell in (*generals, *_between(position, generals)) if cell >= 0]

    @hookimpl
    def forbid_move(self, position: Position, move: Move) -> Refusal | None:
        """Forbid that the generals face each other with only walls between them."""
        own, other = _generals(position)
        if other == move.target:
            return None
        generals = [move.target if cell == move.source else cell for cell in (own, other)]
        board = position.board[:]
        board[move.target], board[move.source] = board[move.source], 0
        between = _between(position, generals)
        if generals[0] % position.roster.grid.columns != generals[1] % position.roster.grid.columns:
            return None
        if any(board[cell] > 0 for cell in between) or WALL not in (
            board[cell] for cell in between
        ):
            return None
        royal = position.at(other).type.name
        return Refusal(
            "royals_face", {"royal": royal, "unit": royal, "cell": position.roster.grid.name(other)}
        )


def _generals(position: Position) -> tuple[int, int]:
    """Return the cells of the general of the side to act and of the other one."""
    royal = position.roster.game.royal
    assert royal is not None
    return royal.cell(position, position.side), royal.cell(position, 1 - position.side)


def _between(position: Position, generals: Collection[int]) -> tuple[int, ...]:
    """Return the cells between two generals on one file, or none."""
    low, high = sorted(generals)
    columns = position.roster.grid.columns
    return (
        tuple(range(low + columns, high, columns))
        if (high - low) % columns == 0 and low >= 0
        else ()
    )

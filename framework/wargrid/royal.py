"""Royal safety: whether a unit could be taken, and which moves would leave it so.

All ways to take are reversed once, from the taker's sheets to the cell where somebody would be taken; ``probes`` holds
them. Out of check only the probes that a move may open need a look: those through the cell it leaves, and those that
hop over the cell it enters. Moves of the royal unit, and every move in check, are looked at in full.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid.position import GONE
from wargrid.probes import NOTHING, Around, Reversed, strikes

if TYPE_CHECKING:
    from wargrid.game import Game
    from wargrid.moves import Move
    from wargrid.position import Position


class Royal:
    """The safety of the units of one type: none may be left where an enemy could take it."""

    def __init__(self, game: Game, word: str) -> None:
        self.word = word
        self._game = game
        self._around: dict[tuple[int, int], Around] = {}
        self._reversed: dict[int, Reversed] = {}

    def cell(self, position: Position, side: int) -> int:
        """Where the royal unit of a side stands, or a negative number if it has none."""
        roster = position.roster
        for unit in roster.units_of_type(side, self.word):
            if position.place[unit] != GONE:
                return position.cell_of(unit)
        return GONE

    def in_check(self, position: Position, side: int) -> bool:
        """Whether an enemy could take the royal unit of a side."""
        cell = self.cell(position, side)
        return cell >= 0 and strikes(self.around(side, cell).all, position.board, position.roster.codes) >= 0

    def safe(self, position: Position, moves: list[Move]) -> list[Move]:
        """Those of the moves that do not leave the royal unit of the side to act where it could be taken."""
        royal = self.cell(position, position.side)
        if royal < 0:
            return moves
        around = self.around(position.side, royal)
        codes = position.roster.codes
        board = position.board[:]
        if strikes(around.all, board, codes) >= 0:
            return [move for move in moves if self.struck_after(move, royal, position.side, board, codes) < 0]
        left, entered = around.left, around.entered
        kept: list[Move] = []
        for move in moves:
            source = move.source
            if source == royal:
                if self.struck_after(move, royal, position.side, board, codes) >= 0:
                    continue
            elif source >= 0:
                opened, hopped = left[source], entered[move.target]
                if opened is not NOTHING or hopped is not NOTHING:
                    target = move.target
                    stood = board[target]
                    board[target] = board[source]
                    board[source] = 0
                    struck = strikes(opened, board, codes)
                    if struck < 0:
                        struck = strikes(hopped, board, codes)
                    board[source] = board[target]
                    board[target] = stood
                    if struck >= 0:
                        continue
            kept.append(move)
        return kept

    def struck_after(self, move: Move, royal: int, side: int, board: list[int], codes: bytes) -> int:
        """From which cell the royal unit could be taken after a move, or a negative number; the board is put back."""
        source, target = move.source, move.target
        if source < 0:
            return strikes(self.around(side, royal).all, board, codes)
        stood = board[target]
        board[target] = board[source]
        board[source] = 0
        struck = strikes(self.around(side, target if source == royal else royal).all, board, codes)
        board[source] = board[target]
        board[target] = stood
        return struck

    def around(self, side: int, cell: int) -> Around:
        """The probes around one royal cell of a side, made on first use."""
        found = self._around.get((side, cell))
        if found is None:
            if side not in self._reversed:
                self._reversed[side] = Reversed(self._game, side)
            found = self._around[side, cell] = self._reversed[side].around(cell)
        return found



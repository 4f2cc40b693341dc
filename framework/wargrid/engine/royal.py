"""Royal safety: whether a unit could be taken, and which moves would leave it so.

All ways to take are reversed once, from the taker's sheets to the cell where somebody would be
taken; ``probes`` holds them. Out of check only the probes that a move may open need a look: those
through the cell it leaves, and those that hop over the cell it enters. Moves of the royal unit, and
every move in check, are looked at in full.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid.core.moves import TAKE, Move
from wargrid.core.state import GONE
from wargrid.engine.probes import NOTHING, Around, Reversed, strikers, strikes

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game


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
        return self.striker(position, side) >= 0

    def striker(self, position: Position, side: int) -> int:
        """From which cell an enemy could take the royal unit of a side, or a negative number; plugins may forbid it."""
        royal = self.cell(position, side)
        if royal < 0:
            return GONE
        probes, board, codes = self.around(side, royal).all, position.board, position.roster.codes
        if not self._game.plugins.forbidders:
            return strikes(probes, board, codes)
        found = (
            cell for cell in strikers(probes, board, codes) if self._may_take(position, cell, royal)
        )
        return next(found, GONE)

    def striker_after(self, position: Position, move: Move) -> int:
        """From which cell the royal unit of the side to act could be taken after a move, looked at in full."""
        return self.striker(self._game.moved(position, move), position.side)

    def _may_take(self, position: Position, source: int, royal: int) -> bool:
        """Whether no plugin forbids an enemy to take the royal unit."""
        theirs = position.copy()
        theirs.side = position.side_of(position.board[source])
        facing = position.facing_of(position.board[source])
        return self._game.forbidden(theirs, Move(TAKE, source, royal, facing)) is None

    def safe(
        self, position: Position, moves: list[Move], restricted_cells: frozenset[int] = frozenset()
    ) -> list[Move]:
        """Those of the moves that do not leave the royal unit of the side to act where it could be taken.

        Moves to one of the ``restricted_cells`` of plugins are looked at in full, and all moves if an enemy
        stands on one.
        """
        if not restricted_cells:
            return self._safe(position, moves)
        foes = position.roster.hostile[position.side]
        if any(foes[position.board[cell]] for cell in restricted_cells):
            return [move for move in moves if self.striker_after(position, move) < 0]
        plain = set(
            self._safe(position, [move for move in moves if move.target not in restricted_cells])
        )
        return [
            m
            for m in moves
            if m in plain or (m.target in restricted_cells and self.striker_after(position, m) < 0)
        ]

    def _safe(self, position: Position, moves: list[Move]) -> list[Move]:
        """The same where plugins have no say."""
        royal = self.cell(position, position.side)
        if royal < 0:
            return moves
        around = self.around(position.side, royal)
        codes = position.roster.codes
        board = position.board[:]
        if strikes(around.all, board, codes) >= 0:
            return [
                move
                for move in moves
                if self.struck_after(move, royal, position.side, board, codes) < 0
            ]
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

    def struck_after(
        self, move: Move, royal: int, side: int, board: list[int], codes: bytes
    ) -> int:
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

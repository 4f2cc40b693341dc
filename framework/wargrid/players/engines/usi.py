"""Moves and positions as programs of Shogi write them: ``7g7f``, ``P*5e``, ``7g7f+``, SFEN.

USI counts files from the right and names ranks by letters from above. Its first player, ``b``, is
our first side. SFEN puts numbers before the letters of hands, ``2P``, and has no other fields than
the ranks, the side, the hands and the number of the next move.
"""

from __future__ import annotations

import re
from typing import Final

from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.players.engines.texts import EngineTexts

START: Final = "startpos"
MOST_RANKS: Final = 26

_HELD: Final = re.compile(r"([0-9]{0,2})([A-Za-z])")
_SIDES: Final = {"b": "w", "w": "b"}


class UsiTexts(EngineTexts):
    """Writes and reads moves and positions of one game as programs of Shogi do."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)

    def cell(self, cell: int) -> str:
        """Return the name of a cell: ``7g``."""
        row, column = self.grid.row_and_column(cell)
        return f"{self.grid.columns - column}{chr(ord('a') + self.grid.rows - 1 - row)}"

    def _drop(self, letter: str, cell: int) -> str:
        return f"{letter}*{self.cell(cell)}"

    def fen(self, position: Position) -> str:
        """Write a position as SFEN."""
        ranks, side, *_ = super().fen(position).split(" ")
        ranks, _, held = ranks.partition("[")
        letters = held.rstrip("]")
        counted = {letter: letters.count(letter) for letter in letters}
        hands = "".join(f"{n if n > 1 else ''}{letter}" for letter, n in counted.items())
        return f"{ranks} {'b' if side == 'w' else 'w'} {hands or '-'} {max(position.turn, 1)}"

    def position(self, fen: str) -> Position:
        """Read SFEN.

        Raises:
            PositionError: it does not fit the game.
        """
        ranks, side, hands, number = (*fen.split()[:4], *("b", "-", "1")[len(fen.split()) - 1 :])
        held = "".join(
            letter * int(times or 1) for times, letter in _HELD.findall(hands) if hands != "-"
        )
        turn = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 1
        bracket = f"[{held}]" if self.game.engine.markers.hands else ""
        return super().position(
            f"{ranks}{bracket} {_SIDES.get(side, side)} - - 0 {(max(turn, 1) + 1) // 2}"
        )


def refuses_usi(game: Game) -> bool:
    """Return whether a board has no names of cells in USI: files by digits, ranks by letters."""
    return game.grid.shape != "square" or game.grid.columns > 9 or game.grid.rows > MOST_RANKS

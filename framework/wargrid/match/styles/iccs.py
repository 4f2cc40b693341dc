"""The style ``iccs``: the two cells, with rows from 0, as Internet Chinese chess servers do."""

from __future__ import annotations

import re
from typing import Final

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.match.styles.style import MAX_TYPED, Letters, Style, between, goes

_MOVE: Final = re.compile(r"([a-z])([0-9]{1,2})\s*[-x]?\s*([a-z])([0-9]{1,2})", re.IGNORECASE)


class Iccs(Style):
    """Moves such as ``H2-E2``."""

    def in_style(self, position: Position, move: Move, letters: Letters | None = None) -> str:
        """Write the cells from and to which a unit goes."""
        if not goes(move) or move.word:
            return ""
        return f"{self._name(move.source)}-{self._name(move.target)}"

    def _name(self, cell: int) -> str:
        name = self.game.grid.name(cell)
        return f"{name[0].upper()}{int(name[1:]) - 1}"

    def is_like(self, text: str, letters: Letters | None = None) -> bool:
        """Return whether a text has the form of a move."""
        return len(text) <= MAX_TYPED and _MOVE.fullmatch(text) is not None

    def _read(self, position: Position, text: str, letters: Letters | None) -> list[Move]:
        tried = self.attempts(position, text)
        return [move for ends in tried for move in between(self.game, position, *ends)]

    def attempts(
        self, position: Position, text: str, letters: Letters | None = None
    ) -> list[tuple[int, int]]:
        """Return the two cells that a text names."""
        found = _MOVE.fullmatch(text)
        if found is None:
            return []
        grid = self.game.grid
        names = [f"{found[at].lower()}{int(found[at + 1]) + 1}" for at in (1, 3)]
        return [(grid.cell(names[0]), grid.cell(names[1]))] if all(map(grid.has, names)) else []

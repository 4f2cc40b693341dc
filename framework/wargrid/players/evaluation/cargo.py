"""Units aboard others, for evaluations: each as if it stood where it could be set down."""

from __future__ import annotations

from wargrid.core.position import Position
from wargrid.engine.game import Game


class Cargo:
    """Positions of one game in which what is aboard has a place.

    A unit aboard is taken to be on the cell of its carrier, or on the nearest where it may be: a
    ship with troops is worth more the nearer it comes to a coast that these want to reach.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self.carrying = game.engine.carrying
        self._ashore: dict[tuple[int, str, int], int] = {}

    def landed(self, position: Position) -> Position:
        """Return a position for evaluations alone, in which units aboard have a place."""
        carrying = self.carrying
        assert carrying is not None
        place: list[int] | None = None
        facings = position.roster.facings
        for cell, units in carrying.carriers(position):
            for unit in units:
                if place is None:
                    place = position.place[:]
                side = position.roster.owners[unit]
                ashore = self._cell(side, position.roster.words[unit], cell)
                place[unit] = ashore * facings + place[position.board[cell]] % facings
        if place is None:
            return position
        found = position.copy()
        found.place = place
        return found

    def _cell(self, side: int, word: str, cell: int) -> int:
        key = (side, word, cell)
        found = self._ashore.get(key)
        if found is None:
            grid, carrying = self._game.grid, self.carrying
            assert carrying is not None
            may = [other for other in range(grid.cells) if carrying.may_be_set(side, word, other)]
            found = min(may, key=lambda other: (grid.distance(cell, other), other), default=cell)
            self._ashore[key] = found
        return found

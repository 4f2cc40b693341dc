"""Ice: a unit that moves onto it slides on until something stops it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from wargrid import OFF, TAKE, Plugin, hookimpl
from wargrid.events import Moved
from wargrid.kinds import TerrainName

if TYPE_CHECKING:
    from wargrid import Grid, Move, Position
    from wargrid.events import Event
    from wargrid.kinds import HypotheticalUnit, MovePattern, TerrainMap


class Ice(Plugin):
    """A unit that moves onto ice slides on to the first cell that is not ice (XQ-50…XQ-55).

    The edge, a wall, a unit, and a cell that the unit may not enter stop it on the last cell of
    ice. List this plugin after those that change where lines end.
    """

    text = "xiangqi.ice"
    needs_squares = True

    terrain: TerrainName = "ice"
    """The terrain that is slippery."""

    slide_after_capture: bool = False
    """Whether a unit that takes on ice slides on too."""

    def unused_hooks(self) -> Collection[str]:
        """Let units slide on after a capture only if the option says so."""
        return () if self.slide_after_capture else ("restricted_cells", "after_move")

    @hookimpl
    def reshape(
        self, where: HypotheticalUnit, patterns: tuple[MovePattern, ...]
    ) -> list[MovePattern] | None:
        """Add the slippery cells, and where each line and jump that ends on one continues."""
        ice = self._cells(where.ground)
        return (
            [
                replace(pattern, slippery=ice, glides=self._glides(where, pattern))
                for pattern in patterns
            ]
            if ice
            else None
        )

    @hookimpl
    def restricted_cells(self, position: Position) -> Collection[int]:
        """Return all cells of ice."""
        return self._cells(position.roster.game.grounds[0])

    @hookimpl
    def after_move(self, position: Position, move: Move) -> list[Event] | None:
        """Let a unit that has taken on ice slide on."""
        game = position.roster.game
        if move.verb != TAKE or move.target not in self._cells(game.grounds[0]):
            return None
        unit = position.at(move.target)
        stood = (unit.type, unit.side, move.source, unit.facing)
        where = game.tables.standpoint(*stood)
        legs = [
            leg
            for pattern in game.tables.patterns(*stood)
            for leg, target in pattern.spots
            if target == move.target
        ]
        start = next((leg for leg in legs if leg == OFF or not position.board[leg]), OFF)
        end = move.target
        for cell in self._onward(where, move.source if start == OFF else start, move.target):
            if position.board[cell]:
                break
            end = cell
        return [Moved(move.target, end, move.facing)] if end != move.target else None

    def _cells(self, ground: TerrainMap) -> frozenset[int]:
        return frozenset(
            cell for cell, terrain in enumerate(ground.terrain) if terrain == self.terrain
        )

    def _glides(
        self, where: HypotheticalUnit, pattern: MovePattern
    ) -> dict[tuple[int, ...], tuple[int, ...]]:
        """Return, by line or jump that ends on ice, the cells that follow."""
        ends: dict[tuple[int, ...], int] = {ray: (where.cell, *ray)[-2] for ray in pattern.rays}
        ends.update(
            {(leg, target): where.cell if leg == OFF else leg for leg, target in pattern.spots}
        )
        icy = (way for way in ends if where.ground.terrain[way[-1]] == self.terrain)
        return {way: self._onward(where, ends[way], way[-1]) for way in icy}

    def _onward(self, where: HypotheticalUnit, source: int, target: int) -> tuple[int, ...]:
        """Return the cells after a step, up to the first that is not ice or is closed."""
        grid = where.ground.grid
        east, north = _direction(grid, source, target)
        found: list[int] = []
        while where.ground.terrain[target] == self.terrain and (east or north):
            row, column = divmod(target, grid.columns)
            onward = grid.at(column + east, row + north)
            if onward == OFF or not where.may_step(target, onward):
                break
            found.append(onward)
            target = onward
        return tuple(found)


def _direction(grid: Grid, source: int, target: int) -> tuple[int, int]:
    """Return the step east and north from one cell straight to another, or (0, 0)."""
    (row, column), (to_row, to_column) = divmod(source, grid.columns), divmod(target, grid.columns)
    east, north = to_column - column, to_row - row
    if east and north and abs(east) != abs(north):
        return 0, 0
    return (east > 0) - (east < 0), (north > 0) - (north < 0)

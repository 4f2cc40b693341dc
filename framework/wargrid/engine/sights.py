"""Sights: which cells a unit could strike from where it stands, and the way that a move takes; shown, never played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from wargrid.core.grid import OFF
from wargrid.core.moves import ATTACK, MOVE, TAKE

if TYPE_CHECKING:
    from wargrid.core.moves import Move
    from wargrid.core.patterns import MovePattern
    from wargrid.core.position import Position
    from wargrid.engine.game import Game


def in_range(game: Game, position: Position, cell: int) -> frozenset[int]:
    """The cells on which the unit on ``cell`` could attack an enemy from where it stands, as the board is now."""
    stands = position.at(cell)
    sheet = game.tables.strikes(stands.type, stands.side, cell, forward_of(game, position, cell))
    return frozenset(_struck(sheet, position.board))


def takings(game: Game, position: Position, cell: int) -> frozenset[int]:
    """The cells on which the unit on ``cell`` could take an enemy by moving there from where it stands."""
    stands = position.at(cell)
    forward = forward_of(game, position, cell)
    sheets = game.tables.sheets(stands.type, stands.side, cell, forward)
    taken = (
        struck
        for sheet in sheets
        if sheet.takes != "never"
        for struck in _struck(sheet, position.board)
    )
    foes, friends = position.roster.hostile[stands.side], position.roster.friendly[stands.side]
    walkers = game.tables.walkers(stands.type, stands.side, forward)
    walks = (
        move for walker in walkers for move in walker.moves(position.board, cell, foes, friends)
    )
    return frozenset((*taken, *(move.target for move in walks if move.verb == TAKE)))


def strikes(game: Game, position: Position, cell: int) -> frozenset[int]:
    """The cells on which the unit on ``cell`` could attack or take an enemy from where it stands."""
    return in_range(game, position, cell) | takings(game, position, cell)


def way_of(game: Game, position: Position, move: Move) -> tuple[int, ...]:
    """The cells of the way that a unit's move takes, both ends included; the two ends alone for a jump or an attack."""
    source, target = move.source, move.target
    if source < 0 or move.verb not in (MOVE, TAKE):
        return (source, target) if source >= 0 and move.verb == ATTACK else ()
    stands, roster = position.at(source), position.roster
    for walker in game.tables.walkers(stands.type, stands.side, forward_of(game, position, source)):
        found = walker.way(position.board, source, target, roster.friendly[stands.side])
        if found:
            return found
    return _straight(game, source, target)


def forward_of(game: Game, position: Position, cell: int) -> int:
    """Which way is forward for the unit on a cell: the way it looks, or its side goes."""
    stands = position.at(cell)
    return stands.facing if game.grid.facings > 1 else game.sides[stands.side].forward


def _struck(sheet: MovePattern, board: Sequence[int]) -> Iterator[int]:
    """Where a sheet strikes: its shots, its rays up to the first that stands there, behind one on a hop, its spots."""
    yield from sheet.shots
    yield from (cell for ray in sheet.rays for cell in _seen(ray, board))
    yield from (cell for hop in sheet.hops for cell in _seen(_behind(hop, board), board))
    yield from (cell for leg, cell in sheet.spots if leg == OFF or not board[leg])


def _seen(ray: Iterable[int], board: Sequence[int]) -> Iterator[int]:
    for cell in ray:
        if board[cell] >= 0:
            yield cell
        if board[cell]:
            return


def _behind(hop: tuple[int, ...], board: Sequence[int]) -> tuple[int, ...]:
    first = next((number for number, cell in enumerate(hop) if board[cell]), len(hop))
    return hop[first + 1 :] if first < len(hop) and board[hop[first]] > 0 else ()


def _straight(game: Game, source: int, target: int) -> tuple[int, ...]:
    (row, column), (to_row, to_column) = (
        divmod(source, game.grid.columns),
        divmod(target, game.grid.columns),
    )
    rows, columns = to_row - row, to_column - column
    far = max(abs(rows), abs(columns))
    if not far or abs(rows) not in (0, far) or abs(columns) not in (0, far):
        return (source, target)
    return tuple(
        game.grid.at(column + columns // far * step, row + rows // far * step)
        for step in range(far + 1)
    )

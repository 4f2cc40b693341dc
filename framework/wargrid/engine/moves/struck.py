"""The cells that a pattern strikes on a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wargrid.core.grid import OFF
from wargrid.core.patterns import MovePattern
from wargrid.engine.moves.sight import is_clear, is_seen


def cells_struck(pattern: MovePattern, board: Sequence[int], foes: Sequence[bool]) -> Iterator[int]:
    """Return the cells that a pattern strikes, behind the first unit on a hop.

    ``foes`` are by unit id the enemies of the unit that strikes.
    """
    yield from pattern.shots
    yield from (cell for ray in pattern.rays for cell in _seen(ray, board))
    yield from (cell for cell, ways in pattern.sights if is_seen(ways, board))
    yield from (cell for cell, way in pattern.lanes if is_clear(way, board, foes))
    yield from (cell for hop in pattern.hops for cell in _seen(_behind_first(hop, board), board))
    yield from (cell for leg, cell in pattern.spots if leg == OFF or not board[leg])
    for each in pattern.conditional:
        if (
            each.taken != OFF
            and each.sees_only_cells
            and not any(board[cell] for cell in each.empty)
            and all(board[cell] > 0 for cell in each.units)
        ):
            yield each.taken


def _seen(ray: Iterable[int], board: Sequence[int]) -> Iterator[int]:
    for cell in ray:
        if board[cell] >= 0:
            yield cell
        if board[cell]:
            return


def _behind_first(hop: tuple[int, ...], board: Sequence[int]) -> tuple[int, ...]:
    first = next((number for number, cell in enumerate(hop) if board[cell]), len(hop))
    return hop[first + 1 :] if first < len(hop) and board[hop[first]] > 0 else ()

"""Lines of sight: attacks on targets that units in between may hide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import final

from wargrid.core.moves import Move
from wargrid.engine.moves.paths import Occupied, set_of


@final
class SightedAttacks:
    """The attacks of one type from one cell on the targets that it sees.

    With ``past_friends`` only enemies hide what is behind them.
    """

    __slots__ = ("_attacks", "_past_friends", "_targets")

    def __init__(
        self,
        sights: Sequence[tuple[int, tuple[tuple[int, ...], ...]]],
        attack: Callable[[Sequence[int]], list[Move]],
        past_friends: bool = False,
    ) -> None:
        self._past_friends = past_friends
        moves = attack([target for target, _ in sights])
        self._targets = set_of(target for target, _ in sights)
        self._attacks = tuple(
            (target, tuple(map(set_of, ways)), move)
            for (target, ways), move in zip(sights, moves, strict=True)
        )

    def moves(self, seen: Occupied, cell: int, foes: Sequence[bool]) -> list[Move]:
        """Return the attacks on enemies with nothing in one of the ways to them."""
        # One number holds all others' cells: most lists end here, without a look at a way.
        if not seen.others & self._targets:
            return []
        board = seen.board
        cells = seen.others if self._past_friends else seen.cells
        return [
            move
            for target, ways, move in self._attacks
            if foes[board[target]] and any(not cells & way for way in ways)
        ]

    def attacked(self, seen: Occupied, cell: int, foes: Sequence[bool]) -> int:
        """Return the set of the cells that ``moves`` attack."""
        board, others = seen.board, seen.others
        cells = others if self._past_friends else seen.cells
        attacked = 0
        if others & self._targets:
            for target, ways, _ in self._attacks:
                if foes[board[target]]:
                    # A loop and not any(): mypyc compiles it without a generator.
                    for way in ways:
                        if not cells & way:
                            attacked |= 1 << target
                            break
        return attacked


def is_seen(ways: Sequence[Sequence[int]], board: Sequence[int]) -> bool:
    """Return whether the cells of one of several ways are all empty."""
    return any(not any(board[cell] for cell in way) for way in ways)


def is_clear(way: Sequence[int], board: Sequence[int], foes: Sequence[bool]) -> bool:
    """Return whether no cell of a way holds an enemy or a wall; ``foes`` are by unit id."""
    return not any(board[cell] and (board[cell] < 0 or foes[board[cell]]) for cell in way)

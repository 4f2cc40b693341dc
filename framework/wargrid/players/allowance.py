"""What a player may spend on a turn, given out from decision to decision."""

from __future__ import annotations

from wargrid.core.position import Position


class Allowance:
    """What is left of the seconds and nodes of a turn; None is no limit.

    A deployment, and a choice in a turn of the other side, count as a turn. ``full`` is what each
    turn begins with, ``turns`` how many have begun.
    """

    def __init__(self, seconds: float | None = None, nodes: int | None = None) -> None:
        self.full = self._left = (seconds, nodes)
        self.turns = 0
        self._turn = (-1, -1)
        self._moves = 0

    def left(self, position: Position, moves: int) -> tuple[float | None, int | None]:
        """Return the seconds and nodes for a decision in a position, reached by so many moves.

        A turn that was gone back to has the whole again.
        """
        turn = position.side, position.turn
        if turn != self._turn or moves < self._moves:
            self._left = self.full
            self.turns += 1
        self._turn, self._moves = turn, moves
        return self._left

    def spend(self, seconds: float, nodes: int) -> None:
        """Take what a decision has spent from the turn."""
        had, searched = self._left
        self._left = (
            None if had is None else max(0.0, had - seconds),
            None if searched is None else max(0, searched - nodes),
        )

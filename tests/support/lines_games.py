"""Nine Men's Morris and Bagh-chal by hand: a second opinion on the games of points and lines.

Positions are plain: who has which points, hands, and the side to act. Nothing of the framework is
used, and the boards are made by arithmetic instead of by lists of lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

RING: Final = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
"""The eight points of a square of Morris, around it."""


def _name(column: int, row: int) -> str:
    return f"{'abcdefg'[column]}{row + 1}"


POINTS: Final = [_name(3 + far * x, 3 + far * y) for far in (1, 2, 3) for x, y in RING]
"""The points of Morris: the inner square first, each from its south-west corner around."""


def _morris_lines() -> Iterator[tuple[int, int, int]]:
    for square, side in product(range(3), (0, 2, 4, 6)):
        yield tuple(8 * square + (side + step) % 8 for step in range(3))  # type: ignore[misc]
    for middle in (1, 3, 5, 7):
        yield middle, 8 + middle, 16 + middle


MILLS: Final = list(_morris_lines())
NEXT: Final = [
    sorted({line[at + by] for line in MILLS for at in range(3) if line[at] == point
            for by in (-1, 1) if 0 <= at + by < 3})
    for point in range(24)
]  # fmt: skip


@dataclass(frozen=True)
class Morris:
    """A position of Morris; ``taking`` is where a mill was made that has still to take."""

    board: tuple[int, ...] = (-1,) * 24
    hands: tuple[int, int] = (9, 9)
    side: int = 0
    taking: int = -1

    def men(self, side: int) -> list[int]:
        """Return the points of a side's men."""
        return [point for point, owner in enumerate(self.board) if owner == side]

    def in_mill(self, point: int) -> bool:
        """Return whether the man on a point is in a mill."""
        return any(
            point in mill and {self.board[each] for each in mill} == {self.board[point]}
            for mill in MILLS
        )

    @property
    def lost(self) -> bool:
        """Whether the side to act has lost: too few men, or no move."""
        few = any(len(self.men(side)) + self.hands[side] < 3 for side in (0, 1))
        return few or not self.moves()

    def moves(self) -> dict[str, Morris]:
        """Return the moves by their text, each with the position after it."""
        return dict(self._moves())

    def _moves(self) -> Iterator[tuple[str, Morris]]:
        enemies = self.men(1 - self.side)
        if self.taking >= 0:
            free = [point for point in enemies if not self.in_mill(point)]
            for point in free or enemies:
                board = _put(self.board, {point: -1})
                after = replace(self, board=board, side=1 - self.side, taking=-1)
                yield f"{POINTS[self.taking]}@{POINTS[point]}", after
            return
        empty = [point for point, owner in enumerate(self.board) if owner < 0]
        if self.hands[self.side]:
            for point in empty:
                hands = tuple(n - (side == self.side) for side, n in enumerate(self.hands))
                board = _put(self.board, {point: self.side})
                yield f"!place man {POINTS[point]}", self._after(board, hands, point)
            return
        men = self.men(self.side)
        for start in men:
            for end in empty if len(men) <= 3 else NEXT[start]:
                if end in empty:
                    board = _put(self.board, {start: -1, end: self.side})
                    yield f"{POINTS[start]}-{POINTS[end]}", self._after(board, self.hands, end)

    def _after(self, board: tuple[int, ...], hands: tuple[int, ...], end: int) -> Morris:
        moved = Morris(board, hands, self.side)  # type: ignore[arg-type]
        targets = moved.men(1 - self.side)
        if not moved.in_mill(end) or not targets:
            return replace(moved, side=1 - self.side)
        made = replace(moved, taking=end)
        # A mill that may take one man only takes it without a question.
        answers = list(made._moves())
        return answers[0][1] if len(answers) == 1 else made


def _put(board: tuple[int, ...], changes: dict[int, int]) -> tuple[int, ...]:
    return tuple(changes.get(point, owner) for point, owner in enumerate(board))


@dataclass(frozen=True)
class BaghChal:
    """A position of Bagh-chal: the points of both sides as (column, row), goats in the hand."""

    goats: frozenset[tuple[int, int]] = frozenset()
    tigers: frozenset[tuple[int, int]] = frozenset(product((0, 4), (0, 4)))
    hand: int = 20
    side: int = 0

    @property
    def lost(self) -> bool:
        """Whether the game is over but for repetition."""
        return len(self.goats) + self.hand < 16 or not self.moves()

    def moves(self) -> dict[str, BaghChal]:
        """Return the moves by their text, each with the position after it."""
        return dict(self._goats() if self.side == 0 else self._tigers())

    def _empty(self, point: tuple[int, int]) -> bool:
        inside = 0 <= point[0] < 5 and 0 <= point[1] < 5
        return inside and point not in self.goats and point not in self.tigers

    def _goats(self) -> Iterator[tuple[str, BaghChal]]:
        if self.hand:
            for point in filter(self._empty, product(range(5), range(5))):
                after = replace(self, goats=self.goats | {point}, hand=self.hand - 1, side=1)
                yield f"!place goat {_name(*point)}", after
            return
        for start in self.goats:
            for way in _ways(start):
                end = start[0] + way[0], start[1] + way[1]
                if self._empty(end):
                    after = replace(self, goats=self.goats - {start} | {end}, side=1)
                    yield f"{_name(*start)}-{_name(*end)}", after

    def _tigers(self) -> Iterator[tuple[str, BaghChal]]:
        for start in self.tigers:
            for x, y in _ways(start):
                near, far = (start[0] + x, start[1] + y), (start[0] + 2 * x, start[1] + 2 * y)
                if self._empty(near):
                    tigers = self.tigers - {start} | {near}
                    yield f"{_name(*start)}-{_name(*near)}", replace(self, tigers=tigers, side=0)
                elif near in self.goats and self._empty(far):
                    tigers, goats = self.tigers - {start} | {far}, self.goats - {near}
                    after = replace(self, tigers=tigers, goats=goats, side=0)
                    yield f"{_name(*start)}x{_name(*far)}", after


def _ways(point: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the ways that lines lead from a point: diagonals only from every second one."""
    ways = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]
    return ways if sum(point) % 2 == 0 else [(x, y) for x, y in ways if not x * y]

"""Plans of whole turns: moves with the units that make them, and the positions between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from wargrid.core import Move, Position


class Gene(NamedTuple):
    """A move of a turn, and the unit that makes it; 0 for a move without a unit."""

    unit: int
    move: Move


class Turn(NamedTuple):
    """A turn: its moves, the position before each and after the last, and the one at its end.

    ``luck`` is what its rolls are worth on average above those it goes on with; ``sketch`` is about
    its score. ``cut`` is true if the budget ended before it was complete.
    """

    genes: tuple[Gene, ...]
    path: tuple[Position, ...]
    luck: tuple[float, ...]
    end: Position
    sketch: float
    cut: bool = False


class Line:
    """The moves of a turn in the making, and the positions between them."""

    def __init__(self, root: Position) -> None:
        self.genes: list[Gene] = []
        self.path = [root]
        self.luck: list[float] = []
        self.cut = False

    @property
    def last(self) -> Position:
        """The position after the moves so far."""
        return self.path[-1]

    def add(self, gene: Gene, after: Position, luck: float) -> None:
        """Add a move, the position after it, and what its rolls are worth above those taken."""
        self.genes.append(gene)
        self.path.append(after)
        self.luck.append(luck)

    def begun_as(self, turn: Turn, number: int) -> Line:
        """Begin with the first moves of a turn."""
        self.genes = list(turn.genes[:number])
        self.path = list(turn.path[: number + 1])
        self.luck = list(turn.luck[:number])
        self.cut = turn.cut
        return self

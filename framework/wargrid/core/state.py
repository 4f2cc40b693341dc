"""The parts of a position that events write, and their special values."""

from __future__ import annotations

from typing import Final, NamedTuple

from wargrid.core.compiling import mypyc_attr
from wargrid.core.roster import Roster

GONE: Final = -1
"""The place of a unit that is not on the board."""

WALL: Final = -1
"""The content of a cell that no unit can enter or pass. Tuples by unit id end with its entry."""

UNKNOWN: Final = -1
"""The walls of a position whose board has not been searched for them."""

ATTACKING: Final = "attack"
"""The kind of ``Pending`` during an attack; its numbers: source, target, dice, number of the roll,
hits so far."""

CHOICE: Final = "choice"
"""The kind of ``Pending`` while a side chooses a cell for a unit; its numbers: the side whose turn
it is, then the cells to choose from, the unit's present cell first."""

AGAIN: Final = "again"
"""The kind of ``Pending`` while a unit that has taken must go on; its number: the unit's cell."""


class Pending(NamedTuple):
    """What the game waits for: a kind, and integers whose meaning depends on the kind.

    ``weapon`` is the word of the weapon of an attack, for a unit with several.
    """

    kind: str
    numbers: tuple[int, ...] = ()
    weapon: str = ""

    def __repr__(self) -> str:
        weapon = f", weapon={self.weapon!r}" if self.weapon else ""
        return f"Pending(kind={self.kind!r}, numbers={self.numbers!r}{weapon})"


class Result(NamedTuple):
    """How a game ended: the winner (None for a draw) and the word of the victory condition."""

    winner: int | None
    reason: str


FIELDS: Final = (
    "board", "budget", "marks", "men", "past", "pending", "place", "result", "roster", "side",
    "turn", "used", "walled", "wounds",
)  # fmt: skip
"""The names of the fields of a position; a compiled class has no ``__slots__`` to ask for them."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PositionFields:
    """The fields of a position, which events change; ``Position`` explains each."""

    __slots__ = FIELDS

    roster: Roster
    board: list[int]
    place: list[int]
    men: list[int]
    wounds: list[int]
    marks: tuple[list[int], ...]
    side: int
    budget: int
    used: int
    turn: int
    pending: Pending | None
    result: Result | None
    past: tuple[int, ...]
    walled: int

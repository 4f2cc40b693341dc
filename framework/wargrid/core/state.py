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
"""The kind of ``Pending`` while a unit that has taken must go on; its numbers: the unit's cell,
then those of the units that it has taken and that have not left yet."""


FOLLOWS: Final = "follows"
"""The kind of ``Pending`` while lists of effects run: the game waits for nothing but them. No move
ends with it."""

ROLLS: Final = "rolls"
"""The kind of ``Pending`` while an effect rolls dice; the next list of effects says which."""

TURN_BEGINS: Final = -1
TURN_ENDS: Final = -2
ROUND_BEGINS: Final = -3
FIRST_ROUND_BEGINS: Final = -4
"""The numbers of the lists of what happens when a turn begins, when one ends, when a round begins,
and when the first one does, whose first turn has begun already."""


GROUPS: Final = ("attackers", "defenders")
"""The fields of a list that hold units which fought together."""


class Frame(NamedTuple):
    """A list of effects at work, or one that waits until another or an attack is done.

    ``number`` is that of the list, ``step`` the next of its effects, ``left`` how much of this
    one is left to do, or 0 if it has not begun. Each is done ``times`` at once. ``side`` is the
    side whose rule it is, ``depth`` how many attacks made by lists it follows from. Of an attack,
    ``ground`` is the cell of the target, else -1, ``men`` are the target's before it, and ``hits``
    those that it scored. ``units`` are the ids by role; a role
    without a unit has 0, and in ``cells`` the cell where its unit was lost, or the cell that was
    chosen, else -1. ``waiting`` are the units for which the whole list is done afterwards.
    ``attackers`` and ``defenders`` are the units that fought together.
    """

    number: int
    step: int = 0
    left: int = 0
    times: int = 1
    side: int = 0
    depth: int = 0
    ground: int = -1
    men: int = 0
    hits: int = 0
    units: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()

    def __repr__(self) -> str:
        # Groups that are empty are left out: digests of old games are made of it.
        shown = zip(self._fields, self, strict=True)
        told = [f"{name}={value!r}" for name, value in shown if name not in GROUPS or value]
        return f"Frame({', '.join(told)})"


class Pending(NamedTuple):
    """What the game waits for: a kind, and integers whose meaning depends on the kind.

    ``weapon`` is the word of the weapon of an attack, for a unit with several. ``then`` are the
    lists of effects that go on afterwards, the next first.
    """

    kind: str
    numbers: tuple[int, ...] = ()
    weapon: str = ""
    then: tuple[Frame, ...] = ()

    def __repr__(self) -> str:
        weapon = f", weapon={self.weapon!r}" if self.weapon else ""
        then = f", then={self.then!r}" if self.then else ""
        return f"Pending(kind={self.kind!r}, numbers={self.numbers!r}{weapon}{then})"


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


def then_of(position: PositionFields) -> tuple[Frame, ...]:
    """Return the lists of effects that wait."""
    pending = position.pending
    return () if pending is None else pending.then


def settled(position: PositionFields) -> None:
    """Let nothing be pending but the lists of effects that wait."""
    then = then_of(position)
    position.pending = Pending(FOLLOWS, (), "", then) if then else None


def forget_unit(position: PositionFields, unit: int, cell: int) -> None:
    """Let the lists that wait know a unit no more, which is lost on a cell; its id may be reused.

    There must be such lists.
    """
    pending = position.pending
    assert pending is not None
    then = tuple([_without(frame, unit, cell) for frame in pending.then])
    position.pending = pending._replace(then=then)


def rename_unit(position: PositionFields, old: int, new: int) -> None:
    """Let the lists that wait know a unit by its new id. There must be such lists."""
    pending = position.pending
    assert pending is not None
    then = tuple([_renamed(frame, old, new) for frame in pending.then])
    position.pending = pending._replace(then=then)


def _without(frame: Frame, unit: int, cell: int) -> Frame:
    if unit in frame.units:
        cells = tuple(
            [
                cell if each == unit else at
                for each, at in zip(frame.units, frame.cells, strict=True)
            ]
        )
        units = tuple([0 if each == unit else each for each in frame.units])
        frame = frame._replace(units=units, cells=cells)
    if unit in frame.waiting:
        frame = frame._replace(waiting=_left_of(frame.waiting, unit))
    if unit in frame.attackers or unit in frame.defenders:
        frame = frame._replace(
            attackers=_left_of(frame.attackers, unit), defenders=_left_of(frame.defenders, unit)
        )
    return frame


def _left_of(units: tuple[int, ...], unit: int) -> tuple[int, ...]:
    return tuple([each for each in units if each != unit])


def _renamed(frame: Frame, old: int, new: int) -> Frame:
    held = frame.units, frame.waiting, frame.attackers, frame.defenders
    if old not in held[0] + held[1] + held[2] + held[3]:
        return frame
    units, waiting, attackers, defenders = [
        tuple([new if each == old else each for each in units]) for units in held
    ]
    return frame._replace(units=units, waiting=waiting, attackers=attackers, defenders=defenders)


def pending_on_cells(position: PositionFields) -> Pending | None:
    """Return what is pending with the cells of units instead of their ids.

    Two positions that differ in ids alone have the same.
    """
    pending = position.pending
    if pending is None or not pending.then:
        return pending
    then = [
        each._replace(
            units=_cells_of(position, each.units),
            waiting=_cells_of(position, each.waiting),
            attackers=_cells_of(position, each.attackers),
            defenders=_cells_of(position, each.defenders),
        )
        for each in pending.then
    ]
    return pending._replace(then=tuple(then))


def _cells_of(position: PositionFields, units: tuple[int, ...]) -> tuple[int, ...]:
    place, facings = position.place, position.roster.facings
    return tuple([place[unit] // facings if unit else GONE for unit in units])

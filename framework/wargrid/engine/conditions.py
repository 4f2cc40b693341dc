"""Moves with conditions: those that depend on several cells at once, beside lines and spots.

A game without such moves never comes here. Each move is made once with its conditions, like the
looks of ``rays``, and listed where they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from wargrid.core import ConditionalMove, Move, Position


class Needs(NamedTuple):
    """What a move needs besides empty cells and enemies.

    ``friends`` are cells with the number of the side and type that must be on each, ``own`` cells
    of friends of any type, ``units`` cells of units of either side.
    """

    friends: tuple[tuple[int, int], ...]
    own: tuple[int, ...]
    units: tuple[int, ...]


Guarded: TypeAlias = "tuple[tuple[int, ...], tuple[int, ...], Needs | None, tuple[Move, ...]]"
"""Moves with their conditions: the cells that must be empty, those of enemies, and other needs."""


class Guards:
    """A type's moves with conditions by place, made when a list first needs them."""

    __slots__ = ("_make", "made")

    def __init__(self, make: Callable[[int], tuple[Guarded, ...]], places: int) -> None:
        self._make = make
        self.made: list[tuple[Guarded, ...] | None] = [None] * places

    def at(self, place: int) -> tuple[Guarded, ...]:
        """Make and return those of a place."""
        found = self.made[place] = self._make(place)
        return found


class Guardian(Protocol):
    """The entries of a type, with its moves with conditions if it ever has any."""

    guards: Guards | None


def add_guarded(
    position: Position, row: Iterable[tuple[int, Guardian, tuple[bool, ...]]], out: list[Move]
) -> None:
    """Add the moves of a row's units whose conditions hold to the other moves of these units."""
    board, place = position.board, position.place
    for unit, entries, foes in row:
        guards = entries.guards
        if guards is None or place[unit] < 0:
            continue
        found = guards.made[place[unit]]
        if found is None:
            found = guards.at(place[unit])
        for empty, struck, needs, moves in found:
            for cell in empty:
                if board[cell]:
                    break
            else:
                for cell in struck:
                    if not foes[board[cell]]:
                        break
                else:
                    if needs is None or _holds(position, needs):
                        out += moves


def guarded(
    condition: ConditionalMove, moves: Iterable[Move], code_of: Callable[[str], int]
) -> Guarded:
    """Compile the conditions of some moves; ``code_of`` numbers the side's units of a type."""
    friends = tuple((cell, code_of(word)) for cell, word in condition.friends if word)
    own = tuple(cell for cell, word in condition.friends if not word)
    needs = Needs(friends, own, condition.units) if condition.friends or condition.units else None
    return condition.empty, condition.foes, needs, tuple(moves)


def _holds(position: Position, needs: Needs) -> bool:
    board, roster = position.board, position.roster
    codes, own = roster.codes, roster.friendly[position.side]
    return (
        all(codes[board[cell]] == code for cell, code in needs.friends)
        and all(own[board[cell]] for cell in needs.own)
        and all(board[cell] > 0 for cell in needs.units)
    )

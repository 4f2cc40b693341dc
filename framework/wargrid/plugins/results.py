"""What a plugin may answer: one function a hook, which gives back the answer in the form the game goes on with.

Each raises ``InvalidHookResultError`` for an answer of the wrong type, or for one that would leave a game that
cannot go on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from reprlib import Repr
from typing import TYPE_CHECKING, Any, Final

from wargrid.core.dice import MAX_DICE
from wargrid.core.events import Attack, Event
from wargrid.core.grid import FACINGS, OFF
from wargrid.core.patterns import HypotheticalUnit, MovePattern
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.core.state import CHOICE, Pending, Result
from wargrid.plugins.readonly import shown
from wargrid.text.format import join_names, printable

if TYPE_CHECKING:
    from wargrid.core.grid import Grid

MOST_EVENTS: Final = 10_000
"""No answer brings about more; each makes a position of its own."""

_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+")
_SHORT: Final = Repr()
_SHORT.maxlist = _SHORT.maxtuple = _SHORT.maxset = _SHORT.maxfrozenset = _SHORT.maxdict = 50
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 400

MOST_ROLLS: Final = 20
"""No attack is rolled oftener: who rolls again after every roll never comes to an end."""


class InvalidHookResultError(Exception):
    """An answer that is no answer: ``key`` names the text that says why, filled with ``values``."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = {
            name: brief(value) if name == "answer" else value for name, value in values.items()
        }


def dice_again(answer: object, position: Position, attack: Attack, *_: object) -> int:
    """How many dice are rolled again."""
    if type(answer) is not int or not 1 <= answer <= MAX_DICE:
        raise InvalidHookResultError("checks.answer_dice", answer=answer, most=MAX_DICE)
    if attack.rolls >= MOST_ROLLS:
        raise InvalidHookResultError("plugins.rolls_on", most=MOST_ROLLS)
    return answer


def events(answer: object, position: Position, *_: object) -> Sequence[Event]:
    """Events that can happen here, one after the other, and leave a position from which the game can go on."""
    if not isinstance(answer, list | tuple) or not all(
        isinstance(event, Event) for event in answer
    ):
        raise InvalidHookResultError("checks.answer_events", answer=answer)
    if not answer:
        return ()
    if len(answer) > MOST_EVENTS:
        raise InvalidHookResultError("plugins.many_events", count=len(answer), most=MOST_EVENTS)
    own = all(type(event).__module__ == Event.__module__ for event in answer)
    after = (position if own else shown(position)).after(answer)
    if not after.is_whole() or not _goes_on(position, after):
        raise InvalidHookResultError("checks.torn", events=_in_short(answer, position.roster.grid))
    if after.listed is not None:
        raise InvalidHookResultError(
            "plugins.lists_moves", events=_in_short(answer, position.roster.grid)
        )
    if not own and not all(
        isinstance(getattr(event, "name", None), str) and _tells(event) for event in answer
    ):
        raise InvalidHookResultError("checks.answer_events", answer=answer)
    return answer


def _in_short(events: Sequence[Event], grid: Grid) -> str:
    """Events by the names of their classes, with the cells they speak of and ways to look: ``Turned b2 N``."""
    return join_names(
        (" ".join((type(event).__name__, *_places(event, grid))) for event in events), 6
    )


def _places(event: Event, grid: Grid) -> Iterator[str]:
    """The cells of an event and the way a unit looks then, by their names; what has none as it is."""
    named = {"cell": grid.cells, "source": grid.cells, "target": grid.cells, "facing": len(FACINGS)}
    for part, count in named.items():
        value = getattr(event, part, None)
        if type(value) is int and 0 <= value < count:
            yield FACINGS[value] if part == "facing" else grid.name(value)
        elif value is not None:
            yield brief(value)


def events_of_turn(answer: object, position: Position) -> Sequence[Event]:
    """The same; afterwards nothing is waited for."""
    found = events(answer, position)
    if found and position.after(found).pending is not None:
        raise InvalidHookResultError("plugins.waits", events=_in_short(found, position.roster.grid))
    return found


def events_of_loss(answer: object, position: Position, cell: int) -> Sequence[Event]:
    """The same; afterwards nobody stands on the cell."""
    found = events(answer, position)
    if found and position.after(found).board[cell]:
        raise InvalidHookResultError("plugins.not_left", cell=position.roster.grid.name(cell))
    return found


def refusal(answer: object, *_: object) -> Refusal:
    """A reason with the code of its text."""
    fits = (
        isinstance(answer, Refusal)
        and isinstance(answer.code, str)
        and isinstance(answer.values, Mapping)
    )
    if not fits:
        raise InvalidHookResultError("plugins.answer_refusal", answer=answer)
    return answer  # type: ignore[return-value]


def restricted_cells(answer: object, position: Position) -> frozenset[int]:
    """Cells of the board."""
    cells = frozenset(answer) if isinstance(answer, Collection) else None
    if cells is None or not cells <= _cells_of(position.roster.grid.cells):
        raise InvalidHookResultError("plugins.answer_cells", answer=answer)
    return cells


def names(answer: object, *_: object) -> frozenset[str]:
    """Names, such as those of types or hooks."""
    if (
        isinstance(answer, str)
        or not isinstance(answer, Collection)
        or not all(isinstance(w, str) for w in answer)
    ):
        raise InvalidHookResultError("plugins.answer_names", answer=answer)
    return frozenset(answer)


def sheets(answer: object, where: HypotheticalUnit, *_: object) -> tuple[MovePattern, ...]:
    """Ways to move that lie on the board."""
    fits = isinstance(answer, list | tuple) and all(
        is_sheet(sheet, where.ground.grid) for sheet in answer
    )
    if not fits:
        raise InvalidHookResultError("plugins.answer_sheets", answer=answer)
    return tuple(answer)  # type: ignore[arg-type]


def is_sheet(sheet: object, grid: Grid) -> bool:
    """Whether this is a sheet of cells of the board, without empty rays."""
    if (
        not isinstance(sheet, MovePattern)
        or not all(sheet.rays)
        or sheet.takes not in ("never", "also", "only")
    ):
        return False
    lines = (
        *sheet.rays,
        *sheet.hops,
        *sheet.beams,
        *sheet.glides.values(),
        sheet.shots,
        sheet.slippery,
    )
    cells = _cells_of(grid.cells)
    return all(cells.issuperset(line) for line in lines) and all(
        target in cells and (leg in cells or leg == OFF) for leg, target in sheet.spots
    )


def yes_or_no(answer: object, *_: object) -> bool:
    """True or False."""
    if type(answer) is not bool:
        raise InvalidHookResultError("plugins.answer_bool", answer=answer)
    return answer


def walls(answer: object, position: Position) -> tuple[tuple[int, ...], ...]:
    """Sets of cells that are free, so that there is an end to drawing."""
    board = position.board
    free = frozenset(cell for cell, stands in enumerate(board) if not stands)
    fits = isinstance(answer, list | tuple) and all(
        isinstance(cells, list | tuple) and cells for cells in answer
    )
    if not fits or not all(
        type(cell) is int and cell in free
        for cells in answer  # type: ignore[attr-defined]
        for cell in cells
    ):
        raise InvalidHookResultError("plugins.answer_walls", answer=answer)
    return tuple(map(tuple, answer))  # type: ignore[call-overload]


def result(answer: object, position: Position) -> Result:
    """Who has won, if anybody, and by which word."""
    if not _is_result(answer, len(position.roster.units_of)):
        raise InvalidHookResultError("plugins.answer_result", answer=answer)
    return answer  # type: ignore[return-value]


def number(answer: object, *_: object) -> int:
    """A number that counts something."""
    if type(answer) is not int or answer < 0:
        raise InvalidHookResultError("plugins.answer_number", answer=answer)
    return answer


def text(answer: object, *_: object) -> str:
    """A text."""
    if not isinstance(answer, str):
        raise InvalidHookResultError("plugins.answer_text", answer=answer)
    return answer


ANSWERS: Final[Mapping[str, Callable[..., Any]]] = {
    "after_attack": events,
    "after_move": events,
    "after_roll": dice_again,
    "forbid_move": refusal,
    "unused_hooks": names,
    "instead_of_loss": events_of_loss,
    "instead_of_roll": events,
    "may_step": yes_or_no,
    "reshape": sheets,
    "restricted_cells": restricted_cells,
    "turn_ends": events_of_turn,
    "turncoats": names,
    "walls_drawn": walls,
}
"""By hook, and for ``unused_hooks``, what makes sure of an answer that is not None."""


def brief(value: object) -> str:
    """An answer or an exception on one line of a sentence, whatever it makes of being asked."""
    try:
        said = (
            f"{type(value).__name__}: {value}"
            if isinstance(value, BaseException)
            else _SHORT.repr(value)
        )
    except Exception:
        said = type(value).__name__
    return printable(_ADDRESS.sub("", said), 200)


@cache
def _cells_of(number: int) -> frozenset[int]:
    """All cells of a board of so many."""
    return frozenset(range(number))


def _tells(event: Event) -> bool:
    """Whether the log can tell it."""
    facts = event.facts()
    return isinstance(facts, dict) and all(isinstance(key, str) for key in facts)


def _goes_on(before: Position, after: Position) -> bool:
    """Whether turn, limits, losses and what is waited for are such as the game itself could have brought about."""
    roster = after.roster
    sides, units = range(len(roster.units_of)), range(1, len(after.place))
    whole = (
        after.side,
        after.budget,
        after.used,
        after.turn,
        *after.men,
        *after.wounds,
        *after.place,
        *after.board,
    )
    lists = (after.board, after.place, after.men, after.wounds)
    return (
        all(isinstance(values, list) for values in lists)
        and roster is before.roster
        and set(map(type, whole)) == {int}
        and after.side in sides
        and 0 <= after.budget <= roster.game.budget
        and min(after.used, after.turn, *after.wounds) >= 0
        and all(after.men[unit] <= roster.full[unit] for unit in units)
        and (after.result is None or _is_result(after.result, len(sides)))
        and type(after.past) is tuple
        and (after.pending is None or isinstance(after.pending, Pending))
        and (after.pending == before.pending or after.pending is None or _is_choice(after))
    )


def _is_choice(position: Position) -> bool:
    """Whether a side is to choose where one of its units stands, on cells that are free."""
    assert position.pending is not None
    kind, numbers = position.pending
    if (
        kind != CHOICE
        or len(numbers) < 2
        or not _cells_of(len(position.board)).issuperset(numbers[1:])
    ):
        return False
    turn, cell, *others = numbers
    free = all(other == cell or not position.board[other] for other in others)
    return free and turn in range(len(position.roster.units_of)) and position.board[cell] > 0


def _is_result(value: object, sides: int) -> bool:
    return (
        isinstance(value, Result)
        and (value.winner is None or (type(value.winner) is int and 0 <= value.winner < sides))
        and isinstance(value.reason, str)
    )

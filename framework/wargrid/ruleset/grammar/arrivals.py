"""The section ``arrive``: reinforcements, which come to a side in one of its turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import Field, PrivateAttr

from wargrid.core.arrivals import Unplaced, arrival_marker, day_of
from wargrid.core.attacks import Choice
from wargrid.core.effects import NOTHING, Begins, Doing, Done, frame_of
from wargrid.core.events import Event
from wargrid.core.position import Position
from wargrid.core.promotion import Appeared
from wargrid.ruleset.base import Moment, SideName, UnitName
from wargrid.ruleset.grammar.effects import Appears
from wargrid.ruleset.grammar.lists import EffectList, Part
from wargrid.ruleset.named import Model
from wargrid.ruleset.selecting.selectors import CellSelectors
from wargrid.ruleset.values import Positive, Word
from wargrid.source.diagnostics import Place

__all__ = ["Arrival", "Arrivals", "Arrive", "Arrives", "Coming", "coming", "named"]

MOST_AT_ONCE: Final = 200
"""How many units one row of the schedule brings at most."""


class Arrives(Appears):
    """The units of one row of the schedule that are still to come appear, one after the other.

    It is no word of rulesets: each row of ``arrive`` is a list of this effect alone.
    """

    word = "arrives"
    marker: str
    """The hidden marker of the side that counts the units still to come."""

    asks_none: bool = False
    """Whether each unit appears on its first cell, so that no side is asked."""

    lost: bool = False
    """Whether the units are lost for which there is no cell."""

    @property
    def may_ask(self) -> bool:
        """Ask where, unless each appears on its first cell."""
        return not self.asks_none

    def happens(self, doing: Doing) -> Done:
        """Let one appear and go on, ask where, or let the rest wait or be lost."""
        cells = self._cells(doing) if self._left(doing) else []
        if not cells:
            number = self._left(doing) if self.lost else 0
            gone = Unplaced(doing.side, self.unit, number)
            return Done((gone, self._marker(doing).mark(doing.side, 0))) if number else NOTHING
        if len(cells) > 1 and not self.asks_none:
            return Done(left=1, asked=doing.side_of(self.asks))
        return Done(self._events(doing, cells[0]), left=1)

    def answers(self, doing: Doing) -> Sequence[tuple[Choice, Done]]:
        """Return the cells, after each of which the next unit comes."""
        if self._left(doing) < 1:
            return ()
        return [(choice, Done(left=1)) for choice, _ in super().answers(doing)]

    def _events(self, doing: Doing, to: int) -> tuple[Event, ...]:
        there, *lost = super()._events(doing, to)
        assert isinstance(there, Appeared)
        there.why = "events.arrived"
        return (there, *lost, self._marker(doing).add(doing.position, doing.side, -1))

    def _left(self, doing: Doing) -> int:
        left: int = self._marker(doing).value(doing.position, doing.side)
        return left

    def _marker(self, doing: Doing) -> Any:
        return doing.game.markers[self.marker]


class Arrival(Model):
    """One row of the schedule: units of a type that come to a side in a turn."""

    turn: Positive
    """The turn of the side in which they come, as it begins: 4 for its fourth, as days count."""

    side: SideName
    """The side to which they come."""

    unit: UnitName
    """Their type."""

    number: Annotated[int, Field(ge=1, le=MOST_AT_ONCE)] = 1
    """How many."""

    men: Positive | None = None
    """The men of each, or null for all."""

    at: CellSelectors
    """The empty cells where they may appear, if such a unit may stand there."""

    asks: Literal["own", "enemy"] | None = "own"
    """Who chooses the cell of each unit, or null for the first cell that is free."""

    if_full: Literal["later", "lost"] = "later"
    """What becomes of the units for which there is no cell: they come as soon as there is one in a
    later turn, or are lost."""

    _effects: EffectList = PrivateAttr()
    _word: str = PrivateAttr("")

    def called(self, word: str) -> Arrival:
        """Remember its name in the schedule, by which its marker counts, and return it."""
        self._word = word
        effect = Arrives.model_construct(
            unit=self.unit, men=self.men, at=self.at, asks=self.asks or "own",
            marker=arrival_marker(word), asks_none=self.asks is None, lost=self.if_full == "lost",
        )  # fmt: skip
        self._effects = EffectList((Part((), effect),))
        return self

    @property
    def effects(self) -> EffectList:
        """What is done when they come."""
        return self._effects

    @property
    def word(self) -> str:
        """Its name in the schedule."""
        return self._word

    def lists_held(self) -> Iterator[tuple[Place, EffectList, Moment]]:
        """Yield its effects, which no unit is the subject of."""
        yield (), self._effects, Moment("", ())


Arrive = dict[Word, Arrival] | list[Arrival]
"""The rows of the schedule by their names, or a list of them without names."""


def named(arrive: Arrive) -> list[tuple[str, Arrival]]:
    """Return the rows of the schedule with their names; those of a list are numbered from 1."""
    if isinstance(arrive, Mapping):
        return list(arrive.items())
    return [(str(number), each) for number, each in enumerate(arrive, 1)]


class Arrivals:
    """The schedule at work: it begins what is due as a turn begins."""

    def __init__(self, sides: Iterable[str], rows: Sequence[Arrival]) -> None:
        self._rows: list[list[Arrival]] = [
            [row for row in rows if row.side == side] for side in sides
        ]

    def events(self, position: Position) -> Sequence[Event]:
        """Return the beginnings of the rows of the side to act that are due, the first row first.

        A row is due from its turn on, while units of it are still to come.
        """
        game, side = position.roster.game, position.side
        day = day_of(position)
        due = [
            row
            for row in self._rows[side]
            if row.turn <= day and game.markers[arrival_marker(row.word)].value(position, side)
        ]
        numbers = [game.effects.number_of(row.effects) for row in due]
        # Each begins before those that wait.
        return [Begins(frame_of(number, side, {}, {})) for number in reversed(numbers)]


class Coming(NamedTuple):
    """Units that are still to come to a side: so many of a type, in a turn of the side.

    ``late`` says that their turn has been there and they wait for a free cell.
    """

    turn: int
    side: int
    unit: str
    number: int
    men: int | None
    late: bool
    word: str


def coming(position: Position) -> list[Coming]:
    """Return what is still to come to both sides, by turns, then as the schedule has it."""
    game = position.roster.game
    sides, today = list(game.ruleset.sides), day_of(position)
    found = []
    for word, row in named(game.ruleset.arrive):
        side = sides.index(row.side)
        left = game.markers[arrival_marker(word)].value(position, side)
        begun = row.turn < today or (row.turn == today and _has_begun(position, side))
        if left:
            found.append(Coming(row.turn, side, row.unit, left, row.men, begun, word))
    return sorted(found, key=lambda each: each.turn)


def _has_begun(position: Position, side: int) -> bool:
    """Return whether a side has begun its turn of this day, and is not asked where units come."""
    pending = position.pending
    if pending is not None and pending.kind == "arrives":
        return False
    sides = len(position.roster.game.sides)
    return position.side == side or position.turn % sides == 0

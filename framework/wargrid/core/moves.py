"""Moves: a verb with the cells it names, or a random event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from wargrid.core.events import Eliminated, Event, Moved, Spent, Stirred, Turned, Used
from wargrid.core.position import Position
from wargrid.core.protocols import Worded
from wargrid.core.state import GONE

W = TypeVar("W", bound=Worded)

MOVE: Final = "move"
TURN: Final = "turn"
ATTACK: Final = "attack"
TAKE: Final = "take"
ENTER: Final = "enter"
CHOOSE: Final = "choose"
END: Final = "end"
CLAIM: Final = "claim"
"""The verb by which a side claims the end that a victory condition offers it."""

ROLL: Final = "roll"
LOT: Final = "lot"
DRAW: Final = "draw"
PLACE: Final = "place"
REMOVE: Final = "remove"
ARMY: Final = "army"
READY: Final = "ready"
DO: Final = "do"
"""The verb of abilities; the word of the move says which."""

VERBS: Final[tuple[str, ...]] = (MOVE, TURN, ATTACK)
"""What a unit may do, in the order in which texts list it."""

ANY_VERB: Final[str] = "any"
"""The limit that counts every verb."""

YES: Final = "yes"
NO: Final = "no"

NOWHERE: Final = -1
"""The cell or facing of a move that names none."""


class Move:
    """One move. Its game makes it once and shares it, so that equal moves are the same object.

    It names cells, never units: ``verb``, ``source``, ``target`` and the ``facing`` the unit has
    afterwards (``NOWHERE`` where the verb names none). ``word`` is what else the player chooses: a
    type, an ability, an army; it is empty for most moves. ``struck`` is the cell of the unit that
    it takes or attacks, in most games the target; ``wide`` says whether it changes the board
    elsewhere than on source and target. ``events`` always follow from it; ``open`` says whether
    others may follow that depend on the position. ``key`` identifies the same move in another
    process or in a game loaded again.
    """

    __slots__ = ("_events", "facing", "open", "source", "struck", "target", "verb", "wide", "word")

    def __init__(
        self,
        verb: str,
        source: int = NOWHERE,
        target: int = NOWHERE,
        facing: int = NOWHERE,
        events: tuple[Event, ...] = (),
        word: str = "",
    ) -> None:
        self.verb = verb
        self.source = source
        self.target = target
        self.facing = facing
        self.word = word
        self._events = events
        self.open = verb not in (MOVE, TURN, ENTER, PLACE, REMOVE)
        self.struck = target if verb in (TAKE, ATTACK) else NOWHERE
        self.wide = False

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that always follow from the move."""
        return self._events

    def carry(self, position: Position) -> Position:
        """Return the position after the move's own events; ``position`` does not change."""
        after = position.copy()
        for event in self._events:
            event.apply(after)
        return after

    @property
    def key(self) -> tuple[object, ...]:
        """The content of the move, comparable between games and processes."""
        where = (self.verb, self.source, self.target, self.facing)
        return (*where, self.word) if self.word else where

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same key and the same events, of one process or two."""
        if self is other:
            return True
        # Lists of moves are searched for one: most differ in their cells.
        return (
            isinstance(other, Move)
            and self.target == other.target
            and self.source == other.source
            and self.key == other.key
            and self.events == other.events
        )

    def __hash__(self) -> int:
        return hash((self.source, self.target, self.facing, self.word))

    def __repr__(self) -> str:
        return f"<{' '.join(str(part) for part in self.key if part != NOWHERE)}>"


class UnitMove(Move):
    """A move, turn or taking of a unit, which ``carry`` makes at once instead of event by event.

    The unit pays ``cost`` actions, counts one use under each of ``limits``, comes to ``place``, and
    eliminates the unit that is on the target.
    """

    __slots__ = ("cost", "limits", "place")

    def __init__(
        self,
        verb: str,
        source: int,
        target: int,
        facing: int,
        cost: int,
        limits: tuple[int, ...],
        place: int,
    ) -> None:
        # Without super().__init__: every list of moves is made of these.
        self.verb = verb
        self.source = source
        self.target = target
        self.facing = facing
        self.word = ""
        self._events = ()
        self.open = verb == TAKE
        self.struck = target if verb == TAKE else NOWHERE
        self.wide = False
        self.cost = cost
        self.limits = limits
        self.place = place

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of ``carry``, made on first use: few of the moves listed are played."""
        if not self._events:
            events = paid(self.source, self.cost, self.limits)
            if self.verb == TURN:
                events.append(Turned(self.source, self.facing))
            else:
                if self.verb == TAKE:
                    events.append(Eliminated(self.target))
                events.append(Moved(self.source, self.target, self.facing))
            self._events = tuple(events)
        return self._events

    def carry(self, position: Position) -> Position:
        """Return the position after the move's own events; ``position`` does not change."""
        after = position.copy()
        after.budget -= self.cost
        # The same as applying `events` one by one, with each list copied at most once.
        board, source, target = after.board, self.source, self.target
        unit = board[source]
        after.place = place = after.place[:]
        place[unit] = self.place
        for limit in self.limits:
            after.used += after.roster.usage_bits[limit][unit]
        if source != target:
            captured = board[target]
            if captured and after.roster.game.carrying is not None:
                # What it carries may be set beside it, and before the taker comes.
                Eliminated(target).apply(after)
                Moved(source, target, self.facing).apply(after)
                return after
            after.board = board = board[:]
            board[source] = 0
            board[target] = unit
            if captured:
                place[captured] = GONE
                after.men = men = after.men[:]
                men[captured] = 0
                after.past = ()
        return after


class StirringMove(UnitMove):
    """A move or taking after which no earlier position can return."""

    __slots__ = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of ``carry``, made on first use."""
        if not self._events:
            self._events = (*super().events, Stirred())
        return self._events

    def carry(self, position: Position) -> Position:
        """Return the position after the move's own events; ``position`` does not change."""
        after = super().carry(position)
        after.past = ()
        return after


def paid(source: int, cost: int, limits: tuple[int, ...]) -> list[Event]:
    """Return the events of a unit that pays actions and counts one use under each limit."""
    spent: list[Event] = [Spent(cost)] if cost else []
    return [*spent, *(Used(source, limit) for limit in limits)]


def verb_of(move: Move) -> str:
    """Return the verb under which a move counts: taking is moving, an ability its word."""
    if move.verb == DO:
        return move.word.partition(" ")[0].partition("@")[0]
    return MOVE if move.verb == TAKE else move.verb


def called(abilities: Iterable[W]) -> dict[str, W]:
    """Return the abilities of a list by what moves call them.

    That is the word of an ability. Of several with the word ``build``, those before the last are
    ``build@1``, ``build@2`` and so on: in old records, the last one was the only one.
    """
    listed = list(abilities)
    words = [ability.word for ability in listed]
    return {
        f"{word}@{words[:at].count(word) + 1}" if word in words[at + 1 :] else word: ability
        for at, (word, ability) in enumerate(zip(words, listed, strict=True))
    }


class Roll(Move):
    """A roll of dice; the order of the dice does not matter.

    ``counts`` has one number for each distinct face of the die, in the die's order; ``faces`` are
    the faces rolled, sorted in that order.
    """

    __slots__ = ("counts", "die", "faces")

    def __init__(self, die: str, faces: tuple[str, ...], counts: tuple[int, ...]) -> None:
        super().__init__(ROLL)
        self.die = die
        self.faces = faces
        self.counts = counts

    @property
    def key(self) -> tuple[object, ...]:
        """The die and the faces."""
        return (ROLL, self.die, self.faces)


class Lot(Move):
    """A random draw of the side that acts first."""

    __slots__ = ("side",)

    def __init__(self, side: int) -> None:
        super().__init__(LOT)
        self.side = side

    @property
    def key(self) -> tuple[object, ...]:
        """The side drawn."""
        return (LOT, self.side)


class Deploy(Move):
    """A move of deployment: place a unit, take one back, choose an army, or be ready.

    ``word`` is the type placed or the army chosen, ``men`` the men of the unit placed.
    """

    __slots__ = ("men",)

    def __init__(
        self,
        verb: str,
        target: int = NOWHERE,
        facing: int = NOWHERE,
        events: tuple[Event, ...] = (),
        *,
        word: str = "",
        men: int = 0,
    ) -> None:
        super().__init__(verb, NOWHERE, target, facing, events, word)
        self.men = men

    @property
    def key(self) -> tuple[object, ...]:
        """The verb with the cell, the facing, the word and the men."""
        return (self.verb, self.target, self.facing, self.word, self.men)


class Draw(Move):
    """A random draw of the ``cells`` that become walls in this game."""

    __slots__ = ("cells",)

    def __init__(self, cells: tuple[int, ...]) -> None:
        super().__init__(DRAW)
        self.cells = cells

    @property
    def key(self) -> tuple[object, ...]:
        """The cells drawn."""
        return (DRAW, *self.cells)

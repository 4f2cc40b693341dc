"""What happens: events are the only way a position changes, bookkeeping included.

An event is applied to a fresh copy of a position and replaces the lists it writes, never writes
into them. Events that depend on the move alone are made with it and shared. ``why`` is the name of
the text that tells the event when it has a special cause (a plugin's ``stampede.flees``), or an
empty string.
"""

from __future__ import annotations

from typing import ClassVar

from wargrid.core.attack import PENDING
from wargrid.core.moves import Roll
from wargrid.core.position import CHOICE, GONE, WALL, Pending, Position, Result
from wargrid.core.roster import NobodyFreeError


class Event:
    """Something that happened; ``facts`` are its fields as plain values, for logs, records and comparisons."""

    __slots__: tuple[str, ...] = ()
    name: ClassVar[str]

    def apply(self, position: Position) -> None:
        """Change a fresh copy of a position."""
        raise NotImplementedError

    def facts(self) -> dict[str, object]:
        """The event's fields by name."""
        return {slot: getattr(self, slot) for slot in self.__slots__}

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Event) and type(self) is type(other) and self.facts() == other.facts()
        )

    def __hash__(self) -> int:
        return hash((self.name, *map(str, self.facts().values())))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.facts().items())})"


class Spent(Event):
    """The side to act pays for what it does."""

    __slots__ = ("cost",)
    name = "spent"

    def __init__(self, cost: int) -> None:
        self.cost = cost

    def apply(self, position: Position) -> None:
        """Take the cost from the budget."""
        position.budget -= self.cost


class Used(Event):
    """The unit on ``cell`` uses up one of its chances under the limit numbered ``limit``."""

    __slots__ = ("cell", "limit")
    name = "used"

    def __init__(self, cell: int, limit: int) -> None:
        self.cell = cell
        self.limit = limit

    def apply(self, position: Position) -> None:
        """Note the use under the unit, wherever it goes later."""
        position.used += position.roster.uses[self.limit][position.board[self.cell]]


class Finished(Event):
    """Another unit than those that have acted acts now: the earlier ones are finished for this turn."""

    __slots__ = ("cell",)
    name = "finished"

    def __init__(self, cell: int) -> None:
        self.cell = cell

    def apply(self, position: Position) -> None:
        """Use up all that the side's other units that have acted could still do."""
        roster = position.roster
        acting = position.board[self.cell]
        for unit in roster.units_of[position.side]:
            if unit != acting and any(roster.used_by(position.used, unit)):
                position.used = roster.used_up(position.used, unit)


class Moved(Event):
    """The unit on ``source`` stands on ``target`` and looks towards ``facing``."""

    __slots__ = ("facing", "source", "target", "why")
    name = "moved"

    def __init__(self, source: int, target: int, facing: int, why: str = "") -> None:
        self.source = source
        self.target = target
        self.facing = facing
        self.why = why

    def apply(self, position: Position) -> None:
        """Lift the unit and set it down."""
        position.board = board = position.board[:]
        position.place = place = position.place[:]
        unit = board[self.source]
        board[self.source] = 0
        board[self.target] = unit
        facings = position.roster.facings
        place[unit] = self.target * facings + (self.facing if facings > 1 else 0)


class Turned(Event):
    """The unit on ``cell`` looks towards ``facing``."""

    __slots__ = ("cell", "facing", "why")
    name = "turned"

    def __init__(self, cell: int, facing: int, why: str = "") -> None:
        self.cell = cell
        self.facing = facing
        self.why = why

    def apply(self, position: Position) -> None:
        """Turn the unit on its cell."""
        position.place = place = position.place[:]
        place[position.board[self.cell]] = self.cell * position.roster.facings + self.facing


class Lost(Event):
    """The unit on ``cell`` loses some of its men and stays."""

    __slots__ = ("cell", "men")
    name = "lost"

    def __init__(self, cell: int, men: int) -> None:
        self.cell = cell
        self.men = men

    def apply(self, position: Position) -> None:
        """Take the men off the base."""
        position.men = men = position.men[:]
        men[position.board[self.cell]] -= self.men


class Wounded(Event):
    """The unit on ``cell`` carries this many hits that have not removed a man."""

    __slots__ = ("cell", "hits")
    name = "wounded"

    def __init__(self, cell: int, hits: int) -> None:
        self.cell = cell
        self.hits = hits

    def apply(self, position: Position) -> None:
        """Note the hits under the unit."""
        position.wounds = wounds = position.wounds[:]
        wounds[position.board[self.cell]] = self.hits


class Eliminated(Event):
    """The unit on ``cell`` leaves the board with all its men."""

    __slots__ = ("cell", "why")
    name = "eliminated"

    def __init__(self, cell: int, why: str = "") -> None:
        self.cell = cell
        self.why = why

    def apply(self, position: Position) -> None:
        """Take the whole base off the board; nothing that stood before can stand again."""
        position.board = board = position.board[:]
        position.place = place = position.place[:]
        position.men = men = position.men[:]
        unit = board[self.cell]
        board[self.cell] = 0
        place[unit] = GONE
        men[unit] = 0
        position.past = ()


class Placed(Event):
    """A side puts a unit of one type with so many men on an empty ``cell``; it bears the first id that is free.

    Free is who has fallen or was left in reserve: applied where no unit of the side and type is, it
    raises LookupError.
    """

    __slots__ = ("cell", "facing", "men", "side", "type")
    name = "placed"

    def __init__(self, cell: int, side: int, type: str, men: int, facing: int) -> None:
        self.cell = cell
        self.side = side
        self.type = type
        self.men = men
        self.facing = facing

    def apply(self, position: Position) -> None:
        """Set the unit down."""
        roster = position.roster
        free = (u for u in roster.units_of_type(self.side, self.type) if position.place[u] == GONE)
        unit = next(free, 0)
        if not unit:
            raise NobodyFreeError(roster, self.side, self.type)
        position.board = board = position.board[:]
        position.place = place = position.place[:]
        position.men = men = position.men[:]
        board[self.cell] = unit
        place[unit] = self.cell * roster.facings + (self.facing if roster.facings > 1 else 0)
        men[unit] = self.men
        if position.wounds[unit]:
            position.wounds = [*position.wounds[:unit], 0, *position.wounds[unit + 1 :]]


class Withdrawn(Event):
    """The unit on ``cell`` is taken off the board again before the game, as if it had never stood there."""

    __slots__ = ("cell",)
    name = "withdrawn"

    def __init__(self, cell: int) -> None:
        self.cell = cell

    def apply(self, position: Position) -> None:
        """Take it back."""
        position.board = board = position.board[:]
        position.place = place = position.place[:]
        position.men = men = position.men[:]
        unit = board[self.cell]
        board[self.cell] = 0
        place[unit] = GONE
        men[unit] = 0


class Readied(Event):
    """A side has deployed; ``side`` is the next one to act before the game, the first again once all have."""

    __slots__ = ("side",)
    name = "readied"

    def __init__(self, side: int) -> None:
        self.side = side

    def apply(self, position: Position) -> None:
        """Hand over."""
        position.side = self.side


class Joined(Event):
    """The unit on ``cell`` goes over to ``side`` with its men, its facing, and all it has used up."""

    __slots__ = ("cell", "side", "why")
    name = "joined"

    def __init__(self, cell: int, side: int, why: str = "") -> None:
        self.cell = cell
        self.side = side
        self.why = why

    def apply(self, position: Position) -> None:
        """Let the first free id of the new side stand there instead."""
        roster = position.roster
        old = position.board[self.cell]
        new = next(
            u
            for u in roster.units_of_type(self.side, roster.types[old].word)
            if position.place[u] == GONE
        )
        position.board = board = position.board[:]
        board[self.cell] = new
        position.place = _handed_over(position.place, old, new, GONE)
        position.men = _handed_over(position.men, old, new, 0)
        position.wounds = _handed_over(position.wounds, old, new, 0)
        for limit, uses in enumerate(roster.uses):
            position.used += roster.used(position.used, old, limit) * (uses[new] - uses[old])
        position.past = ()


class Noted(Event):
    """Something about the unit on ``cell`` is told, and nothing changes by it."""

    __slots__ = ("cell", "why")
    name = "noted"

    def __init__(self, cell: int, why: str) -> None:
        self.cell = cell
        self.why = why

    def apply(self, position: Position) -> None:
        """Change nothing."""


class Announced(Event):
    """The unit on ``source`` attacks the one on ``target``; nothing is decided yet."""

    __slots__ = ("source", "target")
    name = "announced"

    def __init__(self, source: int, target: int) -> None:
        self.source = source
        self.target = target

    def apply(self, position: Position) -> None:
        """Wait for the attack's first roll."""
        unit = position.board[self.source]
        dice = position.roster.dice[unit][position.men[unit]]
        position.pending = Pending(PENDING, (self.source, self.target, dice, 1, 0))


class Rolled(Event):
    """Chance threw these dice."""

    __slots__ = ("roll",)
    name = "rolled"

    def __init__(self, roll: Roll) -> None:
        self.roll = roll

    def apply(self, position: Position) -> None:
        """Change nothing: what a roll comes to is told by the events after it."""

    def facts(self) -> dict[str, object]:
        """The faces that fell."""
        return {"faces": self.roll.faces}


class RollsAgain(Event):
    """The attack stays open: so many dice are rolled again, on top of the hits so far."""

    __slots__ = ("dice", "hits")
    name = "rolls_again"

    def __init__(self, dice: int, hits: int) -> None:
        self.dice = dice
        self.hits = hits

    def apply(self, position: Position) -> None:
        """Wait for the attack's next roll."""
        assert position.pending is not None
        source, target, _, rolls, _ = position.pending.numbers
        position.pending = Pending(
            position.pending.kind, (source, target, self.dice, rolls + 1, self.hits)
        )


class Struck(Event):
    """The attack scores so many hits on the unit on ``cell``, those that come to nothing included."""

    __slots__ = ("cell", "hits")
    name = "struck"

    def __init__(self, cell: int, hits: int) -> None:
        self.cell = cell
        self.hits = hits

    def apply(self, position: Position) -> None:
        """Change nothing: losses are events of their own."""


class Countered(Event):
    """The unit on ``source`` survived an attack and strikes back at the one on ``target``."""

    __slots__ = ("source", "target")
    name = "countered"

    def __init__(self, source: int, target: int) -> None:
        self.source = source
        self.target = target

    def apply(self, position: Position) -> None:
        """Change nothing: losses are events of their own."""


class Choosing(Event):
    """The side of the unit on ``cell`` chooses on which of ``cells`` it stands, the present one first; others wait."""

    __slots__ = ("cell", "cells")
    name = "choosing"

    def __init__(self, cell: int, cells: tuple[int, ...]) -> None:
        self.cell = cell
        self.cells = cells

    def apply(self, position: Position) -> None:
        """Let that side act, and remember whose turn it is."""
        position.pending = Pending(CHOICE, (position.side, *self.cells))
        position.side = position.side_of(position.board[self.cell])


class Chosen(Event):
    """A choice is made; ``side``, whose turn it is, goes on."""

    __slots__ = ("side",)
    name = "chosen"

    def __init__(self, side: int) -> None:
        self.side = side

    def apply(self, position: Position) -> None:
        """Hand back."""
        position.side = self.side
        position.pending = None


class Settled(Event):
    """Nothing is waited for any more."""

    __slots__ = ()
    name = "settled"

    def apply(self, position: Position) -> None:
        """Close what was pending."""
        position.pending = None


class Walled(Event):
    """Walls stand on these ``cells`` from now on."""

    __slots__ = ("cells",)
    name = "walled"

    def __init__(self, cells: tuple[int, ...]) -> None:
        self.cells = cells

    def apply(self, position: Position) -> None:
        """Build them."""
        position.board = board = position.board[:]
        for cell in self.cells:
            board[cell] = WALL


class Waiting(Event):
    """The table waits for chance before the first turn; ``pending`` says for what."""

    __slots__ = ("pending",)
    name = "waiting"

    def __init__(self, pending: Pending) -> None:
        self.pending = pending

    def apply(self, position: Position) -> None:
        """Wait for it."""
        position.pending = self.pending


class TurnBegan(Event):
    """A side's turn begins with its full budget, and nothing is used up yet."""

    __slots__ = ("budget", "side")
    name = "turn_began"

    def __init__(self, side: int, budget: int) -> None:
        self.side = side
        self.budget = budget

    def apply(self, position: Position) -> None:
        """Hand over."""
        position.side = self.side
        position.budget = self.budget
        position.used = 0
        position.turn += 1
        position.pending = None


class Passed(Event):
    """A turn begins with a position that bears this mark, for games that count repetitions or quiet turns."""

    __slots__ = ("mark",)
    name = "passed"

    def __init__(self, mark: int) -> None:
        self.mark = mark

    def apply(self, position: Position) -> None:
        """Remember the mark."""
        position.past = (*position.past, self.mark)


class Ended(Event):
    """The game is over."""

    __slots__ = ("reason", "winner")
    name = "ended"

    def __init__(self, winner: int | None, reason: str) -> None:
        self.winner = winner
        self.reason = reason

    def apply(self, position: Position) -> None:
        """Write down who won and why; nothing is waited for any more."""
        position.result = Result(self.winner, self.reason)
        position.pending = None


def _handed_over(values: list[int], old: int, new: int, empty: int) -> list[int]:
    """A copy of a list by unit id in which one unit has what another had."""
    values = values[:]
    values[new], values[old] = values[old], empty
    return values

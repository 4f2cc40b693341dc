"""Attacks and choices: their events, and what a resolution sees of an attack in progress."""
# ruff: noqa: D102 - the docstring of an event describes its apply()

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from wargrid.core.events import Event
from wargrid.core.moves import ATTACK, CHOOSE, ENTER, NOWHERE, Move
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.state import ATTACKING, Pending, PositionFields, settled, then_of


class ShownDice(Protocol):
    """Dice that were rolled: the name of the die and the faces."""

    die: str

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces, in the order of the die."""


class Question(NamedTuple):
    """The shape of a question's numbers: so many ``cells``, then so many other ``numbers``.

    -1 stands for any number of them; of cells, at least two.
    """

    cells: int
    numbers: int = 0


@dataclass(slots=True, eq=False, repr=False)
class Announced(Event):
    """The unit on ``source`` attacks the one on ``target``."""

    source: int
    target: int

    def apply(self, position: PositionFields) -> None:
        unit = position.board[self.source]
        by_men = position.roster.dice[unit]
        if by_men:
            dice = by_men[position.men[unit]]
            numbers = (self.source, self.target, dice, 1, 0)
            position.pending = Pending(ATTACKING, numbers, "", then_of(position))
        else:
            _announce(position, self.source, self.target, ())


@dataclass(slots=True, eq=False, repr=False)
class AnnouncedWith(Announced):
    """The unit on ``source`` attacks the one on ``target`` with one of its several weapons."""

    weapon: str

    def apply(self, position: PositionFields) -> None:
        _announce(position, self.source, self.target, (), self.weapon)


@dataclass(slots=True, eq=False, repr=False)
class Together(Announced):
    """The units on ``cells`` attack the one on ``target`` together with the one on ``source``.

    ``joiner`` is the one of these that has just joined, or -1: then no other may join them.
    """

    cells: tuple[int, ...]
    joiner: int
    weapon: str = ""

    def apply(self, position: PositionFields) -> None:
        more = (int(self.joiner < 0), 0, *self.cells)
        _announce(position, self.source, self.target, more, self.weapon)


@dataclass(slots=True, eq=False, repr=False)
class Pressed(Event):
    """The unit on ``source`` attacks once more, the one on ``target``, as a part of its attack."""

    source: int
    target: int

    def apply(self, position: PositionFields) -> None:
        _announce(position, self.source, self.target, (1,))


def _announce(
    position: PositionFields, source: int, target: int, last: tuple[int, ...], weapon: str = ""
) -> None:
    """Begin an attack whose resolution sees it; ``last`` are the last of its counts."""
    attack = position.roster.types[position.board[source]].attack
    by = (attack.armed(weapon) if weapon else attack).by
    counts, then = (0,) * (len(by.counts) - len(last)) + last, then_of(position)
    position.pending = Pending(ATTACKING, (source, target, 0, 1, 0, *counts), weapon, then)
    dice = by.dice_of(Attack(position))
    position.pending = Pending(ATTACKING, (source, target, dice, 1, 0, *counts), weapon, then)


@dataclass(slots=True, eq=False, repr=False)
class Rolled(Event):
    """Dice were rolled."""

    roll: ShownDice

    def apply(self, position: PositionFields) -> None:
        pass

    def facts(self) -> dict[str, object]:
        """Return the faces."""
        return {"faces": self.roll.faces}


@dataclass(slots=True, eq=False, repr=False)
class RollsAgain(Event):
    """The attack rolls ``dice`` dice once more; ``hits`` are those so far."""

    dice: int
    hits: int

    def apply(self, position: PositionFields) -> None:
        assert position.pending is not None
        kind, (source, target, _, rolls, _, *counts), weapon, then = position.pending
        numbers = (source, target, self.dice, rolls + 1, self.hits, *counts)
        position.pending = Pending(kind, numbers, weapon, then)


@dataclass(slots=True, eq=False, repr=False)
class Counted(Event):
    """The attack on the unit on ``cell`` counts ``counts`` besides hits, over all its rolls."""

    cell: int
    counts: tuple[int, ...]

    def apply(self, position: PositionFields) -> None:
        assert position.pending is not None
        kind, numbers, weapon, then = position.pending
        position.pending = Pending(kind, (*numbers[:5], *self.counts), weapon, then)


@dataclass(slots=True, eq=False, repr=False)
class Struck(Event):
    """The attack scores ``hits`` on the unit on ``cell``, including those without effect."""

    cell: int
    hits: int

    def apply(self, position: PositionFields) -> None:
        pass


@dataclass(slots=True, eq=False, repr=False)
class Resulted(Event):
    """A table gives the attack on the unit on ``cell`` a result, in the column of this number.

    -1 stands for less than the first column; ``table`` is empty where there is only one.
    """

    cell: int
    result: str
    column: int
    table: str = ""

    def apply(self, position: PositionFields) -> None:
        pass


@dataclass(slots=True, eq=False, repr=False)
class Countered(Event):
    """The unit on ``source`` survived an attack and strikes back at ``target``."""

    source: int
    target: int

    def apply(self, position: PositionFields) -> None:
        pass


@dataclass(slots=True, eq=False, repr=False)
class Asks(Event):
    """The ``asker`` lets ``side`` choose; the ``numbers`` say what.

    The asker ``choice`` asks for the cell of a unit: its numbers are the cells, the unit's present
    one first.
    """

    asker: str
    side: int
    numbers: tuple[int, ...]

    def apply(self, position: PositionFields) -> None:
        numbers = (position.side, *self.numbers)
        position.pending = Pending(self.asker, numbers, "", then_of(position))
        position.side = self.side


@dataclass(slots=True, eq=False, repr=False)
class Chosen(Event):
    """A choice is made; the turn of ``side`` goes on."""

    side: int

    def apply(self, position: PositionFields) -> None:
        position.side = self.side
        settled(position)


class Choice(NamedTuple):
    """One answer to a question: its events, and what the player names.

    An answer is a cell ``target`` for the unit on ``source``, or a ``word``: ``YES``, ``NO``, a
    unit type or a word of the asker's own. Without a word, the move is written ``c3@c4``, or
    ``c3xc4`` if the unit attacks; with one, ``choose yes``.
    """

    events: tuple[Event, ...]
    source: int = NOWHERE
    target: int = NOWHERE
    word: str = ""

    def move(self, side: int, facing: int) -> Move:
        """Return the move that gives this answer in a turn of ``side``."""
        attacks = any(isinstance(event, Pressed | Announced) for event in self.events)
        verb = CHOOSE if self.word else ATTACK if attacks else ENTER
        events = (Chosen(side), *self.events)
        move = Move(verb, self.source, self.target, facing, events, self.word)
        move.open = True
        return move


class Attack:
    """An attack in progress, as plugins and resolutions see it.

    ``source`` and ``target`` are cells, ``attacker`` and ``defender`` unit ids, all as at its
    announcement. ``dice`` is the number of dice in the current roll, ``rolls`` the number of that
    roll from 1, ``hits`` the hits so far, ``counts`` what the resolution counts besides hits.
    ``men_before`` are the men of the defender then, ``word`` is that of the weapon, for a unit with
    several. The other values are read from ``position``.
    """

    __slots__ = (
        "attacker", "counts", "defender", "dice", "hits", "men_before", "position", "rolls",
        "source", "target", "word",
    )  # fmt: skip

    def __init__(self, position: PositionFields) -> None:
        assert position.pending is not None
        numbers = position.pending.numbers
        self.source, self.target, self.dice, self.rolls, self.hits = numbers[:5]
        self.counts = numbers[5:]
        self.word = position.pending.weapon
        self.attacker = position.board[self.source]
        self.defender = position.board[self.target]
        self.men_before = position.men[self.defender]
        self.position = position

    @property
    def attacker_type(self) -> UnitTypeLike:
        """The type of the attacker."""
        return self.position.roster.types[self.attacker]

    @property
    def defender_type(self) -> UnitTypeLike:
        """The type of the defender."""
        return self.position.roster.types[self.defender]

    @property
    def weapon(self) -> Any:
        """The way in which the attacker attacks."""
        attack = self.position.roster.types[self.attacker].attack
        return attack.armed(self.word) if self.word else attack

    @property
    def men(self) -> int:
        """The men of the attacker now."""
        return self.position.men[self.attacker]

    @property
    def distance(self) -> int:
        """The distance of the two cells, as the reach of the attacker measures it."""
        grid = self.position.roster.grid
        distance: int = self.weapon.at.distance(grid, self.source, self.target)
        return distance

    @property
    def modifiers(self) -> Any:
        """The ``Modifiers`` of the attack as the attacker's side has them, if it takes any."""
        roster = self.position.roster
        return roster.game.modifiers.of(self.weapon.by, roster.owners[self.attacker])

    @property
    def applying(self) -> list[Any]:
        """Those of its modifiers that apply to the attack."""
        modifiers = self.modifiers
        if modifiers is None:
            return []
        at = self.position, self.source, self.target, self.distance
        found: list[Any] = modifiers.applying(*at)
        return found

    def terrain_of(self, cell: int) -> str:
        """Return the terrain of a cell, as the attacker's side has it."""
        roster = self.position.roster
        terrain: str = roster.game.grounds[roster.owners[self.attacker]].terrain[cell]
        return terrain


# None of these takes a unit off the board; `Event` distrusts all that do not say so.
for _event in (
    Announced, AnnouncedWith, Asks, Chosen, Counted, Countered, Pressed, Resulted, Rolled,
    RollsAgain, Struck, Together,
):  # fmt: skip
    _event.keeps_units = True

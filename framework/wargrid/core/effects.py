"""Effects at work: what one does, what it sees, and the events of lists of effects.

A list is done effect by effect. What is left of it is a ``Frame`` of the position, so that dice, a
question or an attack may come in its middle.
"""
# ruff: noqa: D102 - the docstring of an event describes its apply()

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from wargrid.core.attacks import Attack
from wargrid.core.events import Event
from wargrid.core.game_view import GameView
from wargrid.core.position import Position
from wargrid.core.selecting import ROLES, SUBJECT, TARGET, CellSelection, Roles, Selection
from wargrid.core.state import FOLLOWS, ROLLS, Frame, Pending, PositionFields, then_of

REACTS: Final = "reacts"
"""The question whether units of a side react to what an enemy does."""

NO_UNITS = (0,) * len(ROLES)
"""The units of the roles where a list has none."""


@dataclass(slots=True, eq=False, repr=False)
class Begins(Event):
    """A list of effects begins, before those that wait but ``behind`` so many of them."""

    frame: Frame
    behind: int = 0

    def apply(self, position: PositionFields) -> None:
        waiting, behind = then_of(position), self.behind
        then = (*waiting[:behind], self.frame, *waiting[behind:])
        pending = position.pending
        position.pending = (
            Pending(FOLLOWS, (), "", then) if pending is None else pending._replace(then=then)
        )


@dataclass(slots=True, eq=False, repr=False)
class Follows(Event):
    """These lists of effects wait now, the next first; without any, nothing is pending."""

    frames: tuple[Frame, ...]

    def apply(self, position: PositionFields) -> None:
        position.pending = Pending(FOLLOWS, (), "", self.frames) if self.frames else None


@dataclass(slots=True, eq=False, repr=False)
class Rolling(Event):
    """The next effect rolls its dice."""

    def apply(self, position: PositionFields) -> None:
        position.pending = Pending(ROLLS, (), "", then_of(position))


@dataclass(slots=True, eq=False, repr=False)
class Swapped(Event):
    """The units on two cells change places, each with its facing."""

    source: int
    target: int
    why: str = ""

    def apply(self, position: PositionFields) -> None:
        position.board = board = position.board[:]
        position.place = place = position.place[:]
        one, other = board[self.source], board[self.target]
        board[self.source], board[self.target] = other, one
        facings = position.roster.facings
        place[one] = self.target * facings + place[one] % facings
        place[other] = self.source * facings + place[other] % facings


@dataclass(slots=True, eq=False, repr=False)
class Pushed(Event):
    """The units on ``cells`` come at once to ``ends``, in the same order, each with its facing."""

    cells: tuple[int, ...]
    ends: tuple[int, ...]

    def apply(self, position: PositionFields) -> None:
        position.board = board = position.board[:]
        position.place = place = position.place[:]
        facings = position.roster.facings
        units = [board[cell] for cell in self.cells]
        for cell in self.cells:
            board[cell] = 0
        for unit, end in zip(units, self.ends, strict=True):
            board[end] = unit
            place[unit] = end * facings + place[unit] % facings


@dataclass(slots=True, eq=False, repr=False)
class Refreshed(Event):
    """The unit on ``cell`` may act again in this turn as if it had not acted."""

    cell: int

    def apply(self, position: PositionFields) -> None:
        unit = position.board[self.cell]
        position.used -= position.used & position.roster.usage_mask[unit]


@dataclass(slots=True, eq=False, repr=False)
class Stopped(Event):
    """The side to act loses the ``cost`` actions that are left."""

    cost: int

    def apply(self, position: PositionFields) -> None:
        position.budget -= self.cost


@dataclass(slots=True, eq=False, repr=False)
class Reacted(Event):
    """The unit on ``cell`` reacts to what an enemy does, as its type's reaction ``word`` says."""

    cell: int
    word: str

    def apply(self, position: PositionFields) -> None:
        pass


# None of these takes a unit off the board; `Event` distrusts all that do not say so.
for _event in (Begins, Follows, Rolling, Swapped, Pushed, Reacted, Refreshed, Stopped):
    _event.keeps_units = True
del _event


class Step:
    """One effect of a list.

    ``effect`` is its word, which does it, ``role`` the unit that it is done to, ``path`` its place
    in the ruleset. ``lists`` are by key the numbers of those inside: ``else``, ``faces.storm``.
    """

    __slots__ = ("effect", "lists", "path", "role")

    def __init__(self, effect: Any, role: int, lists: Mapping[str, int], path: str) -> None:
        self.effect = effect
        self.role = role
        self.lists = lists
        self.path = path


class EffectSteps:
    """A list of effects, made ready: its path in the ruleset, and its steps in order.

    ``roles`` are those that have a unit or a cell in it.
    """

    __slots__ = ("path", "roles", "steps")

    def __init__(self, path: str, roles: frozenset[int], steps: tuple[Step, ...] = ()) -> None:
        self.path = path
        self.roles = roles
        self.steps = steps


class Doing:
    """An effect about to be done in a position: the unit that it is done to, and its rule.

    ``unit`` and ``cell`` are those of its role: 0 and the last cell of a unit that is gone.
    ``side`` is the side whose rule it is, ``roles`` are the cells by role, ``units`` their units.
    """

    __slots__ = ("cell", "frame", "position", "roles", "side", "step", "unit", "units")

    def __init__(self, position: Position, frame: Frame, step: Step) -> None:
        self.position = position
        self.frame = frame
        self.step = step
        self.side = frame.side
        self.units = frame.units
        self.roles: Roles = roles_of(position, frame)
        self.unit = frame.units[step.role]
        self.cell = self.roles[step.role]

    @property
    def game(self) -> GameView:
        """The game."""
        return self.position.roster.game

    @property
    def times(self) -> int:
        """How often it is done at once: the number of equal faces of dice, else 1."""
        return self.frame.times

    @property
    def ground(self) -> int:
        """The cell of the target when it was attacked, or where it is now outside an attack."""
        return self.frame.ground if self.frame.ground >= 0 else self.roles[TARGET]

    def list_of(self, key: str) -> int:
        """Return the number of a list inside the effect, or -1 if it has none of this key."""
        return self.step.lists.get(key, -1)

    def units_of(self, selectors: Any) -> Selection:
        """Return a selector of units as the side of the rule has it."""
        found: Selection = self.game.selected.units(selectors, self.side)
        return found

    def cells_of(self, selectors: Any) -> list[int]:
        """Return the cells of a selector as the side of the rule and that of the unit have it.

        Where the rule has no subject, distances count from the unit that the effect is done to.
        """
        viewer = self.position.side_of(self.unit) if self.unit else -1
        selection: CellSelection = self.game.selected.cells(selectors, self.side, viewer)
        roles = self.roles
        if roles[SUBJECT] < 0:
            roles = (self.cell, *roles[1:])
        return selection.cells(self.position, roles)

    def side_of(self, chooser: str) -> int:
        """Return the side that ``own``, ``enemy`` or ``owner`` (of the unit) stands for."""
        if chooser == "owner" and self.unit:
            return self.position.side_of(self.unit)
        return 1 - self.side if chooser == "enemy" else self.side


class Done(NamedTuple):
    """What an effect does next.

    ``events`` happen now. ``left`` is what is left of the effect, which then goes on; 0 if it is
    done. Of the lists ``enters``, each with how often it is done at once, the first is done next;
    with ``units``, for each of them as the subject; with ``chooses``, a unit (0 for none) and a
    cell, for this one as the chosen. A side is ``asked`` the effect's question, or
    no side (-1). ``rolls`` are dice to be rolled. ``attacks`` says that the last event announces an
    attack. A unit that has ``reacted`` does not do so
    again as long as the effect goes on; 0 for none.
    """

    events: Sequence[Event] = ()
    left: int = 0
    enters: tuple[tuple[int, int], ...] = ()
    units: tuple[int, ...] = ()
    chooses: tuple[int, int] | None = None
    asked: int = -1
    rolls: bool = False
    attacks: bool = False
    reacted: int = 0


NOTHING = Done()
"""What an effect does that does nothing."""


def roles_of(position: PositionFields, frame: Frame) -> Roles:
    """Return the cells of the roles of a list, for units that are gone the last ones."""
    place, facings = position.place, position.roster.facings
    return tuple(
        [
            place[unit] // facings if unit else cell
            for unit, cell in zip(frame.units, frame.cells, strict=True)
        ]
    )


class Fight(NamedTuple):
    """What a list that follows from an attack knows of it: see ``Frame``."""

    ground: int = -1
    men: int = 0
    hits: int = 0
    attackers: tuple[int, ...] = ()
    defenders: tuple[int, ...] = ()


NO_FIGHT = Fight()
"""What a list knows that follows from no attack."""


def fight_of(attack: Attack) -> Fight:
    """Return what lists that follow from an attack know of it."""
    return Fight(attack.target, attack.men_before, attack.hits)


def frame_of(
    number: int,
    side: int,
    units: Mapping[int, int],
    cells: Mapping[int, int],
    depth: int = 0,
    times: int = 1,
    fight: Fight = NO_FIGHT,
) -> Frame:
    """Return the beginning of a list with these units, and cells without one, by role."""
    return Frame(
        number,
        side=side,
        units=tuple([units.get(role, 0) for role in range(len(ROLES))]),
        cells=tuple([cells.get(role, -1) for role in range(len(ROLES))]),
        depth=depth,
        times=times,
        ground=fight.ground,
        men=fight.men,
        hits=fight.hits,
        attackers=fight.attackers,
        defenders=fight.defenders,
    )


def depth_of(position: PositionFields) -> int:
    """Return how many attacks made by lists the attack follows from that is now resolved."""
    then = then_of(position)
    return then[0].depth + 1 if then else 0


def begins(position: Position, effects: object, side: int, **units: int) -> Begins:
    """Return the event by which a list of effects begins, for a plugin that has it as an option.

    ``side`` is the side whose rule it is, ``units`` are those of its roles:
    ``begins(position, self.do, side, subject=unit)``.
    """
    roles = {ROLES.index(role): unit for role, unit in units.items()}
    event: Begins = position.roster.game.effects.begin(effects, side, roles)
    return event


def with_role(frame: Frame, role: int, unit: int, cell: int = -1) -> Frame:
    """Return a list in which a role has another unit, or a cell without a unit."""
    units = tuple([unit if n == role else each for n, each in enumerate(frame.units)])
    at = -1 if unit else cell
    cells = tuple([at if n == role else each for n, each in enumerate(frame.cells)])
    return frame._replace(units=units, cells=cells)

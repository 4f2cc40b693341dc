"""Panic, and the flight of units that it shares with other rules of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from wargrid import OFF, WALL, Plugin, hookimpl
from wargrid.events import Eliminated, Event, Moved, Noted, Turned
from wargrid.kinds import FaceName, UnitName

if TYPE_CHECKING:
    from wargrid import Position, Roll
    from wargrid.events import Attack


class Panic(Plugin):
    """An attacker whose first roll is nothing but panic turns about and flees a cell (LH-40…LH-48).

    A friend in the way panics first, from its own facing. Off the board, against a wall, an
    enemy, or a friend that never panics, the fleeing unit is lost.
    """

    text = "lionheart.panic"
    needs_facing = True

    face: FaceName = "panic"
    """The face that causes panic."""

    never: list[UnitName] = []
    """The types that never panic; a unit that flees into one of them is lost."""

    not_for: list[UnitName] = []
    """The types whose own rolls another rule handles; a fleeing friend still makes them panic."""

    mercenaries: list[UnitName] = []
    """The types among ``never`` that ``blocked_by_own_mercenaries`` is about."""

    blocked_by_own_mercenaries: Literal["eliminated", "stay"] = "eliminated"
    """What happens to a unit that flees into its own mercenaries: it is lost, or it stays on its
    cell, turned (LH-47)."""

    chain_direction: Literal["own_reverse", "same_as_first"] = "own_reverse"
    """Where a friend in the way flees: back from its own facing, or in the direction of the first
    unit (LH-44)."""

    panic_cycle: Literal["stay", "eliminate"] = "stay"
    """What happens to a chain that runs back into itself: all stay on their cells, turned, or all
    are lost (LH-46)."""

    @hookimpl
    def after_attack(self, position: Position, attack: Attack, roll: Roll) -> list[Event] | None:
        """Flee after a first roll of nothing but panic; a second roll causes none (LH-37)."""
        panics = attack.rolls == 1 and roll.faces.count(self.face) == attack.dice > 0
        if not panics or position.type_of(attack.attacker).word in (*self.never, *self.not_for):
            return None
        return self.retreat(position, attack.attacker, 1)

    def retreat(self, position: Position, unit: int, steps: int) -> list[Event]:
        """Turn a unit about and let it flee so many cells (LH-41)."""
        facing = position.roster.grid.opposite(position.facing_of(unit))
        return Flight(position, self).flee(unit, facing, steps, turns=True)

    def stays_before(self, word: str) -> bool:
        """Return whether a unit that flees into a friend of this type stays and is not lost."""
        return word in self.mercenaries and self.blocked_by_own_mercenaries == "stay"


def panic_of(position: Position) -> Panic:
    """Return the panic rules of the game, or the default ones if it does not list the plugin."""
    found = position.roster.game.plugins.listed.get("lionheart.panic")
    return found if isinstance(found, Panic) else Panic()


class Link(NamedTuple):
    """One unit of a chain, with its cell, its direction of flight and the cell ahead."""

    unit: int
    cell: int
    direction: int
    ahead: int


class Flight:
    """One flight from its first step to its last.

    ``events`` are the events so far, and ``position`` is the position after them. Within one flight
    a unit turns at most once; if it is pushed again, it keeps its direction (LH-45).
    """

    def __init__(self, position: Position, rules: Panic) -> None:
        self.position = position
        self.events: list[Event] = []
        self._rules = rules
        self._directions: dict[int, int] = {}
        self._pushed = 0

    def flee(self, unit: int, direction: int, steps: int, *, turns: bool) -> list[Event]:
        """Let a unit flee so many cells, turning first or not, and return the events."""
        if turns:
            self._turn(unit, direction)
        else:
            self._pushed = unit
        self._directions[unit] = direction
        for _ in range(steps):
            if not self._step(unit):
                break
        return self.events

    def _step(self, first: int) -> bool:
        """Move the first unit and all units in its way by one cell; return whether it may go on."""
        chain: list[Link] = []
        unit, end = first, ""
        while not end:
            link = self._link(unit, self._directions[first])
            if unit not in self._directions:
                self._turn(unit, link.direction)
                self._directions[unit] = link.direction
            chain.append(link)
            end = self._end(link, chain)
            unit = 0 if link.ahead == OFF else self.position.board[link.ahead]
        if end == "lionheart.cycle":
            self._end_cycle(chain)
            return False
        return self._resolve(chain, end)

    def _link(self, unit: int, first_direction: int) -> Link:
        position = self.position
        grid, cell = position.roster.grid, position.cell_of(unit)
        direction = self._directions.get(unit)
        if direction is None:
            own = self._rules.chain_direction == "own_reverse"
            direction = grid.opposite(position.facing_of(unit)) if own else first_direction
        return Link(unit, cell, direction, grid.shifted(cell, direction, 1))

    def _end(self, link: Link, chain: Sequence[Link]) -> str:
        """Return the ending of the chain at this unit, or "" if a friend ahead flees first."""
        position = self.position
        if link.ahead == OFF:
            return "lionheart.off_board"
        other = position.board[link.ahead]
        if other == WALL:
            return "lionheart.into_wall"
        if not other:
            return "lionheart.free"
        if position.side_of(other) != position.side_of(link.unit):
            return "lionheart.into_enemy"
        word = position.type_of(other).word
        if word in self._rules.never:
            return "lionheart.stays" if self._rules.stays_before(word) else "lionheart.into_friend"
        return "lionheart.cycle" if other in (before.unit for before in chain) else ""

    def _resolve(self, chain: Sequence[Link], end: str) -> bool:
        """Move, keep or remove the last unit, then move the units before it (LH-45)."""
        last, *others = reversed(chain)
        if end == "lionheart.stays":
            self._add(Noted(last.cell, end))
            return False
        if end == "lionheart.free":
            self._move(last)
        else:
            self._add(Eliminated(last.cell, end))
        for link in others:
            self._move(link)
        return self.position.cell_of(chain[0].unit) >= 0

    def _end_cycle(self, chain: Sequence[Link]) -> None:
        """Keep a chain that runs back into itself on its cells, or remove it (LH-46)."""
        if self._rules.panic_cycle == "eliminate":
            for link in reversed(chain):
                self._add(Eliminated(link.cell, "lionheart.cycle"))

    def _turn(self, unit: int, direction: int) -> None:
        self._add(Turned(self.position.cell_of(unit), direction, "lionheart.panics"))

    def _move(self, link: Link) -> None:
        facing = self.position.facing_of(link.unit)
        key = "lionheart.pushed" if link.unit == self._pushed else "lionheart.flees"
        self._add(Moved(link.cell, link.ahead, facing, key))

    def _add(self, event: Event) -> None:
        self.events.append(event)
        self.position = self.position.after((event,))

"""A rout: units that flee cell by cell, and take along the friends in their way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from wargrid import OFF, opposite
from wargrid.events import Eliminated, Event, Moved, Noted, Turned

if TYPE_CHECKING:
    from wargrid import Position
    from wargrid_lionheart.panic import Panic


class Link(NamedTuple):
    """One unit of a chain: where it is and which way it flees."""

    unit: int
    cell: int
    way: int
    ahead: int


class Rout:
    """One retreat from its first step to its last: ``events`` is what happens, ``position`` what has come of it.

    Within one rout a unit turns at most once; bumped again, it goes on the way it is already
    fleeing (LH-45).
    """

    def __init__(self, position: Position, rules: Panic) -> None:
        self.position = position
        self.events: list[Event] = []
        self._rules = rules
        self._ways: dict[int, int] = {}

    def flee(self, unit: int, way: int, steps: int, *, turns: bool) -> list[Event]:
        """Let a unit flee so many cells one way, turning to it first or keeping its facing; answer what happens."""
        if turns:
            self._turn(unit, way)
        self._ways[unit] = way
        for _ in range(steps):
            if not self._step(unit):
                break
        return self.events

    def _step(self, first: int) -> bool:
        """One step of the first unit and of all whom it bumps; whether it may take another one."""
        chain: list[Link] = []
        unit, end = first, ""
        while not end:
            link = self._link(unit, self._ways[first])
            if unit not in self._ways:
                self._turn(unit, link.way)
                self._ways[unit] = link.way
            chain.append(link)
            end = self._end(link, chain)
            unit = 0 if link.ahead == OFF else self.position.board[link.ahead]
        if end == "lionheart.cycle":
            self._jam(chain)
            return False
        return self._resolve(chain, end)

    def _link(self, unit: int, first_way: int) -> Link:
        position = self.position
        cell = position.cell_of(unit)
        way = self._ways.get(unit)
        if way is None:
            own = self._rules.chain_direction == "own_reverse"
            way = opposite(position.facing_of(unit)) if own else first_way
        return Link(unit, cell, way, position.roster.grid.shifted(cell, way, 1))

    def _end(self, link: Link, chain: Sequence[Link]) -> str:
        """What the chain comes to at this unit; empty if a friend there flees first."""
        position = self.position
        if link.ahead == OFF:
            return "lionheart.off_board"
        other = position.board[link.ahead]
        if not other:
            return "lionheart.free"
        if position.side_of(other) != position.side_of(link.unit):
            return "lionheart.into_enemy"
        word = position.type_of(other).word
        if word in self._rules.never:
            return "lionheart.stays" if self._rules.stays_before(word) else "lionheart.into_friend"
        return "lionheart.cycle" if other in (before.unit for before in chain) else ""

    def _resolve(self, chain: Sequence[Link], end: str) -> bool:
        """The last unit steps, stays or is lost; each one before it then finds its way free, or not (LH-45)."""
        last, *others = reversed(chain)
        if end == "lionheart.stays":
            self._happen(Noted(last.cell, end))
            return False
        if end == "lionheart.free":
            self._move(last)
        else:
            self._happen(Eliminated(last.cell, end))
        for link in others:
            self._move(link)
        return self.position.cell_of(chain[0].unit) >= 0

    def _jam(self, chain: Sequence[Link]) -> None:
        """A chain that runs back into itself keeps its cells, or is lost (LH-46)."""
        if self._rules.panic_cycle == "eliminate":
            for link in reversed(chain):
                self._happen(Eliminated(link.cell, "lionheart.cycle"))

    def _turn(self, unit: int, way: int) -> None:
        self._happen(Turned(self.position.cell_of(unit), way, "lionheart.panics"))

    def _move(self, link: Link) -> None:
        self._happen(
            Moved(link.cell, link.ahead, self.position.facing_of(link.unit), "lionheart.flees")
        )

    def _happen(self, event: Event) -> None:
        self.events.append(event)
        self.position = self.position.after((event,))

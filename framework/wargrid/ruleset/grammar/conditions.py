"""Conditions of rules: the closed list of what an ``if`` may ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from wargrid.core.hands import hand_of
from wargrid.core.position import Position
from wargrid.core.selecting import ROLES, TARGET
from wargrid.ruleset.named import MarkerName, Model, SideName, UnitName
from wargrid.ruleset.selecting.forms import OneOrSeveral
from wargrid.ruleset.selecting.selectors import AtLeast, CellSelectors, Span, UnitSelectors, listed
from wargrid.ruleset.values import Positive

if TYPE_CHECKING:
    from wargrid.core.effects import Doing

__all__ = ["Conditions", "CountedCells", "CountedUnits", "Days", "OfHand", "Outcomes", "hand_holds"]

Outcome = Literal["removed", "driven_back", "lost_men", "hit", "missed"]


class CountedUnits(Model):
    """So many units of a selector."""

    which: UnitSelectors
    """The units."""

    count: AtLeast = Span(least=1)
    """How many of them: so many at least, or a range."""


class CountedCells(Model):
    """So many cells of a selector."""

    which: CellSelectors
    """The cells."""

    count: AtLeast = Span(least=1)
    """How many of them: so many at least, or a range."""


class Days(Span):
    """A range of days, or of every so many of them."""

    every: Positive | None = None
    """Only each so many-th day: ``{every: 6}`` is day 6, 12, 18 and so on."""


def _as_days(value: object) -> object:
    return {"least": value} if isinstance(value, int) and not isinstance(value, bool) else value


class Outcomes(Model):
    """What has become of the units of an attack."""

    target: Annotated[
        tuple[Outcome, ...], BeforeValidator(listed), Field(min_length=1), OneOrSeveral()
    ]
    """One of these must be true of the target: it is gone (``removed``), it stands elsewhere
    (``driven_back``), it is there with fewer men (``lost_men``), the dice scored a hit (``hit``) or
    none (``missed``)."""

    def hold(self, doing: Doing) -> bool:
        """Return whether one of them is true; none is of a rule that follows from no attack."""
        return any(_became(doing, each) for each in self.target)


def _became(doing: Doing, outcome: str) -> bool:
    frame, unit = doing.frame, doing.units[TARGET]
    if frame.ground < 0:
        return False
    if outcome in ("hit", "missed"):
        return (frame.hits > 0) == (outcome == "hit")
    if outcome == "removed":
        return not unit
    if outcome == "driven_back":
        return bool(unit) and doing.roles[TARGET] != frame.ground
    return bool(unit) and doing.position.men[unit] < frame.men


def _of_all(value: object) -> object:
    """Tell a range, of all types together, from a map by types."""
    is_range = isinstance(value, Mapping) and value and set(value) <= set(Span.model_fields)
    return Span.model_validate(value) if is_range else value


OfHand = Annotated[AtLeast | dict[UnitName, AtLeast], BeforeValidator(_of_all)]
"""What a hand must hold: ``{man: 1}``, or of all types together ``{most: 0}`` or 1."""


class Conditions(Model):
    """What must hold, all of it, for a rule to be done."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, populate_by_name=True)

    subject: UnitSelectors | None = None
    """The unit that the rule is about, if it is one of these."""

    attacker: UnitSelectors | None = None
    """The attacker, if it is one of these."""

    target: UnitSelectors | None = None
    """The target of the attack, if it is one of these."""

    chosen: UnitSelectors | None = None
    """The unit that was chosen, if it is one of these."""

    mover: UnitSelectors | None = None
    """The unit that has moved, if it is one of these."""

    units: CountedUnits | None = None
    """So many units."""

    cells: CountedCells | None = None
    """So many cells."""

    turn: AtLeast | None = None
    """The number of the turn, the turns of both sides counted: so high at least, or a range."""

    day: Annotated[Days | None, BeforeValidator(_as_days)] = None
    """The day, of one turn of each side: so high at least, a range, or every so many."""

    round: AtLeast | None = None
    """The number of the round: so high at least, or a range."""

    side: SideName | None = None
    """The side to act."""

    turn_of: Literal["own", "enemy"] | None = None
    """Whose turn it is, as the side of the rule sees it: after an attack ``own`` tells an attack in
    the own turn from one struck back in the other's."""

    bears: dict[MarkerName, AtLeast] = {}
    """Markers of the side whose rule it is."""

    hand: OfHand | None = None
    """The hand of the side whose rule it is: so many of a type, or of all types together."""

    outcome: Outcomes | None = None
    """What has become of the target of an attack."""

    unless: Annotated[tuple[Conditions, ...], BeforeValidator(listed), Field(alias="not")] = ()
    """What must not hold: a map, or a list of which none may."""

    @property
    def of_roles(self) -> list[tuple[int, Any]]:
        """The selectors that units of roles must match, by the number of the role."""
        pairs = ((number, getattr(self, role)) for number, role in enumerate(ROLES[:-1]))
        return [(number, selectors) for number, selectors in pairs if selectors is not None]

    def hold(self, doing: Doing) -> bool:
        """Return whether all of them hold; of a unit that is gone none does."""
        return (
            self._hold_of_units(doing)
            and self._hold_of_time(doing)
            and (self.hand is None or hand_holds(self.hand, doing.position, doing.side))
            and (self.outcome is None or self.outcome.hold(doing))
            and not any(each.hold(doing) for each in self.unless)
        )

    def _hold_of_units(self, doing: Doing) -> bool:
        position, roles = doing.position, doing.roles
        for role, selectors in self.of_roles:
            unit = doing.units[role]
            if not unit or not doing.units_of(selectors).matches(position, unit, roles):
                return False
        if self.units is not None:
            found = len(doing.units_of(self.units.which).units(position, roles))
            if not _within(found, self.units.count):
                return False
        if self.cells is not None:
            return _within(len(doing.cells_of(self.cells.which)), self.cells.count)
        return True

    def _hold_of_time(self, doing: Doing) -> bool:
        position, sides = doing.position, len(doing.game.sides)
        day = (position.turn + sides - 1) // sides
        words = list(doing.game.ruleset.sides)
        return (
            (self.turn is None or _within(position.turn, self.turn))
            and (self.day is None or _within(day, self.day))
            and (self.day is None or self.day.every is None or day % self.day.every == 0)
            and (self.round is None or _within(doing.game.rounds.number(position), self.round))
            and (self.turn_of is None or (position.side == doing.side) == (self.turn_of == "own"))
            and (self.side is None or words[position.side] == self.side)
            and all(
                _within(doing.game.markers[word].value(position, doing.side), span)
                for word, span in self.bears.items()
            )
        )


def hand_holds(wanted: Any, position: Position, side: int) -> bool:
    """Return whether the hand of a side is as an ``OfHand`` wants it."""
    held = hand_of(position, side)
    if isinstance(wanted, Span):
        return _within(sum(held.values()), wanted)
    return all(_within(held.get(word, 0), span) for word, span in wanted.items())


def _within(number: int, span: Span) -> bool:
    least, most = span.bounds
    return least <= number <= most


Conditions.model_rebuild()

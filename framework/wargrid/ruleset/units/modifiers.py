"""Modifiers of attacks: dice and faces more or less, where attacker and target are such units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from wargrid.core.game_view import GameView
from wargrid.core.modifying import Across, Bearing, BoundModifier, Modifiers
from wargrid.core.protocols import RulesetLike
from wargrid.core.selecting import MANY
from wargrid.ruleset.errors import AT_KEY, crossed, validation_error
from wargrid.ruleset.named import EdgeName, FaceName, Model
from wargrid.ruleset.selecting.binding import bound_units
from wargrid.ruleset.selecting.selectors import (
    About,
    AtLeast,
    OptionalUnits,
    UnitSelector,
    listed,
)
from wargrid.ruleset.values import Direction, Positive, Texts, Word

__all__ = [
    "Modifier", "Modifying", "More", "OfTable", "TableModifier", "bound_modifiers", "is_of_cells",
    "named",
]  # fmt: skip

ROLES = ("attacker", "target")
"""The roles of the rule of an attack."""

OfAttacker = Annotated[OptionalUnits, About("itself", ROLES)]
OfOwn = Annotated[OptionalUnits, About("own", ROLES)]
OfTarget = Annotated[OptionalUnits, About("enemy", ROLES)]

Faces = Annotated[list[FaceName], Field(min_length=1)]

CELLS = frozenset(("zone", "terrain", "also", "unless", "trait", "says"))
"""The keys of selectors that cells alone decide, a trait if its own keys do."""


class Modifying(Model):
    """What changes an attack where all that it asks holds."""

    effects: ClassVar[tuple[str, ...]] = ()
    """The options of which it needs one."""

    name: Texts = ""
    """Its name for players, such as ``slope``; its word by default."""

    says: Texts = ""
    """The rule in a sentence for players; by default one is put together."""

    attacker: OfAttacker = None
    """What the attacker must be, or null for any unit."""

    target: OfTarget = None
    """What the target must be, or null for any unit."""

    struck_from: Direction | Annotated[list[Direction], Field(min_length=1)] | None = None
    """The directions, as the target sees them, from one of which the attack comes."""

    across: EdgeName | Annotated[list[EdgeName], Field(min_length=1)] | None = None
    """The kind of edge, or one of several, across which the target is struck: that between it and
    an attacker next to it, or the last one on a straight line from an attacker farther away."""

    distance: AtLeast | None = None
    """The distance, as the reach of the attack measures it."""

    @model_validator(mode="after")
    def _changes_something(self) -> Modifying:
        if not {*self.effects} & self.model_fields_set:
            raise validation_error("modifier_empty", known=", ".join(self.effects))
        return self


class Modifier(Modifying):
    """What changes the dice of an attack where all that it asks holds."""

    effects: ClassVar[tuple[str, ...]] = ("dice", "most", "least", "counts", "hits_on")

    dice: int = 0
    """Dice more, or less if negative."""

    most: Positive | None = None
    """The most dice of the attack, or null for no limit."""

    least: Positive | None = None
    """The fewest dice of the attack, or null for no limit."""

    counts: FaceName | Faces | None = None
    """The only faces that count, several as a list; others are blank then. Null for all."""

    hits_on: FaceName | Faces | None = None
    """A face that hits, too, or several."""

    @model_validator(mode="after")
    def _is_in_order(self) -> Modifier:
        if self.most is not None and self.least is not None and self.least > self.most:
            raise crossed("least", self.least, "most", self.most)
        return self


More = dict[Word, Modifier] | list[Modifier]
"""Modifiers by their words, or a list of them without words."""


class Several(Model):
    """What the attackers of one attack must be: ``any`` or ``all`` of them."""

    any: OfOwn = None
    """What at least one of them must be; null asks nothing."""

    all: OfOwn = None
    """What each of them must be; null asks nothing."""


class TableModifier(Modifying):
    """What changes an attack that a table decides, where all that it asks holds."""

    effects: ClassVar[tuple[str, ...]] = ("shift", "roll", "times", "add")

    shift: int = 0
    """Columns to the right, which favours the attacker, or to the left if negative."""

    roll: int = 0
    """What is added to the die: so many faces on, or back if negative."""

    times: Literal["half", "double", "treble"] | None = None
    """What a strength is multiplied with, rounded down: that of ``each_attacker`` or
    ``each_defender``, else that of all attackers."""

    add: int = 0
    """What is added to a strength: to that of ``each_attacker`` or ``each_defender``, else to that
    of all attackers."""

    each_attacker: OfOwn = None
    """Only attackers that are such units have their own strength changed."""

    joins: bool = False
    """Whether units of ``each_attacker`` join an attack beyond their own reach, if they may attack
    now at all."""

    each_defender: OfTarget = None
    """Only defenders that are such units have their own strength changed."""

    attackers: Several | None = None
    """What those that attack together must be."""

    @model_validator(mode="after")
    def _changes_one_side(self) -> TableModifier:
        each = [key for key in ("each_attacker", "each_defender") if getattr(self, key) is not None]
        if len(each) > 1:
            raise validation_error("modifier_each", tuple(each))
        if self.joins and self.each_attacker is None:
            raise validation_error("joins_nobody", ("joins",), ("each_attacker",))
        changes = self.times is not None or self.add
        if each and not changes:
            raise validation_error("modifier_each_what", (each[0], AT_KEY), key=each[0])
        return self

    @property
    def asks_where(self) -> bool:
        """Whether it asks where an attack comes from, which each attacker is asked."""
        return any(each is not None for each in (self.across, self.struck_from, self.distance))

    @property
    def of_strength(self) -> bool:
        """Whether it changes the strength of one side or of single units."""
        return self.times is not None or bool(self.add)


OfTable = dict[Word, TableModifier] | list[TableModifier]
"""Modifiers of attacks by a table, by their words or as a list."""


def named(more: Any) -> Sequence[tuple[str, Any]]:
    """Return modifiers with their words, which those of a list do not have."""
    if isinstance(more, Mapping):
        return list(more.items())
    return [("", each) for each in more]


def is_of_cells(selectors: Iterable[UnitSelector] | None, ruleset: RulesetLike) -> bool:
    """Return whether cells alone decide whether selectors hold."""
    return all(_is_of_cells(each, ruleset) for each in selectors or ())


def _is_of_cells(selector: UnitSelector, ruleset: RulesetLike) -> bool:
    if not CELLS.issuperset(selector.keys):
        return False
    traits = () if selector.trait is None else listed(selector.trait)
    asked = [ruleset.traits[word] for word in traits]
    return is_of_cells((*selector.also, *selector.unless, *asked), ruleset)


def bound_modifiers(by: Any, game: GameView, side: int) -> Modifiers | None:
    """Bind the modifiers of a resolution for the attacks of a side; None if it takes none."""
    if not hasattr(by, "more"):
        return None
    found = [_bound(number, each, game, side) for number, (_, each) in enumerate(by.modifiers)]
    return Modifiers(found, game.grid.cells, by.limits, by.farthest)


def _bound(number: int, modifier: Modifying, game: GameView, side: int) -> BoundModifier:
    units = [
        None if each is None else bound_units(each, game, side)
        for each in (modifier.attacker, modifier.target)
    ]
    dice = modifier if isinstance(modifier, Modifier) else Modifier(dice=0)
    return BoundModifier(
        number,
        dice.dice,
        (dice.least or 0, MANY if dice.most is None else dice.most),
        (
            () if dice.hits_on is None else listed(dice.hits_on),
            None if dice.counts is None else listed(dice.counts),
        ),
        (0, MANY) if modifier.distance is None else modifier.distance.bounds,
        (units[0], units[1]),
        _cells(modifier, game, side),
        None
        if modifier.struck_from is None
        else Bearing(game.grid, _directions(modifier.struck_from)),
        None
        if modifier.across is None
        else Across(game.grounds[side].edges, listed(modifier.across)),
    )


def _directions(directions: str | Sequence[str]) -> str | tuple[str, ...]:
    return directions if isinstance(directions, str) else tuple(directions)


def _cells(modifier: Modifying, game: GameView, side: int) -> tuple[bytes, bytes] | None:
    """Return a byte for each cell of attackers and of targets, or None if more decides."""
    asked = (modifier.attacker, modifier.target)
    if modifier.struck_from is not None or not all(
        is_of_cells(each, game.ruleset) for each in asked
    ):
        return None
    every = bytes([1]) * game.grid.cells + bytes(1)
    first = next(iter(game.ruleset.units))
    # Each type of a side has the same row where cells alone decide.
    rows = [
        every if each is None else bound_units(each, game, side).rows[game.code_of(owner, first)]
        for each, owner in zip(asked, (side, 1 - side), strict=True)
    ]
    return rows[0], rows[1]

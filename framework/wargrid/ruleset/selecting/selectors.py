"""Selectors: maps that say which units or cells a rule is about.

All keys of a map must hold; a list of maps means any of them. ``own`` and ``enemy`` are as the side
of the rule sees them, ``its_own`` and ``its_enemy`` as the unit does that the selector is about.
``binding.py`` binds them to a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    model_validator,
)

from wargrid.core.deeds import DEEDS
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.named import (
    LineName,
    MarkerName,
    Model,
    TerrainName,
    TraitName,
    UnitName,
    ZoneName,
)
from wargrid.ruleset.selecting.forms import (
    AtLeast,
    OneOrSeveral,
    ReadLate,
    Span,
    listed,
    listed_or_none,
    refuse_none,
)
from wargrid.ruleset.values import Direction, Positive, Texts, Word

__all__ = [
    "About", "AtLeast", "CellKeys", "CellSelector", "CellSelectors", "CellsNear", "Inner",
    "OfItself", "OfTaken", "OfTarget", "Selector", "Span", "Trait", "UnitSelector",
    "UnitSelectors", "UnitsBetween", "UnitsInLine", "UnitsNear", "Whose", "ZoneOf", "deeds_in",
    "inner", "listed", "selectors_in",
]  # fmt: skip

NOT: Final = "not"
"""How rulesets write the key ``unless``, which Python could not name so."""

Owner = Literal["own", "enemy", "its_own", "its_enemy"]
Whose = Literal["own", "enemy", "its_own", "its_enemy", "any"]
Role = Literal["subject", "attacker", "target", "chosen", "mover"]
Deed = Literal["moved", "attacked", "acted"]


def _refuse_without_whose(key: str, selectors: tuple[UnitSelector, ...] | None) -> None:
    """Raise an error for a selector that looks for units without saying whose."""
    if any(each.whose is None for each in selectors or ()):
        raise validation_error("whose_missing", (key,), key=key)


class ZoneOf(Model):
    """A zone as one of the sides has it."""

    name: ZoneName
    """The zone."""

    of: Literal["own", "enemy"]
    """Whose zone, as the side of the unit sees it."""


COUNTING: Final = ("distance", "directions", "count", "role", "says")
"""Fields that say how far and how many, not which units or cells."""

EMPTY: Final[tuple[object, ...]] = (None, (), {}, [])
"""Values of a key by which it asks nothing."""


class Selector(Model):
    """What selectors of units and of cells share."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    zone: ZoneName | list[ZoneName] | ZoneOf | None = None
    """The zone where it is, as its side has it, or several of which one is enough."""

    terrain: TerrainName | list[TerrainName] | None = None
    """The terrain on which it is, or several of which one is enough."""

    controlled: Owner | None = None
    """Whose units control its cell."""

    supplied: Owner | None = None
    """Whose supply reaches its cell."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The fields of the keys that are written and ask something, in the reference's order."""
        written = self.model_fields_set
        return tuple(
            key
            for key in type(self).model_fields
            if key in written and key not in COUNTING and getattr(self, key) not in EMPTY
        )

    def alone(self, key: str, value: Any) -> Any:
        """Return a selector of the same kind that has one of its keys only."""
        return type(self).model_construct({key}, **{key: value})


LookedFor = Annotated[
    "tuple[UnitSelector, ...] | None", BeforeValidator(listed_or_none), OneOrSeveral()
]
"""One selector of units that are looked for, a list of which any must match, or none."""


class UnitSelector(Selector):
    """Which units. All keys of a map must hold; a list of maps means any of them."""

    whose: Whose | None = None
    """Whose units: of the side of the rule (``own``) or of its enemy, or of the side of the unit
    that the rule is about (``its_own``) or of that unit's enemy, or ``any``."""

    unit: UnitName | list[UnitName] | None = None
    """The type, or several of which one is enough."""

    trait: TraitName | list[TraitName] | None = None
    """A trait of the ruleset, or several of which one is enough."""

    men: Literal["full", "reduced"] | AtLeast | None = None
    """Its men: all (``full``), not all (``reduced``), so many at least, or a range."""

    bears: dict[MarkerName, Owner | AtLeast] = {}
    """Its markers, those of its cell and of its side: so much at least, a range, or whose."""

    has: Deed | list[Deed] | None = None
    """What it has done in its side's present turn, or in its last one while the other side acts: a
    deed, or several of which one is enough. Taking by moving is moving."""

    went: AtLeast | None = None
    """How many cells it has gone in that turn, on the ways that players are shown: so many at
    least, or a range."""

    aboard: AtLeast | None = None
    """How many units it carries: so many at least, or a range."""

    near: UnitsNear | None = None
    """Other units that are near it, or a role of the rule."""

    beside: CellsNear | None = None
    """Cells that are near it."""

    in_line: LineName | UnitsInLine | None = None
    """A line of the ruleset in which it is; or units of which one is the first in a straight line
    from it, at any distance."""

    behind: LookedFor = None
    """Units of which one is on the next cell straight behind it, as the attacker sees it."""

    between: UnitsBetween | None = None
    """Units that must be on each cell of a straight line between it and a role of the rule; next to
    the role there are no such cells, and it holds."""

    beaten_by: Role | None = None
    """A role of the rule whose unit beats it by the ``ranks`` of the ruleset: ``attacker``, which
    under ``may_be_taken`` is the unit that would take it."""

    also: Annotated[tuple[UnitSelector, ...], BeforeValidator(listed), OneOrSeveral()] = ()
    """What must hold, too: a map, or a list of which any must; for a second ``near``."""

    unless: Annotated[
        tuple[UnitSelector, ...], BeforeValidator(listed), OneOrSeveral(), Field(alias="not")
    ] = ()
    """What must not hold: a map, or a list of which none may."""

    @model_validator(mode="after")
    def _says_no_twice(self) -> UnitSelector:
        if any(each.unless for each in self.unless):
            raise validation_error("not_in_not", (NOT,))
        _refuse_without_whose("behind", self.behind)
        return self


class UnitsInLine(UnitSelector):
    """Units at which another one looks along straight lines, as far as the first unit or wall."""

    directions: Direction | list[Direction] = "all"
    """The directions of the lines, as the unit that looks sees them."""

    @model_validator(mode="after")
    def _says_whose(self) -> UnitsInLine:
        if self.whose is None:
            raise validation_error("whose_missing", key="in_line")
        return self


class UnitsBetween(UnitSelector):
    """Units on all cells between another one and the unit of a role, in a straight line."""

    role: Role
    """The role of the rule at the other end: ``target``."""

    @model_validator(mode="after")
    def _says_whose(self) -> UnitsBetween:
        if self.whose is None:
            raise validation_error("whose_missing", key="between")
        return self


class UnitsNear(UnitSelector):
    """Units near another one, which itself never counts; or the unit of a role."""

    role: Role | None = None
    """A role of the rule, ``target``, instead of other keys: its unit is near."""

    distance: Positive = 1
    """The most steps from one to the other."""

    directions: Direction | list[Direction] = "all"
    """The directions of a step, as the unit in the middle sees them; ``orthogonal`` steps measure
    as a rook goes, ``all`` as a king goes."""

    count: AtLeast = Field(Span(least=1), json_schema_extra={"default": 1})
    """How many of them: so many at least, or a range."""

    @model_validator(mode="after")
    def _says_whose(self) -> UnitsNear:
        written = self.model_fields_set
        if self.role is None and self.whose is None:
            raise validation_error("whose_missing", key="near")
        besides = sorted(written - {"role", "distance", "directions"})
        if self.role is not None and besides:
            key = NOT if besides[0] == "unless" else besides[0]
            raise validation_error("role_and_more", (key,), ("role",), key=key)
        if self.near is not None:
            raise validation_error("near_in_near", ("near",))
        for key, others in (("also", self.also), (NOT, self.unless)):
            if any(each.near is not None for each in others):
                raise validation_error("near_in_near", (key,))
        return self


class CellKeys(Selector):
    """What may be asked of any cell."""

    empty: bool | None = None
    """Whether there is no unit on it."""

    holds: LookedFor = None
    """The unit on it: a selector of units."""

    near: UnitsNear | None = None
    """Units that are near it, or a role of the rule."""

    beside: CellsNear | None = None
    """Other cells that are near it."""

    bears: dict[MarkerName, Owner | AtLeast] = {}
    """Its markers: so much at least, a range, or to whom it belongs."""

    row: Positive | Literal["last"] | list[Positive | Literal["last"]] | None = None
    """The row, counted from the side's own edge, or several; ``last`` is the farthest."""

    column: str | list[str] | None = None
    """The letters of the column, or of several."""

    edge: Literal["back", "front", "left", "right", "any"] | None = None
    """The edge of the board on which it is, as the side sees it."""

    also: Annotated[tuple[CellSelector, ...], BeforeValidator(listed), OneOrSeveral()] = ()
    """What must hold, too: a map, or a list of which any must."""

    unless: Annotated[
        tuple[CellSelector, ...], BeforeValidator(listed), OneOrSeveral(), Field(alias="not")
    ] = ()
    """What must not hold: a map, or a list of which none may."""

    @model_validator(mode="after")
    def _says_no_twice(self) -> CellKeys:
        if any(each.unless for each in self.unless):
            raise validation_error("not_in_not", (NOT,))
        _refuse_without_whose("holds", self.holds)
        return self


class CellSelector(CellKeys):
    """Which cells. All keys of a map must hold; a list of maps means any of them."""

    distance: Positive | None = None
    """The most steps from the unit that the rule is about."""


class CellsNear(CellKeys):
    """Cells near a unit or a cell, which itself never counts."""

    distance: Positive = 1
    """The most steps from one to the other."""

    directions: Direction | list[Direction] = "all"
    """The directions of a step, as the unit in the middle sees them."""

    count: AtLeast = Field(Span(least=1), json_schema_extra={"default": 1})
    """How many of them: so many at least, or a range."""


_MODELS = (UnitSelector, UnitsNear, UnitsInLine, UnitsBetween, CellKeys, CellSelector, CellsNear)

_SOME_UNITS = Annotated[
    tuple[UnitSelector, ...], BeforeValidator(listed), AfterValidator(refuse_none), OneOrSeveral()
]
_SOME_CELLS = Annotated[
    tuple[CellSelector, ...], BeforeValidator(listed), AfterValidator(refuse_none), OneOrSeveral()
]
_UNITS_OR_NONE = Annotated[
    tuple[UnitSelector, ...] | None,
    BeforeValidator(listed_or_none),
    AfterValidator(refuse_none),
    OneOrSeveral(),
]

UnitSelectors = Annotated[tuple[UnitSelector, ...], ReadLate(_SOME_UNITS, *_MODELS)]
"""One selector of units, or a list of which any must match."""

CellSelectors = Annotated[tuple[CellSelector, ...], ReadLate(_SOME_CELLS, *_MODELS)]
"""One selector of cells, or a list of which any must match."""


@dataclass(frozen=True, slots=True)
class About:
    """Marks selectors of units with the rule that they belong to.

    ``subject`` says of which units they are asked: ``itself``, units of the type at which the rule
    is written, ``own``, units of its side, or ``enemy``, those of the other side; empty for any.
    ``roles`` are those of the rule.
    """

    subject: Literal["itself", "own", "enemy", ""] = ""
    roles: tuple[str, ...] = ("subject",)


OptionalUnits = Annotated[tuple[UnitSelector, ...] | None, ReadLate(_UNITS_OR_NONE, *_MODELS)]
"""One selector of units, a list of which any must match, or null."""

OfItself = Annotated[OptionalUnits, About("itself")]
"""What a unit must be to do something, or null."""

OfTaken = Annotated[OptionalUnits, About("itself", ("subject", "attacker"))]
"""What a unit must be to be taken, or null; the taker is the attacker."""

OfTarget = Annotated[OptionalUnits, About("enemy", ("subject", "attacker", "target"))]
"""What a unit must be to be attacked, or null."""


class Trait(UnitSelector):
    """A selector of units with a name, said once and used in every rule."""

    says: Texts = ""
    """How players say that it holds of a unit, such as ``led``; its keys in words by default."""


Traits = dict[Word, Annotated[Trait, ReadLate(Trait, *_MODELS, Trait)]]
"""Selectors of units by their names."""


AnySelector = UnitSelector | CellKeys

INNER: Final = ("near", "beside", "in_line", "behind", "between", "holds", "also", "unless")
"""The fields that hold selectors."""


class Inner(NamedTuple):
    """A selector inside another: the key as rulesets write it, the number in a list, itself."""

    key: str
    number: int
    selector: AnySelector


def inner(selector: AnySelector) -> Iterator[Inner]:
    """Yield the selectors inside one, one level down."""
    for field in INNER:
        key = NOT if field == "unless" else field
        for number, each in enumerate(listed(getattr(selector, field, None) or ())):
            if not isinstance(each, str):  # the name of a line
                yield Inner(key, number, each)


def selectors_in(value: object) -> Iterator[AnySelector]:
    """Yield every selector in the options of a rule, those inside others, too."""
    waiting = [value]  # not by recursion: every load of every game looks through all options
    while waiting:
        found = waiting.pop()
        if isinstance(found, UnitSelector | CellKeys):
            yield found
            waiting += [each.selector for each in inner(found)]
        elif isinstance(found, BaseModel):
            others = getattr(found, "weapons", (found,))[1:]  # of a list, the first holds them
            waiting += [each for each in (*vars(found).values(), *others) if _is_deep(each)]
        elif isinstance(found, Mapping):
            waiting += [each for each in found.values() if _is_deep(each)]
        elif is_dataclass(found):  # lists of effects and their parts
            waiting += [each for each in _values_of(found) if _is_deep(each)]
        elif isinstance(found, list | tuple):
            waiting += [each for each in found if _is_deep(each)]


def _values_of(found: Any) -> Iterator[object]:
    return (getattr(found, field.name) for field in fields(found))


def _is_deep(value: object) -> bool:
    """Return whether a value may hold others."""
    return value.__class__ not in PLAIN


PLAIN: Final = frozenset((str, int, bool, float, type(None)))
"""The types of values that hold no others."""


def deeds_in(value: object) -> tuple[str, ...]:
    """Return the deeds that selectors in some options ask about, in the order of ``DEEDS``."""
    asked: set[str] = set()
    for selector in selectors_in(value):
        if isinstance(selector, UnitSelector):
            asked.update(listed(selector.has or ()))
            asked.update(() if selector.went is None else ("went",))
    return tuple(deed for deed in DEEDS if deed in asked)

"""What a kind is: a word a ruleset may use for a mechanism, with the options an author may write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic_core import CoreSchema

    from wargrid.core.events import Attack, Event
    from wargrid.core.moves import Roll
    from wargrid.core.patterns import Costs, MovePattern, TerrainMap, WalkPattern
    from wargrid.core.position import Position
    from wargrid.core.protocols import RulesetLike, UnitTypeLike
    from wargrid.core.state import Result
    from wargrid.text.catalog import Catalog


@dataclass(frozen=True, slots=True)
class Names:
    """Marks a text as the name of something the ruleset defines.

    ``section`` is where: ``sides``, ``units``, ``faces``, ``dice``, ``zones``, ``terrains`` or
    ``costs``. ``besides`` are words that may stand in place of a name.
    """

    section: str
    besides: tuple[str, ...] = ()

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """The schema of a text, marked with the section."""
        name = {**handler(core), "x-names": self.section}
        return {"anyOf": [{"enum": [*self.besides]}, name]} if self.besides else name


SideName = Annotated[str, Names("sides")]
UnitName = Annotated[str, Names("units")]
FaceName = Annotated[str, Names("faces")]
DieName = Annotated[str, Names("dice")]
ZoneName = Annotated[str, Names("zones")]
TerrainName = Annotated[str, Names("terrains")]
CostsName = Annotated[str, Names("costs")]


class RuleOptions(BaseModel):
    """Options written in a ruleset that can be told as a rule."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    needs_facing: ClassVar[bool] = False
    """Whether it turns units, so that there must be ways for them to look: a board with
    ``facing``."""

    def rule_key(self) -> str:
        """The name of the text that states the rule."""
        raise NotImplementedError

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """The values that the rule's text is filled with: the options as written, or whatever else it needs.

        Names of the ruleset's that stand in them as written are said in the player's language.
        """
        return {name: getattr(self, name) for name in type(self).model_fields}


class Kind(RuleOptions):
    """A word of the vocabulary; its fields are the options that may stand at the word.

    ``family`` says where in a ruleset the word may stand, ``word`` how it is written. If ``short``
    names a field, the field's value may be written directly: ``ahead: 1`` is ``ahead: {distance:
    1}``.
    """

    family: ClassVar[str]
    word: ClassVar[str]
    short: ClassVar[str | None] = None

    def rule_key(self) -> str:
        """The text ``rules.<family>.<word>``."""
        return f"rules.{self.family}.{self.word}"


class Movement(Kind):
    """A way to move: family ``move``; its pattern says where a unit may go.

    ``takes`` says whether the unit takes an enemy by moving onto it: never, also, or only so. Left
    out, the unit's ``captures`` decides.
    """

    family = "move"

    takes: Literal["never", "also", "only"] | bool | None = None
    """Whether an enemy is taken by moving onto it: ``never`` or false, ``also`` or true, or
    ``only`` (then it goes nowhere else)."""

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Where a unit on ``cell`` may go; ``forward`` is the facing it looks or its side goes."""
        raise NotImplementedError

    def bounds(self, ground: TerrainMap) -> frozenset[int] | None:
        """The cells that a unit which moves so may never leave, or None."""
        return None

    def neighbours(self, ground: TerrainMap, forward: int) -> Costs | None:
        """For a way that no pattern can say, because it bends and costs: the steps from every cell and their costs."""
        return None

    def walk_pattern(self, ground: TerrainMap, forward: int) -> WalkPattern | None:
        """How a unit walks step by step at a cost in points, or None if it does not."""
        return None

    def can_enter(self, ground: TerrainMap, cell: int) -> bool:
        """Whether a unit that moves so may enter the board on a cell, as far as costs allow."""
        return True

    def leaves_out(self, ground: TerrainMap, cell: int) -> bool:
        """Whether a unit that moves so can never be on a cell because its terrain has no cost."""
        return False


class Reach(Kind):
    """Who can be attacked from where one stands: family ``at``."""

    family = "at"

    def pattern(self, ground: TerrainMap, cell: int, forward: int) -> MovePattern:
        """Which cells a unit on ``cell`` strikes at; ``forward`` is the facing it looks or its side goes."""
        raise NotImplementedError


class Resolution(Kind):
    """What an attack comes to: family ``by``.

    ``reads_defence`` says whether the ``defence`` of the ground matters to it.
    """

    family = "by"
    reads_defence: ClassVar[bool] = False

    def may_hit(self, other: UnitTypeLike) -> bool:
        """Whether units of this type can be attacked at all."""
        return True

    def die_of(self, ruleset: RulesetLike) -> str:
        """The name of the die that is rolled, for resolutions that roll."""
        raise NotImplementedError

    def dice(self, men: int) -> int:
        """How many dice so many men roll; 0 where nothing is left to chance."""
        return 0

    def hits(self, roll: Roll) -> int:
        """How many hits a roll scores."""
        return 0

    def casualties(self, position: Position, attack: Attack, hits: int) -> Sequence[Event]:
        """What so many hits do to the target, and what the target does in return."""
        raise NotImplementedError

    def details(
        self, position: Position, source: int, target: int, words: Catalog
    ) -> Sequence[str]:
        """How an attack that leaves nothing to chance comes to its outcome, line by line, shown before it is made."""
        return ()


MOMENTS: Final = ("loss", "move", "turn_end", "stuck", "turn_begin")
"""When victories are asked."""


class Victory(Kind):
    """A way for the game to end: family ``victory``.

    ``asked`` says when: at a ``loss``, after every ``move``, at a ``turn_end``, when a turn is to
    begin (``turn_begin``), or when it does so without a legal move (``stuck``).
    """

    family = "victory"
    asked: ClassVar[str]

    reasons: ClassVar[tuple[str, ...]] = ()
    """What its results may give as their reason instead of its word; each has a text
    ``victory.<reason>``."""

    @property
    def royal(self) -> str | None:
        """The type that may not be left where it could be taken, if this victory is about one."""
        return None

    def decide(self, position: Position) -> Result | None:
        """The result this position comes to, or None while the game goes on."""
        raise NotImplementedError


FAMILIES: Final = (Movement, Reach, Resolution, Victory)
"""What every word is a class of one of."""

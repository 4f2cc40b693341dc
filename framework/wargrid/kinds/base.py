"""What a kind is: a word a ruleset may use for a mechanism, with the options an author may write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Final

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from wargrid.attack import Attack
    from wargrid.board import Grid
    from wargrid.events import Event
    from wargrid.moves import Roll
    from wargrid.position import Position, Result
    from wargrid.ruleset.models import Ruleset
    from wargrid.text import Words


@dataclass(frozen=True, slots=True)
class Names:
    """Marks a text as the name of something the ruleset defines: ``units``, ``faces`` or ``dice``."""

    section: str


UnitName = Annotated[str, Names("units")]
FaceName = Annotated[str, Names("faces")]
DieName = Annotated[str, Names("dice")]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where a unit may go or strike from one cell, looking one way, whatever stands there; all as cells.

    ``rays``: straight lines, nearest cell first, open until something stands in them.
    ``shots``: cells struck from where one stands, whatever stands between.
    """

    rays: tuple[tuple[int, ...], ...] = ()
    shots: tuple[int, ...] = ()


class Told(BaseModel):
    """Options written in a ruleset that can be told as a rule."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    def rule_key(self) -> str:
        """The name of the text that states the rule."""
        raise NotImplementedError

    def tell(self, words: Words, ruleset: Ruleset) -> str:
        """State the rule in a player's words: its text, filled with the options."""
        return words.say(self.rule_key(), **self.facts(words, ruleset))

    def facts(self, words: Words, ruleset: Ruleset) -> dict[str, object]:
        """The values that the rule's text is filled with; by default the options as written."""
        return {name: getattr(self, name) for name in type(self).model_fields}


class Kind(Told):
    """A word of the vocabulary; its fields are the options that may stand at the word.

    ``family`` says where in a ruleset the word may stand, ``word`` how it is written. If ``short`` names a field, the
    field's value may be written directly: ``ahead: 1`` is ``ahead: {distance: 1}``.
    """

    family: ClassVar[str]
    word: ClassVar[str]
    short: ClassVar[str | None] = None

    def rule_key(self) -> str:
        """The text ``rules.<family>.<word>``."""
        return f"rules.{self.family}.{self.word}"


class Movement(Kind):
    """A way to move: family ``move``."""

    family = "move"

    def sheet(self, grid: Grid, cell: int, forward: int) -> Sheet:
        """Where a unit on ``cell`` may go; ``forward`` is the facing it looks or its side goes."""
        raise NotImplementedError


class Reach(Kind):
    """Who can be attacked from where one stands: family ``at``."""

    family = "at"

    def sheet(self, grid: Grid, cell: int, forward: int) -> Sheet:
        """Which cells a unit on ``cell`` strikes at; ``forward`` is the facing it looks or its side goes."""
        raise NotImplementedError


class Resolution(Kind):
    """What an attack comes to: family ``by``."""

    family = "by"

    def die_of(self, ruleset: Ruleset) -> str:
        """The name of the die that is rolled."""
        raise NotImplementedError

    def dice(self, men: int) -> int:
        """How many dice so many men roll."""
        raise NotImplementedError

    def hits(self, roll: Roll) -> int:
        """How many hits a roll scores."""
        raise NotImplementedError

    def casualties(self, position: Position, attack: Attack, hits: int) -> Sequence[Event]:
        """What so many hits do to the target."""
        raise NotImplementedError


class Victory(Kind):
    """A way for the game to end: family ``victory``. ``asked`` says when: ``loss`` or ``turn_end``."""

    family = "victory"
    asked: ClassVar[str]

    def decide(self, position: Position) -> Result | None:
        """The result this position comes to, or None while the game goes on."""
        raise NotImplementedError


FAMILIES: Final = (Movement, Reach, Resolution, Victory)
"""What every word is a class of one of."""

"""Lines that do something: rows of units with a name, and effects when one is made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from wargrid.ruleset.base import Moment
from wargrid.ruleset.grammar.lists import EffectList, Effects
from wargrid.ruleset.named import Model, UnitName, ZoneName
from wargrid.ruleset.selecting.forms import OneOrSeveral, listed
from wargrid.ruleset.selecting.selectors import AtLeast, UnitSelector, UnitSelectors
from wargrid.ruleset.values import Direction, Texts
from wargrid.source.diagnostics import Place

__all__ = ["Line", "LineRule"]

Making = Literal["place", "move"]

OF_LINE: Final = Moment("subject", ("subject",))
"""The roles of the effects of a line: the unit that has made it."""


class LineRule(NamedTuple):
    """What is done after a moment to a unit that has made a line, as rules of a game say it."""

    when: str
    of: UnitSelectors
    effects: EffectList


class Line(Model):
    """A row of units of one side with a name: ``in_line`` asks who is in one."""

    count: AtLeast
    """How many units next to each other: so many at least, or a range."""

    unit: (
        Annotated[
            tuple[UnitName, ...], BeforeValidator(listed), Field(min_length=1), OneOrSeveral()
        ]
        | None
    ) = None
    """The types that count, or null for all."""

    zone: ZoneName | None = None
    """The zone in which the whole line is, or null for any cells."""

    directions: Direction | list[Direction] = "all"
    """The directions of the line."""

    after: Annotated[
        tuple[Making, ...], BeforeValidator(listed), Field(min_length=1), OneOrSeveral()
    ] = ("place", "move")
    """What makes a line with effects: a placing, a move, or both."""

    do: Effects | None = None
    """What is done when a unit makes a line, once, however many lines it makes; null for nothing.
    The unit is the subject."""

    name: Texts = ""
    """Its name for players; its word by default."""

    there: Texts = ""
    """How players say that a unit is in one: ``in a mill``; made from its name by default."""

    says: Texts = ""
    """How players say what it does, in place of the sentence that the rule book makes of it."""

    moments: ClassVar[dict[str, Moment]] = {"do": OF_LINE}

    @property
    def counting(self) -> UnitSelector:
        """The units that count, of the side of the unit that is in the line."""
        names = None if self.unit is None else list(self.unit)
        return UnitSelector(whose="its_own", unit=names, zone=self.zone)

    def rules(self, word: str) -> Iterator[LineRule]:
        """Yield what is done after each moment that may make the line of this word."""
        if self.do is not None:
            made = (UnitSelector(whose="any", in_line=word),)
            yield from (LineRule(when, made, self.do) for when in self.after)

    def lists_held(self) -> Iterator[tuple[Place, EffectList, Moment]]:
        """Yield its effects, with their place below the line."""
        if self.do is not None:
            yield ("do",), self.do, OF_LINE

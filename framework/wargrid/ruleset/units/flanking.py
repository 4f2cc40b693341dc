"""Flanks: what happens to the enemies in a line between two units of a side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler, model_validator
from pydantic_core import CoreSchema

from wargrid.core.flanks import JOINS, LISTED, TAKES, FlankRule
from wargrid.core.protocols import RulesetLike
from wargrid.core.selecting import MANY
from wargrid.ruleset.base import Moment, RuleOptions, ZoneName
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.grammar.effects import Joins, Removes
from wargrid.ruleset.grammar.lists import EffectList, Effects
from wargrid.ruleset.grammar.telling import Teller
from wargrid.ruleset.named import Model
from wargrid.ruleset.selecting.forms import OneOrSeveral, Span
from wargrid.ruleset.selecting.selectors import AtLeast, listed
from wargrid.ruleset.values import Direction
from wargrid.source.diagnostics import Place
from wargrid.text import Catalog

__all__ = ["CustodialCapture", "Flanks"]

FLANKED = Moment("target", ("subject", "target"), takes=True)
"""The effects are done to an enemy in the line; the subject is the unit that flanks it."""


def _directions(written: str | list[Direction]) -> str | tuple[str, ...]:
    return written if isinstance(written, str) else tuple(written)


class CustodialCapture(RuleOptions):
    """How a unit that has moved takes the enemies between it and another of its side.

    It is short for ``flanks`` over a single enemy after a move.
    """

    directions: Direction | list[Direction] = "orthogonal"
    """The directions in which an enemy may be, next to the unit that has moved; the other unit must
    be next to the enemy in the same direction, and sandwich too."""

    hostile: ZoneName | list[ZoneName] = []
    """Zones whose empty cells may be in place of the other unit."""

    def rule_key(self) -> str:
        """Return the text of the rule book."""
        return "rules.unit.sandwiches"

    @property
    def flank(self) -> FlankRule:
        """The rule as flanks have it."""
        hostile = listed(self.hostile)
        return FlankRule(1, 1, _directions(self.directions), hostile, ("move",), False, TAKES)


class FlankedEffects(Model):
    """What is done to the enemies that are flanked."""

    flanked: Effects
    """The effects on each of them."""


@dataclass(frozen=True, slots=True)
class OrAny:
    """Marks a range for which ``any`` may be written."""

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Describe the word beside the range."""
        return {"anyOf": [{"enum": ["any"]}, handler(core)]}


def _any(value: object) -> object:
    """Read ``any`` as one or more."""
    return {"least": 1} if value == "any" else value


class Flanks(RuleOptions):
    """What a unit that comes to a cell does to the enemies between it and another of its side."""

    moments: ClassVar[Mapping[str, Moment]] = {"flanked": FLANKED}

    over: Annotated[
        AtLeast, BeforeValidator(_any), OrAny(), Field(json_schema_extra={"default": "any"})
    ] = Span(least=1)
    """How many enemies are in the line, one next to the other: ``any`` number, so many at least, or
    a range."""

    directions: Direction | list[Direction] = "all"
    """The directions of lines, as the side sees them."""

    hostile: ZoneName | list[ZoneName] = []
    """Zones whose empty cells may be in place of the other unit."""

    do: FlankedEffects
    """What is done to the enemies in the line: ``{flanked: EFFECTS}``."""

    must: bool = False
    """Whether a side may place the unit only where it flanks."""

    after: Annotated[
        tuple[Literal["place", "move"], ...],
        BeforeValidator(listed),
        Field(min_length=1),
        OneOrSeveral(),
    ] = ("place", "move")
    """After what it flanks: after its placing, its move, or both."""

    @model_validator(mode="after")
    def _flanks_some(self) -> Flanks:
        if not self.over.bounds[0]:
            raise validation_error("flanks_nothing", ("over",))
        return self

    def rule_key(self) -> str:
        """Return the text of the rule book."""
        return "rules.unit.flanks"

    @property
    def flank(self) -> FlankRule:
        """The rule, made ready."""
        least, most = self.over.bounds
        return FlankRule(
            least, most, _directions(self.directions), listed(self.hostile),
            self.after, self.must, self._does, self.do.flanked,
        )  # fmt: skip

    @property
    def _does(self) -> str:
        """What is done, where it is a single word that needs no list of effects."""
        parts = self.do.flanked.parts
        effect = parts[0].effect if len(parts) == 1 else None
        if isinstance(effect, Removes):
            return TAKES
        return JOINS if isinstance(effect, Joins) and effect.side == "own" else LISTED

    def lists_held(self) -> Iterator[tuple[Place, EffectList, Moment]]:
        """Yield its effects, unless a single word says them all."""
        if self._does == LISTED:
            yield ("do", "flanked"), self.do.flanked, FLANKED

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the options, with the number, the moment and the effects in words."""
        rule = self.flank
        form = "exactly" if rule.least == rule.most else "least" if rule.most == MANY else "most"
        form = "any" if (rule.least, rule.most) == (1, MANY) else form
        amount = words.say(f"rules.unit.flanks.over.{form}", least=rule.least, most=rule.most)
        when = words.say(f"rules.unit.flanks.when.{'_'.join(sorted(self.after))}")
        told = Teller(words, ruleset, "unit").flanked(self.do.flanked)
        return super().facts(words, ruleset) | {"amount": amount, "when": when, "effects": told}

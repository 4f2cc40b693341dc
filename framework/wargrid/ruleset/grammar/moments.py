"""Moments: when rules are done, after what units do and suffer, and as turns begin and end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Final, Literal

from pydantic import ConfigDict, Field, PrivateAttr

from wargrid.core.effects import Begins, Doing, Step, frame_of
from wargrid.core.events import Event
from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike
from wargrid.core.selecting import SUBJECT
from wargrid.ruleset.base import Moment, RuleOptions, Upkeep
from wargrid.ruleset.grammar.conditions import Conditions
from wargrid.ruleset.grammar.lists import EffectList, Effects, Part
from wargrid.ruleset.grammar.telling import Teller
from wargrid.ruleset.named import Model
from wargrid.ruleset.selecting.selectors import UnitSelectors
from wargrid.ruleset.values import Texts
from wargrid.source.diagnostics import Place
from wargrid.text import Catalog

__all__ = ["AFTER", "After", "Rule", "TurnEffects"]

_ALONE: Final = Moment()
_BOTH: Final = Moment("subject", ("subject", "attacker", "target"))

AFTER: Final[Mapping[str, Moment]] = {
    "place": _ALONE, "move": _ALONE, "take": _BOTH, "attack": _BOTH, "attacked": _BOTH,
    "lost": _BOTH, "removed": _BOTH,
}  # fmt: skip
"""The moments after which a rule may be done, with the roles that they have."""


class After(RuleOptions):
    """Effects after what a unit does and suffers."""

    moments: ClassVar[Mapping[str, Moment]] = AFTER

    place: Effects | None = None
    """After an ability has put it on its cell."""

    move: Effects | None = None
    """After its move; also where it took."""

    take: Effects | None = None
    """After it took a unit by moving."""

    attack: Effects | None = None
    """After its attack."""

    attacked: Effects | None = None
    """After it was attacked, if it is still there."""

    lost: Effects | None = None
    """After it lost men, if it is still there."""

    removed: Effects | None = None
    """After it was removed or taken."""


class Rule(Model):
    """A rule for any unit: effects after a moment."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, populate_by_name=True)

    when: Literal["place", "move", "take", "attack", "attacked", "lost", "removed"]
    """The moment after which it is done, to the unit that moved, attacked, and so on."""

    of: UnitSelectors
    """The units for which it is done."""

    given: Annotated[Conditions | None, Field(alias="if")] = None
    """What must hold, besides."""

    do: Effects
    """What is done."""

    otherwise: Annotated[Effects | None, Field(alias="else")] = None
    """What is done if it does not hold."""

    _effects: EffectList = PrivateAttr()

    says: Texts = ""
    """How players say it, in place of the sentence that the rule book makes of it."""

    def model_post_init(self, context: object) -> None:
        """Join the conditions with the effects, so that they are asked when these are due."""
        part = Part((), when=self.given, do=self.do, otherwise=self.otherwise)
        self._effects = self.do if self.given is None else EffectList((part,))

    @property
    def effects(self) -> EffectList:
        """What is done, with the conditions."""
        return self._effects

    def lists_held(self) -> Iterator[tuple[Place, EffectList, Moment]]:
        """Yield its effects, with their place below the rule."""
        yield (("do",) if self.given is None else ()), self.effects, AFTER[self.when]


class TurnEffects(Upkeep):
    """Effects on every unit of a kind, or without a unit, as a turn begins or ends."""

    word = "effects"
    moments: ClassVar[Mapping[str, Moment]] = {"do": _ALONE}

    every: Annotated[UnitSelectors | None, Field(alias="all")] = None
    """The units, each of which is the subject in turn, in the order of cells; null for none."""

    given: Annotated[Conditions | None, Field(alias="if")] = None
    """What must hold."""

    do: Effects
    """What is done."""

    def lists_held(self) -> Iterator[tuple[Place, EffectList, Moment]]:
        """Yield its effects; without units they have no subject."""
        yield ("do",), self.do, _ALONE if self.every is not None else Moment("", ())

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return the units, the conditions and the effects in words."""
        teller = Teller(words, ruleset)
        then = teller.turn(self.every, self.given, self.do)
        return {"then": then, "every": None, "given": None, "do": None}

    def events(self, position: Position) -> Sequence[Event]:
        """Begin the effects, if there is a unit for them."""
        game, side = position.roster.game, position.side
        waiting: tuple[int, ...] = ()
        if self.every is not None:
            found = game.selected.units(self.every, side).units(position)
            if not found:
                return ()
            waiting = tuple(found)
        units = {SUBJECT: waiting[0]} if waiting else {}
        frame = frame_of(game.effects.number_of(self.do), side, units, {})
        doing = Doing(position, frame, Step(self, SUBJECT, {}, ""))
        if self.given is not None and not self.given.hold(doing):
            return ()
        return (Begins(frame._replace(waiting=waiting[1:])),)

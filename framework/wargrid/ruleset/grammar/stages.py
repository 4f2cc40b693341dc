"""Stages of a game: what a side may do until something holds, and after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, model_validator

from wargrid.core.effects import Doing, Step, frame_of
from wargrid.core.position import Position
from wargrid.core.selecting import SUBJECT
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.grammar.conditions import Conditions
from wargrid.ruleset.grammar.telling import Teller
from wargrid.ruleset.named import Model
from wargrid.ruleset.selecting.forms import OneOrSeveral, listed
from wargrid.ruleset.values import Verb
from wargrid.ruleset.verbs import uncapital, verb_name
from wargrid.text import LANGUAGES, catalog

__all__ = ["Stage", "stage_words"]

_NO_STEP: Final = Step(None, SUBJECT, {}, "")


class Stage(Model):
    """What a side may do until something holds."""

    may: Annotated[tuple[Verb, ...], BeforeValidator(listed), Field(min_length=1), OneOrSeveral()]
    """The verbs of the turn that are open."""

    until: Conditions | None = None
    """What ends the stage, as the side has it; null for the last stage."""

    @model_validator(mode="after")
    def _has_no_unit(self) -> Stage:
        for role, _ in () if self.until is None else self.until.of_roles:
            raise validation_error("stage_of_unit", ("until",), role=role)
        if self.until is not None and self.until.outcome is not None:
            raise validation_error("stage_of_unit", ("until", "outcome"))
        return self

    @property
    def asks_hand(self) -> bool:
        """Whether what ends it depends on what is in a hand."""
        return self.until is not None and self.until.hand is not None

    @property
    def ends_once(self) -> bool:
        """Whether what ends it holds for ever once it holds, if no unit comes back to a hand."""
        until = self.until
        if until is None:
            return True
        asked = until.model_fields_set - {"hand", "turn", "day"}
        spans = [until.turn, until.day]
        rises = all(span is None or span.most is None is span.exactly for span in spans)
        every = until.day is not None and until.day.every is not None
        return not asked and rises and not every and _falls(until)

    def is_over(self, position: Position, side: int) -> bool:
        """Return whether what ends it holds for a side."""
        if self.until is None:
            return False
        return self.until.hold(Doing(position, frame_of(0, side, {}, {}), _NO_STEP))


def _falls(until: Conditions) -> bool:
    """Return whether what is asked of a hand stays true as it gets smaller."""
    hand = until.hand
    spans = () if hand is None else hand.values() if isinstance(hand, dict) else (hand,)
    return all(span.bounds[0] == 0 for span in spans)


def stage_words(ruleset: Any, stages: Sequence[Stage], verb: str) -> dict[str, dict[str, str]]:
    """Return in each language how a verb is called, and what ended the stage before, or ends it."""
    said: dict[str, dict[str, str]] = {"verb": {}, "when": {}}
    for language in LANGUAGES:
        texts = catalog(language)
        teller = Teller(texts, ruleset)
        said["verb"][language] = uncapital(verb_name(ruleset, verb, texts))
        ends = [teller.conditions(each.until) for each in stages if each.until is not None]
        said["when"][language] = texts.say("rules.when.and").join(ends)
    return said

"""Lists of effects in words, for rule books and cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wargrid.core.protocols import RulesetLike, UnitTypeLike
from wargrid.core.selecting import MANY, ROLES
from wargrid.ruleset.base import Effect
from wargrid.ruleset.grammar.conditions import Conditions
from wargrid.ruleset.grammar.lists import EffectList, Part, lists_inside
from wargrid.ruleset.grammar.phrases import FEMININE, MASCULINE, ONE, SEVERAL, Phrases, Spoken
from wargrid.ruleset.selecting.forms import Span
from wargrid.ruleset.selecting.selectors import CellSelector, Selector, UnitSelector
from wargrid.text import Catalog

__all__ = ["Teller"]


class Teller:
    """Words effects for the players of a ruleset, in the language of ``words``.

    ``role`` is the unit that effects are done to unless they name another.
    """

    def __init__(self, words: Catalog, ruleset: RulesetLike) -> None:
        self._words = words
        self._ruleset = ruleset
        self._phrases = Phrases(words, ruleset)

    def _say(self, key: str, **values: object) -> str:
        return self._words.say(f"rules.{key}", **values)

    def after(self, unit_type: UnitTypeLike) -> Iterator[str]:
        """Word what follows from what a unit does and suffers."""
        for moment, effects in unit_type.after:
            if effects is not None:
                yield self._say(f"after.{moment}", effects=self.effects(effects))

    def rule(self, rule: Any) -> str:
        """Word a rule for any units, or repeat what its author says of it."""
        unit, effects = self._phrases.noun(rule.of), self.effects(rule.effects)
        told = self._say(f"rule.{rule.when}", unit=unit, effects=effects)
        return self._words.of(rule.says) or told

    def effects(self, effects: EffectList, role: str = "subject") -> str:
        """Word a list: a sentence or several for each effect."""
        return " ".join(_capital(self._part(part, role)) for part in effects.parts)

    def _part(self, part: Part, role: str) -> str:
        if part.effect is not None:
            return " ".join(map(_capital, self._effect(part.effect, role)))
        if part.when is not None:
            return " ".join(self._rule(part, role))
        assert part.do is not None
        if part.role:
            return self.effects(part.do, part.role)
        inner = self.effects(part.do)
        return self._say("effects.each", units=self.units(part.whom), effects=inner)

    def _rule(self, part: Part, role: str) -> Iterator[str]:
        assert part.when is not None
        when = self.conditions(part.when)
        if part.do is not None:
            yield self._say("effects.if", when=when, effects=self.effects(part.do, role))
        if part.otherwise is not None:
            key = "effects.if_not" if part.do is None else "effects.else"
            yield self._say(key, when=when, effects=self.effects(part.otherwise, role))

    def _effect(self, effect: Effect, role: str) -> Iterator[str]:
        """Yield the sentence of a word, then those of its options that have one."""
        key, has = effect.rule_key(), self._words.has
        if not has(key):
            yield effect.word
            return
        fields = {**self._fields(effect, role), **effect.facts(self._words, self._ruleset)}
        fields |= {"whom": self.role(role or "target")}
        special = [self._special(effect, key, option) for option in type(effect).model_fields]
        own = next((each for each in special if each and has(f"{each}.all")), None)
        yield self._words.say(key if own is None else f"{own}.all", **fields)
        for each in special:
            if each is not None and each != own:
                yield self._words.say(each, **fields)

    def _special(self, effect: Effect, key: str, option: str) -> str | None:
        """Return the text for the value of an option, or for the option if it is not off."""
        value = getattr(effect, option)
        of_value = f"{key}.{option}.{'none' if value is None else str(value).lower()}"
        for found in (of_value, f"{key}.{option}"):
            is_off = found != of_value and value in (None, False, 0, ())
            if not is_off and (self._words.has(found) or self._words.has(f"{found}.all")):
                return found
        return None

    def _fields(self, effect: Effect, role: str) -> dict[str, object]:
        """Return the options in words: names, selectors, lists of effects."""
        fields: dict[str, object] = {}
        for option in type(effect).model_fields:
            value = getattr(effect, option)
            if isinstance(value, tuple) and value and isinstance(value[0], Selector):
                fields[option] = self.selectors(value, SEVERAL if option == "into" else ONE)
        inside = dict(lists_inside(effect))
        whom = "chosen" if effect.word == "asks" else role
        for key, each in inside.items():
            fields[key.replace(".", "_")] = self.effects(each, whom)
        fields["effects"] = "; ".join(self.effects(each, whom) for each in inside.values())
        if getattr(effect, "role", ""):
            fields["other"] = self.role(effect.role)  # type: ignore[attr-defined]
        fields["faces"] = self.faces(_faces(effect), whom)
        numbered = enumerate(getattr(effect, "rules", ()), 1)
        fields["rules"] = " ".join(f"{n}. {self.effects(each, whom)}" for n, each in numbered)
        return fields

    def faces(self, faces: Mapping[str, EffectList], role: str) -> str:
        """Word what faces do, each with its name."""
        told = (
            self._say(
                "effects.face",
                face=_capital(self._words.of(self._ruleset.face_name(face))),
                effects=self.effects(effects, role),
            )
            for face, effects in faces.items()
        )
        return " ".join(told)

    def role(self, role: str) -> str:
        """Name a role."""
        return self._say(f"role.{role}")

    def conditions(self, when: Conditions) -> str:
        """Word conditions, all of which must hold."""
        return self._say("when.and").join(self._conditions(when))

    def _conditions(self, when: Conditions) -> Iterator[str]:
        for number, selectors in when.of_roles:
            role = ROLES[number]
            about = Spoken(gender=MASCULINE if role == "attacker" else FEMININE)
            ways = [self._phrases.verb_phrase(each, about) for each in selectors]
            yield f"{self.role(role)} {self._say('which.or').join(ways)}"
        for counted in (when.units, when.cells):
            if counted is not None:
                one = counted.count.bounds == (1, MANY)
                which = (
                    self.selectors(counted.which, ONE)
                    if one
                    else self._phrases.counted(counted.which, counted.count)
                )
                yield self._say("when.there_is" if one else "when.there", which=which)
        for key, span in (("turn", when.turn), ("day", when.day)):
            if span is not None:
                every = getattr(span, "every", None)
                yield self._say(f"when.{key}", span=self._span(span))
                if every is not None:
                    yield self._say("when.every", every=every)
        if when.side is not None:
            side = list(self._ruleset.sides).index(when.side)
            yield self._say("when.side", side=self._words.of(self._ruleset.side_name(side)))
        for word, span in when.bears.items():
            marker = self._words.of(self._ruleset.marker_name(word))
            yield self._say("when.bears", marker=marker, span=self._span(span))
        if when.outcome is not None:
            found = (self._say(f"when.outcome.{each}") for each in when.outcome.target)
            yield self._say("which.or").join(found)
        for each in when.unless:
            yield self._say("when.not", when=self.conditions(each))

    def _span(self, span: Span) -> str:
        least, most = span.bounds
        if least == most:
            return str(least)
        if span.most is None:
            return self._say("when.least", n=least)
        key = "when.most" if not least else "when.between"
        return self._say(key, n=span.most, least=least)

    def units(self, selectors: Sequence[UnitSelector]) -> str:
        """Word selectors of units: “friendly units next to the target”."""
        return self._phrases.noun(selectors, SEVERAL)

    def selectors(self, selectors: Sequence[Any], number: str = SEVERAL) -> str:
        """Word selectors of units or of cells, of which any must match."""
        if selectors and isinstance(selectors[0], CellSelector):
            return self._phrases.cells(selectors, number)
        return self._phrases.noun(selectors, number)


def _faces(effect: Effect) -> Mapping[str, EffectList]:
    faces: Mapping[str, EffectList] = getattr(effect, "faces", {})
    return faces


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

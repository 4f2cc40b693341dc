"""Lists of effects in words, for rule books and cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from wargrid.core.protocols import RulesetLike, UnitTypeLike
from wargrid.core.selecting import MANY, ROLES
from wargrid.ruleset.base import Effect
from wargrid.ruleset.grammar.conditions import Conditions
from wargrid.ruleset.grammar.lists import GROUPS, EffectList, Part, lists_inside
from wargrid.ruleset.grammar.phrases import (
    FEMININE,
    MASCULINE,
    ONE,
    SEVERAL,
    Phrases,
    Spoken,
    for_shape,
)
from wargrid.ruleset.selecting.forms import Span
from wargrid.ruleset.selecting.selectors import CellSelector, Selector, UnitSelector
from wargrid.text import Catalog

__all__ = ["CELL", "Teller"]

CELL: Final = "cell"
"""The chosen one where it is a cell, as the effects of this module name it."""

USUAL_WAYS: Final = {"back", "back_left", "back_right"}
"""The directions of a retreat that have words of their own, together."""


class Teller:
    """Words effects for the players of a ruleset, in the language of ``words``.

    ``side`` tells how the side of the rule is called: ``turn`` as the side whose turn it is,
    ``unit`` as that of the unit, ``attacker`` as that of the attacker. A teller remembers which
    unit its last sentence was about, which the next one calls “it”: make one for each text.
    """

    def __init__(self, words: Catalog, ruleset: RulesetLike, side: str = "turn") -> None:
        self._words = words
        self._ruleset: Any = ruleset
        self._side = side
        self._phrases = Phrases(words, ruleset, of_turn=side == "turn")
        self._it = ""
        self._named: dict[str, str] = {}
        self._called: dict[str, str] = {}

    def _say(self, key: str, **values: object) -> str:
        return self._words.say(f"rules.{key}", **values)

    # Moments

    def after(self, unit_type: UnitTypeLike) -> Iterator[str]:
        """Word what follows from what a unit does and suffers."""
        for moment, effects in unit_type.after:
            if effects is not None:
                teller = Teller(self._words, self._ruleset, "unit")
                teller._it = "subject"
                yield self._say(f"after.{moment}", then=teller.then(effects))

    def reacts(self, unit_type: UnitTypeLike) -> Iterator[str]:
        """Word how it reacts to what enemies do."""
        for word, reaction in unit_type.reacts.items():
            teller = Teller(self._words, self._ruleset, "unit")
            teller._it = "subject"
            enemy = "mover" if reaction.to == "move" else "attacker"
            asked = Conditions(**{enemy: reaction.of, "subject": reaction.only_if})
            given = teller.conditions(asked)
            told = {
                "name": self._words.of(reaction.name) or _capital(word.replace("_", " ")),
                "may": self._say("reacts.may") if reaction.asks else "",
                "when": self._say(f"reacts.{reaction.to}"),
                "if": self._say("reacts.if", when=given) if given else "",
                "then": teller.then(reaction.do),
            }
            if not reaction.uses:
                yield self._say("reacts", **told)
                continue
            names = self._ruleset.marker_name
            used = [f"{self._words.of(names(each))} {by}" for each, by in reaction.uses.items()]
            uses = self._say("reacts.uses", uses=", ".join(used))
            yield f"{self._say('reacts', **told)} {uses}"

    def rule(self, rule: Any) -> str:
        """Word a rule for any units, or repeat what its author says of it."""
        teller = Teller(self._words, self._ruleset, "unit")
        unit, then = self._phrases.noun(rule.of), teller.then(rule.effects)
        fields = {"unit": unit, "of": self._phrases.of(unit), "then": then}
        return self._words.of(rule.says) or self._say(f"rule.{rule.when}", **fields)

    def line(self, word: str, line: Any) -> str:
        """Word a line, and what is done when a unit makes one, or repeat what its author says."""
        if line.says:
            return self._words.of(line.says)
        name = self._words.of(line.name or word)
        kind = UnitSelector(unit=list(line.unit)) if line.unit else UnitSelector()
        units = self._phrases.counted((kind,), line.count)
        shape = self._ruleset.board.shape
        key = "points.line" if shape == "points" else "line"
        told = self._say(key, name=_capital(name), units=units)
        if line.zone is not None:
            zone = self._words.of(self._ruleset.zone_name(line.zone))
            told = f"{told} {self._say('line.zone', zone=zone)}"
        if line.do is None:
            return told
        teller = Teller(self._words, self._ruleset, "unit")
        made = self._say("line.made." + "_or_".join(line.after), then=teller.then(line.do))
        return f"{told} {made}"

    def act(self, effects: EffectList, aims: Sequence[Any] | None, *, of_unit: bool) -> str:
        """Word the effects of an act, of a unit or of its side, on one of ``aims``.

        They follow a colon.
        """
        if of_unit and aims is not None:
            self._called["subject"] = self._say("role.acting")
        if aims is None:
            return _run(self._sentences(effects, "subject"))
        is_cell = isinstance(aims[0], CellSelector)
        role, one = (CELL if is_cell else "chosen"), self.selectors(aims, ONE)
        self._named[role] = one
        told = _run(self._sentences(effects, role))
        # Effects that never speak of the one chosen leave it to its act to say which it is.
        return self._say("effects.of", one=one, effects=told) if role in self._named else told

    def flanked(self, effects: EffectList) -> str:
        """Word the effects on enemies that a unit flanks; they follow a colon."""
        self._named["target"] = self._called["target"] = self._say("role.flanked")
        return _run(self._sentences(effects, "target"))

    def turn(
        self, every: Sequence[UnitSelector] | None, given: Conditions | None, effects: EffectList
    ) -> str:
        """Word what is done as a turn begins or ends, to each of some units or by itself."""
        when = "" if given is None else self._say("effects.when", when=self._when(given))
        if every is None:
            return when + self.then(effects)
        return when + self._joined([self._each(every, effects)], is_one=True)

    def _when(self, given: Conditions) -> str:
        """Word conditions after “as a turn begins”: “every 5 days”, “if it is day 3”."""
        day = given.day
        is_all = day is not None and _without(given, "day") == Conditions()
        if is_all and day is not None and day.every is not None and day.bounds == (0, MANY):
            return self._say("when.every_day", every=day.every)
        is_barred, said = self._barred(given)
        return self._say(f"effects.when_{'unless' if is_barred else 'if'}", when=said)

    def _barred(self, when: Conditions) -> tuple[bool, str]:
        """Return whether conditions ask only that one thing does not hold, and them in words."""
        is_barred = len(when.unless) == 1 and _without(when, "unless") == Conditions()
        return is_barred, self.conditions(when.unless[0] if is_barred else when)

    # Lists

    def effects(self, effects: EffectList, role: str = "subject") -> str:
        """Word a list: a sentence or several for each effect."""
        return " ".join(map(_capital, self._sentences(effects, role)))

    def then(self, effects: EffectList, role: str = "subject") -> str:
        """Word a list after what it follows from: by a comma, or a colon before several."""
        is_one = len(effects.parts) == 1 and not effects.parts[0].role
        return self._joined(list(self._sentences(effects, role)), is_one=is_one)

    def _joined(self, sentences: Sequence[str], *, is_one: bool) -> str:
        key = "one" if is_one or len(sentences) == 1 else "many"
        return self._say(f"effects.{key}", effects=_run(sentences))

    def _each(self, units: Sequence[UnitSelector], effects: EffectList) -> str:
        """Word effects that are done to each unit of a selector, in one sentence if that goes."""
        phrases = self._phrases_of(self._it)
        every = self._every(phrases, units)
        self._it = ""
        inner = Teller(self._words, self._ruleset, self._side)
        inner._named["subject"] = every
        told = list(inner._sentences(effects, "subject"))
        if len(told) == 1 and told[0].startswith(every):
            return told[0]
        inner = Teller(self._words, self._ruleset, self._side)
        return self._say("effects.for", every=every, then=inner.then(effects))

    def _every(self, phrases: Phrases, units: Sequence[UnitSelector]) -> str:
        """Return “each friendly tank”, or “each unit of engineers” where one is called so."""
        if phrases.is_several(units):
            unit = phrases.noun(units, SEVERAL)
            return self._say("effects.every_of", unit=unit, of=phrases.of(unit))
        return self._say("effects.every", unit=phrases.noun(units, ONE, bare=True))

    def _sentences(self, effects: EffectList, role: str) -> Iterator[str]:
        for part in effects.parts:
            yield from self._part(part, role)

    def _part(self, part: Part, role: str) -> Iterator[str]:
        if part.effect is not None:
            yield from self._effect(part.effect, role)
        elif part.when is not None:
            yield from self._rule(part, role)
        elif part.do is not None and part.role in GROUPS:
            # Ground that one has taken is taken: the others stay where they are.
            is_one = [each.effect.word for each in part.do.parts if each.effect] == ["advances"]
            self._named["subject"] = self._say(f"role.{'any.' * is_one}{part.role}")
            yield from self._sentences(part.do, "subject")
        elif part.do is not None and part.role:
            is_cell = (part.role, role) == ("chosen", CELL)
            yield from self._sentences(part.do, CELL if is_cell else part.role)
        elif part.do is not None:
            yield self._each(part.whom, part.do)

    def _rule(self, part: Part, role: str) -> Iterator[str]:
        assert part.when is not None
        when, about = part.when, _about(part.when)
        is_barred, said = self._barred(when)
        if part.do is not None:
            self._it = about
            key = "effects.if_not" if is_barred else "effects.if"
            yield self._say(key, when=said, then=self.then(part.do, role))
        if part.otherwise is not None:
            self._it = about
            other = "effects.if" if is_barred else "effects.if_not"
            key = "effects.else" if part.do is not None else other
            yield self._say(key, when=said, then=self.then(part.otherwise, role))

    # Effects

    def _effect(self, effect: Effect, role: str) -> Iterator[str]:
        """Yield the sentence of a word, then those of its options that have one."""
        if effect.word in ("sets", "adds"):
            for told in self._marks(effect, role):
                yield self._words.say(effect.rule_key(), told=told)
            return
        key, has = effect.rule_key(), self._words.has
        if effect.word == "first" and (instead := _choice_of_two(effect)):
            yield from self._rule(instead, role)
            return
        if not has(key):
            yield effect.word
            return
        side = self._say(f"side.{self._side}")
        fields: dict[str, object] = {"side": side, "named": self._say(f"side.{self._side}.named")}
        if effect.of_unit:
            fields["whom"] = self._subject(role)
        fields |= {**self._fields(effect, role), **effect.facts(self._words, self._ruleset)}
        yield from self._with_options(effect, key, fields)

    def _with_options(
        self, effect: Effect, key: str, fields: Mapping[str, object]
    ) -> Iterator[str]:
        special = [self._special(effect, key, option) for option in type(effect).model_fields]
        has = self._words.has
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
        phrases = self._phrases_of(role)
        for option in type(effect).model_fields:
            value = getattr(effect, option)
            if isinstance(value, tuple) and value and isinstance(value[0], Selector):
                number = SEVERAL if option == "into" else ONE
                fields[option] = _selected(phrases, value, number)
        if getattr(effect, "type", None) is not None:
            fields["type"] = self._type(effect)
        if effect.word == "retreats":
            fields["ways"] = self._ways(effect)
        if hasattr(effect, "asks") or hasattr(effect, "side"):
            fields["chooser"] = self._chooser(effect, role)
        if effect.word == "asks":
            role = CELL if getattr(effect, "at", None) else "chosen"
            if getattr(effect, "group", None):
                fields["of"] = self._say(f"role.one.{effect.group}")  # type: ignore[attr-defined]
            fields |= self._options_of_choice(effect, fields)
            self._it = role
        if getattr(effect, "role", ""):
            fields["other"] = self.role(effect.role)  # type: ignore[attr-defined]
        return fields | self._lists(effect, role)

    def _lists(self, effect: Effect, role: str) -> dict[str, object]:
        """Return the lists of effects in words, with ``on_…`` as they go on in a sentence."""
        fields: dict[str, object] = {}
        inside = dict(lists_inside(effect))
        for key, each in inside.items():
            if not key.startswith(("faces.", "rules.")):
                is_run = effect.word == "asks"
                told = _run(self._sentences(each, role)) if is_run else self.then(each, role)
                fields[f"on_{key}"] = told
        if "faces" in type(effect).model_fields:
            fields["faces"] = self.faces(_faces(effect), role)
        numbered = enumerate(getattr(effect, "rules", ()), 1)
        fields["rules"] = " ".join(f"{n}. {self._anew(each, role)}" for n, each in numbered)
        if inside and not effect.rule_key().startswith("rules.effect."):
            fields["effects"] = "; ".join(self.effects(each, role) for each in inside.values())
        return fields

    def _anew(self, effects: EffectList, role: str) -> str:
        """Word a list that does not follow from what was said before it."""
        self._it = ""
        return self.effects(effects, role)

    def _type(self, effect: Any) -> str:
        """Word what a unit becomes: “a tank” if units of this type are called so, or its name."""
        named = self._words.of(self._ruleset.units[effect.type].name)
        called = self._ruleset.units[effect.type].called
        if not called:
            return named
        return self._phrases.noun((UnitSelector(unit=effect.type, whose="any"),))

    def _ways(self, effect: Any) -> str:
        """Word the directions of a retreat: “straight or diagonally back”."""
        ways = [effect.directions] if isinstance(effect.directions, str) else effect.directions
        if set(ways) == USUAL_WAYS:
            return self._on_shape("ways.back")
        names = [self._on_shape(f"value.directions.{way}") for way in ways]
        return self._say("ways", ways=self._phrases.either(names))

    def _on_shape(self, key: str) -> str:
        shape = self._ruleset.board.shape
        return self._words.say(for_shape(f"rules.{key}", shape, self._words))

    def _chooser(self, effect: Any, role: str) -> str:
        chooser = effect.side if effect.word == "asks" else getattr(effect, "asks", None)
        if chooser == "own" and self._side == "unit" and role in ("target", "attacker", "mover"):
            return self._say(f"chooser.own.{role}")  # “its side” would be that of this unit
        own = self._say(f"side.{self._side}")
        return "" if chooser is None else self._say(f"chooser.{chooser}", side=own)

    def _options_of_choice(self, effect: Any, fields: Mapping[str, object]) -> dict[str, object]:
        """Return the one chosen, with what else may be: “a friendly tank, or none”."""
        one = str(fields.get("of") or fields.get("at"))
        if effect.otherwise:
            one = self._say("effects.otherwise", one=one, other=fields["otherwise"])
        return {"one": self._say("effects.or_none", one=one) if effect.may else one}

    def faces(self, faces: Mapping[str, EffectList], role: str) -> str:
        """Word what faces do, each with its name."""
        told, before = [], self._it
        for face, effects in faces.items():
            self._it = before if len(faces) == 1 else ""
            name = _capital(self._words.of(self._ruleset.face_name(face)))
            said = _run(self._sentences(effects, role or "target"))
            told.append(self._say("effects.face", face=name, effects=said))
        return " ".join(told)

    # Markers

    def _marks(self, effect: Any, role: str) -> Iterator[str]:
        """Word what becomes of markers, each of the unit, of its cell or of the side."""
        for word, value in effect.values.items():
            marker = self._ruleset.markers[word]
            is_added = effect.word == "adds"
            on = value > 0 if is_added else value == 1
            fields = {"marker": self._words.of(self._ruleset.marker_name(word)), "n": value}
            if marker.is_flag and value != "start":
                yield self._flag(word, marker, role, on=on)
                continue
            fields["whom"], _ = self._bearer(marker.per, role)
            if is_added:
                key, fields["n"] = ("up" if on else "down"), abs(value)
            else:
                key = "start" if value == "start" else "to" if value else "nothing"
            yield self._say(f"sets.{key}", **fields)

    def _flag(self, word: str, marker: Any, role: str, *, on: bool) -> str:
        """Word that a marker which is only on or off is put on or taken away."""
        whom, about = self._bearer(marker.per, role)
        called = self._phrases.called(word, about)
        if not called:
            name = self._words.of(self._ruleset.marker_name(word))
            return self._say(f"sets.{'gets' if on else 'loses'}", whom=whom, marker=name)
        if marker.per == "side":
            whom, about = self._say(f"side.{self._side}.units"), Spoken(SEVERAL)
            called = self._phrases.called(word, about)
        return self._say(f"sets.{'on' if on else 'off'}.{about.number}", whom=whom, what=called)

    def _bearer(self, per: str, role: str) -> tuple[str, Spoken]:
        """Return what bears a marker: the unit, its cell or the side."""
        if per == "side":
            return self._say(f"side.{self._side}"), Spoken()
        if per == "unit" or role == CELL:
            return self._subject(role), _spoken(role)
        if self._it == role:
            return self._say("cell.its"), Spoken()
        return self._say("cell.of", whom=self._subject(role)), Spoken()

    # Units

    def _subject(self, role: str) -> str:
        """Name the unit that a sentence is about: “it”, if the last one was about it."""
        is_known = role == self._it and role not in self._named
        self._it = role
        return self._say(f"it.{role}") if is_known else self.role(role)

    def role(self, role: str) -> str:
        """Name a role, by what it is the first time."""
        named = self._named.pop(role, "") or self._called.get(role, "")
        return named or self._say(f"role.{role}")

    def _phrases_of(self, role: str) -> Phrases:
        """Return the phrases of a sentence about a role: what is near it is “next to it”."""
        return Phrases(self._words, self._ruleset, it=role, of_turn=self._side == "turn")

    # Conditions

    def conditions(self, when: Conditions) -> str:
        """Word conditions, all of which must hold."""
        return self._say("when.and").join(self._conditions(when))

    def _conditions(self, when: Conditions) -> Iterator[str]:
        yield from self._of_roles(when)
        for counted in (when.units, when.cells):
            if counted is not None:
                yield self._there(counted)
        yield from self._of_time(when)
        for word, span in when.bears.items():
            side = self._say(f"side.{self._side}")
            yield self._say("when.bears", side=side, vp=self._phrases.of_side(word, span))
        if when.hand is not None:
            yield from self._hand(when.hand)
        if when.outcome is not None:
            found = (self._say(f"when.outcome.{each}") for each in when.outcome.target)
            yield self._say("which.or").join(found)
        for each in when.unless:
            yield self._denied(each)

    def _of_roles(self, when: Conditions, *, denied: bool = False) -> Iterator[str]:
        for number, selectors in when.of_roles:
            role = ROLES[number]
            about = _spoken(role)
            said = self._phrases.denied if denied else self._phrases.verb_phrase
            ways = [said(each, about) for each in selectors]
            yield f"{self._say(f'role.{role}')} {self._say('which.or').join(ways)}"

    def _denied(self, when: Conditions) -> str:
        """Word that conditions do not hold: of one unit by its verb."""
        one = len(when.of_roles) == 1 and len(when.of_roles[0][1]) == 1
        if one and _without(when, ROLES[when.of_roles[0][0]]) == Conditions():
            return next(self._of_roles(when, denied=True))
        return self._say("when.not", when=self.conditions(when))

    def _there(self, counted: Any) -> str:
        if counted.count.bounds == (1, MANY):
            return self._say("when.there_is", which=self.selectors(counted.which, ONE))
        which = self._phrases.counted(counted.which, counted.count)
        return self._say("when.there", which=which)

    def _of_time(self, when: Conditions) -> Iterator[str]:
        for key, span in (("turn", when.turn), ("day", when.day), ("round", when.round)):
            every = getattr(span, "every", None)
            if span is not None and (every is None or span.bounds != (0, MANY)):
                yield self._span(key, span)
            if every is not None:
                yield self._say("when.every", every=every)
        if when.turn_of is not None:
            yield self._say(f"when.turn_of.{when.turn_of}")
        if when.side is not None:
            side = list(self._ruleset.sides).index(when.side)
            yield self._say("when.side", side=self._words.of(self._ruleset.side_name(side)))

    def _hand(self, wanted: Span | Mapping[str, Span]) -> Iterator[str]:
        """Word what a hand holds: of each type, or of all together."""
        side = self._say(f"side.{self._side}")
        spans = {"": wanted} if isinstance(wanted, Span) else wanted
        for word, span in spans.items():
            selector = UnitSelector() if not word else UnitSelector(unit=word)
            none = span.bounds == (0, 0)
            held = self._phrases.of(self._phrases.noun([selector], SEVERAL)) if none else ""
            held = held or self._phrases.counted([selector], span)
            yield self._say(f"when.hand.{'none' if none else 'some'}", side=side, held=held)

    def _span(self, key: str, span: Span) -> str:
        least, most = span.bounds
        if least == most:
            return self._say(f"when.{key}.exactly", n=least)
        form = "least" if span.most is None else "most" if not least else "between"
        return self._say(f"when.{key}.{form}", n=least if span.most is None else most, least=least)

    def units(self, selectors: Sequence[UnitSelector]) -> str:
        """Word selectors of units: “friendly units next to the target”."""
        return self._phrases.noun(selectors, SEVERAL)

    def selectors(self, selectors: Sequence[Any], number: str = SEVERAL) -> str:
        """Word selectors of units or of cells, of which any must match."""
        return _selected(self._phrases, selectors, number)


def _selected(phrases: Phrases, selectors: Sequence[Any], number: str) -> str:
    if selectors and isinstance(selectors[0], CellSelector):
        return phrases.cells(selectors, number)
    return phrases.noun(selectors, number)


def _spoken(role: str) -> Spoken:
    return Spoken(gender=MASCULINE if role == "attacker" else FEMININE)


def _about(when: Conditions) -> str:
    """Return the only role that conditions are about, or an empty text."""
    roles = when.of_roles
    return ROLES[roles[0][0]] if len(roles) == 1 else ""


def _without(when: Conditions, key: str) -> Conditions:
    """Return conditions without one key."""
    return when.model_copy(update={key: Conditions.model_fields[key].default})


def _choice_of_two(effect: Any) -> Part | None:
    """Return two rules of which the first has a condition as one: if, else."""
    if len(effect.rules) != 2 or len(effect.rules[0].parts) != 1:
        return None
    (first,), second = effect.rules[0].parts, effect.rules[1]
    if first.when is None or first.otherwise is not None or first.do is None:
        return None
    if len(second.parts) == 1 and second.parts[0].when is not None:
        return None
    return Part((), when=first.when, do=first.do, otherwise=second)


def _faces(effect: Effect) -> Mapping[str, EffectList]:
    faces: Mapping[str, EffectList] = getattr(effect, "faces", {})
    return faces


def _run(sentences: Iterable[str]) -> str:
    """Return sentences that follow a colon: all but the first begin with a capital."""
    first, *others = sentences
    return " ".join((first, *map(_capital, others)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

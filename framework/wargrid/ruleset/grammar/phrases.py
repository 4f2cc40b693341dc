"""Selectors in words: noun phrases and verb phrases, put together from the texts of their keys.

Up to two keys and what is near make one sentence; more become a list of facts. Texts are
``selector.…``; rulesets add words of their own: ``called`` of units, ``there`` of terrains and
zones, ``is`` of markers, ``says`` of traits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from wargrid.core.selecting import MANY
from wargrid.ruleset.selecting.forms import Span, listed
from wargrid.ruleset.selecting.selectors import (
    CellKeys,
    CellsNear,
    Trait,
    UnitSelector,
    UnitsNear,
    ZoneOf,
)
from wargrid.text import Catalog

ONE: Final = "one"
SEVERAL: Final = "several"
MASCULINE: Final = "m"
FEMININE: Final = "f"

LAST: Final = ("near", "beside", "in_line", "behind", "between")
"""What comes last in a sentence: what follows it would seem to be said of the units near."""

MOST_TOGETHER: Final = 2
"""How many keys, besides those of ``LAST``, make one sentence."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """Who or what a verb phrase is about: one or several, and of which gender.

    ``role`` is ``target`` where a sentence is about the unit that another attacks: then units are
    of the attacker's side or of the target's, instead of friendly or enemy. ``taken`` says that the
    unit which would take it counts as near, ``is_cell`` that it is about a cell.
    """

    number: str = ONE
    gender: str = FEMININE
    role: str = ""
    taken: bool = False
    is_cell: bool = False


IT: Final = Spoken()


def for_shape(key: str, shape: str, texts: Catalog) -> str:
    """Return the key of a text for a shape of cells: ``rules.hex.…`` if hexes have their own."""
    own = key.replace("rules.", f"rules.{shape}.", 1)
    return own if shape != "square" and texts.has(own) else key


class Phrases:
    """The words of one ruleset's selectors in one language.

    ``it`` is the role that the sentence is about: what is near it is “next to it”. ``of_turn`` says
    that the rule is of the side whose turn it is, not of a unit with “its side”.
    """

    def __init__(
        self, texts: Catalog, ruleset: Any, it: str = "", *, of_turn: bool = False
    ) -> None:
        self._texts = texts
        self._ruleset = ruleset
        self._it = it
        self._of_turn = of_turn

    def _say(self, key: str, **values: object) -> str:
        return self._texts.say(f"selector.{key}", **values)

    # Sentences

    def sentence(
        self,
        key: str,
        selectors: Sequence[UnitSelector],
        about: Spoken = IT,
        **values: object,
    ) -> str:
        """Return the sentence of a rule that holds only if a unit is so.

        ``key`` is that of the text below ``selector.``, which ``values`` fill: “It may move only if
        it is on a road.” Where nothing is asked but what must not hold, the sentence is turned: “It
        may not move if it is on a road.”
        """
        barred = _barred(selectors)
        when = self._or([self._either(each, about) for each in barred or selectors])
        return self._say(f"{key}.{'not_if' if barred else 'only_if'}", when=when, **values)

    def _either(self, selector: UnitSelector, about: Spoken) -> str:
        """Return one of the ways in which something holds: “if it is on a ridge”."""
        subject = self._say(f"subject.{about.role or 'it'}")
        clauses = self.clauses(selector, about)
        together = [each for each in clauses if not each.last]
        if len(together) > MOST_TOGETHER or len(clauses) > MOST_TOGETHER + 1:
            semicolon = self._texts.say("rules.semicolon")
            facts = semicolon.join(f"{subject} {each.text}" for each in clauses)
            return self._say("if.all", facts=facts)
        return self._say(f"if.{about.role or 'it'}", vp=self.verb_phrase(selector, about))

    def denied(self, selector: UnitSelector, about: Spoken = IT) -> str:
        """Return what must not hold of a unit: “is not in a forest”."""
        return self._denied(selector, about)

    def called(self, word: str, about: Spoken) -> str:
        """Return what bears a marker, by the ruleset's word for that: “shaken”, or nothing."""
        return _agreed(self._texts.of(self._ruleset.markers[word].is_), about)

    def of_side(self, word: str, wanted: Span) -> str:
        """Return what a side has of a marker: “has at least two of “money””."""
        options, bounds = self._ruleset.markers[word], wanted.bounds
        name = {"marker": self._texts.of(self._ruleset.marker_name(word))}
        if options.is_flag and bounds != (0, 1):
            return self._say(f"bears.{'none' if bounds[1] == 0 else 'some'}.one", **name)
        if bounds == (0, 0):
            return self._say("bears.nothing.one", **name)
        return self._amount("bears", wanted, IT, **name)

    def terrain(self, word: str) -> str:
        """Return where a unit on a terrain is: “in a forest”."""
        return self._terrain(word)

    def zone_name(self, word: str) -> str:
        """Return the name of a zone."""
        return self._texts.of(self._ruleset.zone_name(word))

    def either(self, names: Sequence[str]) -> str:
        """Return names of which any holds: “to the left or straight back”."""
        return self._or(names)

    def verb_phrase(self, selector: UnitSelector, about: Spoken = IT) -> str:
        """Return what must hold of a unit: “is in a forest and has moved this turn”."""
        clauses = [each.text for each in self.clauses(selector, about)]
        return self._and(clauses) or self._say(f"anything.{about.number}")

    def definition(self, trait: Trait) -> str:
        """Return what the word for a trait means: “led: a unit next to a leader”."""
        says = _agreed(self._texts.of(trait.says), Spoken(gender=MASCULINE))
        return self._say("trait", says=says, np=self._noun(trait, ONE, ""))

    def facts(self, selectors: Sequence[UnitSelector]) -> list[str]:
        """Return a list of facts, one key a line."""
        lines: list[str] = []
        for number, selector in enumerate(selectors):
            lines += [self._say("or_else")] if number else []
            lines += [each.text for each in self.clauses(selector, IT)]
        return lines

    # Verb phrases

    def clauses(self, selector: UnitSelector, about: Spoken) -> list[Clause]:
        """Return a verb phrase for each key, those about the near last."""
        found = list(self._clauses(selector, about))
        return sorted(found, key=lambda clause: clause.last)

    def _clauses(self, selector: UnitSelector, about: Spoken) -> Iterator[Clause]:
        for key in selector.keys:
            if key == "also":
                ways = [self.verb_phrase(each, about) for each in selector.also]
                either = self._joined("either", ways)
                yield Clause(either, len(ways) > 1 or any(map(_is_near, selector.also)))
            elif key == "unless":
                for each in selector.unless:
                    yield Clause(self._denied(each, about), _is_near(each))
            elif (key, selector.whose) != ("whose", "any"):
                yield Clause(self._key(key, selector, about), key in LAST)

    def _denied(self, selector: UnitSelector, about: Spoken) -> str:
        """Return that a selector does not hold, of a single key in the words of this key."""
        keys = selector.keys
        if len(keys) == 1 and (said := self._key_denied(keys[0], selector, about)):
            return said
        return self._say(f"not.{about.number}", vp=self.verb_phrase(selector, about))

    def _key(self, key: str, selector: UnitSelector, about: Spoken) -> str:
        found: str = getattr(self, f"_say_{key}")(selector, about)
        return found

    def _key_denied(self, key: str, selector: UnitSelector, about: Spoken) -> str:
        """Return that a key does not hold, or an empty text if there are no words for it."""
        if key in ("zone", "terrain", "unit", "trait", "controlled", "supplied"):
            return self._is_not(self._what(key, selector, about), about)
        if key == "in_line" and isinstance(selector.in_line, str):
            return self._is_not(self._what_in_line(selector, about), about)
        if key == "men" and isinstance(selector.men, str):
            other = {"full": "reduced", "reduced": "full"}[selector.men]
            return self._say(f"men.{other}.{about.number}")
        if key == "has":
            return self._deeds(listed(selector.has), "has_not", about)
        if key == "beaten_by":
            return self._say_beaten_by(selector, about, "not_beaten_by")
        if key == "near" and selector.near is not None:
            return self._near_denied(selector.near, about)
        if key in ("men", "went", "aboard"):
            fewer = _below(getattr(selector, key))
            return self._key(key, selector.alone(key, fewer), about) if fewer else ""
        if key == "bears" and len(selector.bears) == 1:
            ((word, wanted),) = selector.bears.items()
            if isinstance(wanted, Span) and (fewer := _below(wanted)):
                return self._key(key, selector.alone(key, {word: fewer}), about)
        return ""

    def _is(self, what: str, about: Spoken) -> str:
        return self._say(f"is.{about.number}", what=what)

    def _is_not(self, what: str, about: Spoken) -> str:
        return self._say(f"is_not.{about.number}", what=what)

    # The keys of units

    def _what(self, key: str, selector: UnitSelector, about: Spoken) -> str:
        """Return what a unit is by a key that the words “is” or “is not” come before."""
        found: str = getattr(self, f"_what_{key}")(selector, about)
        return found

    def _say_whose(self, selector: UnitSelector, about: Spoken) -> str:
        whose = str(selector.whose).removeprefix("its_")
        return self._say(f"belongs.{whose}.{about.number}", e=_e(about))

    def _say_unit(self, selector: UnitSelector, about: Spoken) -> str:
        return self._is(self._what_unit(selector, about), about)

    def _what_unit(self, selector: UnitSelector, about: Spoken) -> str:
        heads = self._heads(UnitSelector(unit=selector.unit, whose="any"), about.number, "")
        return self._or(heads)

    def _say_trait(self, selector: UnitSelector, about: Spoken) -> str:
        words = listed(selector.trait)
        said = [self._texts.of(self._ruleset.traits[word].says) for word in words]
        if all(said):
            return self._is(self._what_trait(selector, about), about)
        traits = [self._ruleset.traits[word] for word in words]
        return self._or([self.verb_phrase(each, about) for each in traits])

    def _what_trait(self, selector: UnitSelector, about: Spoken) -> str:
        traits = [self._ruleset.traits[word] for word in listed(selector.trait)]
        return self._or([_agreed(self._texts.of(each.says), about) for each in traits])

    def _say_zone(self, selector: UnitSelector, about: Spoken) -> str:
        return self._is(self._what_zone(selector, about), about)

    def _what_zone(self, selector: UnitSelector | CellKeys, about: Spoken = IT) -> str:
        zone = selector.zone
        if isinstance(zone, ZoneOf):
            name = self._texts.of(self._ruleset.zone_name(zone.name))
            return self._say(f"zone.{zone.of}", zone=name)
        return self._or([self._zone(word) for word in listed(zone)])

    def _zone(self, word: str) -> str:
        there = self._texts.of(self._ruleset.zone_there.get(word, ""))
        return there or self._say("zone", zone=self._texts.of(self._ruleset.zone_name(word)))

    def _say_terrain(self, selector: UnitSelector, about: Spoken) -> str:
        return self._is(self._what_terrain(selector, about), about)

    def _what_terrain(self, selector: UnitSelector | CellKeys, about: Spoken = IT) -> str:
        return self._or([self._terrain(word) for word in listed(selector.terrain)])

    def _terrain(self, word: str) -> str:
        terrain = self._ruleset.terrains[word]
        there = self._texts.of(terrain.there)
        return there or self._say("terrain", terrain=self._texts.of(terrain.name))

    def _say_controlled(self, selector: UnitSelector, about: Spoken) -> str:
        return self._is(self._what_controlled(selector, about), about)

    def _what_controlled(self, selector: UnitSelector | CellKeys, about: Spoken) -> str:
        """Return by whom a cell is controlled: “under enemy control”."""
        return self._say(f"controlled.{_seen(str(selector.controlled))}")

    def _say_supplied(self, selector: UnitSelector, about: Spoken) -> str:
        return self._is(self._what_supplied(selector, about), about)

    def _what_supplied(self, selector: UnitSelector | CellKeys, about: Spoken) -> str:
        """Return whose supply reaches a cell, by the ruleset's word for it: “in supply”."""
        supply = self._ruleset.supply
        name = self._texts.of("" if supply is None else supply.name)
        if _seen(str(selector.supplied)) == "enemy":
            return self._say("supplied.enemy", e=_e(about))
        return _agreed(name, about) or self._say("supplied.own", e=_e(about))

    def _say_men(self, selector: UnitSelector, about: Spoken) -> str:
        if isinstance(selector.men, str):
            return self._say(f"men.{selector.men}.{about.number}")
        assert selector.men is not None
        return self._amount(f"men.{self._ruleset.strength}", selector.men, about)

    def _say_bears(self, selector: UnitSelector, about: Spoken) -> str:
        said = [self._bears(word, wanted, about) for word, wanted in selector.bears.items()]
        return self._and(said)

    def _bears(self, word: str, wanted: Span | str, about: Spoken) -> str:
        options = self._ruleset.markers[word]
        if isinstance(wanted, str):
            whose = wanted.removeprefix("its_")
            of = "" if not about.is_cell else ".turn" if self._of_turn else ".cell"
            return self._say(f"owned{of}.{whose}.{about.number}")
        bounds, called = wanted.bounds, self.called(word, about)
        name = {"marker": self._texts.of(self._ruleset.marker_name(word))}
        some, none = bounds in ((1, MANY), (1, 1)), bounds == (0, 0)
        if called and (some or none):
            return self._is(called, about) if some else self._is_not(called, about)
        if options.is_flag and (some or none):
            of = "" if options.per == "unit" or about.is_cell else f".{options.per}"
            return self._say(f"bears{of}.{'some' if some else 'none'}.{about.number}", **name)
        if none:
            return self._say(f"bears.nothing.{about.number}", **name)
        return self._amount("bears", wanted, about, **name)

    def _say_has(self, selector: UnitSelector, about: Spoken) -> str:
        return self._deeds(listed(selector.has), "has", about)

    def _deeds(self, deeds: Iterable[str], key: str, about: Spoken) -> str:
        values = {"e": _e(about), "when": self._when(about)}
        said = [self._say(f"{key}.{each}.{about.number}", **values) for each in deeds]
        return self._or(said) if key == "has" else self._and(said)

    def _say_went(self, selector: UnitSelector, about: Spoken) -> str:
        assert selector.went is not None
        return self._amount("went", selector.went, about)

    def _say_aboard(self, selector: UnitSelector, about: Spoken) -> str:
        assert selector.aboard is not None
        bounds = selector.aboard.bounds
        if bounds in ((1, MANY), (0, 0)):
            return self._say(f"aboard.{'some' if bounds[0] else 'none'}.{about.number}")
        return self._amount("aboard", selector.aboard, about)

    def _amount(self, key: str, span: Span, about: Spoken, **values: object) -> str:
        """Return an amount as a verb phrase: “has at least two men”."""
        least, most = span.bounds
        values |= {"least": least, "most": most, "when": self._when(about)}
        return self._say(f"{key}.{_form(span)}.{about.number}", **values)

    def _when(self, about: Spoken) -> str:
        """Return the turn in which a unit has done something: the last one, if the other acts."""
        return self._say("when.last" if about.taken or about.role else "when.now")

    # What is near

    def _say_near(self, selector: UnitSelector, about: Spoken) -> str:
        assert selector.near is not None
        return self._near(selector.near, about)

    def _near(self, near: UnitsNear, about: Spoken) -> str:
        where = {"n": near.distance, "where": self._where(near, about)}
        far = "far" if near.distance > 1 else "next"
        if near.role is not None:
            role = self.of(self._role(near.role))
            return self._is(self._say(f"near.{far}", np=role, **where), about)
        if near.count.bounds == (0, 0):
            none = self._noun(near, ONE, about.role, bare=True)
            return self._say(f"near.none.{far}.{about.number}", np=none, **where)
        if near.count.bounds == (1, MANY):
            np = self._or([self.of(each) for each in self._nouns(near, ONE, about.role)])
        else:
            np = self.of(self._counted(near, near.count, about.role))
        said = self._is(self._say(f"near.{far}", np=np, **where), about)
        return self._say("taker", vp=said) if about.taken and _may_count(near) else said

    def _role(self, role: str) -> str:
        return self._say(f"role.it.{role}" if role == self._it else f"role.{role}")

    def of(self, np: str) -> str:
        """Return a noun phrase as what is next to it: French has “d’une unité”, “de chars”."""
        first, _, rest = np.partition(" ")
        np = rest if first == self._say("article.several") else np
        return self._say("of", np=np)

    def _near_denied(self, near: UnitsNear, about: Spoken) -> str:
        if near.role is not None:
            where = {"n": near.distance, "where": self._where(near, about)}
            far = "far" if near.distance > 1 else "next"
            role = self.of(self._role(near.role))
            return self._is_not(self._say(f"near.{far}", np=role, **where), about)
        fewer = _below(near.count)
        return self._near(near.model_copy(update={"count": fewer}), about) if fewer else ""

    def _where(self, near: UnitsNear | CellsNear, about: Spoken) -> str:
        if near.directions == "all":
            return ""
        ways = [
            self._texts.say(f"rules.value.directions.{word}") for word in listed(near.directions)
        ]
        return self._say("directions", ways=self._or(ways))

    def _counted(self, near: UnitsNear | CellsNear, span: Span, role: str) -> str:
        least, most = span.bounds
        many = ONE if (least if most == MANY else most) == 1 else SEVERAL
        if isinstance(near, UnitsNear):
            bare = self._noun(near, many, role, bare=True)
        else:
            bare = self._cells(near, many, bare=True)
        numbers = {"least": self._number(least), "most": self._number(most)}
        return self._say(f"count.{_form(span)}", np=bare, **numbers)

    def _number(self, number: int) -> str:
        key = f"selector.number.{number}"
        return self._texts.say(key) if self._texts.has(key) else str(number)

    def _say_in_line(self, selector: UnitSelector, about: Spoken) -> str:
        line = selector.in_line
        if isinstance(line, str):
            return self._is(self._what_in_line(selector, about), about)
        assert line is not None
        ways = [self._texts.say(f"rules.value.directions.{w}") for w in listed(line.directions)]
        where = "" if line.directions == "all" else self._say("directions", ways=self._or(ways))
        np = self._noun(line, ONE, about.role)
        return self._say(f"in_line.{about.number}", np=np, where=where)

    def _what_in_line(self, selector: UnitSelector, about: Spoken) -> str:
        """Return that a unit is in a line of the ruleset: “in a mill”."""
        word = str(selector.in_line)
        line = self._ruleset.lines[word]
        return self._texts.of(line.there) or self._say(
            "line", line=self._texts.of(line.name or word)
        )

    def _say_between(self, selector: UnitSelector, about: Spoken) -> str:
        """Return that only such units are between it and a role: “nothing but …”."""
        assert selector.between is not None
        np = self._noun(selector.between, SEVERAL, about.role, bare=True)
        role = self._role(selector.between.role)
        return self._say(f"between.{about.number}", np=np, role=role)

    def _say_beaten_by(self, selector: UnitSelector, about: Spoken, key: str = "beaten_by") -> str:
        """Return that the unit of a role beats it by rank."""
        role = self._role(str(selector.beaten_by))
        if about.taken and selector.beaten_by == "attacker":
            role = self._say("role.taker")
        return self._say(f"{key}.{about.number}", role=role)

    def _say_behind(self, selector: UnitSelector, about: Spoken) -> str:
        nouns = [self._noun(each, ONE, about.role) for each in selector.behind or ()]
        return self._say(f"behind.{about.number}", np=self._or(nouns))

    def _say_beside(self, selector: UnitSelector, about: Spoken) -> str:
        beside = selector.beside
        assert beside is not None
        far = "far" if beside.distance > 1 else "next"
        where = {"n": beside.distance, "where": self._where(beside, about)}
        if beside.count.bounds == (0, 0):
            none = self._cells(beside, ONE, bare=True)
            return self._say(f"near.none.{far}.{about.number}", np=none, **where)
        if beside.count.bounds == (1, MANY):
            np = self.of(self._cells(beside, ONE))
        else:
            np = self.of(self._counted(beside, beside.count, about.role))
        return self._is(self._say(f"near.{far}", np=np, **where), about)

    # Noun phrases

    def noun(
        self, selectors: Sequence[UnitSelector], number: str = ONE, *, bare: bool = False
    ) -> str:
        """Return units as a noun phrase: “a friendly leader in a forest”, bare without article."""
        return self._or([self._noun(each, number, "", bare=bare) for each in selectors])

    def cells(self, selectors: Sequence[CellKeys], number: str = ONE) -> str:
        """Return cells as a noun phrase: “an empty cell that is next to a friendly unit”."""
        return self._or([self._cells(each, number) for each in selectors])

    def counted(self, selectors: Sequence[Any], span: Span) -> str:
        """Return so many units or cells as a noun phrase: “at least three friendly leaders”."""
        least, most = span.bounds
        many = ONE if (least if most == MANY else most) == 1 else SEVERAL
        bare = [
            self._cells(each, many, bare=True)
            if isinstance(each, CellKeys)
            else self._noun(each, many, "", bare=True)
            for each in selectors
        ]
        numbers = {"least": self._number(least), "most": self._number(most)}
        return self._say(f"count.{_form(span)}", np=self._or(bare), **numbers)

    def _noun(self, selector: UnitSelector, number: str, role: str, *, bare: bool = False) -> str:
        return self._or(self._nouns(selector, number, role, bare=bare))

    def _nouns(
        self, selector: UnitSelector, number: str, role: str, *, bare: bool = False
    ) -> list[str]:
        """Return the units that a selector means, one type after the other if nothing else is."""
        others = [key for key in selector.keys if key not in ("whose", "unit")]
        heads = self._heads(selector, number, role, bare=bare, joined=bool(others))
        if not others:
            return heads
        number = self._number_of(selector, number)
        about = Spoken(number, self._gender(selector), role)
        places = [key for key in ("zone", "terrain") if key in others]
        head = " ".join([*heads, *(self._what(key, selector, about) for key in places)])
        rest = selector.model_copy(update=dict.fromkeys((*places, "whose", "unit")))
        if not rest.keys:
            return [head]
        return [self._which(head, rest, about)]

    def _which(self, head: str, selector: UnitSelector, about: Spoken) -> str:
        """Return units with what must hold of them: “units that have moved”, “units next to it”."""
        vp, number = self.verb_phrase(selector, about), about.number
        if selector.keys in (("near",), ("beside",)):
            return self._shortened("which.place", head, vp, number)
        if selector.keys == ("bears",) and len(selector.bears) == 1:
            return self._shortened("which.state", head, vp, number)
        return self._say(f"which.{number}", head=head, vp=vp)

    def _shortened(self, form: str, head: str, vp: str, number: str) -> str:
        """Return what is of a kind without “that is”, where the language does without."""
        start = self._say(f"{form}.start.{number}")
        negated = self._is_not("", Spoken(number))
        if vp.startswith(start) and not vp.startswith(negated):
            return self._say(form, head=head, what=vp.removeprefix(start))
        return self._say(f"which.{number}", head=head, vp=vp)

    def _number_of(self, selector: UnitSelector, number: str) -> str:
        """Return the number of a type: several where even one of it is called so."""
        words = self._words(selector)
        if len(words) == 1 and self._are_called(words) and self._is_several(words[0]):
            return SEVERAL
        return number

    def is_several(self, selectors: Sequence[UnitSelector]) -> bool:
        """Return whether even one of the units is called as several are: “engineers”."""
        return any(self._number_of(each, ONE) == SEVERAL for each in selectors)

    def _is_several(self, word: str) -> bool:
        return self._called(word, ONE) == self._called(word, SEVERAL)

    def _heads(
        self,
        selector: UnitSelector,
        number: str,
        role: str,
        *,
        bare: bool = False,
        joined: bool = False,
    ) -> list[str]:
        """Return units with their side and type: “a friendly leader”, for each type or joined."""
        types, words = self._ruleset.units, self._words(selector)
        if not self._are_called(words) or (joined and len(words) > 1):
            named = self._or([self._texts.of(types[word].name) for word in words])
            head = self._head(self._default(number), FEMININE, selector, number, role, bare=bare)
            return [self._say("typed", head=head, types=named) if named else head]
        return [
            self._head(
                self._called(word, number), self._gender_of(word), selector, number, role, bare=bare
            )
            for word in words
        ]

    def _head(
        self,
        noun: str,
        gender: str,
        selector: UnitSelector,
        number: str,
        role: str,
        *,
        bare: bool,
    ) -> str:
        whose = selector.whose or "any"
        alone = self._without_article(noun)
        if len(words := self._words(selector)) == 1 and self._are_called(words):
            number = self._number_of(selector, number)
        if whose == "any":
            return alone if bare else noun
        near = whose.removeprefix("its_")
        if role:
            side = self._say(f"side.{role}.{whose}")
            return f"{alone if bare else noun} {side}"
        key = f"{near}.bare.{number}" if bare else f"{near}.{number}"
        return self._say(f"{key}.{gender}", noun=alone)

    def _words(self, selector: UnitSelector) -> list[str]:
        """Return the types that are told apart: none where all may be meant."""
        words = [] if selector.unit is None else list(dict.fromkeys(listed(selector.unit)))
        return [] if len(words) == len(self._ruleset.units) > 1 else words

    def _are_called(self, words: Sequence[str]) -> bool:
        return bool(words) and all(self._ruleset.units[word].called for word in words)

    def _gender(self, selector: UnitSelector) -> str:
        words = self._words(selector)
        called = len(words) == 1 and self._are_called(words)
        return self._gender_of(words[0]) if called else FEMININE

    def _default(self, number: str) -> str:
        return self._say(f"unit.{number}")

    def _called(self, word: str, number: str) -> str:
        forms = self._ruleset.units[word].called
        chosen = forms.get(self._texts.language) or next(iter(forms.values()))
        return str(chosen[0 if number == ONE else 1])

    def _gender_of(self, word: str) -> str:
        first = self._called(word, ONE).partition(" ")[0]
        return FEMININE if first == self._say("article.feminine") else MASCULINE

    def _without_article(self, noun: str) -> str:
        first, _, rest = noun.partition(" ")
        return rest if rest and first in self._say("articles").split() else noun

    # Cells

    def _cells(self, cells: CellKeys, number: str, *, bare: bool = False) -> str:
        """Return cells as a noun phrase: “an empty cell in a forest”."""
        empty = ".empty" if cells.empty else ".held" if cells.empty is False else ""
        head = self._say(f"cell{empty}.{'bare.' if bare else ''}{number}")
        about = Spoken(number, is_cell=True)
        if cells.zone is not None:
            head = f"{head} {self._what_zone(cells)}"
        if cells.terrain is not None:
            found = (self._ruleset.terrains[word].name for word in listed(cells.terrain))
            terrain = self._or([self._texts.of(name) for name in found])
            head = self._say("cell.terrain", head=head, terrain=terrain)
        said = list(self._cell_clauses(cells, about))
        if len(said) == 1 and not (cells.holds or cells.bears or cells.also or cells.unless):
            return self._shortened("which.place", head, said[0], number)
        return self._say(f"cell.which.{number}", head=head, vp=self._and(said)) if said else head

    def _cell_clauses(self, cells: CellKeys, about: Spoken) -> Iterator[str]:
        number = about.number
        if cells.holds is not None:
            nouns = self._or([self._noun(each, ONE, "") for each in cells.holds])
            yield self._say(f"cell.holds.{number}", np=nouns)
        for word, wanted in cells.bears.items():
            yield self._bears(word, wanted, about)
        for key in ("controlled", "supplied"):
            if getattr(cells, key) is not None:
                yield self._is(getattr(self, f"_what_{key}")(cells, about), about)
        for key in ("row", "column", "edge"):
            places = [self._place(key, each) for each in listed(getattr(cells, key) or ())]
            if places:
                yield self._is(self._or(places), about)
        if cells.near is not None:
            yield self._near(cells.near, about)
        if cells.beside is not None:
            yield self._say_beside(UnitSelector(beside=cells.beside), about)
        for each in cells.also:
            yield self._is(self._cells(each, number), about)
        for each in cells.unless:
            yield self._is_not(self._cell_denied(each, number), about)

    def _cell_denied(self, cells: CellKeys, number: str) -> str:
        """Return what cells are not: “in a forest”, or cells of a kind."""
        if cells.keys == ("zone",):
            return self._what_zone(cells)
        if cells.keys in (("controlled",), ("supplied",)):
            found: str = getattr(self, f"_what_{cells.keys[0]}")(cells, Spoken(number))
            return found
        return (
            self._what_terrain(cells) if cells.keys == ("terrain",) else self._cells(cells, number)
        )

    def _place(self, key: str, value: object) -> str:
        """Return a row, a column or an edge: “in the last row”."""
        own = f"cell.{key}.{value}"
        return self._say(own if self._texts.has(f"selector.{own}") else f"cell.{key}", value=value)

    # Lists of phrases

    def _and(self, parts: Sequence[str]) -> str:
        return self._joined("and", parts)

    def _or(self, parts: Sequence[str]) -> str:
        return self._joined("or", parts)

    def _joined(self, how: str, parts: Sequence[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        return self._say(how, before=", ".join(parts[:-1]), last=parts[-1])


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb phrase, and whether it comes last in a sentence."""

    text: str
    last: bool


def _is_near(selector: UnitSelector) -> bool:
    return bool(set(LAST).intersection(selector.keys))


def _may_count(near: UnitsNear) -> bool:
    """Return whether the unit that takes another may be one of those near it."""
    return near.whose in ("enemy", "its_enemy", "any")


def _barred(selectors: Sequence[UnitSelector]) -> Sequence[UnitSelector]:
    """Return what must not hold where nothing else is asked, or nothing."""
    alone = len(selectors) == 1 and selectors[0].keys == ("unless",)
    return selectors[0].unless if alone else ()


def _form(span: Span) -> str:
    least, most = span.bounds
    if least == most:
        return "exactly"
    return "least" if most == MANY else "most" if least == 0 else "range"


def _below(span: Span) -> Span | None:
    """Return the numbers below a range without an upper bound, or None for any other."""
    least, most = span.bounds
    return Span(most=least - 1) if most == MANY and least > 0 else None


def _seen(whose: str) -> str:
    """Return ``own`` or ``enemy``, as the side sees it that a sentence is about."""
    return whose.removeprefix("its_")


def _e(about: Spoken) -> str:
    return "e" if about.gender == FEMININE else ""


def _agreed(text: str, about: Spoken) -> str:
    """Return a word of a ruleset in the gender and number of what it is said of."""
    return text.replace("{e}", _e(about)).replace("{s}", "s" if about.number == SEVERAL else "")

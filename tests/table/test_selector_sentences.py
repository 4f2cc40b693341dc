"""Selectors in words: what players read of the rules that pick units, in both languages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import yaml
from pydantic import TypeAdapter

from places import DATA
from rulesets import made, table
from support import loaded
from wargrid import Game
from wargrid.loading import library
from wargrid.ruleset.grammar.phrases import SEVERAL, Phrases, Spoken
from wargrid.ruleset.selecting.selectors import CellSelectors, UnitSelectors
from wargrid.ruleset.sentences import rule_sentences, unit_conditions, weapon_limits
from wargrid.text import LANGUAGES, catalog

SENTENCES = DATA / "selector_sentences.txt"
"""Every sentence in both languages; ``WARGRID_SNAPSHOT=1`` writes it again."""

FIELD = """
terrains:
  plain: {letter: ".", name: {en: Plain, fr: Plaine}}
  forest: {letter: "*", name: {en: Forest, fr: Forêt}, there: {en: in a forest, fr: en forêt}}
  hill: {letter: "#", name: {en: Hill, fr: Colline}, there: {en: on a hill, fr: sur une colline}}
  town: {letter: "+", name: {en: Town, fr: Village}}
zones: {villages: "a1 b1", keep: {each: "c1"}}
zone_names: {villages: {en: villages, fr: villages}, keep: {en: keep, fr: donjon}}
zone_there: {villages: {en: in a village, fr: dans un village}}
markers:
  shaken: {per: unit, name: {en: Shaken, fr: Ébranlé}, is: {en: shaken, fr: "ébranlé{e}{s}"}}
  disabled: {per: unit, name: {en: Disabled, fr: En panne}, is: {en: disabled, fr: en panne}}
  poison: {per: unit, name: {en: poison, fr: poison}}
  fuel: {per: unit, most: 9, name: {en: fuel, fr: carburant}}
  storm: {per: side, most: 1, name: {en: storm, fr: tempête}}
  mine: {per: cell, name: {en: mine, fr: mine}}
  flag: {per: cell, holds: side, name: {en: flag, fr: drapeau}}
traits:
  armour: {unit: [tank, gun], says: {en: armoured, fr: "blindé{e}{s}"}}
  led: {near: {whose: its_own, unit: leader}, says: {en: led, fr: "mené{e}{s}"}}
units:
  man: {letter: M, name: {en: Man, fr: Homme}, men: 3, move: {step: all}, captures: by_moving}
  leader:
    letter: L
    name: {en: Leader, fr: Chef}
    called: {en: [a leader, leaders], fr: [un chef, des chefs]}
    move: {step: all}
  gun:
    letter: G
    name: {en: Battery, fr: Batterie}
    called: {en: [a battery, batteries], fr: [une batterie, des batteries]}
    move: {step: all}
  tank: {letter: T, name: {en: Tank, fr: Char}, move: {step: all}}
victory: {limit: {turns: 30}}
"""

ATTACK = {"en": "attack", "fr": "attaquer"}

ITSELF = """
- {near: {whose: its_own, unit: leader}}
- {trait: armour, terrain: town}
- {terrain: hill}
- {not: {terrain: hill}}
- {went: {most: 1}}
- {not: {has: moved, terrain: forest}}
- {bears: {storm: {most: 0}}}
- {bears: {shaken: 1}}
- {not: {bears: {shaken: 1}}}
- {not: {bears: {poison: 1}}}
- {bears: {fuel: 2}}
- {bears: {fuel: {most: 0}}}
- {bears: {mine: 1}}
- {bears: {flag: enemy}}
- [{zone: villages}, {near: {whose: its_own, unit: gun, distance: 2}}]
- [{not: {has: moved}}, {trait: led}]
- {men: full, zone: {name: keep, of: enemy}}
- {men: {least: 2, most: 3}}
- {has: [moved, attacked]}
- {not: [{has: moved}, {has: attacked}]}
- {not: {near: {whose: enemy, count: 2, distance: 2}}}
- {not: {near: {whose: enemy, unit: leader}}, terrain: [forest, hill]}
- {near: {whose: any, count: {exactly: 1}, directions: [back, back_left]}}
- {near: {whose: enemy, unit: [leader, gun]}}
- {near: {whose: enemy, unit: [leader, man]}}
- {near: {whose: own, terrain: forest, has: moved, count: {most: 2}}}
- {near: {whose: own, trait: armour, not: {bears: {disabled: 1}}}}
- {beside: {empty: true, terrain: forest, count: 2}}
- {beside: {holds: {whose: enemy, unit: gun}, distance: 2}}
- {in_line: {whose: enemy, unit: gun, directions: forward}}
- {behind: {whose: its_own}}
- {terrain: hill, also: [{men: reduced}, {zone: keep}]}
- {terrain: forest, men: 2, not: {bears: {shaken: 1}}, has: acted, near: {whose: own}}
- {terrain: forest, not: {has: moved, zone: keep}}
"""
"""What a unit must be to attack; the first six are those of the rules that selectors must say."""

TAKEN = """
- {near: {whose: its_enemy, count: 2}}
- {near: {whose: own, unit: leader}}
- {not: {has: moved}}
- {near: {role: attacker, distance: 2}}
"""

TARGETS = """
- {terrain: hill}
- {not: {near: {whose: its_own, unit: leader}}}
- {near: {whose: own}, bears: {disabled: 1}}
- {behind: {whose: enemy}}
- {has: moved}
"""

NOUNS = """
- {whose: own, near: {role: subject, distance: 3}}
- {whose: own, bears: {shaken: 1}}
- {whose: own, unit: gun, bears: {fuel: {most: 0}}}
- {whose: own, men: reduced}
- {whose: enemy, near: {role: subject}}
- {whose: enemy, unit: leader, near: {whose: own, zone: villages}}
- {whose: any, unit: [man, tank]}
- {whose: own}
"""

CELLS = """
- {empty: true, near: {whose: own}}
- {empty: true, not: {terrain: forest}}
- {empty: true, edge: back}
- {row: last, column: [a, b]}
- {terrain: [hill, town], zone: keep}
- {holds: {whose: enemy, unit: gun}}
- {bears: {mine: 1}}
"""


@cache
def field() -> Game:
    """Return a game that asks about everything units do."""
    asked = "by_moving, only_if: {move: {has: acted}, attack: {trait: [led, armour]}}}"
    return made(FIELD.replace("by_moving}", asked))


def composed(language: str) -> Iterator[tuple[str, str]]:
    """Yield the rules of the field as they are written, each with its sentence."""
    phrases = Phrases(catalog(language), field().ruleset)
    verb = ATTACK[language]
    for written in yaml.safe_load(ITSELF):
        yield f"attack if {flow(written)}", phrases.sentence("rule", units(written), verb=verb)
    for written in yaml.safe_load(TAKEN):
        said = phrases.sentence("rule.taken", units(written), Spoken(taken=True))
        yield f"taken if {flow(written)}", said
    for written in yaml.safe_load(TARGETS):
        said = phrases.sentence("rule.attack", units(written), Spoken(role="target"))
        yield f"target is {flow(written)}", said
    for written in yaml.safe_load(NOUNS):
        one, several = (phrases.noun(units(written), number) for number in ("one", SEVERAL))
        yield flow(written), f"{one} / {several}"
    for written in yaml.safe_load(CELLS):
        cells = TypeAdapter(CellSelectors).validate_python(written)
        yield f"cells {flow(written)}", phrases.cells(cells)
    for word, trait in field().ruleset.traits.items():
        yield f"trait {word}", phrases.definition(trait)


def units(written: Any) -> Any:
    return TypeAdapter(UnitSelectors).validate_python(written)


def flow(written: Any) -> str:
    return yaml.safe_dump(written, default_flow_style=True, width=1000, sort_keys=False).strip()


def shipped(language: str) -> Iterator[tuple[str, str]]:
    """Yield what the units of shipped games must be, without what variants share."""
    texts, seen = catalog(language), set[str]()
    for name in library.shipped_names():
        ruleset = loaded(name).ruleset
        for word, unit in ruleset.units.items():
            rules = [*unit.move, *unit.abilities]
            asked = [rule for rule in rules if rule.only_if]
            said = [line for rule in asked for line in rule_sentences(rule, texts, ruleset)]
            said += unit_conditions(unit, ruleset, texts)
            for weapon in () if unit.attack is None else unit.attack.weapons:
                if weapon.only_if or weapon.may_attack:
                    said += weapon_limits(weapon, ruleset, texts, several=False)
            for sentence in said:
                if sentence not in seen:
                    seen.add(sentence)
                    yield f"{name} {word}", sentence


def lines() -> Iterator[str]:
    for source in (shipped, composed):
        for (rule, english), (_, french) in zip(source("en"), source("fr"), strict=True):
            yield f"{rule}\n  {english}\n  {french}\n"


def test_the_sentences_are_those_of_the_snapshot() -> None:
    """One file to be read at a glance."""
    found = "".join(lines())
    if os.environ.get("WARGRID_SNAPSHOT"):
        SENTENCES.write_text(found, "utf-8")
    assert found == SENTENCES.read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_selectors_has_what_it_says(language: str) -> None:
    """No sentence shows a key of a text that is missing, or a value that is not given."""
    for _, sentence in composed(language):
        assert "selector." not in sentence
        assert "…" not in sentence
        assert "{" not in sentence


def test_both_languages_have_the_same_texts() -> None:
    """None is English only."""
    english, french = (catalog(each).below("selector.") for each in LANGUAGES)
    assert english.keys() == french.keys()
    same = {key for key, text in english.items() if text == french[key]}
    shared = ("typed", "directions", "cell.terrain", "number.6", "which.place")
    assert same == {f"selector.{key}" for key in shared}


@pytest.mark.parametrize(
    ("rule", "drawn", "move", "said"),
    [
        (
            "only_if: {move: {terrain: hill, near: {whose: own, unit: leader}}}",
            ". . m\n. . .\nM # .",
            "a1-a2",
            "This unit (Man, a1) may move only if it is on a hill.",
        ),
        (
            "only_if: {move: {zone: villages, near: {whose: own, unit: leader}}}",
            ". . m\n. . .\nM . .",
            "a1-a2",
            "This unit (Man, a1) may move only if it is next to a friendly leader.",
        ),
        (
            "only_if: {move: {not: [{zone: keep}, {zone: villages}]}}",
            ". . m\n. . .\nM . .",
            "a1-a2",
            "This unit (Man, a1) may not move if it is in a village.",
        ),
        (
            "may_be_taken: {near: {whose: its_enemy, count: 2}}",
            ". . .\n. m .\nM . .",
            "a1xb2",
            "This unit (Man, b2) may be captured only if it is next to two or more enemy units,"
            " counting the unit that captures it.",
        ),
    ],
)
def test_a_refusal_says_the_first_key_that_does_not_hold(
    rule: str, drawn: str, move: str, said: str
) -> None:
    body = FIELD.replace("by_moving}", f"by_moving, {rule}}}")
    ground = ". . .\n. . .\n. # ."
    game = made(body, setup=". . .\n. . .\n. . .", ground=ground)
    tried = table(game, drawn.replace("#", "."), actions=1, turn=1)
    refusal = tried.refusal(move)
    assert refusal.text("en") == said
    assert refusal.values["cell"] in said

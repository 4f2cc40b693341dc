"""Effects and moments in words: what players read of rules that are lists, in both languages."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from places import DATA
from rulesets import made
from support import loaded
from wargrid import Game
from wargrid.loading import library
from wargrid.ruleset.grammar.acts import Act, SideAct
from wargrid.ruleset.grammar.moments import After, Rule, TurnEffects
from wargrid.ruleset.grammar.telling import Teller
from wargrid.ruleset.sentences import rule_sentence
from wargrid.ruleset.units.combat import Dice
from wargrid.text import LANGUAGES, Catalog, catalog

SENTENCES = DATA / "effect_sentences.txt"
"""Every sentence in both languages; ``WARGRID_SNAPSHOT=1`` writes it again."""

RULES = DATA / "effect_rules.yaml"
"""The rules, by where they are written."""

HEAD = """
dice: {d: [hit, miss]}
faces: {hit: {en: hit, fr: touché}, miss: {en: miss, fr: manqué}}
terrains:
  plain: {letter: ".", name: {en: Plain, fr: Plaine}}
  hill: {letter: "#", name: {en: Hill, fr: Colline}, there: {en: on a hill, fr: sur une colline}}
  town: {letter: "+", name: {en: Town, fr: Village}, there: {en: in a town, fr: dans un village}}
zones: {villages: "a1 b1"}
zone_names: {villages: {en: villages, fr: villages}}
zone_there: {villages: {en: in a village, fr: dans un village}}
markers:
  shaken: {per: unit, name: {en: shaken, fr: ébranlé}, is: {en: shaken, fr: "ébranlé{e}{s}"}}
  poison: {per: unit, name: {en: poison, fr: poison}}
  fuel: {per: unit, most: 9, start: 9, name: {en: fuel, fr: carburant}}
  mine: {per: cell, name: {en: mine, fr: mine}}
  storm: {per: side, most: 1, name: {en: storm, fr: tempête},
    is: {en: in a storm, fr: dans la tempête}}
  rain: {per: side, most: 1, name: {en: rain, fr: pluie}}
  gold: {per: side, name: {en: gold, fr: or}}
  owner: {per: cell, holds: side, name: {en: owner, fr: propriétaire}}
traits:
  armour: {unit: tank, says: {en: armoured, fr: "blindé{e}{s}"}}
units:
  man:
    letter: M
    name: {en: Man, fr: Homme}
    men: 3
    move: {step: all}
    attack: {at: around, by: {dice: {hits_on: hit}}}
  leader:
    letter: L
    name: {en: Leader, fr: Chef}
    called: {en: [a leader, leaders], fr: [un chef, des chefs]}
    move: {step: all}
  tank:
    letter: T
    name: {en: Tank, fr: Char}
    called: {en: [a tank, tanks], fr: [un char, des chars]}
    move: {step: all}
  engineer:
    letter: E
    name: {en: Engineers, fr: Sapeurs}
    called: {en: [engineers, engineers], fr: [des sapeurs, des sapeurs]}
    move: {step: all}
victory: {limit: {turns: 30}}
"""


@cache
def field() -> Game:
    """Return a game with the words that the rules name."""
    return made(HEAD)


def composed(language: str) -> Iterator[tuple[str, str]]:
    """Yield the rules as they are written, each with its sentences."""
    texts, ruleset = catalog(language), field().ruleset
    rules = yaml.safe_load(RULES.read_text("utf-8"))
    for written in rules["after"]:
        unit = SimpleNamespace(after=After.model_validate(written))
        yield f"after {flow(written)}", " ".join(Teller(texts, ruleset).after(unit))
    for written in rules["rules"]:
        yield f"rule {flow(written)}", Teller(texts, ruleset).rule(Rule.model_validate(written))
    for written, rule in read(rules["begins"], TurnEffects):
        yield f"turn {written}", rule_sentence(rule, texts, ruleset)
    written, rule = next(read(rules["begins"], TurnEffects))
    yield f"turn_end {written}", texts.say("rules.turn_end.effects", **rule.facts(texts, ruleset))
    for section, kind in (("acts", Act), ("side_acts", SideAct)):
        for written, rule in read(rules[section], kind):
            yield f"act {written}", rule_sentence(rule, texts, ruleset)
    for written, rule in read(rules["dice"], Dice):
        yield f"dice {written}", rule_sentence(rule, texts, ruleset)


def read(rules: Sequence[Any], kind: Any) -> Iterator[tuple[str, Any]]:
    """Read each rule as one of a kind."""
    for written in rules:
        needed = {"hits_on": "hit"} if kind is Dice else {}
        yield flow(written), kind.model_validate(needed | written)


def flow(written: Any) -> str:
    return yaml.safe_dump(written, default_flow_style=True, width=1000, sort_keys=False).strip()


def shipped(language: str) -> Iterator[tuple[str, str]]:
    """Yield what shipped games say of effects, without what variants share."""
    texts, seen = catalog(language), set[str]()
    for name in library.shipped_names():
        for where, sentence in told(loaded(name), texts):
            if sentence and sentence not in seen:
                seen.add(sentence)
                yield f"{name} {where}", sentence


def told(game: Game, texts: Catalog) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a game's effects, with where they are written."""
    ruleset = game.ruleset
    for rule in (*ruleset.each_turn, *ruleset.turn_end, *ruleset.abilities):
        if isinstance(rule, TurnEffects | SideAct):
            yield rule.word, rule_sentence(rule, texts, ruleset)
    for word, each in ruleset.rules.items():
        yield word, Teller(texts, ruleset).rule(each)
    for word, unit in ruleset.units.items():
        yield from ((word, said) for said in Teller(texts, ruleset).after(unit))
        for ability in unit.abilities:
            if isinstance(ability, Act):
                yield word, rule_sentence(ability, texts, ruleset)
        for weapon in () if unit.attack is None else unit.attack.weapons:
            facts = weapon.by.facts(texts, ruleset)
            yield from ((word, str(facts.get(key, ""))) for key in ("more", "faces", "ignores"))


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
def test_every_text_of_effects_has_what_it_says(language: str) -> None:
    """No sentence shows a key of a text that is missing, a value not given, or a word of YAML."""
    for _, sentence in composed(language):
        for wrong in ("rules.", "selector.", "…", "{", "attacks_again", "subject", "  ", ", ."):
            assert wrong not in sentence

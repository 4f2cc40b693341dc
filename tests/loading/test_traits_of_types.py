"""A trait of types alone stands wherever types may: in lists, as a key, as the only name."""

from __future__ import annotations

import pytest

from rulesets import written
from wargrid import RulesetError
from wargrid.loading.loader import load_document, load_text
from wargrid.ruleset.models import Ruleset
from wargrid.source.yaml_reader import read_text

BODY = """
traits: {chiefs: {unit: king}, armour: {unit: [tank, gun]}}
zones: {camp: {each: "a1:b2"}}
markers: {gold: {per: side, start: 9}, dents: {per: unit, units: MARKED}}
units:
  king: {letter: K, name: King, move: {step: all}, captures: by_moving}
  man: {letter: M, name: Man, move: {step: all}, captures: by_moving}
  tank: {letter: T, name: Tank, move: {step: all}, captures: by_moving}
  gun: {letter: G, name: Gun, move: {step: all}, captures: by_moving}
abilities: {build: {zone: camp, pays: gold, prices: {man: 1, PRICES}}}
victory: {slay: SLAIN}
"""

TURN = "turn: {actions: 1, may: {move: 1, build: 1}, per_unit: {move: 1}}"


def text(marked: str = "tank", prices: str = "gun: 2", slain: str = "king") -> str:
    body = BODY.replace("MARKED", marked).replace("PRICES", prices).replace("SLAIN", slain)
    return written(body, turn=TURN, setup="k m t g .\n. . . . .\nK M T G .")


def ruleset(**how: str) -> Ruleset:
    return load_text(text(**how), "made.yaml").ruleset


def test_a_trait_alone_is_its_types() -> None:
    assert ruleset(marked="armour").markers["dents"].units == ["tank", "gun"]
    assert ruleset(slain="chiefs").victory[0].deciding == ("king",)
    assert ruleset(slain="{unit: chiefs}").victory[0].deciding == ("king",)
    assert ruleset(slain="armour").victory[0].deciding == ("tank", "gun")


def test_a_trait_in_a_list_is_its_types_in_its_place() -> None:
    assert ruleset(marked="[king, armour, man]").markers["dents"].units == [
        "king", "tank", "gun", "man",
    ]  # fmt: skip
    assert ruleset(marked="[armour, chiefs]").markers["dents"].units == ["tank", "gun", "king"]


def test_a_trait_as_a_key_is_its_types_that_are_not_named() -> None:
    built = ruleset(prices="armour: 3, gun: 2").abilities[0]
    assert built.prices == {"tank": 3, "gun": 2, "man": 1}


def test_where_one_type_is_asked_for_several_are_refused() -> None:
    alone = text().replace("slay: king", "isolate: armour")
    with pytest.raises(RulesetError, match="isolate: armour"):
        load_text(alone, "made.yaml")


def test_a_trait_that_asks_more_is_no_type() -> None:
    led = text(marked="led").replace("traits: {", "traits: {led: {near: {whose: own}}, ")
    with pytest.raises(RulesetError, match='There is no unit "led"'):
        load_text(led, "made.yaml")


def test_what_stands_for_types_is_used() -> None:
    warnings = load_document(read_text(text(marked="armour"), "made.yaml"), "made").warnings()
    unused = [each.path for each in warnings if each.name == "trait_unused"]
    assert unused == [("traits", "chiefs")]

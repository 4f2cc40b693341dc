"""Selectors in variants and settings: another one replaces it as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets import written
from wargrid import load
from wargrid.ruleset.models import UnitType
from wargrid.ruleset.selecting.selectors import UnitSelector

BASE = written("""
zones: {camp: "a1:b2", ford: "c3"}
markers: {hurt: {per: unit}, worn: {per: unit}}
units:
  man:
    letter: M
    name: Man
    move: {step: all}
    only_if: {move: {men: {least: 1}, bears: {hurt: 1}, zone: {name: camp, of: own}}}
    may_be_taken: {near: {whose: own, distance: 2}, not: {zone: camp}}
  boy: {like: man, letter: B}
traits: {led: {near: {whose: own, unit: man}, says: led}}
victory: {limit: {turns: 9}}
""")


def variant(tmp_path: Path, text: str, unit: str = "man") -> UnitType:
    """Load a variant of the game with the men, and return one of its types."""
    (tmp_path / "base.yaml").write_text(BASE, "utf-8")
    file = tmp_path / "variant.yaml"
    file.write_text(f"extends: base.yaml\n{text}\n", "utf-8")
    return load(file).ruleset.units[unit]


def only(unit: UnitType, verb: str = "move") -> UnitSelector:
    selectors = unit.only_if[verb]
    assert selectors is not None
    (found,) = selectors
    return found


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("{terrain: plain}", ("terrain",)),
        ("{men: {most: 3}}", ("men",)),
        ("{bears: {worn: 1}}", ("bears",)),
        ("{zone: {name: ford, of: enemy}}", ("zone",)),
        ("{near: {whose: own}}", ("near",)),
    ],
)
def test_a_selector_of_a_variant_keeps_no_key_of_the_base(
    tmp_path: Path, written: str, keys: tuple[str, ...]
) -> None:
    ground = 'terrains: {plain: {letter: ".", name: Plain}}\n'
    text = f"{ground}units: {{man: {{only_if: {{move: {written}}}}}}}"
    assert only(variant(tmp_path, text)).keys == keys


def test_nor_a_key_inside_one_of_its_keys(tmp_path: Path) -> None:
    """Not the lowest number of men, no other marker, not the distance."""
    text = "units: {man: {only_if: {move: {men: {most: 3}, bears: {worn: 1}}}}}"
    found = only(variant(tmp_path, text))
    assert (found.men, list(found.bears)) == (type(found.men)(most=3), ["worn"])
    text = "units: {man: {may_be_taken: {near: {whose: enemy}}}}"
    (taken,) = variant(tmp_path, text).may_be_taken or ()
    assert taken.keys == ("near",)
    assert taken.near is not None
    assert taken.near.distance == 1


def test_a_selector_for_another_verb_stays(tmp_path: Path) -> None:
    text = "units: {man: {attack: {at: around, by: removal}, only_if: {attack: {men: full}}}}"
    man = variant(tmp_path, text + "\nturn: {may: {attack: 1}}")
    assert only(man, "attack").keys == ("men",)
    assert only(man).keys == ("zone", "men", "bears")


def test_a_unit_like_another_replaces_its_selectors_too(tmp_path: Path) -> None:
    boy = variant(tmp_path, "units: {boy: {only_if: {move: {zone: ford}}}}", "boy")
    assert only(boy).keys == ("zone",)
    assert boy.may_be_taken is not None


def test_a_trait_of_a_variant_replaces_all_of_the_base(tmp_path: Path) -> None:
    variant(tmp_path, "traits: {led: {zone: camp}}")
    led = load(tmp_path / "variant.yaml").ruleset.traits["led"]
    assert (led.keys, led.says) == (("zone",), "")


def test_an_option_may_set_one_key_of_a_selector(tmp_path: Path) -> None:
    variant(tmp_path, "options: {far: units.man.may_be_taken.near.distance}")
    man = load(tmp_path / "variant.yaml", {"far": 3}).ruleset.units["man"]
    (taken,) = man.may_be_taken or ()
    assert taken.near is not None
    assert taken.near.distance == 3
    assert taken.keys == ("near", "unless")

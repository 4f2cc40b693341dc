"""Values that a model refuses: each mistake is reported once, at its position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from boxes import broken, diagnostics, located
from wargrid.loading.loader import load_named
from wargrid.loading.validation import validate_document
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid.source.yaml_reader import read_text

LEVEL1 = "lionheart/level1"


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    size: Annotated[int, Field(gt=0, le=9)]
    rate: Annotated[float, Field(ge=0, lt=1, multiple_of=0.25)] = 0.5


class Model(BaseModel):
    """A model with every sort of constraint."""

    model_config = ConfigDict(extra="forbid", strict=True)
    count: int | None = 1
    flag: bool = True
    text: Annotated[str, Field(min_length=2, max_length=4)] = "abc"
    word: Annotated[str, Field(pattern="^[a-z][a-z0-9_]*$")] = "a"
    code: Annotated[str, Field(pattern="^x+$")] = "x"
    choice: Literal["one", "two"] = "one"
    pair: Annotated[list[int], Field(min_length=2, max_length=2)] = [1, 2]
    names: list[str] = []
    part: Part = Part(size=1)
    either: int | Literal["any"] | list[str] = 1
    nothing: None = None


FORM = [
    ("count: two", "1:8 not_integer"),
    ("count: 2.5", "1:8 not_integer"),
    ("flag: 1", "1:7 not_bool"),
    ("text: 3", "1:7 not_text"),
    ("text: [a]", "1:1 not_text"),
    ("text: a", "1:7 text_too_short"),
    ("text: abcde", "1:7 text_too_long"),
    ("word: A", "1:7 bad_word"),
    ("code: y", "1:7 bad_pattern"),
    ("choice: three", "1:9 not_a_choice"),
    ("pair: 1", "1:7 not_list"),
    ("pair: [1]", "1:1 list_too_short"),
    ("pair: [1, 2, 3]", "1:1 list_too_long"),
    ("names: [a, 1, 2, 3]", "1:12 not_text"),
    ("part: 1", "1:7 not_map"),
    ("part: {}", "1:1 missing_key"),
    ("part: {size: 0}", "1:14 not_greater"),
    ("part: {size: 10}", "1:14 too_large"),
    ("part: {size: 1, rate: -1.0}", "1:23 too_small"),
    ("part: {size: 1, rate: 1.0}", "1:23 not_less"),
    ("part: {size: 1, rate: 0.3}", "1:23 not_multiple"),
    ("part: {size: 1, rate: half}", "1:23 not_number"),
    ("part: {size: 1, sise: 2}", "1:17 unknown_key"),
    ("part: {sise: 2}", "1:8 unknown_key"),
    ("either: {}", "1:1 wrong_form"),
    ("nothing: 1", "1:10 not_empty"),
]


@pytest.mark.parametrize(("text", "expected"), FORM)
def test_a_wrong_value_is_reported_at_its_position(text: str, expected: str) -> None:
    made, found = validate_document(Model, read_text(text, "model.yaml"))
    assert made is None
    assert [located(each) for each in found] == [expected]


def test_a_word_where_a_number_may_stand_names_the_words_and_the_number() -> None:
    """The sentence lists every form that would be right, and no other one."""
    _, (found,) = validate_document(Model, read_text("either: zebra", "model.yaml"))
    assert found.name == "not_a_choice"
    assert "a whole number" in found.sentence()
    assert "any" in found.sentence()


def test_all_wrong_values_are_reported_in_the_order_of_the_file() -> None:
    _, found = validate_document(Model, read_text("flag: 1\ncount: two\nword: A\n", "m.yaml"))
    assert [located(each) for each in found] == ["1:7 not_bool", "2:8 not_integer", "3:7 bad_word"]


RULESETS = [
    ("actions: 2 => action: 2", "6:3 unknown_key"),
    ("actions: 2 => actions: 101", "6:12 too_large"),
    ("actions: 2 => actions: unlimited", "6:12 not_integer"),
    ("letter: G => letter: g", "13:13 bad_letter"),
    ("move: {ahead: 2} => move: {ahead: far}", "16:19 not_a_choice"),
    ("move: {ahead: 2} => move: {ahed: 2}", "16:12 unknown_key"),
    ("move: {ahead: 2} => move: {ahead: 2, step: all}", "16:5 one_word"),
    ("move: {ahead: 2} => move: 2", "16:11 one_word"),
    ("move: {ahead: 2} => move: {leap: knight}", "16:18 not_a_choice"),
    ("move: {ahead: 2} => move: {step: straight}", "16:18 not_a_choice"),
    ("at: front => at: frnt", "17:18 unknown_key"),
    ("at: front => at: {}", "17:14 one_word"),
    ("at: front => at: {range: {least: 3, most: 2}}", "17:34 limits_crossed"),
    ("{hits_on: hit} => {hit_on: hit}", "17:37 unknown_key"),
    ("{ahead: 2} => {slide: {directions: all, within: zzz}}", "16:45 no_such_zones"),
    ("{hits_on: hit} => {per_man: 2}", "17:30 missing_key"),
    ("like: guard => like: gard", "19:11 unknown_like"),
    ("  d: [hit, miss] =>   d: {hit: 3}", "10:3 not_list"),
    ("  d: [hit, miss] =>   d: [1, 2, 3]", "10:7 not_text"),
    ("  slay: chief =>   slaay: chief", "23:3 unknown_key"),
    ("    letter: G\n    name: Guard\n => ", "12:3 missing_key"),
    ("name: Duel => name: {en: Duel, fr: ''}", "1:22 text_too_short"),
]


@pytest.mark.parametrize(("change", "expected"), RULESETS)
def test_a_mistake_in_a_ruleset_is_reported_once(change: str, expected: str) -> None:
    assert [located(each) for each in diagnostics(broken(change))] == [expected]


def of_variant(tmp_path: Path, text: str, base: str = LEVEL1) -> tuple[Diagnostic, ...]:
    """What is wrong with a variant."""
    (tmp_path / "mine.yaml").write_text(f"extends: {base}\n{text}\n" if base else text, "utf-8")
    with pytest.raises(RulesetError) as caught:
        load_named(tmp_path / "mine.yaml")
    return caught.value.diagnostics


def test_another_word_for_extends_is_the_only_error(tmp_path: Path) -> None:
    (found,) = of_variant(tmp_path, f"base: {LEVEL1}\nunits: {{archer: {{men: 3}}}}\n", base="")
    assert (located(found), found.values["near"]) == ("1:1 unknown_key", "extends")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("tunr: 1", "extends"),
        ("units: {king: {x: 1}}", "like"),
        ("units: {king: {attack: {x: 1}}}", ""),
        ("markers: {gold: {x: 1}}", ""),
    ],
)
def test_the_allowed_keys_include_those_that_inherit(tmp_path: Path, text: str, key: str) -> None:
    """A ruleset extends another and a unit is like another; nothing else is."""
    (found,) = of_variant(tmp_path, text)
    known = str(found.values["known"]).split(", ")
    assert [each for each in ("extends", "like") if each in known] == [key] * bool(key)


def test_a_unit_of_the_base_that_loses_a_key_is_not_a_misspelt_one(tmp_path: Path) -> None:
    """A new one that lacks it, beside another whose name is near, is."""
    guards = "victory:\n =>   guards: {letter: S, name: Guards}\nvictory:\n"
    (tmp_path / "box.yaml").write_text(broken(guards), "utf-8")
    (lacking,) = of_variant(tmp_path, "units: {guards: {letter: ~}}", "box")
    (misspelt,) = of_variant(tmp_path, "units: {gaurd: {men: 3}}", "box")
    assert (lacking.name, misspelt.name) == ("missing_key", "no_such_units")


@pytest.mark.parametrize("line", ["plugins: {lionheart.volley: ~}", "plugins: ~"])
def test_a_removed_plugin_is_reported_where_it_was_removed(tmp_path: Path, line: str) -> None:
    (found,) = of_variant(tmp_path, line)
    assert (found.name, found.line) == ("still_used", 2)


@pytest.mark.parametrize(
    ("base", "text", "fix"),
    [
        ("breakthrough/standard", "units: {piece: {move: {leap: 2}}}", "the cells to the side"),
        (LEVEL1, "units: {archer: {men:3}}", 'Write "men: 3", with a space'),
        (LEVEL1, "turn: actions:3", 'Write "actions: 3", with a space'),
        (LEVEL1, "units: {pike: {like: archer, name: Pike}}", 'add "letter:"'),
        ("", "\nunits: {archer: {letter: A, name: A}}", "extends: RULESET"),
        (LEVEL1, "turn: {actions: unlimited}", "~ for none"),
        (LEVEL1, "dice: {battle: {axe: 3}}", "faces of the die"),
        (LEVEL1, "dice: {battle: [1, 2]}", "words of your own"),
        (LEVEL1, "plugins: {lionheart.panic: false}", "~ to remove"),
        (LEVEL1, "name: {en: Lionheart, level 1}", "Quote a text that holds a comma"),
        (LEVEL1, "name： Mine", "ordinary colon"),
        (LEVEL1, "summary: #1 of all", "in quotes"),
    ],
)
def test_a_frequent_mistake_has_its_own_fix(tmp_path: Path, base: str, text: str, fix: str) -> None:
    (found,) = of_variant(tmp_path, text, base)
    assert found.line == 2
    assert fix in found.fix()


@pytest.mark.parametrize(("key", "looks"), [("colour", True), ("colours", False)])
def test_colours_of_units_belong_into_the_looks(key: str, looks: bool) -> None:
    """Other unknown keys are answered with those that are known."""
    (found,) = diagnostics(broken(f"letter: C\n => letter: C\n    {key}: red\n"))
    assert (found.name, "looks.yaml" in found.fix()) == ("unknown_key", looks)


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("    men: 2\n", "    men: 2# two\n", "comment"),
        ("setup: |", "setup: [. c g ., . G C .]\nsummary: |", "diagram"),
        (
            "units:",
            "terrains: {hill: {letter: h, name: H}}\ncosts: {foot: {hill: never}}\nunits:",
            "costs",
        ),
    ],
)
def test_a_slip_has_its_own_advice(old: str, new: str, hint: str) -> None:
    """A comment without a space, rows in a list, a word for a terrain that nothing may enter."""
    (found,) = diagnostics(broken(f"{old} => {new}"))
    assert getattr(found.values["fix"], "key", "") == f"diagnostics.hint.{hint}"


def test_a_ruleset_is_never_told_to_extend_itself(tmp_path: Path) -> None:
    """Whatever the path that names its folder."""
    ruleset = tmp_path / "mine.yaml"
    ruleset.write_text(f"extends: ../{tmp_path.name}/minee.yaml\n", "utf-8")
    with pytest.raises(RulesetError) as error:
        load_named(ruleset)
    assert error.value.diagnostics[0].values["near"] == ""

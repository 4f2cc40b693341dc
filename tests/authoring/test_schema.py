"""The JSON Schema agrees with the loader, judged by the library jsonschema."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from places import ROOT
from wargrid import Plugin, RulesetError, hookimpl
from wargrid.authoring.json_schema import field_texts, schema
from wargrid.cli import main
from wargrid.loading.library import is_ruleset
from wargrid.loading.loader import load_document, load_named
from wargrid.plugins.discovery import installed
from wargrid.ruleset.base import Kind, Reach
from wargrid.ruleset.models import UnitType
from wargrid.ruleset.registry import BUILT_IN
from wargrid.source.yaml_reader import read, read_text

RULESETS = ROOT / "rulesets"
FILES = {
    "ruleset": [path for path in RULESETS.rglob("*.yaml") if is_ruleset(path, RULESETS)],
    "scenario": list(RULESETS.rglob("scenarios/*.yaml")),
    "looks": list(RULESETS.rglob("looks.yaml")),
}
SEVERAL = ("victory", "ability", "side_ability", "each_turn", "effect")
FAMILIES = {name + part for name in ("move", "at", "by", *SEVERAL) for part in ("", ".part")}

SMALL = """\
name: Small
sides: [a, b]
board: {columns: 3, rows: 3}
turn: {actions: 1, may: {move: 1}}
first: {player: a}
units:
  man: {letter: M, name: Man, move: {ahead: 1}}
  boy: {like: man, letter: B}
victory: {eliminate: {}}
setup: {each: "M . B"}
"""


@cache
def judge(kind: str = "ruleset") -> Draft202012Validator:
    return Draft202012Validator(schema(kind))


def accepts(text: str) -> bool:
    return bool(judge().is_valid(yaml.safe_load(text)))


@pytest.mark.parametrize("kind", FILES)
def test_the_shipped_files_are_accepted(kind: str) -> None:
    errors = {
        str(path): [error.message for error in judge(kind).iter_errors(read(path).data)]
        for path in sorted(FILES[kind])
    }
    assert len(errors) > 3
    assert {path: found for path, found in errors.items() if found} == {}


REFUSED = {
    "a misspelt key": ("columns:", "colums:"),
    "a missing key": ("turn:", "# turn:"),
    "two words": ("{ahead: 1}", "{ahead: 1, step: forward}"),
    "a word that needs an option alone": ("move: {ahead: 1}", "move: slide"),
    "an unknown word": ("{ahead: 1}", "{fly: 1}"),
    "an unknown plugin": ("victory:", "plugins: {zzz: {}}\nvictory:"),
    "an option of the wrong form": ("{ahead: 1}", "{ahead: far}"),
    "an unknown option of a plugin": ("vic", "plugins: {lionheart.volley: {far: 1}}\nvic"),
    "a unit's word written again": ("letter: M", "word: man, letter: M"),
    "a unit that lacks a letter": ("letter: M, ", ""),
    "like what is no name": ("like: man", "like: [man]"),
    "a letter in lower case": ("letter: M", "letter: m"),
    "a board without its rows": (", rows: 3", ""),
    "points without lines": ("columns: 3, rows: 3", "shape: points, points: {a1: [0, 0]}"),
    "three sides": ("[a, b]", "[a, b, c]"),
    "nothing for a unit": ("{like: man, letter: B}", "~"),
}


@pytest.mark.parametrize(("old", "new"), REFUSED.values(), ids=REFUSED)
def test_mistakes_are_refused_by_the_schema_and_by_the_loader(old: str, new: str) -> None:
    assert old in SMALL
    wrong = SMALL.replace(old, new, 1)
    assert not accepts(wrong)
    with pytest.raises(RulesetError):
        load_document(read_text(wrong, "small.yaml"), "small")


@pytest.mark.parametrize(
    "patch",
    [
        "turn: {actions: 3}",
        "plugins: {lionheart.panic: ~}",
        "units: {archer: ~}",
        "board: ~",
        "zzz: ~",
        "units: {archer: {attack: {at: {volley: {deep: 4}}}}}",
        "turn: {may: {turn: ~, fly: ~}}",
        "scenario: ~",
    ],
)
def test_a_variant_may_omit_and_remove_anything(patch: str) -> None:
    """The same lines without ``extends`` are refused."""
    assert accepts(f"extends: lionheart/level1\n{patch}\n")
    assert not accepts(f"{patch}\n")


@pytest.mark.parametrize(
    "patch",
    [
        "trun: {actions: 3}",
        "turn: {actions: many}",
        "plugins: {lionheart.panik: {}}",
        "setup: 3",
        "units: {archer: {attack: {at: {front: {}, around: {}}}}}",
        "units: {archer: {move: [{ahead: ~}]}}",
    ],
)
def test_keys_and_values_of_a_variant_are_checked(patch: str) -> None:
    """Lists are always whole."""
    assert not accepts(f"extends: lionheart/level1\n{patch}\n")


@pytest.mark.parametrize(
    ("rule", "fits"),
    [
        ("only_if: {move: {men: 2}}", True),
        ("only_if: {move: [{men: full}, {near: {whose: own, count: {most: 3}}}]}", True),
        ("may_be_taken: {not: {near: {whose: own}}, also: [{zone: [camp]}]}", True),
        ("move: {step: {directions: all, only_if: {zone: {name: camp, of: own}}}}", True),
        ("only_if: {move: 3}", False),
        ("only_if: {move: {on: camp}}", False),
        ("only_if: {move: {near: [{whose: own}]}}", False),
        ("may_be_taken: {unless: {zone: camp}}", False),
    ],
)
def test_selectors_are_written_alone_or_in_lists(rule: str, fits: bool) -> None:
    """The key that Python cannot name is written as rulesets do."""
    assert accepts(f"extends: lionheart/level1\nunits: {{archer: {{{rule}}}}}\n") is fits


def test_a_scenario_has_a_board_and_no_rules() -> None:
    """A ruleset may leave its board and set-up to one, and only then omit them."""
    assert judge("scenario").is_valid({"board": {"columns": 3}})
    assert not judge("scenario").is_valid({"units": {}})
    without = SMALL.replace("board:", "# board:").replace("setup:", "# setup:")
    assert accepts(f"{without}scenario: ford\n")
    assert not accepts(without)


def test_colours_of_looks_have_six_digits() -> None:
    assert judge("looks").is_valid({"board": {"light": "#00ff7F"}})
    assert not judge("looks").is_valid({"board": {"light": "green"}})
    assert not judge("looks").is_valid({"boards": {}})


def test_every_key_has_a_description() -> None:
    """Editors show the docstring below the field."""
    defs = schema()["$defs"]
    keys = {
        f"{name}.{key}": value
        for name, each in defs.items()
        if name not in FAMILIES | {f"{name}_word" for name in SEVERAL}
        for key, value in each.get("properties", {}).items()
    }
    assert len(keys) > 100
    bare = [k for k, v in keys.items() if not v.get("description") and v != {"type": "null"}]
    assert bare == []
    assert field_texts(type("Made", (UnitType,), {}))["men"] == field_texts(UnitType)["men"] != ""


def test_all_words_and_plugins_are_in_the_schema() -> None:
    defs = schema()["$defs"]
    words = {word for family in FAMILIES for word in defs[family].get("properties", {})}
    assert {kind.word for kind in BUILT_IN} | {"volley", "damage"} <= words
    assert list(defs["Ruleset"]["properties"]["plugins"]["properties"]) == list(installed())


def test_the_names_of_a_ruleset_are_suggested() -> None:
    """As examples; other names stay allowed."""
    names = load_named("lionheart/level1").ruleset.names_by_section()
    king = schema(names=names)["$defs"]["Slay"]["properties"]["unit"]
    one = king["anyOf"][0]
    assert one["examples"] == ["infantry", "archer", "knight", "king"]
    assert (one["type"], "enum" in one) == ("string", False)


def test_the_command_prints_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "scenario"]) == 0
    assert json.loads(capsys.readouterr().out) == schema("scenario")


def test_a_broken_entry_point_is_answered_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A broken plugin is left out; a broken kind of file is refused by name."""
    broken = EntryPoints([EntryPoint("odd", "no_such_module:Odd", "wargrid.schemas")])
    monkeypatch.setattr("wargrid.offers.entry_points", lambda **wanted: broken.select(**wanted))
    assert main(["schema", "odd"]) == 2
    captured = capsys.readouterr()
    assert (captured.out, "no_such_module" in captured.err) == ("", True)
    broken = EntryPoints([EntryPoint("odd", "none at all", "wargrid.schemas")])
    assert main(["schema", "odd"]) == 2
    assert 'write "module:Class"' in capsys.readouterr().err


class Far(Reach):
    """A word with the name of another plugin's."""

    word = "volley"
    how_far: int


class Odd(Plugin):
    """An option that JSON cannot express, and a word of another plugin."""

    judge: Callable[[int], bool]

    @hookimpl
    def kinds(self) -> list[type[Kind]]:
        return [Far]


class Silent(Plugin):
    @hookimpl
    def kinds(self) -> list[type[Kind]]:
        raise RuntimeError("no words")


def test_odd_plugins_do_not_spoil_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plugin that cannot be imported is left out."""
    monkeypatch.setattr("wargrid.authoring.json_schema.plugin_class", lambda name: sys.exit(1))
    found: dict[str, Any] = schema(plugins={"odd.odd": Odd, "odd.silent": Silent})
    plugins = found["$defs"]["Ruleset"]["properties"]["plugins"]["properties"]
    assert list(plugins) == ["odd.odd", "odd.silent"]
    assert found["$defs"]["Far"]["required"] == ["how_far"]

"""Where a key may be ``~``, a variant and a setting may make it so, whether it must be written or
may be left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import pytest
from pydantic import BaseModel, ValidationError

from beside import beside, loaded
from wargrid.authoring.provenance import Origins
from wargrid.loading.loader import load_named
from wargrid.loading.plugins import kinds_offered, plugin_classes
from wargrid.ruleset.base import Kind
from wargrid.ruleset.models import model_for
from wargrid.ruleset.registry import Vocabulary
from wargrid.ruleset.victory import Limit
from wargrid.source.diagnostics import Place, RulesetError
from wargrid.source.merge import Merged
from wargrid.source.nulls import hold_nulls

LEVEL1 = "lionheart/level1"
FREE = f"extends: {LEVEL1}\nturn:\n  actions: ~\n  may: {{move: 0, turn: 0, attack: 0}}\n"
SHIPPED = [
    "battle/default",
    "breakthrough/standard",
    "halberd/default",
    LEVEL1,
    "lionheart/level2",
    "xiangqi/standard",
]


def nullable(held: object, path: Place = ()) -> Iterator[Place]:
    """The places of a model where something stands that may be ``~``, items of lists and words
    included."""
    if isinstance(held, BaseModel):
        path = (*path, held.word) if isinstance(held, Kind) else path
        for name, field in type(held).model_fields.items():
            value = getattr(held, name)
            if value is not None and name in held.model_fields_set and takes_null(field.annotation):
                yield (*path, name)
            yield from nullable(value, (*path, name))
    elif isinstance(held, dict):
        for key, value in held.items():
            yield from nullable(value, (*path, key))
    elif isinstance(held, tuple):
        for number, value in enumerate(held):
            yield from nullable(value, (*path, number))


def takes_null(annotation: Any) -> bool:
    """Whether a union has null among its members."""
    if get_origin(annotation) in (Union, UnionType):
        return any(map(takes_null, get_args(annotation)))
    return annotation is NoneType


def at(held: Any, path: Place) -> object:
    """What a model holds at a place that ``nullable`` tells."""
    for step in path:
        if not (isinstance(held, Kind) and held.word == step):
            held = held[step] if isinstance(held, dict | tuple) else getattr(held, str(step))
    return held


def read(merged: Merged) -> object:
    """The model of a document, plugins' words included."""
    classes, _ = plugin_classes(merged)
    model = model_for(Vocabulary(kinds_offered(classes, merged)[0]))
    hold_nulls(merged, model, classes)
    return model.model_validate(merged.data)


@pytest.mark.parametrize("name", SHIPPED)
def test_whatever_may_be_null_can_be_set_to_it(name: str) -> None:
    """In every box, wherever something else stands; what comes of it for the game is asked
    elsewhere."""
    whole = load_named(name).merged
    places = list(nullable(read(whole)))
    assert places
    for place in places:
        merged = whole.branch()
        written = merged.as_written(place)
        if merged.root.at(written) is not None:  # and no word that stands alone for its only option
            merged.set(written, "~")
            try:
                assert at(read(merged), place) is None, written
            except ValidationError as error:
                pytest.fail(f"{name}: {written}: {error}")


def test_a_turn_may_have_no_budget_in_a_variant(tmp_path: Path) -> None:
    """The key must be written, and ``~`` is what is written there."""
    file = tmp_path / "free.yaml"
    file.write_text(FREE, "utf-8")
    found = load_named(file)
    assert found.ruleset.turn.actions is None
    assert found.warnings() == []
    (origin,) = [each for each in Origins(found).all() if each.path == ("turn", "actions")]
    assert (origin.value, origin.written, origin.mark.line if origin.mark else 0) == (None, True, 3)


def test_a_turn_may_have_no_budget_by_a_setting(tmp_path: Path) -> None:
    """As long as nothing costs anything."""
    free = {f"turn.may.{verb}": "0" for verb in ("move", "turn", "attack")}
    assert load_named(LEVEL1, {"turn.actions": "~", **free}).ruleset.turn.actions is None


def test_who_takes_the_budget_away_is_told_what_still_costs(tmp_path: Path) -> None:
    """Once, and not where the base says the costs."""
    file = tmp_path / "free.yaml"
    file.write_text(f"extends: {LEVEL1}\nturn: {{actions: ~}}\n", "utf-8")
    for settings, line in (({}, 2), ({"turn.actions": "~"}, 1)):
        with pytest.raises(RulesetError) as wrong:
            load_named(LEVEL1 if settings else file, settings)
        (diagnostic,) = wrong.value.diagnostics
        assert (diagnostic.code, diagnostic.line, Path(diagnostic.file).suffix) == (
            "E422",
            line,
            "" if settings else ".yaml",
        )
        assert "turn.may.move, turn.may.turn, turn.may.attack" in diagnostic.what()


def test_a_variant_may_give_a_budget_again(tmp_path: Path) -> None:
    """And an option that sets it leads somewhere in both."""
    (tmp_path / "free.yaml").write_text(FREE + "options: {budget: turn.actions}\n", "utf-8")
    (tmp_path / "two.yaml").write_text("extends: free.yaml\nturn: {actions: 2}\n", "utf-8")
    assert load_named(tmp_path / "two.yaml").ruleset.turn.actions == 2
    for name in ("free", "two"):
        assert "budget" in load_named(tmp_path / f"{name}.yaml").ruleset.options
        assert load_named(tmp_path / f"{name}.yaml", {"budget": "3"}).ruleset.turn.actions == 3


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("battle/default", "max_days"),
        (LEVEL1, "max_player_turns"),
        ("xiangqi/standard", "no_capture_limit"),
    ],
)
def test_an_option_that_is_set_to_no_limit_is_still_one(name: str, option: str) -> None:
    """It is listed with its value; and where the ruleset counts days they are counted on."""
    found = load_named(name, {option: "~"})
    path = found.merged.path_of(found.ruleset.option(option).sets)
    node = found.merged.root.at(path)
    assert node is not None
    assert node.value is None
    assert [victory.in_days for victory in found.ruleset.victory if isinstance(victory, Limit)] in (
        [name.startswith("battle")],
        [],
    )


def test_a_value_that_says_what_holds_anyway_removes_nothing_in_vain(tmp_path: Path) -> None:
    """A unit of a variant's own that never attacks may say so."""
    file = tmp_path / "mine.yaml"
    text = "units: {scout: {letter: S, name: Scout, move: {step: all}, attack: ~}}\nturn: {groups: ~, order: ~}\n"
    file.write_text(f"extends: {LEVEL1}\nsilence: [W410]\n{text}", "utf-8")
    (vain,) = load_named(file).warnings()
    assert (vain.code, vain.values["key"]) == ("W201", "order")


def test_an_option_of_a_stranger_that_must_be_written_may_be_null(tmp_path: Path) -> None:
    """And one that would be something else if it were left out."""
    base = beside(tmp_path, "most: int | None\nleast: int | None = 1\n")
    text = base.read_text("utf-8")
    assert '"./mine.py:Mine": {}' in text
    base.write_text(
        text.replace('"./mine.py:Mine": {}', '"./mine.py:Mine": {most: 3, least: 2}'), "utf-8"
    )
    file = tmp_path / "other.yaml"
    file.write_text(
        'extends: box.yaml\nplugins: {"./mine.py:Mine": {most: ~, least: ~}}\n', "utf-8"
    )
    plugin = loaded(file).plugins["./mine.py:Mine"]
    assert plugin.model_dump() == {"most": None, "least": None}

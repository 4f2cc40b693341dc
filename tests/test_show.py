"""``wargrid show --from`` says behind every value where it comes from, and stays the ruleset that
it shows."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from wargrid.authoring.annotating import annotated, as_json, short_names
from wargrid.authoring.provenance import Origin, Origins
from wargrid.cli import main
from wargrid.loading import library
from wargrid.loading.loader import Loaded, load_named
from wargrid.source.yaml_reader import read, read_text
from wargrid.text.catalog import catalog

Captured = pytest.CaptureFixture[str]

OFTEN = (
    "lionheart/variants/hail",
    "battle/variants/skirmish",
    "xiangqi/variants/steppe",
    "breakthrough/standard",
)
EVERY = [
    name if name in OFTEN else pytest.param(name, marks=pytest.mark.slow)
    for name in library.names()
]

BASE = """\
name: Base
sides: [a, b]
board: {columns: 3, rows: 3}
turn: {actions: 1, may: {move: 1}}
first: {player: a}
units:
  man:
    letter: M
    name: Man
    men: 4
    move: [{ahead: 1}, {step: back}]
    captures: by_moving
  boy: {like: man, letter: B, name: Boy}
victory: {eliminate: {}, limit: 9}
setup:
  each: |
    M . B
options:
  last: victory.limit.turns
"""
VARIANT = """\
extends: base.yaml
turn: {actions: 2}
units:
  boy: {men: 3}
  man: {captures: ~}
victory: {limit: {turns: 20}}
"""


@pytest.fixture
def variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A variant and its base in the working folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.yaml").write_text(BASE)
    (tmp_path / "variant.yaml").write_text(VARIANT)
    return "variant.yaml"


@cache
def shipped(name: str) -> Loaded:
    """A shipped ruleset, loaded once."""
    return load_named(name)


def page(capsys: Captured, *arguments: str) -> list[str]:
    """The lines that the command prints, without the blanks that align them."""
    assert main(["--language", "en", "show", "--from", *arguments]) == 0
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def of(origins: Origins, *path: str | int) -> Origin:
    """The origin of the value at a path."""
    (found,) = [origin for origin in origins.all() if origin.path == path]
    return found


@pytest.mark.parametrize("name", EVERY)
def test_what_it_prints_is_the_same_ruleset(name: str) -> None:
    """Comments aside it reads as the joined document, in its order."""
    loaded = shipped(name)
    text = "\n".join(annotated(Origins(loaded), catalog("fr")))
    again = read_text(text, "shown.yaml").data
    assert again == loaded.merged.data
    assert list(again) == list(loaded.merged.data)


@pytest.mark.parametrize("name", EVERY)
def test_every_value_stands_at_its_line(name: str) -> None:
    """In the file that is named, the value named stands at that place."""
    origins = Origins(shipped(name))
    files = [*shipped(name).files, *shipped(name).scenarios.values()]
    nodes = [node for document in map(read, files) for _, node in document.root.walk()]
    marked = {(node.mark, str(node.plain())) for node in nodes}
    marked |= {
        (node.key_mark, "None") for node in nodes if node.value is None
    }  # ~ is told at its key
    written = [origin for origin in origins.all() if origin.written]
    assert len(written) > 20
    assert [
        origin.path for origin in written if (origin.mark, str(origin.value)) not in marked
    ] == []


def test_a_variant_s_value_names_the_variant_and_what_it_replaces(
    variant: str, capsys: Captured
) -> None:
    """With the line of either."""
    assert "actions: 2 # variant.yaml:2, instead of 1 (base.yaml:4)" in page(capsys, variant)


def test_a_value_of_the_base_names_the_base(variant: str, capsys: Captured) -> None:
    """The head says which file the short name is."""
    lines = page(capsys, variant)
    assert "columns: 3 # base.yaml:3" in lines
    assert lines[:3] == [
        "# variant, with everything joined in; behind each value stands where it comes from.",
        "# variant.yaml variant.yaml",
        "# base.yaml base.yaml",
    ]


def test_a_value_taken_over_names_the_unit_it_was_written_for(variant: str) -> None:
    """Through ``like``; what the unit says itself names no other."""
    origins = Origins(load_named(variant))
    taken = of(origins, "units", "boy", "move", 0, "ahead")
    assert (taken.like, taken.mark and taken.mark.line) == ("man", 11)
    assert of(origins, "units", "boy", "letter").like == ""


def test_a_variant_of_a_unit_like_another_replaces_what_the_other_says(
    variant: str, capsys: Captured
) -> None:
    """The boy had four men because the man has."""
    assert "men: 3 # variant.yaml:4, instead of 4 (base.yaml:10)" in page(capsys, variant)


def test_a_chain_of_likes_names_the_unit_that_wrote_the_value() -> None:
    """Not the one in between."""
    king = of(Origins(shipped("lionheart/level1")), "units", "king", "attack", "at")
    assert king.like == "infantry"


def test_settings_are_told(variant: str, capsys: Captured) -> None:
    """By path and by option."""
    lines = page(capsys, variant, "--set", "units.man.men=6", "--set", "last=30")
    assert "men: 6 # --set, instead of 4 (base.yaml:10)" in lines
    assert "turns: 30 # --set, instead of 20 (variant.yaml:6)" in lines


def test_a_scenario_names_its_own_file(capsys: Captured) -> None:
    """One that the ruleset names, another one, or one's own."""
    assert any(
        line.startswith("columns: 10 # ford.yaml:")
        for line in page(capsys, "battle/variants/skirmish")
    )
    assert any(
        " front.yaml:" in line for line in page(capsys, "battle/default", "--scenario", "front")
    )
    own = shipped("battle/default").scenarios["ford"]
    assert any(
        " ford.yaml:" in line for line in page(capsys, "battle/default", "--scenario", str(own))
    )


def test_defaults_are_comments(variant: str, capsys: Captured) -> None:
    """Of the ruleset, of a word, of a word's short form."""
    lines = page(capsys, variant)
    assert "# may_pass: true # default" in lines
    assert "# takes: ~ # default of ahead" in lines
    assert "# then: draw # default of limit" in lines


def test_defaults_of_plugins_name_the_plugin(capsys: Captured) -> None:
    """Those of a plugin's options, and of a word that it brings."""
    assert "# count: 4 # default of xiangqi.obstacles" in page(capsys, "xiangqi/terrains")
    assert "# indirect: false # default of damage (battle.damage)" in page(capsys, "battle/default")


def test_what_was_taken_away_is_told(variant: str, capsys: Captured) -> None:
    """With what holds instead; a plugin is simply gone."""
    assert "# captures: never # taken away in variant.yaml:5" in page(capsys, variant)
    assert "# lionheart.panic: ~ # taken away in hail.yaml:11" in page(
        capsys, "lionheart/variants/hail"
    )


def test_what_the_loader_takes_away_itself_is_not_told(capsys: Captured) -> None:
    """The scenario once laid, and options that set nothing any more."""
    lines = [*page(capsys, "battle/default"), *page(capsys, "lionheart/variants/hail")]
    assert [line for line in lines if "scenario:" in line or "panic_cycle" in line] == []


def test_pictures_stay_pictures(variant: str, capsys: Captured) -> None:
    """The comment stands behind the head of the block."""
    lines = page(capsys, variant)
    assert lines[lines.index("each: | # base.yaml:16") + 1] == "M . B"


def test_comments_are_aligned(variant: str, capsys: Captured) -> None:
    """As far as the values are short."""
    assert main(["show", "--from", variant]) == 0
    columns = {
        line.rindex("# ") for line in capsys.readouterr().out.splitlines()[3:] if "  # " in line
    }
    assert len(columns) == 1


def test_files_of_one_name_are_told_apart() -> None:
    """By as much of their paths as that takes."""
    assert short_names(["a/x/d.yaml", "a/y/d.yaml", "a/e.yaml"]) == {
        "a/x/d.yaml": "x/d.yaml", "a/y/d.yaml": "y/d.yaml", "a/e.yaml": "e.yaml",
    }  # fmt: skip


def test_a_list_said_in_several_places_is_told_item_by_item(variant: str, capsys: Captured) -> None:
    """As where one item was set."""
    lines = page(capsys, "lionheart/level1", "--set", "dice.battle.1=arrow")
    assert any(line.startswith("- axe # level1.yaml:") for line in lines)
    assert "- arrow # --set, instead of axe (level1.yaml:23)" in lines


def values_of(capsys: Captured, *arguments: str) -> dict[tuple[Any, ...], Any]:
    """What is told as JSON, by path."""
    assert main(["show", "--from", "--json", *arguments]) == 0
    told = capsys.readouterr().out
    assert told.count("\n") == 1
    return {tuple(value["path"]): value for value in json.loads(told)["values"]}


def test_origins_are_told_as_json(variant: str, capsys: Captured) -> None:
    """Every value with its path, place and sort of origin."""
    values = values_of(capsys, variant, "--set", "units.man.men=6")
    actions = values["turn", "actions"]
    assert actions["before"] == {"value": 1, "file": "base.yaml", "line": 4}
    assert (actions["value"], actions["origin"], actions["file"], actions["line"]) == (
        2,
        "file",
        "variant.yaml",
        2,
    )
    assert values["units", "man", "men"]["origin"] == "set"
    assert values["turn", "may_pass"]["origin"] == "default"
    assert values["units", "man", "captures"]["origin"] == "removed"
    assert values["units", "boy", "move", 1, "step"]["like"] == "man"


def test_no_path_is_told_twice() -> None:
    """Each value once."""
    for name in OFTEN:
        paths = [tuple(value["path"]) for value in as_json(Origins(shipped(name)))["values"]]
        assert len(paths) == len(set(paths)), name


def test_without_origins_json_is_the_ruleset_alone(capsys: Captured) -> None:
    """As plain data."""
    assert main(["show", "--json", "breakthrough/standard"]) == 0
    assert json.loads(capsys.readouterr().out) == shipped("breakthrough/standard").merged.data

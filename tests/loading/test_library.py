"""Rulesets are found by name, by path, and beside the file that asks."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

import wargrid
from wargrid.loading.library import UnknownRuleset, find, locate, names, parents_of, shipped_names
from wargrid.plugins.discovery import installed
from wargrid.source.inherit import resolve

FRAMEWORK = Path(wargrid.__file__).parent.parent
FILES = [
    "mine/level1.yaml",
    "mine/variants/sleet.yaml",
    "mine/_parts.yaml",
    "mine/looks.yaml",
    "mine/level1.tests.yaml",
    "mine/scenarios/bridge.yaml",
    "mine/armies/north.yaml",
    "mine/texts/fr.yaml",
    "mine/.hidden.yaml",
    "mine/notes.txt",
]


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A folder of rulesets named in WARGRID_PATH."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("name: Mine\n")
    monkeypatch.setenv("WARGRID_PATH", os.pathsep.join([str(tmp_path / "nowhere"), str(tmp_path)]))
    return tmp_path


def test_a_ruleset_is_named_by_its_path_below_the_root(shelf):
    assert [name for name in names() if name.startswith("mine")] == [
        "mine/level1",
        "mine/variants/sleet",
    ]


def test_names_are_sorted(shelf):
    assert names() == sorted(names())


def test_shipped_rulesets_are_distinguished(shelf):
    """The documentation and the examples of ``explain`` are of nothing else."""
    assert "mine/level1" in names()
    assert "mine/level1" not in shipped_names()
    assert set(shipped_names()) < set(names())


def test_a_ruleset_is_found_by_name(shelf):
    assert locate("mine/variants/sleet") == shelf / "mine/variants/sleet.yaml"


def test_a_ruleset_is_found_by_path(shelf):
    assert locate(shelf / "mine/level1.yaml") == shelf / "mine/level1.yaml"


@pytest.mark.parametrize(
    "name", ["level1", "../mine/level1", "level1.yaml", "_parts", "mine/level1"]
)
def test_extends_looks_beside_the_file_that_asks(shelf, name):
    found = locate(name, beside=shelf / "mine/any.yaml")
    assert found.resolve() in {
        (shelf / "mine/level1.yaml").resolve(),
        (shelf / "mine/_parts.yaml").resolve(),
    }


def test_a_base_two_levels_up_is_looked_for_beside_its_own_child(shelf):
    (shelf / "mine/variants/sleet.yaml").write_text("extends: ../level1\n")
    (shelf / "mine/level1.yaml").write_text("extends: _parts\n")
    (shelf / "top.yaml").write_text("extends: mine/variants/sleet\n")
    merged = resolve(find(shelf / "top.yaml"), parents_of(shelf / "top.yaml"))
    assert [Path(file).name for file in merged.files] == [
        "top.yaml",
        "sleet.yaml",
        "level1.yaml",
        "_parts.yaml",
    ]
    assert merged.data == {"name": "Mine"}


@pytest.mark.parametrize(
    "name", ["mine/looks", "mine/_parts", "mine/scenarios/bridge", "mine/level1.test", ""]
)
def test_other_files_are_not_found_by_name(shelf, name):
    with pytest.raises(UnknownRuleset):
        locate(name)


@pytest.mark.parametrize(
    "name", ["../secret", "mine/../mine/level1", "/etc/passwd", "a\0b", "x" * 5000]
)
def test_a_name_never_leaves_the_library(shelf, name):
    (shelf.parent / "secret.yaml").write_text("name: Secret\n")
    with pytest.raises(UnknownRuleset):
        locate(name)


def test_an_unknown_name_suggests_a_near_one(shelf):
    with pytest.raises(UnknownRuleset) as caught:
        locate("mine/levl1")
    assert caught.value.near[0] == "mine/level1"
    assert str(caught.value) == 'There is no ruleset "mine/levl1". Did you mean "mine/level1"?'


def test_the_last_word_of_a_name_is_near_enough(shelf):
    with pytest.raises(UnknownRuleset, match='Did you mean "mine/variants/sleet"'):
        locate("sleet")


@pytest.mark.parametrize("name", ["mine", "mine/"])
def test_a_folder_stands_for_its_only_ruleset(shelf, name):
    """Its variants are in folders below."""
    assert locate(name) == locate("mine/level1")


@pytest.mark.parametrize("usual", ["default", "standard"])
def test_a_folder_of_several_rulesets_stands_for_the_usual_one(shelf, usual):
    shutil.copy(shelf / "mine" / "level1.yaml", shelf / "mine" / f"{usual}.yaml")
    assert locate("mine") == locate(f"mine/{usual}")


def test_the_rulesets_of_a_folder_are_named_where_none_is_the_usual_one(shelf):
    shutil.copy(shelf / "mine" / "level1.yaml", shelf / "mine" / "level2.yaml")
    with pytest.raises(UnknownRuleset, match=r"Known are: mine/level1, mine/level2\.$"):
        locate("mine")


@pytest.mark.parametrize(("name", "expected"), [("own", "own.yaml"), ("new", "new/new.yaml")])
def test_a_path_without_a_suffix_suggests_the_file(shelf, monkeypatch, name, expected):
    """A name is never a path."""
    for path in (shelf / "own.yaml", shelf / "new" / "new.yaml"):
        path.parent.mkdir(exist_ok=True)
        path.write_text("name: Own\n")
    monkeypatch.delenv("WARGRID_PATH")
    monkeypatch.chdir(shelf)
    with pytest.raises(UnknownRuleset) as unknown:
        locate(name)
    assert unknown.value.near == [expected]


def test_without_a_near_name_all_names_are_listed(shelf):
    with pytest.raises(UnknownRuleset, match="Known are: battle/conquest, "):
        locate("zzzzzz")


def test_a_ruleset_is_never_suggested_to_extend_itself(shelf):
    """What is near the name that is asked for is another file than the one that asks."""
    with pytest.raises(UnknownRuleset) as unknown:
        locate("mine/level2", shelf / "mine" / "level1.yaml")

    assert "mine/level1" not in [*unknown.value.near, *unknown.value.known]


def test_a_missing_file_suggests_one_beside_its_reader(shelf, monkeypatch):
    """What stands in the current folder cannot be extended by that name."""
    (shelf / "levl1.yaml").write_text("name: Elsewhere\n")
    monkeypatch.chdir(shelf)
    with pytest.raises(UnknownRuleset) as unknown:
        locate("level.yaml", Path("mine/asking.yaml"))
    assert unknown.value.near == ["level1.yaml"]


def test_the_framework_knows_no_game_by_name():
    """Neither its code, its texts nor what it writes for beginners names a game of the library or a
    game's plugin; examples in docstrings may load one. Campaigns have battles, in the plain sense
    of the word: of that game, the rulesets and plugins are looked for."""
    games = {name.partition("/")[0] for name in names()} - {"battle"}
    games |= {name for name in [*names(), *installed()] if name.startswith("battle")}
    files = [path for path in FRAMEWORK.rglob("*") if path.suffix in (".py", ".yaml", ".tmpl")]

    example = re.compile(r"^ *>>> .*$", re.MULTILINE)
    texts = {path: example.sub("", path.read_text("utf-8")).casefold() for path in files}
    found = [(path.name, game) for path, text in texts.items() for game in games if game in text]
    assert found == [("defaults.py", "hill")]  # the colour of a ground, whose word is a game's too


def test_a_misspelt_file_suggests_the_one_beside_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "duel.yaml").write_text("name: Duel\n", "utf-8")
    with pytest.raises(UnknownRuleset) as caught:
        locate("mine/duell.yaml")
    assert str(caught.value) == 'There is no file mine/duell.yaml. Did you mean "mine/duel.yaml"?'

"""Rulesets are found by name, by path, and beside the file that asks."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

import wargrid
from wargrid.loading.library import UnknownRuleset, locate, names
from wargrid.plugins.discovery import installed

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


@pytest.mark.parametrize(
    "name", ["../secret", "mine/../mine/level1", "/etc/passwd", "a\0b", "x" * 5000]
)
def test_a_name_never_leaves_the_library(shelf, name):
    (shelf.parent / "secret.yaml").write_text("name: Secret\n")
    with pytest.raises(UnknownRuleset):
        locate(name)


@pytest.mark.parametrize("name", ["mine", "mine/"])
def test_a_folder_stands_for_its_only_ruleset(shelf, name):
    """Its variants are in folders below."""
    assert locate(name) == locate("mine/level1")


def test_the_rulesets_of_a_folder_are_named_where_none_is_the_usual_one(shelf):
    shutil.copy(shelf / "mine" / "level1.yaml", shelf / "mine" / "level2.yaml")
    with pytest.raises(UnknownRuleset, match=r"Known are: mine/level1, mine/level2\.$"):
        locate("mine")


def test_without_a_near_name_all_names_are_listed(shelf):
    with pytest.raises(UnknownRuleset, match="Known are: ataxx/standard, bagh_chal/standard, "):
        locate("zzzzzz")


def test_a_ruleset_is_never_suggested_to_extend_itself(shelf):
    """What is near the name that is asked for is another file than the one that asks."""
    with pytest.raises(UnknownRuleset) as unknown:
        locate("mine/level2", shelf / "mine" / "level1.yaml")

    assert "mine/level1" not in [*unknown.value.near, *unknown.value.known]


SPEAKING = ("wargrid/match/styles", "wargrid/players/engines", "wargrid_formats")
"""The packages for notations, engines and files of other programs."""


def test_the_framework_knows_no_game_by_name():
    """Neither its code, its texts nor what it writes for beginners names a game of the library or a
    game's plugin; examples in docstrings may load one. Campaigns have battles, in the plain sense
    of the word: of that game, the rulesets and plugins are looked for. What speaks with other
    programs or writes as books do may name the games that these are made for."""
    games = {name.partition("/")[0] for name in names()} - {"battle"}
    games |= {name for name in [*names(), *installed()] if name.startswith("battle")}
    files = [path for path in FRAMEWORK.rglob("*") if path.suffix in (".py", ".yaml", ".tmpl")]
    files = [
        path for path in files if not any(FRAMEWORK / part in path.parents for part in SPEAKING)
    ]

    example = re.compile(r"^ *>>> .*$", re.MULTILINE)
    texts = {path: example.sub("", path.read_text("utf-8")).casefold() for path in files}
    found = [(path.name, game) for path, text in texts.items() for game in games if game in text]
    # the colour of a ground, and the kind of a tile, whose word is a game's too
    of_others = {
        ("notation.py", "shogi"),
        ("uci.py", "chess"),
    }  # a style; what engines know unasked
    assert sorted({*found} - of_others) == [("defaults.py", "hill"), ("wesnoth.py", "hill")]

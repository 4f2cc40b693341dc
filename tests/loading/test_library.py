"""Rulesets are found by name, by path, and beside the file that asks."""

from __future__ import annotations

import ast
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
"""The packages that write as books, engines and files of other programs do: their docstrings and
comments may name the games that these standards are made for."""

OF_OTHERS = {
    ("notation.py", "shogi"), ("registry.py", "shogi"), ("shogi.py", "shogi"),  # a style
    ("uci.py", "chess"),  # what an engine knows without options
    ("server.py", "chess"), ("csa.py", "shogi"),  # within UCI_Chess960, and within JISHOGI
    ("pgn.py", "chess"),  # what the Variant tag of a plain game may say
    ("defaults.py", "hill"), ("defaults.py", "jungle"),  # the colours of grounds
    ("wesnoth.py", "hill"),  # the kind of a tile
}  # fmt: skip
"""The files whose code has a word of another program, or of English, that names a game, too."""


def code_of(text: str) -> str:
    """Return the code of a module without docstrings and comments."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [
                each for each in node.body
                if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
            ] or [ast.Pass()]  # fmt: skip
    return ast.unparse(tree)


def test_the_framework_knows_no_game_by_name():
    """Neither its code, its texts nor what it writes for beginners names a game of the library or a
    game's plugin; examples in docstrings may load one. There are battles and lines in the plain
    sense of the words: of such games, the rulesets and plugins are looked for."""
    plain = ("battle", "lines")
    games = {name.partition("/")[0] for name in names()} - {*plain}
    games |= {name for name in [*names(), *installed()] if name.startswith(plain)}
    files = [path for path in FRAMEWORK.rglob("*") if path.suffix in (".py", ".yaml", ".tmpl")]
    speaking = [FRAMEWORK / part for part in SPEAKING]

    example = re.compile(r"^ *>>> .*$", re.MULTILINE)
    texts = {path: example.sub("", path.read_text("utf-8")) for path in files}
    for path in texts:
        if path.suffix == ".py" and not {*speaking}.isdisjoint(path.parents):
            texts[path] = code_of(texts[path])
    said = {path: text.casefold() for path, text in texts.items()}
    found = {(path.name, game) for path, text in said.items() for game in games if game in text}
    assert found == OF_OTHERS

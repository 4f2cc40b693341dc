"""A game is loaded by name, by path, from a text or from a ruleset, with the files it extends."""

from __future__ import annotations

from pathlib import Path

import pytest

import wargrid
from boxes import BOX
from rulesets import made
from wargrid import RulesetError
from wargrid.loading.loader import (
    chooses_one_word,
    joined,
    load_text,
)
from wargrid.source.document import Node


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of rulesets in which ``duel`` is the box."""
    (tmp_path / "duel.yaml").write_text(BOX, "utf-8")
    monkeypatch.setenv("WARGRID_PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(folder: Path, name: str, text: str) -> Path:
    """Write a ruleset into a folder."""
    path = folder / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def refused(name: str | Path, **settings: object) -> RulesetError:
    """Why a ruleset cannot be loaded."""
    with pytest.raises(RulesetError) as caught:
        wargrid.load(name, settings)
    return caught.value


def test_a_file_of_no_library_is_named_by_its_stem(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its folder does not matter."""
    monkeypatch.delenv("WARGRID_PATH")
    assert wargrid.load(put(shelf, "far/away/mine", BOX)).name == "mine"


@pytest.mark.parametrize("name", ["lionheart/level2", "battle/conquest", "xiangqi/terrains"])
def test_a_text_given_in_one_language_replaces_its_parents_in_all(name: str) -> None:
    """A name, a summary, the name of a face or of a value: none keeps the parent's French."""
    nodes = joined(name).root.walk()
    places = [path for path, node in nodes if _is_text(node)]
    assert len(places) > 20
    for path in places:
        assert chooses_one_word(path)
        merged = joined(name)
        merged.set(path, "{en: Mine}")
        assert merged.root.at(path).plain() == {"en": "Mine"}  # type: ignore[union-attr]


def _is_text(node: Node) -> bool:
    return isinstance(node.value, dict) and set(node.value) == {"en", "fr"}


def test_no_larger_board_is_loaded() -> None:
    with pytest.raises(RulesetError) as refused:
        made("units: {man: {letter: M, name: Man, move: {step: all}}}", size="121 x 1")
    assert {each.code for each in refused.value.diagnostics} == {"E312"}


HEAD = "name: G\nsides: [white, black]\nboard: {columns: 6, rows: 6}\nturn: {actions: 4}\n"


@pytest.mark.parametrize(
    "text", [HEAD, HEAD + "units: ~\n", "extends: breakthrough/standard\nunits: ~\n"]
)
def test_a_ruleset_without_units_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(RulesetError, match="units"):
        load_text(text, "x.yaml")

"""A game is loaded by name, by path, from a text or from a ruleset, with the files it extends."""

from __future__ import annotations

from pathlib import Path

import pytest

import wargrid
from boxes import BOX, boxed, broken
from rulesets import made
from wargrid import RulesetError
from wargrid.authoring.perft import perft
from wargrid.loading.loader import (
    chooses_one_word,
    joined,
    load_document,
    load_named,
    load_text,
    written,
)
from wargrid.ruleset.models import Ruleset
from wargrid.source.document import Node
from wargrid.source.yaml_reader import read_text


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


def test_a_name_a_path_and_a_text_load_the_same_game(shelf: Path) -> None:
    """Equal starts, equal moves; a game knows its name."""
    games = [wargrid.load(what) for what in ("duel", shelf / "duel.yaml", "duel.yaml")] + [
        load_text(BOX, "b", "duel")
    ]
    assert [game.name for game in games] == ["duel"] * 4
    assert all(game.start() == games[0].start() for game in games)
    assert len({perft(game, game.start(), 3) for game in games}) == 1


def test_a_file_of_no_library_is_named_by_its_stem(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its folder does not matter."""
    monkeypatch.delenv("WARGRID_PATH")
    assert wargrid.load(put(shelf, "far/away/mine", BOX)).name == "mine"


def test_a_text_without_a_name_is_named_by_its_file() -> None:
    """Diagnostics name it so."""
    assert boxed().name == "box.yaml"


def test_a_ruleset_made_in_python_is_a_game(shelf: Path) -> None:
    """It needs no file."""
    ruleset = load_named("duel").ruleset
    assert isinstance(ruleset, Ruleset)
    assert wargrid.load(ruleset).start() == wargrid.load("duel").start()


def test_options_of_a_removed_value_are_removed(shelf: Path) -> None:
    """They cannot be set any more."""
    put(shelf, "mine", "extends: duel\nunits: {guard: {move: ~}}\n")
    assert wargrid.load("mine").ruleset.options == {}
    assert refused("mine", reach=1).diagnostics[0].name == "unknown_option"


def test_an_option_into_a_part_set_to_null_is_removed(shelf: Path) -> None:
    """Its path leads nowhere then."""
    put(
        shelf,
        "duel",
        f"{BOX.replace('options:', 'options:' + chr(10) + '  start: units.guard.attack.start')}",
    )
    put(shelf, "mine", "extends: duel\nunits: {guard: {attack: ~}}\nsilence: [W406, W404]\n")
    assert list(load_named("mine").ruleset.options) == ["reach"]


def test_an_option_into_a_word_that_is_not_chosen_is_refused() -> None:
    """It was not removed: it never was there."""
    with pytest.raises(RulesetError) as caught:
        load_text(
            broken("reach: units.guard.move.ahead => reach: units.guard.attack.at.volley"),
            "box.yaml",
        )
    assert [diagnostic.name for diagnostic in caught.value.diagnostics] == ["option_without_target"]


def test_a_diagram_is_written_as_it_is_drawn(shelf: Path) -> None:
    """As a block text."""
    assert "setup: |\n  . c g .\n" in written(
        load_document(read_text(BOX, "box.yaml"), "box").merged
    )


def test_a_whole_number_as_a_key_is_reported_at_that_key() -> None:
    """Units, sides and faces are called by words."""
    with pytest.raises(RulesetError) as caught:
        load_text(
            broken(
                "  guard:\n =>   7:\n", "like: guard\n => like: 7\n", "units.guard. => units.7."
            ),
            "box.yaml",
        )
    assert (12, 3) in [
        (diagnostic.line, diagnostic.column) for diagnostic in caught.value.diagnostics
    ]


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


@pytest.mark.parametrize(("size", "cells"), [("60 x 60", 3_600), ("120 x 120", 14_400)])
def test_a_large_board_is_loaded(size: str, cells: int) -> None:
    """Its cells have names to the last one, and its units their moves."""
    body = "units: {man: {letter: M, name: Man, move: {step: all}}}\nvictory: {eliminate: {}}"
    columns, rows = map(int, size.split(" x "))
    setup = "\n".join(["m " * columns, *[". " * columns] * (rows - 2), "M " * columns])
    game = made(body, setup=setup)
    assert game.grid.cells == cells
    assert game.grid.cell(game.grid.name(cells - 1)) == cells - 1
    assert len(game.moves(game.start())) == 3 * columns - 1  # and the end


def test_no_larger_board_is_loaded() -> None:
    with pytest.raises(RulesetError) as refused:
        made("units: {man: {letter: M, name: Man, move: {step: all}}}", size="121 x 1")
    assert {each.code for each in refused.value.diagnostics} == {"E312"}

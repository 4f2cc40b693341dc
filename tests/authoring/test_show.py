"""``wargrid show``: the merged ruleset, and the file and line of every value."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from command_line import Captured
from wargrid.authoring.provenance import Origins, ValueOrigin
from wargrid.cli import main
from wargrid.loading import library
from wargrid.loading.loader import Loaded, load_named
from wargrid.source.yaml_reader import read, read_text

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
    """A variant and its base in the current folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.yaml").write_text(BASE)
    (tmp_path / "variant.yaml").write_text(VARIANT)
    return "variant.yaml"


@cache
def shipped(name: str) -> Loaded:
    return load_named(name)


def page(capsys: Captured, *arguments: str) -> list[str]:
    """Return the lines that the command prints, without the blanks that align them."""
    assert main(["show", "--from", *arguments]) == 0
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def of(origins: Origins, *path: str | int) -> ValueOrigin:
    (found,) = [origin for origin in origins.all() if origin.path == path]
    return found


def _is_emptied(value: object) -> bool:
    """Whether a file removes every entry of a map."""
    return isinstance(value, dict) and list(value.values()) == [None] * len(value)


@pytest.mark.parametrize("name", EVERY)
def test_every_value_is_written_at_its_line(name: str) -> None:
    """A map all of whose entries are removed is left empty."""
    origins = Origins(shipped(name))
    files = [*shipped(name).files, *shipped(name).scenarios.values()]
    nodes = [node for document in map(read, files) for _, node in document.root.walk()]
    marked = {(node.location, str(node.plain())) for node in nodes}
    marked |= {(node.key_location, "None") for node in nodes if node.value is None}
    marked |= {(node.location, "{}") for node in nodes if _is_emptied(node.plain())}
    written = [origin for origin in origins.all() if not origin.is_default]
    assert len(written) > 20
    lost = [each.path for each in written if (each.location, str(each.value)) not in marked]
    assert lost == []


def test_settings_and_items_of_lists_have_their_place(variant: str, capsys: Captured) -> None:
    lines = page(capsys, variant, "--set", "units.man.men=6", "--set", "last=30")
    assert "men: 6 # --set, was 4 (base.yaml:10)" in lines
    assert "turns: 30 # --set, was 20 (variant.yaml:6)" in lines
    lines = page(capsys, "lionheart/level1", "--set", "dice.battle.1=arrow")
    (place,) = {
        line.partition("# ")[2] for line in lines if line.startswith("- axe # level1.yaml:")
    }
    assert f"- arrow # --set, was axe ({place})" in lines


def test_the_loader_s_own_changes_are_not_shown(capsys: Captured) -> None:
    """The scenario once it is merged, and options of what was removed."""
    lines = [*page(capsys, "battle/default"), *page(capsys, "lionheart/variants/hail")]
    assert [line for line in lines if "scenario:" in line or "panic_cycle" in line] == []


@pytest.mark.parametrize("more", [[], ["--from"], ["--json"], ["--from", "--json"]])
def test_invisible_characters_are_escaped(more: list[str], variant: str, capsys: Captured) -> None:
    """The output is the same text when it is read again."""
    Path(variant).write_text(f'{VARIANT}name: "a\u200bb"\nsummary: "c\u00e9\u00a0d"\n', "utf-8")
    assert main(["show", *more, variant]) == 0
    out = capsys.readouterr().out
    assert "\u200b" not in out
    assert "\\u200b" in out
    if not more:
        assert read_text(out, "shown.yaml").data["name"] == "a\u200bb"

"""The style of docs/notation.md, offered as an installed package would."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import wargrid
from following import steps
from places import ROOT
from wargrid.match import read_move
from wargrid.match.styles import style_of
from wargrid.offers import NotOffered


def test_the_style_of_the_page_writes_and_reads_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs/notation.md").read_text("utf-8")
    for step in steps(page):
        if step.file:
            (tmp_path / step.file).write_text(step.text or "", "utf-8")
    offered = (tmp_path / "pyproject.toml").read_text("utf-8").rpartition("]\n")[2].replace('"', "")
    info = tmp_path / "rows-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: rows\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[wargrid.notations]\n{offered}", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    tower = (tmp_path / "tower.yaml").read_text("utf-8")
    file = tmp_path / "rows.yaml"
    file.write_text(tower.replace("notation: algebraic", "notation: rows"), "utf-8")
    game = wargrid.load(file)
    style, start = style_of(game), game.start()
    move = read_move(game, start, "a1-a2")
    assert style.write(start, move) == "1,1-2,1"
    assert style.read(start, "1,1-2,1") == [move]
    sys.modules.pop("rows")


def test_a_style_whose_package_is_gone_is_named() -> None:
    game = wargrid.load("chess/standard")
    with pytest.raises(NotOffered, match="elvish"):
        wargrid.match.styles.style_named("elvish", game)

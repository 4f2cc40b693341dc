"""What is said for one side and meant for both is doubted: zones one lacks, small letters in the
rows of a side."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargrid.loading.loader import load_named
from wargrid.source.diagnostics import Diagnostic

XIANGQI = "xiangqi/standard"
LEVEL1, LEVEL2 = "lionheart/level1", "lionheart/level2"


def doubts(folder: Path, base: str, said: str) -> list[Diagnostic]:
    """What is doubted about a variant, by the names of the doubts asked here."""
    file = folder / "mine.yaml"
    file.write_text(f"extends: {base}\nname: Mine\n{said}\n", "utf-8")
    return [
        doubt
        for doubt in load_named(file).warnings()
        if doubt.name in ("zone_of_one", "case_unread")
    ]


def test_a_palace_of_one_side_is_doubted_where_both_have_units_bound_to_it(tmp_path: Path) -> None:
    """XQ-03: the black general and his guards could never move."""
    (doubt,) = doubts(tmp_path, XIANGQI, 'zones: {palace: {each: ~, red: "d1:f3"}}')

    assert (doubt.code, doubt.severity, doubt.line, doubt.path) == (
        "W409",
        "warning",
        3,
        ("zones", "palace"),
    )
    assert "no cells for black, whose units are bound to it (general, guard)" in doubt.what()


@pytest.mark.parametrize(
    "cells", ['{each: "d1:f3"}', '{each: ~, red: "d1:f3", black: "d8:f10"}', '"d1:f10"']
)
def test_a_palace_of_both_sides_is_not_doubted(tmp_path: Path, cells: str) -> None:
    """However their cells are written."""
    assert doubts(tmp_path, XIANGQI, f"zones: {{palace: {cells}}}") == []


def test_a_zone_of_one_side_is_not_doubted_where_only_its_units_are_bound_to_it(
    tmp_path: Path,
) -> None:
    """A side that has no such unit misses no cells."""
    alone = "units: {guard: {move: {step: diagonal}}, general: {move: {step: {directions: orthogonal}}}, "
    alone += "keeper: {like: guard, letter: E, name: Keeper, move: {step: {directions: all, within: palace}}}}"
    assert doubts(tmp_path, XIANGQI, f'zones: {{palace: {{each: ~, red: "d1:f3"}}}}\n{alone}') == []


@pytest.mark.parametrize(
    ("base", "said", "line"),
    [
        (LEVEL1, "setup:\n  each: |\n    . . N a K A N . .\n    . . a . . . . . .", 5),
        (LEVEL2, "deploy: {armies: {few: {name: Few, each: '. . A n K . . . .'}}}", 3),
    ],
)
def test_a_small_letter_in_the_rows_of_each_side_is_doubted(
    tmp_path: Path, base: str, said: str, line: int
) -> None:
    """It is read as a capital; the first in each picture is told."""
    (doubt,) = doubts(tmp_path, base, said)

    letter = doubt.source_line[doubt.column - 1 :][: doubt.length]
    assert (doubt.code, doubt.line, doubt.values["letter"]) == ("W409", line, letter)


def test_capitals_in_the_rows_of_each_side_are_not_doubted(tmp_path: Path) -> None:
    """Nor is what they face."""
    assert doubts(tmp_path, LEVEL1, "setup: {each: '. . N A^ K A N . .'}") == []

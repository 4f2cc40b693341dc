"""What a zone says for a side is told at its own words: a side there is not, a cell there is not, a
side left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargrid.loading.loader import load_named
from wargrid.source.diagnostics import Diagnostic, RulesetError

MARCH = """\
name: March
sides: {white: {edge: west}, black: {edge: east}}
first: {player: white}
board: {columns: 6, rows: 3}
zones:
  goal: {each: "f1:f3"}
  entry: {each: "b1:b3"}
turn: {actions: ~, may: {move: 0}, per_unit: {any: 1}, entry: {zone: entry, most: 2}}
units:
  guard: {letter: G, name: Guard, captures: by_moving, move: {step: all}}
victory: {occupy: {unit: guard, zone: goal, count: 1}, limit: 100}
setup: |
  G . . . . g
  . . . . . .
  G . . . . g
"""
MUSTER = """\
extends: march.yaml
name: Muster
turn: {entry: ~}
zones: {entry: ~, camp: {each: "a1:a3"}, pit: {black: "d1:d2"}}
deploy: {zone: camp, bases: 2, units: {guard: {men: 2}}}
"""


def told(folder: Path, *changes: str, muster: str = "") -> list[Diagnostic]:
    """The faults, or the doubts of a game that is sound; each change is ``what => what
    instead``."""
    text, more = MARCH, MUSTER
    for change in changes:
        old, _, new = change.partition(" => ")
        assert old in (more if muster else text)
        text, more = text.replace(old, new), more.replace(old, new)
    (folder / "march.yaml").write_text(text, "utf-8")
    (folder / "muster.yaml").write_text(more, "utf-8")
    try:
        return load_named(folder / (muster or "march.yaml")).warnings()
    except RulesetError as error:
        return list(error.diagnostics)


def under(diagnostic: Diagnostic) -> tuple[str, str, int, str]:
    """Code, file and line of a fault, and what is underlined."""
    return (
        diagnostic.code,
        Path(diagnostic.file).name,
        diagnostic.line,
        diagnostic.source_line[diagnostic.column - 1 :][: diagnostic.length],
    )


@pytest.mark.parametrize(
    ("change", "line", "key", "near"),
    [
        ('entry: {each: "b1:b3"} => entry: {white: "b1:b3", blak: "e1:e3"}', 7, "blak", "black"),
        ('goal: {each: "f1:f3"} => goal: {whit: "f1:f3", black: "a1:a3"}', 6, "whit", "white"),
        ('goal: {each: "f1:f3"} => goal: {eech: "f1:f3"}', 6, "eech", "each"),
    ],
)
def test_a_side_that_there_is_not_is_told_alone(
    tmp_path: Path, change: str, line: int, key: str, near: str
) -> None:
    """At its key, with what was meant, and without what comes of it."""
    (diagnostic,) = told(tmp_path, change)
    assert under(diagnostic) == ("E411", "march.yaml", line, key)
    assert f'Did you mean "{near}"?' in diagnostic.cure()


def test_a_side_of_a_zone_that_a_variant_takes_away_is_told_where_it_went(tmp_path: Path) -> None:
    """The base that said it is not at fault."""
    told(tmp_path, 'goal: {each: "f1:f3"} => goal: {white: "f1:f3", black: "a1:a3"}')
    file = tmp_path / "gold.yaml"
    file.write_text("extends: march.yaml\nsides:\n  black: ~\n  gold: {edge: east}\n", "utf-8")
    with pytest.raises(RulesetError) as wrong:
        load_named(file)
    assert under(wrong.value.diagnostics[0]) == ("E454", "gold.yaml", 3, "black")
    assert wrong.value.diagnostics[0].values["places"] == "zones.goal.black"


@pytest.mark.parametrize("cells", ['{white: "b1:b3"}', '{white: "b1:b3", black: ""}'])
def test_a_side_without_cells_to_enter_is_doubted_at_the_zone(tmp_path: Path, cells: str) -> None:
    """Its units would never come."""
    (doubt,) = told(tmp_path, f'entry: {{each: "b1:b3"}} => entry: {cells}')
    assert under(doubt) == ("W409", "march.yaml", 7, "entry")
    assert doubt.what() == 'The zone "entry" has no cells for black, which is to enter there.'


def test_a_side_without_a_zone_that_only_the_other_needs_is_not_doubted(tmp_path: Path) -> None:
    """White alone may win by occupation."""
    assert told(tmp_path, 'goal: {each: "f1:f3"} => goal: {white: "f1:f3"}') == []


@pytest.mark.parametrize("least", ["bases: 2", "bases: {max: 2}"])
def test_a_side_without_cells_to_deploy_in_is_told_at_the_zone(tmp_path: Path, least: str) -> None:
    """Whether it must have bases or not."""
    changes = ('camp: {each: "a1:a3"} => camp: {white: "a1:a3"}', f"bases: 2 => {least}")
    (diagnostic,) = told(tmp_path, *changes, muster="muster.yaml")
    assert under(diagnostic) == ("E472", "muster.yaml", 4, "camp")
    assert "no cells for black" in diagnostic.what()


def test_a_side_may_deploy_only_types_with_zones_of_their_own(tmp_path: Path) -> None:
    """Then it needs no cells in the zone of all."""
    changes = (
        'camp: {each: "a1:a3"} => camp: {white: "a1:a3"}',
        "units: {guard: {men: 2}} => units: {guard: {men: 2}, thief: {men: 2, zone: pit}}",
        "bases: 2 => bases: {max: 2}",
        "deploy: => units: {thief: {like: guard, letter: T, name: Thief}}\ndeploy:",
    )
    assert told(tmp_path, *changes, muster="muster.yaml") == []


@pytest.mark.parametrize(
    ("cells", "line", "word"),
    [
        ('{each: ["f1", "f2 f7"]}', 6, "f7"),
        ("{white: f1, black: 'a1 a7'}", 6, "a7"),
        ("\n    white:\n      - f1\n      - f1:f7", 9, "f1:f7"),
        ("|\n    f1 f2\n    f3 f7\n", 8, "f7"),
        ('"f1,f2"', 6, "f1,f2"),
    ],
)
def test_a_cell_that_there_is_not_is_underlined_itself(
    tmp_path: Path, cells: str, line: int, word: str
) -> None:
    """However the cells of the zone are written."""
    (diagnostic,) = told(tmp_path, f'goal: {{each: "f1:f3"}} => goal: {cells}')
    assert under(diagnostic) == ("E437", "march.yaml", line, word)


def test_a_cell_that_a_variant_names_for_a_side_is_told_in_the_variant(tmp_path: Path) -> None:
    """Beside the cells of the other side, that its base has named."""
    told(tmp_path, 'goal: {each: "f1:f3"} => goal: {white: "f1:f3", black: "a1:a3"}')
    (tmp_path / "more.yaml").write_text(
        "extends: march.yaml\nzones:\n  goal:\n    black: [a1, a9]\n", "utf-8"
    )
    with pytest.raises(RulesetError) as wrong:
        load_named(tmp_path / "more.yaml")
    assert [under(diagnostic) for diagnostic in wrong.value.diagnostics] == [
        ("E437", "more.yaml", 4, "a9")
    ]

"""Markers: what a game notes on units, cells and sides, how it ends, and how it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxes import located
from rulesets import made, written
from support import Table
from wargrid import PositionError
from wargrid.authoring.ruletests.files import read_tests
from wargrid.authoring.ruletests.runner import Games, run_all
from wargrid.match import digest, read_position, write_position

MARKED = """
zones: {cities: {each: "a1 c1"}}
markers:
  moved: {per: unit, units: rook, set_by: moving}
  fuel: {per: unit, start: {rook: 9, pawn: 4}}
  dug_in: {per: unit, until: moving}
  ordered: {per: unit, until: turn_end}
  passed: {per: cell, of: side, holds: cell, until: own_turn}
  owner: {per: cell, holds: side, zone: cities, start: {cities: own}}
  money: {per: side, start: {black: 200}}
units:
  rook: {letter: R, name: Rook, move: {slide: orthogonal}, captures: by_moving}
  pawn: {letter: P, name: Pawn, move: {step: forward}, captures: by_moving}
"""
HOW = {"turn": "turn: {actions: 2, may: {move: 1}}", "setup": "r . p\n. . .\nR . P"}
GAME = made(MARKED, **HOW)


def table(**lines: str) -> Table:
    """Begin the game with lines of a position in which white has both actions."""
    more = "".join(f"marker {word}: {value}\n" for word, value in lines.items())
    text = f"r . p\n. . .\nR . P\nside: white\nactions: 2\nturn: 1\n{more}"
    return Table(GAME, read_position(GAME, text), "", (3, 3))


def shown(game: Table) -> dict[str, str]:
    """Return the lines of the position about markers."""
    lines = (line.partition(": ") for line in write_position(game.position).splitlines())
    return {head.split()[1]: rest for head, _, rest in lines if head.startswith("marker ")}


def test_markers_begin_with_the_values_of_the_ruleset() -> None:
    """By type of unit, by the zone of each side, by side; others are 0 or none."""
    start = GAME.start()

    fuel, owner = GAME.markers["fuel"], GAME.markers["owner"]
    assert [fuel.value(start, GAME.grid.cell(cell)) for cell in ("a1", "c1")] == [9, 4]
    assert [owner.owner(start, GAME.grid.cell(cell)) for cell in ("a1", "a3", "b2")] == [0, 1, -1]
    assert [start.marker("money", side) for side in (0, 1)] == [0, 200]
    assert start.marked() == ()


def test_moving_sets_a_marker_and_ends_another() -> None:
    """Only the types that bear the marker are marked, whether they move or take."""
    game = table(dug_in="a1 1, c1 1")

    game.play("c1-c2", "a1xa3")

    assert shown(game) == {"moved": "a3 1"}


def test_markers_end_when_a_turn_does() -> None:
    """Those of ``turn_end`` with any turn, those of ``own_turn`` when the owner's next begins."""
    game = table(ordered="a1 1, c3 1", passed="white b2 c2, black b1 a1")

    game.play("end")
    assert shown(game) == {"passed": "white b2 c2"}
    game.play("end")
    assert shown(game) == {}


def test_a_position_is_written_and_read_without_loss() -> None:
    """Numbers, sides, cells, none, and each side's cells."""
    lines = {
        "moved": "a1 1",
        "fuel": "a1 3, c3 0",
        "passed": "black b3 b2",
        "owner": "a1 none, c3 white",
        "money": "white 700",
    }

    game = table(**lines)

    assert shown(game) == lines
    again = read_position(GAME, write_position(game.position))
    assert (again, digest(again)) == (game.position, digest(game.position))


def test_positions_with_other_markers_differ() -> None:
    """In equality, in the keys of a search and in the mark of a repetition."""
    one, other = table(fuel="a1 3").position, table(fuel="a1 4").position

    assert one != other
    assert hash(one) != hash(other)
    assert GAME.search.key(one) != GAME.search.key(other)
    assert GAME._mark_of(one) != GAME._mark_of(other)


def test_positions_share_the_lists_of_markers_until_one_is_written() -> None:
    """A move without markers copies none, and a marker is written to its own list alone."""
    game = table()
    before = game.position

    game.play("c1-c2")
    assert all(one is other for one, other in zip(before.marks, game.position.marks, strict=True))
    game.play("a1-a2")
    shared = [one is other for one, other in zip(before.marks, game.position.marks, strict=True)]
    assert shared == [False, True, True, True, True, True, True]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("marker fule: a1 3", "position.unknown_line"),
        ("marker fuel: a1 10", "position.number"),
        ("marker fuel: b2 3", "nobody_there"),
        ("marker fuel: z9 3", "no_cell"),
        ("marker moved: c1 1", "position.marker_place"),
        ("marker owner: b2 white", "position.marker_place"),
        ("marker owner: a1 green", "position.side"),
        ("marker money: green 3", "position.side"),
        ("marker passed: b2 c2", "position.side"),
        ("marker passed: white b2 z9", "no_cell"),
        ("marker fuel: ", "no_cell"),
    ],
)
def test_a_wrong_line_of_a_position_is_refused(line: str, code: str) -> None:
    """An unknown marker, a value out of range, a place that does not bear it."""
    with pytest.raises(PositionError) as error:
        read_position(GAME, f"r . p\n. . .\nR . P\n{line}")

    assert (error.value.line, error.value.refusal.code) == (4, code)


TESTS = """
ruleset: made.yaml
tests:
- name: a rook that moves is marked, and burns nothing
  board: |
    r . p
    . . .
    R . P
  actions: 2
  markers: {fuel: {a1: 3}, moved: a3, owner: {a1: black}}
  play: a1-a2
  expect:
    markers:
      moved: {a2: 1}
      fuel: {a2: 3, a3: 9}
      owner: {a1: black, c1: white}
      money: {black: 200}
    events: [{marked: {marker: moved, where: a1, value: 1}}]
"""


@pytest.mark.parametrize(
    ("change", "result"),
    [
        ("R . P => R . P", []),
        ("a2: 1 => a2: 0", ["tests.marker"]),
        ("{black: 200} => {black: 100}", ["tests.marker"]),
        ("a1: black, c1 => a1: none, c1", ["tests.marker"]),
        ("where: a1 => where: a2", ["tests.events"]),
    ],
)
def test_rule_tests_set_and_expect_markers(tmp_path: Path, change: str, result: list[str]) -> None:
    """Values before the first move, values after it, and the event."""
    old, new = change.split(" => ")
    (tmp_path / "made.yaml").write_text(written(MARKED, **HOW), "utf-8")
    file = tmp_path / "made.tests.yaml"
    file.write_text(TESTS.replace(old, new), "utf-8")

    found = [
        failure.key for each in run_all(read_tests(file), Games()) for failure in each.failures
    ]

    assert found == result


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("fuel: {a1: 3} => fule: {a1: 3}", "10:13 test_word"),
        ("fuel: {a1: 3} => fuel: {a1: 30}", "10:24 test_position"),
        ("fuel: {a1: 3} => fuel: {b1: 3}", "10:20 test_position"),
        ("fuel: {a2: 3 => fuel: {b2: 3", "15:14 test_position"),
    ],
)
def test_a_wrong_marker_in_a_rule_test_is_an_error(
    tmp_path: Path, change: str, expected: str
) -> None:
    """At its place, before anything is compared."""
    old, new = change.split(" => ")
    (tmp_path / "made.yaml").write_text(written(MARKED, **HOW), "utf-8")
    file = tmp_path / "made.tests.yaml"
    file.write_text(TESTS.replace(old, new), "utf-8")

    (outcome,) = run_all(read_tests(file), Games())

    assert [located(each) for each in outcome.diagnostics] == [expected]


def test_a_game_without_markers_has_none() -> None:
    """Its positions hold an empty tuple, and its text has no line about them."""
    plain = made("units: {pawn: {letter: P, name: Pawn, move: {step: forward}}}", setup="P")

    assert plain.start().marks == ()
    assert "marker" not in write_position(plain.start())

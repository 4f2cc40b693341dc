"""Markers: what a game notes on units, cells and sides, how it ends, and how it is written."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from boxes import located, offering
from rulesets import made, written
from support import Table as Tried
from wargrid import Plugin, PositionError, hookimpl
from wargrid.authoring.plugintests import INVARIANTS, walk
from wargrid.authoring.plugintests.walks import Walk
from wargrid.authoring.ruletests.coverage import Coverage
from wargrid.authoring.ruletests.files import read_tests
from wargrid.authoring.ruletests.runner import Games, run_all
from wargrid.events import Appeared, Eliminated, Joined, Marked
from wargrid.loading.loader import load_text
from wargrid.match import digest, read_position, write_position
from wargrid.plugins import results
from wargrid.plugins.base import InvalidHookResultError

MARKED = """
zones: {cities: {each: "a1 c1"}}
markers:
  moved: {per: unit, units: rook, set_by: moving}
  fuel: {per: unit, start: {rook: 9, pawn: 4}}
  dug_in: {per: unit, until: moving}
  ordered: {per: unit, until: turn_end}
  passed: {per: cell, of: side, holds: cell, until: own_turn}
  owner: {per: cell, holds: side, zone: cities, start: {cities: own}}
  money: {per: side, start: {black: 200}, name: purse}
units:
  rook: {letter: R, name: Rook, move: {slide: orthogonal}, captures: by_moving}
  pawn: {letter: P, name: Pawn, move: {step: forward}, captures: by_moving}
"""
HOW = {"turn": "turn: {actions: 2, may: {move: 1}}", "setup": "r . p\n. . .\nR . P"}
GAME = made(MARKED, **HOW)


def table(**lines: str) -> Tried:
    """Begin the game with lines of a position in which white has both actions."""
    more = "".join(f"marker {word}: {value}\n" for word, value in lines.items())
    text = f"r . p\n. . .\nR . P\nside: white\nactions: 2\nturn: 1\n{more}"
    return Tried(GAME, read_position(GAME, text), "", (3, 3))


def shown(game: Tried) -> dict[str, str]:
    """Return the lines of the position about markers."""
    lines = (line.partition(": ") for line in write_position(game.position).splitlines())
    return {head.split()[1]: rest for head, _, rest in lines if head.startswith("marker ")}


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
    repeats = made(f"{MARKED}victory: {{eliminate: {{}}, repetition: {{}}}}\n", **HOW)
    texts = map(write_position, (one, other))
    marks = [repeats.engine.with_outcome(read_position(repeats, text)).past for text in texts]
    assert marks[0] != marks[1]


def test_a_unit_that_appears_begins_with_the_markers_of_the_start() -> None:
    """Whether it gets the id of a fallen unit or a new one."""
    game = table(fuel="a1 3")

    fallen = game.position.after([Eliminated(0), Appeared(1, 0, "rook", 0)])
    new = game.position.after([Appeared(1, 0, "rook", 0)])

    assert [each.marker("fuel", 1) for each in (fallen, new)] == [9, 9]
    assert new.marker("fuel", 0) == 3
    assert all(each.is_whole() for each in (fallen, new))


class Turncoats(Plugin):
    @hookimpl
    def turncoats(self) -> list[str]:
        return ["rook"]


def test_a_unit_that_changes_sides_keeps_its_markers(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has another id afterwards."""
    text = written(MARKED + "plugins: {test.coats: {}}\n", **HOW)
    with offering(monkeypatch, test__coats=Turncoats):
        expected = load_text(text, "made.yaml")
    for game in (expected, load_text(written(MARKED, **HOW), "made.yaml")):
        fuel = game.engine.markers["fuel"]
        before = game.start().after([fuel.mark(0, 3)])

        after = before.after([Joined(0, 1)])

        assert (after.board[0] != before.board[0], after.marker("fuel", 0)) == (True, 3)
        assert after.is_whole()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("marker fule: a1 3", "position.unknown_line"),
        ("marker fuel: a1 10", "position.number"),
        ("marker fuel: b2 3", "no_unit_there"),
        ("marker fuel: z9 3", "no_cell"),
        ("marker moved: c1 1", "position.marker_place"),
        ("marker owner: b2 white", "position.marker_place"),
        ("marker owner: a1 green", "position.side"),
        ("marker money: green 3", "position.side"),
        ("marker passed: b2 c2", "position.side"),
        ("marker passed: white b2 z9", "no_cell"),
        ("marker fuel: ", "no_cell"),
        ("marker fuel: a1 3, c1 2, a1 3", "position.twice"),
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
    assert "set-up of a ruleset" not in outcome.diagnostics[0].text()


def test_a_wrong_marker_is_reported_in_a_test_without_a_picture(tmp_path: Path) -> None:
    """An unknown marker, a value it cannot have, and a right one."""
    (tmp_path / "made.yaml").write_text(written(MARKED, **HOW), "utf-8")
    file = tmp_path / "made.tests.yaml"
    markers = "markers: {fule: {a1: 3}, owner: {a1: green}, money: {white: 3}}"
    file.write_text(f"ruleset: made.yaml\ntests:\n- name: A\n  {markers}\n  play: a1-a2\n")

    (outcome,) = run_all(read_tests(file), Games())

    assert [located(each) for each in outcome.diagnostics] == [
        "4:13 test_word",
        "4:40 test_position",
    ]


def test_coverage_counts_the_markers_that_tests_change(tmp_path: Path) -> None:
    """What a test sets up is not yet changed by a rule."""
    (tmp_path / "made.yaml").write_text(written(MARKED, **HOW), "utf-8")
    file = tmp_path / "made.tests.yaml"
    file.write_text(TESTS, "utf-8")
    coverage = Coverage()

    list(run_all(read_tests(file), Games(), "", coverage))

    assert coverage.reached["markers"] == {"moved"}
    assert "fuel" in coverage.missed("markers")


# Plugins


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (Marked("fule", 1, 0, 3), "marker"),
        (Marked("fuel", 99, 0, 3), "marker"),
        (Marked("fuel", 1, 0, 10), "value"),
        (Marked("fuel", 1, 9, 3), "where"),
        (Marked("owner", 5, 4, 1), "where"),
        (Marked("money", 6, 2, 1), "where"),
    ],
)
def test_a_plugin_that_writes_a_wrong_marker_is_named(event: Marked, field: str) -> None:
    """The marker must be declared, its place bear it, and its value be in range."""
    with pytest.raises(InvalidHookResultError) as error:
        results.events([event], GAME.start())

    assert error.value.values["field"] == field


@pytest.mark.parametrize("check", INVARIANTS, ids=lambda check: check.__name__)
def test_a_game_with_markers_keeps_every_invariant(check: Callable[[Walk], None]) -> None:
    """Copies, events, texts and records of random games hold the markers."""
    check(walked())


@cache
def walked() -> Walk:
    """Walk through the game."""
    return walk(GAME, 60, 3)


# For players

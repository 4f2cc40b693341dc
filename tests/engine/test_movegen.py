"""Move generation: what each word for moving and striking means on a small board."""

from __future__ import annotations

import pytest

import wargrid
from boxes import broken, diagnostics, located
from rulesets import made, table
from wargrid.events import Walled

ONE = "turn: {actions: 1, may: {move: 1, attack: 1}}"


def _units(move: str, more: str = "") -> str:
    """A soldier that moves so, and a stone that does nothing."""
    stone = "{letter: O, name: Stone}"
    return f"units: {{soldier: {{letter: S, name: Soldier, move: {move}{more}}}, stone: {stone}}}\n"


def _goes(
    move: str, drawn: str, cell: str, more: str = "", body: str = "", **how: str
) -> tuple[str, str]:
    """The cells that the soldier on a cell may go to, and those where it may take."""
    played = table(made(_units(move, more) + body, **{"setup": drawn, **how}), drawn)
    return played.choices("move", cell), played.choices("take", cell)


OPEN = """
    . . . . .
    . . . . .
    . . S . .
    . . . . .
    . . . . .
"""


def test_a_leap_goes_in_every_symmetry_and_its_leg_must_be_empty() -> None:
    """A blocked leg bars the two cells behind it."""
    drawn = OPEN.replace(". . S", ". O S")

    assert _goes("{leap: [2, 1]}", OPEN, "c3") == ("b1 d1 a2 e2 a4 e4 b5 d5", "")
    assert _goes("{leap: {shape: [2, 1], leg: [1, 0]}}", drawn, "c3") == ("b1 d1 e2 e4 b5 d5", "")
    drawn = OPEN.replace(". . . . .", ". o . . .", 2)
    assert _goes("{leap: {shape: [2, 2], leg: [1, 1]}}", drawn, "c3") == ("a1 e1 e5", "")


@pytest.mark.parametrize(
    ("shape", "directions", "goes"),
    [
        ([2, 1], "forward", "b5 d5"),
        ([1, 2], "forward", "b5 d5"),
        ([1, 2], "sideways", "a2 e2 a4 e4"),
        ([1, 2], "[forward, back]", "b1 d1 b5 d5"),
        ([1, 2], "forward_left", "a4 b5"),
        ([2, 2], "forward", "a5 e5"),
        ([2, 2], "forward_left", "a5"),
        ([0, 2], "orthogonal", "c1 a3 e3 c5"),
    ],
)
def test_a_leap_goes_in_the_directions_nearest_to_it(
    shape: list[int], directions: str, goes: str
) -> None:
    """The longer part goes forward; where both are equally long, it goes in either direction."""
    way = f"{{leap: {{shape: {shape}, directions: {directions}}}}}"
    assert _goes(way, OPEN, "c3") == (goes, "")


def test_a_zone_for_each_side_is_turned_for_the_second() -> None:
    """A half turn gives the second side's cells; a zone by side is not turned."""
    each = made(_units("{step: all}") + "zones: {home: {each: 'a1:b1'}}")
    by_side = made(_units("{step: all}") + "zones: {home: {white: a1, black: [b1, 'e4:e5']}}")

    assert [_named(each, side) for side in (0, 1)] == ["a1 b1", "d5 e5"]
    assert [_named(by_side, side) for side in (0, 1)] == ["a1", "b1 e4 e5"]


def _named(game: wargrid.Game, side: int) -> str:
    return " ".join(
        game.grid.name(cell) for cell in sorted(game.engine.grounds[side].zones["home"])
    )


LAND = """
terrains:
  plain: {letter: ".", name: Plain}
  hill: {letter: H, name: Hill, defence: 3}
  cliff: {letter: X, name: Cliff, wall: true}
costs:
  foot: {plain: 1, hill: {plain: 2, hill: 1}}
  wheel: {plain: 1}
"""


def test_a_wall_drawn_in_a_game_closes_a_path() -> None:
    """It stops walks of all later turns, and of no earlier position."""
    begun = table(made(_units("{path: 3}"), setup="S . . . ."), "S . . . .")
    assert begun.choices("move", "a1") == "b1 c1 d1"
    before, begun.position = begun.position, begun.position.after([Walled((2,))])
    assert begun.choices("move", "a1") == "b1"
    begun.position = before.copy()
    assert begun.choices("move", "a1") == "b1 c1 d1"


@pytest.mark.parametrize(
    "move", ["{slide: orthogonal}", "{slide: all}", "{path: 4}", "{leap: [2, 0]}"]
)
def test_no_move_enters_or_passes_a_wall(move: str) -> None:
    """Lines end before it."""
    assert "c1" not in _goes(move, "S . . . .", "a1", body=LAND, ground=". . X . .")[0]
    assert "d1" not in _goes(move, "S . . . .", "a1", body=LAND, ground=". . X . .")[0]


ARCHER = """
units:
  archer: {letter: A, name: Archer, move: {step: all}, attack: {at: %s, by: removal}}
  %s
"""

STONE = "stone: {letter: O, name: Stone}"

BLACK = """
    o o o o o
    o o o o o
    o o A o o
    o o o o o
    o o o o o
"""


@pytest.mark.parametrize(
    ("at", "struck"),
    [
        ("{around: orthogonal}", "c2 b3 d3 c4"),
        ("around", "b2 c2 d2 b3 d3 b4 c4 d4"),
        ("front", "c4"),
        ("{range: {most: 1}}", "c2 b3 d3 c4"),
        ("{range: {least: 2, most: 2}}", "c1 b2 d2 a3 e3 b4 d4 c5"),
        ("{range: {least: 2, most: 2, metric: chebyshev}}",
         "a1 b1 c1 d1 e1 a2 e2 a3 e3 a4 e4 a5 b5 c5 d5 e5"),
        ("{lines: {orthogonal: 2}}", "c2 b3 d3 c4"),
        ("{lines: {orthogonal: 2, diagonal: 1, blocked: false}}",
         "c1 b2 c2 d2 a3 b3 d3 e3 b4 c4 d4 c5"),
    ],
)  # fmt: skip
def test_a_reach_strikes_its_cells(at: str, struck: str) -> None:
    """On a board full of enemies, the word decides which can be attacked."""
    assert table(made(ARCHER % (at, STONE), turn=ONE), BLACK).choices("attack", "c3") == struck


@pytest.mark.parametrize("takes", ["never", "false"])
def test_a_hop_cannot_be_one_that_never_takes(takes: str) -> None:
    """A hop only takes, so the ruleset is refused at that value."""
    hop = f"move: {{ahead: 2}} => move: {{hop: {{directions: all, takes: {takes}}}}}"
    assert [located(found) for found in diagnostics(broken(hop))] == ["16:42 not_a_choice"]

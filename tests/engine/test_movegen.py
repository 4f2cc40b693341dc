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

CROWD = """
    . . o . .
    . . . . .
    O . S o o
    . . . . .
    . . . . .
"""


@pytest.mark.parametrize(
    ("directions", "goes"),
    [
        ("forward", "c4"), ("back", "c2"), ("left", "b3"), ("right", "d3"), ("sideways", "b3 d3"),
        ("forward_left", "b4"), ("forward_right", "d4"), ("back_left", "b2"), ("back_right", "d2"),
        ("orthogonal", "c2 b3 d3 c4"), ("diagonal", "b2 d2 b4 d4"),
        ("all", "b2 c2 d2 b3 d3 b4 c4 d4"),
        ("[forward, sideways]", "b3 d3 c4"), ("[orthogonal, forward]", "c2 b3 d3 c4"),
    ],
)  # fmt: skip
def test_a_step_goes_one_cell_in_its_directions(directions: str, goes: str) -> None:
    """Each direction has its steps, relative to the first side."""
    assert _goes(f"{{step: {directions}}}", OPEN, "c3") == (goes, "")


def test_directions_follow_the_forward_of_the_side() -> None:
    """Forward is down the board for the second side, eastward for one in the west."""
    black = table(made(_units("{step: [forward, left]}")), OPEN.replace("S", "s"), side="black")
    west = table(made(_units("{step: [forward, left]}") + WEST), OPEN)

    assert black.choices("move", "c3") == "c2 d3"
    assert west.choices("move", "c3") == "d3 c4"


WEST = "sides: {white: {edge: west}, black: {edge: east}}\n"


@pytest.mark.parametrize(
    ("move", "more", "goes", "takes"),
    [
        ("{slide: orthogonal}", "", "c1 c2 b3 c4", ""),
        ("{slide: orthogonal}", ", captures: by_moving", "c1 c2 b3 c4", "d3 c5"),
        ("{slide: {directions: forward, distance: 1}}", ", captures: by_moving", "c4", ""),
        (
            "{slide: {directions: orthogonal, takes: never}}",
            ", captures: by_moving",
            "c1 c2 b3 c4",
            "",
        ),
        ("{slide: {directions: orthogonal, takes: also}}", "", "c1 c2 b3 c4", "d3 c5"),
        ("{slide: {directions: orthogonal, takes: only}}", "", "", "d3 c5"),
        ("{hop: orthogonal}", "", "", "e3"),
        ("[{slide: {directions: forward, takes: never}}, {hop: sideways}]", "", "c4", "e3"),
    ],
)
def test_lines_end_at_the_first_unit(move: str, more: str, goes: str, takes: str) -> None:
    """A slide may take the first enemy, a hop the second unit if it is an enemy."""
    assert _goes(move, CROWD, "c3", more) == (goes, takes)


def test_a_hop_needs_exactly_one_unit_and_an_enemy_behind_it() -> None:
    """There is no hop over no unit, over two units, or onto a friend."""
    assert _goes("{hop: right}", "S . . o .", "a1") == ("", "")
    assert _goes("{hop: right}", "S o o o .", "a1") == ("", "c1")
    assert _goes("{hop: right}", "S O . o .", "a1") == ("", "d1")
    assert _goes("{hop: right}", "S o . O o", "a1") == ("", "")


def test_a_leap_goes_in_every_symmetry_and_its_leg_must_be_empty() -> None:
    """A blocked leg bars the two cells behind it."""
    drawn = OPEN.replace(". . S", ". O S")

    assert _goes("{leap: [2, 1]}", OPEN, "c3") == ("b1 d1 a2 e2 a4 e4 b5 d5", "")
    assert _goes("{leap: {shape: [2, 1], leg: [1, 0]}}", drawn, "c3") == ("b1 d1 e2 e4 b5 d5", "")
    drawn = OPEN.replace(". . . . .", ". o . . .", 2)
    assert _goes("{leap: {shape: [2, 2], leg: [1, 1]}}", drawn, "c3") == ("a1 e1 e5", "")


def test_a_leap_takes_on_its_target() -> None:
    """Units between do not matter; a friend on the target blocks."""
    assert _goes("{leap: [2, 0]}", "S O o", "a1", ", captures: by_moving") == ("", "c1")
    assert _goes("{leap: [2, 0]}", "S . O", "a1", ", captures: by_moving") == ("", "")


@pytest.mark.parametrize(
    ("move", "goes"),
    [
        ("{slide: {directions: orthogonal, within: yard}}", "c4"),
        ("{leap: {shape: [1, 1], within: yard}}", "d4"),
        ("{slide: {directions: forward, start: yard}}", "c4 c5"),
        ("{slide: {directions: forward, start: far}}", ""),
        ("[{step: back}, {step: {directions: forward, start: far}}]", "c2"),
    ],
)
def test_zones_limit_a_way_to_move(move: str, goes: str) -> None:
    """A unit never leaves ``within``, and moves only from ``start``."""
    assert _goes(move, OPEN, "c3", body="zones: {yard: 'c3:c4 d4', far: a1}")[0] == goes


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


@pytest.mark.parametrize(
    ("move", "ground", "drawn", "goes"),
    [
        ("{path: 2}", ". . . .", "S . . .", "b1 c1"),
        ("{path: {points: 2, costs: foot}}", ". H . .", "S . . .", "b1"),
        ("{path: {points: 3, costs: foot}}", ". H H .", "S . . .", "b1 c1"),
        ("{path: {points: 3, costs: foot}}", "H H H .", "S . . .", "b1 c1 d1"),
        ("{path: {points: 3, costs: wheel}}", ". . H .", "S . . .", "b1"),
        ("{path: 3}", ". X . .", "S . . .", ""),
        ("{path: 2}", ". . .\n. X .\n. . .", ". . .\n. . .\nS . .", "b1 c1 a2 a3"),
        ("{path: {points: 2, directions: all}}", ". . .\n. X .\n. . .", ". . .\n. . .\nS . .",
         "b1 c1 a2 c2 a3 b3"),
        ("{path: {points: 2, directions: all, bends: false}}", ". . .\n. X .\n. . .",
         ". . .\n. . .\nS . .", "b1 c1 a2 a3"),
        ("{path: {points: 3, bends: false, costs: foot}}", ". H . .", "S . . .", "b1 c1"),
        ("{path: 3}", ". . . .", "S O . .", ""),
        ("{path: {points: 3, through: friends}}", ". . . .", "S O . .", "c1 d1"),
        ("{path: {points: 3, through: friends}}", ". . . .", "S o . .", ""),
    ],
)  # fmt: skip
def test_a_path_pays_the_costs_of_terrain(move: str, ground: str, drawn: str, goes: str) -> None:
    """Points, costs by terrain left, bends, walls, and units that may be passed."""
    assert _goes(move, drawn, "a1", body=LAND, ground=ground)[0] == goes


def test_a_wall_drawn_in_a_game_closes_a_path() -> None:
    """It stops walks of all later turns, and of no earlier position."""
    begun = table(made(_units("{path: 3}"), setup="S . . . ."), "S . . . .")
    assert begun.choices("move", "a1") == "b1 c1 d1"
    before, begun.position = begun.position, begun.position.after([Walled((2,))])
    assert begun.choices("move", "a1") == "b1"
    begun.position = before.copy()
    assert begun.choices("move", "a1") == "b1 c1 d1"


def test_a_path_may_end_by_taking() -> None:
    """An enemy in reach is taken at the cost of its cell and cannot be passed."""
    assert _goes("{path: 2}", "S . o .", "a1", ", captures: by_moving") == ("b1", "c1")
    assert _goes("{path: 2}", "S o o .", "a1", ", captures: by_moving") == ("", "b1")
    uphill = _goes(
        "{path: {points: 2, costs: foot}}",
        "S . o",
        "a1",
        ", captures: by_moving",
        LAND,
        ground=". . H",
    )
    assert uphill == ("b1", "")


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


def test_a_reach_follows_the_forward_of_the_side() -> None:
    """The second side's front is the first side's back."""
    played = table(made(ARCHER % ("front", STONE), turn=ONE), BLACK.swapcase(), side="black")

    assert played.choices("attack", "c3") == "c2"


def test_removal_takes_the_target_and_leaves_the_attacker() -> None:
    """There is no roll, and the attacker does not move."""
    game = made(ARCHER % ("{lines: {orthogonal: 3}}", STONE), turn=ONE, size="3 x 3")
    played = table(game, ". . o\n. . .\n. . A").play("c1xc3")

    assert played.picture() == ". . .\n. . .\n. . A"
    assert played.to_act() == "black"


@pytest.mark.parametrize("takes", ["never", "false"])
def test_a_hop_cannot_be_one_that_never_takes(takes: str) -> None:
    """A hop only takes, so the ruleset is refused at that value."""
    hop = f"move: {{ahead: 2}} => move: {{hop: {{directions: all, takes: {takes}}}}}"
    assert [located(found) for found in diagnostics(broken(hop))] == ["16:42 not_a_choice"]

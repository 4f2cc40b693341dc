"""The vocabulary, word by word: what each kind means on a small board of its own."""

from __future__ import annotations

import pytest

import wargrid
from rulesets import made, table
from support import Table
from wargrid.match.position_text import read_position, write_position

ONE = "turn: {actions: 1, may: {move: 1, attack: 1}}"


def _units(move: str, more: str = "") -> str:
    """A soldier that moves so, and a stone that does nothing."""
    stone = "{letter: O, name: Stone}"
    return f"units: {{soldier: {{letter: S, name: Soldier, move: {move}{more}}}, stone: {stone}}}\n"


def _goes(
    move: str, drawn: str, cell: str, more: str = "", body: str = "", **how: str
) -> tuple[str, str]:
    """Where the soldier on a cell may go, and whom it may take."""
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
        ("orthogonal", "c2 b3 d3 c4"), ("diagonal", "b2 d2 b4 d4"), ("all", "b2 c2 d2 b3 d3 b4 c4 d4"),
        ("[forward, sideways]", "b3 d3 c4"), ("[orthogonal, forward]", "c2 b3 d3 c4"),
    ],
)  # fmt: skip
def test_a_step_goes_one_cell_in_its_directions(directions: str, goes: str) -> None:
    """Each word for directions stands for its steps, each once, seen by the first side."""
    assert _goes(f"{{step: {directions}}}", OPEN, "c3") == (goes, "")


def test_directions_turn_with_the_side() -> None:
    """Forward is where the side goes: down the board for the second, eastward for one that stands
    west."""
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
def test_a_line_is_open_until_somebody_stands_in_it(
    move: str, more: str, goes: str, takes: str
) -> None:
    """Slides stop before a friend, may take the first enemy, and hops take the second unit if it is
    an enemy."""
    assert _goes(move, CROWD, "c3", more) == (goes, takes)


def test_a_hop_needs_exactly_one_unit_and_an_enemy_behind_it() -> None:
    """Over nobody, over two, or onto a friend there is no hop; whose unit is hopped over does not
    matter."""
    assert _goes("{hop: right}", "S . . o .", "a1") == ("", "")
    assert _goes("{hop: right}", "S o o o .", "a1") == ("", "c1")
    assert _goes("{hop: right}", "S O . o .", "a1") == ("", "d1")
    assert _goes("{hop: right}", "S o . O o", "a1") == ("", "")


def test_a_leap_goes_in_every_symmetry_and_its_leg_must_be_empty() -> None:
    """A jump of two and one reaches eight cells; one whose leg is blocked loses the two behind
    it."""
    drawn = OPEN.replace(". . S", ". O S")

    assert _goes("{leap: [2, 1]}", OPEN, "c3") == ("b1 d1 a2 e2 a4 e4 b5 d5", "")
    assert _goes("{leap: {shape: [2, 1], leg: [1, 0]}}", drawn, "c3") == ("b1 d1 e2 e4 b5 d5", "")
    drawn = OPEN.replace(". . . . .", ". o . . .", 2)
    assert _goes("{leap: {shape: [2, 2], leg: [1, 1]}}", drawn, "c3") == ("a1 e1 e5", "")


def test_a_leap_takes_on_its_target() -> None:
    """Whoever stands between, the target counts; a friend there blocks."""
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
def test_zones_bound_a_way(move: str, goes: str) -> None:
    """A way never leaves ``within``, and is open only from ``start``."""
    assert _goes(move, OPEN, "c3", body="zones: {yard: 'c3:c4 d4', far: a1}")[0] == goes


def test_a_zone_for_each_side_is_turned_for_the_second() -> None:
    """``each`` is the first side's; the second has it after a half turn; a zone by side is as
    written."""
    each = made(_units("{step: all}") + "zones: {home: {each: 'a1:b1'}}")
    by_side = made(_units("{step: all}") + "zones: {home: {white: a1, black: [b1, 'e4:e5']}}")

    assert [_named(each, side) for side in (0, 1)] == ["a1 b1", "d5 e5"]
    assert [_named(by_side, side) for side in (0, 1)] == ["a1", "b1 e4 e5"]


def _named(game: wargrid.Game, side: int) -> str:
    return " ".join(game.grid.name(cell) for cell in sorted(game.grounds[side].zones["home"]))


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
        ("{path: {points: 2, directions: all}}", ". . .\n. X .\n. . .", ". . .\n. . .\nS . .", "b1 c1 a2 c2 a3 b3"),
        ("{path: {points: 2, directions: all, bends: false}}", ". . .\n. X .\n. . .",
         ". . .\n. . .\nS . .", "b1 c1 a2 a3"),
        ("{path: {points: 3, bends: false, costs: foot}}", ". H . .", "S . . .", "b1 c1"),
        ("{path: 3}", ". . . .", "S O . .", ""),
        ("{path: {points: 3, through: friends}}", ". . . .", "S O . .", "c1 d1"),
        ("{path: {points: 3, through: friends}}", ". . . .", "S o . .", ""),
    ],
)  # fmt: skip
def test_a_path_costs_what_its_table_says(move: str, ground: str, drawn: str, goes: str) -> None:
    """Points, tables by where one comes from, bends, walls, and who may be passed."""
    assert _goes(move, drawn, "a1", body=LAND, ground=ground)[0] == goes


def test_a_path_may_end_by_taking() -> None:
    """An enemy in reach is taken at the cost of its cell; nobody is reached through it."""
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
def test_nobody_enters_a_wall(move: str) -> None:
    """Whatever the way, a wall is never a target, and lines end before it."""
    assert "c1" not in _goes(move, "S . . . .", "a1", body=LAND, ground=". . X . .")[0]
    assert "d1" not in _goes(move, "S . . . .", "a1", body=LAND, ground=". . X . .")[0]


ARCHER = "units: {archer: {letter: A, name: Archer, move: {step: all}, attack: {at: %s, by: removal}}, %s}\n"
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
        ("{range: {least: 2, most: 2, metric: chebyshev}}", "a1 b1 c1 d1 e1 a2 e2 a3 e3 a4 e4 a5 b5 c5 d5 e5"),
        ("{lines: {orthogonal: 2}}", "c2 b3 d3 c4"),
        ("{lines: {orthogonal: 2, diagonal: 1, blocked: false}}", "c1 b2 c2 d2 a3 b3 d3 e3 b4 c4 d4 c5"),
    ],
)  # fmt: skip
def test_a_reach_strikes_its_cells(at: str, struck: str) -> None:
    """Among enemies everywhere, those are attacked whom the word says."""
    assert table(made(ARCHER % (at, STONE), turn=ONE), BLACK).choices("attack", "c3") == struck


def test_a_reach_looks_the_way_its_side_goes() -> None:
    """The second side's front is the first side's back."""
    played = table(made(ARCHER % ("front", STONE), turn=ONE), BLACK.swapcase(), side="black")

    assert played.choices("attack", "c3") == "c2"


def test_removal_takes_the_target_and_leaves_the_attacker() -> None:
    """Nothing is left to chance: the target is gone, the attacker stands where it stood."""
    game = made(ARCHER % ("{lines: {orthogonal: 3}}", STONE), turn=ONE, size="3 x 3")
    played = table(game, ". . o\n. . .\n. . A").play("c1xc3")

    assert played.picture() == ". . .\n. . .\n. . A"
    assert played.to_act() == "black"


TWO = """
units:
  soldier: {letter: S, name: Soldier, move: {step: all}, attack: {at: around, by: removal}}
  rider: {letter: R, name: Rider, move: {step: all}, attack: {at: around, by: removal, after_moving: %s}}
zones: {gate: {each: "a1:b1"}}
terrains:
  plain: {letter: ".", name: Plain}
  marsh: {letter: M, name: Marsh}
"""
FIELD = """
    . . s s
    . . S .
    . . . .
    S . R .
"""


def _turn(limits: str, drawn: str = FIELD, *, after_moving: str = "true", **lines: object) -> Table:
    """A turn without a budget, under these limits."""
    turn = f"turn: {{actions: ~, may: {{move: 0, attack: 0}}, {limits}}}"
    return table(made(TWO % after_moving, turn=turn, setup=drawn), drawn, **lines)


def test_without_a_budget_a_turn_lasts_until_it_is_ended() -> None:
    """Every unit does what its limits leave it, in any order, and the side says when it is done."""
    played = _turn("per_unit: {move: 1, attack: 1}").play("c3xc4", "a1-a2", "c3-c2", "c1-d1")

    assert played.to_act() == "white"
    assert not any(played.allows(move) for move in ("a2-a3", "c2-c3", "d1-d2", "c2xd4"))
    assert played.play("end").to_act() == "black"


def test_any_counts_whatever_a_unit_does() -> None:
    """One action each: who has moved may not attack, who has attacked may not move."""
    assert not _turn("per_unit: {any: 1}").play("c3-d3").allows("d3xd4")
    assert not _turn("per_unit: {any: 1}").play("c3xc4").allows("c3-c4")
    assert _turn("per_unit: {any: 2}").play("c3xc4").allows("c3-c4")


def test_a_limit_of_two_allows_a_second_time() -> None:
    """Limits are numbers, not switches."""
    played = _turn("per_unit: {move: 2}").play("a1-a2", "a2-a3")

    assert not played.allows("a3-a4")
    assert played.allows("c1-c2")


def test_move_then_attack_ends_a_units_moving() -> None:
    """After its attack a unit stays; before it, it may move."""
    limits = "per_unit: {move: 1, attack: 1}, order: move_then_attack"

    assert not _turn(limits).play("c3xc4").allows("c3-c2")
    assert _turn(limits).play("c3-d3").allows("d3xd4")
    assert _turn(limits.replace("move_then_attack", "free")).play("c3xc4").allows("c3-c2")


@pytest.mark.parametrize("after_moving", ["true", "false"])
def test_after_moving_says_whether_one_may_still_attack(after_moving: str) -> None:
    """Only the type that says so is kept from attacking by having moved."""
    drawn = ". s . s\n. . . .\nR . . S\n. . . ."
    played = _turn("per_unit: {move: 1, attack: 1}", drawn, after_moving=after_moving).play(
        "a2-a3", "d2-d3"
    )

    assert played.allows("a3xb4") == (after_moving == "true")
    assert played.allows("d3xd4")


def test_consecutive_units_are_finished_when_another_acts() -> None:
    """Until then a unit goes on; interleaved, it may come back."""
    limits = "per_unit: {move: 2, attack: 1}, units: %s"

    assert _turn(limits % "consecutive").play("a1-a2").allows("a2-a3")
    assert _turn(limits % "consecutive").play("a1-a2", "c1-c2").refusal("a2-a3").code == "followed"
    assert _turn(limits % "interleaved").play("a1-a2", "c1-c2").allows("a2-a3")


def test_who_is_finished_because_another_acted_is_not_said_to_have_acted() -> None:
    """Nor the other way round; a position that is written and read again tells them apart."""
    played = _turn("per_unit: {move: 1, attack: 1}, units: consecutive").play("a1-a2", "c1-c2")
    again = read_position(played.game, write_position(played.position))

    assert again == played.position
    assert played.refusal("a2-a3").code == "followed"
    assert played.refusal("c2-c3").code == "used_move"


def test_groups_limit_how_many_types_act() -> None:
    """With one group, the first type to act keeps the other out; with two, both act."""
    played = _turn("per_unit: {any: 1}, groups: {most: 1}").play("a1-a2")

    assert not played.allows("c1-c2")
    assert played.allows("c3-c2")
    assert _turn("per_unit: {any: 1}, groups: {most: 2}").play("a1-a2").allows("c1-c2")


ENTRY = "per_unit: {any: 1}, entry: {zone: gate, most: %s, exactly: %s, needs_range: %s}"
OUTSIDE = """
    . . s s
    . . S .
    . . . .
    . R . S
"""


def test_units_enter_in_their_sides_first_turn_and_nothing_else_happens() -> None:
    """One on each cell of the zone that is free, up to the most, then the turn is ended; later
    nobody enters."""
    played = _turn(ENTRY % (1, "false", "false"), OUTSIDE)

    assert played.choices("move", "c3") == ""
    assert played.choices("enter", "d1") == "a1"
    assert played.play("d1@a1").choices("enter", "c3") == ""
    assert played.play("end").choices("enter", "d4") == ""
    assert played.play("end").choices("enter", "c3") == ""


def test_as_many_as_possible_must_enter_where_exactly_that_is_asked() -> None:
    """A side may end an entry turn early unless exactly the most must enter."""
    assert _turn(ENTRY % (2, "false", "false"), OUTSIDE).allows("end")
    assert not _turn(ENTRY % (1, "true", "false"), OUTSIDE).allows("end")
    assert _turn(ENTRY % (1, "true", "false"), OUTSIDE).play("d1@a1").allows("end")


def test_a_unit_may_have_to_reach_where_it_enters() -> None:
    """With ``needs_range`` only a unit whose own move leads to the cell enters there."""
    played = _turn(ENTRY % (2, "false", "true"), OUTSIDE)

    assert played.choices("enter", "b1") == "a1"
    assert played.choices("enter", "d1") == ""


BARE = """
units:
  soldier: {letter: S, name: Soldier, men: 3, move: {step: all}, captures: by_moving}
  king: {letter: K, name: King, move: {step: orthogonal}, captures: by_moving}
  chariot: {letter: R, name: Chariot, men: 2, move: {slide: orthogonal}, captures: by_moving}
zones: {goal: {each: "a3:c3"}}
"""


def _ends(victory: str, drawn: str, *moves: str, **lines: object) -> str:
    """How a game with this victory ends after some moves, if it does."""
    setup = "" if "mate" not in victory else ". . k\n. . .\nK . ."
    game = made(f"{BARE}victory: {{{victory}}}\n", size="3 x 3", turn=ONE, setup=setup)
    return table(game, drawn, **lines).play(*moves).ended()


def test_a_side_without_a_unit_is_eliminated() -> None:
    """The last unit lost loses; the last but one does not."""
    assert _ends("eliminate: {}", ". . .\n. s .\nS . .", "a1xb2") == "white eliminate"
    assert _ends("eliminate: {}", ". . s\n. s .\nS . .", "a1xb2") == ""


def test_enough_units_in_the_zone_occupy_it() -> None:
    """So many of the type, together, in the zone as their side has it; others do not count."""
    assert (
        _ends("occupy: {unit: soldier, zone: goal, count: 2}", "S . .\n. S .\n. . s", "b2-b3")
        == "white occupy"
    )
    assert (
        _ends("occupy: {unit: soldier, zone: goal, count: 2}", "R . .\n. S .\n. . s", "b2-b3") == ""
    )
    assert (
        _ends(
            "occupy: {unit: soldier, zone: goal, count: 1}",
            ". . S\ns . .\n. . .",
            "a2-a1",
            side="black",
        )
        != ""
    )


@pytest.mark.parametrize(
    ("limit", "turn", "ended"),
    [
        ("4", 3, ""), ("4", 4, "draw limit"), ("{days: 2}", 3, ""), ("{days: 2}", 4, "draw limit"),
        ("{turns: 4, then: total_men}", 4, "black limit"), ("{days: ~}", 900, ""),
        ("{turns: 3, days: 2}", 3, "draw limit"), ("{turns: 5, days: 2}", 4, "draw limit"),
    ],
)  # fmt: skip
def test_a_limit_counts_turns_or_days(limit: str, turn: int, ended: str) -> None:
    """A day is one turn of each side; after the last turn the game is drawn, or more men win."""
    assert _ends(f"limit: {limit}", "s s .\n. . .\nS . .", "a1-b1", turn=turn) == ended


def test_equal_men_draw_at_the_limit() -> None:
    """Neither side has more."""
    assert (
        _ends("limit: {turns: 1, then: total_men}", "s . .\n. . .\nS . .", "a1-b1") == "draw limit"
    )


def test_mate_is_check_without_a_move() -> None:
    """In check and with no way out a side has lost; with one it goes on."""
    assert _ends("mate: king", "k . .\n. R .\n. K R", "c1-c3") == "white mate"
    assert _ends("mate: king", "k . .\n. . .\n. K R", "c1-c3") == ""


@pytest.mark.parametrize(
    ("then", "ended"), [("loss", "white stalemate"), ("draw", "draw stalemate")]
)
def test_stalemate_is_no_move_without_check(then: str, ended: str) -> None:
    """Nothing threatens the king, but every step would."""
    assert _ends(f"mate: king, stalemate: {then}", "k . .\n. . R\nR . K", "a1-b1") == ended


BACK_AND_FORTH = ("a1-b1", "a3-b3", "b1-a1", "b3-a3")


@pytest.mark.parametrize(
    ("then", "ended"),
    [("draw", "draw repetition"), ("'off'", ""), ("perpetual_check_loses", "draw repetition")],
)
def test_the_same_position_for_the_third_time_ends_the_game(then: str, ended: str) -> None:
    """Counted at the start of a turn, the first turn's included; twice is not enough."""
    drawn = "s . .\n. . .\nS . ."

    assert _ends(f"repetition: {then}", drawn, *(BACK_AND_FORTH * 2)[:-1]) == ""
    assert _ends(f"repetition: {then}", drawn, *BACK_AND_FORTH * 2) == ended


def test_repetition_may_ask_for_fewer_times() -> None:
    """The number of times is an option."""
    drawn = "s . .\n. . .\nS . ."

    assert _ends("repetition: {times: 2}", drawn, *BACK_AND_FORTH) == "draw repetition"


def test_who_alone_gives_check_without_end_loses() -> None:
    """The chariot checks the king with every move; the king only runs."""
    drawn, victory = "k . .\n. . R\n. K .", "mate: king, repetition: perpetual_check_loses"

    assert (
        _ends(victory, drawn, *("c2-c3", "a3-a2", "c3-c2", "a2-a3") * 2) == "black perpetual_check"
    )


def test_quiet_turns_draw_and_a_loss_begins_the_count_anew() -> None:
    """So many turns in a row without a loss."""
    drawn = "s . s\n. . .\nS . S"

    assert _ends("quiet: 4", drawn, *BACK_AND_FORTH[:-1]) == ""
    assert _ends("quiet: 4", drawn, *BACK_AND_FORTH) == "draw quiet"
    assert _ends("quiet: 4", "s . s\n. s .\nS . S", "a1xb2", "a3-b3", "b2-a2", "b3-a3") == ""

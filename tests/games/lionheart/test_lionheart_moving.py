"""Lionheart, chapter 2: moving and turning."""

from __future__ import annotations

import pytest

from support import Tried, picture


@pytest.mark.parametrize("letter", ["I", "A"])
@pytest.mark.parametrize(("facing", "ahead"), [("", "b3"), (">", "c2"), ("v", "b1"), ("<", "a2")])
def test_foot_goes_one_square_ahead(lionheart: Tried, letter: str, facing: str, ahead: str) -> None:
    """LH-20: infantry and archers move exactly one square, the one they face."""
    table = lionheart.table(f"""
        . . . .
        . . . .
        . {letter}{facing} . .
        . . . .
    """)

    assert table.choices("move", "b2") == ahead


@pytest.mark.parametrize("letter", ["I", "A"])
def test_foot_does_not_go_two_squares(lionheart: Tried, letter: str) -> None:
    """LH-20, LH-22: a second square is out of reach."""
    assert lionheart.table(f". . .\n. . .\n. {letter} .").refused("b1-b3") == (
        "out_of_reach",
        "LH-22",
    )


@pytest.mark.parametrize("letter", ["N", "K"])
@pytest.mark.parametrize(
    ("facing", "ahead"),
    [("", "b4 b5 b6 b7 b8 b9 b10"), (">", "c3 d3 e3 f3 g3 h3 i3"), ("v", "b1 b2"), ("<", "a3")],
)
def test_riders_go_as_far_as_they_want(
    lionheart: Tried, letter: str, facing: str, ahead: str
) -> None:
    """LH-21: knights and king move one or more squares straight ahead, up to the edge."""
    table = lionheart.table(f"""
        . . . .
        . {letter}{facing} . .
        . . . .
        . . . .
    """)

    assert table.choices("move", "b3") == ahead


def test_a_long_ride_is_one_action(lionheart: Tried) -> None:
    """LH-21: however far, it costs one action, and the facing stays."""
    table = lionheart.table("""
        . . .
        . . .
        N> . .
    """).play("a1-c1")

    assert table.position.budget == 1
    assert table.picture() == picture("""
        . . .
        . . .
        . . N>
    """)


@pytest.mark.parametrize("letter", ["I", "A", "N", "K"])
@pytest.mark.parametrize("target", ["b1", "a2", "c2", "a3", "c3", "a1", "c1"])
def test_no_unit_moves_backward_sideways_or_diagonally(
    lionheart: Tried, letter: str, target: str
) -> None:
    """LH-22: whatever is not straight ahead is out of reach."""
    table = lionheart.table(f"""
        . . .
        . {letter} .
        . . .
    """)

    assert table.refused(f"b2-{target}") == ("out_of_reach", "LH-22")


@pytest.mark.parametrize("letter", ["I", "A", "N", "K"])
@pytest.mark.parametrize("blocker", ["I", "i"])
def test_no_unit_moves_onto_another(lionheart: Tried, letter: str, blocker: str) -> None:
    """LH-04, LH-22: a square that is taken, by friend or foe, stays so."""
    table = lionheart.table(f". {blocker} .\n. {letter} .")

    assert table.refused("b1-b2") == ("occupied", "LH-22")


@pytest.mark.parametrize("letter", ["N", "K"])
@pytest.mark.parametrize("blocker", ["I", "i"])
def test_no_unit_moves_through_another(lionheart: Tried, letter: str, blocker: str) -> None:
    """LH-21, LH-22: a rider stops before whoever stands in the way."""
    table = lionheart.table(f"""
        . . .
        . {blocker} .
        . . .
        . {letter} .
    """)

    assert table.choices("move", "b1") == "b2"
    assert table.refused("b1-b4") == ("in_the_way", "LH-22")


@pytest.mark.parametrize("letter", ["I", "A", "N", "K"])
def test_no_unit_leaves_the_board(lionheart: Tried, letter: str) -> None:
    """LH-22: a unit that faces the edge has nowhere to go."""
    assert lionheart.table(f"{letter}< .").choices("move", "a1") == ""


def test_staying_is_no_move(lionheart: Tried) -> None:
    """LH-20, LH-22: moving to one's own square is refused."""
    assert lionheart.table(". I .").refused("b1-b1") == ("no_step", "LH-22")


@pytest.mark.parametrize("letter", ["I", "A", "N", "K"])
@pytest.mark.parametrize(("facing", "drawn"), [("E", ">"), ("S", "v"), ("W", "<")])
def test_a_unit_turns_any_other_way_for_one_action(
    lionheart: Tried, letter: str, facing: str, drawn: str
) -> None:
    """LH-23: a quarter or a half turn costs one action and stays on the square."""
    table = lionheart.table(f". {letter} .").play(f"b1>{facing}")

    assert table.picture() == f". {letter}{drawn} ."
    assert table.position.budget == 1


@pytest.mark.parametrize(("facing", "drawn"), [("N", "I"), ("E", "I>"), ("S", "Iv"), ("W", "I<")])
def test_turning_to_the_present_facing_is_no_action(
    lionheart: Tried, facing: str, drawn: str
) -> None:
    """LH-23: there is nothing to turn to where one looks already."""
    assert lionheart.table(f". {drawn} .").refused(f"b1>{facing}") == ("same_facing", "LH-23")

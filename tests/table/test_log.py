"""The log: one line per move, and lines of their own for what follows from it."""

from __future__ import annotations

import pytest

from halberd_field import field
from positions import FACE_TO_FACE, KING_AT_BAY
from rulesets import made
from support import Tried, loaded
from tables import Sat, sit
from wargrid.match import Match, read_fen
from wargrid_play.table import Table

FIGHT = {"unit": "Infantry", "cell": "e6", "other": "Infantry", "target": "e7"}


def _played(lionheart: Tried, rolls: tuple[str, ...], moves: str, more: str = "") -> Sat:
    sat = sit(lionheart.game, FACE_TO_FACE + more, *rolls)
    for move in moves.split():
        sat.table.type(move)
        if sat.table.view().prompt is not None:
            sat.table.enter()
    return sat


def test_castling_is_one_line() -> None:
    """The king, and the rook that goes with it, in the words of a ruleset without a notation."""
    chess = loaded("chess/standard", {"notation.style": "plain"})
    start = read_fen(chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    sat = Sat(match := Match(chess, start=start), Table(match))
    sat.table.type("e1-g1")
    king, rook = {"unit": "King", "cell": "e1", "to": "g1"}, {"other": "Rook", "target": "h1"}
    assert sat.log[0] == sat.text("events.castled", **king, **rook, end="f1")
    assert len(sat.log) == 1


def test_a_promotion_that_was_declined_is_no_line() -> None:
    """The unit stays what it is."""
    shogi = loaded("shogi/standard", {"notation.style": "plain"})
    start = read_fen(shogi, "4k4/9/9/2S6/9/9/9/9/4K4[-] w - - 0 1")
    for word, lines in (("silver", 1), ("promoted_silver", 2)):
        sat = Sat(match := Match(shogi, start=start), Table(match))
        sat.table.type(f"c6-c7={word}")
        assert len(sat.log) == lines, sat.log


def test_where_every_turn_is_one_move_the_lines_have_its_number() -> None:
    """A man jumps twice in turn 6, which is one line; headings say no more."""
    draughts = loaded("draughts/english")
    sat = Sat(match := Match(draughts), Table(match))
    for move in ["g3-h4", "d6-c5", "f2-g3", "b6-a5", "h4-g5", "f6xh4", "h4xf2"]:
        sat.table.type(move)
    log = sat.table.view().log
    assert [line.number for line in log] == ["1.", "1…", "2.", "2…", "3.", "3…"]
    assert log[-1].text == "22x6"
    assert not any(line.heading for line in log)


def test_a_second_roll_belongs_to_the_line_of_the_attack(lionheart: Tried) -> None:
    """LH-36: the one die that hit is rolled again; the reason of the end follows."""
    sat = sit(lionheart.game, KING_AT_BAY, "axe", "axe")
    sat.click("e6", "e7", "e7")
    again = sat.text("events.rolls_again.one", n=1)
    assert [again in line for line in sat.log] == [True, False]
    assert sat.log[1] == sat.text("victory.slay", winner="Gold", loser="Silver", unit="King")


def test_hits_that_remove_no_man_say_how_many_are_needed(lionheart: Tried) -> None:
    """LH-06: a king falls by two hits."""
    sat = sit(lionheart.game, KING_AT_BAY, "axe", "arrow")
    sat.click("e6", "e7", "e7")
    few = sat.text("events.too_few.men", n=2)
    assert "2" in few
    assert sat.log[0].endswith(few)


def test_an_attack_without_its_dice_has_no_result_yet(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE, by_hand=True)
    sat.click("e6", "e7", "e7")
    before = sat.log
    sat.table.type("axe axe arrow panic")
    assert before == [sat.text("events.attack", **FIGHT)]
    assert sat.log[0].startswith(before[0])
    assert sat.log[0] != before[0]


def test_the_dice_that_end_a_turn_stay_until_the_next_move(lionheart: Tried) -> None:
    """The other side sees at its turn what fell."""
    sat = _played(lionheart, ("axe axe panic arrow",), "e5>w e6xe7")
    dice = sat.table.view().dice
    assert dice is not None
    assert (sat.match.position.side, dice.old) == (1, False)
    sat.table.press("end_turn")
    sat.table.enter()
    dice = sat.table.view().dice
    assert dice is not None
    assert dice.old


def test_a_draw_agreed_on_ends_log_and_match(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE)
    sat.match.agree_draw()
    assert sat.log[-1] == sat.text("events.draw_agreed")
    over = sat.table.view().over
    assert over is not None
    assert (over.winner, over.reason) == (None, sat.text("victory.agreed"))


@pytest.mark.parametrize(
    ("units", "move", "unit", "other", "key"),
    [
        ("Sn3 Sn4 go3", "n3 o3", "Soldier", "Lookout", "events.driven"),
        ("Ak5 gm5 so3", "k5 m5", "Archer", "Lookout", "events.attack"),
        ("Sn3 so3 sa1", "n3 o3", "Soldier", "Soldier", "events.taken"),
    ],
)
def test_a_move_onto_a_unit_is_logged_before_its_effect(
    units: str, move: str, unit: str, other: str, key: str
) -> None:
    """HG-50: a lookout that was wounded and went back is logged after the move."""
    board = field(units)
    sat = Sat(match := Match(board.game, start=board.position), Table(match))
    source, target = move.split()
    sat.click(source, target)
    sat.table.press("confirm")
    back = {"side": "Black", "unit": other, "cell": target, "target": "x3"}
    assert sat.log[0] == sat.text(key, unit=unit, cell=source, other=other, target=target)
    assert (sat.text("halberd.wounded", **back) in sat.log[1:2]) == (other == "Lookout")


# Shove: black marbles on d5, e5 and f5, before a white one.
PUSH = """
# # . . . . . # #
 # . . . . . . # #
# . . . . . . . #
 . . . . . . . . #
. . . M M M m . .
 . . . . . . . . #
# . . . . . . . #
 # . . . . . . # #
# # . . . . . # #
side: black
turn: 4
"""
AT_THE_EDGE = PUSH.replace(". . . M M M m . .", ". . . . . . M M m")


def test_a_line_that_moves_is_named_by_its_unit_then_by_what_goes_with_it() -> None:
    """SH-12: first the move, then those of the line, then the enemies before it."""
    sat = sit(loaded("shove/standard"), PUSH)
    sat.table.type("d5-e5")
    moves = [
        sat.text("events.moved", unit="Marble", cell=cell, target=target)
        for cell, target in (("d5", "e5"), ("e5", "f5"), ("f5", "g5"), ("g5", "h5"))
    ]
    own = sat.text("events.pushed.own", units=", ".join(moves[1:3]))
    assert sat.log == [moves[0], own, sat.text("events.pushed.foes", units=moves[3])]


def test_a_line_that_sidesteps_is_named_by_its_unit_then_by_what_goes_with_it() -> None:
    """SH-20: a sidestep reads as the move of a line does."""
    sat = sit(loaded("shove/standard"), PUSH)
    sat.table.type("e5!shift forward_left f5")
    first = sat.text("events.moved", unit="Marble", cell="e5", target="d6")
    other = sat.text("events.moved", unit="Marble", cell="f5", target="e6")
    assert sat.log == [first, sat.text("events.pushed.own", units=other)]


def test_an_enemy_that_is_pushed_off_the_board_is_not_named_as_one_taken() -> None:
    """SH-14: the first line names the marble that the line has pushed into the gutter."""
    sat = sit(loaded("shove/standard"), AT_THE_EDGE)
    sat.table.type("g5xh5")
    off = {"unit": "Marble", "other": "Marble", "cell": "g5", "target": "i5", "to": "h5"}
    assert sat.log[0] == sat.text("events.pushed_off", **off)
    assert sat.log[1:2] == [
        sat.text(
            "events.pushed.own",
            units=sat.text("events.moved", unit="Marble", cell="h5", target="i5"),
        )
    ]


ELIMINATE = "victory: {eliminate: {}}"
ALONE = """
m . . . .
. . . . .
. . . M m
. . . . .
. . . . .
side: white
turn: 4
"""


def test_a_unit_alone_pushes_off_an_enemy_that_it_comes_onto() -> None:
    """No other unit moves on, so that no second line follows."""
    step = "{directions: all, pushes: {weaker: false}}"
    game = made(f"units: {{man: {{letter: M, name: Man, move: {{step: {step}}}}}}}\n{ELIMINATE}")
    sat = sit(game, ALONE)
    sat.table.type("d3xe3")
    off = {"unit": "Man", "other": "Man", "cell": "d3", "target": "e3", "to": "e3"}
    assert sat.log == [sat.text("events.pushed_off", **off)]


FALLS = """
. . . . .
. . m . .
. . G . .
. . . . .
. . . . .
side: white
turn: 4
"""
DUEL = """
ranks: {of: {man: 2, goat: 1}}
units:
  man: {letter: M, name: Man, attack: {at: {around: all}, by: {duel: {}}}}
  goat: {letter: G, name: Goat, attack: {at: {around: all}, by: {duel: {}}}}
"""


def test_an_attacker_that_falls_has_a_line_of_its_own() -> None:
    """The line of the attack names the target last, which is not what is destroyed."""
    sat = sit(made(f"{DUEL}{ELIMINATE}"), FALLS)
    sat.table.type("c3xc4")
    sat.table.enter()
    attack = {"unit": "Goat", "cell": "c3", "other": "Man", "target": "c4"}
    fell = sat.text("events.eliminated", side="white", unit="Goat", cell="c3")
    assert sat.log[:2] == [sat.text("events.attack", **attack), fell]

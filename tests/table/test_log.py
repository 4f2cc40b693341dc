"""The log: one line per move, and lines of their own for what follows from it."""

from __future__ import annotations

import pytest

from halberd_field import field
from matches import Dice
from support import Tried, loaded
from tables import FACE_TO_FACE, KING_AT_BAY, Sat, sit
from wargrid.core.events import Event
from wargrid.core.position import Position
from wargrid.match import Match, Ply, read_fen
from wargrid_play.table import Table
from wargrid_play.table.history.log import lines_of
from wargrid_play.table.wording import Wording

FIGHT = {"unit": "Infantry", "cell": "e6", "other": "Infantry", "target": "e7"}


def _played(lionheart: Tried, rolls: tuple[str, ...], moves: str, more: str = "") -> Sat:
    sat = sit(lionheart.game, FACE_TO_FACE + more, *rolls)
    for move in moves.split():
        sat.table.type(move)
        if sat.table.view().prompt is not None:
            sat.table.enter()
    return sat


def test_moves_turns_and_the_next_turn_are_lines(lionheart: Tried) -> None:
    sat = _played(lionheart, (), "e5>w e5-d5")
    log = sat.table.view().log
    assert sat.log == [
        sat.text("events.turned", unit="Archers", cell="e5", facing="west"),
        sat.text("events.moved", unit="Archers", cell="e5", target="d5"),
        sat.text("events.turn_began", turn=sat.text("table.turn", n=8), side="Silver"),
    ]
    assert [(line.number, line.side) for line in log] == [("", 0), ("", 0), ("", 0), ("", 1)]
    assert log[2].cells == (sat.cell("e5"), sat.cell("d5"))


def test_the_turn_in_which_a_match_begins_has_a_heading(lionheart: Tried) -> None:
    """It is there before the first move, and stays where that is undone."""
    sat = sit(lionheart.game, FACE_TO_FACE)
    heading = sat.text("events.turn_began", turn=sat.text("table.turn", n=7), side="Gold")
    assert [line.text for line in sat.table.view().log if line.heading] == [heading]
    sat.table.type("e5>w")
    sat.table.press("undo")
    assert [line.text for line in sat.table.view().log] == [heading]


def test_castling_is_one_line() -> None:
    """The king, and the rook that goes with it."""
    chess = loaded("chess/standard")
    start = read_fen(chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    sat = Sat(match := Match(chess, start=start), Table(match))
    sat.table.type("e1-g1")
    king, rook = {"unit": "King", "cell": "e1", "to": "g1"}, {"other": "Rook", "target": "h1"}
    assert sat.log[0] == sat.text("events.castled", **king, **rook, end="f1")
    assert len(sat.log) == 1


def test_points_are_told_with_those_for_cells_held() -> None:
    """As they are beside the sides: a medal for the unit eliminated, and one for the summit."""
    board = """
        . . . . . . . . . . i
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . I . . . . .
        . . i . . . . . . . .
        . . I . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        men: c4 1
    """
    sat = sit(loaded("hill/209"), board, "rifle miss miss")
    sat.click("c3", "c4", "c4")
    medals = sat.text("events.marked.side.value", side="Green", marker="medals", value=2)
    assert medals in sat.log


def test_where_every_turn_is_one_move_the_lines_have_its_number() -> None:
    """A man jumps twice in turn 6, whose two lines have the same number; headings say no more."""
    draughts = loaded("draughts/english")
    sat = Sat(match := Match(draughts), Table(match))
    for move in ["g3-h4", "d6-c5", "f2-g3", "b6-a5", "h4-g5", "f6xh4", "h4xf2"]:
        sat.table.type(move)
    log = sat.table.view().log
    assert [line.number for line in log] == ["1.", "1…", "2.", "2…", "3.", "3…", "3…"]
    assert not any(line.heading for line in log)


@pytest.mark.parametrize(
    ("moves", "ends"),
    [
        ("e2-e4 f7-f6 d1-h5 g7-g6", [("2.", "h5+"), ("2…", "g6")]),
        ("e2-e4 e7-e5 d1-h5 b8-c6 f1-c4 g8-f6 h5xf7", [("4.", "f7#")]),
    ],
)
def test_check_and_mate_are_signs_after_the_move_as_in_books(
    moves: str, ends: list[tuple[str, str]]
) -> None:
    sat = Sat(match := Match(loaded("chess/standard")), Table(match))
    for move in moves.split():
        sat.table.type(move)
    log = [line for line in sat.table.view().log if line.kind in ("move", "take")]
    assert [
        (line.number, line.text[-len(end) :])
        for line, (_, end) in zip(log[-len(ends) :], ends, strict=True)
    ] == ends


@pytest.mark.parametrize(
    ("roll", "results"),
    [
        ("axe axe panic arrow", [("events.hits.many", 2), ("events.men_lost.many", 2)]),
        ("axe arrow arrow arrow", [("events.hits.one", 1), ("events.men_lost.one", 1)]),
        ("arrow arrow arrow panic", [("events.missed", 0)]),
        ("axe axe axe axe", [("events.hits.many", 4), ("events.unit_lost", 4)]),
    ],
)
def test_an_attack_is_one_line_with_hits_and_losses(
    lionheart: Tried, roll: str, results: list[tuple[str, int]]
) -> None:
    sat = _played(lionheart, (roll,), "e6xe7")
    tail = ", ".join(sat.text(key, n=n) for key, n in results)
    head = sat.text("events.attack", **FIGHT)
    assert sat.log[0] == sat.text("events.colon", head=head, tail=tail)


def test_a_second_roll_belongs_to_the_line_of_the_attack(lionheart: Tried) -> None:
    """LH-36: the one die that hit is rolled again; the reason of the end follows."""
    sat = sit(lionheart.game, KING_AT_BAY, "axe", "axe")
    sat.click("e6", "e7", "e7")
    again = sat.text("events.rolls_again.one", n=1)
    assert [again in line for line in sat.log] == [True, False]
    assert sat.log[1] == sat.text("victory.slay", winner="Gold", loser="Silver", unit="King")


def test_a_panic_is_worded_by_the_plugin(lionheart: Tried) -> None:
    """An event's ``why`` is the key of its text; the last to flee is the last line."""
    sat = _played(lionheart, ("panic",), "e6xe7", "men: e6 1")
    fields = {"side": "Gold", "unit": "Infantry", "cell": "e6"}
    assert len(sat.log) == 5
    assert sat.text("lionheart.panics", **fields) in sat.log
    assert sat.log[-1] == sat.text("lionheart.flees", target="e5", **fields)


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


def test_the_roll_for_the_first_turn_is_logged_with_its_ties(lionheart: Tried) -> None:
    """LH-13: equal numbers of axes roll again."""
    game = lionheart.with_options(first_player="roll").game
    rolls = ("axe axe arrow arrow", "axe axe panic panic", "axe axe axe axe", "axe axe axe arrow")
    match = Match(game, dice=Dice(*rolls))
    match.begin()
    sat = Sat(match, Table(match))
    log = sat.table.view().log
    assert [(line.number, line.side) for line in log] == [
        ("", 0), ("", 1), ("", -1), ("", 0), ("", 1), ("", 0),
    ]  # fmt: skip
    faces = "2 × axe, 2 × arrow"
    assert log[0].text == sat.text("events.first_roll", side="Gold", faces=faces)
    assert log[2].text == sat.text("events.tie")
    dice = sat.table.view().dice
    assert dice is not None
    assert dice.faces == tuple(" ".join(rolls[2:]).split())
    scores = [
        sat.text("table.dice.score", side=side, n=n) for side, n in (("Gold", 4), ("Silver", 3))
    ]
    assert dice.caption == sat.text("table.dice.first", scores=", ".join(scores))
    assert dice.expected == sat.text("table.prompt.most_begins", face="axe")
    one = sat.table.dice_at(log[4])
    assert one is not None
    assert one.faces == tuple(rolls[3].split())
    assert one.caption == sat.text("table.dice.first", scores=scores[1])
    assert (dice.rolls, one.rolls) == (2, 1)
    assert (dice.names, one.names) == (("Gold", "Silver"), ("Silver",))
    sat.table.type("end")
    sat.table.type("end")
    assert sat.table.view().turn > 1
    assert sat.table.view().dice is None  # they have told who begins


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


def test_the_dice_of_a_second_roll_say_what_both_have_hit(lionheart: Tried) -> None:
    """LH-36: a lone man hits a king, and hits him once more: two hits kill."""
    sat = sit(lionheart.game, KING_AT_BAY, "axe", "axe")
    sat.click("e6", "e7", "e7")
    dice = sat.table.view().dice
    assert dice is not None
    one, two = sat.text("events.hits.one"), sat.text("events.hits.many", n=2)
    assert (dice.faces, dice.caption) == (
        ("axe",), sat.text("table.dice.again", what=one, total=two),
    )  # fmt: skip


def test_the_end_of_a_turn_and_a_resignation_are_logged(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE)
    sat.table.press("end_turn")
    sat.table.press("confirm")
    sat.match.resign(1)
    assert sat.log[0] == sat.text("events.end")
    assert sat.log[-1] == sat.text("events.resigned", side="Silver")


def test_a_draw_agreed_on_ends_log_and_match(lionheart: Tried) -> None:
    sat = sit(lionheart.game, FACE_TO_FACE)
    sat.match.agree_draw()
    assert sat.log[-1] == sat.text("events.draw_agreed")
    over = sat.table.view().over
    assert over is not None
    assert (over.winner, over.reason) == (None, sat.text("victory.agreed"))


def test_undone_moves_leave_the_log(lionheart: Tried) -> None:
    sat = _played(lionheart, (), "e5>w")
    assert len(sat.log) == 1
    sat.table.press("undo")
    assert sat.log == []
    sat.table.type("e5>e")
    assert sat.log == [sat.text("events.turned", unit="Archers", cell="e5", facing="east")]


class Blessed(Event):
    """An event of a third-party plugin."""

    __slots__ = ("cell", "why")
    name = "blessed"

    def __init__(self, cell: int, why: str) -> None:
        self.cell = cell
        self.why = why

    def apply(self, position: Position) -> None:
        """Change nothing."""


@pytest.mark.parametrize(("why", "count"), [("no.such.text", 0), ("events.eliminated", 1)])
def test_an_event_without_a_text_is_not_logged(lionheart: Tried, why: str, count: int) -> None:
    """An event's text is found by its ``why``, or by its name."""
    sat = sit(lionheart.game, FACE_TO_FACE)
    here = sat.match.position
    events = (Blessed(sat.cell("e5"), why),)
    ply = Ply(lionheart.game.end, -1, here, here, events, 1)
    log = lines_of([ply], Wording(sat.match.game, "en"))
    blessed = sat.text("events.eliminated", side="Gold", unit="Archers", cell="e5")
    assert [line.text for line in log].count(blessed) == count
    assert len(log) == 1 + count


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


def test_tables_of_a_match_that_word_it_alike_share_its_log() -> None:
    match = Match(loaded("breakthrough/standard"))
    match.play(match.game.moves(match.position)[0])
    one, other = Table(match, seats=[0]).view(), Table(match, seats=[1]).view()
    named = Table(match, names=("Ann", "Bob")).view()
    french = Table(match, "fr").view()
    assert one.log is other.log
    assert one.units is other.units
    assert "Ann" not in str(one)
    assert one.log is not french.log
    assert named.log is not one.log
    assert Table(match, seats=[0]).view().log is one.log


def test_the_end_tells_how_long_the_game_lasted_and_of_the_dice(lionheart: Tried) -> None:
    sat = _played(lionheart, ("axe axe panic arrow",), "e5>w e6xe7")
    sat.match.resign(1)
    over = sat.table.view().over
    assert over is not None
    turn, gold, silver = over.facts
    assert turn == sat.table.wording.turn(sat.match.position.turn)
    hits = sat.text("events.hits.many", n=2)
    assert gold == sat.text("table.over.luck", side="Gold", hits=hits, mean="2")
    hits = sat.text("events.hits.none")
    assert silver == sat.text("table.over.luck", side="Silver", hits=hits, mean="0")

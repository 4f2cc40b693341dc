"""Questions at the table: cells to click, buttons for yes and no, and what the log says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from support import loaded
from tables import Sat, sit
from wargrid_play.table import Review, Table
from wargrid_play.table.hints import title_of
from wargrid_play.table.questions import answers_of
from wargrid_play.table.view import PromptKind, PromptView
from wargrid_play.table.wording import Wording

OVERRUN = """
    . . . . . . . . . . i
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . i . . . . . .
    . . . . i i . . . . .
    . . . . T . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . I
"""


@pytest.fixture
def board() -> Sat:
    """A tank of Green has driven an infantry of Grey from e5 with one flag."""
    at = sit(loaded("hill/209"), OVERRUN, "flag miss", "flag flag")
    at.click("e4", "e5", "e5")
    return at


def test_odds_are_shown_as_losses_and_flags() -> None:
    """A flag among two dice: 11/36."""
    at = sit(loaded("hill/209"), OVERRUN)
    at.click("e4", "e5")
    label = at.text("table.odds.counts.flags")
    assert dict(at.prompt.lines)[label].startswith("11/36")


def test_a_retreat_is_a_click_on_a_cell(board: Sat) -> None:
    """The unit asked about is selected, and its cells are marked."""
    view = board.table.view()
    assert (board.selected, view.prompt) == ("e5", None)
    assert board.marked("reach") == {"d6", "f6"}
    board.click("d6")
    assert board.log[-1] == board.text("events.retreated", unit="Infantry", cell="e5", target="d6")


def test_a_hint_for_a_retreat_names_it(board: Sat) -> None:
    position, wording = board.match.position, Wording(board.match.game, "en")
    hinted = [title_of(position, move, wording) for move in answers_of(board.match)]
    names = {"unit": "Infantry", "cell": "e5"}
    assert hinted == [board.text("table.hinted.retreat", **names, target=at) for at in ("f6", "d6")]


@pytest.mark.parametrize(
    ("kind", "on_board"), [(None, True), ("cell", True), ("attack", False), ("choice", False)]
)
def test_keys_go_to_the_board_unless_a_question_wants_them(
    board: Sat, kind: PromptKind | None, on_board: bool
) -> None:
    prompt = None if kind is None else PromptView(kind, "Which?")
    assert replace(board.table.view(), prompt=prompt).on_board is on_board


def test_other_clicks_are_refused_until_it_is_answered(board: Sat) -> None:
    """The unit stays selected."""
    board.click("a1")
    assert (board.selected, board.marked("blocked")) == ("e5", {"a1"})


@pytest.mark.parametrize("answer", ["e5", "choose:0", "yes by keys"])
def test_the_ground_is_taken_by_a_click_a_button_or_keys(board: Sat, answer: str) -> None:
    """The cell, the first option, or the option that the cursor keys choose."""
    board.click("d6")
    assert [label for _, label in board.prompt.options] == ["Yes", "No"]
    if ":" in answer:
        board.table.press(answer)
    elif " " in answer:
        board.table.move_cursor(1, 0)
        board.table.enter()
    else:
        board.click(answer)
    assert board.selected == "e5"
    assert board.marked("target") == {"d6", "e6", "f5"}


def test_the_ground_may_be_left(board: Sat) -> None:
    """The unit's own cell answers no; then the turn goes on."""
    board.click("d6", "e4")
    assert board.match.position.pending is None
    assert board.match.to_act == 0


def test_an_overrun_is_asked_about_like_any_attack(board: Sat) -> None:
    """A click on a target shows its odds first."""
    board.click("d6", "e5", "f5")
    assert board.prompt.kind == "attack"
    board.click("f5")
    assert board.selected == "f5"


def test_the_buttons_of_an_overrun_name_its_targets(board: Sat) -> None:
    """Each with its cell and its odds."""
    board.click("d6", "e5")
    names = [
        board.text("table.answer.attack", other="Infantry", target=cell)
        for cell in ("f5", "d6", "e6")
    ]
    labels = [label.partition(" · ") for _, label in board.prompt.options]
    assert set(names) < {name for name, _, _ in labels}
    assert all(odds for name, _, odds in labels if name in names)


def test_a_fourth_unit_is_refused_since_three_have_acted() -> None:
    """It has done nothing itself; the headline counts down before."""
    at = sit(loaded("hill/209"))
    left = [at.text("table.groups_may.unit", left=3)]
    left += [at.text("table.groups_left.unit", left=left, most=3) for left in (2, 1)]
    left.append(at.text("table.groups_none.unit"))
    heads = [at.table.view().headline]
    for move in ("f2-f3", "b1-b2", "j1-j2"):
        at.table.type(move)
        heads.append(at.table.view().headline)
    assert [head.split(" · ")[-1] for head in heads] == left

    at.click("a2")
    assert at.message == at.refusal("a2-a3")
    assert at.message != at.text("table.spent", unit="Infantry")


def test_the_log_counts_flags(board: Sat) -> None:
    """After the hits."""
    flags, none = board.text("events.flags.one"), board.text("events.men_lost.none")
    assert board.log[0].endswith(f": {flags}, {none}")


JUMPING = """
    . . . . . . . .
    . . . . . . . .
    . . . m . . . .
    . . M . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    side: black
    turn: 5
    pending: again c5
"""


def test_a_question_is_asked_again_where_a_match_is_opened(board: Sat) -> None:
    """Loaded, or played on from a review: the unit is selected, its cells are marked."""
    for match in (board.match, Review(board.match).branch()):
        opened = Sat(match, Table(match))
        assert (opened.selected, opened.marked("reach")) == ("e5", {"d6", "f6"})


def test_a_piece_that_takes_goes_on_where_a_match_is_opened() -> None:
    """The first click may already be its next jump."""
    at = sit(loaded("draughts/english"), JUMPING)
    assert (at.selected, at.marked("target")) == ("c5", {"e7"})
    sit(loaded("draughts/english"), JUMPING).click("e7")

"""An analysis that stays: branches of a review, their names and comments, and records of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from matches import play
from support import loaded
from wargrid.match import (
    Branch,
    Match,
    Note,
    Notes,
    NotesError,
    header_for,
    read_move,
    read_record,
    write_record,
)
from wargrid_play.table import Analysis, Table, Wording

OPENING = ("e2-e4", "e7-e5", "g1-f3", "b8-c6")


@pytest.fixture
def analysis() -> Analysis:
    match = Match(loaded("chess/standard"))
    play(match, *OPENING)
    return Analysis(match)


def tried(analysis: Analysis, at: int, *texts: str) -> int:
    """Try moves one after the other, as clicks do; returns where they lead."""
    for text in texts:
        line = Match(analysis.match.game, by_hand=True)
        line.plies[:] = analysis.line.plies[:at]
        at = analysis.take(at, line.play(read_move(line.game, line.position, text)))
    return at


def rows(analysis: Analysis) -> list[tuple[int, str]]:
    wording = Wording(analysis.match.game, "en")
    return [(row.at, row.text) for row in analysis.rows(wording)]


def test_another_move_is_a_branch_and_further_moves_make_it_longer(analysis: Analysis) -> None:
    assert tried(analysis, 2, "f1-c4", "f8-c5") == 4
    assert analysis.match.notes == Notes(branches=(Branch(2, ("f1-c4", "f8-c5")),))
    assert [ply.number for ply in analysis.line.plies] == [1, 2, 3, 4]
    assert analysis.leave() == 2
    assert rows(analysis) == [(2, "2. Bc4 Bc5")]


def test_a_move_that_a_line_has_leads_into_it(analysis: Analysis) -> None:
    tried(analysis, 2, "f1-c4")
    branch = analysis.path
    analysis.leave()
    assert tried(analysis, 2, "g1-f3") == 3
    assert analysis.path == ()
    tried(analysis, 2, "f1-c4")
    assert analysis.path == branch
    assert len(analysis.match.notes.branches) == 1


def test_branches_leave_branches(analysis: Analysis) -> None:
    """Another first move of a branch is one of the line that it leaves."""
    tried(analysis, 2, "f1-c4", "f8-c5")
    tried(analysis, 3, "g8-f6")
    assert analysis.path == (0, 0)
    tried(analysis, 2, "d2-d4")
    assert analysis.path == (1,)
    branches = analysis.match.notes.branches
    assert branches == (
        Branch(2, ("f1-c4", "f8-c5"), branches=(Branch(1, ("g8-f6",)),)), Branch(2, ("d2-d4",)),
    )  # fmt: skip


def test_the_end_of_the_game_goes_on_in_a_branch(analysis: Analysis) -> None:
    tried(analysis, 4, "f1-b5")
    assert analysis.match.notes.branches == (Branch(4, ("f1-b5",)),)
    assert len(analysis.match.plies) == 4


def test_a_branch_is_named_and_commented_and_deleted(analysis: Analysis) -> None:
    tried(analysis, 2, "f1-c4")
    analysis.rename(" Italian ")
    analysis.comment(3, "Aims at f7.")
    analysis.comment(2, "The game.")
    assert (analysis.comment_at(3), analysis.comment_at(2)) == ("Aims at f7.", "The game.")
    assert analysis.match.notes == Notes(
        (Note(2, "The game."),), (Branch(2, ("f1-c4",), "Italian", (Note(1, "Aims at f7."),)),)
    )
    analysis.comment(3, "")
    assert analysis.comment_at(3) == ""
    analysis.leave()
    assert rows(analysis) == [(2, "Italian: 2. Bc4")]
    said = analysis.said_at(2, Wording(analysis.match.game, "en"))
    assert said == "The game. Tried instead: Italian: 2. Bc4."
    analysis.enter((0,))
    assert analysis.delete() == 2
    assert (analysis.path, analysis.match.notes.branches) == ((), ())


def test_an_analysis_is_saved_with_the_game(analysis: Analysis) -> None:
    tried(analysis, 2, "f1-c4", "f8-c5")
    analysis.rename("Italian")
    analysis.comment(4, "Quiet.")
    text = write_record(analysis.match, header_for(analysis.match.game))
    again = Analysis(read_record(text, "").match, (0,))
    assert again.match.notes == analysis.match.notes
    assert [ply.number for ply in again.line.plies] == [1, 2, 3, 4]
    assert again.comment_at(4) == "Quiet."


def test_moves_that_are_not_possible_end_a_branch(analysis: Analysis) -> None:
    """Files of other programs may have them."""
    analysis.match.notes = Notes(
        branches=(Branch(2, ("f1-c4", "e4-e9", "a7-a6")), Branch(9, ("x",)))
    )
    analysis.enter((0,))
    assert len(analysis.line.plies) == 3
    analysis.enter((1,))
    assert len(analysis.line.plies) == 4
    analysis.enter((7, 7))
    assert analysis.path == ()


def test_branches_within_one_another_have_a_limit(analysis: Analysis) -> None:
    deep = Branch(0, ("f1-c4",))
    for _ in range(49):
        deep = Branch(0, ("f1-c4",), branches=(deep,))
    analysis.match.notes = before = Notes(branches=(Branch(2, ("f1-c4",), branches=(deep,)),))
    with pytest.raises(NotesError):
        tried(analysis, 4, "a2-a3")
    assert analysis.match.notes is before


BETTER = Branch(3, ("f2-f4",), notes=(Note(0, "[%clk 0:03] Better"), Note(1, "", (1, 16))))
WORDS = Branch(3, (), notes=(Note(0, "Black is fine."),))


def test_the_comment_that_opens_a_branch_is_in_its_row_and_where_it_begins(
    analysis: Analysis,
) -> None:
    analysis.match.notes = Notes((Note(2, "Now?"),), (replace(BETTER, at=2),))
    wording = Wording(analysis.match.game, "en")
    assert rows(analysis) == [(2, "2. f4! ± · Better")]
    assert analysis.said_at(2, wording) == "Now? Tried instead: 2. f4! ±. Better"
    analysis.enter((0,))
    assert analysis.shown_at(2) == "Now?\nBetter"
    analysis.comment(2, "Bolder")
    assert analysis.comment_at(2) == "Bolder"
    analysis.comment(2, "")
    assert analysis.comment_at(2) == "Now?"


def test_a_long_comment_is_cut_in_a_row_of_the_list(analysis: Analysis) -> None:
    analysis.match.notes = Notes(branches=(Branch(2, ("f2-f4",), notes=(Note(0, "a" * 99),)),))
    assert rows(analysis) == [(2, f"2. f4 · {'a' * 60}…")]


def test_a_variation_of_words_alone_is_a_comment(analysis: Analysis) -> None:
    analysis.match.notes = Notes((Note(3, "Solid."),), (WORDS, Branch(3, ("b8-c6",))))
    assert rows(analysis) == [(3, "2… Nc6")]
    said = analysis.said_at(3, Wording(analysis.match.game, "en"))
    assert said == "Solid.\nBlack is fine. Tried instead: 2… Nc6."


def test_marks_are_written_behind_the_moves_of_the_line(analysis: Analysis) -> None:
    marks = Note(1, "", (1,)), Note(3, "", (4, 14)), Note(4, "", (2,))
    analysis.match.notes = Notes(marks, (Branch(2, ("f2-f4",), notes=(Note(1, "", (5, 141)),)),))
    lines = {(): ["e4!", "e5", "Nf3?? +=", "Nc6?"], (0,): ["e4!", "e5", "f4!? $141"]}
    for path, written in lines.items():
        analysis.enter(path)
        log = Table(analysis.line, "en", seats=()).view().log
        assert [line.text for line in analysis.marked(log)] == written


def test_what_follows_a_move_has_no_mark_of_it(analysis: Analysis) -> None:
    analysis.match.notes = Notes((Note(4, "", (2,)),))
    analysis.match.resign(0)
    log = Table(analysis.match, "en", seats=()).view().log
    assert [line.text for line in analysis.marked(log)][-2:] == ["Nc6?", "White resigned"]

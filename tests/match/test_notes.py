"""Notes: comments, marks and branches come back from a record, and damaged ones cost no game."""

from __future__ import annotations

import pytest

from matches import header, moves_of, play, skirmish, skirmish_match, untagged
from wargrid.match import (
    Branch,
    Match,
    Note,
    Notes,
    NotesError,
    Record,
    branched,
    check_notes,
    digest,
    read_record,
    write_record,
)
from wargrid.match.notes import MAX_BRANCHES, MAX_BYTES, MAX_DEPTH, without_commands
from wargrid.match.record_header import read_closing_line
from wargrid.match.record_writer import (
    RECORD,
    Checksum,
    closing_line,
    header_lines,
    move_lines,
)

NOTES = Notes(
    (Note(0, "Before the first move"), Note(2, "Two lines,\none \\n that is none", (1, 14))),
    (
        Branch(
            1, ("b3-b2", "lot red"), "Better", (Note(0, "an idea"), Note(1, marks=(6,))),
            (Branch(1, ("a1-a2",)),),
        ),
        Branch(2, ()),
    ),
)  # fmt: skip


def noted(notes: Notes = NOTES) -> Match:
    match = skirmish_match()
    match.notes = notes
    return match


def read_again(match: Match) -> Record:
    return read_record(write_record(match, header(match)))


def read_with(*notes: str) -> Record:
    """Read a record with these lines after its closing line, all tags right."""
    match = skirmish_match()
    lines = [*header_lines(match.game, header(match), match.start, RECORD, 3)]
    lines += move_lines(match.game, match.plies)
    lines.append((closing_line(match), digest(match.position)))
    lines += [(line, "") for line in notes]
    checksum = Checksum()
    return read_record(b"".join(checksum.line(*line) for line in lines), "game.wargrid")


def nested(depth: int) -> Branch:
    branch = Branch(0, ("end",))
    for _ in range(depth - 1):
        branch = Branch(0, ("end",), branches=(branch,))
    return branch


def test_notes_come_back_after_the_chained_moves_of_a_record() -> None:
    record = read_again(noted())
    assert (record.match.notes, record.spoiled) == (NOTES, None)
    lines = untagged(write_record(noted(), header(noted())))
    assert lines[0] == "wargrid record 3"
    assert lines[lines.index("notes:") - 1].startswith("end: 2 moves")
    assert lines[lines.index("notes:") + 1 :] == [
        "  note 0: Before the first move",
        "  note 2 $1 $14: Two lines,\\none \\\\n that is none",
        "  branch 1: Better",
        "    move b3-b2",
        "    move lot red",
        "    note 0: an idea",
        "    note 1 $6:",
        "    branch 1:",
        "      move a1-a2",
        "  branch 2:",
    ]


def test_a_record_without_notes_keeps_its_format() -> None:
    assert write_record(noted(Notes()), header(noted())).startswith(b"wargrid record 2 ")


def test_the_closing_line_of_a_record_is_found_before_its_notes() -> None:
    match = noted(Notes((Note(0, "end: of\nend: all"),)))
    said = read_closing_line(write_record(match, header(match)), "game.wargrid")
    assert said == closing_line(match)


def test_notes_of_moves_that_are_played_otherwise_go() -> None:
    match = Match(skirmish(), by_hand=True)
    play(match, "lot red", "b1-b2", "b3>E", "b2>E")
    match.notes = Notes((Note(2, "kept"), Note(4, "gone")), (Branch(3, ()), Branch(4, ())))
    match.undo()
    assert len(match.notes.notes) == 2, "the move can be redone"
    play(match, "b2>W")
    assert match.notes == Notes((Note(2, "kept"),), (Branch(3, ()),))


# What is wrong with notes costs no game

WRONG = {
    "notes": "wrong",
    "  what 1: ": "wrong",
    "  note -1: below": "wrong",
    "  note 1 $256: beyond": "wrong",
    "  note 99999999: beyond": "wrong",
    "  move b1-b2": "wrong",
    "      note 1: below nothing": "wrong",
}


def test_wrong_lines_of_notes_are_named_and_the_game_opens_without_them() -> None:
    for line, code in WRONG.items():
        record = read_with("notes:", "  note 1: right", line)
        assert record.spoiled is not None, line
        assert record.spoiled.code == f"notes.{code}"
        assert record.spoiled.line == len(untagged(record.end.data)), line
        assert (len(record.match.plies), record.match.notes) == (4, Notes())
        assert "record." not in record.spoiled.text("en") + record.spoiled.text("fr")


def test_notes_whose_checksum_is_wrong_or_that_are_cut_are_left_out() -> None:
    data = write_record(noted(), header(noted()))
    for damaged in (data.replace(b"an idea", b"no idea"), data[:-20]):
        record = read_record(damaged)
        assert record.spoiled is not None
        assert record.spoiled.code == "notes.damaged"
        assert len(record.match.plies) == len(noted().plies)


TOO_MUCH = {
    "deep": Notes((), (nested(MAX_DEPTH + 1),)),
    "many": Notes((), (Branch(0, ()),) * (MAX_BRANCHES + 1)),
    "long": Notes((Note(0, "x" * MAX_BYTES),)),
}


def test_notes_beyond_the_limits_are_refused_and_are_not_written() -> None:
    for code, notes in TOO_MUCH.items():
        with pytest.raises(NotesError) as error:
            check_notes(notes)
        assert error.value.code == code
    assert write_record(noted(TOO_MUCH["deep"]), header(noted())).startswith(b"wargrid record 2 ")
    check_notes(Notes((), (nested(MAX_DEPTH),)))


def test_deep_notes_of_a_file_are_a_sentence() -> None:
    lines = [f"{'  ' * depth}branch 0:" for depth in range(1, 5_000)]
    record = read_with("notes:", *lines[:600])
    assert record.spoiled is not None
    assert record.spoiled.code == "notes.deep"


def test_clocks_of_other_programs_are_kept_and_not_shown() -> None:
    assert without_commands("[%clk 0:03:00] Why\nnot?  [%eval 0.2]\n[%emt 1]") == "Why\nnot?"


# Following a branch


def test_a_branch_of_a_branch_is_a_match_of_its_moves() -> None:
    match = Match(skirmish(), by_hand=True)
    play(match, "lot red", "b1-b2", "b3>E", "b2>E")
    outer = Branch(2, ("b3>W", "b2>W", "b3>S"), branches=(Branch(1, ("b2>S", "no move", "end")),))
    found = branched(match, (outer, outer.branches[0]))
    assert moves_of(found) == ["lot red", "b1-b2", "b3>W", "b2>S"]
    assert moves_of(match) == ["lot red", "b1-b2", "b3>E", "b2>E"]

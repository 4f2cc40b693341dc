"""Moves typed as people write them: without a sign, by the letter of a unit, and castling."""

from __future__ import annotations

import pytest

from support import loaded
from tables import Sat, sit
from wargrid.match import read_move, write_move
from wargrid.text import LANGUAGES

ROOKS = """
    r . . . k . . r
    . . P . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . N . . . .
    . . . . . . . .
    . . . . . . . .
    R . . . K . N R
    side: white
    turn: 9
"""
"""Two knights that reach f3, a pawn about to promote, and the king free to castle one way."""


def typed(sat: Sat, *texts: str) -> list[str]:
    """The moves made by typing some texts."""
    for text in texts:
        sat.table.type(text)
    return [write_move(sat.match.game, ply.move) for ply in sat.match.plies]


@pytest.mark.parametrize("text", ["Nf3", "e4", "e2-e4"])
def test_a_typed_move_leaves_no_cursor_where_a_click_was(text: str) -> None:
    sat = sit(loaded("chess/standard"))
    sat.click("h1")
    assert typed(sat, text)
    assert sat.table.view().cursor is None


def test_an_initial_of_a_name_goes_before_a_letter_of_the_ruleset() -> None:
    """``R`` is the *Roi* in French, not the rook, which is a *Tour*."""
    moves = typed(sit(loaded("chess/standard"), language="fr"), "e4", "e5", "Re2", "Ta8", "De7")
    assert moves == ["e2-e4", "e7-e5", "e1-e2", "d8-e7"]


def test_a_cell_alone_that_no_pawn_reaches_is_a_click() -> None:
    sat = sit(loaded("chess/standard"))
    assert typed(sat, "e5", "d1") == []
    assert typed(sit(loaded("lionheart/level1")), "d3") == []


@pytest.mark.parametrize("text", ["O-O-O", "0-0-0", "o-o-o", "OOO"])
def test_castling_is_typed(text: str) -> None:
    assert typed(sit(loaded("chess/standard"), ROOKS), text) == ["e1-c1"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_letter_that_fits_several_moves_says_which(language: str) -> None:
    sat = sit(loaded("chess/standard"), ROOKS, language=language)
    assert typed(sat, "Nf3") == []
    moves = sat.table.wording.alternatives(
        ["Cdf3", "Cgf3"] if language == "fr" else ["Ndf3", "Ngf3"]
    )
    assert sat.message == sat.text("table.shorthand_several", text="Nf3", moves=moves)


@pytest.mark.parametrize("text", ["c7c8", "c7-c8"])
def test_a_typed_promotion_asks_of_its_pawn_whatever_was_selected(text: str) -> None:
    sat = sit(loaded("chess/standard"), ROOKS)
    sat.table.click(sat.match.game.grid.cell("e1"))
    sat.table.type(text)
    view = sat.table.view()
    assert view.prompt is not None
    assert view.selected == sat.match.game.grid.cell("c7")


def test_a_shorthand_that_fits_no_move_names_moves_of_its_type() -> None:
    sat = sit(loaded("chess/standard"))
    assert typed(sat, "Nd5") == []
    assert "“Nd5”" in sat.message
    assert "Nc3" in sat.message


IN_CHECK = "rnb1kbnr/pppp1ppp/8/4p3/5P1q/3P4/PPP1P1PP/RNBQKBNR w KQkq - 1 3"
ONE_ROOK = "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1"
COMMANDED = "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"
KNIGHT_AT_HOME = "4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1"
BISHOP_AT_HOME = "4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "move", "code"),
    [
        ("Nf3", "g1-f3", "in_check"),
        ("e4", "e2-e4", "in_check"),
        ("Be3", "c1-e3", "in_check"),
        ("Qxh4", "d1xh4", "out_of_reach"),
        ("Qd2", "d1-d2", "in_check"),
        ("Bd2", "c1-d2", "in_check"),
    ],
)
def test_a_typed_move_is_refused_for_the_reason_of_its_click(
    text: str, move: str, code: str, language: str
) -> None:
    sat = sit(loaded("chess/standard"), IN_CHECK, language=language)
    assert typed(sat, text) == []
    assert (sat.message, refused(sat, move)) == (sat.refusal(move), code)


@pytest.mark.parametrize(
    ("position", "code"),
    [
        (ONE_ROOK, "has_mark"),
        (COMMANDED, "way_attacked"),
        (KNIGHT_AT_HOME, "castling_blocked"),
        (BISHOP_AT_HOME, "castling_blocked"),
        (IN_CHECK, "castling_blocked"),
    ],
)
def test_castling_that_is_not_possible_says_what_prevents_it(position: str, code: str) -> None:
    sat = sit(loaded("chess/standard"), position)
    assert typed(sat, "O-O") == []
    assert (sat.message, refused(sat, "e1-g1")) == (sat.refusal("e1-g1"), code)


def refused(sat: Sat, move: str) -> str:
    """The code of the refusal of a move in notation."""
    game, position = sat.match.game, sat.match.position
    refusal = game.why_not(position, read_move(game, position, move))
    assert refusal is not None
    return refusal.code


def test_a_capture_that_fits_no_move_names_the_captures_there_are() -> None:
    sat = sit(loaded("chess/standard"))
    typed(sat, "e4", "d5", "exf5")
    assert sat.message == sat.text("table.shorthand_none", text="exf5", moves="exd5")

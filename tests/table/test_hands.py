"""Hands at the table: choosing a unit beside the board, and placing it."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid.match import Match, read_position
from wargrid_play.table import Table

HANDS = "4k4/9/9/9/9/9/P8/9/4K4[PSr] w - - 0 1"
FULL = "4k4/9/9/9/9/9/PPPPPPPPP/9/4K4[P] w - - 0 1"


def _table(fen: str = HANDS, language: str = "en", **how: object) -> Table:
    game = loaded("shogi/standard")
    return Table(Match(game, start=read_position(game, fen)), language, **how)  # type: ignore[arg-type]


def _held(table: Table, side: int = 0) -> dict[str, tuple[int, str, bool]]:
    hand = table.view().sides[side].hand
    return {each.type: (each.count, each.command, each.chosen) for each in hand if each.count}


def _click(table: Table, name: str) -> None:
    table.click(table.match.game.grid.cell(name))


def test_the_side_to_act_chooses_from_its_hand_alone() -> None:
    """The hand of the other side is shown without a command."""
    table = _table()
    assert _held(table) == {
        "silver": (1, "hold:silver", False),
        "pawn": (1, "hold:pawn", False),
    }
    assert _held(table, 1) == {"rook": (1, "", False)}
    table.press("hold:rook")
    assert _held(table, 1) == {"rook": (1, "", False)}


def test_numbers_choose_from_the_hand_until_a_cell_asks() -> None:
    """On a cell the numbers mean what may be placed there."""
    table = _table()
    keys = {each.name: each.key for each in table.view().commands if ":" in each.name}
    assert keys == {"hold:silver": "1", "hold:pawn": "2"}
    _click(table, "c5")
    keys = {each.name: each.key for each in table.view().commands if ":" in each.name}
    assert keys["do:place silver"] == "1"
    assert keys["hold:silver"] == ""


def test_a_unit_of_the_board_takes_the_place_of_one_from_the_hand() -> None:
    table = _table()
    table.press("hold:silver")
    _click(table, "e1")
    view = table.view()
    assert view.selected == table.match.game.grid.cell("e1")
    assert _held(table)["silver"] == (1, "hold:silver", False)


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("e9", "e9 is occupied. Choose an empty cell."),
        ("a5", "You have a piece of this type (Pawn) in that column already."),
    ],
)
def test_where_it_may_not_be_placed_a_sentence_says_why(cell: str, said: str) -> None:
    """It stays chosen, so that another cell can be clicked."""
    table = _table()
    table.press("hold:pawn")
    _click(table, cell)
    assert (table.view().tone, table.view().message) == ("refusal", said)
    assert _held(table)["pawn"] == (1, "hold:pawn", True)


def test_a_unit_that_can_be_placed_nowhere_is_not_chosen() -> None:
    """There is a pawn in every column."""
    table = _table(FULL)
    (command,) = [each for each in table.view().commands if each.name == "hold:pawn"]
    assert not command.enabled
    table.press("hold:pawn")
    assert table.view().tone == "refusal"
    assert _held(table) == {"pawn": (1, "hold:pawn", False)}


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Silver general from your hand:"), ("fr", "Général d’argent, de votre main :")],
)
def test_help_tells_what_is_chosen(language: str, said: str) -> None:
    table = _table(language=language)
    table.press("hold:silver")
    assert any(line.startswith(said) for line in table.help_now())
    table.press("cancel")
    assert not any(line.startswith(said) for line in table.help_now())


def test_undo_brings_a_unit_back_to_the_hand() -> None:
    table = _table()
    table.press("hold:silver")
    _click(table, "c5")
    assert _held(table) == {"pawn": (1, "", False)}
    table.press("undo")
    assert _held(table)["silver"][0] == 1

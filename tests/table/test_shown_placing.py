"""Games of placing at the table and in the window: clicks, keys, marks, scores, passes, swaps."""

from __future__ import annotations

import pygame

from support import loaded
from tables import sit
from wargrid.match import write_move
from wargrid_play.table.lobby.session import new_session
from window_support import Player

BLACK_IS_STUCK = """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    D . . . . . . .
    . d D . . . . .
    side: white
"""


def test_a_click_on_an_empty_cell_places_the_only_type() -> None:
    sat = sit(loaded("gomoku/standard"))
    sat.click("h8", "h9")
    assert [write_move(sat.match.game, ply.move) for ply in sat.match.plies] == [
        "!place stone h8",
        "!place stone h9",
    ]
    assert sat.log[-1] == "h9"


def test_where_any_empty_cell_serves_none_is_marked() -> None:
    sat = sit(loaded("gomoku/standard"))
    assert not sat.marked("special")
    assert sat.table.hint() == sat.text("table.help.any", names="Place")


def test_where_some_cells_serve_they_are_marked() -> None:
    sat = sit(loaded("reversi/standard"))
    assert sat.marked("special") == {"d6", "c5", "f4", "e3"}


def test_the_score_stands_beside_the_board_where_it_decides() -> None:
    sat = sit(loaded("reversi/standard"))
    sat.click("d6")
    scores = [side.counters[0] for side in sat.table.view().sides]
    assert scores == [("Score", "4"), ("Score", "1")]
    assert not sit(loaded("gomoku/standard")).table.view().sides[0].counters


def test_a_side_that_can_do_nothing_passes_by_itself() -> None:
    sat = sit(loaded("reversi/standard"), BLACK_IS_STUCK)
    sat.click("d1")
    assert sat.match.result is not None
    other = sit(loaded("ataxx/standard"), _SHUT_IN)
    other.click("f1", "g3")
    assert other.table.advance()
    assert [write_move(other.match.game, ply.move) for ply in other.match.plies][1:] == ["end"]
    assert not other.table.advance()


_SHUT_IN = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . P
    P P P . . . .
    P P P . . . .
    p P P . . P .
    side: red
"""


def test_a_pass_that_was_taken_back_is_not_made_again_by_itself() -> None:
    sat = sit(loaded("ataxx/standard"), _SHUT_IN)
    sat.click("f1", "g3")
    sat.table.advance()
    sat.match.undo()
    assert not sat.table.advance()
    assert len(sat.match.plies) == 1


def test_the_second_side_swaps_by_a_click_on_the_first_stone() -> None:
    sat = sit(loaded("gomoku/standard", {"swap": "allowed"}))
    sat.click("h8", "h8")
    assert [write_move(sat.match.game, ply.move) for ply in sat.match.plies][1:] == ["!swap h8"]
    assert sat.match.position.at(sat.cell("h8")).side == 1


def test_a_swap_is_told_apart_from_a_placing() -> None:
    """It has the only diamond, a line of its own beside that of empty cells, and one in the log."""
    sat = sit(loaded("gomoku/standard", {"swap": "allowed"}))
    sat.click("h8")
    assert sat.marked("special") == {"h8"}
    swap = "Click any empty cell (Place). Or click a piece with a diamond (Swap): h8."
    assert sat.table.hint() == swap
    sat.click("h8")
    assert sat.log[-1].endswith(sat.text("events.taken_over", unit="Stone", cell="h8"))


def test_the_window_places_discs_by_mouse_and_by_keys(player: Player, own_home: object) -> None:
    player.app.play(new_session(loaded("reversi/standard"), 1))
    player.click("d6")
    player.app.update(5_000)
    player.type("c6")
    player.enter()
    player.app.update(5_000)
    match = player.game.session.match
    assert [match.game.grid.name(ply.move.target) for ply in match.plies] == ["d6", "c6"]
    for _ in range(3):  # from the middle of the board
        player.key(pygame.K_LEFT)
    player.enter()
    assert match.game.grid.name(match.plies[-1].move.target) == "c5"

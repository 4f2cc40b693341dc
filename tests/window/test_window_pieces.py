"""Games of pieces in the window: promotion beside the square, lost pieces and the lead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support import loaded
from wargrid.match import Match, header_for, read_fen
from wargrid_play.scenes import Use, drawing_of, resting_scene, shape_of
from wargrid_play.table.lobby.session import Session
from window_support import SMALLEST, Player, at_window, leave

pytestmark = pytest.mark.usefixtures("own_home")

READY = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
"""A pawn that can be promoted in two ways."""


@pytest.fixture
def player() -> Iterator[Player]:
    player = at_window(SMALLEST)
    game = loaded("chess/standard")
    match = Match(game, start=read_fen(game, READY))
    player.app.play(Session(match, header_for(game)))
    yield player
    leave(player)


def test_a_pawn_becomes_the_piece_that_is_clicked_beside_the_square(player: Player) -> None:
    player.click("a7")
    player.click("a8")
    view = player.view
    assert view.prompt is not None
    offered = [(view.cell_names[each.cell], each.type) for each in view.prompt.offered]
    assert offered == [("a8", "queen"), ("a7", "rook"), ("a6", "bishop"), ("a5", "knight")]
    player.click("a5")
    [unit] = [each for each in player.view.units if each.cell == player.cell("a8")]
    assert unit.type == "knight"


def test_a_click_elsewhere_lets_the_pawn_wait(player: Player) -> None:
    player.click("a7")
    player.click("b8")
    assert player.view.prompt is not None
    player.click("h1")
    assert player.view.prompt is None
    assert any(each.cell == player.cell("a7") for each in player.view.units)


def test_offered_pieces_are_drawn_over_the_board(player: Player) -> None:
    player.click("a7")
    player.click("a8")
    game = player.game
    scene = resting_scene(player.view, game.looks)
    above = drawing_of(scene, shape_of(player.view)).above
    pieces = [each.use for each in above if isinstance(each, Use) and "piece" in each.use]
    assert pieces == [f"piece.{word}.0" for word in ("queen", "rook", "bishop", "knight")]


def test_the_side_that_lost_less_sees_its_lead(player: Player) -> None:
    """White's pawn and the queen it becomes: 9 - 5, since the rook is taken, count 9 to 0."""
    for name in ("a7", "b8", "b8"):
        player.click(name)
    white, black = player.view.sides
    assert [(loss.type, loss.bases) for loss in black.losses] == [("rook", 1)]
    assert (white.lead, black.lead) == (9, 0)


def test_a_move_that_begins_with_a_digit_is_typed() -> None:
    player = at_window(SMALLEST)
    game = loaded("draughts/english")
    player.app.play(Session(Match(game), header_for(game)))
    player.type("11-15")
    player.enter()
    assert "11-15" in player.view.log[-1].text
    leave(player)

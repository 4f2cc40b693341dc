"""Markers in the window: where they are drawn, and how they differ without colour."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from rulesets import made
from wargrid.match import Match, header_for, read_position
from wargrid_play.looks.loader import Looks
from wargrid_play.looks.models import SideLook
from wargrid_play.scenes import CellMarker, Ground, Scene, Squares
from wargrid_play.table.lobby.session import Session
from wargrid_pygame.drawing.board import BoardView
from wargrid_pygame.drawing.geometry import Geometry
from window_support import at_window, leave, watch_texts

pytestmark = pytest.mark.usefixtures("screen")

ROUND = SideLook(top="#808080", low="#808080", shape="round")
SHIELD = SideLook(top="#808080", low="#808080", shape="shield")
CELL = (1, 1)


def drawn(*markers: CellMarker) -> pygame.Surface:
    """Draw a board of three by three cells with markers."""
    surface = pygame.Surface((300, 300))
    shape = Squares(3, 3)
    board = BoardView(Geometry(shape).fitted((0, 0, 300, 300)), Ground(shape, Looks()))
    board.draw(surface, Scene(markers=markers))
    return surface


def pixels(surface: pygame.Surface, *cells: tuple[int, int]) -> list[bytes]:
    """Return what some cells look like."""
    board = Geometry(Squares(3, 3)).fitted((0, 0, 300, 300))
    return [pygame.image.tobytes(surface.subsurface(board.rect(cell)), "RGB") for cell in cells]


@pytest.mark.parametrize(
    "marker",
    [
        {"shown": "badge", "text": "M"},
        {"shown": "number", "text": "12"},
        {"shown": "bar", "share": 0.5},
        {"shown": "colour", "side": ROUND},
    ],
    ids=lambda marker: marker["shown"],
)
def test_a_marker_is_drawn_on_its_cell_alone(marker: dict[str, Any]) -> None:
    others = [(x, y) for x in range(3) for y in range(3) if (x, y) != CELL]

    with_it, without = drawn(CellMarker(cell=CELL, **marker)), drawn()

    assert pixels(with_it, CELL) != pixels(without, CELL)
    assert pixels(with_it, *others) == pixels(without, *others)


def test_markers_of_one_cell_do_not_cover_each_other() -> None:
    """Two bars are at two edges, and a badge stands on another."""
    bars = [CellMarker("bar", CELL, share=0.5, rank=rank) for rank in (0, 1)]
    pills = [CellMarker("badge", CELL, sign) for sign in "AB"]

    assert len({tuple(pixels(drawn(*some), CELL)) for some in (bars, bars[:1], bars[1:])}) == 3
    assert len({tuple(pixels(drawn(*some), CELL)) for some in (pills, pills[:1], pills[1:])}) == 3


def test_the_sides_that_hold_cells_differ_by_their_shapes() -> None:
    """Players who see no colours tell them apart."""
    one, other = (drawn(CellMarker("colour", CELL, side=side)) for side in (ROUND, SHIELD))

    assert pixels(one, CELL) != pixels(other, CELL)


KINDS = ("pawn", "lance", "knight", "silver", "gold", "bishop", "rook")
HANDS = f"""
units: {{king: {{letter: K, name: King, move: {{step: all}}}}}}
markers:
{"".join(f"  {kind}s: {{per: side, name: {kind}s}}{chr(10)}" for kind in KINDS)}
"""
BOARD = "k . .\n. . .\nK . ."


@pytest.mark.parametrize(("size", "letters"), [((1280, 800), 9), ((1024, 640), 3)])
@pytest.mark.parametrize("held", [KINDS, ("gold", "rook"), ()], ids=["all", "two", "none"])
def test_a_hand_of_seven_kinds_is_read_whole_without_what_is_not_in_it(
    size: tuple[int, int], letters: int, held: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch, own_home: object,
) -> None:  # fmt: skip
    """In a small window the names of many kinds are shortened."""
    game = made(HANDS, setup=BOARD)
    lines = [f"marker {kind}s: white 2" for kind in held]
    match = Match(game, start=read_position(game, "\n".join([BOARD, "turn: 1", *lines])))
    player = at_window(size)
    clipped, drawn_lines = watch_texts(monkeypatch)
    player.app.play(Session(match, header_for(game)))
    player.app.draw()
    words = " ".join(drawn_lines).replace("\N{NO-BREAK SPACE}", " ")
    leave(player)
    names = {kind: f"{kind}s".capitalize() for kind in KINDS}
    if len(held) == len(KINDS):
        names = {kind: name[:letters] + "." * (letters < 9) for kind, name in names.items()}
    assert [text for text in clipped if "2" in text] == []
    assert tuple(kind for kind in KINDS if f"{names[kind]} 2" in words) == held
    assert not any(f"{name} 0" in words for name in names.values())

"""The window's drawing: marks and tokens differ, and are clicked where they are drawn."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pygame
import pytest

from support import loaded
from wargrid.core.dice import seeded
from wargrid.match.match import Match
from wargrid_pygame.drawing import marks
from wargrid_pygame.drawing.board import BoardView, Scene, Turns
from wargrid_pygame.drawing.geometry import fit
from wargrid_pygame.drawing.tokens import Token, draw_token
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.looks import defaults as plain
from wargrid_pygame.looks import loader as looks
from wargrid_pygame.looks.loader import Looks, LooksError
from wargrid_pygame.looks.models import LooksFile, SideLook
from wargrid_pygame.screens.pictures import board_picture
from wargrid_pygame.widgets import basic as widgets
from wargrid_pygame.widgets.basic import Button

SIZES = [(1024, 640), (1280, 800), (1920, 1080)]


pytestmark = pytest.mark.usefixtures("screen")


def grey(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(pygame.transform.grayscale(surface), "RGBA")


def knight(side: SideLook, **shown: object) -> Token:
    return Token(**{"side": side, "letter": "N", "men": 2, "full": 4, "facing": 0} | shown)  # type: ignore[arg-type]


INKS = {
    theme.TABLE: (theme.CREAM, theme.TEXT, theme.MUTED, theme.GOLD, theme.BAD),
    theme.PANEL: (theme.CREAM, theme.TEXT, theme.MUTED, theme.GOLD, theme.GOOD, theme.BAD),
    theme.SUNK: (theme.CREAM, theme.TEXT, theme.MUTED, theme.GOLD, theme.GOOD, theme.BAD),
    theme.BUTTON_LOW: (theme.CREAM, theme.TEXT, theme.MUTED),
    theme.BUTTON_OFF: (theme.TEXT, theme.MUTED, theme.GOLD, theme.BAD),
    theme.DIE: (theme.DIE_INK,),
}
"""By ground, what is written on it: the table, dialogs, boxes, the side to act and chosen rows,
rows under the mouse, a die; what is written on buttons is looked at as they are drawn."""


class TestColours:
    @pytest.mark.parametrize(
        ("ground", "ink"), [(ground, ink) for ground, inks in INKS.items() for ink in inks]
    )
    def test_text_has_enough_contrast(self, ground: str, ink: str) -> None:
        """Every pair of text and ground reaches 4.5 : 1, as WCAG asks."""
        assert theme.contrast(ink, ground) >= 4.5

    @pytest.mark.parametrize("state", ["resting", "disabled", "hovered", "pressed", "chosen"])
    def test_label_and_key_of_a_button_have_enough_contrast(
        self, state: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Where its ground is lightest and where it is darkest, and though WCAG asks it of no
        button that is off."""
        grounds: list[str] = []
        inks: list[str] = []
        monkeypatch.setattr(
            widgets.svg, "box", lambda *said: (grounds.extend(said[3:5]), pygame.Surface((1, 1)))[1]
        )
        monkeypatch.setattr(widgets.typeset, "write", lambda *said, **_: inks.append(said[6]))
        button = Button(Theme(), pygame.Rect(0, 0, 200, 40), "undo", "Undo", "U")
        button.enabled = state != "disabled"
        for each in ("hovered", "pressed", "chosen"):
            setattr(button, each, state == each)
        button.draw(pygame.Surface((200, 40)))
        assert (len(grounds), len(inks)) == (2, 2)
        assert min(theme.contrast(ink, ground) for ink in inks for ground in grounds) >= 4.5


class TestTokens:
    @pytest.mark.parametrize(
        "other",
        [
            {"facing": 1}, {"facing": 2}, {"facing": 3}, {"facing": None},
            {"men": 1}, {"men": 3}, {"letter": "A"},
            {"selected": True}, {"hurt": True}, {"ready": True},
        ],
        ids=str,
    )  # fmt: skip
    def test_every_difference_is_seen_without_colour(self, other: dict[str, object]) -> None:
        """Facing, men, letter and each state change the token in greys as well."""
        side = plain.PLAIN_SIDES[0]
        assert grey(draw_token(knight(side), 60)) != grey(draw_token(knight(side, **other), 60))

    def test_sides_differ_in_shape(self) -> None:
        """No two plain sides have the same outline, so that colour is never needed to tell them
        apart."""
        outlines = {
            pygame.mask.from_surface(draw_token(knight(side), 60)).count()
            for side in plain.PLAIN_SIDES
        }
        assert len(outlines) == len(plain.PLAIN_SIDES)


class TestGeometry:
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("board", [(9, 10), (29, 8), (3, 30), (1, 1)])
    @pytest.mark.parametrize("flipped", [False, True])
    def test_every_cell_is_found_where_it_is_drawn(
        self, size: tuple[int, int], board: tuple[int, int], flipped: bool
    ) -> None:
        """The cell under the middle and under each corner pixel of a cell's square is that cell."""
        made = fit(*board, (7, 11, *size), flipped)
        for cell in [(column, row) for column in range(board[0]) for row in range(board[1])]:
            square = made.rect(cell)
            last = (square.right - 1, square.bottom - 1)
            assert {*map(made.cell_at, (square.center, square.topleft, last))} == {cell}

    def test_a_zoomed_board_keeps_what_is_under_the_mouse(self) -> None:
        """Zooming in about a cell leaves the mouse on that cell, and zooming out again never loses
        the board."""
        made = fit(29, 8, (0, 0, 900, 700))
        about = made.centre((14, 4))
        near = made.zoomed(3, about)
        assert (near.cell_at(about), near.cell > made.cell) == ((14, 4), True)
        assert near.zoomed(0.01, about) == made


class TestBoard:
    @pytest.mark.parametrize("kind", get_args(marks.MarkShape))
    def test_marks_differ_without_colour(self, kind: marks.MarkShape) -> None:
        """Every mark has a shape of its own: in greys no other looks the same."""
        others = (other for other in get_args(marks.MarkShape) if other != kind)
        own = grey(marks.draw_mark(kind, 60))
        assert all(own != grey(marks.draw_mark(other, 60)) for other in others)

    def test_nothing_is_drawn_outside_the_area(self, screen: pygame.Surface) -> None:
        """A board larger than its area leaves the side panel alone."""
        screen.fill("#123456")
        made = fit(9, 10, (0, 0, 900, 800)).zoomed(3, (10, 10))
        tokens_laid = {(c, r): Token(plain.PLAIN_SIDES[0]) for c in range(9) for r in range(10)}
        BoardView(made, Looks()).draw(screen, Scene(tokens_laid, way=[(0, 0), (8, 9)]))
        assert {tuple(screen.get_at((x, y)))[:3] for x in (900, 1279) for y in range(800)} == {
            (0x12, 0x34, 0x56)
        }

    @pytest.mark.parametrize("flipped", [False, True])
    def test_a_turn_button_answers_its_facing(self, flipped: bool) -> None:
        """A click on the middle of each turn button is that facing; the unit's own middle is
        none."""
        view = BoardView(fit(9, 10, (0, 0, 900, 800), flipped), Looks())
        turns = Turns((4, 4), (1, 2, 3))
        assert [view.turn_at(turns, view.turn_place(turns, way)) for way in (1, 2, 3)] == [1, 2, 3]
        assert view.turn_at(turns, view.geometry.centre((4, 4))) is None


class TestLooks:
    def test_the_first_terrain_is_the_checker_unless_it_is_described(self) -> None:
        """``board.light`` and ``board.dark`` are seen there; a terrain that is described has its
        own colour."""
        board = {"light": "#102030", "dark": "#302010"}
        bare = Looks(LooksFile(board=board), terrains=["plain", "wood"])
        file = LooksFile(board=board, terrain={"plain": {"colour": "#445566"}})
        said = Looks(file, terrains=["plain", "wood"])
        assert (bare.is_bare("plain"), bare.terrain("plain").colour) == (True, "#102030")
        assert (said.is_bare("plain"), said.terrain("plain").colour) == (False, "#445566")
        assert not bare.is_bare("wood")

    @pytest.mark.parametrize(
        ("text", "place"),
        [
            ("sides: {red: {top: red, low: '#000000'}}", "yaml:1:20"),
            ("colours: {}", "colours"),
            ("board: {light: '#12345'}", "yaml:1:16"),
            ("sides: [", "cannot be read"),
            ("- 1", "looks.yaml"),
            ("a: " + "[" * 5000, "cannot be read"),
        ],
        ids=["colour", "unknown", "short colour", "no yaml", "a list", "deep"],
    )
    def test_an_error_names_its_place(self, tmp_path: Path, text: str, place: str) -> None:
        """Bad looks are a sentence with the file and the place in it, never a traceback."""
        (tmp_path / "looks.yaml").write_text(text)
        with pytest.raises(LooksError, match=place):
            looks.read_looks(tmp_path / "looks.yaml")


def test_a_picture_shows_no_army_that_is_set_up_in_secret() -> None:
    """The picture of a saved game is the same before and after a hidden unit is placed."""
    pygame.display.init()
    game = loaded("lionheart/level2")
    match = Match(game, dice=seeded(1))
    match.begin()
    before = pygame.image.tobytes(board_picture(match), "RGB")
    for _ in range(6):
        placing = next(m for m in game.moves(match.position) if m.verb != "ready")
        match.play(placing)
    assert game.hides(match.position)
    assert pygame.image.tobytes(board_picture(match), "RGB") == before

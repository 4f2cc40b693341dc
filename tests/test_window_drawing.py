"""The window's drawing: what is drawn can be told apart, read and clicked, at every size."""

from __future__ import annotations

from itertools import combinations, count
from pathlib import Path
from typing import get_args

import pygame
import pytest

from timing import cost
from wargrid_pygame.drawing import marks, tokens
from wargrid_pygame.drawing.board import BoardView, Flying, Scene, Turns
from wargrid_pygame.drawing.dice import DiceView, Roll, draw_die
from wargrid_pygame.drawing.geometry import Geometry, fit
from wargrid_pygame.drawing.marks import Arrow, Mark
from wargrid_pygame.drawing.tokens import Token, draw_token
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.looks import defaults as plain
from wargrid_pygame.looks import loader as looks
from wargrid_pygame.looks.loader import Looks, LooksError
from wargrid_pygame.looks.models import LooksFile, Shape, SideLook
from wargrid_pygame.widgets import basic as widgets
from wargrid_pygame.widgets.basic import Button

RULESETS = Path(__file__).parent.parent / "rulesets"
LIONHEART = RULESETS / "lionheart" / "level1.yaml"
SIZES = [(1024, 640), (1280, 800), (1920, 1080)]


pytestmark = pytest.mark.usefixtures("screen")


@pytest.fixture
def lionheart() -> Looks:
    return looks.looks_beside([LIONHEART], ["gold", "silver"])


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGBA")


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

    def test_contrast_follows_wcag(self) -> None:
        """Black on white is 21 : 1; the grey #777777 on white falls just short of 4.5 : 1."""
        assert theme.contrast("#000000", "#ffffff") == pytest.approx(21)
        assert theme.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)

    @pytest.mark.parametrize("side", ["gold", "silver"])
    def test_icons_stand_out_from_their_token(self, lionheart: Looks, side: str) -> None:
        """An icon's ink keeps 2.5 : 1 against its token's lightest and 3 : 1 against its darkest
        colour."""
        look = lionheart.side(side)
        assert min(theme.contrast(look.ink, look.top), theme.contrast(look.ink, look.low)) >= 2.5
        assert max(theme.contrast(look.ink, look.top), theme.contrast(look.ink, look.low)) >= 3


class TestSvg:
    def test_a_drawing_has_exactly_the_size_asked_for(self) -> None:
        """The raster is made at its real size, never scaled afterwards."""
        source = svg.drawing('<circle cx="5" cy="5" r="5" fill="#ffffff"/>', 10, 10)
        assert [svg.raster(source, size, size).get_size() for size in (1, 17, 74)] == [
            (1, 1),
            (17, 17),
            (74, 74),
        ]

    def test_white_and_black_take_the_colours_of_a_side(self) -> None:
        """White is the ink of an icon and black the ground seen through it, even where ink and
        ground are swapped."""
        source = '<path fill="#ffffff"/><path fill="#000000"/>'
        assert (
            svg.recoloured(source, "#000000", "#ffffff")
            == '<path fill="#000000"/><path fill="#ffffff"/>'
        )


class TestTokens:
    @pytest.mark.parametrize(
        "other",
        [
            {"facing": 1}, {"facing": 2}, {"facing": 3}, {"facing": None}, {"men": 1}, {"men": 3}, {"letter": "A"},
            {"selected": True}, {"spent": True}, {"hurt": True}, {"moved": True}, {"ready": True},
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

    def test_every_shape_can_be_drawn(self) -> None:
        """Each shape a ``looks.yaml`` may name covers at least a third of its cell."""
        for shape in get_args(Shape):
            drawn = draw_token(Token(plain.PLAIN_SIDES[0].model_copy(update={"shape": shape})), 90)
            assert pygame.mask.from_surface(drawn).count() > 90 * 90 / 3, shape

    def test_large_bases_show_a_number(self) -> None:
        """Ten men are written as a number, and ten differ from nine."""
        side = plain.PLAIN_SIDES[0]
        ten, nine = (draw_token(knight(side, men=men, full=10), 74) for men in (10, 9))
        assert pixels(ten) != pixels(nine)

    def test_a_token_is_drawn_once(self) -> None:
        """Equal tokens share one surface."""
        side = plain.PLAIN_SIDES[0]
        assert draw_token(knight(side), 74) is draw_token(knight(side), 74)

    def test_eight_facings_have_eight_chevrons(self) -> None:
        """Diagonal facings are shown on the corners."""
        side = plain.PLAIN_SIDES[0]
        assert (
            len({pixels(draw_token(knight(side, facing=way, facings=8), 74)) for way in range(8)})
            == 8
        )


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
            assert {
                made.cell_at(square.center),
                made.cell_at(square.topleft),
                made.cell_at(last),
            } == {cell}

    def test_row_one_is_nearest_to_the_player(self) -> None:
        """South is below, and a flipped board turns by half a turn."""
        made = fit(9, 10, (0, 0, 900, 800))
        assert made.rect((0, 0)).y > made.rect((0, 9)).y
        assert made.flip().rect((0, 0)) == made.rect((8, 9))

    def test_a_flipped_board_turns_the_chevrons(self) -> None:
        """North is shown pointing down, east pointing left, for 4 and 8 facings."""
        made = fit(9, 10, (0, 0, 900, 800), flipped=True)
        assert [made.seen_facing(way) for way in (0, 1, 2, 3, None)] == [2, 3, 0, 1, None]
        assert made.seen_facing(1, 8) == 5

    def test_points_beside_the_board_are_no_cell(self) -> None:
        """Neither the frame nor what lies outside the area is a cell."""
        made = fit(9, 10, (0, 0, 900, 800))
        assert made.cell_at((made.left - 1, made.top)) is None
        assert made.cell_at((made.board.right, made.top)) is None

    def test_a_zoomed_board_keeps_what_is_under_the_mouse(self) -> None:
        """Zooming in about a cell leaves the mouse on that cell, and zooming out again never loses
        the board."""
        made = fit(29, 8, (0, 0, 900, 700))
        about = made.centre((14, 4))
        near = made.zoomed(3, about)
        assert (near.cell_at(about), near.cell > made.cell) == ((14, 4), True)
        assert near.zoomed(0.01, about) == made

    def test_a_board_cannot_be_panned_out_of_sight(self) -> None:
        """However far it is pulled, a large board still fills its area."""
        made: Geometry = fit(29, 8, (0, 0, 900, 700)).zoomed(3, (450, 350)).panned(99_999, 99_999)
        assert 0 < made.left < made.cell
        assert 0 < made.top < made.cell

    def test_a_cell_can_be_brought_into_view(self) -> None:
        """The keyboard's cursor is never outside the area."""
        made = fit(29, 8, (0, 0, 900, 700)).zoomed(4, (450, 350)).showing((28, 7))
        assert pygame.Rect(made.area).contains(made.rect((28, 7)))


class TestBoard:
    @pytest.mark.parametrize("kind", get_args(marks.Kind))
    def test_marks_differ_without_colour(self, kind: marks.Kind) -> None:
        """Every mark has a shape of its own: in greys no other looks the same."""
        own = grey(marks.draw_mark(kind, 60))
        assert all(
            own != grey(marks.draw_mark(other, 60))
            for other in get_args(marks.Kind)
            if other != kind
        )

    def test_nothing_is_drawn_outside_the_area(self, screen: pygame.Surface) -> None:
        """A board larger than its area leaves the side panel alone."""
        screen.fill("#123456")
        made = fit(9, 10, (0, 0, 900, 800)).zoomed(3, (10, 10))
        tokens_laid = {(c, r): Token(plain.PLAIN_SIDES[0]) for c in range(9) for r in range(10)}
        BoardView(made, Looks()).draw(screen, Scene(tokens_laid, arrows=[Arrow((0, 0), (8, 9))]))
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

    def test_terrain_and_walls_change_the_ground(self) -> None:
        """A terrain nobody described is coloured all the same, and a wall is no cell of the
        checker."""
        made = fit(3, 3, (0, 0, 300, 300))
        plain, wooded = (
            BoardView(made, Looks()),
            BoardView(made, Looks(), {(1, 1): "forest"}, walls=[(0, 0)]),
        )
        differing = [
            cell for cell in ((0, 0), (1, 1), (2, 2))
            if plain.ground().get_at(made.centre(cell)) != wooded.ground().get_at(made.centre(cell))
        ]  # fmt: skip
        assert differing == [(0, 0), (1, 1)]

    def test_a_flying_token_is_between_its_cells(self, screen: pygame.Surface) -> None:
        """Half way from a1 to c1 the token covers b1."""
        made = fit(3, 1, (0, 0, 900, 320))
        view, token = BoardView(made, Looks()), Token(plain.PLAIN_SIDES[1])
        view.draw(screen, Scene({(1, 0): token}))
        standing = pixels(screen)
        view.draw(screen, Scene(flying=[Flying(token, (0, 0), (2, 0), 0.5)]))
        assert pixels(screen) == standing

    def test_a_threat_says_how_likely(self, screen: pygame.Surface) -> None:
        """The words on a mark are drawn, and never wider than its cell."""
        view = BoardView(fit(9, 10, (0, 0, 900, 800)), Looks())
        view.draw(screen, Scene(marks=[Mark("threat", (4, 4))]))
        bare = pixels(screen)
        view.draw(screen, Scene(marks=[Mark("threat", (4, 4), "31 %")]))
        assert pixels(screen) != bare
        assert marks.draw_note("100.00 %", 40).get_width() <= 40

    def test_a_full_board_is_redrawn_in_time(
        self, screen: pygame.Surface, lionheart: Looks
    ) -> None:
        """With warm caches a board of twenty tokens and forty marks takes less than 16 ms of a
        frame."""
        view = BoardView(fit(9, 10, (0, 0, 940, 800)), lionheart)
        laid = {
            (c, r): knight(lionheart.side("gold" if r < 2 else "silver"))
            for c in range(5)
            for r in (0, 1, 8, 9)
        }
        scene = Scene(
            laid,
            [Mark("reach", (c, r)) for c in range(8) for r in range(5)],
            [Arrow((0, 0), (8, 9))],
        )
        view.draw(screen, scene)
        assert cost(lambda: view.draw(screen, scene), 16) < 16


class TestLooks:
    def test_lionheart_has_an_icon_for_every_unit_and_face(self, lionheart: Looks) -> None:
        """Every unit and face its looks name can be drawn, and no two are alike."""
        said = lionheart.file
        icons = [lionheart.unit_icon(unit) for unit in said.units] + [
            lionheart.face_icon(face) for face in said.faces
        ]
        assert {"infantry", "archer", "knight", "king"} <= set(said.units)
        assert set(said.faces) == {"axe", "arrow", "panic"}
        assert all(one is not None and one != other for one, other in combinations(icons, 2))

    def test_a_game_without_looks_plays_with_letters(self, tmp_path: Path) -> None:
        """No file, no icons: sides get plain tokens of their own, units their letters."""
        bare = looks.looks_beside([tmp_path / "game.yaml"], ["red", "blue"])
        assert bare.unit_icon("anything") is None
        assert bare.side("red") != bare.side("blue")

    @pytest.mark.parametrize("word", ["blue", "red", "gold", "noir", "somebody"])
    def test_a_plain_side_is_legible(self, word: str) -> None:
        """Whatever colour it is called after, its letters stand out."""
        look = Looks(sides=[word]).side(word)
        assert min(theme.contrast(look.ink, look.top), theme.contrast(look.ink, look.low)) >= 2.5
        assert max(theme.contrast(look.ink, look.top), theme.contrast(look.ink, look.low)) >= 4

    def test_sides_have_the_colours_they_are_called_after(self) -> None:
        """In whatever order; a side that is called otherwise has a colour that nobody has."""
        one, other = Looks(sides=["red", "black"]), Looks(sides=["romans", "red"])
        assert one.side("red").top == other.side("red").top
        assert other.side("romans").top != other.side("red").top
        assert other.side("romans").shape != other.side("red").shape

    def test_what_is_made_up_differs_from_what_is_said(self) -> None:
        """A side left out never looks like the one that is described, nor does a terrain."""
        for one, other in combinations(plain.PLAIN_SIDES, 2):
            said = LooksFile(sides={"us": other})
            made = Looks(said, sides=["them", "us"]).side("them")
            assert (made.top != other.top, made.shape != other.shape) == (True, True)
            assert (
                Looks(LooksFile(sides={"us": one}), sides=["us", "them"]).side("them").top
                != one.top
            )
        said = LooksFile(terrain={"moor": {"colour": "#a3905a"}})
        assert Looks(said, terrains=["plain", "moor", "heath"]).terrain("heath").colour != "#a3905a"

    def test_terrains_look_the_same_whichever_is_asked_for_first(self) -> None:
        """Each has the colour of the ground it is called after, or one of its own."""
        words = ["plain", "river", "heath", "moor", "foret"]
        forth, back = Looks(terrains=words), Looks(terrains=words)
        colours = {word: forth.terrain(word).colour for word in words}
        assert {word: back.terrain(word).colour for word in reversed(words)} == colours
        assert len(set(colours.values())) == len(words)
        assert colours["river"] == Looks(terrains=["sea", "lake"]).terrain("lake").colour

    def test_the_first_terrain_is_the_checker_unless_it_is_described(self) -> None:
        """``board.light`` and ``board.dark`` are seen there; a terrain that is described has its
        own colour."""
        board = {"light": "#102030", "dark": "#302010"}
        bare = Looks(LooksFile(board=board), terrains=["plain", "wood"])
        said = Looks(
            LooksFile(board=board, terrain={"plain": {"colour": "#445566"}}),
            terrains=["plain", "wood"],
        )
        assert [bare.is_bare("plain"), bare.is_bare("wood"), said.is_bare("plain")] == [
            True,
            False,
            False,
        ]
        assert (bare.terrain("plain").colour, said.terrain("plain").colour) == (
            "#102030",
            "#445566",
        )

    def test_the_nearest_looks_are_taken(self, tmp_path: Path) -> None:
        """A variant in a folder below takes its own looks, else those above, never those outside
        the root."""
        root = tmp_path / "rulesets"
        (root / "game" / "variants").mkdir(parents=True)
        (tmp_path / "looks.yaml").write_text("{}")
        variant = root / "game" / "variants" / "odd.yaml"
        assert looks.find(variant, root) is None
        (root / "game" / "looks.yaml").write_text("{}")
        assert looks.find(variant, root) == root / "game" / "looks.yaml"
        (root / "game" / "variants" / "looks.yaml").write_text("{}")
        assert looks.find(variant, root) == root / "game" / "variants" / "looks.yaml"

    @pytest.mark.parametrize(
        ("text", "told"),
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
    def test_a_fault_says_where_it_is(self, tmp_path: Path, text: str, told: str) -> None:
        """Bad looks are a sentence with the file and the place in it, never a traceback."""
        (tmp_path / "looks.yaml").write_text(text)
        with pytest.raises(LooksError, match=told):
            looks.read(tmp_path / "looks.yaml")

    @pytest.mark.parametrize("icon", ["missing.svg", "looks.yaml", "."])
    def test_an_icon_that_cannot_be_drawn_is_named(self, tmp_path: Path, icon: str) -> None:
        """A missing file, a file that is no SVG and a folder are told by their path."""
        (tmp_path / "looks.yaml").write_text(f"units: {{king: {icon}}}")
        with pytest.raises(LooksError, match="cannot be drawn"):
            looks.looks_beside([tmp_path / "game.yaml"]).unit_icon("king")


class TestDice:
    def test_faces_and_hits_are_told_apart(self, lionheart: Looks) -> None:
        """Each face looks different, and a hit differs from the same face that missed."""
        drawn = {
            pixels(draw_die(face, lionheart.face_icon(face), 50))
            for face in ("axe", "arrow", "panic")
        }
        assert len(drawn) == 3
        assert pixels(draw_die("axe", None, 50, hit=True)) != pixels(draw_die("axe", None, 50))

    def test_ordinary_dice_have_spots(self) -> None:
        """The numbers 1 to 6 need no icon and no letters."""
        assert len({pixels(draw_die(str(number), None, 50)) for number in range(1, 7)}) == 6

    @pytest.mark.parametrize("count", [1, 4, 12, 30])
    def test_dice_stay_inside_their_area(self, count: int) -> None:
        """However many dice are rolled, they lie in the area without touching each other."""
        area = pygame.Rect(10, 20, 300, 60)
        places = DiceView(Looks()).places(area, count)
        assert all(area.contains(place) for place in places)
        assert not any(one.colliderect(other) for one, other in combinations(places, 2))

    def test_rolling_depends_on_the_time_alone(
        self, screen: pygame.Surface, lionheart: Looks
    ) -> None:
        """The same moment is drawn the same; at the end the faces lie as they were rolled."""
        view, area = DiceView(lionheart), pygame.Rect(0, 100, 400, 60)
        roll = Roll(["axe", "panic"], [True, False], ["axe", "arrow", "panic"])
        shots = []
        for share in (0.3, 0.6, 0.3, 1.0, 2.0):
            screen.fill("#000000")
            view.draw(screen, area, roll, share)
            shots.append(pixels(screen))
        assert (shots[0] == shots[2], shots[3] == shots[4]) == (True, True)
        assert len(set(shots)) == 3


def test_tokens_are_rasterised_quickly() -> None:
    """A token not seen before takes less than 10 ms, so that no click is felt."""
    sizes = count(60)
    token = knight(plain.PLAIN_SIDES[2], hurt=True)
    assert cost(lambda: [tokens.draw_token(token, next(sizes)) for _ in range(10)], 100) < 100

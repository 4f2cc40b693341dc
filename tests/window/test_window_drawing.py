"""The window's drawing: marks and tokens differ, and are clicked where they are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pygame
import pytest

from support import loaded
from wargrid.core.dice import seeded
from wargrid.match import Match, files_of
from wargrid_play.looks import defaults as plain
from wargrid_play.looks.loader import Looks, looks_beside
from wargrid_play.looks.models import BoardLook, LooksFile, SideLook, TerrainLook
from wargrid_play.looks.pictures.marks import KINDS
from wargrid_play.looks.pictures.tokens import Token
from wargrid_play.looks.vision import contrast, readable
from wargrid_play.scenes import (
    LASTS,
    Animation,
    Arrow,
    BoardShape,
    Caption,
    CellMark,
    DrawnAttack,
    DrawnLoss,
    DrawnZone,
    Flying,
    Ground,
    HexColumns,
    HexRows,
    RollingDice,
    Scene,
    Squares,
    TurnButtons,
    Words,
    caption_words,
    lasts,
)
from wargrid_play.table import AnimationEvent, Shown
from wargrid_pygame.drawing import marks
from wargrid_pygame.drawing.board import BoardView
from wargrid_pygame.drawing.elements import Painter
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.drawing.tokens import draw_token
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.screens.pictures import board_picture
from wargrid_pygame.widgets import basic as widgets
from wargrid_pygame.widgets.basic import Button
from wargrid_pygame.widgets.cards import Card

SIZES = [(1024, 640), (1280, 800), (1920, 1080)]


pytestmark = pytest.mark.usefixtures("screen")


def grey(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(pygame.transform.grayscale(surface), "RGBA")


ROAD, RIVER = "#b3ab97", "#5d8fb8"

JOINED = LooksFile(
    terrain={
        "road": TerrainLook(colour=ROAD, ink=ROAD, form="path"),
        "river": TerrainLook(colour=RIVER, ink=RIVER, form="stream"),
    }
)


def looks_of(name: str) -> Looks:
    game = loaded(name)
    return looks_beside(files_of(game), tuple(game.ruleset.sides), tuple(game.ruleset.terrains))


def knight(side: SideLook, **shown: object) -> Token:
    return Token(**{"side": side, "letter": "N", "men": 2, "full": 4, "facing": 0} | shown)  # type: ignore[arg-type]


INKS = {
    "TABLE": ("CREAM", "TEXT", "MUTED", "GOLD", "BAD"),
    "PANEL": ("CREAM", "TEXT", "MUTED", "GOLD", "GOOD", "BAD"),
    "SUNK": ("CREAM", "TEXT", "MUTED", "GOLD", "GOOD", "BAD"),
    "BUTTON_LOW": ("CREAM", "TEXT", "MUTED"),
    "BUTTON_OFF": ("TEXT", "MUTED", "GOLD", "BAD"),
    "PRIMARY_TOP": ("PRIMARY_INK",),
    "PRIMARY_LOW": ("PRIMARY_INK",),
}
"""By ground, what is written on it: the table, dialogs, boxes, the side to act and chosen rows,
rows under the mouse, a die; what is written on buttons is looked at as they are drawn."""


@pytest.fixture(params=theme.PALETTES)
def shown_theme(request: pytest.FixtureRequest) -> Iterator[str]:
    theme.show(request.param)
    yield request.param
    theme.show("dark")


@pytest.mark.usefixtures("shown_theme")
class TestColours:
    @pytest.mark.parametrize(
        ("ground", "ink"), [(ground, ink) for ground, inks in INKS.items() for ink in inks]
    )
    def test_text_has_enough_contrast(self, ground: str, ink: str) -> None:
        """Every pair of text and ground reaches 4.5 : 1, as WCAG asks."""
        assert contrast(getattr(theme, ink), getattr(theme, ground)) >= 4.5

    @pytest.mark.parametrize("ground", ["SUNK", "PANEL"])
    def test_colours_of_sides_are_made_readable(self, ground: str) -> None:
        """Lighter on a dark ground and darker on a light one, well above what WCAG asks."""
        for top in (*(side.top for side in plain.PLAIN_SIDES), "#3a1f1a", "#101010", "#f4f4f4"):
            made = readable(top, getattr(theme, ground))
            assert contrast(made, getattr(theme, ground)) >= 7.0

    @pytest.mark.parametrize(
        "state", ["resting", "disabled", "hovered", "pressed", "chosen", "lit"]
    )
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
        for each in ("hovered", "pressed", "chosen", "lit"):
            setattr(button, each, state == each)
        button.draw(pygame.Surface((200, 40)))
        assert (len(grounds), len(inks)) == (2, 2)
        assert min(contrast(ink, ground) for ink in inks for ground in grounds) >= 4.5


def test_mouse_and_keyboard_look_different_on_a_card() -> None:
    """The keyboard draws a golden ring around it; the mouse and the card chosen do not."""
    rect = pygame.Rect(20, 20, 300, 120)

    def is_ringed(**state: bool) -> bool:
        card = Card(Theme(), rect, "game", "Title", "Text")
        for name, value in state.items():
            setattr(card, name, value)
        surface = pygame.Surface((340, 160))
        card.draw(surface)
        gold = pygame.Color(theme.GOLD)
        return gold in [surface.get_at((rect.x + away, rect.centery)) for away in range(-6, 6)]

    assert is_ringed(focused=True)
    assert is_ringed(focused=True, hovered=True)
    assert not is_ringed(hovered=True, chosen=True)


class TestThemes:
    def test_every_theme_has_the_same_colours(self) -> None:
        """None leaves one to the theme shown before."""
        assert len({frozenset(colours) for colours in theme.PALETTES.values()}) == 1


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


SHAPES = (Squares, HexRows, HexColumns)


class TestGeometry:
    @pytest.mark.parametrize("shape", SHAPES[1:])
    @pytest.mark.parametrize("flipped", [False, True])
    @pytest.mark.parametrize("short", [False, True])
    def test_every_hex_is_found_where_it_is_drawn(
        self, shape: type[BoardShape], flipped: bool, short: bool
    ) -> None:
        """Its middle, and its outline a little further in; the corners of the board are none."""
        board = shape(8, 7, short)
        made = Geometry(board).fitted((7, 11, 900, 700), flipped)
        for cell in board.cells():
            x, y = made.centre(cell)
            inner = 0.93 * made.cell / 100
            points = [(x + (a - 50) * inner, y + (b - 50) * inner) for a, b in board.corners]
            near = [(round(a), round(b)) for a, b in (*points, (x, y))]
            assert {*map(made.cell_at, near)} == {cell}
            around = [there for there in board.beyond(cell) if board.has(there)]
            assert all(cell in board.beyond(there) for there in around)
            assert board.shade(cell) not in map(board.shade, around)
        whole = made.board
        corners = [whole.topleft, (whole.right - 1, whole.bottom - 1)]
        assert [made.cell_at(corner) for corner in corners] == [None, None]

    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("board", [(9, 10), (29, 8), (3, 30), (1, 1)])
    @pytest.mark.parametrize("flipped", [False, True])
    def test_every_cell_is_found_where_it_is_drawn(
        self, size: tuple[int, int], board: tuple[int, int], flipped: bool
    ) -> None:
        """The cell under the middle and under each corner pixel of a cell's square is that cell."""
        made = Geometry(Squares(*board)).fitted((7, 11, *size), flipped)
        for cell in [(column, row) for column in range(board[0]) for row in range(board[1])]:
            square = made.rect(cell)
            last = (square.right - 1, square.bottom - 1)
            assert {*map(made.cell_at, (square.center, square.topleft, last))} == {cell}


class TestBoard:
    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("shape", SHAPES)
    def test_marks_differ_without_colour(
        self, kind: marks.MarkShape, shape: type[BoardShape]
    ) -> None:
        """Every mark has a shape of its own: in greys no other looks the same."""
        others = (other for other in KINDS if other != kind)
        for safe in (False, True):
            drawn = (marks.draw_mark(one, (60, 60), safe, shape(1, 1)) for one in (kind, *others))
            own, *rest = map(grey, drawn)
            assert own not in rest

    def test_nothing_is_drawn_outside_the_area(self, screen: pygame.Surface) -> None:
        """A board larger than its area leaves the side panel alone."""
        screen.fill("#123456")
        made = Geometry(Squares(9, 10)).fitted((0, 0, 900, 800)).zoomed(3, (10, 10))
        tokens_laid = {(c, r): Token(plain.PLAIN_SIDES[0]) for c in range(9) for r in range(10)}
        BoardView(made, Ground(made.shape, Looks())).draw(
            screen, Scene(tokens_laid, path=[(0, 0), (8, 9)])
        )
        assert {tuple(screen.get_at((x, y)))[:3] for x in (900, 1279) for y in range(800)} == {
            (0x12, 0x34, 0x56)
        }

    @pytest.mark.parametrize("flipped", [False, True])
    @pytest.mark.parametrize("shape", SHAPES)
    def test_a_turn_button_answers_its_facing(self, flipped: bool, shape: type[BoardShape]) -> None:
        """A click on the middle of each turn button is that facing; the unit's own middle is
        none."""
        board = shape(9, 10)
        geometry = Geometry(board).fitted((0, 0, 900, 800), flipped)
        view = BoardView(geometry, Ground(board, Looks()))
        of = len(view.geometry.shape.corners)
        ways = [*range(1, of)]
        turns = TurnButtons((4, 4), ways, of)
        assert [view.turn_at(turns, view.turn_place(turns, way)) for way in ways] == ways
        assert view.turn_at(turns, view.geometry.centre((4, 4))) is None

    @pytest.mark.parametrize("shape", SHAPES)
    def test_the_note_of_a_unit_is_read_between_its_turn_buttons(
        self, screen: pygame.Surface, shape: type[BoardShape]
    ) -> None:
        """It is neither under one of them nor over one."""
        board = shape(9, 10)
        view = BoardView(Geometry(board).fitted((0, 0, 900, 800)), Ground(board, Looks()))
        of = len(view.geometry.shape.corners)
        turns, drawn = TurnButtons((4, 4), [*range(of)], of), list[pygame.Surface]()
        for note in ("", "3 · 17%"):
            view.draw(screen, Scene({}, marks=[CellMark("threat", (4, 4), note)], turns=turns))
            drawn.append(screen.copy())
        place = view.geometry.bounds((4, 4)).inflate(20, 20)
        seen = [
            (x, y)
            for x, y in product(range(place.x, place.right), range(place.y, place.bottom))
            if drawn[0].get_at((x, y)) != drawn[1].get_at((x, y))
        ]
        wide, high = (max(line) - min(line) + 1 for line in zip(*seen, strict=True))
        assert len(seen) > 0.8 * wide * high > 0
        assert not any(view.turn_at(turns, point) for point in seen)


def test_a_picture_shows_no_army_that_is_set_up_in_secret() -> None:
    """The picture of a saved game is the same before and after a hidden unit is placed."""
    pygame.display.init()
    game = loaded("lionheart/level2")
    match = Match(game, dice=seeded(1))
    match.begin()
    before = pygame.image.tobytes(board_picture(Shown(match)), "RGB")
    for _ in range(6):
        placing = next(m for m in game.moves(match.position) if m.verb != "ready")
        match.play(placing)
    assert game.engine.hides(match.position)
    assert pygame.image.tobytes(board_picture(Shown(match)), "RGB") == before


class TestGround:
    """Terrain that joins; boards whose units are on the crossings of lines."""

    def ground(
        self, rows: str, file: LooksFile | None = None, zones: Sequence[DrawnZone] = ()
    ) -> pygame.Surface:
        """The board of a picture, 40 pixels a cell: ``R`` is a road, ``W`` a river."""
        lines = rows.split()[::-1]
        terrain = {
            (column, row): {"R": "road", "W": "river"}[sign]
            for row, line in enumerate(lines)
            for column, sign in enumerate(line)
            if sign != "."
        }
        size = len(lines[0]) * 40 + 80, len(lines) * 40 + 80
        geometry = Geometry(Squares(len(lines[0]), len(lines)), 40, 40, 40, (0, 0, *size))
        looks = Looks(file or JOINED, terrains=("plain", "road", "river"))
        below = Ground(geometry.shape, looks, terrain, zones=tuple(zones))
        return BoardView(geometry, below).ground()

    def colour(self, surface: pygame.Surface, x: float, y: float) -> str:
        """The colour at a place, in cells from the south-west corner of the board."""
        height = surface.get_height()
        red, green, blue, _ = surface.get_at((round(40 + 40 * x), round(height - 40 - 40 * y)))
        return f"#{red:02x}{green:02x}{blue:02x}"

    def test_a_lake_has_no_hole(self) -> None:
        drawn = self.ground("WW WW")
        assert self.colour(drawn, 0.9, 0.9) == RIVER

    def test_a_wide_river_has_no_island_at_a_bridge_or_at_the_edge(self) -> None:
        drawn = self.ground(".WW. RRRR .WW.")
        assert {self.colour(drawn, 2.05, down) for down in (0.1, 0.9, 1.1)} == {RIVER}

    def test_lines_cross_where_units_are_but_not_over_the_river(self) -> None:
        """A board of points has a line through the middle of each column, up to the water."""
        file = LooksFile(board=BoardLook(points=True, light="#d9b97a", line="#8a6a35"))
        banks = [
            DrawnZone(
                frozenset((column, row) for column in range(3) for row in rows),
                ("shore",), "#5f95b5",
            )
            for rows in ((0, 1), (2, 3))
        ]  # fmt: skip
        drawn = self.ground("... ... ... ...", file, banks)
        ground = self.colour(drawn, 1.25, 1.0)
        assert self.colour(drawn, 1.5, 1.0) != ground
        assert self.colour(drawn, 1.5, 2.1) == self.colour(drawn, 1.25, 2.1) != ground


def test_players_may_prefer_characters_to_icons() -> None:
    """Each side has its own; every other game keeps its icons."""
    looks = looks_of("xiangqi/standard")
    icons = {side: looks.unit_icon("general", side) for side in ("red", "black")}
    looks.characters = True
    signs = {side: looks.unit_icon("general", side) for side in ("red", "black")}
    assert icons["red"] == icons["black"]
    assert len({*icons.values(), *signs.values()}) == 3
    other = looks_of("lionheart/level1")
    before = other.unit_icon("king", "gold")
    other.characters = True
    assert other.unit_icon("king", "gold") == before


def test_sides_of_one_shape_differ_by_their_rims() -> None:
    one = SideLook(top="#808080", low="#808080", shape="round")
    two = one.model_copy(update={"rings": 2})
    assert grey(draw_token(knight(one), 60)) != grey(draw_token(knight(two), 60))


def odds(board: BoardView, caption: Caption, tokens: Sequence[tuple[int, int]]) -> Words:
    """Return odds as they are written, with units on some cells."""
    letters = Painter(board.geometry, board.looks).letters
    return caption_words(caption, tokens, board.geometry.shape, False, letters)


def odds_box(board: BoardView, caption: Caption, tokens: Sequence[tuple[int, int]]) -> pygame.Rect:
    """Return where odds are written."""
    return Painter(board.geometry, board.looks).caption_box(odds(board, caption, tokens))


class TestAttacks:
    """What an attack shows on the board while it is animated."""

    def drawn(self, **shown: object) -> bytes:
        looks = Looks(sides=("gold",))
        geometry = Geometry(Squares(9, 10)).fitted((0, 0, 600, 600))
        surface = pygame.Surface((600, 600))
        BoardView(geometry, Ground(geometry.shape, looks)).draw(surface, Scene(**shown))  # type: ignore[arg-type]
        return pygame.image.tobytes(surface, "RGB")

    def test_dice_an_arrow_losses_and_odds_are_seen(self) -> None:
        """Each on its own changes the picture; dice that roll on differ from those at rest."""
        dice = RollingDice(("axe", "panic"), (True, False), ("axe", "panic"))
        shown = [
            {},
            {"attack_arrow": DrawnAttack((3, 4), (3, 5))},
            {"attack_arrow": DrawnAttack((3, 4), (3, 5), dice, 0.3)},
            {"attack_arrow": DrawnAttack((3, 4), (3, 5), dice, 1.0)},
            {"losses": (DrawnLoss((3, 5), "2", 0.2),)},
            {"losses": (DrawnLoss((3, 5), "2", 0.8),)},
            {"caption": Caption((3, 9), "6 %")},
        ]
        assert len({self.drawn(**each) for each in shown}) == len(shown)

    def test_odds_cover_no_unit_that_they_can_leave_free(self) -> None:
        """They are above the target, and below it if the attacker is above."""
        odds, foe = Caption((3, 5), "6 %"), knight(SideLook(top="#808080", low="#808080"))
        target = Geometry(Squares(9, 10)).fitted((0, 0, 600, 600)).rect((3, 5))

        def rows(*tokens: tuple[int, int]) -> set[int]:
            """The rows of pixels that the odds change."""
            laid = dict.fromkeys(tokens, foe)
            with_odds, without = self.drawn(tokens=laid, caption=odds), self.drawn(tokens=laid)
            wide = 600 * 3
            return {
                y
                for y in range(600)
                if with_odds[y * wide : (y + 1) * wide] != without[y * wide : (y + 1) * wide]
            }

        assert max(rows((3, 5))) < target.top
        assert max(rows((3, 4), (3, 5))) < target.top
        assert min(rows((3, 5), (3, 6))) > target.bottom

    @pytest.mark.parametrize("target", [(0, 5), (8, 5), (0, 0), (8, 9), (4, 5)])
    def test_odds_cover_neither_coordinates_nor_the_units_beside(
        self, target: tuple[int, int]
    ) -> None:
        """At edges and corners, too; the attacker is above, below or at a side of the target."""
        geometry = Geometry(Squares(9, 10)).fitted((0, 0, 600, 600))
        below = Ground(geometry.shape, Looks(sides=("gold",)))
        board, (column, row) = BoardView(geometry, below), target
        for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            tokens = [target, (column + right, row + up)]
            if all(map(geometry.shape.has, tokens)):
                box = odds_box(board, Caption(target, "14 % · loses 0.6 of 4"), tokens)
                assert geometry.board.contains(box), (right, up)
                assert box.collidelist([*map(geometry.rect, tokens)]) < 0, (right, up)

    def test_odds_that_would_cover_units_are_shortened(self) -> None:
        """To their first fact; beside free cells all facts are written."""
        geometry = Geometry(Squares(9, 10)).fitted((0, 0, 590, 640))
        board = BoardView(geometry, Ground(geometry.shape, Looks(sides=("gold",))))
        text = "6 % to destroy it · target loses 2 of 4 men on average · 1 % to lose yours"
        crowd = [(column, row) for column in range(9) for row in range(10)]
        for tokens, shown in ((crowd, text.partition(" · ")[0]), ([(4, 4)], text)):
            assert " · ".join(odds(board, Caption((4, 4), text), tokens).words) == shown

    def test_odds_rather_cover_other_units_than_the_attacker(self) -> None:
        """Crowded in, at the edge of the board."""
        geometry = Geometry(Squares(9, 10)).fitted((0, 0, 600, 600))
        board = BoardView(geometry, Ground(geometry.shape, Looks(sides=("gold",))))
        tokens = [(column, row) for column in range(9) for row in range(10)]
        for source in ((0, 1), (1, 0), (0, 3), (1, 2)):
            box = odds_box(board, Caption((0, 2), "14 % · loses 0.6 of 4", source), tokens)
            assert not box.colliderect(geometry.rect(source)), source

    def test_an_arrow_of_a_hint_covers_no_number(self, screen: pygame.Surface) -> None:
        """Neither the arrow nor its rank changes the letters in the cell where it ends."""
        made = Geometry(Squares(9, 10)).fitted((0, 0, 600, 600))
        board = BoardView(made, Ground(made.shape, Looks()))
        mark, arrow = CellMark("threat", (2, 2), "1 · 50%"), Arrow([(1, 3), (2, 2)], 2)
        corner = board.geometry.rect((2, 2))
        seen = []
        for arrows in ((), (arrow,)):
            board.draw(screen, Scene(marks=[mark], arrows=arrows))
            places = product(range(corner.x, corner.right), range(corner.y, corner.centery))
            seen.append({place for place in places if min(screen.get_at(place)[:3]) > 200})
        assert set() != seen[0] <= seen[1]

    def test_a_unit_that_falls_is_tilted(self) -> None:
        token = knight(SideLook(top="#808080", low="#808080"))
        upright = Flying(token, (3, 4), (3, 4))
        falling = Flying(token, (3, 4), (3, 4), fade=0.4, tilt=40)
        assert self.drawn(flying=(upright,)) != self.drawn(flying=(falling,))


def test_an_animation_of_an_attack_keeps_its_arrow_and_shakes_who_panics() -> None:
    """From the arrow to the dice; a forced turn takes longer than an ordinary one."""
    animation = Animation()
    attack = AnimationEvent("attack", 3, 4)
    animation.show([], [attack, AnimationEvent("dice", faces=("axe",))])
    assert animation.frame().attack is attack
    animation.update(LASTS["attack"] + 1)
    frame = animation.frame()
    assert frame.news is not None
    assert (frame.news.kind, frame.attack) == ("dice", attack)
    assert lasts(AnimationEvent("turn", 3, forced=True)) > lasts(AnimationEvent("turn", 3))


def test_what_comes_before_a_unit_changes_is_animated() -> None:
    """A unit that joins, becomes or appears is redrawn; the dice before it still fall."""
    animation = Animation()
    dice, placed = AnimationEvent("dice", faces=("axe",)), AnimationEvent("placed", 4)
    animation.show([], [dice, placed, AnimationEvent("attack", 3, 4)])
    assert animation.frame().news is dice
    animation.update(LASTS["dice"] + 1)
    assert not animation.playing
    animation.show([], [placed, dice])
    assert not animation.playing

"""What other games than the first need of the window: ground, ways, ranges, large and flat boards,
secret armies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from support import loaded
from wargrid.match import unfinished
from wargrid.text import catalog
from wargrid_play.looks.defaults import SHARED_GOAL
from wargrid_play.looks.loader import Looks
from wargrid_play.looks.models import LooksFile, ZoneLook
from wargrid_play.scenes import named_zones
from wargrid_play.table import LossView, Seat
from wargrid_play.table.lobby.session import new_session
from wargrid_pygame.screens.dialogs import HandoverDialog
from wargrid_pygame.window import ScreenRequest
from window_support import SMALLEST, Player, at_window, leave, missing_texts, watch_texts

pytestmark = pytest.mark.usefixtures("own_home")

GAMES = [
    "battle/default", "halberd/default", "xiangqi/standard", "xiangqi/terrains", "lionheart/level2"
]  # fmt: skip


TYPES = ["infantry", "mech", "tank", "artillery"]


@pytest.fixture
def player() -> Iterator[Player]:
    player = at_window(SMALLEST)
    yield player
    leave(player)


def begin(player: Player, name: str, scenario: str | None = None) -> None:
    player.app.play(new_session(loaded(name, None, scenario), 3))


def test_a_long_name_takes_no_room_from_many_losses(player: Player) -> None:
    """Four types lost are counted alike for every player; one or two share their line."""
    begin(player, "battle/default")
    panel, view = player.game.panel, player.view
    strip = player.game.plan.sides[0].inflate(-12, 0)
    strip.update(strip.x, strip.bottom - 28, strip.w, 22)

    def counted(types: int, name: str) -> bytes:
        losses = tuple(LossView(word, "", 2, 20, "I") for word in TYPES[:types])
        side = replace(view.sides[0], losses=losses, player=name)
        surface = pygame.Surface(player.app.area.size)
        panel.draw(surface, replace(view, sides=(side, view.sides[1])))
        return pygame.image.tobytes(surface.subsurface(strip), "RGB")

    long = "A player with a very long name"
    assert counted(4, long) == counted(4, "")
    assert counted(1, long) != counted(1, "")


class TestTheGround:
    def test_the_legend_says_what_ground_does(self, player: Player) -> None:
        """A plugin's few words on its terrain, and the cost for the unit selected."""
        begin(player, "xiangqi/terrains", "demo")
        notes = {ground.word: ground.note for ground in player.view.legend}
        assert notes["sand"]
        assert notes["bridge"]
        begin(player, "battle/default")
        before = [ground.note for ground in player.view.legend]
        player.click("b8")
        assert [ground.note for ground in player.view.legend] != before


class TestLargeBoards:
    def test_a_board_too_large_to_be_read_is_shown_in_part(self, player: Player) -> None:
        """Cells are large enough at first, the minimap shows the rest, and 0 shows the whole
        board."""
        begin(player, "battle/default", "front")
        assert player.game.board.geometry.cell >= 28
        assert not player.game.board.geometry.whole
        player.key(pygame.K_0)
        assert player.game.board.geometry.whole

    def test_the_minimap_moves_the_board(self, player: Player) -> None:
        """A click on a corner of the minimap brings that corner of the board into view."""
        begin(player, "battle/default", "front")
        assert not player.game.plan.board.contains(player.rect("ab20"))
        box = player.game.area.minimap.rect
        player.click_at((box.right - 6, box.y + 6))
        assert player.game.plan.board.contains(player.rect("ab20"))


class TestSecretArmies:
    def set_up(self, player: Player) -> None:
        """Gold takes its first army and is ready."""
        begin(player, "lionheart/level2")
        player.key(pygame.K_1, pygame.KMOD_CTRL, "")
        assert player.view.units
        player.key(pygame.K_RETURN, pygame.KMOD_SHIFT, "")
        player.enter()

    def test_nothing_is_visible_while_the_screen_is_handed_over(self, player: Player) -> None:
        """The picture does not depend on what Gold has set up."""
        pictures = set()
        for army in (pygame.K_1, pygame.K_2):
            begin(player, "lionheart/level2")
            player.key(army, pygame.KMOD_CTRL, "")
            player.key(pygame.K_RETURN, pygame.KMOD_SHIFT, "")
            player.enter()
            assert isinstance(player.app.top, HandoverDialog)
            pictures.add(player.pixels(player.app.area))
        assert len(pictures) == 1

    def test_the_screen_is_handed_to_a_player_by_name(
        self, player: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The side follows the name, and the army set up before is said to be hidden."""
        seats = Seat(name="Anne"), Seat(name="Jérôme")
        player.app.play(new_session(loaded("lionheart/level2"), 5, seats=seats))
        player.key(pygame.K_1, pygame.KMOD_CTRL, "")
        player.key(pygame.K_RETURN, pygame.KMOD_SHIFT, "")
        player.enter()
        _, shown = watch_texts(monkeypatch)
        player.app.draw()
        title = catalog("en").say("window.handover.title.named", name="Jérôme", side="Silver")
        player.enter()
        player.app.draw()
        assert {title, catalog("en").say("table.army.hidden")} <= shown

    def test_a_game_resumed_while_armies_are_secret_begins_with_the_handover(
        self, player: Player
    ) -> None:
        """Resuming shows no army before the side to act has taken the screen."""
        self.set_up(player)
        player.app.go_to(ScreenRequest("menu", fresh=True))
        assert unfinished()
        player.click_button("resume")
        assert isinstance(player.app.top, HandoverDialog)


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.slow), "fr"])
@pytest.mark.parametrize("scale", [0.0, 0.75])
@pytest.mark.parametrize("name", GAMES)
def test_no_text_of_any_game_is_clipped(
    monkeypatch: pytest.MonkeyPatch, name: str, scale: float, language: str
) -> None:
    """At the smallest size every text of every game fits its box, selected or not, and no key
    stands for a text."""
    clipped, shown = watch_texts(monkeypatch)
    player = at_window(SMALLEST, language)
    player.app.choose("scale", scale)
    player.show("new_game", name)
    player.app.draw()
    begin(player, name)
    player.app.draw()
    for unit in player.view.units[::3]:
        player.game.table.hover(unit.cell)
        player.game.area.show(unit.cell)
        player.click_number(unit.cell)
        player.app.draw()
    player.game.act("help")
    player.app.draw()
    typed = ", ".join(player.game.table.examples())
    assert any(typed in text for text in shown) or not typed
    assert (clipped, missing_texts(shown)) == ([], [])
    player.app.quit()


class TestZones:
    def test_goals_that_no_looks_describe_have_an_outline(self, player: Player) -> None:
        """The goal of each side has its colour, a shared one its own; other zones none."""
        begin(player, "halberd/default")
        each = {(zone.word, drawn.marks) for zone, drawn in named_zones(player.view, Looks())}
        assert each == {("goal", ("outline",))}
        colours = [drawn.colour for _, drawn in named_zones(player.view, Looks())]
        assert len(set(colours)) == 2
        begin(player, "hill/209")
        ((zone, drawn),) = named_zones(player.view, Looks())
        assert (zone.word, drawn.colour) == ("summit", SHARED_GOAL.colour)

    def test_a_zone_without_marks_is_hidden(self, player: Player) -> None:
        """It is neither drawn nor in the legend, even a goal."""
        looks = Looks(LooksFile(zones={"goal": ZoneLook(marks=())}))
        begin(player, "halberd/default")
        assert named_zones(player.view, looks) == []


@pytest.mark.parametrize("name", ["hill/variants/summit", "skirmish/ford"])
def test_the_markers_of_a_side_and_a_long_turn_have_a_second_line(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """In the smallest window, in the longer language."""
    clipped, _ = watch_texts(monkeypatch)
    player = at_window(SMALLEST, "fr")
    begin(player, name)
    player.app.draw()
    assert clipped == []
    player.app.quit()

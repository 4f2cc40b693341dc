"""The window is easy to deal with: a game is one click away, and no mark stands in the way of a
unit or a click."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from support import loaded
from wargrid_pygame.drawing import marks
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.screens.base import ScreenRequest
from wargrid_pygame.screens.dialogs import EndDialog
from wargrid_pygame.screens.games import games, title_of
from wargrid_pygame.screens.new_game import NewGameScreen
from wargrid_pygame.session import new_session
from wargrid_pygame.widgets.basic import Button, Label
from wargrid_pygame.widgets.fields import Row, ScrollList
from window_support import MELEE, Player, at_window, leave

pytestmark = pytest.mark.usefixtures("own_home")

MIDDLE = pygame.Rect(28, 20, 44, 62)
"""Where a token's icon and men are, on a cell of 100 pixels."""


@pytest.fixture
def player() -> Iterator[Player]:
    player = at_window()
    player.app.go_to(ScreenRequest("menu", fresh=True))
    yield player
    leave(player)


class TestMenu:
    def test_a_click_on_a_game_starts_it(self, player: Player) -> None:
        """Its defaults hold, and nothing is asked."""
        player.click_button("play:lionheart/level1")
        assert isinstance(player.app.top, GameScreen)
        assert player.view.ruleset_name == "Lionheart, level 1"

    def test_its_options_are_beside_it(self, player: Player) -> None:
        player.click_button("options:xiangqi/standard")
        assert isinstance(player.app.top, NewGameScreen)
        assert player.app.top.names[player.app.top.chosen] == "xiangqi/standard"

    @pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1200)])
    def test_every_game_has_its_card(self, player: Player, size: tuple[int, int]) -> None:
        """No button lies on another one, or outside of the window."""
        pygame.display.set_mode(size)
        player.app.refresh()
        top = player.app.top
        assert top is not None
        buttons = [child for child in top.group.children if isinstance(child, Button)]
        actions = [button.action for button in buttons]
        assert {f"play:{name}" for name in games()} <= set(actions)
        assert all(player.app.area.contains(button.rect) for button in buttons)
        assert [
            b.action for b in buttons if len(b.rect.collidelistall([o.rect for o in buttons])) > 1
        ] == []

    def test_arrow_keys_go_from_card_to_card(self, player: Player) -> None:
        """Right is the options of the same game, down the next game."""
        first = games()[0]
        player.key(pygame.K_RIGHT, 0, "")
        top = player.app.top
        assert top is not None
        assert isinstance(top.group.focus, Button)
        assert top.group.focus.action == f"options:{first}"

    def test_a_game_is_listed_by_its_own_name(self, player: Player) -> None:
        assert title_of("lionheart/level1", player.app.words) == "Lionheart, level 1"
        assert title_of("nowhere/at_all", player.app.words) == "nowhere/at_all"


class TestPointing:
    def test_a_right_click_anywhere_closes_the_question(self, player: Player) -> None:
        """Over the side panel, where the question is, as well as over the board."""
        player.begin_at(MELEE)
        player.click("d5")
        player.click("d6")
        prompt = player.game.prompt
        assert prompt is not None
        player.click_at(prompt.panel.rect.center, 3)
        assert player.view.prompt is None

    def test_the_edge_of_a_neighbour_selects_the_neighbour(self, player: Player) -> None:
        """Turn arrows lie in the selected unit's own cell."""
        player.begin()
        player.click("d2")
        edge = player.rect("e2")
        player.click_at((edge.left + 1, edge.centery))
        assert player.view.cell_names[player.view.selected or 0] == "e2"

    @pytest.mark.parametrize("kind", ["target", "fault"])
    def test_a_mark_over_a_unit_leaves_its_icon_and_men_to_be_seen(
        self, player: Player, kind: marks.Kind
    ) -> None:
        drawn = marks.draw_mark(kind, 100)
        middle = pygame.mask.from_surface(drawn.subsurface(MIDDLE), 64)
        assert middle.count() == 0
        assert drawn.get_at((5, 5)).a > 200

    @pytest.mark.parametrize("facing", range(4))
    def test_a_turn_arrow_leaves_the_icon_and_men_to_be_seen(
        self, player: Player, facing: int
    ) -> None:
        drawn = marks.draw_turn(facing, 4, 100, lit=False)
        assert pygame.mask.from_surface(drawn.subsurface(MIDDLE)).count() == 0


class TestTexts:
    def test_the_end_is_said_once(self, player: Player) -> None:
        """The dialog's heading does not say again who has won."""
        player.begin()
        player.game.session.match.resign(0)
        player.game.refresh()
        top = player.app.top
        assert isinstance(top, EndDialog)
        said = [
            top.group.heading,
            *(child.text for child in top.group.children if isinstance(child, Label)),
        ]  # type: ignore[attr-defined]
        assert len(set(said)) == len(said)
        assert "Gold: 10 units left, with 33 men" in said

    def test_dice_not_all_entered_leave_confirm_without_a_frame(self, player: Player) -> None:
        """What is framed is chosen, and nothing is."""
        player.app.play(new_session(loaded("lionheart/level1"), by_hand=True))
        prompt = player.game.prompt
        assert prompt is not None
        buttons = [child for child in prompt.group.children if isinstance(child, Button)]
        assert [button.action for button in buttons if button.chosen] == []
        assert not player.button("confirm").enabled

    def test_digits_and_enter_do_not_falsify_a_roll(self, player: Player) -> None:
        player.app.play(new_session(loaded("lionheart/level1"), by_hand=True))
        player.type("22")
        player.enter()
        assert player.view.prompt is not None
        assert player.view.prompt.picked == ("arrow", "arrow")

    @pytest.mark.parametrize("scale", [0.5, 0.8, 1.0])
    def test_a_small_window_keeps_its_text_readable(self, scale: float) -> None:
        assert Theme(scale).text(12) >= theme.LEGIBLE
        assert Theme(scale).text(8) == max(round(8 * scale), 8)

    def test_a_log_begins_with_a_whole_line(self, player: Player) -> None:
        """However high the box is, no line is cut at its top."""
        for high in range(40, 120, 7):
            log = ScrollList(player.app.look, pygame.Rect(0, 0, 300, high), follow=True)
            log.set_rows([Row(f"{number}. A line") for number in range(30)])
            assert log.offset in log._layout()
            assert log._layout()[-1] - log.offset <= high

"""The window's screens: menu, new game, saves, start; no text is clipped, no input breaks
anything."""

from __future__ import annotations

import ast
import gc
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

import wargrid_pygame
from support import loaded
from wargrid.launch import Start
from wargrid.match import data_folder
from wargrid_play.table import Preferences, games, read_settings
from wargrid_play.table import preferences as settings
from wargrid_play.table.lobby.session import new_session
from wargrid_pygame.app import run
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.graphics.canvas import SIZE
from wargrid_pygame.graphics.place import place_for
from wargrid_pygame.screens.menu import MenuScreen
from wargrid_pygame.screens.new_game import NewGameScreen
from wargrid_pygame.screens.saves import SavesScreen
from wargrid_pygame.widgets.basic import Button
from wargrid_pygame.widgets.cards import Card
from wargrid_pygame.widgets.fields import TextInput
from wargrid_pygame.window import App, ScreenRequest
from window_support import MELEE, SMALLEST, Player, at_window, missing_texts, watch_texts

pytestmark = pytest.mark.usefixtures("own_home")

SIZES = [(1024, 640), (1280, 800), (1920, 1200)]
ROOMY = [((1024, 640), 1.0), ((1280, 800), 1.25), ((1440, 900), 1.5), ((1920, 1080), 2.0)]
"""Windows, and the largest size that each of them has room for."""

TALL = ["lionheart/level2", "hill/209", "battle/conquest", "halberd/default", "battle/default"]
"""The games whose cards, legends or deployments need most room."""

EVERY_SIZE = [SIZES[0], *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES[1:])]


@pytest.fixture
def player(player: Player) -> Player:
    player.app.settings.ruleset = "lionheart/level1"
    player.app.go_to(ScreenRequest("menu", fresh=True))
    return player


def visit_all(player: Player) -> Iterator[str]:
    """Bring up every screen and dialog, one after the other; answers what each is."""
    app = player.app
    app.go_to(ScreenRequest("menu", fresh=True))
    yield "menu"
    app.go_to(ScreenRequest("far"))
    yield "far"
    player.escape()
    player.click_button("new")
    yield "new game"
    app.go_to(ScreenRequest("value", ("Days", "10", print)))
    yield "value"
    player.escape()
    player.begin_at(MELEE)
    yield "game"
    player.click("d5")
    yield "selection"
    player.click("d6")
    yield "odds"
    player.enter()
    yield "dice"
    player.click("d9")
    yield "refusal"
    player.key(pygame.K_F5, 0, "")
    yield "saved"
    for action in ("help", "rules"):
        player.game.act(action)
        yield action
        player.escape()
    player.game.act("menu")
    yield "pause"
    player.click_button("load")
    yield "saves"
    player.escape()
    player.key(pygame.K_r, pygame.KMOD_LCTRL)
    yield "resign"
    player.key(pygame.K_r, pygame.KMOD_LCTRL)
    yield "end"


def keep_scale(home: Path, scale: float) -> None:
    """Write a scale into the settings, as a player may."""
    home.mkdir(parents=True, exist_ok=True)
    (home / settings.FILE).write_text(json.dumps({"scale": scale}), "utf-8")


def misplaced(player: Player) -> list[str]:
    """The buttons of the topmost screen that are not wholly in the window, or lie on others.

    A line to type into counts as one, with what it does on Enter.
    """
    top, area = player.app.top, player.app.area
    assert top is not None
    groups = [top.group]
    if isinstance(top, GameScreen):
        groups += [part.group for part in (top.prompt, top.deploying) if part is not None]
    kinds = Button, TextInput
    found = [
        one for group in groups for one in group.children if isinstance(one, kinds) and one.visible
    ]
    places = [one.rect for one in found]
    return [
        one.action
        for one in found
        if not area.contains(one.rect) or len(one.rect.collidelistall(places)) != 1
    ]


class TestSizes:
    @pytest.mark.parametrize("name", ["lionheart/level1", "lionheart/level2", "halberd/default"])
    @pytest.mark.parametrize("scale", [2.5, 3.0])
    def test_a_scale_far_from_fitting_is_lowered(
        self, own_home: Path, name: str, scale: float
    ) -> None:
        """The game opens, and its panel keeps room for dice, log and card."""
        keep_scale(own_home, scale)
        player = at_window()
        player.app.play(new_session(loaded(name), 1))
        player.app.draw()
        assert player.app.style.scale == pytest.approx(1280 / 960)
        assert min(player.game.plan.log.h, player.game.plan.card.h) > 60
        player.app.quit()

    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize(("size", "scale"), ROOMY)
    def test_a_size_that_is_offered_leaves_room_for_every_screen(
        self, monkeypatch: pytest.MonkeyPatch, own_home: Path, size: tuple[int, int], scale: float,
        language: str,
    ) -> None:  # fmt: skip
        """Everything is as large as chosen, no text is cut, and every button is seen whole."""
        keep_scale(own_home, scale)
        clipped, _ = watch_texts(monkeypatch)
        player = at_window(size, language)
        assert player.app.surface is player.app.window
        assert player.app.style.scale == scale
        for name in visit_all(player):
            player.app.draw()
            assert (name, clipped, misplaced(player)) == (name, [], [])
        player.show("settings")
        for _ in range(20):
            player.key(pygame.K_DOWN, 0, "")
            player.app.draw()
            assert (clipped, misplaced(player)) == ([], [])
        player.app.quit()

    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize("name", TALL)
    def test_a_game_at_200_percent_leaves_room_for_log_and_card(
        self, monkeypatch: pytest.MonkeyPatch, own_home: Path, name: str, language: str
    ) -> None:
        """On Full HD the log keeps two lines beside a card that scrolls; all buttons are seen."""
        keep_scale(own_home, 2.0)
        clipped, _ = watch_texts(monkeypatch)
        player = at_window((1920, 1080), language)
        player.show("new_game", name)
        player.app.draw()
        assert (clipped, misplaced(player)) == ([], [])
        assert isinstance(player.app.top, NewGameScreen)
        options = player.app.top.stops.get("options")  # which not every game has
        assert options is None or options.rect.h >= player.app.style.px(40)
        player.app.play(new_session(loaded(name), 1))
        player.app.draw()
        assert (clipped, misplaced(player)) == ([], [])
        game = player.game
        plan = game.plan.with_card(game.style, 10_000)
        assert plan.log.h >= game.style.px(70)
        assert plan.card.h >= game.style.px(130)
        player.app.quit()

    @pytest.mark.parametrize("size", [(640, 400), (320, 240), (1280, 100), (200, 150), (1, 1)])
    def test_a_small_window_shows_everything_smaller(self, size: tuple[int, int]) -> None:
        """Every screen is laid out as in the smallest window and drawn into the one there is."""
        player = at_window(size)
        assert player.app.area.w >= SMALLEST[0]
        assert player.app.area.h >= SMALLEST[1]
        for _ in visit_all(player):
            player.app.draw()
        assert player.app.window.get_size() == size
        player.app.quit()

    def test_a_click_in_a_small_window_hits_what_is_seen_there(self) -> None:
        """At half the size every place is half as far from the corner."""
        player = at_window((SMALLEST[0] // 2, SMALLEST[1] // 2))
        player.begin()
        player.click("d2")
        assert player.view.selected == player.cell("d2")
        player.app.quit()


class TestEveryScreen:
    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize("size", EVERY_SIZE)
    @pytest.mark.parametrize("scale", [0.0, 0.75, pytest.param(2.0, marks=pytest.mark.slow)])
    def test_no_text_is_clipped(
        self, monkeypatch: pytest.MonkeyPatch, own_home: Path, size: tuple[int, int],
        language: str, scale: float,
    ) -> None:  # fmt: skip
        """Every text written into a box fits it, at a size that can be read."""
        keep_scale(own_home, scale)
        clipped, _ = watch_texts(monkeypatch)
        player = at_window(size, language)
        for name in visit_all(player):
            player.app.draw()
            assert clipped == [], name
        player.app.quit()

    @pytest.mark.parametrize("size", EVERY_SIZE)
    def test_no_key_of_a_text_is_missing(
        self, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
    ) -> None:
        """No screen shows the key of a text instead of the text."""
        _, shown = watch_texts(monkeypatch)
        player = at_window(size, "fr")
        for _ in visit_all(player):
            player.app.draw()
        player.app.quit()
        assert len(shown) > 100
        assert missing_texts(shown) == []


def _cards(menu: MenuScreen) -> list[Card]:
    return [child for child in menu.group.children if isinstance(child, Card)]


class TestMenu:
    @pytest.mark.parametrize("size", SIZES)
    def test_every_game_has_its_card(self, player: Player, size: tuple[int, int]) -> None:
        """No button lies on another one, or outside of the window."""
        pygame.display.set_mode(size)
        player.app.refresh()
        top = player.app.top
        assert top is not None
        buttons = [child for child in top.group.children if isinstance(child, Button)]
        actions = [button.action for button in buttons]
        assert {f"game:{name}" for name in games()} <= set(actions)
        shown = [button for button in buttons if button.visible]
        assert all(player.app.area.contains(button.rect) for button in shown)
        places = [button.rect for button in shown]
        assert all(len(place.collidelistall(places)) == 1 for place in places)

    def test_the_menu_is_used_by_keyboard(self, player: Player) -> None:
        """Arrows and Enter lead to a game and to the saves, and Escape back."""
        for key in (pygame.K_DOWN, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_UP, pygame.K_DOWN):
            player.key(key, 0, "")
        player.enter()
        assert isinstance(player.app.top, NewGameScreen)
        player.escape()
        for _ in range(20):
            player.key(pygame.K_DOWN, 0, "")
        for _ in range(7):
            player.key(pygame.K_LEFT, 0, "")
        for _ in range(4):
            player.key(pygame.K_RIGHT, 0, "")
        player.enter()
        assert isinstance(player.app.top, SavesScreen)
        player.escape()
        assert isinstance(player.app.top, MenuScreen)

    def test_a_click_leads_to_the_games_out_of_sight_and_back(self, player: Player) -> None:
        """Chess is among the first games, Halberd among the last."""
        first, last = "game:chess/standard", "game:halberd/default"
        assert self._seen(player, first)
        assert not self._seen(player, last)
        for card in (last, first):
            clicks = 0
            while not self._seen(player, card):
                player.click_button("more")
                clicks += 1
            assert 1 <= clicks <= 4

    @staticmethod
    def _seen(player: Player, action: str) -> bool:
        cards = _cards(player.app.top)  # type: ignore[arg-type]
        return any(card.visible for card in cards if card.action == action)

    def test_cards_get_their_pictures_one_by_one(self, player: Player) -> None:
        """No frame both loads a game and draws it; in the end nothing moves any more."""
        menu = player.app.top
        assert isinstance(menu, MenuScreen)
        frames = 0
        while player.app.moving:
            player.app.update(16)
            frames += 1
        seen = [card for card in _cards(menu) if card.visible]
        assert frames >= 2 * len(seen)
        assert all(card.picture((100, 100)) is not None for card in seen)

    def test_cards_that_do_not_fit_are_reached_by_keys(
        self, player: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Down scrolls until the last card is visible."""
        monkeypatch.setattr("wargrid_pygame.screens.menu.games", lambda recent=(): 3 * games())
        player.app.refresh()
        menu = player.app.top
        assert isinstance(menu, MenuScreen)
        assert not _cards(menu)[-1].visible
        for _ in _cards(menu):
            player.key(pygame.K_DOWN, 0, "")
        assert _cards(menu)[-1].visible

    def test_a_search_shows_the_games_that_it_finds(self, player: Player) -> None:
        """The slash begins it; Enter goes to the first card found, Escape shows all again."""
        everything = len(_cards(player.app.top))  # type: ignore[arg-type]
        player.key(pygame.K_SLASH, 0, "/")
        player.type("/brandu")
        assert [card.action for card in _cards(player.app.top)] == ["game:tafl/brandubh"]  # type: ignore[arg-type]
        assert player.app.top.line.text == "brandu"  # type: ignore[union-attr]
        player.enter()
        player.enter()
        assert isinstance(player.app.top, NewGameScreen)
        player.escape()
        player.click_at(player.app.top.line.rect.center)  # type: ignore[union-attr]
        player.type("z")
        assert _cards(player.app.top) == []  # type: ignore[arg-type]
        player.escape()
        assert len(_cards(player.app.top)) == everything  # type: ignore[arg-type]

    def test_quit_ends_the_loop(self, player: Player) -> None:
        """Quit leaves every screen."""
        player.click_button("quit")
        assert not player.app.running
        assert player.app.screens == []


class TestNewGame:
    def test_an_option_goes_through_its_values(self, player: Player) -> None:
        """Clicking an option of known values takes the next; the game has it."""
        player.click_button("game:lionheart/level1")
        screen = player.app.top
        assert isinstance(screen, NewGameScreen)
        for expected in ("random", "gold", "silver", "roll"):
            screen.act("option:first_player")
            assert screen.game is not None
            assert screen.game.ruleset.first.player == expected

    def test_a_value_that_the_ruleset_refuses_is_put_back(self, player: Player) -> None:
        """A refused value says why, and the game can still be started as it was."""
        player.click_button("game:lionheart/level1")
        screen = player.app.top
        assert isinstance(screen, NewGameScreen)
        screen.try_setting("rows", "many")
        assert screen.trouble
        assert screen.game is not None
        assert screen.game.grid.rows == 10

    @pytest.mark.slow
    def test_dice_by_hand_and_a_seed_are_chosen_here(self, player: Player) -> None:
        """A seed gives the same opening; a seed that is no number is refused; dice by hand ask for
        the roll."""
        rolls = set()
        for _ in range(2):
            player.app.go_to(ScreenRequest("new_game", (), fresh=True))
            player.app.top.seed.text = "42"  # type: ignore[union-attr]
            player.click_button("start")
            rolls.add(tuple(line.text for line in player.view.log))
        assert len(rolls) == 1
        player.app.go_to(ScreenRequest("new_game", (), fresh=True))
        player.app.top.seed.text = "x"  # type: ignore[union-attr]
        player.click_button("start")
        assert isinstance(player.app.top, NewGameScreen)
        assert "x" in player.app.top.trouble
        player.click_button("dice")
        player.app.top.seed.text = ""
        player.click_button("start")
        assert player.view.prompt is not None


class TestStart:
    def test_python_ends_without_a_search_for_garbage(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        """That took most of the time in which a window closes."""
        at_exit: list[object] = []
        monkeypatch.setattr("atexit.register", at_exit.append)
        game = loaded("breakthrough/standard")
        assert run(Start(game=game, screenshot=tmp_path / "x.png", size=SMALLEST)) == 0
        assert at_exit[-1] is gc.freeze

    def test_the_first_frame_is_drawn_into_a_file(self, tmp_path: Path) -> None:
        """``--screenshot`` draws the game and ends with 0."""
        game, file = loaded("lionheart/level1", {"first_player": "gold"}), tmp_path / "first.png"
        assert run(Start(game=game, screenshot=file, size=(1024, 640))) == 0
        drawn = pygame.image.load(file)
        assert drawn.get_size() == (1024, 640)
        assert len({tuple(drawn.get_at((x, 60))) for x in range(0, 1024, 3)}) > 30

    @pytest.mark.parametrize(
        ("screens", "settings", "place"),
        [
            ([[1920, 1080]], {}, (SIZE, None, False)),
            ([[1280, 800]], {}, ((1264, 690), None, True)),
            ([[1920, 1080]], {"place": [40, 30, 900, 600]}, ((900, 600), (40, 30), False)),
            ([[1024, 640]], {"place": [1500, 30, 900, 600]}, ((900, 530), None, True)),
            ([[1920, 1080]], {"maximised": True}, (SIZE, None, True)),
        ],
        ids=["first", "first, too large", "remembered", "its screen is gone", "maximised"],
    )
    def test_the_window_opens_where_it_was_and_where_it_fits(
        self, screens: list[list[int]], settings: dict[str, Any], place: tuple[Any, ...]
    ) -> None:
        """A window that may not fit beside the bars of the desktop is maximised."""
        kept = Preferences(screens=[[1920, 1080]], **settings)
        assert place_for(kept, screens) == place

    def test_the_place_is_kept_when_the_window_is_closed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """That of a window maximised meanwhile is the one it had before."""
        monkeypatch.setattr(App, "loop", lambda app: setattr(app, "maximised", False))
        assert run(Start()) == 0
        kept = read_settings(data_folder()).settings
        assert kept.place[2:] == [*place_for(Preferences(), kept.screens).size]
        monkeypatch.setattr(App, "loop", lambda app: setattr(app, "maximised", True))
        assert run(Start()) == 0
        after = read_settings(data_folder()).settings
        assert (after.place, after.maximised) == (kept.place, True)

    def test_a_picture_needs_no_display(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Neither a display nor a driver is named, and nothing is left in the environment."""
        for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr(sys, "platform", "linux")
        pygame.display.quit()
        file = tmp_path / "first.png"
        assert run(Start(screenshot=file)) == 0
        assert pygame.image.load(file).get_size() == (1280, 800)
        assert "SDL_VIDEODRIVER" not in os.environ

    def test_without_a_display_there_is_a_sentence(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """No display and no driver named: exit code 2, in the player's language."""
        for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr(sys, "platform", "linux")
        assert run(Start(language="fr")) == 2
        assert "écran" in capsys.readouterr().err


def test_the_window_imports_only_the_contract_with_frontends() -> None:
    """It knows no rule: everything comes from the façades."""
    core = {"wargrid", "wargrid.match", "wargrid.text"}
    play = {f"wargrid_play.{name}" for name in ("frontend", "looks", "scenes", "table")}
    around = {"wargrid_formats", "wargrid_remote", "wargrid_editor", "wargrid_campaign.table"}
    imported = set()
    for path in Path(wargrid_pygame.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module)
            elif isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
    own = {name for name in imported if name.startswith("wargrid") and "pygame" not in name}
    assert {".".join(name.split(".")[:2]) for name in own} == core | play | around

"""The new game: games from elsewhere, boards and set-ups."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from wargrid.loading.library import locate
from wargrid.loading.loader import load_named
from wargrid.text import catalog
from wargrid_lab import Terms, Trial, play_game
from wargrid_play.table import CONTROLS
from wargrid_play.table.lobby import players
from wargrid_play.table.lobby.session import new_session
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.text import flowed
from wargrid_pygame.screens.boards import BoardsScreen
from wargrid_pygame.screens.dialogs import PlayersDialog, ValueDialog
from wargrid_pygame.screens.editor import EditorScreen
from wargrid_pygame.screens.favour import FavourDialog
from wargrid_pygame.screens.new_game import NewGameScreen
from wargrid_pygame.widgets.basic import Button
from wargrid_pygame.widgets.fields import ScrollList
from wargrid_pygame.widgets.seats import NOTE
from wargrid_pygame.window import ScreenRequest
from window_support import SMALLEST, Player, at_window, leave, speak


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path / "home"))
    player = at_window(SMALLEST)
    yield player
    leave(player)


PASS = """
name: The Pass
board: {columns: 3, rows: 3}
setup: |
  p p p
  . . .
  P P P
"""

MINE = """
name: My Own Game
sides: [white, black]
board: {columns: 5, rows: 3}
first: {player: white}
turn: {actions: 1, may: {move: 1}}
options: {actions: turn.actions}
units: {pawn: {letter: P, name: Pawn, captures: by_moving, move: {step: {directions: orthogonal}}}}
victory: {eliminate: {}, limit: 50}
setup: {each: P P P P P}
"""


def own_game(folder: Path) -> Path:
    """A ruleset with a board of its own, in a folder where no names are looked for, and one
    scenario beside it."""
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "den.yaml").write_text(PASS, "utf-8")
    (folder / "mine.yaml").write_text(MINE, "utf-8")
    return folder / "mine.yaml"


def new_game(player: Player, file: Path, **chosen: str) -> NewGameScreen:
    """Play a ruleset from a file, and ask for a new game by the menu."""
    player.app.play(new_session(load_named(file, chosen).game()))
    player.key(pygame.K_F10, 0, "")
    player.click_button("new")
    assert isinstance(player.app.top, NewGameScreen)
    return player.app.top


def choose_board(player: Player, top: NewGameScreen, at: int) -> None:
    """Choose a row of the list of boards, which goes back to the new game."""
    top.act("scenario")
    boards = player.app.top
    assert isinstance(boards, BoardsScreen)
    boards.list.choose(at)
    boards.act("play")
    assert player.app.top is top


def rows(top: NewGameScreen) -> list[str]:
    """What stands among the options."""
    options = top.stops["options"]
    assert isinstance(options, ScrollList)
    return [row.text for row in options.rows]


def columns(top: NewGameScreen) -> int:
    """How wide the board is that would be played on."""
    assert top.game is not None
    return top.game.grid.columns


class TestNewGame:
    def test_a_scenario_is_chosen_here(self, player: Player) -> None:
        """The first row lists the boards that come with the ruleset; the game is played on the
        chosen one."""
        player.app.settings.ruleset = "battle/default"
        player.app.go_to(ScreenRequest("new_game", (), fresh=True))
        top, seen = player.app.top, {}
        assert isinstance(top, NewGameScreen)
        for at in range(4):
            choose_board(player, top, at)
            assert top.game is not None
            seen[top.game.grid.columns, top.game.grid.rows] = at
        assert seen.keys() == {(14, 10), (10, 8), (28, 20)}
        choose_board(player, top, seen[10, 8])
        player.key(pygame.K_F5, 0, "")
        assert player.view.columns == 10

    @pytest.mark.parametrize("saved", [True, False])
    def test_a_board_of_a_game_from_elsewhere_is_painted_here(
        self, player: Player, tmp_path: Path, saved: bool
    ) -> None:
        """Though it came with one board; what was saved is chosen, a draft is edited again."""
        file = own_game(tmp_path)
        (tmp_path / "scenarios" / "den.yaml").unlink()
        player.app.save_settings(boards_explained=True)
        top = new_game(player, file)
        top.act(top.choices[0].action)
        player.click_button("edit")
        editor = player.app.top
        assert isinstance(editor, EditorScreen)
        player.enter()
        if saved:
            editor.save("Glade")
        player.escape()
        if not saved:
            player.key(pygame.K_DOWN, 0, "")
        player.enter()
        if saved:
            assert (player.app.top, top.setup.scenario) == (top, "glade")
        else:
            assert isinstance(player.app.top, EditorScreen)

    @pytest.mark.parametrize(
        ("option", "value", "text", "language"),
        [
            ("types_per_turn", "0", "least", "en"),
            ("types_per_turn", "two", "whole", "fr"),
            ("support_types", "no_such_unit", "other", "fr"),
        ],
    )
    def test_a_value_that_does_not_fit_is_refused_in_the_players_words(
        self, player: Player, option: str, value: str, text: str, language: str
    ) -> None:
        speak(player.app, language)
        player.app.go_to(ScreenRequest("new_game", ("halberd/default",), fresh=True))
        top = player.app.top
        assert isinstance(top, NewGameScreen)
        top.try_setting(option, value)
        assert top.trouble == top.words.say(f"lobby.value.{text}", limit=1)

    def test_a_typed_value_that_is_refused_stays_with_the_reason(self, player: Player) -> None:
        """Until it is mended or left."""
        player.app.go_to(ScreenRequest("new_game", ("halberd/default",), fresh=True))
        top = player.app.top
        assert isinstance(top, NewGameScreen)
        top.act("option:types_per_turn")
        for value in ("0", "3"):
            dialog = player.app.top
            assert isinstance(dialog, ValueDialog), value
            dialog.input.text = value
            dialog.act("set")
        assert player.app.top is top
        assert (top.setup.value("types_per_turn"), top.trouble) == ("3", "")

    def test_a_wrong_scenario_is_reported_and_left_out(
        self, player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A file that cannot be used says why where it stands; the board before it stays."""
        shutil.copytree(locate("battle/default").parent, tmp_path / "shelf" / "mine")
        (tmp_path / "shelf" / "mine" / "scenarios" / "bad.yaml").write_text(
            "board: {columns: none}\n", "utf-8"
        )
        monkeypatch.setenv("WARGRID_PATH", str(tmp_path / "shelf"))
        player.app.go_to(ScreenRequest("new_game", ("mine/default",), fresh=True))
        top = player.app.top
        assert isinstance(top, NewGameScreen)
        seen = set()
        for at in range(4):
            choose_board(player, top, 0)
            choose_board(player, top, at)
            assert top.game is not None
            seen.add((top.game.grid.columns, "bad.yaml:1" in top.trouble))
        assert seen == {(10, False), (28, False), (14, True), (14, False)}


class TestPlayers:
    def test_names_and_colours_are_kept_in_the_record_and_shown(self, player: Player) -> None:
        player.show("new_game", "breakthrough/standard")
        top = player.app.top
        assert isinstance(top, NewGameScreen)
        player.click_at(top.stops["name:0"].rect.center)
        player.type("Ada")
        player.click_button("colour:1")
        player.key(pygame.K_F5, 0, "")
        session = player.game.session
        assert session.header.players == ("Ada", "friend")
        assert session.header.colours[1]
        black = player.game.looks.own_side("black")
        assert player.game.looks.side("black").top != black.top
        again = session.again(swapped=True).header
        assert (again.players, again.colours) == (("friend", "Ada"), session.header.colours)
        player.click("a2")
        player.click("a3")
        player.key(pygame.K_F5, 0, "")
        player.show("saves")
        assert all("Ada – " in row.text for row in player.app.top.rows if row.save)  # type: ignore[union-attr]

    def test_every_word_of_the_players_fits_in_one_line(
        self, player: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Also beside an engine, and in French."""
        monkeypatch.setattr(players, "engine_for", lambda game: "/usr/games/engine")
        player.app.choose("language", "fr")
        player.app.play(new_session(load_named("breakthrough/standard").game()))
        player.key(pygame.K_F2, 0, "")
        top = player.app.top
        assert top is not None
        buttons = [one for one in top.group.children if isinstance(one, Button)]
        assert any(one.action.endswith("engine") for one in buttons)
        assert all(one.fits() for one in buttons)

    def test_how_long_computers_think_is_chosen_beside_them(self, player: Player) -> None:
        player.show("new_game", "breakthrough/standard")
        before = player.app.settings.thinking
        player.click_button("seat:1:computer")
        player.click_button("thinking")
        assert player.app.settings.thinking > before

    def test_a_value_goes_backwards_too(self, player: Player) -> None:
        """By the left arrow, the right button, the wheel and Left; beside them Left is a step."""
        player.show("new_game", "breakthrough/standard")
        top = player.app.top
        assert isinstance(top, NewGameScreen)
        stepper = top.stops["clock"].rect
        seen = [top.clock]
        for click in ((stepper.right - 5, 1), (stepper.centerx, 3), (stepper.x + 5, 1)):
            player.click_at((click[0], stepper.centery), click[1])
            seen.append(top.clock)
        player.app.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, pos=stepper.center))
        seen.append(top.clock)
        player.key(pygame.K_LEFT, 0, "")
        seen.append(top.clock)
        known = [None, CONTROLS[1], None, CONTROLS[-1], None, CONTROLS[-1]]
        assert seen == known

    def test_a_clock_is_typed_and_a_wrong_one_can_be_mended(self, player: Player) -> None:
        player.show("new_game", "breakthrough/standard")
        top = player.app.top
        assert isinstance(top, NewGameScreen)
        player.click_button("clock")
        for typed, control in (("5 to 3", None), ("5+3", (300, 3))):
            assert isinstance(player.app.top, ValueDialog)
            player.type(typed)
            player.enter()
            assert top.clock == control
        assert player.app.top is top
        assert player.app.settings.clock_of("breakthrough/standard") == (300, 3)

    def test_level_3_is_a_handful_of_keys_away(self, player: Player) -> None:
        player.app.usual_players = ""
        player.show("new_game", "breakthrough/standard")
        for key in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RETURN):
            player.key(key, 0, "")
        top = player.app.top
        assert isinstance(top, NewGameScreen)
        assert top.seats is not None
        assert top.seats.seats[1].player == "3"

    def test_the_board_chosen_is_shown(self, player: Player) -> None:
        """With its units; a house rule that changes it shows another."""
        player.show("new_game", "lionheart/level1")
        top, seen = player.app.top, []
        assert isinstance(top, NewGameScreen)
        for rows in ("10", "12"):
            top.try_setting("rows", rows)
            while top.moving:
                player.app.update(20)
            seen.append(player.pixels(top.board))
        assert seen[0] != seen[1]

    def test_two_computers_share_a_button_and_have_room_for_what_both_can_do(
        self, player: Player
    ) -> None:
        """In the new game and during it; the line that says it is not cut."""
        player.show("new_game", "breakthrough/standard")
        player.click_button("seat:0:computer")
        player.click_button("seat:1:computer")
        player.click_button("seat:1:4")
        for opens in ("", "players"):
            if opens:
                player.click_button("start")
                player.game.act(opens)
            top = player.app.top
            assert isinstance(top, (NewGameScreen, PlayersDialog))
            shared = [one for one in top.group.children if getattr(one, "action", "") == "thinking"]
            assert len(shared) == 1
            rows = top.seats if isinstance(top, NewGameScreen) else top.rows
            assert rows is not None
            text = rows.seating.note("en")
            (note,) = (one for one in top.group.children if getattr(one, "text", "") == text)
            made = flowed(text, note.rect.w, top.style.text(theme.SMALL))
            assert made.height > top.style.px(NOTE) >= made.height / 2, "it needs two lines"
            assert made.height <= note.rect.h


def test_games_in_the_background_say_whom_the_game_favours(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They go on behind a closed dialog, and end with a stop, another game, or the screen."""
    begun = threading.Event()

    def run(trial: Trial) -> None:
        terms = Terms(("random", "random"), nodes=1)
        begun.wait(20)
        trial._rows.extend(play_game(trial.game, terms, number) for number in range(2))
        trial._stopped.wait(20)
        trial._ended = 1.0

    monkeypatch.setattr(Trial, "_run", run)
    player.show("new_game", "breakthrough/standard")
    screen = player.app.top
    assert isinstance(screen, NewGameScreen)
    player.key(pygame.K_F4)
    dialog = player.app.top
    assert isinstance(dialog, FavourDialog)
    empty = player.pixels(dialog.place)
    assert dialog.favour.view("en").verdict == catalog("en").say("lobby.favour.begun")
    begun.set()
    while len(dialog.favour.score.games) < 2:
        time.sleep(0.01)
    dialog.wake()
    assert player.pixels(dialog.place) != empty
    assert sum(dialog.favour.view("en").moves) > 0
    player.escape()
    assert dialog.favour.running
    player.click_button("favour")
    again = player.app.top
    assert isinstance(again, FavourDialog)
    assert again.favour is dialog.favour
    player.click_button("stop")
    dialog.favour.wait()
    again.wake()
    assert not player.button("stop").enabled
    player.escape()
    screen.setup.choose(0)
    other = screen.setup.weigh(player.app.wake)
    assert other is not dialog.favour
    player.escape()
    other.wait()
    assert screen.setup.favour is None


def test_a_key_goes_one_row_on_a_look_however_long_the_look_before_took(player: Player) -> None:
    """A key let go meanwhile goes no row on: its repeats came before that was seen."""
    player.show("new_game")
    top = player.app.top
    assert isinstance(top, NewGameScreen)
    pressed = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode="")
    loosed = pygame.event.Event(pygame.KEYUP, key=pygame.K_DOWN, mod=0)
    rows = []
    for events in ([pressed], [pressed] * 7, [pressed] * 7 + [loosed], [pressed, loosed] * 2):
        before = top.setup.chosen
        for event in events:
            pygame.event.post(event)
        player.app.look_around(0)
        rows.append(top.setup.chosen - before)
    assert rows == [1, 1, 0, 2]

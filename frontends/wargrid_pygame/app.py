"""The start of the window: its screens, and the first of them to open."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pygame
from pygame._sdl2.video import Window

from wargrid.match import data_folder
from wargrid.text import catalog, preferred_language
from wargrid_play.frontend import Start, load_offer
from wargrid_play.looks import PLAIN_SIDES
from wargrid_play.looks.pictures import Token
from wargrid_play.table import ReadSettings, is_long, read_settings, session_of
from wargrid_pygame.drawing.tokens import draw_token
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.canvas import SIZE, png
from wargrid_pygame.graphics.place import open_window, place_now
from wargrid_pygame.screens.dialogs import (
    AskDialog,
    HandoverDialog,
    HelpDialog,
    PauseDialog,
    PlayersDialog,
    ReloadDialog,
    TrustDialog,
    ValueDialog,
)
from wargrid_pygame.screens.end import EndDialog
from wargrid_pygame.screens.keys import KeysScreen
from wargrid_pygame.screens.learn import LearnDialog, LessonDialog
from wargrid_pygame.screens.menu import MenuScreen
from wargrid_pygame.screens.new_game import NewGameScreen
from wargrid_pygame.screens.opening import OpeningDialog
from wargrid_pygame.screens.other_games import CopyDialog, GamesDialog, ToldDialog
from wargrid_pygame.screens.results import ResultsDialog
from wargrid_pygame.screens.review import ReviewScreen
from wargrid_pygame.screens.rules import RulesScreen
from wargrid_pygame.screens.saves import SavesScreen
from wargrid_pygame.screens.settings import SettingsScreen
from wargrid_pygame.window import TITLE, App, Screen, ScreenRequest

DRIVER: Final = "SDL_VIDEODRIVER"
"""The variable that names the video driver."""

BAD_INPUT: Final = 2
"""The exit code where there is no display, or no file that could be written."""


GROUP: Final = "wargrid.screens"
"""The entry point group of further screens: a name, and a class or function that makes the screen
of the window and the values of a request."""


class Screens(dict[str, Callable[..., Screen]]):
    """The maker of each screen, by name: the window's own first, then those that packages offer.

    Looking up another raises KeyError, or InputError if its package is missing or broken.
    """

    def __missing__(self, name: str) -> Callable[..., Screen]:
        """Import the screen of another package."""
        found: Callable[..., Screen] = load_offer(GROUP, name)
        self[name] = found
        return found


SCREENS: Final = Screens(
    {
        "menu": MenuScreen,
        "new_game": NewGameScreen,
        "saves": SavesScreen,
        "game": GameScreen,
        "rules": RulesScreen,
        "pause": PauseDialog,
        "players": PlayersDialog,
        "help": HelpDialog,
        "end": EndDialog,
        "handover": HandoverDialog,
        "trust": TrustDialog,
        "reload": ReloadDialog,
        "value": ValueDialog,
        "settings": SettingsScreen,
        "keys": KeysScreen,
        "review": ReviewScreen,
        "opening": OpeningDialog,
        "learn": LearnDialog,
        "results": ResultsDialog,
        "lesson": LessonDialog,
        "ask": AskDialog,
        "games": GamesDialog,
        "told": ToldDialog,
        "copy": CopyDialog,
    }
)


def run(start: Start) -> int:
    """Open the window on a start; returns the exit code, 2 where there is no display or no game.

    A picture is drawn out of sight, on a machine without a display too.
    """
    speak = catalog(start.language or preferred_language())
    try:
        if start.screenshot is not None:
            _draw_out_of_sight()
        elif not has_display(os.environ, sys.platform):
            raise pygame.error("DISPLAY, WAYLAND_DISPLAY")
        else:
            pygame.display.init()
        pygame.font.init()
        read = read_settings(data_folder())
        placed = None
        if start.size or start.screenshot:
            pygame.display.set_mode(start.size or SIZE, pygame.RESIZABLE)
        else:
            placed = open_window(read.settings)
    except pygame.error as error:
        print(speak.say("window.no_display", why=error), file=sys.stderr)
        return BAD_INPUT
    try:
        return _opened(start, read, placed)
    finally:
        theme.forget_fonts()
        pygame.quit()
        atexit.register(gc.freeze)  # or Python would search all games for garbage as it ends


def _draw_out_of_sight() -> None:
    """Start the video driver that shows nothing; SDL reads its name from the environment alone."""
    named = os.environ.get(DRIVER)
    os.environ[DRIVER] = "dummy"
    try:
        pygame.display.init()
    finally:
        del os.environ[DRIVER]
        if named is not None:
            os.environ[DRIVER] = named


def _opened(start: Start, read: ReadSettings, placed: tuple[Window, bool] | None) -> int:
    pygame.display.set_caption(TITLE)
    pygame.display.set_icon(draw_token(Token(PLAIN_SIDES[0], "W"), 64))
    app = App(SCREENS, start.language, animated=start.screenshot is None, read=read)
    app.maximised = placed is not None and placed[1]
    if start.join:
        trouble = _join(app, start)
        if trouble:
            print(trouble, file=sys.stderr)
            return BAD_INPUT
    else:
        open_on(app, start)
    if start.screenshot is not None:
        return _pictured(app, start.screenshot)
    try:
        app.loop()
    finally:
        if placed is not None and not app.hidden:
            app.keep_if_new(**place_now(placed[0], maximised=app.maximised))
        app.quit()
    return 0


def _join(app: App, start: Start) -> str:
    """Show the game of a link, or a dialog that waits for it; returns the fault of the link.

    A picture is drawn once the game is there.
    """
    from wargrid_remote import RemoteError, join, read_far_games, read_link

    try:
        link = read_link(start.join)
        if start.screenshot is None:
            app.go_to(ScreenRequest("joining", (link, read_far_games().name), fresh=True))
        else:
            app.play_far(join(link, app.language, "", app.wake))
    except RemoteError as error:
        return error.text(app.language)
    return ""


def _pictured(app: App, path: Path) -> int:
    while app.moving:
        app.update(1000)
    app.draw()
    surface = app.window
    app.quit()
    try:
        path.write_bytes(png(surface))
    except (pygame.error, OSError) as error:
        print(app.words.say("window.no_picture", path=path, why=error), file=sys.stderr)
        return BAD_INPUT
    return 0


def open_on(app: App, start: Start) -> None:
    """Show the game, the saved game or the menu that was asked for."""
    if start.resume is not None and is_long(start.resume):
        app.go_to(ScreenRequest("menu", fresh=True))
        app.resume(start.resume)
        return
    session = session_of(start, () if start.game is None else app.settings.colours_of(start.game))
    if session is None:
        app.go_to(ScreenRequest("menu", fresh=True))
    else:
        app.play(session)


def has_display(environ: Mapping[str, str], platform: str) -> bool:
    """Return whether a window can be seen: a video driver is named, or the system has a display.

    Without either SDL would choose a driver that draws out of sight.
    """
    if environ.get(DRIVER) or not platform.startswith(("linux", "freebsd")):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))

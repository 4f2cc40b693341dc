"""The window itself: a stack of screens, the events they take, and the loop that waits for them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pygame

from wargrid import Diagnostic, PluginError
from wargrid.frontend import Recipe, Start
from wargrid.match import data_folder
from wargrid.text import LANGUAGES, Catalog, catalog
from wargrid_pygame.drawing.tokens import Token, draw_token
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.looks.defaults import PLAIN_SIDES
from wargrid_pygame.navigation import open_file, open_match, screens_for
from wargrid_pygame.screens.base import Screen, ScreenRequest
from wargrid_pygame.session import Session, new_session, read_settings, resume, write_settings

SIZE: Final = (1280, 800)
"""The window at first, and the size at which one unit of the layout is one pixel."""

SMALLEST: Final = (1024, 640)
"""The smallest window at 100 %. In a smaller one everything is drawn smaller."""

ROOM: Final = (1220, 763)
"""How many units wide and high a window is at least: a scale that leaves less room is lowered."""

LEAST: Final = (320, 240)
"""A window below this size is squeezed out of proportion."""

MOUSE: Final = (
    pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL
)  # fmt: skip

BAD_INPUT: Final = 2
"""The exit code where there is no display, or no file that could be written."""

FRAMES: Final = 60
REPEAT: Final = (350, 45)
"""After how many milliseconds a held key repeats, and how often then."""


class App:
    """The window: size, language, theme, and the stack of screens; the last takes the events.

    Screens draw on ``surface``, which is the display's own surface or, in a small window, a larger
    one that is scaled down. ``animated`` is off where the screen is not watched.
    """

    def __init__(self, language: str | None = None, animated: bool = True) -> None:
        self.settings = read_settings(data_folder())
        self.language = language or self.settings.language or LANGUAGES[0]
        self.animated = animated and self.settings.speed > 0
        self.screens: list[Screen] = []
        self.played: Recipe | None = None
        """What the match shown last was made from, so that the new game can offer it again."""
        self.running = True
        self.dirty = True
        self._repeats = False
        self._fit()

    def _fit(self) -> None:
        self.window = pygame.display.get_surface() or pygame.display.set_mode(
            SIZE, pygame.RESIZABLE
        )
        wide, high = (
            max(pixels, least) for pixels, least in zip(self.window.get_size(), LEAST, strict=True)
        )
        share = min(1.0, wide / SMALLEST[0], high / SMALLEST[1])
        size = round(wide / share), round(high / share)
        self.surface = self.window if size == self.window.get_size() else pygame.Surface(size)
        self.area = self.surface.get_rect()
        scale = min(size[0] / SIZE[0], size[1] / SIZE[1]) * self.settings.scale
        self.look = Theme(min(scale, size[0] / ROOM[0], size[1] / ROOM[1]))

    @property
    def words(self) -> Catalog:
        """The texts of the language, those of plugins loaded meanwhile included."""
        return catalog(self.language)

    @property
    def top(self) -> Screen | None:
        """The screen that takes the events."""
        return self.screens[-1] if self.screens else None

    def go_to(self, request: ScreenRequest) -> None:
        """Show another screen, over the others or instead of them."""
        added = screens_for(self, request)
        while request.fresh and self.screens:
            self.screens.pop().close()
        for screen in added:
            self.screens.append(screen)
            screen.layout()
        self.dirty = True

    def pop(self) -> None:
        """Go back to the screen below."""
        if self.screens:
            self.screens.pop().close()
        self.refresh()

    def refresh(self) -> None:
        """Lay out every screen again: size, scale or language may have changed."""
        self._fit()
        for screen in self.screens:
            screen.layout()
        self.dirty = True

    def next_language(self) -> None:
        """Change to the next language, and keep it for the next start."""
        self.language = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
        self.keep(language=self.language)
        self.refresh()

    def keep(self, **settings: str) -> None:
        """Keep settings for the next start."""
        for name, value in settings.items():
            setattr(self.settings, name, value)
        write_settings(data_folder(), self.settings)

    def play(self, session: Session, flipped: bool = False) -> None:
        """Show a match from where it is; a ``flipped`` board is seen from its north edge."""
        self.played = session.match.game.recipe
        self.go_to(ScreenRequest("game", (session, flipped), fresh=True))

    def open(self, make: Callable[[], Session]) -> bool:
        """Show the match that ``make`` begins, or what is wrong; returns whether there is one."""
        return open_match(self, make)

    def quit(self) -> None:
        """Leave every screen properly and end the loop."""
        while self.screens:
            self.screens.pop().close()
        self.running = False

    def handle(self, event: pygame.event.Event) -> None:
        """Handle the window's own events, and give all others to the screen on top."""
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            self.refresh()
        elif event.type == pygame.DROPFILE:
            open_file(self, Path(event.file))
        elif self.top is not None and event.type != pygame.NOEVENT:
            self._contain(partial(self.top.handle, self._on_surface(event)))
            self.dirty = True
        self._repeat(self.top is not None and self.top.repeats)

    def _on_surface(self, event: pygame.event.Event) -> pygame.event.Event:
        """The event with its place on the surface that screens draw on, the wheel's included."""
        if event.type not in MOUSE:
            return event
        across, down = (
            own / shown for own, shown in zip(self.area.size, self.window.get_size(), strict=True)
        )
        where = event.dict.get("pos", pygame.mouse.get_pos())
        values = event.dict | {"pos": (int(where[0] * across), int(where[1] * down))}
        if "rel" in values:
            values["rel"] = round(event.rel[0] * across), round(event.rel[1] * down)
        return pygame.event.Event(event.type, values)

    def complain(self, text: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        """Show what went wrong, as reported by ``diagnostics``, on the topmost whole screen."""
        for screen in reversed(self.screens):
            if not screen.over:
                screen.complain(text, diagnostics)
                self.dirty = True
                return

    def _contain(self, do: Callable[[], object]) -> None:
        """Do something for a screen; a plugin that fails is named there, and the window goes on."""
        try:
            do()
        except PluginError as error:
            self.complain(error.text(self.language))

    def _repeat(self, wanted: bool) -> None:
        """Let held keys repeat, or not: a held Enter must not confirm what it has just opened."""
        if wanted is not self._repeats and pygame.display.get_init():
            self._repeats = wanted
            pygame.key.set_repeat(*(REPEAT if wanted else (0, 0)))

    @property
    def moving(self) -> bool:
        """Whether time must pass."""
        return any(screen.moving for screen in self.screens)

    def update(self, ms: int) -> None:
        """Let time pass on every screen that moves."""
        for screen in list(self.screens):
            if screen.moving:
                self._contain(partial(screen.update, ms))
                self.dirty = True
        if self.top is not None and self.top.tick(ms):
            self.dirty = True

    def draw(self) -> None:
        """Draw the topmost whole screen and the dialogs over it."""
        first = max((at for at, screen in enumerate(self.screens) if not screen.over), default=0)
        self.surface.fill(theme.TABLE)
        self.dirty = False
        for screen in self.screens[first:]:
            self._contain(partial(screen.draw, self.surface))
        if self.surface is not self.window:
            pygame.transform.smoothscale(self.surface, self.window.get_size(), self.window)

    def loop(self) -> None:
        """Take events, let time pass and draw what changed, until the window is closed.

        Sleeping between two looks at the events costs less than SDL's own waiting, which looks
        every millisecond.
        """
        clock = pygame.time.Clock()
        while self.running:
            for event in pygame.event.get():
                self.handle(event)
            self.update(clock.tick(FRAMES))
            if self.dirty and self.running:
                self.draw()
                pygame.display.flip()


def run(start: Start) -> int:
    """Open the window on a start; returns the exit code, 2 where there is no display."""
    speak = catalog(start.language or LANGUAGES[0])
    try:
        if not has_display(os.environ, sys.platform):
            raise pygame.error("DISPLAY, WAYLAND_DISPLAY")
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode(start.size or SIZE, pygame.RESIZABLE)
    except pygame.error as error:
        print(speak.say("window.no_display", why=error), file=sys.stderr)
        return BAD_INPUT
    try:
        return _opened(start)
    finally:
        theme.forget_fonts()
        pygame.quit()


def _opened(start: Start) -> int:
    pygame.display.set_caption("Wargrid")
    pygame.display.set_icon(draw_token(Token(PLAIN_SIDES[0], "W"), 64))
    app = App(start.language, animated=start.screenshot is None)
    open_on(app, start)
    if start.screenshot is not None:
        return _pictured(app, start.screenshot)
    try:
        app.loop()
    finally:
        app.quit()
    return 0


def _pictured(app: App, path: Path) -> int:
    """Draw the first frame into a file and end; 2 if it cannot be written."""
    app.draw()
    surface = app.window
    app.quit()
    try:
        pygame.image.save(surface, str(path), "png")
    except (pygame.error, OSError) as error:
        print(app.words.say("window.no_picture", path=path, why=error), file=sys.stderr)
        return BAD_INPUT
    return 0


def open_on(app: App, start: Start) -> None:
    """Show the game, the saved game or the menu that was asked for."""
    if start.resume is not None:
        app.play(resume(start.resume))
    elif start.game is not None:
        app.play(new_session(start.game, start.seed, start.by_hand, start.position))
    else:
        app.go_to(ScreenRequest("menu", fresh=True))


def has_display(environ: Mapping[str, str], platform: str) -> bool:
    """Return whether a window can be seen: a video driver is named, or the system has a display.

    Without either SDL would choose a driver that draws out of sight.
    """
    if environ.get("SDL_VIDEODRIVER") or not platform.startswith(("linux", "freebsd")):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))

"""The window: a stack of screens, the events they take, and the loop that waits for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from wargrid import Diagnostic, RecordError, RulesetError
from wargrid.match import Record, data_folder, export_path
from wargrid.text import LANGUAGES, Catalog, InputError, catalog, preferred_language
from wargrid_play.frontend import (
    RULESET_SUFFIX,
    Recipe,
    game_name,
    is_board,
    is_yaml,
    load_named,
    untrusted_files,
)
from wargrid_play.table import (
    Awake,
    Judge,
    Opponents,
    ReadSettings,
    Session,
    games_in,
    is_game_file,
    is_long,
    now,
    opened,
    read_results,
    read_settings,
    result_of,
    resume,
    told,
    write_results,
    write_settings,
)
from wargrid_pygame.folders import show_in_folder
from wargrid_pygame.graphics import clipboard, theme
from wargrid_pygame.graphics.canvas import Canvas, png
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.sounds import Sounds
from wargrid_pygame.widgets.basic import Group
from wargrid_pygame.widgets.diagnostics import DiagnosticPages
from wargrid_pygame.widgets.fields import ScrollList, TextInput
from wargrid_pygame.widgets.keys import HeldKeys, Places, key_name

if TYPE_CHECKING:
    from wargrid_formats import GameFile
    from wargrid_remote import OwnServer, RemoteSession

WAKE: Final = pygame.event.custom_type()
"""The event that another thread posts when a computer player has news."""

TITLE: Final = "Wargrid"

HIDES: Final = {
    pygame.WINDOWHIDDEN: True, pygame.WINDOWMINIMIZED: True,
    pygame.WINDOWSHOWN: False, pygame.WINDOWRESTORED: False, pygame.WINDOWMAXIMIZED: False,
}  # fmt: skip
"""The events after which the window is hidden, or seen again."""

MAXIMISES: Final = {pygame.WINDOWMAXIMIZED: True, pygame.WINDOWRESTORED: False}
"""The events after which the window is maximised, or has its own size again."""

MAPS: Final = frozenset({".map", ".tmx", ".tmj", ".txt", ".csv", ".json"})
"""The endings of maps that other programs write, which become boards."""

FRAMES: Final = 60
LOOKS: Final = 20
"""The looks at the events in a second: while something moves, and at rest."""

CALM: Final = 500
"""The milliseconds without a change after which the window is at rest."""


@dataclass(frozen=True, slots=True)
class ScreenRequest:
    """The name of a screen to show, and the values that its maker takes after the window.

    ``fresh`` leaves every other screen; the menu then lies below any screen that is not the menu.
    """

    name: str
    values: tuple[object, ...] = ()
    fresh: bool = False


class App:
    """The window: size, language, theme, and the stack of screens; the last takes the events.

    Screens draw on ``surface``. ``makers`` make the screens that a request names. ``animated`` is
    off where the screen is not watched. ``read`` are the settings, if they are read already.
    """

    def __init__(
        self, makers: Mapping[str, Callable[..., Screen]], language: str | None = None,
        animated: bool = True, read: ReadSettings | None = None,
    ) -> None:  # fmt: skip
        self.makers = makers
        self.read = read or read_settings(data_folder())
        self.settings = self.read.settings
        self.results = read_results(data_folder())
        """How the games of the player ended."""
        self._may_complain = True
        """Whether the player has yet to hear that settings cannot be saved: once a start."""

        self.language = language or self.settings.language or preferred_language()
        self._watched = animated
        self.animated = animated and self.settings.speed != 0
        self.sounds = Sounds(self.settings.sound and animated)
        self.screens: list[Screen] = []
        self.played: Recipe | None = None
        """The set-up of the match shown last, so that the new game can offer it again."""
        self.opponents: Callable[..., Opponents] = Opponents
        """Makes the computer players of a match."""

        self.usual_players = ""
        """The players of a game for which none have been chosen yet, as ``write_seats`` says."""
        self.judge: Callable[..., Judge] = Judge
        """Makes the judge of the moves of a review."""

        self.show_in_folder: Callable[[Path], bool] = show_in_folder
        """Shows where a file is; returns whether the system can."""

        self.way_back: tuple[ScreenRequest, ...] = ()
        """The screens to go back to instead of the menu, from a board or a move that is tried."""

        self.own_server: OwnServer | None = None
        """A server for games far apart, which runs once it is needed."""

        self.running = True
        self.dirty = True
        self.hidden = False
        """Whether the window is minimised, so that no clock runs."""
        self.maximised = False
        self._held, self._places = HeldKeys(), Places()
        theme.show(self.settings.theme)
        self._still = 0
        self.canvas = Canvas(self.settings.scale)

    def _fit(self) -> None:
        self.canvas = Canvas(self.settings.scale)

    @property
    def window(self) -> pygame.Surface:
        """The display's own surface."""
        return self.canvas.window

    @property
    def surface(self) -> pygame.Surface:
        """The surface that screens draw on."""
        return self.canvas.surface

    @property
    def area(self) -> pygame.Rect:
        """The rectangle of the surface that screens draw on."""
        return self.canvas.area

    @property
    def style(self) -> Theme:
        """The sizes and fonts of the window."""
        return self.canvas.style

    @property
    def words(self) -> Catalog:
        """The texts of the language, those of plugins loaded meanwhile included."""
        return catalog(self.language)

    @property
    def top(self) -> Screen | None:
        """The screen that takes the events."""
        return self.screens[-1] if self.screens else None

    def go_to(self, request: ScreenRequest) -> None:
        """Show another screen, over the others or instead of them.

        A menu below it is laid out only when it is seen, as it reads every game. If a screen cannot
        be made, the present screen says why.
        """
        below = [ScreenRequest("menu")] if request.fresh and request.name != "menu" else []
        goes_back = request.fresh and request.name == "menu" and bool(self.way_back)
        if goes_back:
            *screens, last = self.way_back
            below, request = [request, *screens], replace(last, fresh=True)
        try:
            made = [(self.makers[one.name], one.values) for one in (*below, request)]
        except InputError as error:  # its package is missing or broken
            self.complain(error.text(self.language))
            return
        if goes_back:
            self.way_back = ()
        added = [make(self, *values) for make, values in made]
        while request.fresh and self.screens:
            self.screens.pop().close()
        self.screens += added
        for screen in added[1:] or added:
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
        """Change to the next language, and save it for the next start."""
        after = (LANGUAGES.index(self.language) + 1) % len(LANGUAGES)
        self.choose("language", LANGUAGES[after])

    def choose(self, name: str, value: object) -> None:
        """Change a setting at once, and save it for the next start."""
        self.save_settings(**{name: value})
        self.language = self.settings.language or self.language
        self.animated = self._watched and self.settings.speed != 0
        self.sounds.on = self._watched and self.settings.sound
        theme.show(self.settings.theme)
        self.refresh()

    def save_settings(self, **settings: object) -> None:
        """Change settings, and write them for the next start."""
        for name, value in settings.items():
            setattr(self.settings, name, value)
        failure = write_settings(data_folder(), self.settings)
        if failure is not None and self._may_complain:
            self._may_complain = False
            self.complain(failure.text(self.language))

    def keep_if_new(self, **settings: object) -> None:
        """Change settings that the player has not chosen, and write them where they differ."""
        if any(getattr(self.settings, name) != value for name, value in settings.items()):
            self.save_settings(**settings)

    def note_result(self, session: Session) -> None:
        """Keep how a match ended, unless it tries a board or a move."""
        result = None if self.way_back else result_of(session)
        if result is None or not self.results.add(result):
            return
        try:
            write_results(data_folder(), self.results)
        except RecordError as failure:
            self.complain(failure.text(self.language))

    def found_at(self, path: Path, written: str) -> str:
        """Show the folder of a file that was ``written``, and put its path on the clipboard."""
        opens = self.show_in_folder(path)
        shown = self.words.say(f"window.sent.{'folder' if opens else 'alone'}")
        return self._copied(path, f"{written} {shown}")

    def _copied(self, path: Path, written: str) -> str:
        """Put the path of a file that was ``written`` on the clipboard, and say so."""
        copied = self.words.say("window.sent.copied") if clipboard.copy(str(path)) else ""
        return f"{written} {copied}".strip()

    def save_picture(self, drawn: pygame.Surface, ruleset: str) -> tuple[str, bool]:
        """Save a picture of a game, and return where it is, or why not, and whether it is.

        No folder is opened: a player takes pictures in the middle of a game.
        """
        path = export_path("pictures", ruleset, now(), ".png")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(png(drawn))
        except (OSError, pygame.error) as error:
            return self.words.say("window.no_picture", path=path, why=error), False
        return self._copied(path, self.words.say("window.review.pictured", path=path)), True

    def play(self, session: Session, flipped: bool = False) -> None:
        """Show a match from its present position.

        A ``flipped`` board is seen from its north edge; a player alone against the computer sees
        it from the player's own edge. A match that is over is reviewed.
        """
        flipped = session.seen_flipped(flipped)
        self.played = None if session.header.campaign else session.match.game.recipe
        if not (self.way_back or session.header.ruleset.endswith(RULESET_SUFFIX)):
            self.keep_if_new(recent=self.settings.recent_with(session.header.ruleset))
        self.go_to(ScreenRequest("game", (session, flipped), fresh=True))
        if session.match.result is not None:
            self.go_to(ScreenRequest("review", (session.match, session.header, flipped)))

    def try_out(
        self, session: Session, way_back: tuple[ScreenRequest, ...], flipped: bool = False
    ) -> None:
        """Show a match that tries a board or a move; leaving it leads back to other screens."""
        self.way_back = way_back
        self.play(session, flipped)

    def play_far(self, session: RemoteSession) -> None:
        """Show a match on a server, from the edge of the seat that the link opened."""
        view = session.table.view()
        flipped = any(view.sides[side].flipped for side in view.seats)
        self.played = None
        self.go_to(ScreenRequest("game", (session, flipped), fresh=True))

    def open(self, make: Callable[[], Session]) -> bool:
        """Show the match that ``make`` begins, and leave a trial; returns whether it began."""
        return self.attempt(lambda: self.try_out(make(), ()))

    def attempt(self, do: Callable[[], None]) -> bool:
        """Call a function that reads rules or a record, and return whether it succeeded.

        Errors are shown on the present screen. Untrusted code is run only if the player agrees.
        """
        try:
            do()
        except (RulesetError, RecordError) as error:
            files = untrusted_files(error.diagnostics)
            if not files:
                self.complain(error.text(self.language), error.diagnostics)
            else:
                self.go_to(ScreenRequest("trust", (files, lambda: self.attempt(do))))
        except InputError as error:
            self.complain(error.text(self.language))
        else:
            return True
        return False

    def resume(self, path: Path) -> None:
        """Go on with a saved game or a journal."""
        self.replay(path, lambda record: self.open(lambda: resume(path, record)))

    def replay(self, path: Path, then: Callable[[Record | None], object]) -> None:
        """Call ``then`` with the record in a file once it is replayed, or at once with None.

        It is None for a short record, and for one that cannot be read.
        """
        if is_long(path):
            self.go_to(ScreenRequest("opening", (path, then)))
        else:
            then(None)

    def open_file(self, path: Path) -> None:
        """Open a file dropped on the window: a ruleset, a map, a game of another program, a save.

        A ruleset is offered as a new game, over the match that is being played.
        """
        if path.suffix.casefold() in MAPS:
            self.attempt(lambda: self.go_to(ScreenRequest("taken_in", (path,))))
        elif is_yaml(path):
            self.attempt(partial(self._offer, path))
        elif is_game_file(path):
            self.attempt(lambda: self.show_games(games_in(path)))
        else:
            self.resume(path)

    def show_games(self, games: Sequence[GameFile]) -> None:
        """Show the only game of a file of another program, or the list to choose one."""
        if len(games) == 1:
            self.show_game(games[0])
        else:
            self.go_to(ScreenRequest("games", (games,)))

    def show_game(self, game: GameFile) -> None:
        """Review a game of another program, and say what there is to say of it."""
        self.attempt(partial(self._show_game, game))

    def _show_game(self, game: GameFile) -> None:
        found = opened(game)
        self.go_to(ScreenRequest("review", (found.match, found.header, False, 0)))
        if texts := told(found, self.language):
            self.go_to(ScreenRequest("told", (texts,)))

    def _offer(self, path: Path) -> None:
        """Show the ruleset that was dropped as a new game, or the board in its list."""
        if is_board(path):
            self.go_to(ScreenRequest("taken_in", (path,)))
            return
        load_named(path).game()  # its errors are reported where the file is dropped
        self.go_to(ScreenRequest("new_game", (game_name(path), True)))

    def quit(self) -> None:
        """Leave every screen properly and end the loop."""
        while self.screens:
            self.screens.pop().close()
        self.sounds.close()
        if self.own_server is not None:
            self.own_server.close()
        self.running = False

    def handle(self, event: pygame.event.Event) -> None:
        """Handle the window's own events, and give all others to the screen on top."""
        event = self._places.read(event)
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            self.refresh()
        elif event.type == pygame.WINDOWFOCUSGAINED:
            pygame.display.set_caption(TITLE)
        elif event.type in HIDES:
            self.hidden = HIDES[event.type]
            self.maximised = MAXIMISES.get(event.type, self.maximised)
            self.dirty = True
        elif event.type == WAKE:
            for screen in list(self.screens):
                self._contain(screen.wake)
            self.dirty = True
        elif event.type == pygame.DROPFILE:
            self.open_file(Path(event.file))
        elif self.top is not None and event.type != pygame.NOEVENT:
            placed = self.canvas.placed(event)
            if not self._clears_trouble(self.top, placed):
                self._contain(partial(self.top.handle, placed))
            self.dirty = True
        self._held.repeat(self.top is not None and self.top.repeats)

    def _take(self, event: pygame.event.Event) -> None:
        """Handle an event, except repeats of the key that has opened the screen on top.

        Repeats wait in the queue while a screen opens, and the new screen would obey them.
        """
        top = self.top
        if self._held.lets_pass(event):
            self.handle(event)
            self._held.note(event, opens=self.top is not top)

    def _clears_trouble(self, screen: Screen, event: pygame.event.Event) -> bool:
        """Turn the pages of a failure, or clear it with any other key or click.

        True if the event was for that: a click beside the box also acts there.
        """
        if not screen.trouble or screen.shows_trouble:
            return False
        if screen.turns(event):
            return True
        clicked = event.type == pygame.MOUSEBUTTONDOWN
        if clicked or event.type == pygame.KEYDOWN:
            screen.trouble = ""
            return not clicked or screen.diagnostics.over.collidepoint(event.pos)
        return False

    def call(self, title: str) -> None:
        """Call a player who looks elsewhere: by a sound, and a title until they come back.

        No library of ours sends notices of the desktop, and each desktop has a program of its own.
        """
        if not pygame.key.get_focused():
            self.sounds.play("yours")
            pygame.display.set_caption(title)

    def wake(self) -> None:
        """Let every screen look for news; any thread may call this."""
        with suppress(pygame.error):  # the window may be closed already
            pygame.event.post(pygame.event.Event(WAKE))

    def complain(self, text: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        """Show a failure, reported by ``diagnostics``, on the topmost whole screen."""
        for screen in reversed(self.screens):
            if not screen.over:
                screen.complain(text, diagnostics)
                self.dirty = True
                return

    def tell(self, text: str) -> None:
        """Show what was done on the topmost whole screen."""
        whole = next((screen for screen in reversed(self.screens) if not screen.over), None)
        if whole is not None:
            whole.tell(text)
            self.dirty = True

    def _contain(self, do: Callable[[], object]) -> None:
        """Call a function for a screen; name a plugin that fails there, and go on."""
        try:
            do()
        except InputError as error:
            self.complain(error.text(self.language))

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
            if screen.trouble and not screen.shows_trouble:
                screen.diagnostics.draw_over(self.surface, self.style, self.area, screen.trouble)
        self.canvas.show()

    def loop(self) -> None:
        """Take events, let time pass and draw changes, until the window is closed.

        Sleeping between two looks at the events costs less than SDL's own waiting, which looks
        every millisecond.
        """
        clock = pygame.time.Clock()
        looks = FRAMES
        while self.running:
            looks = self.look_around(clock.tick(looks))

    def look_around(self, ms: int) -> int:
        """Let some milliseconds pass, take events and draw changes in a visible window.

        Returns how many such looks are due in a second.
        """
        self.update(min(ms, Awake.ASLEEP))  # no clock runs on while the computer sleeps
        events = pygame.event.get()
        for event in self._held.thin(events):
            self._take(event)
        if self.dirty and self.running and not self.hidden:
            self.draw()
            pygame.display.flip()
        self._still = 0 if events or self.moving else self._still + ms
        return FRAMES if self._still < CALM else LOOKS


class Screen:
    """One screen of the window; ``over`` marks a dialog, which leaves the screen behind it visible.

    Widgets are in ``group``; their actions arrive at ``act``.
    """

    over = False
    trouble = ""
    """The text of the last failure."""

    shows_trouble = False
    """Whether the screen has a place for failures; otherwise they cover it until a key."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.group = Group(app.style, app.area)
        self.diagnostics = DiagnosticPages()

    @property
    def style(self) -> Theme:
        """The sizes and fonts of the window."""
        return self.app.style

    @property
    def low(self) -> bool:
        """Whether the window is so low that everything in it has to be closer."""
        return self.style.is_low(self.app.area)

    @property
    def words(self) -> Catalog:
        """The texts of the player's language."""
        return self.app.words

    def say(self, key: str, **values: object) -> str:
        """Return one of the window's own texts, ``window.<key>``."""
        return self.words.say(f"window.{key}", **values)

    def key(self, key: int) -> str:
        """Return the name of a key in the player's language."""
        return key_name(key, self.words)

    def go_to(self, name: str, *values: object, fresh: bool = False) -> None:
        """Show another screen."""
        self.app.go_to(ScreenRequest(name, values, fresh))

    def layout(self) -> None:
        """Make the widgets; called first and whenever size, scale or language change."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the screen."""
        self.group.draw(surface)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        if self.turns(event):
            return
        action = self.group.handle(event)
        if action is not None:
            self.act(action)

    def turns(self, event: pygame.event.Event) -> bool:
        """Turn the pages of a failure; True if the event was for them."""
        return bool(self.trouble) and self.diagnostics.handle(event)

    def act(self, action: str) -> None:
        """Carry out the action of a widget."""

    def complain(self, text: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        """Show the text of a failure; ``diagnostics`` are those that it reports."""
        self.trouble = text

    def tell(self, text: str) -> None:
        """Show what was done."""
        self.complain(text)

    def tick(self, ms: int) -> bool:
        """Count the milliseconds on top; True if the screen has to be drawn again."""
        return False

    def wake(self) -> None:
        """Look for news from another thread."""

    def update(self, ms: int) -> None:
        """Let some milliseconds pass; called only while the screen is ``moving``."""

    @property
    def moving(self) -> bool:
        """Whether something moves or waits, so that time must pass and frames be drawn."""
        return False

    @property
    def repeats(self) -> bool:
        """Whether a held key acts again and again, as in texts and lists."""
        return isinstance(self.group.focus, TextInput | ScrollList)

    def way_here(self) -> ScreenRequest | None:
        """Return the request that shows this screen again after a trial, or None."""
        return None

    def close(self) -> None:
        """Leave nothing open; called when the screen goes for good."""

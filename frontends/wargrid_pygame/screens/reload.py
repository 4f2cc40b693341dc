"""Reloading in the window: saved rules and looks come into force in the open match, or it is said why they cannot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from wargrid import PluginError
from wargrid.faults import Fault, RulesetError
from wargrid.reloading import Replay, Watch, code_of, read_again, replay
from wargrid_pygame import looks
from wargrid_pygame.keys import key_name
from wargrid_pygame.screens.banner import Banner
from wargrid_pygame.screens.dialogs import BUTTON, GAP, DialogScreen
from wargrid_pygame.typeset import flowed
from wargrid_pygame.widgets import Label

if TYPE_CHECKING:
    from wargrid.game import Game
    from wargrid_pygame.app import App
    from wargrid_pygame.screens.game import GameScreen

EVERY: Final = 600
"""After how many milliseconds the files are looked at again; a change counts at the second look that finds it."""


class Reload:
    """Looks after the files that one game screen shows the rules and the looks of.

    ``banner`` shows what is wrong with them, until they are right or somebody has closed it.
    """

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen
        self.banner: Banner | None = None
        self._faults: dict[str, Sequence[Fault]] = {}
        self._waited = 0
        self._watch = Watch(self._files())

    @property
    def _game(self) -> Game:
        return self.screen.session.match.game

    def _files(self) -> list[Path]:
        """All files that may change what is shown, those that faults name and the folders around them included.

        There are none if the game was not read from files.
        """
        game = self._game
        if game.reread is None:
            return []
        faults = [fault for each in self._faults.values() for fault in each if fault.file]
        named = [Path(fault.file) for fault in faults]
        icons = [Path(fault.file).parent / str(fault.values["icon"]) for fault in faults if "icon" in fault.values]
        around = [file.parent for file in game.files] if named else []
        return list(dict.fromkeys((*game.files, *code_of(game), *self._drawn(), *named, *icons, *around)))

    def _drawn(self) -> set[Path]:
        """The file of the looks, and the drawings it names."""
        file = looks.beside(self._game.files)
        return {*self.screen.looks.files, *([] if file is None else [file])}

    def tick(self, ms: int) -> bool:
        """Let some milliseconds pass; True if something is to be drawn anew."""
        self._waited += ms
        if self._waited < EVERY or self.screen.film.playing:
            return False
        self._waited = 0
        changed = set(self._watch.changed())
        if not changed:
            return False
        self._take(changed)
        return True

    def _take(self, changed: set[Path]) -> None:
        """Take up what has changed: the rules first, then how they look, then say what cannot be taken up."""
        screen = self.screen
        if isinstance(screen.app.top, ReloadDialog):
            screen.app.pop()
        screen.note = ""
        drawn, code = self._drawn() & changed, set(code_of(self._game)) & changed
        if changed - drawn - code:
            self._take_rules(changed - drawn - code)
        if drawn or self._faults.get("looks"):
            self._take_looks()
        if code:
            screen.complain(screen.say("reload.code", file=_names(code)))
        wrong = next(((what, faults) for what, faults in self._faults.items() if faults), None)
        self.banner = None if wrong is None else Banner(screen, *wrong)
        self._watch.follow(self._files())

    def _were_faulty(self, what: str, faults: Sequence[Fault]) -> bool:
        """Keep what is wrong with the rules or the looks now; answers whether anything was wrong before."""
        before, self._faults[what] = self._faults.get(what), faults
        return bool(before)

    # Rules

    def _take_rules(self, changed: set[Path]) -> None:
        screen = self.screen
        try:
            game = read_again(self._game)
        except RulesetError as error:
            self._were_faulty("rules", error.faults)
            return
        mended = self._were_faulty("rules", ())
        if game.source_text != self._game.source_text:
            try:
                self._go_on(game, replay(screen.session.match, game, screen.session.header), _names(changed))
            except PluginError as error:
                screen.complain(error.text(screen.words.language))
        elif mended:
            self.tell("mended")

    def _go_on(self, game: Game, done: Replay, names: str) -> None:
        """Go on under the new rules, or ask what to do if they do not allow what was played."""
        screen = self.screen
        if done.match is None or done.obstacle is not None:
            screen.app.push(ReloadDialog(screen.app, screen, game, done))
            return
        hidden = game.hides(done.match.position)
        screen.take_up(screen.session.under(done.match, whole=True))
        self.tell("moved" if done.moved and not hidden else "done", file=names)

    # Looks

    def _take_looks(self) -> None:
        looks.icon_text.cache_clear()
        file = looks.beside(self._game.files)
        faults = () if file is None else looks.faults_of(file)
        self._were_faulty("looks", faults)
        if not faults:
            self.screen.take_up(self.screen.session)
            self.tell("looks")

    # What is seen

    def tell(self, what: str, **values: object) -> None:
        """Say what has come of it, unless something worse is being said, such as that no journal can be written."""
        if not self.screen.note:
            self.screen.tell(self.screen.say(f"reload.{what}", **values))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the banner over the board, if there is anything to say."""
        if self.banner is not None:
            self.banner.draw(surface)

    def handle(self, event: pygame.event.Event) -> bool:
        """Close the banner on a click on it or on Escape; True if the event was meant for it."""
        if self.banner is None or not self.banner.closes(event):
            return False
        self.banner = None
        return True


def _names(files: Iterable[Path]) -> str:
    """The names of files, without the folders around them."""
    return ", ".join(sorted(file.name for file in files if file.suffix)) or "…"


class ReloadDialog(DialogScreen):
    """Says which move the new rules forbid, and asks what is to become of the match."""

    WIDE: Final = 640

    def __init__(self, app: App, game: GameScreen, rules: Game, done: Replay) -> None:
        super().__init__(app, game)
        self.rules = rules
        self.done = done

    def _actions(self) -> list[str]:
        """The ways on: none leads back where the new rules do not allow even the first move."""
        back = self.done.match is not None and self.done.match.number > 0
        return ["close", *(["back"] if back else []), "anew"]

    def layout(self) -> None:
        """The move and the reason, and one button below the other."""
        px = self.look.px
        said = "" if self.done.obstacle is None else self.done.obstacle.sentence(self.words.language)
        wide = min(px(self.WIDE), self.app.area.w - 8)
        text = flowed(said, wide - px(48), self.look.text(16))
        actions = self._actions()
        high = 84 + text.height / self.look.scale + 24 + len(actions) * (BUTTON + GAP)
        dialog = self.group = self.frame(self.say("reload.title"), (self.WIDE, high))
        room = dialog.inner()
        dialog.add(Label(self.look, pygame.Rect(room.x, room.y, room.w, text.height + px(6)), said, 16))
        for at, action in enumerate(actions):
            top = room.bottom - (len(actions) - at) * px(BUTTON + GAP) + px(GAP)
            hint = key_name(pygame.K_ESCAPE, self.words) if action == "close" else ""
            button = self.button(pygame.Rect(room.x, top, room.w, px(BUTTON)), action, self._label(action), hint)
            button.align = "left"
        dialog.set_focus(dialog.children[1])

    def _label(self, action: str) -> str:
        match, now = self.done.match, self.game.session.match
        if action == "back" and match is not None and not now.game.hides(now.position):
            return self.say("reload.back_to", number=match.number)
        return self.say("reload.keep" if action == "close" else f"reload.{action}")

    def handle(self, event: pygame.event.Event) -> None:
        """Arrows move the focus too."""
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_UP, pygame.K_DOWN):
            self.group.step_focus(-1 if event.key == pygame.K_UP else 1)
        else:
            super().handle(event)

    def tick(self, ms: int) -> bool:
        """Go on looking at the files: rules that are saved once more are what is asked about."""
        return self.game.reload.tick(ms)

    def act(self, action: str) -> None:
        """Go on under the old rules, go back under the new ones, or begin anew."""
        self.app.pop()
        session = self.game.session
        self.game.note = ""
        if action == "close":
            self.game.reload.tell("old")
        elif action == "back" and self.done.match is not None:
            self.game.take_up(session.under(self.done.match, whole=False))
            self.game.reload.tell("gone_back")
        elif action == "anew":
            start = None if self.done.match is None else self.done.match.start
            self.app.play(session.anew(self.rules, start), self.game.flipped)

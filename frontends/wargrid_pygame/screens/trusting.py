"""Opening a game from anywhere in the window: it begins, or says why not, or first asks whether to run its code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from wargrid import PluginError
from wargrid.loading.library import SUFFIX
from wargrid.loading.loader import load_named
from wargrid.match.errors import RecordError
from wargrid.plugins.local_code import UNTRUSTED, trust, untrusted_files
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid.text.message import Message
from wargrid_pygame.graphics import theme
from wargrid_pygame.screens.base import Screen
from wargrid_pygame.session import new_session, resumed
from wargrid_pygame.widgets.basic import Button, Dialog, Label
from wargrid_pygame.widgets.keys import key_name

if TYPE_CHECKING:
    from wargrid_pygame.app import App
    from wargrid_pygame.session import Session


def play(app: App, make: Callable[[], Session]) -> bool:
    """Show the match that ``make`` begins, and answer whether there is one.

    What is wrong is said on the screen there is. Code that nobody has vouched for is asked about,
    and run if the player says so.
    """
    try:
        app.play(make())
    except (RulesetError, RecordError) as error:
        diagnostics = _faults(error)
        files = untrusted_files(diagnostics)
        if files:
            ask(app, files, lambda: play(app, make))
        else:
            app.complain(error.text(app.language), diagnostics)
        return False
    except PluginError as error:
        app.complain(error.text(app.language))
        return False
    return True


def ask(app: App, files: Sequence[Path], then: Callable[[], object]) -> None:
    """Ask whether these files of code may be run; ``then`` is done if they may."""
    app.push(TrustDialog(app, files, then))


def asking(diagnostic: Diagnostic, cure: str, **values: object) -> Diagnostic:
    """A fault as this window tells it, which asks about code by itself: ``cure`` is its text that says when."""
    if diagnostic.name != UNTRUSTED:
        return diagnostic
    return replace(
        diagnostic, values={**diagnostic.values, "cure": Message(f"window.trust.{cure}", values)}
    )


def dropped(app: App, path: Path) -> None:
    """Open a file that was dropped on the window: a ruleset, or else a saved game or a journal."""
    if path.suffix == SUFFIX:
        play(app, lambda: new_session(load_named(path).game()))
    else:
        play(app, lambda: resumed(path))


def _faults(error: RulesetError | RecordError) -> Sequence[Diagnostic]:
    """What is wrong with a ruleset, be it one that a record embeds."""
    if isinstance(error, RecordError):
        return getattr(error.values.get("why"), "diagnostics", ())
    return error.diagnostics


class TrustDialog(Screen):
    """Asks whether the code that a ruleset brings may be run; to say no is what Enter does at first."""

    over = True

    def __init__(self, app: App, files: Sequence[Path], then: Callable[[], object]) -> None:
        super().__init__(app)
        self.files = files
        self.then = then

    def layout(self) -> None:
        """The question, the files, and two buttons."""
        px = self.look.px
        rect = pygame.Rect(
            0, 0, min(px(640), self.app.area.w - 8), min(px(340), self.app.area.h - 8)
        )
        rect.center = self.app.area.center
        dialog = self.group = Dialog(self.look, rect, self.say("trust.title"), "no")
        room = dialog.inner()
        low = pygame.Rect(room.x, room.bottom - px(44), (room.w - px(12)) // 2, px(44))
        files = "\n".join(map(str, self.files))
        text = pygame.Rect(room.x, room.y, room.w, px(96))
        dialog.add(Label(self.look, text, self.say("trust.question"), 16))
        named = pygame.Rect(room.x, text.bottom + px(6), room.w, low.y - text.bottom - px(12))
        dialog.add(Label(self.look, named, files, 15, colour=theme.GOLD))
        no = dialog.add(
            Button(
                self.look, low, "no", self.say("trust.no"), key_name(pygame.K_ESCAPE, self.words)
            )
        )
        dialog.add(Button(self.look, low.move(low.w + px(12), 0), "yes", self.say("trust.yes")))
        dialog.set_focus(no)

    def act(self, action: str) -> None:
        """Run the code and go on, or leave everything as it was."""
        self.app.pop()
        if action == "yes":
            for file in self.files:
                trust(file)
            self.then()

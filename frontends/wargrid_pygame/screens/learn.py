"""Dialogs with a list to choose from, and the one of the guided games."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from wargrid_play.table import (
    guide_of,
    guided_session,
    lesson_under_way,
    lessons,
    load_guide,
    title_of,
)
from wargrid_pygame.dialog import ARROWS, BUTTON, GAP, DialogScreen
from wargrid_pygame.graphics import theme
from wargrid_pygame.widgets.basic import Label
from wargrid_pygame.window import App, ScreenRequest

ABOUT: Final = 42
"""The height of the room for two lines below a choice, in units."""


class ChoiceDialog(DialogScreen):
    """A button for each choice, and the way back; ``heading`` names the text above them."""

    heading = ""
    steps = ARROWS

    def choices(self) -> list[tuple[str, str]]:
        """Return an action and a label for each choice."""
        return []

    def chosen(self, name: str) -> None:
        """Open the choice with this name, the part of its action after the colon."""

    def abouts(self) -> list[str]:
        """Return a sentence or two to write below each choice, if there is more to say."""
        return []

    def layout(self) -> None:
        """Lay out one button below the other, and the way back."""
        choices, abouts = self.choices(), self.abouts()
        about = ABOUT if abouts else 0
        high = (len(choices) + 1) * (BUTTON + GAP) + len(choices) * about + 90
        dialog = self.frame(self.say(f"menu.{self.heading}"), 560 if abouts else 440, high)
        room, gap = dialog.inner(), self.style.px(GAP)
        about = self.style.px(about)
        most = (room.h + gap - len(choices) * about) // (len(choices) + 1)
        step = min(self.style.px(BUTTON) + gap, most)
        places = [
            pygame.Rect(room.x, room.y + at * (step + about), room.w, step - gap)
            for at in range(len(choices) + 1)
        ]
        for place, (action, label) in zip(places, choices, strict=False):
            self.button(place, action, label)
        self.button(places[-1], "close", self.say("back"), self.key(pygame.K_ESCAPE))
        for place, text in zip(places, abouts, strict=False):
            below = pygame.Rect(place.x, place.bottom + gap // 3, place.w, about)
            dialog.add(Label(self.style, below, text, colour=theme.MUTED))
        dialog.set_focus(dialog.children[0])

    def act(self, action: str) -> None:
        """Close the dialog, and open the choice."""
        self.app.pop()
        if action != "close":
            self.chosen(action.partition(":")[2])


class LearnDialog(ChoiceDialog):
    """A button for each game with a guide, in the order of the menu."""

    heading = "learn"

    def choices(self) -> list[tuple[str, str]]:
        """Return an action and a title for each guided game; a tick says that it was finished."""
        learnt = self.app.settings.lessons
        titles = {name: title_of(name, self.words) for name in lessons()}
        ticked = {
            name: self.say("learn.done", title=titles[name]) for name in learnt if name in titles
        }
        return [(f"learn:{name}", title) for name, title in (titles | ticked).items()]

    def chosen(self, name: str) -> None:
        """Begin a guided game, or go on with it."""
        learn(self.app, name)


class LessonDialog(ChoiceDialog):
    """A guided game that was left in its middle: the player goes on with it, or begins again."""

    heading = "learn"

    def __init__(self, app: App, name: str, path: Path) -> None:
        super().__init__(app)
        self.name, self.path = name, path

    def choices(self) -> list[tuple[str, str]]:
        """Return both ways to learn."""
        return [(f"learn:{word}", self.say(f"learn.{word}")) for word in ("go_on", "again")]

    def chosen(self, name: str) -> None:
        """Go on with the guided game, or begin it again."""
        if name == "go_on":
            self.app.resume(self.path)
        else:
            begin_lesson(self.app, self.name)


def learn(app: App, name: str) -> bool:
    """Begin the guided game of a ruleset; returns whether it is on the screen.

    One that was left in its middle is gone on with, if the player wants.
    """
    path = lesson_under_way(name)
    if path is None:
        return begin_lesson(app, name)
    app.go_to(ScreenRequest("lesson", (name, path)))
    return False


def begin_lesson(app: App, name: str) -> bool:
    """Begin the guided game of a ruleset, if it has one; returns whether it did."""
    guide = guide_of(name)
    return guide is not None and app.open(lambda: guided_session(load_guide(guide)))

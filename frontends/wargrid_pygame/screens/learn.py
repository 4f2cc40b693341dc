"""Dialogs with a list to choose from, and the one of the guided games."""

from __future__ import annotations

from typing import Final

import pygame

from wargrid_play.table import games, guide_of, guided_session, load_guide, title_of
from wargrid_pygame.dialog import ARROWS, BUTTON, GAP, DialogScreen
from wargrid_pygame.graphics import theme
from wargrid_pygame.widgets.basic import Label

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
        """Return an action and a title for each guided game."""
        names = [name for name in games() if guide_of(name) is not None]
        return [(f"learn:{name}", title_of(name, self.words)) for name in names]

    def chosen(self, name: str) -> None:
        """Begin a guided game."""
        guide = guide_of(name)
        if guide is not None:
            self.app.open(lambda: guided_session(load_guide(guide)))

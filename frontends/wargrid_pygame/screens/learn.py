"""The guided games to choose from."""

from __future__ import annotations

import pygame

from wargrid.table import games, guide_of, load_guide, title_of
from wargrid.table.lobby.session import guided_session
from wargrid_pygame.dialog import ARROWS, BUTTON, GAP, DialogScreen


class LearnDialog(DialogScreen):
    """A button for each game with a guide, in the order of the menu."""

    def layout(self) -> None:
        """Lay out one button below the other, and the way back."""
        names = [name for name in games() if guide_of(name) is not None]
        dialog = self.frame(self.say("menu.learn"), 440, (len(names) + 1) * (BUTTON + GAP) + 90)
        room, gap = dialog.inner(), self.look.px(GAP)
        step = min(self.look.px(BUTTON) + gap, (room.h + gap) // (len(names) + 1))
        places = [
            pygame.Rect(room.x, room.y + at * step, room.w, step - gap)
            for at in range(len(names) + 1)
        ]
        for place, name in zip(places, names, strict=False):
            self.button(place, f"learn:{name}", title_of(name, self.words))
        self.button(places[-1], "close", self.say("back"), self.key(pygame.K_ESCAPE))
        dialog.set_focus(dialog.children[0])

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; arrows move the focus too."""
        if event.type == pygame.KEYDOWN and event.key in ARROWS:
            self.group.step_focus(ARROWS[event.key])
        else:
            super().handle(event)

    def act(self, action: str) -> None:
        """Begin a guided game, or close the dialog."""
        self.app.pop()
        guide = guide_of(action.partition(":")[2]) if action != "close" else None
        if guide is not None:
            self.app.open(lambda: guided_session(load_guide(guide)))

"""The dialog over the window while a long record is replayed, step by step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pygame

from wargrid import RecordError
from wargrid.match import Record, Replaying, begin_replay
from wargrid_pygame.dialog import DialogScreen
from wargrid_pygame.graphics import theme
from wargrid_pygame.window import App

STEP: Final = 100
"""The number of lines replayed between two frames."""

BAR: Final = 10
"""The height of the bar of progress, in units."""


class OpeningDialog(DialogScreen):
    """Replays the record in a file and gives it to ``then``, or None if it is damaged.

    Escape gives up.
    """

    def __init__(self, app: App, path: Path, then: Callable[[Record | None], object]) -> None:
        super().__init__(app)
        self.path, self.then = path, then
        self.replaying: Replaying | None = None

    def layout(self) -> None:
        """Lay out the bar and one button."""
        px = self.style.px
        dialog = self.frame(self.say("opening.title"), 520, 180)
        room = dialog.inner()
        self.bar = pygame.Rect(room.x, room.y + px(14), room.w, px(BAR))
        dialog.set_focus(self.foot(room))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the dialog, and the progress of the replay."""
        super().draw(surface)
        share = 0.0 if self.replaying is None else self.replaying.share
        surface.fill(theme.SUNK, self.bar)
        surface.fill(theme.GOLD, (*self.bar.topleft, round(self.bar.w * share), self.bar.h))

    @property
    def moving(self) -> bool:
        """Whether to go on: always, until the dialog closes."""
        return True

    def update(self, ms: int) -> None:
        """Replay a little more, or hand over the record."""
        record = None
        try:
            if self.replaying is None:
                self.replaying = begin_replay(self.path)
                return
            if not self.replaying.step(STEP):
                return
            record = self.replaying.record()
        except RecordError:
            pass  # opening the file without a replay reports it
        self.app.pop()
        self.then(record)

"""The line that tells that a computer player thinks, with two buttons to end it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from wargrid.table import CommandView
from wargrid_pygame.game.layout import GAP, columns
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Button, Group, fit_labels
from wargrid_pygame.widgets.icons import icon_of

COMMANDS: Final = ("move_now", "take_over")
"""The commands of the buttons."""

BUTTONS: Final = 300
"""How wide the buttons are together, in units, if they leave half of the line."""

LINE: Final = 48
ROW: Final = 34
"""How high the line is, and each of two rows where there is room for them, in units."""


class ThinkingLine:
    """The buttons beside the message, or below it; ``text`` is the room for the message.

    ``hints``: what is being thought about is hints, and the second button stops that.
    """

    def __init__(
        self, look: Theme, box: pygame.Rect, commands: Sequence[CommandView], *, hints: bool
    ) -> None:
        wide, gap = min(look.px(BUTTONS), box.w * 3 // 5), look.px(GAP)
        high = min(box.h, look.px(LINE))
        self.text = pygame.Rect(box.x, box.y, box.w - wide - gap, high)
        strip = pygame.Rect(box.right - wide, box.y, wide, high)
        if box.h >= 2 * look.px(ROW) + gap:  # below a wide board
            self.text = pygame.Rect(box.x, box.y, box.w, look.px(ROW))
            strip = self.text.move(0, self.text.h + gap)
        self.group = Group(look, strip)
        known = {command.name: command for command in commands}
        for name, rect in zip(COMMANDS, columns(look, strip, len(COMMANDS)), strict=True):
            command = known[name]
            button = Button(look, rect, name, command.label, command.shortcut)
            if hints and name == "take_over":
                button.icon = icon_of("close")
            self.group.add(button)
        fit_labels([child for child in self.group.children if isinstance(child, Button)])

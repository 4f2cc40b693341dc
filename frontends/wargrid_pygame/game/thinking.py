"""The line for a computer player that thinks, or for an offer, with its buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from wargrid_play.looks.pictures import icon_of
from wargrid_play.table import CommandView
from wargrid_pygame.game.layout import GAP, columns
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Button, Group, fit_labels

COMMANDS: Final = ("move_now", "take_over")
ANSWERS: Final = ("accept", "decline")
"""The commands of the buttons, while a computer player thinks and while an offer is open."""

BUTTONS: Final = 300
"""The width of the buttons together, in units, if they leave half of the line."""

LINE: Final = 48
ROW: Final = 34
"""The height of the line, and that of each of two rows if there is room for them, in units."""


class ThinkingLine:
    """The buttons beside the message, or below it; ``text`` is the room for the message.

    They are those of ``names`` that the table has. With ``hints`` the computer looks for hints, and
    the second button stops that.
    """

    def __init__(
        self, style: Theme, box: pygame.Rect, commands: Sequence[CommandView],
        names: Sequence[str] = COMMANDS, *, hints: bool = False,
    ) -> None:  # fmt: skip
        wide, gap = min(style.px(BUTTONS), box.w * 3 // 5), style.px(GAP)
        high = min(box.h, style.px(LINE))
        self.text = pygame.Rect(box.x, box.y, box.w - wide - gap, high)
        strip = pygame.Rect(box.right - wide, box.y, wide, high)
        if box.h >= 2 * style.px(ROW) + gap:  # below a wide board
            self.text = pygame.Rect(box.x, box.y, box.w, style.px(ROW))
            strip = self.text.move(0, self.text.h + gap)
        self.group = Group(style, strip)
        shown = [command for command in commands if command.name in names]
        for command, rect in zip(shown, columns(style, strip, len(shown)), strict=True):
            button = Button(style, rect, command.name, command.label, command.shortcut)
            if hints and command.name == "take_over":
                button.icon = icon_of("close")
            self.group.add(button)
        fit_labels([child for child in self.group.children if isinstance(child, Button)])

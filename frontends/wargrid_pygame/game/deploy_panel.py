"""Setting an army up, in the panel: a button for every type of unit and every army, to take back, and to be ready."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from wargrid.table.view import CommandView
from wargrid_pygame.drawing.tokens import Token, draw_token
from wargrid_pygame.game.layout import columns
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.looks.loader import Looks
from wargrid_pygame.looks.models import SideLook
from wargrid_pygame.widgets.basic import Button, Group, alike

ROW: Final = 34
BETWEEN: Final = 6
"""How high a row of buttons is, and the gap below it, in units."""

PLACE: Final = "place:"
ARMY: Final = "army:"
READY: Final = "ready"
LAST: Final = ("remove", "men", READY)


class UnitButton(Button):
    """A button with a unit's token on it."""

    def __init__(self, look: Theme, rect: pygame.Rect, command: CommandView, token: Token) -> None:
        super().__init__(look, rect, command.name, command.label, command.shortcut)
        self.token = token

    def boxes(self) -> tuple[pygame.Rect, pygame.Rect]:
        """The label leaves room for the token."""
        label, hint = super().boxes()
        wide = self.rect.h - self.look.px(6)
        return pygame.Rect(label.x + wide, label.y, max(1, label.w - wide), label.h), hint

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the button, and the token at its left."""
        super().draw(surface)
        size = self.rect.h - self.look.px(2)
        surface.blit(
            draw_token(self.token, size),
            (self.rect.x + self.look.px(3), self.rect.y + self.look.px(1)),
        )


class DeployPanel:
    """The buttons of a side that sets its army up; ``group`` answers the table's commands, ``used`` is their room."""

    def __init__(
        self,
        look: Theme,
        looks: Looks,
        box: pygame.Rect,
        commands: Sequence[CommandView],
        side: str,
    ) -> None:
        self.look, self.looks = look, looks
        self.group = Group(look, box)
        self._top = box.y
        self._box = box
        types = [command for command in commands if command.name.startswith(PLACE)]
        armies = [command for command in commands if command.name.startswith(ARMY)]
        for at in range(0, len(types), 2):
            self._add_types(types[at : at + 2], looks.side(side))
        for at in range(0, len(armies), 3):
            self._add(armies[at : at + 3], 3)
        self._add([command for command in commands if command.name in LAST], 3)
        placing = [button for button in self.group.children if isinstance(button, UnitButton)]
        alike(placing)
        self.used = pygame.Rect(box.x, box.y, box.w, self._top - box.y)

    def _row(self) -> pygame.Rect:
        rect = pygame.Rect(self._box.x, self._top, self._box.w, self.look.px(ROW))
        self._top = rect.bottom + self.look.px(BETWEEN)
        return rect

    def _add_types(self, commands: Sequence[CommandView], side: SideLook) -> None:
        for command, rect in zip(commands, columns(self.look, self._row(), 2), strict=False):
            icon = self.looks.unit_icon(command.name.removeprefix(PLACE))
            self._finish(
                UnitButton(self.look, rect, command, Token(side, command.letter, icon)), command
            )

    def _add(self, commands: Sequence[CommandView], per_row: int) -> None:
        if commands:
            strip = columns(self.look, self._row(), min(per_row, len(commands)))
            both = list(zip(commands, strip, strict=False))
            made = [
                Button(self.look, rect, each.name, each.label, each.shortcut) for each, rect in both
            ]
            for button, command in zip(made, commands, strict=False):
                self._finish(button, command)
            alike(made)

    def _finish(self, button: Button, command: CommandView) -> None:
        button.enabled, button.align = command.enabled, "left"
        button.chosen = command.name == READY and command.enabled
        self.group.add(button)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the buttons."""
        self.group.draw(surface)


def is_deploying(commands: Sequence[CommandView]) -> bool:
    """Whether the table offers to set an army up."""
    return any(command.name == READY for command in commands)

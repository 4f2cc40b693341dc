"""The rows of buttons beside the board: turning, undo and the turn's end, hints, help and menu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from wargrid.text import Catalog
from wargrid_play.table import View, key_of
from wargrid_pygame.game.layout import columns, rows
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Button, fit_labels

OWN: Final = ("help", "rules", "menu")
"""The buttons of the window's own actions."""

WIDER: Final = 16
"""The share of a row by which the button of the turn's end is wider than the others."""


def count_rows(view: View, low: bool) -> int:
    """Return the number of rows of buttons; ``low``: without the buttons to turn a unit.

    These repeat the arrows in the unit's cell, so that they give way in a low window.
    """
    return len(_names(view, low))


def _names(view: View, low: bool) -> list[tuple[str, ...]]:
    return [row for row in view.buttons if not (low and "turn_left" in row)]


class ButtonRows:
    """The ``buttons`` of one game; their labels and keys follow its commands."""

    def __init__(
        self, style: Theme, words: Catalog, box: pygame.Rect, view: View, low: bool
    ) -> None:  # fmt: skip
        self._style, self._words = style, words
        names = _names(view, low)
        strips = rows(style, box, len(names))
        self._rows = [self._row(*row) for row in zip(names, strips, strict=True)]
        self.buttons = [button for row in self._rows for button in row]

    def _row(self, names: Sequence[str], strip: pygame.Rect) -> list[Button]:
        row = []
        for name, rect in zip(names, self._places(names, strip), strict=True):
            key = key_of(name) if name in OWN else ""
            label = self._words.say(f"window.button.{name}") if key else ""
            row.append(Button(self._style, rect, name, label, key, primary=name == "end_turn"))
            row[-1].align = "left"
        return row

    def _places(self, names: Sequence[str], strip: pygame.Rect) -> tuple[pygame.Rect, ...]:
        """Divide a row; the button of the turn's end has the longest label and takes more of it."""
        if names[-1] != "end_turn":
            return columns(self._style, strip, len(names))
        more = strip.w // WIDER
        others = columns(
            self._style, pygame.Rect(strip.x, strip.y, strip.w - more, strip.h), len(names)
        )
        last = others[-1]
        return *others[:-1], pygame.Rect(last.x, last.y, last.w + more, last.h)

    def update(self, view: View) -> None:
        """Show the labels and keys of a view's commands, and which of them are possible."""
        known = {command.name: command for command in view.commands}
        for button in (button for button in self.buttons if button.action in known):
            command = known[button.action]
            button.hint, button.enabled = command.shortcut, command.enabled
            button.chosen, button.about = command.chosen, command.why
            button.lit = button.primary and not any(unit.can_act for unit in view.units)
            short = f"window.button.{command.name}"
            button.label = self._words.say(short) if self._words.has(short) else command.label
        for row in self._rows:
            fit_labels(row)

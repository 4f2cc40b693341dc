"""The settings page: a row for each setting, with the values it can have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from wargrid import Game
from wargrid.match import read_control
from wargrid_play.table import SETTING_CHOICES, setting_text, settings_in, stakes_text
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.screens.page import TITLE, PageScreen
from wargrid_pygame.widgets.basic import Button, Label, Panel, fit_row
from wargrid_pygame.window import App

ROW: Final = 40
LEAST: Final = 26
GAP: Final = 8
"""The greatest and the least height of a row, and the gap below it, in units."""

LABEL: Final = 0.3
"""The share of the page's width for the names of settings."""


class SettingsScreen(PageScreen):
    """The settings of the window, during a game only those with an effect there.

    Each choice holds at once and is saved for the next start.
    """

    wide, edge = 1000, 30

    first = 0
    """The number of the first row in sight."""

    def __init__(self, app: App, game: Game | None = None) -> None:
        super().__init__(app)
        self.names = settings_in(game)

    def layout(self) -> None:
        """Lay out a row for each setting, as many as there is room for, and the way back."""
        px, held = self.style.px, self.group.held
        room = self.page(self.say("settings.title"))
        top = room.y + px(TITLE)
        back = pygame.Rect(room.right - px(240), room.bottom - px(48), px(240), px(48))
        high = back.y - top - px(40)
        least = max(px(LEAST + GAP), min(px(ROW + GAP), high // len(self.names)))
        self.listed = [
            (name, values)
            for name in self.names
            for values in self._wrapped(name, room.w - round(room.w * LABEL), least - px(GAP))
        ]
        self.shown = min(len(self.listed), high // px(LEAST + GAP))
        self.first = max(0, min(self.first, len(self.listed) - self.shown))
        step = min(px(ROW + GAP), high // self.shown)
        self.rows = rows = pygame.Rect(room.x, top + px(12), room.w, self.shown * step)
        self.group.add(Panel(self.style, rows.inflate(2 * px(12), 2 * px(12)).move(0, px(8))))
        seen = self.listed[self.first : self.first + self.shown]
        for at, (name, values) in enumerate(seen):
            box = pygame.Rect(rows.x, rows.y + px(8) + at * step, rows.w, step - px(GAP))
            self._add_row(box, name, values, titled=at == 0 or seen[at - 1][0] != name)
        self.way_back(back, primary=True)
        keys = back.move(-back.w - px(12), 0)
        self.group.add(Button(self.style, keys, "keys", self.say("settings.keys")))
        note = pygame.Rect(room.x, back.y, keys.x - room.x - px(20), back.h)
        limit = self._limit() or stakes_text(
            read_control(self.app.settings.clock), self.words.language
        )
        self.group.add(Label(self.style, note, limit, theme.BODY, "plain", theme.GOLD, middle=True))
        self.group.set_focus(self.group.first_of(held))

    def _limit(self) -> str:
        """Word the largest size for which the window has room, if a larger one is chosen."""
        canvas = self.app.canvas
        if canvas.scale >= self.app.settings.scale:
            return ""
        percent = self.words.say("table.percent", percent=round(canvas.room * 100))
        return self.say("settings.limited", percent=percent)

    def _offered(self, name: str) -> list[int]:
        """Return the numbers of the values that have an effect: no size that the window lacks."""
        most = self.app.canvas.room
        return [
            at
            for at, value in enumerate(SETTING_CHOICES[name])
            if name != "scale" or value == self._value(name) or float(str(value)) <= most
        ]

    def _wrapped(self, name: str, room: int, high: int) -> list[list[int]]:
        """Divide the values of a setting among as many lines as their labels need."""
        offered = self._offered(name)
        for lines in range(1, len(offered) + 1):
            per_line = -(-len(offered) // lines)
            box = pygame.Rect(0, 0, self._width(room, per_line), high)
            made = [self._button(box, name, at) for at in offered]
            fit_row(made)
            if all(one.fits() for one in made):
                break
        return [offered[at : at + per_line] for at in range(0, len(offered), per_line)]

    def _width(self, room: int, count: int) -> int:
        gap = self.style.px(8)
        return (room + gap) // count - gap

    def _button(self, box: pygame.Rect, name: str, at: int) -> Button:
        value = SETTING_CHOICES[name][at]
        button = Button(self.style, box, f"{name}:{at}", setting_text(name, value, self.words))
        button.chosen = value == self._value(name)
        return button

    def _add_row(self, rect: pygame.Rect, name: str, values: Sequence[int], titled: bool) -> None:
        label = pygame.Rect(rect.x, rect.y, round(rect.w * LABEL), rect.h)
        if titled:
            text = self.say(f"settings.{name}")
            self.group.add(Label(self.style, label, text, theme.LARGE, "bold", middle=True))
        wide = self._width(rect.w - label.w, len(values))
        row = []
        for number, at in enumerate(values):
            left = label.right + number * (wide + self.style.px(8))
            place = pygame.Rect(left, rect.y, wide, rect.h)
            row.append(self.group.add(self._button(place, name, at)))
        fit_row(row)

    def _value(self, name: str) -> object:
        return self.app.language if name == "language" else getattr(self.app.settings, name)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows over the backdrop."""
        super().draw(surface)
        if self.shown < len(self.listed):
            bar = pygame.Rect(self.rows.right + self.style.px(2), 0, self.style.px(6), 0)
            bar.h = self.rows.h * self.shown // len(self.listed)
            bar.y = self.rows.y + self.style.px(8) + self.rows.h * self.first // len(self.listed)
            svg.draw_box(surface, bar, bar.w // 2, theme.LINE, theme.LINE, theme.LINE, 1)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; arrows move the focus, and the wheel the rows."""
        key = event.key if event.type == pygame.KEYDOWN else None
        if key in (pygame.K_RIGHT, pygame.K_LEFT):
            self.group.step_focus(1 if key == pygame.K_RIGHT else -1)
        elif key in (pygame.K_UP, pygame.K_DOWN):
            self._step_row(1 if key == pygame.K_DOWN else -1)
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y)
        else:
            super().handle(event)

    def _scroll(self, by: int) -> bool:
        """Show rows further down or up; False if there are none."""
        before = self.first
        self.first += by
        self.layout()
        return self.first != before

    def _step_row(self, down: int) -> None:
        here = self.group.focus
        if here is None:
            return
        ends = self.rows.bottom - here.rect.bottom if down > 0 else here.rect.y - self.rows.y
        if self.rows.contains(here.rect) and ends < here.rect.h and self._scroll(down):
            here = self.group.focus or here
        others = [
            child
            for child in self.group.children
            if child.takes_focus and (child.rect.y - here.rect.y) * down > 0
        ]
        if others:
            nearest = min(abs(one.rect.y - here.rect.y) for one in others)
            row = [one for one in others if abs(one.rect.y - here.rect.y) == nearest]
            self.group.set_focus(min(row, key=lambda one: abs(one.rect.x - here.rect.x)))

    def act(self, action: str) -> None:
        """Choose a value, or go back."""
        if action in ("back", "keys"):
            self.app.pop() if action == "back" else self.go_to("keys")
            return
        name, _, at = action.partition(":")
        below = self._line(name) - self.first
        self.app.choose(name, SETTING_CHOICES[name][int(at)])
        # Another size shows other rows: this one keeps its place if that is possible.
        self._scroll(self._line(name) - min(below, self.shown - 1) - self.first)
        self.group.set_focus(self.group.first_of(action))

    def _line(self, name: str) -> int:
        """Return the first line of a setting."""
        return next(at for at, (listed, _) in enumerate(self.listed) if listed == name)

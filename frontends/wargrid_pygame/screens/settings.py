"""The settings page: a row for each setting, with the values it can have."""

from __future__ import annotations

from typing import Final

import pygame

from wargrid.match import TimeControl, read_control
from wargrid.table import SETTING_CHOICES, STEPWISE, control_text, stakes_text
from wargrid_pygame.drawing.backdrop import menu_backdrop
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.canvas import MAGNIFIED
from wargrid_pygame.widgets.basic import Button, Group, Label, Panel, fit_row
from wargrid_pygame.window import Screen

ROW: Final = 40
GAP: Final = 8
"""How high a row is at most, and the gap below it, in units."""

LABEL: Final = 0.3
"""How much of the page's width the names of settings take."""


class SettingsScreen(Screen):
    """Every setting of the window; each choice holds at once and is kept for the next start."""

    def layout(self) -> None:
        """Lay out a row for each setting, and the way back."""
        px, area = self.look.px, self.app.area
        focus = self.group.focus
        held = focus.action if isinstance(focus, Button) else ""
        self.group = Group(self.look, area)
        wide = min(area.w - px(60), px(1000))
        room = pygame.Rect(area.centerx - wide // 2, px(30), wide, area.h - px(60))
        title = pygame.Rect(room.x, room.y, room.w, px(50))
        text = self.say("settings.title")
        self.group.add(
            Label(self.look, title, text, theme.TITLE, "title", theme.CREAM, middle=True)
        )
        back = pygame.Rect(room.right - px(240), room.bottom - px(48), px(240), px(48))
        most = (back.y - title.bottom - px(40)) // len(SETTING_CHOICES)
        step = min(px(ROW + GAP), most)
        rows = pygame.Rect(room.x, title.bottom + px(12), room.w, len(SETTING_CHOICES) * step)
        self.group.add(Panel(self.look, rows.inflate(2 * px(12), 2 * px(12)).move(0, px(8))))
        for at, name in enumerate(SETTING_CHOICES):
            top = rows.y + px(8) + at * step
            self._add_row(pygame.Rect(rows.x, top, rows.w, step - px(GAP)), name)
        escape = self.key(pygame.K_ESCAPE)
        self.group.add(Button(self.look, back, "back", self.say("back"), escape, primary=True))
        note = pygame.Rect(room.x, back.y, back.x - room.x - px(20), back.h)
        limit = self._limit() or stakes_text(self._clock(), self.words.language)
        self.group.add(Label(self.look, note, limit, theme.BODY, "plain", theme.GOLD, middle=True))
        buttons = [child for child in self.group.children if isinstance(child, Button)]
        lit = next((one for one in buttons if one.action == held), buttons[0])
        self.group.set_focus(lit)

    def _limit(self) -> str:
        """Say for how large a size the window has room if a larger one is chosen."""
        canvas = self.app.canvas
        if not canvas.magnifies and canvas.scale >= self.app.settings.scale:
            return ""
        percent = self.words.say("table.percent", percent=round(canvas.room * 100))
        which = "magnified" if canvas.magnifies else "limited"
        return self.say(f"settings.{which}", percent=percent)

    def _offered(self, name: str) -> list[int]:
        """Return the numbers of the values that have an effect: no size that the window lacks."""
        most = MAGNIFIED * self.app.canvas.room
        return [
            at
            for at, value in enumerate(SETTING_CHOICES[name])
            if name != "scale" or value == self._value(name) or float(str(value)) <= most
        ]

    def _clock(self) -> TimeControl | None:
        return read_control(self.app.settings.clock)

    def _add_row(self, rect: pygame.Rect, name: str) -> None:
        gap = self.look.px(8)
        label = pygame.Rect(rect.x, rect.y, round(rect.w * LABEL), rect.h)
        text = self.say(f"settings.{name}")
        self.group.add(Label(self.look, label, text, theme.LARGE, "bold", middle=True))
        room = rect.w - label.w
        offered = self._offered(name)
        wide = (room + gap) // len(offered) - gap
        row = []
        for number, at in enumerate(offered):
            value = SETTING_CHOICES[name][at]
            place = pygame.Rect(label.right + number * (wide + gap), rect.y, wide, rect.h)
            chosen = value == self._value(name)
            button = Button(self.look, place, f"{name}:{at}", self._text(name, value))
            button.chosen = chosen
            row.append(self.group.add(button))
        fit_row(row)

    def _value(self, name: str) -> object:
        return self.app.language if name == "language" else getattr(self.app.settings, name)

    def _text(self, name: str, value: object) -> str:
        if name == "scale" and isinstance(value, float) and value:
            return self.words.say("table.percent", percent=round(value * 100))
        if name == "clock":
            return control_text(read_control(str(value)), self.words.language)
        if value == STEPWISE:
            return self.say("settings.speed.steps")
        return self.say(f"settings.{name}.{str(value).replace('.', '_').lower()}")

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows over the backdrop."""
        surface.blit(menu_backdrop(self.app.area.w, self.app.area.h), (0, 0))
        super().draw(surface)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event; Escape goes back, and arrows move the focus."""
        key = event.key if event.type == pygame.KEYDOWN else None
        if key == pygame.K_ESCAPE:
            self.act("back")
        elif key in (pygame.K_RIGHT, pygame.K_LEFT):
            self.group.step_focus(1 if key == pygame.K_RIGHT else -1)
        elif key in (pygame.K_UP, pygame.K_DOWN):
            self._step_row(1 if key == pygame.K_DOWN else -1)
        else:
            super().handle(event)

    def _step_row(self, down: int) -> None:
        here = self.group.focus
        if here is None:
            return
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
        if action == "back":
            self.app.pop()
            return
        name, _, at = action.partition(":")
        self.app.choose(name, SETTING_CHOICES[name][int(at)])

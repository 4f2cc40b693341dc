"""The parts of screens: labels, buttons, panels, and groups that hold the keyboard's focus."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import dist
from typing import Final, TypeVar

import pygame

from wargrid_play.looks.pictures import icon_of
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics.cache import cached
from wargrid_pygame.graphics.svg import draw_icon
from wargrid_pygame.graphics.text import Align
from wargrid_pygame.graphics.theme import Face, Theme

ICON: Final = 1.25
ICON_GAP: Final = 7
"""The size of an icon as a multiple of its label's, and the gap between them in units."""

TIP: Final = 360
"""The greatest width of a tip, in units."""

PRESS_KEYS: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class Widget:
    """A rectangle that draws itself and answers events with an action, or None."""

    can_focus = False
    swallows_keys = False

    def __init__(self, style: Theme, rect: pygame.Rect) -> None:
        self.style = style
        self.rect = pygame.Rect(rect)
        self.enabled = True
        self.visible = True
        self.focused = False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw its present state."""

    def handle(self, event: pygame.event.Event) -> str | None:
        """Take an event; returns the id of the action it asks for, if any."""
        return None

    @property
    def takes_focus(self) -> bool:
        """Whether the Tab key stops here."""
        return self.can_focus and self.enabled and self.visible

    def draw_focus(self, surface: pygame.Surface, radius: int, units: float = 2) -> None:
        """Draw the focus ring around the widget, so many units away."""
        gap = self.style.px(units)
        ring = self.rect.inflate(2 * gap, 2 * gap)
        line = max(2, self.style.px(2.5))
        surface.blit(svg.ring(ring.w, ring.h, radius + gap, theme.GOLD, line), ring)

    def write(
        self, surface: pygame.Surface, text: str, box: pygame.Rect, size: float, face: Face,
        colour: str, align: Align = "left",
    ) -> None:  # fmt: skip
        """Write a text into the middle of a box, fitted."""
        typeset.write(surface, self.style, text, box, size, face, colour, align, middle=True)


class Label(Widget):
    """Text that is wrapped, then made smaller, until it fits its rectangle."""

    def __init__(
        self, style: Theme, rect: pygame.Rect, text: str, size: float = theme.BODY,
        face: Face = "plain", colour: str = "", align: Align = "left", middle: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(style, rect)
        self.text = text
        self.size, self.face, self.colour = size, face, colour
        self.align: Align = align
        self.middle = middle

    def draw(self, surface: pygame.Surface) -> None:
        """Write the text."""
        face, colour, align = self.face, self.colour, self.align
        text, rect, size = self.text, self.rect, self.size
        typeset.write(surface, self.style, text, rect, size, face, colour, align, self.middle)


class Panel(Widget):
    """A ground for other widgets, raised or sunk, with a heading if wanted."""

    def __init__(
        self, style: Theme, rect: pygame.Rect, heading: str = "", sunk: bool = True
    ) -> None:
        super().__init__(style, rect)
        self.heading = heading
        self.sunk = sunk

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the ground, its edge and the heading."""
        colour = theme.SUNK if self.sunk else theme.PANEL
        edge = theme.LINE if self.sunk else theme.GOLD_DEEP
        svg.draw_box(surface, self.rect, self.style.px(8), colour, colour, edge)
        if self.heading:
            self.write(surface, self.heading, self._heading_box(), theme.BODY, "bold", theme.CREAM)

    def inner(self) -> pygame.Rect:
        """Return the room left inside, under the heading."""
        pad = self.style.px(11)
        room = self.rect.inflate(-2 * pad, -2 * pad)
        if self.heading:
            used = self._heading_box().bottom - room.top + self.style.px(2)
            room = pygame.Rect(room.x, room.y + used, room.w, max(0, room.h - used))
        return room

    def _heading_box(self) -> pygame.Rect:
        rect, px = self.rect, self.style.px
        return pygame.Rect(rect.x + px(11), rect.y + px(7), rect.w - 2 * px(11), px(22))


class Button(Widget):
    """A button with an icon, a label, the key that does the same, and an action it answers with.

    ``primary`` marks the one button of a screen that goes on, and is filled while it is ``lit``.
    """

    can_focus = True

    def __init__(
        self, style: Theme, rect: pygame.Rect, action: str, label: str, hint: str = "",
        chosen: bool = False, primary: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(style, rect)
        self.action, self.label, self.hint = action, label, hint
        self.icon = icon_of(action)
        self.chosen = chosen
        self.primary = self.lit = primary
        self.align: Align = "left" if hint else "centre"
        self.about = ""
        """The tip shown under the mouse: the effect of the button, or the reason why it is off."""
        self.hovered = False
        self.pressed = False
        self.size: float = theme.BODY
        self.hint_size: float = theme.SMALL
        """The size of label and key if they fit, in units."""
        self.shown: tuple[bool, bool] = (True, True)
        """Whether the icon and the key are shown; a small button may have no room for them."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the button: off, resting, under the mouse, pressed, chosen or focused."""
        radius = self.style.px(9)
        top, low, edge = self._colours()
        line = self.style.px(2) if (self.chosen or self.primary) and self.enabled else 1.5
        svg.draw_box(surface, self.rect, radius, top, low, edge, line)
        label, hint = self.boxes()
        ink, key = self._inks()
        if self.icon and self.shown[0]:
            place = self.icon_box()
            surface.blit(draw_icon(self.icon, place.w, key), place)
        self.write(surface, self.label, label, self.size, "bold", ink, self.align)
        if self.hint and self.shown[1]:
            self.write(surface, self.hint, hint, self.hint_size, "plain", key, "right")
        if self.focused:
            self.draw_focus(surface, radius)

    @property
    def tip(self) -> str:
        """The tip shown under the mouse: the hidden part of label and key, and the reason."""
        hides = bool(self.hint) and not self.shown[1]
        told = (f"{self.label} · {self.hint}" if hides else "", self.about)
        return "\n".join(filter(None, told)) if self.hovered else ""

    def boxes(self) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the room for the label, beside the icon, and the room for the key."""
        room = self._room()
        if not (self.hint and self.shown[1]):
            return self._beside_icon(room), pygame.Rect(room.right, room.y, 0, room.h)
        gap = self.style.px(6)
        left = self._beside_icon(room).w - gap - self._wide()
        wide = min(max(room.w // 3, left), self.style.font(self.hint_size).size(self.hint)[0])
        label = pygame.Rect(room.x, room.y, room.w - wide - gap, room.h)
        return self._beside_icon(label), pygame.Rect(room.right - wide, room.y, wide, room.h)

    def _room(self) -> pygame.Rect:
        pad = self.style.px(10 if all(self.shown) and self.size == theme.BODY else 5)
        return self.rect.inflate(-2 * pad, -2 * self.style.px(3))

    def _wide(self) -> int:
        return self.style.font(self.size, "bold").size(self.label)[0]

    def _beside_icon(self, room: pygame.Rect) -> pygame.Rect:
        """Return the room for the label: beside the icon, or centred together with it."""
        if not (self.icon and self.shown[0]):
            return room
        icon = self.icon_box()
        left = icon.right + self.style.px(ICON_GAP)
        right = room.right - (icon.x - room.x)
        return pygame.Rect(left, room.y, max(1, right - left), room.h)

    def icon_box(self) -> pygame.Rect:
        """Return the place of the icon: at the left, or before a centred label."""
        room, side = self._room(), min(round(self.style.text(self.size) * ICON), self.rect.h)
        place = pygame.Rect(room.x, self.rect.centery - side // 2, side, side)
        if self.align == "centre":
            used = side + (self.style.px(ICON_GAP) + self._wide() if self.label else 0)
            place.x += max(0, room.w - used) // 2
        return place

    def handle(self, event: pygame.event.Event) -> str | None:
        """Return the action on a click, and on Enter or Space under the focus."""
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self.visible and self.rect.collidepoint(event.pos)
        if not (self.enabled and self.visible):
            self.pressed = False
            return None
        if event.type == pygame.KEYDOWN:
            return self.action if self._is_mine(event) else None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.pressed = self.rect.collidepoint(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            was, self.pressed = self.pressed, False
            return self.action if was and self.rect.collidepoint(event.pos) else None
        return None

    def _is_mine(self, event: pygame.event.Event) -> bool:
        if getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        return self.focused and event.key in PRESS_KEYS

    def _inks(self) -> tuple[str, str]:
        if not self.enabled:
            return theme.FAINT, theme.FAINT
        if self.lit:
            return theme.PRIMARY_INK, theme.PRIMARY_INK
        return theme.CREAM, theme.CREAM if self.hovered and not self.pressed else theme.GOLD

    def _colours(self) -> tuple[str, str, str]:
        if not self.enabled:
            return theme.BUTTON_OFF, theme.BUTTON_OFF, theme.LINE
        if self.lit:
            low = theme.PRIMARY_TOP if self.hovered and not self.pressed else theme.PRIMARY_LOW
            return theme.PRIMARY_LOW if self.pressed else theme.PRIMARY_TOP, low, theme.GOLD_DEEP
        edge = theme.GOLD if self.chosen or self.primary else theme.BUTTON_EDGE
        if self.pressed:
            return theme.BUTTON_LOW, theme.BUTTON_LOW, edge
        if self.hovered:
            return theme.BUTTON_HOVER_TOP, theme.BUTTON_HOVER_LOW, edge
        if self.chosen:
            return theme.BUTTON_CHOSEN_TOP, theme.BUTTON_CHOSEN_LOW, edge
        return theme.BUTTON_TOP, theme.BUTTON_LOW, edge

    def least(self) -> int:
        """Return the least width of the button: its label on one line, and no key."""
        pad = self.rect.w - self._room().w
        shows = bool(self.icon) and self.shown[0]
        return pad + shows * (self.icon_box().w + self.style.px(ICON_GAP)) + self._wide() + 1

    def fits(self) -> bool:
        """Return whether label and key can be written as large as wanted."""
        label, hint = self.boxes()
        written = self._fits(self.label, label, self.size, "bold")
        key = self.hint if self.shown[1] else ""
        return written and self._fits(key, hint, self.hint_size, "plain")

    def _fits(self, text: str, box: pygame.Rect, size: float, face: Face) -> bool:
        made = typeset.flowed(text, max(1, box.w), self.style.text(size), face)
        fits = made.width <= box.w and made.height <= box.h
        return not text or (fits and not typeset.breaks_a_word(text, made))


def halves(room: pygame.Rect, high: int, gap: int) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the places of two buttons side by side at the bottom of a room, in pixels."""
    left = pygame.Rect(room.x, room.bottom - high, (room.w - gap) // 2, high)
    return left, left.move(left.w + gap, 0)


SHOWN: Final = ((True, True), (True, False), (False, True), (False, False))
"""Whether buttons show icons and keys; the first that leaves enough room for all labels holds."""


def fit_labels(buttons: Sequence[Button]) -> None:
    """Write labels in one size and keys in one, without icons or keys if there is no room."""
    tried = [(size, shown) for shown in SHOWN for size in (theme.BODY, theme.SMALL)]
    for size, shown in tried:
        for button in buttons:
            button.size, button.shown = size, shown
        if all(button.fits() for button in buttons):
            return


def fit_row(buttons: Sequence[Button]) -> None:
    """Fit the labels of a row; long labels take room from the others if needed."""
    fit_labels(buttons)
    if all(button.fits() and button.shown[0] for button in buttons):
        return
    whole, left = sum(button.rect.w for button in buttons), buttons[0].rect.x
    gap = (buttons[-1].rect.right - left - whole) // max(1, len(buttons) - 1)
    for icons, size in product((True, False), (theme.BODY, theme.SMALL)):
        for button in buttons:
            button.size, button.shown = size, (icons, False)
        least = [button.least() for button in buttons]
        spare = (whole - sum(least)) // len(buttons)
        if spare >= 0:
            for button, wide in zip(buttons, least, strict=True):
                button.rect = pygame.Rect(left, button.rect.y, wide + spare, button.rect.h)
                left = button.rect.right + gap
            return


AnyWidget = TypeVar("AnyWidget", bound=Widget)


class Group(Widget):
    """Widgets handled together: the focused one takes events first; Tab moves the focus."""

    def __init__(self, style: Theme, rect: pygame.Rect, children: Sequence[Widget] = ()) -> None:
        super().__init__(style, rect)
        self.children = list(children)
        self.beside: Group | None = None
        """Another group; the tips of this group do not cover its buttons."""

    def add(self, widget: AnyWidget) -> AnyWidget:
        """Put a widget on top of the others; returns it."""
        self.children.append(widget)
        return widget

    @property
    def focus(self) -> Widget | None:
        """The widget that has the keyboard, if any."""
        return next((child for child in self.children if child.focused and child.takes_focus), None)

    @property
    def held(self) -> str:
        """The action of the button that has the keyboard, else an empty text."""
        focus = self.focus
        return focus.action if isinstance(focus, Button) else ""

    def first_of(self, *actions: str) -> Button:
        """Return the first button there is that answers one of these actions, or else any."""
        buttons = [child for child in self.children if isinstance(child, Button)]
        seen = {one.action: one for one in reversed(buttons) if one.takes_focus}
        return next((seen[action] for action in actions if action in seen), buttons[0])

    def set_focus(self, widget: Widget | None) -> None:
        """Give the keyboard to one widget, or to none."""
        for child in self.children:
            child.focused = child is widget

    def draw(self, surface: pygame.Surface) -> None:
        """Draw every visible widget, in order, and the tip of a button."""
        shown = [child for child in self.children if child.visible]
        for child in shown:
            child.draw(surface)
        self.draw_tips(surface)

    def draw_tips(self, surface: pygame.Surface) -> None:
        """Write the tip of the button under the mouse over everything else."""
        for child in self.children:
            if isinstance(child, Button) and child.visible and child.tip:
                self._draw_tip(surface, child)

    def _draw_tip(self, surface: pygame.Surface, button: Button) -> None:
        """Write the tip of a button above or below it, as near as no other button is covered.

        A card has room for it in its middle.
        """
        pixels = self.style.text(theme.SMALL)
        made = typeset.flowed(button.tip, self.style.px(TIP), pixels)
        box = pygame.Rect(0, 0, made.width + pixels, made.height + pixels // 2)
        near = (*self.children, *(self.beside.children if self.beside else ()))
        buttons = [one.rect for one in near if isinstance(one, Button) and one.visible]
        tops = [top for one in buttons for top in (one.y - 2 - box.h, one.bottom + 2)]
        if button.rect.h > 3 * box.h:
            buttons.remove(button.rect)
            tops.append(button.rect.centery - box.h // 2)
        for top in sorted(tops, key=lambda top: abs(top + box.h // 2 - button.rect.centery)):
            box.midtop = button.rect.centerx, top
            box.clamp_ip(surface.get_rect())
            if box.collidelist(buttons) < 0:
                break
        svg.draw_box(surface, box, pixels // 3, theme.TABLE, theme.TABLE, theme.GOLD_DEEP)
        made.draw(surface, box, theme.CREAM, "centre", middle=True)

    def handle(self, event: pygame.event.Event) -> str | None:
        """Hand the event on; returns the first action asked for."""
        tab = event.type == pygame.KEYDOWN and event.key == pygame.K_TAB
        if tab and not event.mod & pygame.KMOD_CTRL:
            self.step_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._focus_under(event.pos)
        return self._offer(event)

    def step_focus(self, by: int) -> None:
        """Move the focus to the next widget that takes it, round and round."""
        stops = [child for child in self.children if child.takes_focus]
        if not stops:
            return
        now = self.focus
        at = stops.index(now) + by if now else (0 if by > 0 else -1)
        self.set_focus(stops[at % len(stops)])

    def step_towards(self, right: int, down: int) -> bool:
        """Move the focus to the nearest widget in a direction; False if there is none.

        To the right and left it stays in its row.
        """
        here = self.focus
        found: list[tuple[int, float, int, Widget]] = []
        for child in self.children if here is not None else ():
            if not child.takes_focus or here is None:
                continue
            ahead, beside = _gaps(here.rect, child.rect)[:: 1 if right else -1]
            way = (child.rect.centerx - here.rect.centerx) * right
            way += (child.rect.centery - here.rect.centery) * down
            if way > 0 and ahead >= 0 and (down or beside < 0):
                middle = dist(here.rect.center, child.rect.center)
                found.append((ahead + 3 * max(0, beside), middle, len(found), child))
        if found:
            self.set_focus(min(found)[-1])
        return bool(found)

    def _focus_under(self, point: tuple[int, int]) -> None:
        for child in self.children:
            if child.takes_focus and child.rect.collidepoint(point):
                self.set_focus(child)

    def _offer(self, event: pygame.event.Event) -> str | None:
        focused = self.focus
        others = [child for child in self.children if child is not focused]
        order = [focused, *others] if focused else others
        typing = event.type == pygame.KEYDOWN
        for child in order:
            if not child.visible:
                continue
            answer = child.handle(event)
            if answer is not None:
                return answer
            if typing and child is focused and child.swallows_keys:
                return None
        return None


def _gaps(one: pygame.Rect, other: pygame.Rect) -> tuple[int, int]:
    """Return how far two rectangles are apart, across and down; negative where they overlap."""
    return (
        max(other.x - one.right, one.x - other.right),
        max(other.y - one.bottom, one.y - other.bottom),
    )


class Dialog(Group):
    """A raised frame with a heading over a darkened screen; Escape answers ``cancel``."""

    def __init__(
        self, style: Theme, rect: pygame.Rect, heading: str, cancel: str | None = None
    ) -> None:
        super().__init__(style, rect)
        self.panel = Panel(style, rect, sunk=False)
        self.heading = heading
        self.cancel = cancel

    def draw(self, surface: pygame.Surface) -> None:
        """Darken the screen behind, then draw the frame, the heading and the widgets."""
        surface.blit(_shade(surface.get_size()), (0, 0))
        self.panel.draw(surface)
        box = self.heading_box()
        self.write(surface, self.heading, box, theme.HEADING, "title", theme.CREAM, "centre")
        super().draw(surface)

    def heading_box(self) -> pygame.Rect:
        """Return the room for the heading."""
        rect, px = self.rect, self.style.px
        return pygame.Rect(rect.x + px(18), rect.y + px(12), rect.w - 2 * px(18), px(38))

    def inner(self) -> pygame.Rect:
        """Return the room left under the heading."""
        rect, pad = self.rect, self.style.px(20)
        top = self.heading_box().bottom + self.style.px(8)
        return pygame.Rect(rect.x + pad, top, rect.w - 2 * pad, rect.bottom - pad - top)

    def handle(self, event: pygame.event.Event) -> str | None:
        """Take every event: nothing behind a dialog gets one."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and self.cancel:
            return self.cancel
        return super().handle(event)


@cached
def _shade(size: tuple[int, int]) -> pygame.Surface:
    veil = pygame.Surface(size, pygame.SRCALPHA)
    veil.fill((10, 8, 5, 165))
    return veil

"""Widgets that hold text: wrapped text, lists and logs that scroll, and a line to type into."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from wargrid_pygame.graphics import clipboard, svg, theme
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics.svg import draw_icon
from wargrid_pygame.graphics.theme import Face, Theme
from wargrid_pygame.widgets.basic import PRESS_KEYS, Group, Panel, Widget

AWAY: Final = 6
"""The distance of the ring around a focused list from its texts, in units."""


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One entry of a list: its text, the action a click on it answers, its colour, face and icon.

    Rows with an icon, and those that are ``indented``, begin where the icon ends. ``picture``
    draws a square of a size in pixels, larger than an icon.
    """

    text: str
    action: str | None = None
    colour: str = ""
    face: Face = "plain"
    icon: str = ""
    indented: bool = False
    picture: Callable[[int], pygame.Surface] | None = None


class ScrollList(Widget):
    """Rows of wrapped text that scroll; rows with an action can be chosen.

    Where rows are ``turned``, a right click and Left answer ``back:<action>``, Right the action.
    """

    can_focus = True
    turned = False

    def __init__(
        self, style: Theme, rect: pygame.Rect, rows: Sequence[FieldRow] = (),
        size: float = theme.BODY, follow: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(style, rect)
        self.size = size
        self.follow = follow
        self.offset = 0
        self.chosen: int | None = None
        self.hovered: int | None = None
        self._dragging = False
        self.rows: list[FieldRow] = []
        self._tops = [0]
        self.set_rows(rows)

    def set_rows(self, rows: Sequence[FieldRow]) -> None:
        """Show other rows; a list that follows goes to its end, others keep their place."""
        pairs = enumerate(zip(self.rows, rows, strict=False))
        same = min(len(self.rows), len(rows))
        same = next((at for at, (old, new) in pairs if old is not new), same)
        self.rows = list(rows)
        self._tops = self._tops[: same + 1]
        if self.chosen is not None and self.chosen >= len(self.rows):
            self.chosen = None
        self.offset = self.furthest if self.follow else min(self.offset, self.furthest)

    @property
    def furthest(self) -> int:
        """The pixels by which the list can scroll; at its end it begins with a whole row."""
        tops = self._layout()
        least = max(0, tops[-1] - max(0, self.rect.h))
        return next((top for top in tops[:-1] if top >= least), least)

    def resize(self, rect: pygame.Rect) -> None:
        """Take another height of the same width; a list at its end stays there."""
        if rect != self.rect:
            at_end = self.offset >= self.furthest
            self.rect = pygame.Rect(rect)
            self.offset = self.furthest if at_end else min(self.offset, self.furthest)

    def scroll(self, pixels: int) -> None:
        """Move the view down by some pixels (up if negative), to whole rows within the list."""
        wanted, here = self.offset + pixels, self.offset
        tops = [top for top in self._layout() if (top - here) * pixels > 0]
        within = [top for top in tops if abs(top - here) <= abs(pixels)]
        nearest = min(tops, key=lambda top: abs(top - here), default=here)
        if within:
            wanted = max(within, key=lambda top: abs(top - here))
        elif abs(nearest - here) <= self.rect.h:  # else through a row that is higher than the list
            wanted = nearest
        self.offset = max(0, min(self.furthest, wanted))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows that are seen whole, and the bar with their place in the list."""
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        for at, box in self._whole():
            self._draw_row(surface, at, box)
        if self.furthest:
            bar = self._bar()
            svg.draw_box(surface, bar, bar.w // 2, theme.LINE, theme.LINE, theme.LINE, 1)
        surface.set_clip(before)
        if self.focused:
            self.draw_focus(surface, self.style.px(4), AWAY)

    def handle(self, event: pygame.event.Event) -> str | None:
        """Scroll, choose a row, or answer the action of the row clicked or entered."""
        if event.type == pygame.MOUSEMOTION:
            self.hovered = self._row_at(event.pos)
            if self._dragging:
                self._drag_to(event.pos[1])
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            return self._turned(self._row_at(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 4, 5):
            return self._click(event)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._dragging = False
        elif event.type == pygame.MOUSEWHEEL and self.rect.collidepoint(event.pos):
            self.scroll(-event.y * self.style.px(48))
        elif event.type == pygame.KEYDOWN and self.focused:
            return self._key(event.key)
        return None

    def show(self, at: int) -> None:
        """Bring a row to the top, as far as the list can be scrolled."""
        self.offset = 0
        self.scroll(self._layout()[at])

    def choose(self, at: int) -> None:
        """Choose a row and bring it into view."""
        self.chosen = at
        tops = self._layout()
        self.scroll(min(0, tops[at] - self.offset))
        least = tops[at + 1] - self.rect.h
        if least > self.offset:  # the first row that is seen is seen whole
            self.offset = 0
            self.scroll(next((top for top in tops[: at + 1] if top >= least), tops[at]))

    def _layout(self) -> list[int]:
        """Return the start of each row, in pixels from the first, and the end of the last one."""
        for row in self.rows[len(self._tops) - 1 :]:
            high = max(self._set(row).height, self._side if row.picture else 0)
            self._tops.append(self._tops[-1] + high + self.style.px(5))
        return self._tops

    def _set(self, row: FieldRow) -> typeset.TextBlock:
        width = self.rect.w - self.style.px(14) - self._indent(row)
        return typeset.flowed(row.text, max(1, width), self.style.text(self.size), row.face)

    def _indent(self, row: FieldRow) -> int:
        if row.picture:
            return self._side + self.style.px(8)
        return self.style.text(self.size) * 3 // 2 if row.icon or row.indented else 0

    @property
    def _side(self) -> int:
        """The size of the picture of a row, in pixels."""
        return self.style.text(self.size) * 5 // 2

    def _whole(self) -> Iterator[tuple[int, pygame.Rect]]:
        """Yield the rows that are seen whole, and one that is higher than the list, with boxes."""
        tops = self._layout()
        for at in self._seen():
            top, high = self.rect.y + tops[at] - self.offset, tops[at + 1] - tops[at]
            if top <= self.rect.y or top + high <= self.rect.bottom + self.style.px(5):
                yield at, pygame.Rect(self.rect.x, top, self.rect.w, high)

    def _seen(self) -> list[int]:
        tops, low = self._layout(), self.offset + self.rect.h
        return [at for at in range(len(self.rows)) if tops[at + 1] > self.offset and tops[at] < low]

    def _draw_row(self, surface: pygame.Surface, at: int, box: pygame.Rect) -> None:
        row = self.rows[at]
        if at == self.chosen or (at == self.hovered and row.action):
            ground = theme.BUTTON_LOW if at == self.chosen else theme.BUTTON_OFF
            surface.fill(ground, box.inflate(-self.style.px(10), 0).move(-self.style.px(5), 0))
        place = box.move(self.style.px(2) + self._indent(row), self.style.px(2))
        colour = theme.CREAM if at == self.chosen else row.colour or theme.TEXT
        if row.icon:
            side = self.style.text(self.size)
            left = place.x - self._indent(row)
            surface.blit(draw_icon(row.icon, side, colour), (left, place.y + side // 6))
        if row.picture:
            surface.blit(row.picture(self._side), place.move(-self._indent(row), 0))
        self._set(row).draw(surface, place, colour)

    def _bar(self) -> pygame.Rect:
        whole = self.rect.h + self.furthest
        high = max(self.style.px(18), self.rect.h * self.rect.h // whole)
        y = self.rect.y + (self.rect.h - high) * self.offset // max(1, self.furthest)
        return pygame.Rect(self.rect.right - self.style.px(6), y, self.style.px(6), high)

    def _drag_to(self, y: int) -> None:
        high = self._bar().h
        room = max(1, self.rect.h - high)
        self.offset = 0
        self.scroll((y - self.rect.y - high // 2) * self.furthest // room)

    def _row_at(self, point: tuple[int, int]) -> int | None:
        if not self.rect.collidepoint(point):
            return None
        y, tops = point[1] - self.rect.y + self.offset, self._layout()
        return next((at for at in self._seen() if tops[at] <= y < tops[at + 1]), None)

    def _click(self, event: pygame.event.Event) -> str | None:
        if event.button != 1 or not self.rect.collidepoint(event.pos):
            return None
        if self.furthest and event.pos[0] >= self._bar().x:
            self._dragging = True
            self._drag_to(event.pos[1])
            return None
        at = self._row_at(event.pos)
        if at is None or self.rows[at].action is None:
            return None
        self.chosen = at
        return self.rows[at].action

    def _key(self, key: int) -> str | None:
        page = self.rect.h - self.style.px(20)
        leaps = {
            pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -(10**9), pygame.K_END: 10**9,
        }  # fmt: skip
        if key in leaps:
            self._leap(leaps[key])
        elif key in (pygame.K_UP, pygame.K_DOWN):
            self._step(-1 if key == pygame.K_UP else 1)
        elif key in PRESS_KEYS:
            return self._action(self.chosen)
        elif key in (pygame.K_LEFT, pygame.K_RIGHT) and self.turned:
            back = key == pygame.K_LEFT
            return self._turned(self.chosen) if back else self._action(self.chosen)
        return None

    def _action(self, at: int | None) -> str | None:
        return None if at is None else self.rows[at].action

    def _turned(self, at: int | None) -> str | None:
        """Return the action that turns a row back."""
        action = self._action(at)
        if not self.turned or action is None:
            return None
        self.chosen = at
        return f"back:{action}"

    def _leap(self, pixels: int) -> None:
        """Scroll by some pixels, and let the choice among rows come along."""
        tops, stops = self._layout(), [at for at, row in enumerate(self.rows) if row.action]
        self.scroll(pixels)
        if self.chosen is not None and self.chosen in stops:
            wanted = tops[self.chosen] + pixels
            self.choose(min(stops, key=lambda at: abs(tops[at] - wanted)))

    def _step(self, by: int) -> None:
        stops = [at for at, row in enumerate(self.rows) if row.action]
        if not stops:
            self.scroll(by * self.style.px(24))
        elif self.chosen not in stops:
            self.choose(stops[0])
        else:
            self.choose(stops[max(0, min(len(stops) - 1, stops.index(self.chosen) + by))])


def list_in(
    group: Group, box: pygame.Rect, rows: Sequence[FieldRow], heading: str = ""
) -> ScrollList:
    """Return a list that fills a box, and add its ground to a group."""
    px = group.style.px
    room = group.add(Panel(group.style, box, heading)).inner()
    return ScrollList(group.style, room.inflate(-2 * px(6), -2 * px(4)), rows, theme.LARGE)


ERASING: Final = (pygame.K_BACKSPACE, pygame.K_DELETE)
CARET: Final = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END)
"""The keys that erase letters, and those that move the caret."""


class TextInput(Widget):
    """A line to type ``text`` into, with a caret; Enter answers its action."""

    can_focus = True
    swallows_keys = True

    def __init__(
        self, style: Theme, rect: pygame.Rect, action: str, text: str = "", prompt: str = "",
        most: int = 200,
    ) -> None:  # fmt: skip
        super().__init__(style, rect)
        self.action, self.text, self.prompt, self.most = action, text, prompt, most
        self.caret = len(text)
        self.replaced = False
        """Whether the whole text is selected: the first letter typed replaces it."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the line, scrolled to show the caret."""
        edge = theme.GOLD if self.focused else theme.LINE
        svg.draw_box(surface, self.rect, self.style.px(6), theme.SUNK, theme.SUNK, edge)
        room = self.rect.inflate(-2 * self.style.px(9), -self.style.px(6))
        if not self.text and not self.focused:
            self.write(surface, self.prompt, room, theme.BODY, "plain", theme.MUTED)
            return
        before = surface.get_clip()
        surface.set_clip(room.clip(before))
        at = self.style.font(theme.BODY).size(self.text[: self.caret])[0]
        left = room.x - max(0, at - room.w + self.style.px(2))
        line = self.style.line(self.text, theme.BODY)
        place = line.get_rect(midleft=(left, room.centery))
        if self.focused and self.replaced:
            surface.fill(theme.BUTTON_LOW, place)
        surface.blit(line, place)
        if self.focused:
            caret = pygame.Rect(left + at, room.y, self.style.px(1.5), room.h)
            surface.fill(theme.GOLD, caret.inflate(0, -self.style.px(4)))
        surface.set_clip(before)

    def handle(self, event: pygame.event.Event) -> str | None:
        """Type, move the caret, erase; Enter answers the action."""
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if pressed and self.rect.collidepoint(event.pos):
            self.caret = len(self.text)
        if not (self.focused and self.enabled):
            return None
        if event.type == pygame.TEXTINPUT:
            self.insert(event.text)
        elif event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                return self.action
            held = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
            if event.key == pygame.K_v and held:
                self.insert(clipboard.pasted())
            elif event.key == pygame.K_a and held:
                self.replaced = True
            else:
                self._edit(event.key)
        return None

    def insert(self, typed: str) -> None:
        """Put letters in at the caret, without control characters and only up to the limit."""
        clean = "".join(letter for letter in typed if letter.isprintable())
        if self.replaced and clean:
            self.text, self.caret = "", 0
        self.replaced = False
        clean = clean[: max(0, self.most - len(self.text))]
        self.text = self.text[: self.caret] + clean + self.text[self.caret :]
        self.caret += len(clean)

    def _edit(self, key: int) -> None:
        if self.replaced and key in ERASING:
            self.text, self.caret = "", 0
        self.replaced &= key not in (*ERASING, *CARET)
        if key == pygame.K_BACKSPACE and self.caret:
            self.text = self.text[: self.caret - 1] + self.text[self.caret :]
            self.caret -= 1
        elif key == pygame.K_DELETE:
            self.text = self.text[: self.caret] + self.text[self.caret + 1 :]
        end = len(self.text)
        moves = {
            pygame.K_LEFT: self.caret - 1, pygame.K_RIGHT: self.caret + 1,
            pygame.K_HOME: 0, pygame.K_END: end,
        }  # fmt: skip
        self.caret = max(0, min(end, moves.get(key, self.caret)))

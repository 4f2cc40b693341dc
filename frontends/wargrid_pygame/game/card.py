"""The card of the cell pointed at, or hints, or the legend: as high as its text, else scrolled."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wargrid.text import Catalog
from wargrid_play.looks import Looks
from wargrid_play.scenes import Heading, Item, LegendEntry, Note, card_items, hint_items
from wargrid_play.table import CardView, HintView
from wargrid_pygame.game.legend import Legend, height_of
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Panel
from wargrid_pygame.widgets.info import FAR, InfoBox, Strip
from wargrid_pygame.widgets.keys import key_name


def more(words: Catalog, offset: int, most: int) -> str:
    """Word the hint on scrolling to the rest of a text, or at its end back to its top."""
    up, down = (key_name(key, words) for key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN))
    return words.say("window.card.more" if offset < most else "window.card.back", up=up, down=down)


class CardPanel:
    """Shows hints, or the card of the cell under the pointer or cursor, or else the legend."""

    def __init__(self, style: Theme, words: Catalog, looks: Looks) -> None:
        self.style, self.words = style, words
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._legend = Legend(style, words, looks)
        self._card: CardView | None = None
        self._listed: tuple[HintView, ...] = ()
        self._made: list[InfoBox] = []
        self._entries: Sequence[LegendEntry] = ()
        self._offset = self._highest = self._lines = 0

    def fill(
        self, card: CardView | None, hints: Sequence[HintView], legend: Sequence[LegendEntry]
    ) -> None:
        """Show other cards; a card of the same cell keeps the place to which it is scrolled."""
        self._entries, before = legend, self._card
        if (card, tuple(hints)) == (before, self._listed):
            return
        same = card is not None and before is not None and card.cell == before.cell
        if not same or tuple(hints) != self._listed:
            self._offset = 0
        self._card, self._listed = card, tuple(hints)
        joined = self.words.say("window.pair", label="{label}", value="{value}")
        made = [self._items(card, dense=False), self._items(card, dense=True)]
        made = [[*hint_items(hints, self.words)]] if hints else made
        self._made = [InfoBox(items, joined) for items in made if items]

    def _items(self, card: CardView | None, *, dense: bool) -> list[Item | Strip]:
        """Return a card: its title, a strip of its figures, its lines, and the key of its rules."""
        title, *lines = card_items(card, dense=dense, brief=True) or [Heading("")]
        if card is None:
            return []
        strip = [Strip(card.figures)] if card.figures else []
        rules = self.words.say("window.card.rules", key=key_name(pygame.K_F1, self.words))
        return [title, *strip, *lines, *([Note(rules)] if card.rules else [])]

    def needs(self, wide: int) -> tuple[int, int]:
        """Return the heights of a box of this width: in small letters, and in the usual ones."""
        around = 2 * self.style.px(11)
        if not self._made:
            return 0, 0
        made = (self._made[-1], theme.SMALL), (self._made[0], theme.BODY)
        least, usual = (one.height(self.style, wide - around, size) for one, size in made)
        return least + around, usual + around

    def height(self, usual: pygame.Rect, lines: int) -> int:
        """Return the height wanted: that of the highest card beside so many lines of the log.

        So the height does not change while the pointer moves, and the log keeps its room.
        """
        if lines != self._lines:
            self._lines, self._highest = lines, 0
        around = 2 * self.style.px(11)
        wide = usual.w - around
        if self._made:
            large = self._made[0].height(self.style, wide, theme.BODY) + around
            least = self._made[-1].height(self.style, wide, theme.SMALL) + around
            self._highest = max(self._highest, least, min(usual.h, large))
            return self._highest
        self._highest = 0
        if self._entries:
            return min(usual.h, self.style.px(height_of(self.style, self._entries)))
        return typeset.flowed(self._nothing, wide, self.style.text(theme.SMALL)).height + around

    @property
    def _nothing(self) -> str:
        return self.words.say("window.card.none")

    def draw(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """Draw the card into a box: each sentence on a line, or closer, or scrolled."""
        self.rect = pygame.Rect(box)
        panel = Panel(self.style, box)
        panel.draw(surface)
        room = panel.inner()
        if self._made:
            fits = (one for one in self._made if not one.overflow(self.style, room))
            made = next(fits, self._made[-1])
            most = made.overflow(self.style, room)
            self._offset = min(self._offset, most)
            foot = more(self.words, self._offset, most)
            made.draw(surface, self.style, room, self._offset, foot)
        elif self._entries and self._legend.fits(self._entries, room):
            self._legend.draw(surface, self._entries, room)
        else:
            size, ink = theme.SMALL, theme.MUTED
            typeset.write(surface, self.style, self._nothing, room, size, "plain", ink, middle=True)

    def scroll(self, pixels: int) -> bool:
        """Scroll a card that does not fit, a low one by its own height; False if all of it fits."""
        room = Panel(self.style, self.rect).inner()
        most = self._made[-1].overflow(self.style, room) if self._made else 0
        line = self.style.font(theme.SMALL, "bold").get_linesize()
        page = max(line, room.h - 2 * line)  # without the foot, and one line is seen twice
        if abs(pixels) < FAR:
            pixels = max(-page, min(page, pixels))
        self._offset = max(0, min(most, self._offset + pixels))
        return most > 0

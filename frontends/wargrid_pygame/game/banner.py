"""The banner over the board: errors of saved rules or looks, with their lines and carets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import pygame

from wargrid import Diagnostic
from wargrid_pygame.dialog import PlayedGame
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.text import flowed
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.diagnostics import Pager, with_trust_hint
from wargrid_pygame.widgets.keys import key_name

WIDEST: Final = 900
PAD: Final = 12
"""The greatest width of the banner, and the room around its texts, in units."""


class Banner:
    """One of some errors over the board; ``what`` names the heading, ``open`` is until closed."""

    def __init__(self, game: PlayedGame, what: str, diagnostics: Sequence[Diagnostic]) -> None:
        self.game = game
        self.what = what
        self.diagnostics = tuple(diagnostics)
        self.pager = Pager(len(self.diagnostics))
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.open = True

    def handle(self, event: pygame.event.Event) -> bool:
        """Turn the pages, or close it by Escape or a click; True if the event was for it."""
        if self.pager.handle(event, self.rect):
            return True
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        escaped = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        self.open = not (escaped or (pressed and self.rect.collidepoint(event.pos)))
        return not self.open

    def texts(self) -> tuple[str, str, list[str], str]:
        """Return the heading, the error and its fix, the line with its caret, and how to go on."""
        say, words = self.game.say, self.game.words
        shown = self.diagnostics[self.pager.at]
        near = with_trust_hint(replace(shown, file=Path(shown.file).name), "again")
        sentence, *excerpt = near.text(words.language).splitlines()
        foot = say("reload.dismiss", escape=key_name(pygame.K_ESCAPE, words))
        if self.pager.count > 1:
            turn = {"next": pygame.K_PAGEDOWN, "previous": pygame.K_PAGEUP}
            keys = {name: key_name(key, words) for name, key in turn.items()}
            number, count = self.pager.at + 1, self.pager.count
            foot = f"{say('reload.more', number=number, count=count, **keys)} {foot}"
        return say(f"reload.error.{self.what}"), sentence, excerpt[:2], foot

    def draw(self, surface: pygame.Surface, style: Theme, board: pygame.Rect) -> None:
        """Draw it over the upper part of the board."""
        px = style.px
        heading, sentence, excerpt, foot = self.texts()
        wide = min(board.w - 2 * px(PAD), px(WIDEST))
        room = wide - 2 * px(PAD)
        turning = Pager.room(style)[0] + px(PAD) if self.pager.count > 1 else 0
        head = flowed(heading, room - turning, style.text(theme.BODY), "bold")
        body, below = (
            flowed(sentence, room, style.text(theme.BODY)),
            flowed(foot, room, style.text(theme.SMALL)),
        )
        lines = [style.line(line, theme.SMALL, "mono", theme.CREAM) for line in excerpt]
        texts = head.height + body.height + below.height + 4 * px(6)
        high = texts + sum(line.get_height() for line in lines) + 2 * px(PAD)
        self.rect = pygame.Rect(board.centerx - wide // 2, board.y + px(PAD), wide, high)
        svg.draw_box(surface, self.rect, px(8), theme.PANEL, theme.PANEL, theme.BAD)
        box = pygame.Rect(self.rect.x + px(PAD), self.rect.y + px(PAD), room, 0)
        for made, colour in ((head, theme.BAD), (body, theme.TEXT)):
            made.draw(surface, box, colour)
            box.y += made.height + px(6)
        box.h = sum(line.get_height() for line in lines)
        _draw_excerpt(surface, style, lines, box, excerpt)
        below.draw(surface, box.move(0, box.h + px(6)), theme.MUTED)
        self.pager.draw(surface, style, (self.rect.right - px(8), self.rect.y + px(6)))


def _draw_excerpt(
    surface: pygame.Surface, style: Theme, lines: Sequence[pygame.Surface], box: pygame.Rect,
    texts: Sequence[str],
) -> None:  # fmt: skip
    if not lines:
        return
    before_caret = texts[-1][: max(0, texts[-1].find("^"))]
    start = style.font(theme.SMALL, "mono").size(before_caret)[0]
    moved = min(start, max(0, lines[-1].get_width() - box.w))
    clip, top = surface.get_clip(), box.y
    surface.set_clip(box.clip(clip))
    for line in lines:
        surface.blit(line, (box.x - moved, top))
        top += line.get_height()
    surface.set_clip(clip)

"""The banner over the board: what is wrong with a saved file, one fault a page; the game goes on beneath it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.text import Set, flowed
from wargrid_pygame.screens.trusting import asking
from wargrid_pygame.widgets.keys import key_name
from wargrid_pygame.widgets.pager import Pager

if TYPE_CHECKING:
    from wargrid.source.diagnostics import Diagnostic
    from wargrid_pygame.game.screen import GameScreen

WIDEST: Final = 900
"""How wide the banner is at most, in units."""

PAD: Final = 12


class Banner:
    """One of some faults, with its line and caret, and how many there are; ``what`` they are about names the heading.

    The others are seen by turning pages. It is set anew whenever it is drawn, for any size and
    language of the window.
    """

    def __init__(self, screen: GameScreen, what: str, diagnostics: Sequence[Diagnostic]) -> None:
        self.screen = screen
        self.what = what
        self.diagnostics = tuple(diagnostics)
        self.pager = Pager(len(self.diagnostics))
        self.rect = pygame.Rect(0, 0, 0, 0)

    def turns(self, event: pygame.event.Event) -> bool:
        """Show another fault, if the event asks for one; True if it was meant for the pages."""
        return self.pager.handle(event, self.rect)

    def closes(self, event: pygame.event.Event) -> bool:
        """Whether an event closes the banner: Escape, or a click on it."""
        if event.type == pygame.KEYDOWN:
            return bool(event.key == pygame.K_ESCAPE)
        return (
            event.type == pygame.MOUSEBUTTONDOWN
            and event.button == 1
            and self.rect.collidepoint(event.pos)
        )

    def texts(self) -> tuple[str, str, list[str], str]:
        """The heading, what is wrong and its cure, the line with its caret, and what else there is to say."""
        screen, diagnostic = self.screen, self.diagnostics[self.pager.at]
        near = asking(replace(diagnostic, file=Path(diagnostic.file).name), "again")
        told, *excerpt = near.text(screen.words.language).splitlines()
        closing = screen.say("reload.dismiss", escape=key_name(pygame.K_ESCAPE, screen.words))
        return (
            screen.say(f"reload.fault.{self.what}"),
            told,
            excerpt[:2],
            f"{self._counted()} {closing}".strip(),
        )

    def _counted(self) -> str:
        """Which of how many faults is shown, and how the others are; empty if it is the only one."""
        if self.pager.count < 2:
            return ""
        keys = {"next": pygame.K_PAGEDOWN, "previous": pygame.K_PAGEUP}
        named = {word: key_name(key, self.screen.words) for word, key in keys.items()}
        return self.screen.say(
            "reload.more", number=self.pager.at + 1, count=self.pager.count, **named
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it over the upper part of the board."""
        look, px, board = self.screen.look, self.screen.look.px, self.screen.plan.board
        heading, told, excerpt, foot = self.texts()
        wide = min(board.w - 2 * px(PAD), px(WIDEST))
        room = wide - 2 * px(PAD)
        turning = Pager.room(look)[0] + px(PAD) if self.pager.count > 1 else 0
        above = [
            flowed(heading, room - turning, look.text(15), "bold"),
            flowed(told, room, look.text(14)),
        ]
        below = flowed(foot, room, look.text(12))
        lines = [look.line(line, 13, "mono", theme.CREAM) for line in excerpt]
        high = sum(made.height + px(6) for made in (*above, below)) + sum(
            line.get_height() for line in lines
        )
        self.rect = pygame.Rect(
            board.centerx - wide // 2, board.y + px(PAD), wide, high + 2 * px(PAD)
        )
        ground = svg.box(self.rect.w, self.rect.h, px(8), theme.PANEL, theme.PANEL, theme.BAD)
        surface.blit(ground, self.rect)
        top = self.rect.y + px(PAD)
        for made, colour in zip(above, (theme.BAD, theme.TEXT), strict=True):
            top = self._write(surface, made, top, colour)
        top = self._draw_excerpt(
            surface, lines, pygame.Rect(self.rect.x + px(PAD), top, room, 0), excerpt
        )
        self._write(surface, below, top + px(6), theme.MUTED)
        self.pager.draw(surface, look, (self.rect.right - px(8), self.rect.y + px(6)))

    def _write(self, surface: pygame.Surface, made: Set, top: int, colour: str) -> int:
        """Write a text; answers where the next one begins."""
        px = self.screen.look.px
        box = pygame.Rect(self.rect.x + px(PAD), top, self.rect.w - 2 * px(PAD), made.height)
        made.draw(surface, box, colour)
        return box.bottom + px(6)

    def _draw_excerpt(
        self,
        surface: pygame.Surface,
        lines: Sequence[pygame.Surface],
        box: pygame.Rect,
        texts: Sequence[str],
    ) -> int:
        """Draw the line and the caret under it, moved so far to the left that the caret is seen; answers the end."""
        if not lines:
            return box.y
        end = lines[-1].get_width()
        start = (
            self.screen.look.font(13, "mono").size(texts[-1][: texts[-1].index("^")])[0]
            if "^" in texts[-1]
            else 0
        )
        moved = min(start, max(0, end - box.w))
        before, top = surface.get_clip(), box.y
        box.h = sum(line.get_height() for line in lines)
        surface.set_clip(box.clip(before))
        for line in lines:
            surface.blit(line, (box.x - moved, top))
            top += line.get_height()
        surface.set_clip(before)
        return top

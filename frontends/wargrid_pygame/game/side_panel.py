"""The side panel: title, turn, both sides, messages, dice, and the card under the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pygame

from wargrid.text import Catalog
from wargrid_play.looks import Looks, ink_on
from wargrid_play.looks.pictures import Token
from wargrid_play.scenes import LegendEntry, RollingDice, player_name
from wargrid_play.table import ClockView, DiceView, LossView, SideView, View
from wargrid_pygame.drawing.backdrop import draw_side_panel
from wargrid_pygame.drawing.dice import draw_roll
from wargrid_pygame.drawing.tokens import draw_token
from wargrid_pygame.game.layout import Layout
from wargrid_pygame.game.legend import Legend
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Panel

FEW: Final = 2
"""The number of lost types that leave room for the player's name beside them."""

BAND: Final[tuple[tuple[float, theme.Face], ...]] = (
    (theme.LARGE, "bold"), (theme.BODY, "bold"), (theme.SMALL, "bold"), (theme.SMALL, "plain")
)  # fmt: skip
"""The sizes and faces of the headline: the first in which it fits one line."""

JOIN: Final = "\N{NO-BREAK SPACE}"
"""The sign between a marker's name and its value; both stay on one line."""

SHORT: Final = 3
"""The number of letters left of the names of markers without room."""

TRACK: Final = 0.7
"""The share of a line that what is still to come to a side may take."""

MOST_LINES: Final = 2
"""The most lines that the markers of a side and its units have beside its losses."""

CLOCK: Final = 78
"""The width of a clock, in units."""

PACKED: Final = 0.38
PACKED_KIND: Final = 0.8
"""How far lost pieces lie from the one before, in their sizes: one of its kind, or of another."""

LEAST_HELD: Final = 22
"""The least height of a token in a hand of several rows, in units."""

LOW_SLOT: Final = 60
"""The height of a room for dice, in units, below which the dice leave it only one line."""

FADED: Final = 150
"""The opacity that the dice of an earlier turn lose, of 255."""


class SidePanel:
    """Draws the parts of the panel without buttons."""

    def __init__(self, style: Theme, words: Catalog, looks: Looks, layout: Layout) -> None:
        self.style, self.words, self.looks, self.layout = style, words, looks, layout
        self.legend = Legend(style, words, looks)
        self.title = ""
        """The title of the match, empty if it is that of its ruleset."""
        self.held: list[tuple[pygame.Rect, str]] = []
        """The places of the units in hands that can be chosen, with the commands that do it."""

    def draw(
        self, surface: pygame.Surface, view: View, elapsed: str = "",
        clocks: Sequence[ClockView] = (),
    ) -> None:  # fmt: skip
        """Draw everything above the buttons; ``elapsed`` is the time played."""
        below = self.layout.panel.x == self.layout.board.x
        draw_side_panel(surface, self.layout.panel, below)
        clock = pygame.Rect(0, 0, self.style.px(74), self.layout.title.h)
        clock.midright = self.layout.title.midright
        self._write(surface, elapsed, clock, theme.BODY, "plain", theme.MUTED, "right")
        title = pygame.Rect(self.layout.title)
        title.w -= clock.w + self.style.px(6)
        self._write(
            surface, self.title or view.ruleset_name, title, theme.HEADING, "title", theme.CREAM
        )
        self._draw_band(surface, view)
        self.held = []
        for side, box in zip(view.sides, self.layout.sides, strict=True):
            time = clocks[side.side] if clocks else None
            player = player_name(view, side, self.words)
            self._draw_side(surface, replace(side, player=player), box, view.strength, time)

    def _draw_band(self, surface: pygame.Surface, view: View) -> None:
        """Draw the headline in the colours of the side to act."""
        box, px = self.layout.headline, self.style.px
        acts = view.acting
        if acts is None:
            svg.draw_box(surface, box, px(8), theme.BUTTON_LOW, theme.SUNK, theme.GOLD)
            ink = theme.GOLD
        else:
            side = self.looks.side(acts.word)
            svg.draw_box(surface, box, px(8), side.top, side.low, side.rim, px(1.5))
            ink = ink_on(side.top, side.low)
        room = box.inflate(-2 * px(8), 0)
        font = self.style.font
        fitting = [one for one in BAND if font(*one).size(view.headline)[0] <= room.w]
        self._write(surface, view.headline, room, *(fitting or BAND)[0], ink, "centre")

    def _write(
        self, surface: pygame.Surface, text: str, box: pygame.Rect, size: float, face: theme.Face,
        colour: str, align: typeset.Align = "left",
    ) -> None:  # fmt: skip
        typeset.write(surface, self.style, text, box, size, face, colour, align, middle=True)

    def _draw_side(
        self, surface: pygame.Surface, side: SideView, box: pygame.Rect, strength: str,
        clock: ClockView | None,
    ) -> None:  # fmt: skip
        px = self.style.px
        edge = theme.GOLD if side.to_act else theme.LINE
        ground = theme.BUTTON_LOW if side.to_act else theme.SUNK
        line = px(2) if side.to_act else 1.5
        svg.draw_box(surface, box, px(8), ground, theme.SUNK, edge, line)
        room = box.inflate(-2 * px(9), -2 * px(7))
        shield = draw_token(Token(self.looks.side(side.word), " "), px(30))
        surface.blit(shield, (room.x - px(3), room.y - px(3)))
        pips = self._draw_actions(surface, side, room)
        name = pygame.Rect(room.x + px(32), room.y, room.w - px(36) - pips, px(24))
        size, used = self._title(side, name.w)
        self._write(surface, side.name, name, size, "bold", theme.CREAM)
        text = self._army(side, room.w)
        army = pygame.Rect(room.x, room.y + px(27), room.w, self._army_height(text, room.w))
        losses = pygame.Rect(room.x, army.bottom, room.w, room.bottom - army.bottom)
        if clock is not None:
            losses.w -= self._draw_clock(surface, clock, losses)
        if side.arrivals:
            losses.w -= self._draw_track(surface, side, losses)
        many = self._lines(text, room.w) > MOST_LINES
        if many:  # the losses would repeat a hand of many kinds, which takes their place
            army.w, army.h = losses.w, room.bottom + px(4) - army.y
        self._write(surface, text, army, theme.SMALL, "plain", theme.TEXT)
        wide = self.style.font(theme.SMALL).size(side.player)[0]
        player = pygame.Rect(name.x + used, name.y + px(2), name.w - used, name.h - px(2))
        free = army.w - self.style.font(theme.SMALL).size(text)[0] - px(8)
        if player.w < wide <= free:
            player = pygame.Rect(army.right - wide, army.y, wide, army.h)
        below = not many and wide > player.w and clock is None and len(side.losses) <= FEW
        if below:
            wide = min(wide, losses.w * 3 // 4)
            player = pygame.Rect(losses.right - wide, losses.y, wide, losses.h)
            losses.w -= wide + px(8)
        self._write(surface, side.player, player, theme.SMALL, "plain", theme.GOLD)
        if many:
            return
        if side.lead:
            losses.w -= self._draw_lead(surface, side, losses)
        if side.hand:
            self._draw_hand(surface, side, losses)
        elif side.losses:
            self._draw_captured(surface, side, losses, counted=bool(strength))
        elif not (below or side.hidden or side.arrivals):
            none = self.words.say("window.side.no_losses")
            self._write(surface, none, losses, theme.SMALL, "plain", theme.MUTED)

    def _title(self, side: SideView, room: int) -> tuple[float, int]:
        """Return the size of a side's name, smaller to leave room for its player, and its width."""
        player, gap = self.style.font(theme.SMALL).size(side.player)[0], self.style.px(8)
        sizes = (theme.LARGE, theme.BODY)
        wide = [self.style.font(size, "bold").size(side.name)[0] + gap for size in sizes]
        at = int(wide[0] + player > room >= wide[1] + player)
        return sizes[at], min(room, wide[at])

    def _army(self, side: SideView, width: int) -> str:
        """Word the markers of a side and its units; the units only if two lines hold them."""
        counted = [f"{name[:1].upper()}{name[1:]}{JOIN}{value}" for name, value in side.counters]
        whole = " · ".join((*counted, side.army))
        if not counted or self._lines(whole, width) <= MOST_LINES:
            return whole
        whole = " · ".join(counted)
        if self._lines(whole, width) <= MOST_LINES + 1:
            return whole
        return " · ".join(
            f"{name[:SHORT].capitalize()}.{JOIN}{value}" for name, value in side.counters
        )

    def _lines(self, text: str, width: int) -> int:
        return len(typeset.flowed(text, width, self.style.text(theme.SMALL)).lines)

    def _army_height(self, text: str, width: int) -> int:
        """Return the height of one line, or of two for a text that is too wide for one."""
        font = self.style.font(theme.SMALL)
        more = font.get_linesize() if font.size(text)[0] > width else 0
        return max(self.style.px(18), font.get_height()) + more

    def _draw_clock(self, surface: pygame.Surface, clock: ClockView, beside: pygame.Rect) -> int:
        """Draw a clock at the right of a line, red while little is left; returns its width."""
        box = pygame.Rect(0, 0, self.style.px(CLOCK), self.style.px(24))
        box.bottomright = beside.right, beside.bottom + self.style.px(2)
        colour = theme.BAD if clock.low else theme.CREAM if clock.runs else theme.MUTED
        edge = colour if clock.runs else theme.LINE
        svg.draw_box(surface, box, self.style.px(5), theme.SUNK, theme.SUNK, edge)
        self._write(surface, clock.text, box, theme.LARGE, "bold", colour, "centre")
        return box.w + self.style.px(6)

    def _draw_captured(
        self, surface: pygame.Surface, side: SideView, room: pygame.Rect, counted: bool
    ) -> None:
        """Draw the losses of a side, after a word that a narrow panel leaves out.

        Lost men are counted; lost pieces lie on each other, those of a kind closer than others.
        """
        size = min(self.style.px(26), room.h + self.style.px(4))
        lost = self.words.say("window.side.lost")
        used = self.style.font(theme.SMALL).size(lost)[0] + self.style.px(6)
        if room.w - used >= (2 * size) * len(side.losses):
            self._write(surface, lost, room, theme.SMALL, "plain", theme.MUTED)
            room = pygame.Rect(room.x + used, room.y, room.w - used, room.h)
        if not counted:
            self._draw_packed(surface, side, room, size)
            return
        texts = [self.words.say("window.side.minus", number=loss.men) for loss in side.losses]
        font = self.style.font(theme.SMALL, "bold")
        widest = max(font.size(text)[0] for text in texts)
        step = min(size + widest + self.style.px(6), room.w // len(side.losses))
        for at, loss in enumerate(side.losses):
            box = pygame.Rect(room.x + at * step, room.y + (room.h - size) // 2, step, size)
            surface.blit(draw_token(self._lost(side, loss), size), box)
            self._draw_count(surface, texts[at], box, size)

    def _lost(self, side: SideView, loss: LossView) -> Token:
        icon = self.looks.unit_icon(loss.type, side.word)
        return Token(self.looks.side(side.word), loss.letter, icon)

    def _draw_packed(
        self, surface: pygame.Surface, side: SideView, room: pygame.Rect, size: int
    ) -> None:
        """Draw each lost piece, in as little room as there is."""
        apart = [i == 0 and at > 0 for at, one in enumerate(side.losses) for i in range(one.bases)]
        tokens = [self._lost(side, one) for one in side.losses for _ in range(one.bases)]
        steps = [size * (PACKED_KIND if new else PACKED) for new in apart[1:]]
        share = min(1.0, (room.w - size) / sum(steps)) if steps else 1.0
        left, top = float(room.x), room.y + (room.h - size) // 2
        for token, step in zip(tokens, (*steps, 0), strict=True):
            surface.blit(draw_token(token, size), (round(left), top))
            left += step * share

    def _draw_lead(self, surface: pygame.Surface, side: SideView, room: pygame.Rect) -> int:
        """Draw how much a side leads in material at the right of a line; returns its width."""
        line = self.style.line(
            self.words.say("window.side.lead", number=side.lead), theme.BODY, "bold", theme.CREAM
        )
        surface.blit(line, line.get_rect(midright=room.midright))
        return line.get_width() + self.style.px(6)

    def _draw_track(self, surface: pygame.Surface, side: SideView, room: pygame.Rect) -> int:
        """Draw what is still to come to a side at the right of a line; returns its width.

        Each has its day, its token and its number; what has no room is counted.
        """
        size, gap = min(self.style.px(24), room.h + self.style.px(4)), self.style.px(6)
        texts = [
            (one.brief, self.words.say("window.side.times", number=one.count))
            for one in side.arrivals
        ]
        font, most = self.style.font(theme.SMALL, "bold"), room.w * TRACK
        wide = [font.size(when)[0] + size + font.size(many)[0] + gap for when, many in texts]
        last = self.words.say("window.side.more", number=len(texts))
        left = most - (font.size(last)[0] if sum(wide) > most else 0)
        shown = [at for at in range(len(wide)) if sum(wide[: at + 1]) <= left]
        hidden = len(texts) - len(shown)
        rest = self.words.say("window.side.more", number=hidden) if hidden else ""
        used = sum(wide[at] for at in shown) + font.size(rest)[0] + gap
        x = room.right - used + gap
        for at in shown:
            one, (when, many) = side.arrivals[at], texts[at]
            ink = theme.GOLD if one.late else theme.MUTED
            box = pygame.Rect(x, room.y, wide[at] - gap, room.h)
            self._write(surface, when, box, theme.SMALL, "bold", ink)
            icon = self.looks.unit_icon(one.type, side.word)
            token = Token(self.looks.side(side.word), one.letter, icon)
            x += font.size(when)[0]
            surface.blit(draw_token(token, size), (x, room.y + (room.h - size) // 2))
            box = pygame.Rect(x + size, room.y, wide[at], room.h)
            self._write(surface, many, box, theme.SMALL, "bold", theme.CREAM)
            x += wide[at] - font.size(when)[0]
        box = pygame.Rect(x, room.y, room.right - x, room.h)
        self._write(surface, rest, box, theme.SMALL, "bold", theme.MUTED)
        return used

    def _draw_hand(self, surface: pygame.Surface, side: SideView, room: pygame.Rect) -> None:
        """Draw the units that a side holds beside the board, each type with its number."""
        held = [one for one in side.hand if one.count]
        if not held:
            none = self.words.say("window.side.empty_hand")
            self._write(surface, none, room, theme.SMALL, "plain", theme.MUTED)
            return
        font = self.style.font(theme.SMALL, "bold")
        numbers = [self.words.say("window.side.times", number=one.count) for one in held]
        beside = max(font.size(text)[0] for text in numbers)
        size, rows = self._tokens_held(len(held), room, beside)
        per, high = -(-len(held) // rows), room.h // rows
        step = min(size + self.style.px(26), room.w // per)
        for at, one in enumerate(held):
            top = room.y + at // per * high + (high - size) // 2
            box = pygame.Rect(room.x + at % per * step, top, step, size)
            if one.chosen:
                edge, ground = theme.GOLD, theme.BUTTON_LOW
                svg.draw_box(surface, box, self.style.px(5), ground, theme.SUNK, edge, 2)
            icon = self.looks.unit_icon(one.type, side.word)
            token = Token(self.looks.side(side.word), one.letter, icon)
            surface.blit(draw_token(token, size), box)
            wide = font.size(numbers[at])[0]
            if one.count > 1 or size + wide <= step:  # over a picture only where it says something
                self._draw_count(surface, numbers[at], box, size)
            if one.command:
                self.held.append((box, one.command))

    def _tokens_held(self, held: int, room: pygame.Rect, beside: int) -> tuple[int, int]:
        """Return how large tokens are at most with their numbers beside them, in how many rows."""
        px = self.style.px

        def size(rows: int) -> int:
            high = room.h + px(6) if rows == 1 else room.h // rows
            return min(px(30), high, room.w // -(-held // rows) - beside)

        rows = max(range(1, max(1, room.h // px(LEAST_HELD)) + 1), key=size)
        return max(size(rows), min(px(LEAST_HELD), room.h // rows)), rows

    def _draw_count(self, surface: pygame.Surface, text: str, box: pygame.Rect, token: int) -> None:
        line = self.style.line(text, theme.SMALL, "bold", theme.CREAM)
        place = line.get_rect(midleft=(box.x + token, box.centery))
        if place.right > box.right:
            place.bottomright = box.right, box.bottom
            svg.draw_veil(surface, place, theme.SUNK, FADED)
        surface.blit(line, place)

    def _draw_actions(self, surface: pygame.Surface, side: SideView, room: pygame.Rect) -> int:
        """Draw a coin for each action of a turn, gold while it is left; returns their width.

        A side that has one action, or as many as it has units, needs no coins.
        """
        if side.actions < 2:
            return 0
        step = min(self.style.px(19), room.w // (3 * max(1, side.actions)))
        size = max(6, step * 5 // 6)
        for at in range(side.actions):
            left = at < side.actions_left
            top, low = (theme.GOLD, theme.GOLD_DEEP) if left else (theme.SUNK, theme.PANEL)
            x = room.right - step * (side.actions - at) + step - size
            coin = pygame.Rect(x, room.y + self.style.px(4), size, size)
            edge = theme.GOLD_DEEP if left else theme.FAINT
            svg.draw_box(surface, coin, size // 2, top, low, edge)
        return step * side.actions

    def draw_message(self, surface: pygame.Surface, text: str, tone: str, box: pygame.Rect) -> None:
        """Draw the last message: a refusal in red with a bar."""
        colour = {"refusal": theme.BAD, "info": theme.GOOD}.get(tone, theme.MUTED)
        px = self.style.px
        svg.draw_box(surface, box, px(6), theme.SUNK, theme.SUNK, theme.LINE, 1)
        if tone:
            surface.fill(colour, pygame.Rect(box.x, box.y, px(4), box.h))
        self._write(surface, text, self._message_room(box), theme.BODY, "plain", colour)

    def message_height(self, text: str, box: pygame.Rect) -> int:
        """Return the height of a box that holds a whole message, in small letters if needed."""
        room, pixels = self._message_room(box), min(self.style.text(theme.BODY), theme.LEGIBLE)
        return max(box.h, typeset.flowed(text, room.w, pixels).height + box.h - room.h)

    def _message_room(self, box: pygame.Rect) -> pygame.Rect:
        return box.inflate(-2 * self.style.px(12), -self.style.px(4))

    def draw_dice(
        self, surface: pygame.Surface, dice: DiceView | None, rolling: RollingDice | None,
        share: float, box: pygame.Rect,
    ) -> None:  # fmt: skip
        """Draw the dice as they lie, or as they roll."""
        panel = Panel(self.style, box)
        panel.draw(surface)
        room, px = panel.inner(), self.style.px
        caption = pygame.Rect(room.x, room.y - px(4), room.w, px(19))
        foot = pygame.Rect(room.x, room.bottom - px(15), room.w, px(17))
        low, said = room.h < px(LOW_SLOT), dice.expected if dice is not None else ""
        if rolling is None and (low or not said):
            foot.y = room.bottom  # dice take the room of a missing sentence
        bones = pygame.Rect(room.x, caption.bottom + px(3), room.w, foot.y - caption.bottom - px(6))
        if rolling is not None:
            text = self.words.say("window.dice.rolling")
            self._write(surface, text, foot, theme.SMALL, "plain", theme.MUTED)
            draw_roll(surface, bones, self.looks, rolling, share)
        elif dice is not None:
            ink = theme.MUTED if dice.old else theme.CREAM
            self._write(surface, dice.caption, caption, theme.BODY, "bold", ink)
            if low:
                used = self.style.font(theme.BODY, "bold").size(dice.caption)[0] + px(12)
                foot = pygame.Rect(room.x + used, caption.y, room.w - used, caption.h)
            if not low or self.style.font(theme.SMALL).size(said)[0] <= foot.w:
                self._write(surface, said, foot, theme.SMALL, "plain", theme.MUTED)
            roll = RollingDice(dice.faces, dice.hits, dice.die, dice.rolls)
            draw_roll(surface, bones, self.looks, roll)
            if dice.old:
                svg.draw_veil(surface, bones, theme.SUNK, FADED)

    def draw_legend(
        self, surface: pygame.Surface, legend: Sequence[LegendEntry], right: int | None
    ) -> None:
        """Draw the slot of a game without dice: the legend, as far as the minimap at ``right``."""
        panel = Panel(self.style, self.layout.slot)
        panel.draw(surface)
        room = panel.inner()
        if right is not None:
            room.w = right - room.x - self.style.px(8)
        self.legend.draw(surface, legend, room)

"""The side panel: title, whose turn, both sides, what was just said, the dice, the card under the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from wargrid.table.view import CardView, DiceView, SideView, View
from wargrid.text.catalog import Catalog
from wargrid_pygame.drawing.backdrop import draw_side_panel
from wargrid_pygame.drawing.dice import DiceView as DrawnDice
from wargrid_pygame.drawing.dice import Roll
from wargrid_pygame.drawing.tokens import Token, draw_token
from wargrid_pygame.game.layout import Plan
from wargrid_pygame.game.legend import Entry, Legend
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics import text as typeset
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.looks.loader import Looks
from wargrid_pygame.widgets.basic import Panel
from wargrid_pygame.widgets.info import Heading, Item, Leaflet, Pair, side_by_side

LEGIBLE: Final = 10
"""The size in pixels below which losses are drawn instead of written."""

FADED: Final = 150
"""How much is taken from the dice of an earlier turn, of 255."""


class SidePanel:
    """Draws the parts of the panel that only show something."""

    def __init__(self, look: Theme, words: Catalog, looks: Looks, plan: Plan) -> None:
        self.look, self.words, self.looks, self.plan = look, words, looks, plan
        self.dice = DrawnDice(looks)
        self.legend = Legend(look, words, looks)

    def draw(self, surface: pygame.Surface, view: View, elapsed: str = "") -> None:
        """Draw everything above the buttons; ``elapsed`` is the time played."""
        draw_side_panel(surface, self.plan.panel, below=self.plan.panel.x == self.plan.board.x)
        clock = pygame.Rect(0, 0, self.look.px(74), self.plan.title.h)
        clock.midright = self.plan.title.midright
        self._write(surface, elapsed, clock, 14, "plain", theme.MUTED, "right")
        title = pygame.Rect(self.plan.title)
        title.w -= clock.w + self.look.px(6)
        self._write(surface, view.ruleset_name, title, 25, "title", theme.CREAM)
        self._write(surface, view.headline, self.plan.headline, 15, "plain", theme.TEXT)
        for side, box in zip(view.sides, self.plan.sides, strict=True):
            self._draw_side(surface, side, box, view.strength)

    def _write(
        self, surface: pygame.Surface, text: str, box: pygame.Rect, size: float, face: theme.Face, colour: str,
        align: typeset.Align = "left",
    ) -> None:  # fmt: skip
        typeset.write(surface, self.look, text, box, size, face, colour, align, middle=True)

    def _draw_side(
        self, surface: pygame.Surface, side: SideView, box: pygame.Rect, strength: str
    ) -> None:
        look, px = self.looks.side(side.word), self.look.px
        edge = theme.GOLD if side.to_act else theme.LINE
        ground = theme.BUTTON_LOW if side.to_act else theme.SUNK
        surface.blit(
            svg.box(box.w, box.h, px(8), ground, theme.SUNK, edge, px(2) if side.to_act else 1.5),
            box,
        )
        room = box.inflate(-2 * px(9), -2 * px(7))
        shield = draw_token(Token(look, " "), px(30))
        surface.blit(shield, (room.x - px(3), room.y - px(3)))
        pips = self._draw_actions(surface, side, room)
        name = pygame.Rect(room.x + px(32), room.y, room.w - px(36) - pips, px(24))
        self._write(surface, side.name, name, 16, "bold", theme.CREAM)
        army = pygame.Rect(room.x, room.y + px(27), room.w, px(18))
        text = self.words.say(f"window.side.{strength or 'units'}", units=side.units, men=side.men)
        self._write(surface, text, army, 13, "plain", theme.TEXT)
        losses = pygame.Rect(room.x, army.bottom, room.w, room.bottom - army.bottom)
        said = losses_of(side, self.words, strength or "men")
        if not side.losses or (strength and self._fits(said, losses)):
            self._write(surface, said, losses, 12, "plain", theme.MUTED)
        else:
            self._draw_captured(surface, side, losses, counted=bool(strength))

    def _fits(self, text: str, box: pygame.Rect) -> bool:
        """Whether a text can be read in a box without being made very small."""
        return typeset.fitted(text, box.w, box.h, theme.LEGIBLE).pixels >= LEGIBLE

    def _draw_captured(
        self, surface: pygame.Surface, side: SideView, room: pygame.Rect, counted: bool
    ) -> None:
        """Draw a small token for every type that a side has lost, with how many units, or men where those count."""
        size = min(self.look.px(26), room.h + self.look.px(4))
        step = min(size * 2, room.w // len(side.losses))
        for at, loss in enumerate(side.losses):
            token = Token(self.looks.side(side.word), loss.letter, self.looks.unit_icon(loss.type))
            box = pygame.Rect(room.x + at * step, room.y + (room.h - size) // 2, step, size)
            surface.blit(draw_token(token, size), box)
            number = loss.men if counted else loss.bases
            if number > 1 or counted:
                key = "window.side.minus" if counted else "window.side.times"
                self._draw_count(surface, self.words.say(key, number=number), box, size)

    def _draw_count(self, surface: pygame.Surface, text: str, box: pygame.Rect, token: int) -> None:
        """Write a number beside a token, or over its lower corner where there is no room beside it."""
        line = self.look.line(text, 11, "bold", theme.CREAM)
        place = line.get_rect(midleft=(box.x + token, box.centery))
        if place.right > box.right:
            place.bottomright = box.right, box.bottom
            veil = pygame.Surface(place.size)
            veil.fill(theme.SUNK)
            veil.set_alpha(FADED)
            surface.blit(veil, place)
        surface.blit(line, place)

    def _draw_actions(self, surface: pygame.Surface, side: SideView, room: pygame.Rect) -> int:
        """Draw a coin for each action of a turn, gold while it is left; answers the width they take.

        A side that has one action, or as many as it has units, needs no coins.
        """
        if side.actions < 2:
            return 0
        step = min(self.look.px(19), room.w // (3 * max(1, side.actions)))
        size = max(6, step * 5 // 6)
        for at in range(side.actions):
            left = at < side.actions_left
            top, low = (theme.GOLD, theme.GOLD_DEEP) if left else (theme.SUNK, theme.PANEL)
            coin = svg.box(
                size, size, size // 2, top, low, theme.GOLD_DEEP if left else theme.FAINT
            )
            surface.blit(
                coin,
                (room.right - step * (side.actions - at) + step - size, room.y + self.look.px(4)),
            )
        return step * side.actions

    def draw_message(self, surface: pygame.Surface, text: str, tone: str) -> None:
        """Draw what was last said: a refusal in red with a bar, so that it cannot be missed."""
        box = self.plan.message
        colour = {"refusal": theme.BAD, "info": theme.GOOD}.get(tone, theme.MUTED)
        surface.blit(
            svg.box(box.w, box.h, self.look.px(6), theme.SUNK, theme.SUNK, theme.LINE, 1), box
        )
        if tone:
            surface.fill(colour, pygame.Rect(box.x, box.y, self.look.px(4), box.h))
        self._write(
            surface, text, box.inflate(-2 * self.look.px(12), -self.look.px(4)), 14, "plain", colour
        )

    def draw_dice(
        self, surface: pygame.Surface, dice: DiceView | None, rolling: Roll | None, share: float
    ) -> None:
        """Draw the dice as they lie, or as they roll."""
        panel = Panel(self.look, self.plan.slot)
        panel.draw(surface)
        room, px = panel.inner(), self.look.px
        caption = pygame.Rect(room.x, room.y - px(4), room.w, px(19))
        foot = pygame.Rect(room.x, room.bottom - px(15), room.w, px(17))
        bones = pygame.Rect(room.x, caption.bottom + px(3), room.w, foot.y - caption.bottom - px(6))
        if rolling is not None:
            self._write(
                surface, self.words.say("window.dice.rolling"), foot, 12, "plain", theme.MUTED
            )
            self.dice.draw(surface, bones, rolling, share)
        elif dice is None:
            self._write(surface, self.words.say("window.dice.none"), room, 14, "plain", theme.MUTED)
        else:
            self._write(
                surface, dice.caption, caption, 14, "bold", theme.MUTED if dice.old else theme.CREAM
            )
            self._write(surface, dice.expected, foot, 12, "plain", theme.MUTED)
            self.dice.draw(surface, bones, Roll(dice.faces, dice.hits, dice.die))
            if dice.old:
                self._fade(surface, bones)

    def _fade(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """Lay a veil of the ground over what is no longer news."""
        veil = pygame.Surface(box.size)
        veil.fill(theme.SUNK)
        veil.set_alpha(FADED)
        surface.blit(veil, box)

    def draw_card(
        self, surface: pygame.Surface, card: CardView | None, legend: Sequence[Entry] = (),
        box: pygame.Rect | None = None,
    ) -> None:  # fmt: skip
        """Draw the card of the cell under the pointer or the cursor, or the legend if there is none."""
        panel = Panel(self.look, box or self.plan.card)
        panel.draw(surface)
        room = panel.inner()
        if card is not None:
            items: list[Item] = [
                Heading(card.title),
                *side_by_side([Pair(*line) for line in card.lines]),
            ]
            joined = self.words.say("window.pair", label="{label}", value="{value}")
            Leaflet(items, joined).draw(surface, self.look, room)
        elif legend:
            self.legend.draw(surface, legend, room)
        else:
            self._write(surface, self.words.say("window.card.none"), room, 13, "plain", theme.MUTED)


def losses_of(side: SideView, words: Catalog, strength: str) -> str:
    """What a side has lost, type by type, in one line."""
    if not side.losses:
        return words.say("window.side.no_losses")
    types = ", ".join(
        words.say("window.side.loss", name=loss.name, men=loss.men) for loss in side.losses
    )
    units = sum(loss.bases for loss in side.losses)
    return words.say(
        f"window.side.lost.{strength}.{'units' if units else 'only'}", types=types, units=units
    )

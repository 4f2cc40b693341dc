"""The end of a game: the winner, the reason, and the next steps on offer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame

from wargrid_play.scenes import end_entries, end_lines
from wargrid_play.table import OfferView, campaign_of, counts, next_lesson, title_of
from wargrid_pygame.dialog import ARROWS, BUTTON, GAP, GameDialog
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.text import flowed
from wargrid_pygame.screens.learn import learn
from wargrid_pygame.widgets.basic import Button, Label


class EndDialog(GameDialog):
    """The end of the game, the remaining army of each side, and the next steps."""

    WIDE: Final = 560
    steps = ARROWS

    def layout(self) -> None:
        """Lay out the reason, a line for each side and an offer, and buttons in two columns."""
        over = self.game.view.over
        headline, reason = (over.headline, over.lesson or over.reason) if over else ("", "")
        px = self.style.px
        text = flowed(reason, px(self.WIDE - 40), px(16))
        used, offer = self.game.session.used, self.game.view.offer
        lines = [
            (line, theme.MUTED) for line in end_lines(self.game.view, used, self.words.language)
        ]
        if offer is not None:
            lines.append((offer.text, theme.GOLD))
        self._news = self._find_news()
        self._counts = counts(self._battle)
        if not self._counts:
            lines.append((self.words.say("lobby.campaign.idle"), theme.GOLD))
        buttons = -(-len(self._actions) // 2) * (BUTTON + GAP)
        high = 150 + text.height / self.style.scale + len(lines) * 26 + buttons
        dialog = self.frame(headline, self.WIDE, high)
        room = dialog.inner()
        label = pygame.Rect(room.x, room.y, room.w, text.height + px(6))
        dialog.add(Label(self.style, label, reason, theme.LARGE, align="centre"))
        for at, (line, colour) in enumerate(lines):
            rect = pygame.Rect(room.x, label.bottom + px(8) + at * px(26), room.w, px(26))
            dialog.add(Label(self.style, rect, line, theme.BODY, "plain", colour, "centre", True))
        self._add_buttons(room)
        dialog.set_focus(next(child for child in dialog.children if isinstance(child, Button)))

    def wake(self) -> None:
        """Show the offer of the other side far apart, and whether that side can be reached."""
        if self._news != self._find_news():
            self.layout()

    def _find_news(self) -> tuple[OfferView | None, str]:
        """Return the offer, and the reason against a rematch; empty if one can be asked for."""
        view = self.game.view
        return view.offer, next((one.why for one in view.commands if one.name == "rematch"), "")

    @property
    def _actions(self) -> Sequence[str]:
        far, lesson = self.game.session.local is None, bool(self._lesson)
        return end_entries(self.game.view, far=far, battle=bool(self._battle), lesson=lesson)

    @property
    def _lesson(self) -> str:
        """The game whose lesson follows this one; empty if no other is to be learnt."""
        local = self.game.session.local
        return "" if local is None else next_lesson(local.header.ruleset, self.app.settings.lessons)

    def _label(self, action: str) -> str:
        over = self.game.view.over
        if action == "level" and over is not None:
            return self.say("end.level", level=over.level)
        if action == "lesson":
            return self.say("end.lesson", title=title_of(self._lesson, self.words))
        idle = action == "campaign" and not self._counts
        label = self.say("end.to_campaign" if idle else f"end.{action}")
        return self.way_out(label) if action == "leave" else label

    @property
    def _battle(self) -> str:
        """The header's entry on the campaign of this battle, if it is part of one."""
        local = self.game.session.local
        return "" if local is None else local.header.campaign

    def _add_buttons(self, room: pygame.Rect) -> None:
        gap, high = self.style.px(GAP), self.style.px(BUTTON)
        wide = (room.w - gap) // 2
        for at, action in enumerate(self._actions):
            left, below = room.x + at % 2 * (wide + gap), (len(self._actions) - 1) // 2 - at // 2
            alone = at == len(self._actions) - 1 and at % 2 == 0
            top = room.bottom - high - below * (high + gap)
            hint = self.key(pygame.K_ESCAPE) if action == "close" else ""
            rect = pygame.Rect(left, top, room.w if alone else wide, high)
            first = action == self._actions[0]
            button = self.button(rect, action, self._label(action), hint, first)
            if action == "rematch":
                button.enabled, button.about = not self._news[1], self._news[1]

    def act(self, action: str) -> None:
        """Play again, play another game, look at the board, or leave."""
        if action != "invite":  # whose dialog leads back here
            self.app.pop()
        if action in ("rematch", "swap"):
            self._play_again(swapped=action == "swap")
        elif action == "review":
            self.game.act(action)
        elif action in ("level", "lesson", "invite"):
            self._lead_on(action)
        elif action == "campaign":
            self.go_to("campaign", campaign_of(self._battle), fresh=True)
        elif action != "close":
            self.go_to("new_game" if action == "new" else "menu", fresh=True)

    def _lead_on(self, action: str) -> None:
        """Play another level, take the next lesson, or invite a friend by a link."""
        local, over = self.game.session.local, self.game.view.over
        if local is None or over is None:
            return
        if action == "level":
            self.app.open(partial(local.against, over.level))
        elif action == "lesson":
            learn(self.app, self._lesson)
        else:
            self.go_to("invite_again", local)

    def _play_again(self, *, swapped: bool) -> None:
        """Begin another match; far away, offer one to the other side."""
        session = self.game.session
        if session.local is None:
            self.game.act("rematch")
        else:
            self.app.play(session.local.again(swapped=swapped), self.game.flipped is not swapped)

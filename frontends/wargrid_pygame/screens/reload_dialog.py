"""The question that new rules ask: go on under them, as far as they allow what was played, or under the old ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from wargrid_pygame.graphics.text import flowed
from wargrid_pygame.screens.dialogs import BUTTON, GAP, DialogScreen
from wargrid_pygame.widgets.basic import Label
from wargrid_pygame.widgets.keys import key_name

if TYPE_CHECKING:
    from wargrid.engine.game import Game
    from wargrid.match.reload import Replay
    from wargrid_pygame.app import App
    from wargrid_pygame.game.screen import GameScreen


class ReloadDialog(DialogScreen):
    """Says which move the new rules forbid, and asks what is to become of the match.

    ``since`` is the file that has changed since the match was saved, empty if it has changed while
    it is played.
    """

    WIDE: Final = 640

    def __init__(
        self, app: App, game: GameScreen, rules: Game, done: Replay, since: str = ""
    ) -> None:
        super().__init__(app, game)
        self.rules = rules
        self.done = done
        self.since = since

    def _actions(self) -> list[str]:
        return ["close", *(["go_on"] if self.done.match is not None else []), "anew"]

    def _said(self) -> str:
        since = self.say("reload.since", file=self.since) if self.since else ""
        obstacle = (
            "" if self.done.obstacle is None else self.done.obstacle.sentence(self.words.language)
        )
        return "\n".join(text for text in (since, obstacle) if text)

    def layout(self) -> None:
        """The move and the reason, and one button below the other."""
        px = self.look.px
        said = self._said()
        wide = min(px(self.WIDE), self.app.area.w - 8)
        text = flowed(said, wide - px(48), self.look.text(16))
        actions = self._actions()
        high = 84 + text.height / self.look.scale + 24 + len(actions) * (BUTTON + GAP)
        title = self.say("reload.changed" if self.done.obstacle is None else "reload.title")
        dialog = self.group = self.frame(title, (self.WIDE, high))
        room = dialog.inner()
        dialog.add(
            Label(self.look, pygame.Rect(room.x, room.y, room.w, text.height + px(6)), said, 16)
        )
        for at, action in enumerate(actions):
            top = room.bottom - (len(actions) - at) * px(BUTTON + GAP) + px(GAP)
            hint = key_name(pygame.K_ESCAPE, self.words) if action == "close" else ""
            button = self.button(
                pygame.Rect(room.x, top, room.w, px(BUTTON)), action, self._label(action), hint
            )
            button.align = "left"
        dialog.set_focus(dialog.children[1])

    def _label(self, action: str) -> str:
        return self.say("reload.keep" if action == "close" else f"reload.{action}")

    def handle(self, event: pygame.event.Event) -> None:
        """Arrows move the focus too."""
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_UP, pygame.K_DOWN):
            self.group.step_focus(-1 if event.key == pygame.K_UP else 1)
        else:
            super().handle(event)

    def tick(self, ms: int) -> bool:
        """Go on looking at the files: rules that are saved once more are what is asked about."""
        return self.game.reload.tick(ms)

    def act(self, action: str) -> None:
        """Keep the old rules, continue under the new ones, or begin a new match."""
        self.app.pop()
        session = self.game.session
        self.game.note = ""
        if action == "close":
            self.game.reload.tell("old")
        elif action == "go_on" and self.done.match is not None:
            self.game.reload.go_on(self.done.match, self.since, self.done.moved)
        elif action == "anew":
            self.app.play(session.anew(self.rules, self.done.start), self.game.flipped)

"""The dialogs of the board editor: the board's size, the opponent of a trial, a question."""

from __future__ import annotations

from typing import Final, Protocol

import pygame

from wargrid_editor import Desk
from wargrid_play.table import Seat, new_session
from wargrid_pygame.dialog import ARROWS, BUTTON, GAP, DialogScreen
from wargrid_pygame.widgets.basic import Button, fit_labels
from wargrid_pygame.window import App, ScreenRequest

LEVELS: Final = ("1", "2", "3", "4")
LOW: Final = 38
"""The levels that a board is tried against, and how high their buttons are, in units."""


class EditedBoard(Protocol):
    """The editor as its dialogs see it."""

    desk: Desk

    def act(self, action: str) -> None:
        """Carry out the action of a button of the editor."""


class EditorDialog(DialogScreen):
    """A dialog over the editor."""

    steps = ARROWS

    def __init__(self, app: App, editor: EditedBoard) -> None:
        super().__init__(app)
        self.editor = editor

    def rows(self, room: pygame.Rect, actions: list[tuple[str, str]], columns: int) -> None:
        """Add buttons below each other in columns; the first one has the focus."""
        gap, high = self.style.px(GAP), self.style.px(LOW)
        wide = (room.w - (columns - 1) * gap) // columns
        made: list[Button] = []
        for at, (action, label) in enumerate(actions):
            row, column = divmod(at, columns)
            left, top = room.x + column * (wide + gap), room.y + row * (high + gap)
            made.append(self.button(pygame.Rect(left, top, wide, high), action, label))
        fit_labels(made)
        self.group.set_focus(made[0])


class BoardDialog(EditorDialog):
    """The size of the board, its cells, and the commands for the whole board."""

    def layout(self) -> None:
        """Lay out the commands that change the whole board."""
        view = self.editor.desk.editor.view()
        listed = [c for c in view.commands if c.name.partition(":")[0] in ("grow", "trim", "shape")]
        listed += [c for c in view.commands if c.name in ("draw_walls", "clear")]
        pairs = [(command.name, command.label) for command in listed]
        pairs += [(each.command, each.text) for each in view.settings]
        rows = -(-len(pairs) // 2)
        dialog = self.frame(
            self.say("editor.size", columns=view.board.columns, rows=view.board.rows),
            640, rows * (LOW + GAP) + BUTTON + 110,
        )  # fmt: skip
        room = dialog.inner()
        self.rows(room, pairs, 2)
        self.foot(room, "close", primary=True)

    def act(self, action: str) -> None:
        """Change the board and stay, or close."""
        if action == "close":
            self.app.pop()
            return
        self.editor.act(action)
        if self.app.top is not self:  # a number is asked for
            return
        self.app.refresh()
        self.group.set_focus(self.group.first_of(action))


class PlayDialog(EditorDialog):
    """The choice of an opponent for a trial of the board."""

    def layout(self) -> None:
        """Lay out a friend and the levels."""
        pairs = [("friend", self.say("editor.friend"))]
        pairs += [(level, self.say("editor.level", level=level)) for level in LEVELS]
        dialog = self.frame(self.say("editor.against"), 420, len(pairs) * (LOW + GAP) + 140)
        room = dialog.inner()
        self.rows(room, pairs, 1)
        low = pygame.Rect(room.x, room.bottom - self.style.px(LOW), room.w, self.style.px(LOW))
        self.button(low, "close", self.say("back"), self.key(pygame.K_ESCAPE))

    def act(self, action: str) -> None:
        """Begin a match on the board; leaving it comes back to the editor."""
        self.app.pop()
        game = self.editor.desk.game()
        if action == "close" or game is None:
            return
        other = Seat() if action == "friend" else Seat(action)
        session = new_session(game, seats=(Seat(), other))
        desk = self.editor.desk
        boards = ScreenRequest("boards", (desk.editor.scenario.ruleset, None, desk))
        self.app.try_out(session, (boards, ScreenRequest("editor", (desk,))))

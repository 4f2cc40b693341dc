"""The keyboard in the game: the cell cursor, the commands' keys, and cells and moves that are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from wargrid.core.grid import column_name
from wargrid_pygame.widgets.fields import TextInput
from wargrid_pygame.widgets.presses import ARROWS, BARE, Patience, presses, typed

if TYPE_CHECKING:
    from wargrid_pygame.game.screen import GameScreen

SHORTCUTS: Final = {
    (pygame.K_F1, ""): "rules", (pygame.K_F5, ""): "save", (pygame.K_F10, ""): "menu",
    (pygame.K_s, "ctrl"): "save", (pygame.K_z, "ctrl"): "undo", (pygame.K_y, "ctrl"): "redo",
}  # fmt: skip
"""Keys beside those the table suggests, with or without Ctrl."""

SCROLLS: Final = {
    pygame.K_PAGEUP: -3,
    pygame.K_PAGEDOWN: 3,
    pygame.K_HOME: -10_000,
    pygame.K_END: 10_000,
}
"""How far keys scroll the log, in steps."""

ZOOMS: Final = {"+": 1, "=": 1, "-": -1, "0": 0}
"""What keys make the board larger or smaller, or show all of it."""

LONGEST: Final = 60


class Keyboard:
    """Obeys keys; ``line`` is the line being typed, if one is open."""

    def __init__(self, game: GameScreen) -> None:
        self.game = game
        self.patience = Patience()
        self.line: TextInput | None = None

    def handle(self, event: pygame.event.Event) -> None:
        """Take a key, or text that was typed."""
        if self.line is not None:
            self._type(self.line, event)
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        else:
            self._letter(event.text)

    def update(self, ms: int) -> None:
        """Let the letter that waits, wait."""
        command = self.patience.update(ms)
        if command:
            self.game.act(command)

    # Keys

    def _key(self, event: pygame.event.Event) -> None:
        if event.key in BARE or (self.patience.waiting and typed(event).isdigit()):
            return
        waited = self.patience.release()
        if waited:
            self.game.act(waited)
            if not self.game.on_top:
                return
        ctrl = "ctrl" if event.mod & pygame.KMOD_CTRL else ""
        if (event.key, ctrl) in SHORTCUTS:
            self.game.act(SHORTCUTS[event.key, ctrl])
        elif presses(event, "?"):
            self.game.act("help")
        elif event.key == pygame.K_ESCAPE:
            self._escape()
        else:
            self._key_of_the_table(event)

    def _escape(self) -> None:
        """Close what is open on the table; where nothing is, open the menu."""
        cancel = next(command for command in self.game.view.commands if command.name == "cancel")
        self.game.act("cancel" if cancel.enabled else "menu")

    def _key_of_the_table(self, event: pygame.event.Event) -> None:
        prompt, said = self.game.prompt, typed(event)
        choice = (
            prompt.choice(int(said)) if prompt and said.isascii() and said.isdecimal() else None
        )
        if choice is not None:
            self.game.act(choice)
        elif event.key == pygame.K_TAB:
            self.game.table.next_unit(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            self._went()
        elif event.key in ARROWS and not event.mod & (
            pygame.KMOD_SHIFT | pygame.KMOD_CTRL | pygame.KMOD_ALT
        ):
            self._step(event.key)
        elif (
            event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and not event.mod & pygame.KMOD_SHIFT
        ):
            self.game.table.enter()
            self._went()
        elif said in ZOOMS and self.game.view.prompt is None:
            self.game.area.zoom(ZOOMS[said])
        elif event.key in SCROLLS:
            self.game.log.scroll(SCROLLS[event.key] * self.game.look.px(40))
        else:
            self._command_key(event)

    def _step(self, key: int) -> None:
        """Move the cursor; up is always up on the screen."""
        turned = -1 if self.game.flipped and self.game.view.prompt is None else 1
        east, north = ARROWS[key]
        self.game.table.move_cursor(east * turned, north * turned)
        self._went()

    def _went(self) -> None:
        """Show the cursor, and the cell it is on."""
        game = self.game
        game.by_keys = True
        game.mouse.hover = None
        game.table.hover(None)
        game.refresh()
        if game.view.cursor is not None:
            game.area.show(game.view.cursor)

    def _command_key(self, event: pygame.event.Event) -> None:
        name = self._command_for(event)
        if name and self._may_begin_a_cell(typed(event)) and not event.mod & pygame.KMOD_SHIFT:
            self.patience.hold(typed(event).lower(), name)
        elif name:
            self.game.act(name)

    def _command_for(self, event: pygame.event.Event) -> str:
        """The command of a key; Enter and Escape have been seen to."""
        others = (
            c
            for c in self.game.view.commands
            if c.name not in ("confirm", "cancel", "resign_confirm")
        )
        return next((command.name for command in others if presses(event, command.key)), "")

    def _may_begin_a_cell(self, letter: str) -> bool:
        return letter.lower() in [
            column_name(column) for column in range(min(26, self.game.view.columns))
        ]

    # Typed cells and moves

    def _letter(self, text: str) -> None:
        """Open the line for typing: with ``/``, with the first letter of a cell, or with the letter that waited."""
        if text == "/":
            self.open_line("")
        elif self.patience.waiting:
            if text.isdigit():
                letter = self.patience.letter
                self.patience.release()
                self.open_line(letter + text)
        elif self._may_begin_a_cell(text) and len(text) == 1:
            self.open_line(text)

    def open_line(self, text: str) -> None:
        """Open the line for typing, with a text to go on from."""
        prompt = self.game.say("line.prompt")
        self.line = TextInput(self.game.look, self.game.plan.message, "type", text, prompt, LONGEST)
        self.line.focused = True

    def _type(self, line: TextInput, event: pygame.event.Event) -> None:
        erases = event.type == pygame.KEYDOWN and event.key == pygame.K_BACKSPACE
        if (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE) or (
            erases and not line.text
        ):
            self.line = None
        elif line.handle(event) == "type":
            self.line = None
            self.game.table.type(line.text)
            self._went()

"""The game screen: it shows a table and hands it clicks and keys; it knows no rule and makes no move."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from wargrid.board import FACINGS
from wargrid.record import RecordError
from wargrid.ruleset.library import UnknownRuleset, locate, roots
from wargrid.table import LogView, Table, View
from wargrid_pygame import theme
from wargrid_pygame.board_view import BoardView, Scene
from wargrid_pygame.dice_view import Roll
from wargrid_pygame.fields import Row, ScrollList, TextInput
from wargrid_pygame.geometry import column_name, fit
from wargrid_pygame.looks import Looks, LooksError, looks_for
from wargrid_pygame.screens import scene
from wargrid_pygame.screens.animation import Film
from wargrid_pygame.screens.keyboard import ARROWS, BARE, Patience, presses, typed
from wargrid_pygame.screens.plan import columns, plan, rows
from wargrid_pygame.screens.prompt_panel import PromptPanel
from wargrid_pygame.screens.screen import Screen
from wargrid_pygame.screens.side_panel import SidePanel
from wargrid_pygame.widgets import Button, Panel

if TYPE_CHECKING:
    from wargrid_pygame.app import App
    from wargrid_pygame.sessions import Session

BUTTONS: Final = (
    ("turn_left", "turn_about", "turn_right"), ("undo", "redo", "end_turn"), ("help", "rules", "menu")
)  # fmt: skip
"""The commands that have a button, row by row; the last row is the window's own."""

OWN_KEYS: Final = {"help": "?", "rules": "F1", "menu": "F10", "save": "F5"}

SHORTCUTS: Final = {
    (pygame.K_F1, ""): "rules", (pygame.K_F5, ""): "save", (pygame.K_F10, ""): "menu",
    (pygame.K_s, "ctrl"): "save", (pygame.K_z, "ctrl"): "undo", (pygame.K_y, "ctrl"): "redo",
}  # fmt: skip
"""Keys beside those the table suggests, with or without Ctrl."""

SCROLLS: Final = {pygame.K_PAGEUP: -3, pygame.K_PAGEDOWN: 3, pygame.K_HOME: -10_000, pygame.K_END: 10_000}


class GameScreen(Screen):
    """One match on the screen, with its session and its table."""

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.table = Table(session.match, app.language)
        self.view = self.table.view()
        self.film = Film(app.settings.speed)
        self.patience = Patience()
        self.note, self.note_tone = "", ""
        self.looks = self._find_looks()
        self.flipped = False
        self.hover: int | None = None
        self.lit: int | None = None
        self.by_keys = False
        self.pointed: tuple[int, ...] = ()
        self.line: TextInput | None = None
        self.prompt: PromptPanel | None = None
        self._behind: View | None = None
        self._told_end = self.view.over is not None
        self._panning = False
        self._warned = False
        self._greet()

    def _greet(self) -> None:
        """Say what there is to say about the session, and let chance act if nothing has happened yet."""
        if self.session.dropped:
            self._say(self.say("note.dropped", text=self.session.dropped), "refusal")
        if not self.session.match.plies:
            self.session.match.begin()

    def _find_looks(self) -> Looks:
        game = self.session.match.game
        sides = tuple(game.ruleset.sides)
        try:
            path = locate(game.name)
            return looks_for(path, _root_of(path), sides, self.words.language)
        except UnknownRuleset:
            return Looks(sides=sides)
        except LooksError as error:
            self._say(str(error), "refusal")
            return Looks(sides=sides)

    def _say(self, text: str, tone: str = "info") -> None:
        self.note, self.note_tone = text, tone

    # Layout

    def layout(self) -> None:
        """Make board, panel and buttons anew."""
        self.table.language = self.words.language
        self.view = self.table.view()
        grid = [row for row in BUTTONS if row[0] != "turn_left" or self.view.facings > 1]
        wide = 2 * self.view.columns > 3 * self.view.rows
        self.plan = plan(self.look, self.app.area, len(self.view.sides), len(grid), wide)
        x, y, width, height = self.plan.board
        geometry = fit(self.view.columns, self.view.rows, (x, y, width, height), self.flipped)
        self.board = BoardView(geometry, self.looks)
        self.panel = SidePanel(self.look, self.words, self.looks, self.plan)
        self.group = type(self.group)(self.look, self.plan.panel)
        for names, strip in zip(grid, rows(self.look, self.plan.buttons, len(grid)), strict=True):
            for name, rect in zip(names, columns(self.look, strip, len(names)), strict=True):
                hint = OWN_KEYS.get(name, "")
                button = self.group.add(Button(self.look, rect, name, self.say(f"button.{name}") if hint else "", hint))
                button.align = "left"
        box = Panel(self.look, self.plan.log, self.say("log.title"))
        self.log_panel = box
        self.log = self.group.add(ScrollList(self.look, box.inner(), size=13, follow=True))
        self._filled: object = None
        if self.line is not None:
            self._open_line(self.line.text)
        self.prompt = None
        self.look_again()

    def look_again(self) -> None:
        """Ask the table what is to be seen now, and play the film of what happened since."""
        before = self.view
        self.view = self.table.view()
        news = self.table.take_news()
        if self.session.match.by_hand:
            news = tuple(one for one in news if one.kind != "dice")
        if news and self.app.animated:
            self._behind = replace(before, prompt=None)
            self.film.show(before.units, news)
        self._update_buttons()
        self._update_log()
        self._update_prompt()
        self._warn()
        self._perhaps_end()

    def _warn(self) -> None:
        """Say once that the journal cannot be written, and again if that happens again."""
        trouble = self.session.trouble
        if trouble is not None and not self._warned:
            self._say(self.say("note.no_journal", why=trouble.text(self.words.language)), "refusal")
        self._warned = trouble is not None

    def _update_buttons(self) -> None:
        known = {command.name: command for command in self.view.commands}
        for button in self.group.children:
            if isinstance(button, Button) and button.action in known:
                command = known[button.action]
                button.hint, button.enabled = command.shortcut, command.enabled
                short = f"window.button.{command.name}"
                button.label = self.words.say(short) if self.words.has(short) else command.label

    def _update_log(self) -> None:
        log = self.shown.log
        if log is self._filled:
            return
        self._filled = log
        self.log.set_rows([self._log_row(at, line) for at, line in enumerate(log)])

    def _log_row(self, at: int, line: LogView) -> Row:
        text = self.say("log.line", number=line.number, text=line.text) if line.number else line.text
        return Row(text, f"log:{at}", self._ink(line.side))

    def _ink(self, side: int) -> str:
        """The colour of a side's lines: its own, light enough to be read."""
        if side < 0:
            return theme.MUTED
        own = self.looks.side(self.view.sides[side].word)
        return theme.mixed(max(own.top, own.rim, key=theme.luminance), theme.TEXT, 0.35)

    def _update_prompt(self) -> None:
        prompt = None if self.film.playing else self.view.prompt
        if prompt is None:
            self.prompt = None
        elif self.prompt is None or self.prompt.prompt is not prompt:
            box = self.plan.lower
            self.prompt = PromptPanel(self.look, self.words, self.looks, box, prompt, self.view.commands)

    def _perhaps_end(self) -> None:
        if self.view.over is None:
            self._told_end = False
        elif not self._told_end and not self.film.playing:
            from wargrid_pygame.screens.dialogs import EndDialog

            self._told_end = True
            self.app.push(EndDialog(self.app, self))

    # Drawing

    @property
    def shown(self) -> View:
        """The view that the panel shows: the one before the dice fell, until they have."""
        if self._behind is not None and self.film.waits_for_dice:
            return self._behind
        return self.view

    def draw(self, surface: pygame.Surface) -> None:
        """Draw board and panel."""
        self.board.draw(surface, self._scene())
        shown = self.shown
        self.panel.draw(surface, shown)
        self._draw_lower(surface, shown)
        self.group.draw(surface)
        if self.prompt is not None:
            self.prompt.draw(surface)
        if self.line is not None:
            self.line.draw(surface)
        else:
            self.panel.draw_message(surface, *self._message())

    def _scene(self) -> Scene:
        if self.film.playing:
            return scene.filmed(self.view, self.looks, self.film.moment())
        return scene.still(self.view, self.looks, self.hover, self.lit, self.by_keys, self.pointed)

    def _draw_lower(self, surface: pygame.Surface, shown: View) -> None:
        self.log.visible = self.prompt is None
        if self.prompt is not None:
            return
        rolling, share = self._rolling()
        self.panel.draw_dice(surface, shown.dice, rolling, share)
        self.log_panel.draw(surface)
        self.panel.draw_card(surface, shown.card)

    def _rolling(self) -> tuple[Roll | None, float]:
        if not self.film.playing:
            return None, 1.0
        moment = self.film.moment()
        if moment.news is None or moment.news.kind != "dice" or self.view.dice is None:
            return None, 1.0
        hits = self.view.dice.hits if self.film.last_dice else ()
        return Roll(moment.news.faces, hits, self.view.dice.die), moment.share

    def _message(self) -> tuple[str, str]:
        if self.view.message:
            return self.view.message, self.view.tone
        if self.note or self.film.playing:
            return self.note, self.note_tone if self.note else ""
        return " ".join(self.table.help_now()[: 1 if self.view.prompt else 2]), ""

    # Time

    @property
    def moving(self) -> bool:
        """While a film plays or a letter waits for its digit."""
        return self.film.playing or self.patience.waiting

    @property
    def repeats(self) -> bool:
        """Only while a line is typed."""
        return self.line is not None

    def update(self, ms: int) -> None:
        """Let the film run and the waiting letter wait."""
        if self.film.playing:
            self.film.update(ms)
            self._after_film()
        command = self.patience.update(ms)
        if command:
            self.act(command)

    def _after_film(self) -> None:
        self._update_log()
        if not self.film.playing:
            self._behind = None
            self._update_prompt()
            self._perhaps_end()

    # Events

    def handle(self, event: pygame.event.Event) -> None:
        """Take a click or a key; whatever skips a film is obeyed as well, but for Space and Escape."""
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button <= 3
        if pressed or (event.type == pygame.KEYDOWN and event.key not in BARE):
            if self.film.playing:
                self.film.skip()
                self._after_film()
                if event.type == pygame.KEYDOWN and event.key in (pygame.K_SPACE, pygame.K_ESCAPE):
                    return
                if self.app.top is not self:
                    return
            self.note = ""
            self.pointed = ()
        if self.line is not None and event.type in (pygame.KEYDOWN, pygame.TEXTINPUT):
            self._type_into_line(event)
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.TEXTINPUT:
            self._letter(event.text)
        elif event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL):
            self._mouse(event)

    def act(self, action: str) -> None:
        """Do what a button, a key or a row of the log asks for; what is not the window's own goes to the table."""
        name, _, rest = action.partition(":")
        if name == "log":
            self.pointed = self.view.log[int(rest)].cells
        elif name in ("help", "rules", "menu"):
            self._open(name)
        elif name == "save":
            self.save()
        elif name == "flip":
            self.flip()
        else:
            self.table.press(action)
            self.look_again()

    def _open(self, name: str) -> None:
        from wargrid_pygame.screens.dialogs import HelpDialog, PauseDialog
        from wargrid_pygame.screens.rules_page import RulesScreen

        screens = {"help": HelpDialog, "rules": RulesScreen, "menu": PauseDialog}
        self.app.push(screens[name](self.app, self))

    def save(self) -> None:
        """Keep the match in a save of its own, and say where or why not."""
        try:
            path = self.session.save()
        except RecordError as error:
            self._say(error.text(self.words.language), "refusal")
        else:
            self._say(self.say("note.saved", name=path.name))

    def flip(self) -> None:
        """Show the board from the other side of the table."""
        self.flipped = not self.flipped
        self.board = BoardView(self.board.geometry.flip(), self.looks)

    def close(self) -> None:
        """Let the match go; its journal stays complete."""
        self.session.leave()

    # The mouse

    def _mouse(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self._point(event)
        widgets = self.prompt.group if self.prompt is not None else None
        action = widgets.handle(event) if widgets is not None else None
        if action is None:
            action = self.group.handle(event) or self._refused_button(event)
        for group in (self.group, widgets):
            if group is not None:
                group.set_focus(None)
        if action is not None:
            self.act(action)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event)
        elif event.type == pygame.MOUSEWHEEL:
            self._zoom(event)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 2:
            self._panning = False

    def _refused_button(self, event: pygame.event.Event) -> str | None:
        """The command of a button that is off, when it is clicked: the table says why it cannot be obeyed."""
        if event.type != pygame.MOUSEBUTTONUP or event.button != 1:
            return None
        off = (b for b in self.group.children if isinstance(b, Button) and not b.enabled)
        return next((button.action for button in off if button.rect.collidepoint(event.pos)), None)

    def _point(self, event: pygame.event.Event) -> None:
        if self._panning:
            self.board.geometry = self.board.geometry.panned(*event.rel)
        cell = self.board.geometry.cell_at(event.pos)
        self.hover = None if cell is None else scene.number(self.view, cell)
        self.lit = self.board.turn_at(scene.turns(self.view), event.pos)
        self.table.hover(self.hover)
        self.view = self.table.view()

    def _press(self, event: pygame.event.Event) -> None:
        if not self.plan.board.collidepoint(event.pos):
            return
        self.by_keys = False
        if event.button == 2:
            self._panning = True
        elif event.button == 3:
            self.act("cancel")
        elif event.button == 1:
            self._click(event.pos)

    def _click(self, point: tuple[int, int]) -> None:
        facing = None if self.view.prompt else self.board.turn_at(scene.turns(self.view), point)
        cell = self.board.geometry.cell_at(point)
        if facing is not None:
            self.act(f"turn_{COMPASS[FACINGS[facing]]}")
        elif cell is not None:
            self.table.click(scene.number(self.view, cell))
            self.look_again()

    def _zoom(self, event: pygame.event.Event) -> None:
        point = pygame.mouse.get_pos()
        if self.plan.board.collidepoint(point):
            self.board.geometry = self.board.geometry.zoomed(1.15 if event.y > 0 else 1 / 1.15, point)

    # The keyboard

    def _key(self, event: pygame.event.Event) -> None:
        if event.key in BARE or (self.patience.waiting and typed(event).isdigit()):
            return
        waited = self.patience.release()
        if waited:
            self.act(waited)
            if self.app.top is not self:
                return
        ctrl = "ctrl" if event.mod & pygame.KMOD_CTRL else ""
        if (event.key, ctrl) in SHORTCUTS:
            self.act(SHORTCUTS[event.key, ctrl])
        elif presses(event, "?"):
            self.act("help")
        elif event.key == pygame.K_ESCAPE:
            self._escape()
        else:
            self._key_of_the_table(event)

    def _escape(self) -> None:
        """Close what is open on the table; where nothing is, open the menu."""
        cancel = next(command for command in self.view.commands if command.name == "cancel")
        self.act("cancel" if cancel.enabled else "menu")

    def _key_of_the_table(self, event: pygame.event.Event) -> None:
        choice = self.prompt.choice(int(typed(event))) if self.prompt and typed(event).isdecimal() else None
        if choice is not None:
            self.act(choice)
        elif event.key == pygame.K_TAB:
            self.by_keys = True
            self.table.next_unit(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            self.look_again()
        elif event.key in ARROWS and not event.mod & (pygame.KMOD_SHIFT | pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self._step(event.key)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.by_keys = True
            self.table.enter()
            self.look_again()
        elif event.key in SCROLLS:
            self.log.scroll(SCROLLS[event.key] * self.look.px(40))
        else:
            self._command_key(event)

    def _step(self, key: int) -> None:
        """Move the cursor; up is always up on the screen."""
        turned = -1 if self.flipped and self.view.prompt is None else 1
        east, north = ARROWS[key]
        self.by_keys = True
        self.table.move_cursor(east * turned, north * turned)
        self.look_again()
        if self.view.cursor is not None:
            self.board.geometry = self.board.geometry.showing(scene.place(self.view, self.view.cursor))

    def _command_key(self, event: pygame.event.Event) -> None:
        name = self._command_for(event)
        if name and self._may_begin_a_cell(typed(event)) and not event.mod & pygame.KMOD_SHIFT:
            self.patience.hold(typed(event).lower(), name)
        elif name:
            self.act(name)

    def _command_for(self, event: pygame.event.Event) -> str:
        keyed = (c.name for c in self.view.commands if c.name not in ("confirm", "cancel", "resign_confirm"))
        keys = {command.name: command.key for command in self.view.commands}
        return next((name for name in keyed if presses(event, keys[name])), "")

    def _may_begin_a_cell(self, letter: str) -> bool:
        return letter.lower() in [column_name(column) for column in range(min(26, self.view.columns))]

    # Typed cells and moves

    def _letter(self, text: str) -> None:
        """Open the line for typing: with ``/``, with the first letter of a cell, or with the letter that waited."""
        if text == "/":
            self._open_line("")
        elif self.patience.waiting:
            if text.isdigit():
                letter = self.patience.letter
                self.patience.release()
                self._open_line(letter + text)
        elif self._may_begin_a_cell(text) and len(text) == 1:
            self._open_line(text)

    def _open_line(self, text: str) -> None:
        self.line = TextInput(self.look, self.plan.message, "type", text, self.say("line.prompt"), 60)
        self.line.focused = True

    def _type_into_line(self, event: pygame.event.Event) -> None:
        assert self.line is not None
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.line = None
        elif self.line.handle(event) == "type":
            text, self.line = self.line.text, None
            self.table.type(text)
            self.look_again()
        elif not self.line.text and event.type == pygame.KEYDOWN and event.key == pygame.K_BACKSPACE:
            self.line = None


COMPASS: Final = {"N": "north", "E": "east", "S": "south", "W": "west"}
"""The commands' words for the board's facings."""


def _root_of(path: Path) -> Path:
    """The folder of rulesets that a file lies in, or its own folder."""
    found = (root for root in roots() if path.resolve().is_relative_to(root.resolve()))
    return next(found, path.parent)



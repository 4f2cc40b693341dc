"""The game screen: it shows a table and hands it clicks and keys; it knows no rule and makes no move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pygame

from wargrid.match.errors import RecordError
from wargrid.match.reload import files_of
from wargrid.table import LogView, Table, View
from wargrid_pygame.drawing.board import BoardView, Scene
from wargrid_pygame.drawing.dice import Roll
from wargrid_pygame.game import input as mouse
from wargrid_pygame.game import scene
from wargrid_pygame.game.animation import Film
from wargrid_pygame.game.board_area import BoardArea
from wargrid_pygame.game.deploy_panel import DeployPanel, is_deploying
from wargrid_pygame.game.input import Mouse
from wargrid_pygame.game.keyboard import Keyboard
from wargrid_pygame.game.layout import columns, plan, rows
from wargrid_pygame.game.legend import Entry, entries_of, height_of
from wargrid_pygame.game.prompts import PromptPanel
from wargrid_pygame.game.reload import Reload
from wargrid_pygame.game.side_panel import SidePanel
from wargrid_pygame.graphics import theme
from wargrid_pygame.looks.loader import Looks, LooksError, looks_beside
from wargrid_pygame.screens.base import Screen
from wargrid_pygame.widgets.basic import Button, Panel, alike
from wargrid_pygame.widgets.fields import Row, ScrollList
from wargrid_pygame.widgets.presses import BARE

if TYPE_CHECKING:
    from wargrid.source.diagnostics import Diagnostic
    from wargrid_pygame.app import App
    from wargrid_pygame.session import Session

BUTTONS: Final = (
    ("turn_left", "turn_about", "turn_right"), ("undo", "redo", "end_turn"), ("help", "rules", "menu")
)  # fmt: skip
"""The commands that have a button, row by row; the last row is the window's own."""

DICE: Final = 90
"""How high the slot is that shows dice, in units."""

MAP: Final = 166
"""How high the slot is that shows legend and minimap, in units."""

LARGE: Final = 400
"""From how many cells on a board has a minimap in its slot."""

OWN_KEYS: Final = {"help": "?", "rules": "F1", "menu": "F10", "save": "F5"}


class GameScreen(Screen):
    """One match on the screen, with its session and its table."""

    def __init__(self, app: App, session: Session, flipped: bool = False) -> None:
        super().__init__(app)
        self.session = session
        self.table = Table(session.match, app.language)
        self.view = self.table.view()
        self.film = Film(app.settings.speed)
        self.area = BoardArea(self)
        self.mouse = Mouse(self)
        self.keyboard = Keyboard(self)
        self.note, self.note_tone = "", ""
        ruleset = session.match.game.ruleset
        self.looks = self._find_looks(
            Looks(sides=tuple(ruleset.sides), terrains=tuple(ruleset.terrains))
        )
        self.reload = Reload(self)
        self.flipped = flipped
        self.by_keys = False
        self.pointed: tuple[int, ...] = ()
        self.prompt: PromptPanel | None = None
        self.deploying: DeployPanel | None = None
        self._seated: int | None = None
        self._behind: View | None = None
        self._told_end = self.view.over is not None
        self._warned = False
        self._greet()

    def _greet(self) -> None:
        """Say what there is to say about the session, and let chance act if nothing has happened yet."""
        if self.session.dropped:
            self._say(self.say("note.dropped", text=self.session.dropped), "refusal")
        self.session.match.begin()

    def _find_looks(self, otherwise: Looks) -> Looks:
        game = self.session.match.game
        try:
            sides, terrains = tuple(game.ruleset.sides), tuple(game.ruleset.terrains)
            return looks_beside(files_of(game), sides, terrains).complete()
        except LooksError as error:
            self._say(error.text(self.words.language), "refusal")
            return otherwise

    def take_up(self, session: Session) -> None:
        """Go on with a match whose rules or looks are other than before; everything is asked and laid out anew."""
        seen = self.board.geometry
        self.session = session
        self.table = Table(session.match, self.app.language)
        self.looks = self._find_looks(self.looks)
        self.film.skip()
        self._behind, self.pointed = None, ()
        self.app.refresh()
        now = self.board.geometry
        if (seen.columns, seen.rows, seen.area, seen.flipped) == (
            now.columns,
            now.rows,
            now.area,
            now.flipped,
        ):
            self.board.geometry = seen

    def complain(self, text: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        """Show what went wrong where refusals are shown, or the faults over the board."""
        if diagnostics:
            self.reload.show("opened", diagnostics)
        else:
            self._say(text, "refusal")

    def tell(self, text: str) -> None:
        """Show a message until something is done."""
        self._say(text)

    def _say(self, text: str, tone: str = "info") -> None:
        self.note, self.note_tone = text, tone

    # Layout

    def layout(self) -> None:
        """Make board, panel and buttons anew."""
        self.table.language = self.words.language
        self.view = self.table.view()
        grid = _buttons(self.view)
        self._rows: list[list[Button]] = []
        shape = self.view.columns, self.view.rows
        self.plan = plan(
            self.look, self.app.area, len(self.view.sides), len(grid), shape, self._slot()
        )
        self.area.lay()
        self.panel = SidePanel(self.look, self.words, self.looks, self.plan)
        self.group = type(self.group)(self.look, self.plan.panel)
        for names, strip in zip(grid, rows(self.look, self.plan.buttons, len(grid)), strict=True):
            row: list[Button] = []
            for name, rect in zip(names, columns(self.look, strip, len(names)), strict=True):
                hint = OWN_KEYS.get(name, "")
                button = self.group.add(
                    Button(self.look, rect, name, self.say(f"button.{name}") if hint else "", hint)
                )
                button.align = "left"
                row.append(button)
            self._rows.append(row)
        box = Panel(self.look, self.plan.log)
        self.log_panel = box
        self.log = self.group.add(ScrollList(self.look, box.inner(), size=13, follow=True))
        self._filled: tuple[LogView, ...] = ()
        if self.keyboard.line is not None:
            self.keyboard.open_line(self.keyboard.line.text)
        self.prompt = None
        self.refresh()

    def _slot(self) -> float:
        """How high the slot is, in units: for dice, or else for the legend, if there is any."""
        if self.view.rolls:
            return DICE
        if _is_large(self.view):
            return MAP
        return height_of(self.legend)

    @property
    def legend(self) -> list[Entry]:
        """What is drawn on the board, with its names: the ground, and the zones that the looks describe."""
        return entries_of(self.view, self.looks)

    @property
    def board(self) -> BoardView:
        """The board as it is drawn."""
        return self.area.board

    @property
    def on_top(self) -> bool:
        """Whether no dialog lies over the game."""
        return self.app.top is self

    def refresh(self) -> None:
        """Ask the table what is to be seen now, and play the film of what happened since."""
        before = self.view
        self.view = self.table.view()
        if self.view.walls != before.walls:
            self.area.renew()
        news = self.table.pop_animations()
        if self.session.match.by_hand:
            news = tuple(one for one in news if one.kind != "dice")
        if news and self.app.animated:
            self._behind = replace(before, prompt=None)
            self.film.show(before.units, news)
        self._update_buttons()
        self._update_log()
        self._update_prompt()
        self._update_deploying()
        self._warn()
        self._perhaps_end()
        self._perhaps_hide()

    def _update_deploying(self) -> None:
        """While an army is set up, its buttons take the place of the log."""
        self.deploying = None
        if is_deploying(self.view.commands):
            side = self.view.sides[self.session.match.position.side].word
            self.deploying = DeployPanel(
                self.look, self.looks, self.plan.lower, self.view.commands, side
            )

    def _perhaps_hide(self) -> None:
        """Draw the curtain when the side to act changes while something is hidden from somebody."""
        match = self.session.match
        side = match.position.side if match.game.hides(match.position) else None
        if side is not None and side != self._seated and (self._seated is not None or match.plies):
            from wargrid_pygame.screens.curtain import CurtainScreen

            self.film.skip()
            self._behind = None
            self.note, self.pointed = "", ()
            self.app.push(CurtainScreen(self.app, self))
        self._seated = side

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
        for row in self._rows:
            alike(row)

    def _update_log(self) -> None:
        log = self.shown.log
        if log is self._filled:
            return
        both = enumerate(zip(log, self._filled, strict=False))
        kept = next(
            (at for at, (line, before) in both if line is not before),
            min(len(log), len(self._filled)),
        )
        self._filled = log
        fresh = (self._log_row(at, line) for at, line in enumerate(log[kept:], kept))
        self.log.set_rows([*self.log.rows[:kept], *fresh])

    def _log_row(self, at: int, line: LogView) -> Row:
        text = (
            self.say("log.line", number=line.number, text=line.text) if line.number else line.text
        )
        return Row(text, f"log:{at}", self._ink(line.side))

    def _ink(self, side: int) -> str:
        """The colour of a side's lines: that of its tokens, light enough to be read."""
        if side < 0:
            return theme.MUTED
        return theme.readable(self.looks.side(self.view.sides[side].word).top, theme.SUNK)

    def _update_prompt(self) -> None:
        prompt = None if self.film.playing else self.view.prompt
        if prompt is None:
            self.prompt = None
        elif self.prompt is None or self.prompt.prompt is not prompt:
            box = self.plan.lower
            self.prompt = PromptPanel(
                self.look, self.words, self.looks, box, prompt, self.view.commands
            )

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
        self.panel.draw(surface, shown, self.session.clock.text)
        self._draw_lower(surface, shown)
        if self.area.covers_board:
            self.area.draw_minimap(surface)
        self.group.draw(surface)
        if self.prompt is not None:
            self.prompt.draw(surface)
        if self.keyboard.line is not None:
            self.keyboard.line.draw(surface)
        else:
            self.panel.draw_message(surface, *self._message())
        self.reload.draw(surface)

    def _scene(self) -> Scene:
        if self.film.playing:
            return scene.filmed(self.view, self.looks, self.film.moment())
        return scene.still(
            self.view, self.looks, self.mouse.hover, self.mouse.lit, self.by_keys, self.pointed
        )

    def _draw_lower(self, surface: pygame.Surface, shown: View) -> None:
        self.log.visible = self.prompt is None and self.deploying is None
        if self.prompt is not None:
            return
        if self.deploying is not None:
            self._draw_deploying(surface, self.deploying)
            return
        if shown.rolls:
            rolling, share = self._rolling()
            self.panel.draw_dice(surface, shown.dice, rolling, share)
        elif self.plan.slot.h:
            self.area.draw_ground(surface)
        self.log_panel.heading = "" if self.log.rows else self.say("log.title")
        self.log_panel.draw(surface)
        self.panel.draw_card(surface, shown.card, self.legend if shown.rolls else ())

    def _draw_deploying(self, surface: pygame.Surface, panel: DeployPanel) -> None:
        panel.draw(surface)
        rest = pygame.Rect(self.plan.lower)
        rest.update(rest.x, panel.used.bottom, rest.w, rest.bottom - panel.used.bottom)
        self.panel.draw_card(surface, self.view.card, self.legend, rest)

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
        return self.table.hint(), ""

    # Time

    @property
    def moving(self) -> bool:
        """While a film plays or a letter waits for its digit."""
        return self.film.playing or self.keyboard.patience.waiting

    @property
    def repeats(self) -> bool:
        """Only while a line is typed."""
        return self.keyboard.line is not None

    def tick(self, ms: int) -> bool:
        """Let the clock run while the game is on, and look after the files; True when another second is shown."""
        reloaded = self.reload.tick(ms)
        return (self.view.over is None and self.session.tick(ms)) or reloaded

    def update(self, ms: int) -> None:
        """Let the film run and the waiting letter wait."""
        if self.film.playing:
            self.film.update(ms)
            self._after_film()
        self.keyboard.update(ms)

    def _after_film(self) -> None:
        self._update_log()
        if not self.film.playing:
            self._behind = None
            self._update_prompt()
            self._perhaps_end()

    # Events

    def handle(self, event: pygame.event.Event) -> None:
        """Take a click or a key; whatever skips a film is obeyed as well, but for Space and Escape."""
        if self.reload.handle(event):
            return
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button <= 3
        if pressed or (event.type == pygame.KEYDOWN and event.key not in BARE):
            if self.film.playing:
                self.film.skip()
                self._after_film()
                if event.type == pygame.KEYDOWN and event.key in (pygame.K_SPACE, pygame.K_ESCAPE):
                    return
                if not self.on_top:
                    return
            self.note = ""
            self.pointed = ()
        if event.type in (pygame.KEYDOWN, pygame.TEXTINPUT):
            self.keyboard.handle(event)
        elif event.type in mouse.EVENTS:
            self.mouse.handle(event)

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
            self.refresh()

    def _open(self, name: str) -> None:
        from wargrid_pygame.screens.dialogs import HelpDialog, PauseDialog
        from wargrid_pygame.screens.rules import RulesScreen

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
        self.area.flip()

    def close(self) -> None:
        """Let the match go; its journal stays complete."""
        self.session.leave()


def _buttons(view: View) -> list[tuple[str, ...]]:
    """The buttons that make sense in this game, row by row."""
    rows = [row for row in BUTTONS if row[0] != "turn_left" or view.facings > 1]
    return [
        tuple("threats" if name == "end_turn" and not view.passes else name for name in row)
        for row in rows
    ]


def _is_large(view: View) -> bool:
    return view.columns * view.rows >= LARGE

"""The game screen: it shows a table and carries out the actions of its parts."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from wargrid import Diagnostic, RecordError
from wargrid.text import InputError
from wargrid_play.scenes import LAST_REST, REST
from wargrid_play.table import (
    STEPWISE,
    Reload,
    ReplayedAction,
    RulesChange,
    Session,
    Table,
    Trust,
    carry_out,
    downloads,
    low_text,
    save_as,
)
from wargrid_pygame.game.banner import Banner
from wargrid_pygame.game.input import Keyboard
from wargrid_pygame.game.screen_base import GameScreenBase
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.canvas import MOUSE
from wargrid_pygame.widgets.keys import BARE, presses
from wargrid_pygame.window import App, ScreenRequest

if TYPE_CHECKING:
    from wargrid_remote import RemoteSession, RemoteTable

SCREENS: Final[dict[str, str]] = {
    "help": "help", "rules": "rules", "menu": "pause", "players": "players", "result": "end",
    "talk": "talk",
}  # fmt: skip

GOES_ON: Final = (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER)
"""The keys that let a waiting computer player act."""

PICTURE: Final = pygame.K_F12
"""The key that saves a picture."""

LETS_GO: Final = 1000
"""The milliseconds after a move in which Escape opens no menu: it was meant to let go of a unit."""

SKIPS: Final = (pygame.K_SPACE, pygame.K_ESCAPE)
"""The keys that skip an animation."""


class GameScreen(GameScreenBase):
    """One match on the screen; only this class changes its own state."""

    def __init__(self, app: App, session: Session | RemoteSession, flipped: bool = False) -> None:
        super().__init__(app, session, flipped)
        self.reload = None if self.local is None else Reload(self, self._apply)
        self.banner: Banner | None = None
        self._seated: int | None = None
        self._end_shown = self.view.over is not None
        self._warned = False
        self._follows = False
        self._own = True  # the turn that it is at the beginning calls nobody
        self._hurries = False
        self._unseen_letter = False  # the text of a key that only skipped an animation follows
        self._again: deque[ReplayedAction] = deque()
        self._low: set[int] = set()
        """The sides with little time left on their clocks."""
        self._since = LETS_GO
        """The milliseconds since a move was seen."""
        self._dropped: int | None = None
        """The cell that a unit was just dragged from."""
        if session.told is not None:
            self._say(session.told(app.language), "refusal")
        if isinstance(session, Session):
            self._begin(session)

    def _begin(self, session: Session) -> None:
        if self.app.way_back and self.app.way_back[-1].name == "review":
            entry = self.say("review.return")
            self._say(self.say("note.tried", menu=self.key(pygame.K_F10), entry=entry))
        session.match.begin()
        if session.chooses and isinstance(self.table, Table):
            self.table.take_over()

    def layout(self) -> None:
        """Make board, panel and buttons, and show the moves made since."""
        super().layout()
        self.refresh()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw board and panel, and the banner on saved rules with errors."""
        super().draw(surface)
        if self.banner is not None:
            self.banner.draw(surface, self.style, self.plan.board)

    def _apply(self, change: RulesChange) -> None:
        if change.fresh:
            self.note = ""
        if change.close:
            self.app.pop()
        if change.session is not None:
            self._take_up(change.session)
        if change.restarted is not None:
            self.go_to("game", change.restarted, self.flipped, fresh=True)
        if isinstance(change.asks, Trust):
            self.go_to("trust", *change.asks)
        elif change.asks is not None:
            self.go_to("reload", self, *change.asks)
        if change.errors is not None:
            broken = change.errors.diagnostics
            self.banner = Banner(self, *change.errors) if broken else None
        if change.failed is not None:
            self._say(change.failed.text(self.app.language), "refusal")
        if change.said and (change.refused or not self.note):
            text = self.say(f"reload.{change.said}", **change.values)
            self._say(text, "refusal" if change.refused else "info")

    def _take_up(self, session: Session) -> None:
        seen = self.board.geometry
        self.session = session
        self.table.close()
        self.table = self._make_table()
        self.keyboard = Keyboard(self.table)
        self.looks = self._find_looks()
        self.animation.skip()
        self._behind, self.pointed = None, ()
        self.app.refresh()
        self.area.restore(seen)

    def complain(self, text: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        """Show a failure in the place of refusals, or errors over the board."""
        if diagnostics:
            what = "opened" if self.view.over is None else "opened_after"
            self.banner = Banner(self, what, diagnostics)
        else:
            self._say(text, "refusal")

    def tell(self, text: str) -> None:
        """Show what was done."""
        self._say(text)

    @property
    def on_top(self) -> bool:
        """Whether no dialog lies over the game."""
        return self.app.top is self

    def refresh(self) -> None:
        """Show the moves made since, and let the computer players act."""
        self._show_news()
        self.wake()

    def wake(self) -> None:
        """Let computer players think and, if their moves can be seen, move."""
        self.waits &= self.view.computer_acts
        if self.table.advance(play=self.on_top and not (self.animation.playing or self.waits)):
            goes_on = self.table.view().computer_acts
            self._show_news(REST if goes_on else 0.0)
            self._hurries &= goes_on
            self.waits = goes_on and self.app.settings.speed == STEPWISE
            if self.local is None and self._find_aim() != self.aim:  # in another language now
                self.layout()
        self.view = self.table.view()
        alone = len(self.view.seats) < 2 or self.app.settings.turn_board == "off"
        if not (alone or self.animation.playing or self.view.over) and self.area.faces_away():
            self.act("flip")
        self.buttons.update(self.view)
        self._update_thinking()
        self._follow()

    def _follow(self) -> None:
        """Save the news of a match far apart, and go on with the next match once both want one."""
        session = self.session
        if session.local is not None:
            return
        session.keep_news()
        self._hear(session.table)
        following = session.following
        if following is not None and self.view.over is not None and not self._follows:
            self._follows = True
            self.go_to("joining", following)

    def _hear(self, table: RemoteTable) -> None:
        """Show what others say, and call a player who looks elsewhere when the turn comes."""
        for remark in table.pop_remarks():
            self._say(table.remark_text(remark))
        own = any(side.to_act for side in self.view.sides if side.side in self.view.seats)
        if own and not self._own and len(self.view.seats) < len(self.view.sides):
            self.app.call(self.say("far.turn", game=self.view.ruleset_name))
        self._own = own

    def _show_news(self, rest: float = 0.0) -> None:
        """Read the table, and play the animation of the moves made since, then ``rest``.

        The last position of a game is seen for a while before the dialog on its end.
        """
        before = self.view
        self.view = self.table.view()
        if self.view.walls != before.walls:
            self.area.renew()
        news = self.table.pop_animations()
        if self.view.by_hand:
            news = tuple(one for one in news if one.kind != "dice")
        self._since = 0 if news and self.session.moved else self._since
        if news and self.app.animated and not self._hurries:
            self._behind = replace(before, prompt=None)
            rest = rest if self.view.over is None else LAST_REST
            self.animation.show(before.units, news, rest, self._dropped)
        self._dropped = None
        self.buttons.update(self.view)
        self.log.fill(self.displayed_view)
        self._update_prompt()
        self._update_deploying()
        self._update_guide()
        self._warn()
        self._maybe_end()
        self._maybe_hand_over()

    def _warn(self) -> None:
        trouble, silent = self.session.trouble, self.app.sounds.news()
        if silent:
            self._say(self.say("note.no_sound"))
        if trouble is not None and not self._warned:
            self._say(self.say("note.no_journal", why=trouble.text(self.words.language)), "refusal")
        self._warned = trouble is not None

    def _maybe_end(self) -> None:
        if self.view.over is None:
            self._end_shown = False
        elif not self._end_shown and not self.animation.playing:
            self._end_shown, self.note = True, ""  # a warning of the clock is out of date
            self.session.leave()
            if self.local is not None:
                self.app.note_result(self.local)
            self.app.sounds.play("victory")
            self.go_to("end", self)

    def _maybe_hand_over(self) -> None:
        """Hide everything when the side to act changes while a side has secrets."""
        view, side = self.view, None
        if len(view.seats) > 1 and any(one.hidden for one in view.sides):
            side = None if view.acting is None else view.acting.side
        begun = self._seated is not None or self.session.moved
        if side is not None and side != self._seated and begun:
            self.animation.skip()
            self._behind, self.note, self.pointed = None, "", ()
            self.go_to("handover", self)
        self._seated = side

    # Time

    @property
    def moving(self) -> bool:
        """Whether an animation plays or a letter waits for its digit."""
        return self.animation.playing or self.keyboard.reader.patience.waiting

    @property
    def repeats(self) -> bool:
        """Whether held keys act again: only while a line is typed."""
        return self.keyboard.line is not None

    def tick(self, ms: int) -> bool:
        """Count the time of play and watch the files; True when something has to be drawn again."""
        moves = self.animation.playing and self.session.moved
        self._since = 0 if moves else self._since + ms
        reloaded = self.watch_files(ms)
        if self.view.over is not None or self.app.hidden or self.animation.playing:
            return reloaded
        turned = self.session.tick(ms)
        self._warn_of_time()
        if self.table.view().over is not None:  # a clock has run out
            self.refresh()
        return turned or reloaded

    def _warn_of_time(self) -> None:
        """Say once that a side at this table has little time left."""
        low = {at for at, clock in enumerate(self.table.clocks) if clock.low}
        for side in sorted((low - self._low) & {*self.view.seats}):
            self.app.sounds.play("clock")
            self._say(low_text(self.view.sides[side].name, self.words.language), "refusal")
        self._low = low

    def watch_files(self, ms: int) -> bool:
        """Look whether rules or looks were saved; True if something has to be drawn again."""
        watched = None if self.animation.playing else self.reload
        return watched is not None and watched.tick(ms)

    def update(self, ms: int) -> None:
        """Let the animation run and the waiting letter wait."""
        if self.animation.playing:
            self.animation.update(ms)
            self._after_animation()
        command = self.keyboard.reader.patience.update(ms)
        if command:
            self.act(command)

    def _after_animation(self) -> None:
        if not self.animation.playing:
            self._replay_next()
        self.log.fill(self.displayed_view)
        if not self.animation.playing:
            self._behind = None
            self._update_prompt()
            self._maybe_end()
            self.wake()

    # Events

    def handle(self, event: pygame.event.Event) -> None:
        """Take a click or a key, which also skips an animation.

        Space and Escape only skip it, and with it the rest of a computer player's turn.
        """
        if self.banner is not None and self.banner.handle(event):
            self.banner = self.banner if self.banner.open else None
            return
        if event.type == pygame.TEXTINPUT and self._unseen_letter:
            self._unseen_letter = False
            return
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button <= 3
        if pressed or (event.type == pygame.KEYDOWN and event.key not in BARE):
            if self.animation.playing:
                self._again.clear()
                skips = event.type == pygame.KEYDOWN and event.key in SKIPS
                unseen = self.animation.waits_for_dice and self._ends_turn(event)
                self._hurries |= skips and self.animation.rests
                self.animation.skip()
                self._after_animation()
                self._unseen_letter = unseen
                if skips or unseen or not self.on_top:
                    return
            elif self.waits and self._lets_go_on(event):
                self.waits = False
                self.wake()
                return
            self.note = ""
            self.pointed, self.dice = (), None
        guided = None if self.bubble is None else self.bubble.handle(event)
        if guided is not None:
            self.act(guided)
            return
        if self.bubble is not None and self.bubble.covers(event):
            self.mouse.let_go()
            return
        if event.type == pygame.KEYDOWN and event.key == PICTURE:
            self._save_picture()
            return
        asks = self.prompt is not None and self.keyboard.line is None
        answer = self.prompt.press(event) if self.prompt and asks else None
        if answer is not None:
            if answer:
                self.act(answer)
        elif event.type in (pygame.KEYDOWN, pygame.TEXTINPUT):
            for action in self.keyboard.handle(event):
                if action == "menu" and self._means_to_let_go(event):
                    continue
                self.act(action)
                if action == "cancel":  # the next Escape means the menu
                    self._since = LETS_GO
                if not self.on_top:
                    return
        elif event.type in MOUSE:
            self._handle_mouse(event)

    def _means_to_let_go(self, event: pygame.event.Event) -> bool:
        """Return whether a key that opens the menu was meant for a unit that has just moved."""
        return event.key == pygame.K_ESCAPE and self._since < LETS_GO

    def _ends_turn(self, event: pygame.event.Event) -> bool:
        """Return whether a key would end the turn: a player means that only after the dice."""
        commands = (one for one in self.view.commands if one.name == "end_turn")
        return event.type == pygame.KEYDOWN and any(presses(event, one.key) for one in commands)

    def _lets_go_on(self, event: pygame.event.Event) -> bool:
        """Return whether a key or a click lets the computer player act."""
        if event.type == pygame.KEYDOWN:
            return event.key in GOES_ON
        places = self.plan.board, self.plan.message
        return event.button == 1 and any(place.collidepoint(event.pos) for place in places)

    def _handle_mouse(self, event: pygame.event.Event) -> None:
        above = self.prompt or self.deploying
        if event.type == pygame.MOUSEWHEEL:
            scrolled = self.prompt or self.card
            if scrolled.rect.collidepoint(event.pos):
                scrolled.scroll(-event.y * self.style.px(48))
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not above:
            held = (name for place, name in self.panel.held if place.collidepoint(event.pos))
            if (name := next(held, None)) is not None:
                self.act(name)
                return
        groups = [part.group for part in (above, self.thinking) if part is not None]
        groups.append(self.group)
        action = self.mouse.handle(event, groups)
        if event.type == pygame.MOUSEMOTION:
            self._hover(self.mouse.hover)
        elif event.type == pygame.MOUSEBUTTONDOWN and self.plan.board.collidepoint(event.pos):
            self.by_keys, self.keyboard.line = False, None
        if action is not None:
            self.act(action)

    def _hover(self, cell: int | None) -> None:
        self.table.hover(cell)
        self.view = self.table.view()

    def act(self, action: str) -> None:
        """Carry out an action of a part; all others are commands for the table."""
        name, _, value = action.partition(":")
        if self.local is None and name == "players":  # settled before the game
            self._say(self.say("note.far_away"), "refusal")
        elif name == "log":
            self._point_out(int(value))
        elif name in SCREENS:
            self.go_to(SCREENS[name], self)
        elif name == "save":
            self._ask_to_save()
        elif name == "copy":
            self._copy()
        elif name == "sound":
            self._toggle_sound()
        elif name == "review":
            self._review()
        elif name == "odds":
            self._toggle_odds()
        elif name == "guide":
            self._guide(value)
        elif name == "flip":
            self.flipped = not self.flipped
            self.area.flip()
        elif name == "zoom":
            self.area.zoom(int(value))
        elif name == "scroll":
            pixels = int(value) * self.style.px(40)
            asked = self.prompt is not None and self.prompt.scroll(pixels)
            if not asked and not self.card.scroll(pixels):
                self.log.scroll(pixels)
        elif name in ("cursor", "unit", "enter", "type"):
            self._act_by_keys(action)
        else:
            if name in ("cell", "drop"):
                self._dropped = self.view.selected if name == "drop" else None
                self.table.click(int(value))
            else:
                self.table.press(action)
            self.refresh()
            self._again.extend(self.table.pop_replay())
            self._replay_next()

    def _act_by_keys(self, action: str) -> None:
        carry_out(action, self.table, flipped=self.flipped)
        self.by_keys = True
        self.mouse.hover = None
        self.table.hover(None)
        self.refresh()
        if self.view.cursor is not None:
            self.area.show(self.view.cursor)

    def _point_out(self, number: int) -> None:
        """Point out the cells of a line of the log, with its dice, or show a turn again."""
        line = self.view.log[number]
        if line.heading:
            self.act(f"replay:{number}")
        else:
            self.pointed, self.dice = line.cells, self.table.dice_at(line)

    def _replay_next(self) -> None:
        """Show the next action again, if one is left."""
        self.again = bool(self._again)
        if self._again:
            action = self._again.popleft()
            self.dice = action.dice
            self.animation.show_again(action.units, action.steps)
            self._update_prompt()

    def _guide(self, wanted: str) -> None:
        if wanted == "play" and self.local is not None:
            self.app.open(partial(self.local.against, 1))
            return
        self.table.press(f"guide:{wanted}")
        if wanted == "leave" and self.local is not None:
            self.local.leave_guide()
        self.refresh()

    def _review(self) -> None:
        try:
            played = self.session.played()
        except RecordError as error:  # its game is not installed here
            self._say(error.text(self.words.language), "refusal")
            return
        if played is None:
            self._say(self.say("note.far_away"), "refusal")
        else:
            verdict = self.session.dice_note(self.words)
            if verdict is not None:
                self._say(verdict[0], "info" if verdict[1] else "refusal")
            self.go_to("review", *played, self.flipped, None, verdict[0] if verdict else "")

    def _toggle_odds(self) -> None:
        """Fold the odds of an attack into one line, or show all of them, from now on."""
        self.app.save_settings(odds="full" if self.app.settings.odds == "brief" else "brief")
        self.prompt = None
        self._update_prompt()

    def _toggle_sound(self) -> None:
        self.app.choose("sound", not self.app.settings.sound)
        failure = self.app.sounds.failure
        if failure:
            self._say(self.say("note.no_sound"), "refusal")
        else:
            self._say(self.say("note.sound_on" if self.app.settings.sound else "note.sound_off"))

    def _ask_to_save(self) -> None:
        """Ask for the name of a save; a game far apart can be saved only when it is over."""
        if self.local is None and self.view.over is None:
            self._say(RecordError("far_away").text(self.words.language), "refusal")
        else:
            title, name = self.say("saves.new_name"), self.table.save_name()
            self.go_to("value", title, name, self.save, "pause.save")

    def save(self, name: str = "") -> None:
        """Write the match into a separate file, and say which, or why that failed.

        A name with the ending of another program's files is written in their format.
        """
        try:
            written = self._save_as(name)
            path = self.session.save(name) if written is None else None
        except InputError as error:
            self._say(error.text(self.words.language), "refusal")
            return
        if path is not None:
            self._say(self.say("note.saved", name=path.name))
            self._update_thinking()

    def _save_as(self, name: str) -> Path | None:
        """Write the match in the format that a name says, and show where; None if it says none."""
        played = (self.local.match, self.local.header_now) if self.local else self.session.played()
        path = save_as(*played, name, downloads()) if played is not None else None
        if path is not None:
            self._say(self.app.found_at(path, self.say("note.written", path=path)))
        return path

    def _copy(self) -> None:
        """Ask what of the match is to be copied."""
        local = self.local
        try:
            played = (local.match, local.header_now) if local else self.session.played()
        except RecordError as error:
            self._say(error.text(self.words.language), "refusal")
            return
        if played is None:
            self._say(self.say("note.far_away"), "refusal")
        else:
            self.go_to("copy", *played, played[0].position)

    def _save_picture(self) -> None:
        """Save a picture of the board, with the question beside it: the odds of an attack."""
        whole = pygame.Surface(self.app.area.size)
        self.draw(whole)
        parts = [self.plan.board, *([self.prompt.rect] if self.prompt is not None else [])]
        drawn = pygame.Surface((sum(part.w for part in parts), parts[0].h))
        drawn.fill(theme.TABLE)
        left = 0
        for part in parts:
            drawn.blit(whole, (left, 0), part)
            left += part.w
        name = self.view.ruleset_name if self.local is None else self.local.header.ruleset
        text, saved = self.app.save_picture(drawn, name)
        self._say(text, "info" if saved else "refusal")

    def way_here(self) -> ScreenRequest | None:
        """Return the request that shows this match again; None for a match far away."""
        return ScreenRequest("game", (self.local, self.flipped)) if self.local else None

    def close(self) -> None:
        """Let the match go; its journal stays complete."""
        self.table.close()
        self.session.leave()

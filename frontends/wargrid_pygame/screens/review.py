"""The review of a match: every position again, the lead, and the luck of the dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, get_args

import pygame

from wargrid import Match, PluginError, RecordError
from wargrid.match import Header, NotesError, Ply, export_path, free_save_path, save_record
from wargrid_play.frontend import NoFrontend, replay_writer
from wargrid_play.looks import LooksError, looks_or_plain, mixed, readable
from wargrid_play.scenes import Arrow, RollingDice, Scene, place, resting_scene, shape_of
from wargrid_play.table import (
    MISTAKE,
    STAR,
    Analysis,
    HintView,
    Judge,
    LogView,
    Review,
    Step,
    Table,
    View,
    branched,
    now,
    person_names,
    read_seat,
    times_text,
)
from wargrid_pygame.drawing.backdrop import draw_side_panel
from wargrid_pygame.drawing.dice import draw_roll
from wargrid_pygame.game.board_area import BoardArea
from wargrid_pygame.game.layout import columns, lay_out
from wargrid_pygame.game.log_list import log_row
from wargrid_pygame.graphics import theme
from wargrid_pygame.graphics.text import flowed
from wargrid_pygame.widgets.basic import Button, Group, Label, Panel, fit_row
from wargrid_pygame.widgets.fields import FieldRow, ScrollList
from wargrid_pygame.widgets.plots import SCALE, LeadCurve, draw_bars
from wargrid_pygame.window import App, Screen, ScreenRequest

STEPS: Final = get_args(Step)
"""The buttons that go to another position, from the left."""

LINES: Final = ("try", "comment", "name", "delete", "leave")
"""The buttons that try other moves and change branches."""

WAYS_ON: Final = (("mistake", "what_if", "branch"), ("picture", "send", "copy", "save", "close"))

KEYS: Final = {
    (pygame.K_HOME, False): "first", (pygame.K_END, False): "last",
    (pygame.K_LEFT, False): "back_one", (pygame.K_RIGHT, False): "on_one",
    (pygame.K_LEFT, True): "turn_back", (pygame.K_RIGHT, True): "turn_on",
    (pygame.K_PAGEUP, False): "turn_back", (pygame.K_PAGEDOWN, False): "turn_on",
    (pygame.K_ESCAPE, False): "close", (pygame.K_F5, False): "save",
    (pygame.K_RETURN, False): "branch", (pygame.K_SPACE, False): "auto",
    (pygame.K_m, False): "mistake", (pygame.K_c, True): "copy", (pygame.K_t, False): "try",
    (pygame.K_F3, False): "comment", (pygame.K_F2, False): "name",
    (pygame.K_DELETE, False): "delete", (pygame.K_BACKSPACE, False): "leave",
}  # fmt: skip
"""The keys, with Ctrl or without."""

CURVE: Final = 104
LOW_CURVE: Final = 64
"""The height of the curve, in units, usually and in a low window."""

VERDICT: Final = 62
DICE: Final = 30
"""The heights of the rooms for the verdict and for the dice of a move, in units."""

STOPS_A_FRAME: Final = 25
"""The number of stops scored between two frames."""

PACE: Final = 700
"""The milliseconds for which a position is shown while the match plays by itself."""


class ReviewScreen(Screen):
    """One match, position by position; other moves that are tried are kept as its branches."""

    def __init__(
        self, app: App, match: Match, header: Header, flipped: bool = False, at: int | None = None,
        note: str = "", known: Judge | None = None, path: tuple[int, ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(app)
        self.header, self.flipped = header, flipped
        self.analysis = Analysis(match, path)
        self.looks = looks_or_plain(match.game, header.colours)
        self._known, self._saved = known, match.notes
        self._begin_line(at)
        self.note = note
        self._sending = False
        """Whether a page to send is about to be made."""
        self.auto = False
        self._shown_ms = 0

    def _begin_line(self, at: int | None) -> None:
        """Review the line shown; mistakes are sought in the game itself alone."""
        app, line = self.app, self.analysis.line
        names = person_names(tuple(map(read_seat, self.header.players)))
        self.review = Review(line, at)
        self.table = Table(self.review.shown, app.language, seats=(), names=names)
        self.whole = Table(line, app.language, seats=(), names=names)
        seconds = app.settings.thinking
        self.judge = (
            Judge(self.review, make=None)
            if self.analysis.path
            else app.judge(self.review, notify=app.wake, seconds=seconds, known=self._known)
        )
        self._known = self._known if self.analysis.path else self.judge
        self._trial: Table | None = None
        self._before: tuple[View, View] | None = None

    def _change_line(self, at: int) -> None:
        """Show another line, or one that has changed, at a position."""
        self.judge.close()
        self._begin_line(at)
        self.layout()

    def layout(self) -> None:
        """Make the board, the curve, the log and the buttons; no bars of luck if it is low."""
        px = self.style.px
        self.table.language = self.whole.language = self.words.language
        self.view: View = self.table.view()
        self.app.settings.apply_to(self.looks)
        shape = shape_of(self.view).span
        self.plan = lay_out(self.style, self.app.area, len(self.view.sides), 1, shape, 0)
        self.area = BoardArea(self.style, self.table, self.plan, self.looks, self.flipped)
        room = self.plan.panel.inflate(-2 * px(18), -2 * px(12))
        beside = None
        if self.plan.panel.x == self.plan.board.x:  # below a wide board
            room, beside = columns(self.style, room, 2)
        self.group = Group(self.style, self.plan.panel)
        title = pygame.Rect(room.x, room.y, room.w, px(32))
        branch = self.analysis.branch
        text = self.say("review.title", game=self.view.ruleset_name)
        if branch is not None:
            text = branch.name or self.say("review.branch_shown")
        self.group.add(
            Label(self.style, title, text, theme.HEADING, "title", theme.CREAM, middle=True)
        )
        self.head = pygame.Rect(room.x, title.bottom + px(4), room.w, px(24))
        high = LOW_CURVE if self.low or beside is not None else CURVE
        curve = pygame.Rect(room.x, self.head.bottom + px(6), room.w, px(high))
        inks = [readable(self.looks.side(side.word).top, theme.SUNK) for side in self.view.sides]
        legend = [self.say("review.leads", side=side.name) for side in self.view.sides]
        scale = [self.table.on_board(self.say("review.units", n=units)) for units in SCALE]
        stops = self.review.stops
        self.curve = self.group.add(LeadCurve(self.style, curve, stops, inks, legend, scale))
        self.signs = pygame.Rect(room.x, curve.bottom + px(2), room.w, px(18))
        steps = pygame.Rect(room.x, self.signs.bottom + px(4), room.w, px(34))
        self._add_row(STEPS, steps)
        ways = pygame.Rect(room.x, room.bottom - px(34), room.w, px(34))
        self._add_row(WAYS_ON[1], ways)
        ways = ways.move(0, -px(40))
        self._add_row(WAYS_ON[0], ways)
        ways = ways.move(0, -px(40))
        self._add_row(LINES, ways)
        dice = px(DICE + 6) if self.view.rolls else 0
        self.verdict = pygame.Rect(room.x, steps.bottom + px(6), room.w, px(VERDICT))
        self.verdict.h = max(px(22), min(px(VERDICT), ways.y - px(6) - dice - self.verdict.y))
        self.dice = pygame.Rect(room.x, self.verdict.bottom + px(6), room.w, 0)
        self.dice.h = px(DICE) if self.view.rolls else 0
        bars = 4 * px(20) if self.view.rolls and not self.low else 0
        self.bars = pygame.Rect(room.x, ways.y - px(10) - bars, room.w, bars)
        self.note_box = pygame.Rect(room.x, self.bars.y - px(30), room.w, px(24))
        box = pygame.Rect(room.x, self.dice.bottom + px(6), room.w, 0)
        box.h = self.note_box.y - px(6) - box.y
        if beside is not None:  # below a wide board a note takes the place of the signs
            box, self.note_box = beside, self.signs
        panel = self.group.add(Panel(self.style, box))
        self.lines = self.analysis.marked(self.whole.view().log)
        self.log = self.group.add(
            ScrollList(self.style, panel.inner(), self._rows(), size=theme.BODY)
        )
        self._show()

    def _add_row(self, names: tuple[str, ...], strip: pygame.Rect) -> None:
        row = []
        for name, rect in zip(names, columns(self.style, strip, len(names)), strict=True):
            label = "" if name in STEPS else self.say(f"review.{name}")
            button = Button(self.style, rect, name, label, primary=name == "branch")
            about = f"window.review.about.{name}"
            button.about = self.words.say(about) if self.words.has(about) else ""
            button.enabled = name not in LINES[2:] or bool(self.analysis.path)
            row.append(self.group.add(button))
        fit_row(row)

    def _rows(self) -> list[FieldRow]:
        marked = {stop: self.judge.signs(stop) for stop in self.review.stops}
        branches = self.analysis.rows(self.table.wording)
        rows = [self._branch_row(row.path, row.text) for row in branches if row.at == 0]
        self._places: list[int] = []
        """The row of each line of the log; the others are branches."""
        for number, line in enumerate(self.lines):
            self._places.append(len(rows))
            rows.append(self._row(line, "" if line.heading else marked.pop(line.plies, "")))
            if number + 1 == len(self.lines) or self.lines[number + 1].plies > line.plies:
                here = (row for row in branches if row.at == line.plies > 0)
                rows += [self._branch_row(row.path, row.text) for row in here]
        return rows

    def _branch_row(self, path: tuple[int, ...], text: str) -> FieldRow:
        action = f"line:{'.'.join(map(str, path))}"
        return FieldRow(f"↳ {text}", action, theme.GOLD, indented=True)

    def _row(self, line: LogView, signs: str) -> FieldRow:
        number = f"{line.number} " if line.number else ""
        text = f"{signs} {number}{line.text}" if signs else f"{number}{line.text}"
        return log_row(line, text, f"seek:{line.plies}", line.kind, self.view, self.looks)

    def _show(self) -> None:
        """Bring board, curve and log to the position shown."""
        self.view = self.table.view()
        self.curve.at = self.review.at
        self.curve.marks = self.review.turning_points()
        self.curve.scores = self.review.figures().scores
        self._mark_line()

    def _mark_line(self) -> None:
        """Choose the line of the move shown."""
        chosen = self.log.chosen
        known = self._places.index(chosen) if chosen in self._places else None
        line = self.review.line_of(self.lines, known)
        if line is None:
            self.log.chosen, self.log.offset = None, 0
        elif self._places[line] != chosen:
            self.log.choose(self._places[line])

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board and the panel."""
        self.area.board.draw(surface, self._scene())
        below = self.plan.panel.x == self.plan.board.x
        draw_side_panel(surface, self.plan.panel, below)
        over = self.view.over
        head = over.reason or over.headline if over else self.view.headline
        if self._better is not None:
            head = self.say("review.before", better=1, made=MISTAKE)
        self.group.write(surface, head, self.head, theme.BODY, "plain", theme.TEXT)
        if self.bars.h:
            self._draw_bars(surface)
        used = times_text(self.view.sides, self.header.used, self.words.language)
        long = self.note if self._is_long(self.note) else ""
        note = used if long else self.note or used
        if not (note and self.note_box is self.signs):
            legend = self.say("review.legend", star=STAR, mistake=MISTAKE)
            legend = self.judge.progress_text(self.table.wording) or legend
            self.group.write(surface, legend, self.signs, theme.SMALL, "plain", theme.MUTED)
        if long:
            self._draw_note(surface, long)
        else:
            self._draw_verdict(surface)
        self.group.write(surface, note, self.note_box, theme.BODY, "plain", theme.GOLD)
        self.group.draw(surface)  # last, for its tips lie over the rest

    @property
    def _better(self) -> HintView | None:
        """The better move of a mistake, if the board can show it."""
        better = self.judge.better(self.review.at, self.table.wording)
        return better if better is not None and better.cells else None

    def _scene(self) -> Scene:
        """Return the position shown; at a mistake the one before, the move made and the better.

        While a move is tried, it is the position with what is selected.
        """
        if self._trial is not None:
            return resting_scene(self._trial.view(), self.looks, None, None, False)
        better = self._better
        if better is None:
            return resting_scene(self.view, self.looks, None, None, False)
        scene = resting_scene(self._view_before(), self.looks, None, None, False)
        arrows = [self._arrow(better.cells, 1, better.facing)]
        made = self.view.last[-1].cells if self.view.last else ()
        if len(made) > 1:
            arrows.append(self._arrow(made, 0))
        return replace(scene, arrows=arrows)

    def _arrow(self, cells: Sequence[int], rank: int, facing: int | None = None) -> Arrow:
        places = [place(self.view, cell) for cell in cells]
        return Arrow(places, rank, facing, max(1, self.view.facings))

    def _view_before(self) -> View:
        """Return the view before the move shown, with the traces of that move."""
        at = self.review.at
        if self._before is None or self._before[0] is not self.view:
            self.review.seek(at - len(self.review.group(at)))
            self._before = self.view, replace(self.table.view(), last=self.view.last)
            self.review.seek(at)
        return self._before[1]

    def _is_long(self, note: str) -> bool:
        """Return whether a note, such as one with a path, needs more than its line."""
        return flowed(note, self.note_box.w, self.style.text(theme.BODY)).height > self.note_box.h

    def _draw_note(self, surface: pygame.Surface, note: str) -> None:
        """Write a long note into the place of verdict and dice."""
        box = self.verdict.union(self.dice)
        Panel(self.style, box).draw(surface)
        room = box.inflate(-2 * self.style.px(9), -2 * self.style.px(4))
        self.group.write(surface, note, room, theme.BODY, "plain", theme.GOLD)

    def _draw_verdict(self, surface: pygame.Surface) -> None:
        """Write the verdict on the move shown, and draw its dice."""
        panel = Panel(self.style, self.verdict)
        panel.draw(surface)
        quiet = self.say("review.quiet" if self.review.at else "review.start")
        ending = self.view.over if self.review.shown.ending is not None else None
        text = self.judge.verdict(self.review.at, self.table.wording) or quiet
        comment = self.analysis.shown_at(self.review.at)
        text = comment or text
        if ending is not None:  # no move leads here: the log's own line tells of the last one
            text = f"{ending.reason or ending.headline} {comment}".strip()
        is_told = ending is not None or comment or self.judge.kind(self.review.at)
        ink = theme.CREAM if is_told else theme.MUTED
        room = self.verdict.inflate(-2 * self.style.px(9), -2 * self.style.px(4))
        self.group.write(surface, text, room, theme.BODY, "plain", ink)
        dice = self.judge.dice(self.review.at, self.table.wording) if self.dice.h else None
        if dice is not None:
            roll = RollingDice(dice.faces, dice.hits, dice.die)
            wide = min(self.dice.w // 2, len(dice.faces) * self.dice.h * 5 // 4)
            bones = pygame.Rect(self.dice.x, self.dice.y, wide, self.dice.h)
            draw_roll(surface, bones, self.looks, roll)
            beside = pygame.Rect(bones.right, bones.y, self.dice.right - bones.right, bones.h)
            told = " · ".join(filter(None, (dice.caption, dice.expected)))
            self.group.write(surface, told, beside, theme.SMALL, "plain", theme.TEXT)

    def _draw_bars(self, surface: pygame.Surface) -> None:
        figures = self.review.figures()
        rows = []
        for side, view in enumerate(self.view.sides):
            ink = readable(self.looks.side(view.word).top, theme.PANEL)
            for kind, values in (("hits", figures.inflicted), ("due", figures.expected)):
                text = self.say(f"review.{kind}", side=view.name)
                shade = ink if kind == "hits" else mixed(ink, theme.SUNK, 0.5)
                rows.append((text, shade, float(values[side])))
        most, point = max(row[2] for row in rows), self.words.say("table.decimal_point")
        draw_bars(surface, self.style, self.bars, rows, most, point)

    # Time

    @property
    def moving(self) -> bool:
        """Whether figures are still to be read, or the match plays by itself."""
        busy = self.auto or self._sending or not self.review.complete
        return self.app.top is self and busy

    def update(self, ms: int) -> None:
        """Read more figures, and go on if the match plays by itself."""
        if self._sending:  # what is going on has been drawn
            self._sending = False
            self._save_replay()
        if not self.review.complete:
            self.review.read(STOPS_A_FRAME)
            self.curve.scores = self.review.figures().scores
            if self.review.complete:
                self.log.set_rows(self._rows())
                self._show()
                self.wake()
        if self.auto:
            self._shown_ms += ms
            if self._shown_ms >= PACE:
                self._shown_ms = 0
                self._go("on_one")
                self.auto = self.review.at < self.review.stops[-1]

    def wake(self) -> None:
        """Take the better move that was found, and look for the next one."""
        if self.app.top is self and self.judge.advance():
            self.log.set_rows(self._rows())

    def close(self) -> None:
        """End the search for better moves."""
        self.judge.close()

    # Events

    def handle(self, event: pygame.event.Event) -> None:
        """Take a key, the wheel over the board, or the action of a widget."""
        if event.type == pygame.KEYDOWN:
            ctrl = bool(event.mod & pygame.KMOD_CTRL)
            action = KEYS.get((event.key, ctrl))
            if action is not None:
                self.act(action)
                return
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        if pressed and self.plan.board.collidepoint(event.pos):
            cell = self.area.cell_at(event.pos)
            if cell is not None:
                self._try(lambda table: table.click(cell))
            return
        on_board = event.type == pygame.MOUSEWHEEL and self.plan.board.collidepoint(event.pos)
        if on_board:
            self._go("back_one" if event.y > 0 else "on_one")
            return
        super().handle(event)

    def act(self, action: str) -> None:
        """Go to a position, go on from it, or save it."""
        name, _, value = action.partition(":")
        self.note = ""
        was_trying = self._trial is not None
        if name not in ("answer", "auto"):
            self._let_go()
        if name in (*LINES, "line", "answer"):
            self._act_on_lines(name, value)
        elif name == "seek":
            self.review.seek(int(value))
            self.auto = False
            self._show()
        elif name in STEPS:
            self.auto = False
            self._go(name)  # type: ignore[arg-type]
        elif name == "auto":
            self.auto = not self.auto
        elif name == "mistake":
            self._go_to_mistake()
        elif name == "branch":
            self._branch()
        elif name == "what_if":
            self._branch(chooses=True)
        elif name == "save":
            self._save()
        elif name == "copy":
            self._copy()
        elif name == "picture":
            self._save_picture()
        elif name == "send":
            self.note, self._sending = self.say("review.sending"), True
        elif name == "close" and not was_trying:
            self._close()

    # Lines

    def _act_on_lines(self, name: str, value: str) -> None:
        """Try a move, show another line, or change the one shown."""
        analysis, say = self.analysis, self.say
        if name == "line":
            analysis.enter(tuple(map(int, value.split("."))))
            self._change_line(self.review.at)
            self.review.step(1)
            self._show()
        elif name == "answer":
            self._try(lambda table: table.press(value))
        elif name == "try":
            self.go_to("value", say("review.which_move"), "", self._type, "review.try")
        elif name == "comment":
            text = analysis.comment_at(self.review.at)
            self.go_to("value", say("review.which_comment"), text, self._comment,
                       "review.keep", 400)  # fmt: skip
        elif analysis.branch is not None and name == "name":
            self.go_to("value", say("review.which_name"), analysis.branch.name, self._name,
                       "review.keep")  # fmt: skip
        elif analysis.path and name == "delete":
            self._change_line(analysis.delete())
        elif analysis.path:
            self._change_line(analysis.leave())

    def _type(self, text: str) -> str | None:
        """Try a typed move; returns why it is none."""
        self._try(lambda table: table.type(text))
        return self.note or None

    def _comment(self, text: str) -> str | None:
        return self._change(partial(self.analysis.comment, self.review.at, text))

    def _name(self, text: str) -> str | None:
        return self._change(partial(self.analysis.rename, text))

    def _change(self, change: Callable[[], None]) -> str | None:
        """Change notes and show them; returns why they cannot be."""
        try:
            change()
        except NotesError:
            return self.say("review.full")
        self._change_line(self.review.at)
        return None

    def _try(self, does: Callable[[Table], None]) -> None:
        """Click or type on a board that goes on from the position shown; keep moves made there."""
        at = self.review.at
        if self._trial is None:
            match = self.review.branch()
            match.by_hand = False
            self._trial = Table(match, self.words.language, hints=False)
            self._trial.confirms = False
        trial, self.note = self._trial, ""
        does(trial)
        view = trial.view()
        plies = trial.match.plies[at:]
        if plies:
            self._keep(at, plies)
        elif view.prompt is not None:
            self.note = view.prompt.title
            answers = [FieldRow(text, f"answer:{name}") for name, text in view.prompt.options]
            self.log.set_rows(answers)
        elif view.message and view.tone == "refusal":
            self.note = view.message

    def _keep(self, at: int, plies: Sequence[Ply]) -> None:
        try:
            self._change_line(self.analysis.take(at, plies))
        except NotesError:
            self._let_go()
            self.note = self.say("review.full")

    def _let_go(self) -> None:
        """Try no move any more."""
        if self._trial is not None:
            self._trial = None
            self.log.set_rows(self._rows())
            self._mark_line()

    def _go(self, name: Step) -> None:
        self.review.go(name)
        self._show()

    def _close(self) -> None:
        """Leave; what was changed and not saved is asked about."""
        if self.analysis.match.notes == self._saved:
            self.app.pop()
        else:
            self.go_to("ask", self.say("review.leave_asked"), self.app.pop)

    def _go_to_mistake(self) -> None:
        """Go to the next mistake found, or after the last one to the first."""
        found = self.judge.next_mistake()
        self.auto = False
        if found is not None:
            before = self.review.at
            self.review.seek(found)
            self._show()
            if self.review.at == before and not self.judge.seeks:
                self.note = self.say("review.one_mistake")
        else:
            self.note = self.say("review.seeking" if self.judge.seeks else "review.no_mistake")

    def _branch(self, *, chooses: bool = False) -> None:
        """Play on from the position shown, as a separate match that leads back to these screens.

        To choose another move, it begins before the move shown.
        """
        back = tuple(filter(None, (screen.way_here() for screen in self.app.screens)))
        if chooses:
            self.review.step(-1)
        tried = branched(self.review, self.header, chooses=chooses)
        self.app.try_out(tried, back, self.flipped)

    def tell(self, text: str) -> None:
        """Show what was done."""
        self.note = text

    def way_here(self) -> ScreenRequest:
        """Return the request that shows this review again, at the same move, with its mistakes."""
        review = self.review
        known, path = self._known, self.analysis.path
        values = (self.analysis.match, self.header, self.flipped, review.at, self.note, known, path)
        return ScreenRequest("review", values)

    def _copy(self) -> None:
        """Ask what is to be copied: the position shown, or the game."""
        shown = self.review.shown.position
        self.go_to("copy", self.analysis.match, self.header, shown)

    def _save(self) -> None:
        path = free_save_path(f"{self.header.ruleset}-{now()}")
        try:
            save_record(path, self.analysis.match, self.header)
        except RecordError as error:
            self.note = error.text(self.words.language)
        else:
            self.note = self.say("note.saved", name=path.name)
            self._saved = self.analysis.match.notes

    def _save_replay(self) -> None:
        """Save the match as a page that can be sent to other people, and show where it is."""
        path = export_path("replays", self.header.ruleset, now(), ".html")
        try:
            replay_writer()(path, self.analysis.match, self.header, self.words.language)
        except NoFrontend:
            self.note = self.words.say("film.none")
        except (LooksError, PluginError, RecordError) as error:
            self.note = error.text(self.words.language)
        else:
            self.note = self.app.found_at(path, self.words.say("film.written", path=path))

    def _save_picture(self) -> None:
        board = self.area.board
        drawn = pygame.Surface(self.plan.board.size)
        whole = pygame.Surface(self.app.area.size)
        board.draw(whole, resting_scene(self.view, self.looks, None, None, False))
        drawn.blit(whole, (0, 0), self.plan.board)
        self.note = self.app.save_picture(drawn, self.header.ruleset)[0]

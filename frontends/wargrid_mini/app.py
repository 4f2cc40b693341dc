"""A whole frontend: the board as one picture, and beside it a column of texts and buttons.

It draws the view of a table, and gives it each click and key: ``docs/frontends.md`` says how.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from io import BytesIO
from itertools import chain

import pygame

from wargrid_play import frontend

PANEL, GAP, SIZE, SMALLEST, LARGEST = 400, 10, (1180, 760), 10, 15
FRAME = frontend.FRAME / 100
INK, DIM, GOLD, BAD = "#e8dcc0", "#a8997c", "#e5b84c", "#ff8a70"
GROUND, RAISED = "#1d1a16", "#3a332a"
BEAT, SECOND, REST, LONGEST = 100, 1000, 600, 3000  # milliseconds
HELD = (pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT)


def wake() -> None:
    """Let the loop look what a computer player has done; called in another thread."""
    if pygame.display.get_init():
        pygame.event.post(pygame.event.Event(pygame.USEREVENT))


def stroke(event: pygame.event.Event) -> frontend.Stroke:
    """Return a pressed key as the framework reads keys."""
    shift, ctrl, alt = (bool(event.mod & mask) for mask in HELD)
    name = pygame.key.name(event.key).replace("keypad ", "").replace(" ", "_")
    name = "enter" if name == "return" else name
    typed = event.unicode if event.unicode.isprintable() else ""
    return frontend.Stroke(name, typed or name if len(name) == 1 else typed, shift, ctrl, alt)


class Column:
    """Texts and buttons below each other, in letters of one size."""

    def __init__(self, width: int, letters: int) -> None:
        self.font = pygame.font.Font(frontend.FONTS / "DejaVuSans.ttf", letters)
        self.width, self.line = width, self.font.get_linesize()
        self.x = self.y = 0
        self.parts: list[tuple[pygame.Rect, pygame.Surface, str, str]] = []

    def text(self, text: str, ink: str = INK) -> None:
        """Write a paragraph."""
        self.end_row()
        line = ""
        for word in [*text.split(" "), None]:
            if line and (word is None or self.font.size(f"{line} {word}")[0] > self.width):
                drawn = self.font.render(line, True, ink)
                self.parts.append((drawn.get_rect(topleft=(0, self.y)), drawn, "", ""))
                self.y, line = self.y + self.line, ""
            line = f"{line} {word}".lstrip()

    def button(self, action: str, label: str, *, lit: bool = False) -> None:
        """Draw a button beside the last one, or below it where it does not fit."""
        drawn = self.font.render(label, True, GROUND if lit else INK)
        wide = min(drawn.get_width() + 2 * GAP, self.width)
        if self.x + wide > self.width:
            self.end_row()
        place = pygame.Rect(self.x, self.y, wide, self.line + 6)
        self.parts.append((place, drawn, GOLD if lit else RAISED, action))
        self.x = place.right + 5

    def end_row(self) -> None:
        """Go on below the buttons."""
        if self.x:
            self.x, self.y = 0, self.y + self.line + 11

    def show(self, surface: pygame.Surface, left: int, top: int) -> list[tuple[pygame.Rect, str]]:
        """Draw all of it on a surface; returns the place and the action of each button."""
        for place, drawn, ground, _ in self.parts:
            if ground:
                pygame.draw.rect(surface, ground, place.move(left, top), border_radius=6)
            surface.blit(drawn, drawn.get_rect(center=place.move(left, top).center))
        return [(place.move(left, top), action) for place, *_, action in self.parts if action]


def fitted(fill: Callable[[Column], None], letters: int, width: int, height: int) -> Column:
    """Return a filled column, in letters so small that it fits where that is possible."""
    column = Column(width, letters)
    fill(column)
    column.end_row()
    fits = column.y <= height and all(one[1].get_width() <= width for one in column.parts)
    return column if fits or letters <= SMALLEST else fitted(fill, letters - 1, width, height)


class Window:
    """One match in a window."""

    def __init__(self, session: frontend.Session, language: str) -> None:
        match = session.match
        match.begin()
        self.session, self.words, self.looks = session, frontend.catalog(language), session.looks()
        players = frontend.Opponents(match, session.seats, notify=wake, seated=session.seat)
        self.table = frontend.Table(match, language, opponents=players, clocks=session.clocks)
        self.table.confirms = True
        self.keys, self.clock = frontend.KeyReader(self.table.view), pygame.time.Clock()
        self.flipped, self.running = session.seen_flipped(False), True
        self.page = [session.told(language)] if session.told else []
        self.line: str | None = None
        self.hot: list[tuple[pygame.Rect, str]] = []
        self.pointed, self.scroll, self.rest = "", 0, 0
        self.cell, self.board = 1.0, pygame.Rect(0, 0, 0, 0)
        self.drawn: tuple[tuple[object, ...], pygame.Surface] = (), pygame.Surface((0, 0))

    def draw_board(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """Draw the board as large as it fits into a box, and rings where units are selected."""
        view = self.table.view()
        wide, high = (length + 2 * FRAME for length in frontend.shape_of(view).span)
        self.cell = min(box.w / wide, box.h / high)
        self.board.size = int(wide * self.cell), int(high * self.cell)
        self.board.center = box.center
        svg = frontend.board_svg(view, self.looks, flipped=self.flipped)
        if self.drawn[0] != (svg, self.board.size):
            png = BytesIO(frontend.png(svg, *self.board.size))
            self.drawn = (svg, self.board.size), pygame.image.load(png, "board.png")
        surface.blit(self.drawn[1], self.board)
        pointed = None if view.card is None else view.card.cell
        for cell, ink in ((view.selected, GOLD), (pointed, INK)):
            if cell is not None:
                x, y = frontend.shape_of(view).centre(view.places[cell], self.flipped)
                centre = pygame.Vector2(x + FRAME, y + FRAME) * self.cell + self.board.topleft
                pygame.draw.circle(surface, ink, centre, self.cell / 2, 2)

    def action_at(self, point: tuple[int, int]) -> str:
        """Return what a click asks for: what a button does, or a click on a cell, or nothing."""
        for place, action in self.hot:
            if place.collidepoint(point):
                return action
        view = self.table.view()
        x, y = (pygame.Vector2(point) - self.board.topleft) / self.cell
        cell = frontend.shape_of(view).cell_at(x - FRAME, y - FRAME, self.flipped)
        return "" if cell is None else f"cell:{view.places.index(cell)}"

    def _items(self, column: Column, items: Iterable[frontend.Item]) -> None:
        for item in items:
            if isinstance(item, frontend.Two):
                self._items(column, (item.left, item.right))
            elif isinstance(item, frontend.Chart):
                self._items(column, [frontend.Pair(bar.label, bar.note) for bar in item.bars])
            elif isinstance(item, frontend.Pair):
                column.text(self.words.say("window.pair", label=item.label, value=item.value))
            else:
                column.text(item.text, DIM if isinstance(item, frontend.Note) else GOLD)

    def _fill_head(self, column: Column) -> None:
        view, say = self.table.view(), self.words.say
        column.text(f"{view.ruleset_name} · {view.headline}", GOLD)
        for side in view.sides:
            clock = self.table.clocks[side.side].text if self.table.clocks else ""
            counters = (f"{label} {value}" for label, value in side.counters)
            facts = filter(None, (side.name, side.player, side.army, *counters, clock))
            column.text(" · ".join(facts), INK if side.to_act else DIM)
            held = [say("table.hand", unit=one.name, n=one.count) for one in side.hand if one.count]
            if held:
                column.text(say("window.side.hand", held=", ".join(held)), DIM)
            for arrival in side.arrivals:
                column.text(arrival.text, DIM)
        for paragraph in self.page:
            column.text(paragraph, DIM)
        if self.page:
            return
        seconds = int(self.table.thinking_seconds or 0)
        thinking = view.thinking and say("window.thinking", who=view.thinking, seconds=seconds)
        said = view.message or thinking or view.hint
        column.text(said, BAD if view.tone == "refusal" else INK)
        column.text("" if self.line is None else f"> {self.line}_", GOLD)
        if view.over is not None:
            column.text(f"{view.over.headline} {view.over.reason}", GOLD)
        self._fill_question(column, view)
        if view.dice is not None and view.prompt is None:
            column.text(f"{view.dice.caption} · {self.table.wording.faces(view.dice.faces)}")

    def _fill_question(self, column: Column, view: frontend.View) -> None:
        prompt, commands = view.prompt, [one for one in view.commands if one.enabled]
        if prompt is not None:
            self._items(column, frontend.prompt_items(prompt))
            column.text(" ".join(prompt.picked), GOLD)
            for number, (action, label) in enumerate(frontend.choices_of(prompt)):
                column.button(action, label, lit=number == prompt.chosen)
            commands = [one for one in commands if one.name in prompt.answers]
        for one in commands:
            if one.name.removeprefix("turn_") not in ("replay", *view.facing_words):
                key = f" [{one.shortcut}]" if one.shortcut else ""
                usual = prompt is not None and prompt.usual == one.name
                column.button(one.name, one.label + key, lit=one.chosen or usual)
        for key in () if prompt else ("button.rules", "button.help", "pause.flip"):
            column.button(key.partition(".")[2], self.words.say(f"window.{key}"))

    def _fill_card(self, column: Column) -> None:
        view = self.table.view()
        about = [one for one in view.commands if one.name == self.pointed and one.about]
        card = frontend.CardView(about[0].label, about[0].about, -1) if about else view.card
        if view.hints and not about:
            self._items(column, frontend.hint_items(view.hints, self.words))
        elif view.prompt is None and not self.page:
            self._items(column, frontend.card_items(card, dense=True))

    def draw_column(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """Draw the head, the card, and as much of the end of the log as there is room for."""
        letters = min(LARGEST, max(SMALLEST, box.h // 48))
        head = fitted(self._fill_head, letters, box.w, 10**6 if self.page else box.h)
        card = fitted(self._fill_card, letters, box.w, box.h - head.y - GAP)
        log, used = Column(box.w, max(SMALLEST, letters - 2)), head.y + card.y + 2 * GAP
        room = max(0, (box.h - used) // log.line)
        self.scroll = max(0, min(self.scroll, used - box.h))
        surface.set_clip(box)
        self.hot = head.show(surface, box.x, box.y - self.scroll)
        card.show(surface, box.x, box.y - self.scroll + head.y + GAP)
        for line in self.table.view().log[-room:] if room else ():
            log.text(f"{line.number} {line.text}", GOLD if line.heading else DIM)
        surface.set_clip((box.x, box.bottom - room * log.line, box.w, room * log.line))
        log.show(surface, box.x, box.bottom - log.y)
        surface.set_clip(None)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all of the window."""
        surface.fill(GROUND)
        area = surface.get_rect().inflate(-2 * GAP, -2 * GAP)
        panel = min(PANEL, area.w * 2 // 5)
        self.draw_board(surface, pygame.Rect(area.x, area.y, area.w - panel - GAP, area.h))
        self.draw_column(surface, pygame.Rect(area.right - panel, area.y, panel, area.h))

    def act(self, action: str) -> None:
        """Do what a click, a key or a button asks for; a few of these concern the window alone."""
        name, _, value = action.partition(":")
        if name == "scroll":
            self.scroll += 20 * int(value)
            return
        self.page, self.scroll = [], 0
        if name == "line":
            self.line = value
        elif name == "flip":
            self.flipped = not self.flipped
        elif name == "help":
            self.page = self.table.help_now()
        elif name == "rules":
            self.page = [text for part in self.table.rules() for text in part.paragraphs]
        else:
            frontend.carry_out(action, self.table, flipped=self.flipped)

    def handle(self, event: pygame.event.Event) -> None:
        """Take an event."""
        if event.type == pygame.QUIT:
            self.running = False
        elif event.type == pygame.MOUSEMOTION:
            self.pointed = self.action_at(event.pos)
            kind, _, cell = self.pointed.partition(":")
            self.table.hover(int(cell) if kind == "cell" else None)
        elif event.type == pygame.MOUSEWHEEL:
            self.act(f"scroll:{-event.y}")
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_RIGHT:
            self.act("cancel")
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self.act(self.action_at(event.pos))
        elif event.type == pygame.KEYDOWN:
            self._press(stroke(event))

    def _press(self, key: frontend.Stroke) -> None:
        text = "" if key.ctrl or key.alt else key.types
        if self.line is None:
            for action in chain(self.keys.press(key), self.keys.write(text)):
                self.act(action)
        elif key.name == "enter":
            line, self.line = self.line, None
            self.act(f"type:{line}")
        elif key.name == "escape":
            self.line = None
        else:
            self.line = self.line[:-1] if key.name == "backspace" else self.line + text

    def tick(self, ms: int) -> None:
        """Let clocks run, a letter become a command, and computer players think and move."""
        self.session.tick(ms)
        command = self.keys.patience.update(ms)
        if command:
            self.act(command)
        self.rest = max(0, self.rest - ms)
        if self.table.advance(play=not self.rest):
            self.rest = REST

    def step(self) -> None:
        """Draw, wait for events or for a moment, and let the time pass."""
        self.draw(pygame.display.get_surface())
        pygame.display.flip()
        hurries = self.rest or self.keys.patience.waiting
        for event in [pygame.event.wait(BEAT if hurries else SECOND), *pygame.event.get()]:
            self.handle(event)
        self.tick(min(self.clock.tick(), LONGEST))


def run(start: frontend.Start) -> int:
    """Play the game of a start until its window is closed; returns 0, or raises InputError."""
    session, picture = frontend.session_of(start), start.screenshot
    if session is None:
        raise frontend.CannotStart("window.no_menu")
    if picture is not None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"  # drawn out of sight
    try:
        pygame.display.init()
        pygame.font.init()
        driver = pygame.display.get_driver()
        if "SDL_VIDEODRIVER" not in os.environ and driver in ("dummy", "offscreen"):
            raise pygame.error(driver)  # without a display SDL draws out of sight
        surface = pygame.display.set_mode(start.size or SIZE, pygame.RESIZABLE)
        window = Window(session, start.language or frontend.preferred_language())
        while window.running and picture is None:
            window.step()
        if picture is not None:
            window.draw(surface)
            pygame.image.save(surface, picture)
        window.table.close()
    except pygame.error as error:
        key = "window.no_display" if picture is None else "window.no_picture"
        raise frontend.CannotStart(key, path=picture, why=error) from error
    finally:
        session.leave()
        pygame.quit()
    return 0

"""The board editor: a palette, the board being painted, totals, and the findings about it."""

from __future__ import annotations

from functools import partial
from typing import Final

import pygame

from wargrid_editor import KEYS, BoardError, Desk
from wargrid_play.scenes import ground_of, nearest_beyond, resting_scene
from wargrid_pygame.drawing.board import BoardView
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.canvas import MOUSE
from wargrid_pygame.widgets.basic import Button, Group, Label, Panel, fit_labels
from wargrid_pygame.widgets.fields import FieldRow, ScrollList
from wargrid_pygame.widgets.keys import ARROW_KEYS, presses
from wargrid_pygame.widgets.palette import Palette, Toolbox
from wargrid_pygame.window import App, Screen

LEFT: Final = 204
RIGHT: Final = 256
BUTTON: Final = 32
GAP: Final = 6
TOP: Final = 40
LOW: Final = 30
"""The widths of palette and panel, the heights of a button and of the lines above and below the
board, and the gaps, in units."""

ZOOM: Final = 1.15
BUBBLES: Final = ("palette", "board", "panel")
"""The explanations of the first time, one after the other."""

HELD: Final = pygame.KMOD_SHIFT | pygame.KMOD_CTRL | pygame.KMOD_ALT
"""The keys that change the command of an arrow."""

OWN_KEYS: Final = {
    "play": "space", "save": "ctrl+s", "board": "f10", "favour": "f4", "explain": "f1",
}  # fmt: skip
"""The keys of the window's own actions."""


class EditorScreen(Screen):
    """One board being painted; only ``desk`` knows the meaning of a click."""

    def __init__(self, app: App, desk: Desk) -> None:
        super().__init__(app)
        self.desk = desk
        desk.editor.language = app.language
        desk.wake = app.wake
        self.looks = desk.looks()
        app.settings.apply_to(self.looks)
        self.hover: int | None = None
        self.by_keys = False
        self.board: BoardView | None = None
        self.palette: Palette | None = None
        self._ground: object = None
        self._held = 0
        self._panned: tuple[int, int] | None = None
        self.bubble = None if app.settings.boards_explained else 0
        self.view = desk.editor.view()

    # Layout

    def layout(self) -> None:
        """Palette and tools at the left, the board in the middle, the panel at the right."""
        px, area = self.style.px, self.app.area
        self.desk.editor.language = self.app.language
        self.view = self.desk.editor.view()
        old = self.group.focus
        held = old.action if isinstance(old, Button) else type(old).__name__
        self.group = Group(self.style, area)
        gap = px(GAP)
        left = pygame.Rect(gap, gap, px(LEFT), area.h - 2 * gap)
        right = pygame.Rect(area.right - px(RIGHT) - gap, gap, px(RIGHT), area.h - 2 * gap)
        top = pygame.Rect(left.right + gap, gap, right.x - left.right - 2 * gap, px(TOP))
        low = pygame.Rect(top.x, area.h - px(LOW), top.w, px(LOW) - gap)
        self.frame = pygame.Rect(top.x, top.bottom + gap, top.w, low.y - top.bottom - 2 * gap)
        self.title_box, self.message_box = top, low
        self._add_palette(left)
        self._add_panel(right)
        self._fit()
        self._add_bubble()
        for child in self.group.children:
            if held in (getattr(child, "action", ""), type(child).__name__) and child.takes_focus:
                self.group.set_focus(child)

    def _add_palette(self, box: pygame.Rect) -> None:
        room = self.group.add(Panel(self.style, box)).inner()
        self.tools = Toolbox(self.style, room, self.view)
        for button in self.tools.buttons:
            self.group.add(button)
        sides = {side.side: side.word for side in self.view.board.sides}
        below = pygame.Rect(room.x, self.tools.line.bottom + self.style.px(GAP), room.w, 0)
        below.h = room.bottom - below.y
        offset = 0 if self.palette is None else self.palette.offset
        palette = Palette(self.style, below, self.view.palette, self.looks, sides, offset)
        palette.walls = frozenset(one.word for one in self.view.board.legend if one.wall)
        self.palette = self.group.add(palette)

    def _add_panel(self, box: pygame.Rect) -> None:
        px, gap = self.style.px, self.style.px(GAP)
        room = self.group.add(Panel(self.style, box)).inner()
        self.totals_box = pygame.Rect(room.x, room.y, room.w, px(46) * len(self.view.totals))
        rows = [
            [("undo", "undo"), ("redo", "redo")], [("next_symmetry", "symmetry")],
            [("board", "board"), ("favour", "favour")], [("save", "save"), ("play", "play")],
            [("explain", "help"), ("back", "back")],
        ]  # fmt: skip
        commands = {command.name: command for command in self.view.commands}
        top = room.bottom - len(rows) * (px(BUTTON) + gap) + gap
        self.buttons: list[Button] = []
        for at, row in enumerate(rows):
            wide = (room.w - (len(row) - 1) * gap) // len(row)
            for column, (action, icon) in enumerate(row):
                left = room.x + column * (wide + gap)
                rect = pygame.Rect(left, top + at * (px(BUTTON) + gap), wide, px(BUTTON))
                command = commands.get(action)
                label = command.label if command else self.say(f"editor.{action}")
                button = Button(self.style, rect, action, label, primary=action == "play")
                button.icon = icon if icon not in ("symmetry",) else "swap"
                button.enabled = command is None or command.enabled
                self.buttons.append(self.group.add(button))
        fit_labels(self.buttons)
        listed = pygame.Rect(room.x, self.totals_box.bottom + gap, room.w, 0)
        listed.h = top - gap - listed.y
        listed.inflate_ip(-2 * px(4), 0)
        self.findings = self.group.add(ScrollList(self.style, listed, (), size=theme.SMALL))
        self._list_findings()

    def _list_findings(self) -> None:
        rows = [
            FieldRow(
                finding.text,
                f"finding:{at}",
                theme.BAD if finding.error else theme.GOLD,
                icon="threats" if finding.cell is not None else "",
                indented=True,
            )
            for at, finding in enumerate(self.view.findings)
        ]
        if not rows:
            text = self.say("editor.judging" if self.view.judging else "editor.fine")
            rows = [FieldRow(text, colour=theme.MUTED)]
        self.findings.set_rows(rows)

    def _fit(self) -> None:
        """Draw the ground again if it changed; a board of the same size keeps its place."""
        below = ground_of(self.view.board, self.looks)
        box = (self.frame.x, self.frame.y, self.frame.w, self.frame.h)
        geometry = Geometry(below.shape).fitted(box, False)
        old = None if self.board is None else self.board.geometry
        if old is not None and old.shape == below.shape and tuple(old.area) == box:
            geometry = old
        if self.board is None or (below, box) != self._ground:
            self.board = BoardView(geometry, below)
            self._ground = below, box
        else:
            self.board.geometry = geometry

    def _add_bubble(self) -> None:
        if self.bubble is None:
            return
        px = self.style.px
        wide = min(px(430), self.app.area.w - px(40))
        box = pygame.Rect(0, 0, wide, px(150))
        spots = {
            "palette": (self.frame.x + px(10) + wide // 2, self.app.area.h // 3),
            "board": self.frame.center,
            "panel": (self.findings.rect.x - px(16) - wide // 2, self.app.area.h // 2),
        }
        name = BUBBLES[self.bubble]
        box.center = spots[name]
        box.clamp_ip(self.app.area)
        self.group.add(Panel(self.style, box, sunk=False))
        room = box.inflate(-2 * px(14), -2 * px(12))
        text = pygame.Rect(room.x, room.y, room.w, room.h - px(42))
        self.group.add(Label(self.style, text, self.say(f"editor.bubble.{name}"), theme.LARGE))
        rect = pygame.Rect(room.right - px(150), room.bottom - px(34), px(150), px(34))
        key = self.key(pygame.K_RETURN)
        label = self.say("editor.bubble.last" if name == BUBBLES[-1] else "guide.next")
        button = Button(self.style, rect, "bubble", label, key, primary=True)
        self.group.add(button)

    # Drawing

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board with its units and marks, and the panels around it."""
        surface.fill(theme.TABLE)
        view = self.view
        self._fit()
        assert self.board is not None
        scene = resting_scene(view.board, self.looks, self.hover, None, self.by_keys)
        self.board.draw(surface, scene)
        self.group.draw(surface)
        mark = " •" if view.changed else ""
        write = partial(self.group.write, surface)
        write(f"{view.title}{mark}", self.title_box, theme.HEADING, "title", theme.CREAM, "centre")
        write(self._brush_line(), self.tools.brush, theme.SMALL, "bold", theme.GOLD)
        ink = theme.BAD if view.tone == "refusal" else theme.TEXT
        write(view.message or self._hint(), self.message_box, theme.SMALL, "plain", ink)
        for at, total in enumerate(view.totals):
            box = pygame.Rect(self.totals_box.x, 0, self.totals_box.w, self.style.px(20))
            box.y = self.totals_box.y + at * self.style.px(46)
            side = self.looks.side(view.board.sides[total.side].word)
            swatch = pygame.Rect(box.x, box.y + 2, self.style.px(12), box.h - 4)
            svg.draw_box(surface, swatch, 3, side.top, side.top, theme.LINE)
            name = box.move(self.style.px(18), 0)
            write(total.name, name, theme.BODY, "bold", theme.CREAM)
            write(total.text, box.move(0, self.style.px(20)), theme.SMALL, "plain", theme.TEXT)

    def _brush_line(self) -> str:
        return (self.palette.tip if self.palette else "") or self.view.brush

    def _hint(self) -> str:
        names = self.view.board.cell_names
        shown = self.view.board.cursor if self.hover is None else self.hover
        cell = "" if shown is None or shown >= len(names) else names[shown]
        return f"{cell}   {self.say('editor.hint')}"

    # Events

    def handle(self, event: pygame.event.Event) -> None:
        """Take a stroke, a key, or a click on a button."""
        if self.bubble is not None:
            self._handle_bubble(event)
            return
        if event.type == pygame.KEYDOWN:
            self._press(event)
        elif event.type in MOUSE:
            self._point(event)
        self._refresh()

    def _handle_bubble(self, event: pygame.event.Event) -> None:
        keyed = event.type == pygame.KEYDOWN
        clicked = event.type == pygame.MOUSEBUTTONUP
        skips = keyed and event.key == pygame.K_ESCAPE
        goes_on = keyed and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
        if skips:
            self.bubble = len(BUBBLES) - 1
        if skips or goes_on or clicked:
            assert self.bubble is not None
            self.bubble = self.bubble + 1 if self.bubble + 1 < len(BUBBLES) else None
            if self.bubble is None:
                self.app.save_settings(boards_explained=True)
            self.layout()

    def _point(self, event: pygame.event.Event) -> None:
        editor = self.desk.editor
        inside = "pos" in event.dict and self.frame.collidepoint(event.pos)
        cell = self._cell_at(event.pos) if "pos" in event.dict else None
        if event.type == pygame.MOUSEMOTION:
            self.hover = cell if inside else None
            self._drag(cell, event.pos)
            if self._panned is not None and self.board is not None:
                right, down = event.pos[0] - self._panned[0], event.pos[1] - self._panned[1]
                self.board.geometry = self.board.geometry.panned(right, down)
                self._panned = event.pos
        elif event.type == pygame.MOUSEBUTTONUP and self._held == event.button:
            self._held = 0
            self._ended(editor.end())
            return
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 2:
            self._panned = None
        elif event.type == pygame.MOUSEWHEEL and inside and self.board is not None:
            by = ZOOM if event.y > 0 else 1 / ZOOM
            self.board.geometry = self.board.geometry.zoomed(by, event.pos)
            return
        elif event.type == pygame.MOUSEBUTTONDOWN and inside:
            self.by_keys = False
            self.group.set_focus(None)
            if event.button in (1, 3) and cell is not None:
                self._held = event.button
                beyond = self._beyond(event.pos)
                editor.begin(cell, erases=event.button == 3, beyond=beyond)
            elif event.button == 2:
                self._panned = event.pos
            return
        if not self._held:
            action = self.group.handle(event)
            if event.type == pygame.MOUSEBUTTONUP:
                self.group.set_focus(None)
            if action is not None:
                self.act(action)

    def _drag(self, cell: int | None, point: tuple[int, int]) -> None:
        """Go on with a stroke; one of edges paints where the pointer is near one."""
        editor = self.desk.editor
        if not self._held or cell is None:
            return
        if editor.paints_edges and editor.tool == "brush":
            beyond = self._beyond(point)
            if beyond is not None:
                editor.drag(cell, beyond=beyond)
        elif cell != editor.cursor:
            editor.drag(cell)

    def _beyond(self, point: tuple[int, int]) -> int | None:
        """Return the cell behind the edge that a point is near."""
        if self.board is None or not self.desk.editor.paints_edges:
            return None
        geometry = self.board.geometry
        x, y = (point[0] - geometry.left), (point[1] - geometry.top)
        found = nearest_beyond(
            geometry.shape, x / geometry.cell, y / geometry.cell, geometry.flipped
        )
        return None if found is None else self.view.board.places.index(found)

    def _cell_at(self, point: tuple[int, int]) -> int | None:
        if self.board is None:
            return None
        found = self.board.geometry.cell_at(point)
        places = self.view.board.places
        return places.index(found) if found in places else None

    def _press(self, event: pygame.event.Event) -> None:
        editor, focus = self.desk.editor, self.group.focus
        if event.key == pygame.K_TAB and not event.mod & pygame.KMOD_CTRL:
            self.group.handle(event)
            return
        if focus is not None and event.key == pygame.K_ESCAPE:
            self.group.set_focus(None)
            return
        action = self.group.handle(event) if focus is not None else None
        if action is not None:
            self.act(action)
            return
        if focus is not None and event.key in (*ARROW_KEYS, pygame.K_RETURN, pygame.K_SPACE):
            return
        if event.key in ARROW_KEYS and not event.mod & HELD:
            self.by_keys, self.hover = True, None
            editor.move_cursor(*ARROW_KEYS[event.key])
            if self.board is not None:
                at = self.view.board.places[editor.cursor]
                self.board.geometry = self.board.geometry.showing(at)
        elif event.key == pygame.K_ESCAPE:
            editor.cancel() if editor.painting else self.act("back")
        else:
            self._press_command(event)

    def _press_command(self, event: pygame.event.Event) -> None:
        if event.key in FUNCTION:
            self.act(FUNCTION[event.key])
            return
        for command, key in {**OWN_KEYS, **KEYS}.items():
            if presses(event, key):
                self.by_keys |= command == "paint"
                self.act(command)
                return

    def _ended(self, changed: bool) -> None:
        if changed:
            self.desk.changed()

    def _refresh(self) -> None:
        before = self.view
        self.view = self.desk.editor.view()
        if self.palette is not None:
            self.palette.set(self.view.palette)
        self.tools.update(self.view)
        labels = {command.name: command for command in self.view.commands}
        for button in self.buttons:
            if button.action in labels:
                button.label = labels[button.action].label
                button.enabled = labels[button.action].enabled
        if (before.findings, before.judging) != (self.view.findings, self.view.judging):
            self._list_findings()

    def act(self, action: str) -> None:
        """Carry out the action of a button or a key."""
        editor = self.desk.editor
        name, _, rest = action.partition(":")
        if action == "back":
            self.app.pop()
        elif action == "bubble":
            return
        elif action == "explain":
            self.bubble = 0
            self.layout()
        elif action == "save":
            self.go_to("value", self.say("editor.name"), editor.title, self.save, "pause.save")
        elif action == "play":
            self._play()
        elif action == "favour":
            self._weigh()
        elif action == "board":
            self.go_to("editor_board", self)
        elif name in ("counter", "option"):
            self._set_value(action)
        elif name == "finding":
            self._lead_to(int(rest))
        else:
            self.set(action)
        if self.app.top is self:
            self._refresh()

    def _set_value(self, command: str) -> None:
        """Take the next of a few values, or ask for one."""
        known = {each.command: each for each in self.desk.editor.view().settings}
        asked = known[command]
        if asked.following:
            self.set(f"{command}:{asked.following}")
        else:
            self.go_to("value", asked.name, asked.value, lambda text: self.set(f"{command}:{text}"))

    def set(self, command: str) -> None:
        """Let the editor carry out a command, and write the change into the draft."""
        editor = self.desk.editor
        before = editor.board
        editor.press(command)
        self._ended(editor.board is not before and not editor.painting)
        self._refresh()

    def _lead_to(self, number: int) -> None:
        cell = self.view.findings[number].cell
        if cell is not None and self.board is not None:
            self.desk.editor.cursor, self.by_keys = cell, True
            self.board.geometry = self.board.geometry.showing(self.view.board.places[cell])

    def _play(self) -> None:
        if self.desk.game() is None:
            errors = [finding for finding in self.desk.editor.view().findings if finding.error]
            self.desk.editor.say(errors[0].text if errors else "", "refusal")
        else:
            self.go_to("editor_play", self)

    def _weigh(self) -> None:
        favour = self.desk.favour or self.desk.weigh()
        if favour is None:
            self._play()  # which says why it cannot be played
        else:
            self.go_to("favour", favour, self.words.say("lobby.favour.title"))

    def save(self, name: str, overwrite: bool = False, losing: bool = False) -> None:
        """Save the board under a name; a file in the way, or lost comments, are asked about."""
        lost = self.desk.lost(name)
        if lost and not (overwrite or losing):
            text = self.say("editor.lost", comments=", ".join(lost))
            self.go_to("ask", text, partial(self.save, name, losing=True))
            return
        try:
            self.desk.save(name, overwrite=overwrite)
        except BoardError as error:
            text = error.text(self.words.language)
            if error.values.get("own"):
                question = "changed" if error.code == "changed" else "replace"
                text = self.say(f"editor.{question}", name=name)
                self.go_to("ask", text, partial(self.save, name, True))
            else:
                self.desk.editor.say(text, "refusal")
        self._refresh()

    # Time

    @property
    def moving(self) -> bool:
        """Whether the board waits to be judged."""
        return self.desk.waiting

    def update(self, ms: int) -> None:
        """Let time pass for the desk."""
        if self.desk.tick(ms):
            self._refresh()

    def wake(self) -> None:
        """Take a judgement that was made in the background."""
        self.desk.tick(0)
        self._refresh()

    @property
    def repeats(self) -> bool:
        """Whether held keys act again: they move the cursor."""
        return True

    def close(self) -> None:
        """Leave the board; unsaved changes stay in a draft."""
        self.desk.close()


FUNCTION: Final = {
    pygame.K_F1: "explain", pygame.K_F4: "favour", pygame.K_F5: "save", pygame.K_F10: "board",
}  # fmt: skip

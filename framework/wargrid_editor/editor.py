"""The editor: an open scenario, a brush, a tool, a selection and a history, without a pixel."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from wargrid.ruleset.board.layout import MOST
from wargrid.source.diagnostics import RulesetError
from wargrid.text import catalog, integer, printable
from wargrid_editor.board import (
    EDGES,
    SYMMETRIES,
    Board,
    Mirror,
    Size,
    Symmetry,
    cleared,
    renamed,
)  # fmt: skip
from wargrid_editor.judging import Judgement, judge
from wargrid_editor.scenario import Scenario
from wargrid_editor.strokes import Strokes
from wargrid_editor.tools import (
    TOOLS,
    Brush,
    painted,
    turned_brush,
)  # fmt: skip
from wargrid_editor.view import (
    EditorView,
    PaletteEntry,
    board_view,
    counters,
    finding_view,
    palette,
    totals,
)  # fmt: skip
from wargrid_editor.walls import draw_walls, draws_walls, wall_options
from wargrid_play.table.view import CommandView, MarkView
from wargrid_play.table.wording import key_text

KEYS: Final = {
    "tool:brush": "b", "tool:line": "l", "tool:rectangle": "k", "tool:fill": "f",
    "tool:pick": "p", "tool:select": "s", "next_symmetry": "m", "turn": "r", "erase_here": "delete",
    "next_brush": "page_down", "previous_brush": "page_up", "more": "+", "less": "-",
    "undo": "ctrl+z", "redo": "ctrl+y", "copy": "ctrl+c", "cut": "ctrl+x", "paste": "ctrl+v",
    "grow:north": "ctrl+up", "grow:east": "ctrl+right", "grow:south": "ctrl+down",
    "grow:west": "ctrl+left", "trim:north": "ctrl+shift+up", "trim:east": "ctrl+shift+right",
    "trim:south": "ctrl+shift+down", "trim:west": "ctrl+shift+left", "paint": "enter",
}  # fmt: skip
"""Commands with the key suggested for each."""


class Editor(Strokes):
    """An open scenario that is painted, judged and shown.

    Input never raises: an impossible command leaves its reason in the view's ``message``.
    """

    def __init__(
        self, scenario: Scenario, language: str = "en", board: Board | None = None
    ) -> None:
        self.scenario, self.language = scenario, language
        super().__init__(scenario, self._first_brush(), language, board)
        self.judgement: Judgement | None = None
        self.worth: Mapping[str, float] | None = None
        """The worth of a full unit of each type, once that is known."""
        self._judged: Board | None = None
        self._written: tuple[Scenario, Board, str, str] | None = None
        self._saved = self.text()

    def text(self) -> str:
        """Return the text of the scenario with the present board."""
        made, now = self._written, (self.scenario, self.board, self.title)
        if made is None or any(one is not other for one, other in zip(made, now, strict=False)):
            text = self.scenario.text(self.board, self.title, self.language)
            made = self._written = (*now, text)
        return made[3]

    @property
    def changed(self) -> bool:
        """Whether the board or its title differ from the file opened or saved last."""
        return self.text() != self._saved

    def _first_brush(self) -> Brush:
        entry = next(iter(palette(self.rules, Brush("erase"), catalog(self.language))))
        return self._brush_of(entry.command)

    # Commands

    def press(self, command: str) -> None:
        """Carry out a command of the view, or take up a brush of the palette."""
        self._unsay()
        name, _, rest = command.partition(":")
        made = {
            "tool": self._use, "grow": self._grow, "trim": self._trim, "symmetry": self._mirrors,
            "shape": self._shape, "counter": self._count, "option": self._option,
        }.get(name)  # fmt: skip
        plain = {
            "undo": self.undo, "redo": self.redo, "copy": self.copy, "cut": self._cut,
            "paste": self.paste, "paint": self.enter, "erase_here": self._erase_here,
            "turn": self._turn, "more": self._more, "less": self._less, "clear": self._clear,
            "next_brush": self._next_brush, "previous_brush": self._previous_brush,
            "next_symmetry": self._next_symmetry, "draw_walls": self.draw_walls,
        }.get(command)  # fmt: skip
        if plain is not None:
            plain()
        elif made is not None:
            made(rest)
        else:
            brush = self._brush_of(command)
            self.brush = brush
            self.tool = "brush" if self.tool in ("pick", "select") else self.tool

    def _brush_of(self, command: str) -> Brush:
        layer, _, rest = command.partition(":")
        word, _, side = rest.rpartition(":") if layer in ("unit", "zone") else (rest, "", "0")
        if layer in ("terrain", "edge"):
            return Brush("terrain" if layer == "terrain" else "edge", word)
        if layer == "unit":
            return Brush("unit", word, int(side))
        if layer == "zone":
            return Brush("zone", word, int(side))
        if layer == "marker":
            return Brush("marker", word, value=self._start_value(word))
        return Brush("men", value=1) if layer == "men" else Brush("erase")

    def _start_value(self, word: str) -> int:
        options = self.rules.ruleset.markers[word]
        return max(1, options.least) if options.holds == "number" else 1

    def _use(self, tool: str) -> None:
        self.cancel()
        self.tool = next(known for known in TOOLS if known == tool)

    def _cut(self) -> None:
        self.copy()
        cells = self.selection or (self.cursor,)
        self.change(painted(self.board, cells, Brush("unit", removes=True), self.rules, None))

    def _erase_here(self) -> None:
        cells = self.selection or (self.cursor,)
        self.change(painted(self.board, cells, Brush("erase"), self.rules, self._mirror))

    def _clear(self) -> None:
        self.change(cleared(self.board, self.rules.plain))

    def _grow(self, edge: str) -> None:
        self._resize(edge, 1)

    def _trim(self, edge: str) -> None:
        self._resize(edge, -1)

    @property
    def _has_points(self) -> bool:
        return self.board.size.shape == "points"

    def _resize(self, edge: str, by: int) -> None:
        if self._has_points:
            self._refuse("editor.refusal.points")
            return
        side = next(known for known in EDGES if known == edge)
        by *= self.board.size.step(side)
        board = self.board.resized(side, by, self.rules.plain)
        shift = by if side in ("south", "west") else 0
        moved_by = (0, shift) if side == "south" else (shift, 0)
        board = renamed(self.board, board, moved_by, self.rules.holds)
        if not self.change(board):
            self._refuse("editor.refusal.size", most=MOST)

    def _shape(self, wanted: str) -> None:
        """Change squares into hexes in ``rows`` or ``columns``, or back."""
        if self._has_points:
            self._refuse("editor.refusal.points")
            return
        size, faces = self.board.size, self.board.size.facing is not None
        fresh = Size(size.columns, size.rows, facing=4 if faces else None)
        if wanted in ("rows", "columns"):
            facing = 6 if faces else None
            shifted = "rows" if wanted == "rows" else "columns"
            fresh = fresh._replace(shape="hex", shifted=shifted, facing=facing)  # type: ignore[arg-type]
        grid = fresh.grid()
        forward = self.rules.forward(grid)
        if faces and max(forward) >= grid.facings:
            self._refuse("editor.refusal.ahead")
            return
        board = self.board.reshaped(fresh, forward, self.rules.plain)
        self.change(renamed(self.board, board, (0, 0), self.rules.holds))

    def _mirrors(self, wanted: str) -> None:
        symmetry = next(known for known in SYMMETRIES if known == wanted)
        if not self._fits(symmetry):
            self._refuse(f"editor.refusal.{'turned' if symmetry == 'turned' else 'mirrored'}")
        else:
            self.symmetry = symmetry

    def _next_symmetry(self) -> None:
        """Go on to the next symmetry that fits; the mirror between the armies comes first."""
        ranks = {"none": 0, self.between: 1, "turned": 3}
        order = sorted(filter(self._fits, SYMMETRIES), key=lambda each: ranks.get(each, 2))
        self.symmetry = order[(order.index(self.symmetry) + 1) % len(order)]

    def _fits(self, symmetry: Symmetry) -> bool:
        return symmetry == "none" or Mirror(self.board.grid, symmetry).fits

    def _turn(self) -> None:
        unit = self.board.at(self.cursor).unit
        grid = self.board.grid
        if grid.facings == 1:
            self._refuse("editor.refusal.facing")
        elif self.brush.layer == "unit":
            self.brush = turned_brush(self.brush, 1, grid, self.rules)
        elif unit is not None:
            brush = Brush("unit", unit.type, unit.side, (unit.facing + 1) % grid.facings)
            self.change(painted(self.board, (self.cursor,), brush, self.rules, self._mirror))

    def _more(self) -> None:
        self._step_value(1)

    def _less(self) -> None:
        self._step_value(-1)

    def _step_value(self, by: int) -> None:
        brush, ruleset = self.brush, self.rules.ruleset
        if brush.layer == "men":
            most = max(unit.men for unit in ruleset.units.values())
            self.brush = replace(brush, value=(brush.value + by - 1) % most + 1)
        elif brush.layer == "marker":
            options = ruleset.markers[brush.word]
            ends = {"side": (1, len(self.rules.sides)), "cell": (1, self.board.grid.cells)}
            least, most = ends.get(options.holds, (options.least, options.highest))
            value = brush.value + by
            fresh = least if value > most else most if value < least else value
            self.brush = replace(brush, value=fresh)

    def _count(self, wanted: str) -> None:
        """Change a marker of a side: ``WORD:SIDE:VALUE``."""
        word, side, text = wanted.split(":", 2)
        options = self.rules.ruleset.markers[word]
        number = integer(text.strip().replace("−", "-"))
        if number is None:
            self._refuse("editor.refusal.number", least=options.least, most=options.highest)
            return
        value = max(options.least, min(options.highest, number))
        others = [each for each in self.board.counters if each[:2] != (word, int(side))]
        fresh = [(word, int(side), value)] if value else []
        self.change(replace(self.board, counters=tuple(sorted([*others, *fresh]))))

    def _option(self, wanted: str) -> None:
        """Set an option of the ruleset, for walls by chance and for trials: ``NAME:VALUE``."""
        name, _, value = wanted.partition(":")
        try:
            self.scenario = self.scenario.with_option(name, value)
        except RulesetError as error:
            self.say(error.diagnostics[0].sentence(self.language), "refusal")
        self._judged = None

    def _next_brush(self) -> None:
        self._step_brush(1)

    def _previous_brush(self) -> None:
        self._step_brush(-1)

    def _step_brush(self, by: int) -> None:
        entries = [*palette(self.rules, self.brush, catalog(self.language))]
        now = next((at for at, each in enumerate(entries) if each.chosen), 0)
        self.press(entries[(now + by) % len(entries)].command)

    def draw_walls(self, seed: int | None = None) -> None:
        """Let chance draw the walls that the options of the ruleset allow, to be painted over."""
        terrains = self.rules.ruleset.terrains.items()
        wall = next((word for word, each in terrains if each.wall), None)
        board = replace(self.board, painted_walls=False)
        found = judge(self.scenario, self.scenario.text(board), board.grid).loaded
        if wall is None or found is None:
            self._refuse("editor.refusal.walls")
            return
        drawn = draw_walls(found.game(), random.randrange(1 << 30) if seed is None else seed)
        more = {cell: board.at(cell)._replace(terrain=wall) for cell in drawn}
        self.change(replace(board.changed(more), painted_walls=True))

    # Judgement and view

    @property
    def judging(self) -> bool:
        """Whether the board has changed since it was judged."""
        return self._judged is not self.board

    def judge(self) -> Judgement:
        """Judge the present board, with the checks of ``wargrid check``."""
        board = self.board
        found = judge(self.scenario, self.text(), board.grid)
        self.take(board, found)
        return found

    def take(self, board: Board, judgement: Judgement) -> None:
        """Take the judgement of a board."""
        self._judged, self.judgement = board, judgement
        if judgement.failure is not None:
            why = printable(str(judgement.failure), 200)
            self.say(catalog(self.language).say("editor.not_judged", why=why), "refusal")

    def set_unchanged(self) -> None:
        """Take the present board as unchanged."""
        self._saved = self.text()

    def saved(self, scenario: Scenario) -> None:
        """Go on with the scenario of the saved file; the history stays."""
        self.scenario, self.title = scenario, scenario.title(self.language)
        self._saved = self.text()
        self._judged = None  # the game that was loaded bears the name from before

    def view(self) -> EditorView:
        """Return everything to be drawn."""
        texts, judgement = catalog(self.language), self.judgement
        findings = () if judgement is None else judgement.findings
        shown = tuple(finding_view(each, self.rules, self.language) for each in findings)
        board = board_view(
            self.board, self.rules, self.language, self.title, tuple(self._marks()), self.cursor
        )
        entries = tuple(palette(self.rules, self.brush, texts))
        options, numbers = (
            wall_options(self.scenario, texts),
            counters(self.board, self.rules, texts),
        )
        return EditorView(
            board=board, title=self.title, palette=entries, tools=self._tools(),
            commands=self._commands(),
            totals=tuple(totals(self.board, self.rules, self.worth, texts)),
            findings=shown, judging=self.judging,
            playable=judgement is not None and not self.judging and not judgement.errors,
            changed=self.changed, selection=self.selection, brush=self._brush_text(entries),
            value=self.brush.value if self._has_value else None,
            settings=(*options, *numbers),
            message=self.message, tone=self.tone,
        )  # fmt: skip

    @property
    def _has_value(self) -> bool:
        return self.brush.layer in ("men", "marker")

    def _marks(self) -> Iterable[MarkView]:
        cells = self.board.grid.cells
        for each in () if self.judgement is None else self.judgement.findings:
            if each.cell is not None and each.cell < cells:
                yield MarkView(each.cell, "blocked" if each.is_error else "check")
        yield from (MarkView(cell, "special") for cell in self.selection)
        if self.brush.layer == "zone":
            for side in (0, 1) if self.brush.side < 0 else (self.brush.side,):
                yield from (MarkView(c, "range") for c in self.board.zone(self.brush.word, side))

    def _tools(self) -> tuple[CommandView, ...]:
        texts = catalog(self.language)
        return tuple(
            CommandView(
                f"tool:{tool}", texts.say(f"editor.tool.{tool}"), key, True, "",
                key_text(key, texts), chosen=tool == self.tool,
            )
            for tool in TOOLS
            for key in (KEYS[f"tool:{tool}"],)
        )  # fmt: skip

    def _commands(self) -> tuple[CommandView, ...]:
        texts = catalog(self.language)
        able = {
            "undo": bool(self._past), "redo": bool(self._future), "paste": bool(self.clip),
            "turn": self.board.grid.facings > 1, "more": self._has_value, "less": self._has_value,
        }  # fmt: skip
        names = ["undo", "redo", "copy", "cut", "paste", "turn", "more", "less"]
        names += ["next_symmetry", "clear"]
        names += ["draw_walls"] if draws_walls(self.scenario) else []
        if not self._has_points:
            names += [f"{verb}:{edge}" for verb in ("grow", "trim") for edge in EDGES]
            names += ["shape:square", "shape:rows", "shape:columns"]
        return tuple(
            CommandView(
                name, texts.say(f"editor.command.{name.replace(':', '.')}", which=texts.say(
                    f"editor.symmetry.{self.symmetry}")), key, able.get(name, True), "",
                key_text(key, texts),
            )
            for name in names
            for key in (KEYS.get(name, ""),)
        )  # fmt: skip

    def _brush_text(self, entries: tuple[PaletteEntry, ...]) -> str:
        texts, brush = catalog(self.language), self.brush
        label = next((each.label for each in entries if each.chosen), "")
        if brush.layer in ("unit", "zone") and brush.side >= 0:
            side = texts.of(self.rules.ruleset.side_name(brush.side))
            return texts.say("editor.of_side", name=label, side=side)
        if brush.layer == "marker":
            options = self.rules.ruleset.markers[brush.word]
            value = str(brush.value)
            if options.holds == "side":
                value = texts.of(self.rules.ruleset.side_name(brush.value - 1))
            return texts.say("editor.with_value", name=label, value=value)
        if brush.layer == "men":
            return texts.say("editor.with_value", name=label, value=brush.value)
        return label

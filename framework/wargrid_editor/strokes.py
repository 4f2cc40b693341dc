"""Strokes on a board: begun, dragged and ended, taken back and made again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from wargrid.text import catalog
from wargrid_editor.board import Board, Mirror, Symmetry, ahead
from wargrid_editor.reading import Rules
from wargrid_editor.scenario import Scenario
from wargrid_editor.tools import (
    Brush,
    Clip,
    Tool,
    borne,
    copied,
    crossed,
    edges_painted,
    filled,
    line,
    moved,
    outline,
    painted,
    picked,
    placed,
    with_images,
    without_edges,
)  # fmt: skip
from wargrid_play.table.view import Tone

_NO_TONE: Final[Tone] = ""


class Strokes:
    """One board being painted, the tool and the brush in hand, and the strokes made so far.

    A stroke is ``begin``, any number of ``drag`` and ``end``; it is one step of the history. Input
    never raises: an impossible stroke leaves its reason in the view's ``message``.
    """

    def __init__(
        self, scenario: Scenario, brush: Brush, language: str, board: Board | None
    ) -> None:
        assert scenario.board is not None
        self.scenario, self.language = scenario, language
        self.board = scenario.board if board is None else board
        self.title = scenario.title(language)
        self.tool: Tool = "brush"
        self.symmetry: Symmetry = "none"
        self.between = scenario.rules.mirror(scenario.board)
        """The mirror between the armies of the board when it was opened."""
        self.brush = brush
        self.cursor = self.board.grid.middle
        self.selection: tuple[int, ...] = ()
        self.clip: Clip = {}
        self._unsay()
        self._past: list[Board] = []
        self._future: list[Board] = []
        self._start: int | None = None
        self._last = 0
        self._erases = False
        self._before: Board | None = None
        self._shaping = False
        """Whether the stroke of the selecting tool shapes the selection and does not move it."""

    # State

    @property
    def rules(self) -> Rules:
        """The rules that the board is painted for."""
        return self.scenario.rules

    @property
    def strokes(self) -> int:
        """The number of steps that can be undone."""
        return len(self._past)

    # Strokes

    def begin(self, cell: int, *, erases: bool = False, beyond: int | None = None) -> None:
        """Begin a stroke at a cell; one that ``erases`` takes the brush's layer away.

        A brush of edges paints that to the cell ``beyond``, if there is one.
        """
        self.cancel()
        self._unsay()
        self.cursor, self._start, self._last, self._erases = cell, cell, cell, erases
        self._before = self.board
        if self.tool == "pick":
            self._pick(cell)
        elif self.tool == "fill":
            self._paint(filled(self.board, cell, self._used))
        elif self.tool == "brush":
            self._paint((cell,) if beyond is None or not self.paints_edges else (cell, beyond))
        else:
            self._shaping = cell not in self.selection
            self.drag(cell)

    def drag(self, cell: int, *, beyond: int | None = None) -> None:
        """Go on with a stroke to another cell; of edges, it paints that to the cell ``beyond``."""
        if self._start is None or self._before is None:
            return
        grid = self.board.grid
        self.cursor = cell
        if self.tool == "brush" and beyond is not None and self.paints_edges:
            self._paint((cell, beyond))
        elif self.tool == "brush":
            self._paint(line(grid, self._last, cell))
        elif self.tool == "line":
            self.board = self._before
            self._paint(line(grid, self._start, cell))
        elif self.tool == "rectangle":
            self.board = self._before
            self._paint(grid.box(self._start, cell))
        elif self.tool == "select":
            self._select(cell)
        self._last = cell

    def end(self) -> bool:
        """End a stroke; True if it changed the board."""
        if self._start is None or self._before is None:
            return False
        before, self._before, self._start = self._before, None, None
        return self._end_step(before)

    def cancel(self) -> None:
        """Give up a stroke that has begun."""
        if self._before is not None:
            self.board, self._before = self._before, None
        self._start = None

    @property
    def painting(self) -> bool:
        """Whether a stroke has begun and not ended."""
        return self._start is not None

    def stroke(self, cells: Iterable[int], *, erases: bool = False) -> bool:
        """Make a whole stroke over some cells; True if it changed the board."""
        first, *others = cells
        self.begin(first, erases=erases)
        for cell in others:
            self.drag(cell)
        return self.end()

    def enter(self) -> None:
        """Begin a stroke at the cursor, or end the one that has begun, as a key does."""
        if self.painting:
            self.end()
        else:
            self.begin(self.cursor)
            if self.tool not in ("line", "rectangle", "select"):
                self.end()

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cursor; a stroke that has begun goes along."""
        self.cursor = self.board.grid.moved(self.cursor, columns, rows)
        self.drag(self.cursor)

    @property
    def _used(self) -> Brush:
        return replace(self.brush, removes=True) if self._erases else self.brush

    @property
    def _mirror(self) -> Mirror | None:
        if self.symmetry == "none":
            return None
        return Mirror(self.board.grid, self.symmetry)

    @property
    def paints_edges(self) -> bool:
        """Whether the brush paints between cells."""
        return self.brush.layer == "edge"

    def _paint(self, cells: Iterable[int]) -> None:
        covered, before = [*cells], self.board
        if self.paints_edges:
            around = self.tool in ("rectangle", "fill")
            edges = outline(before.grid, covered) if around else crossed(covered)
            self.board = edges_painted(before, edges, self._used, self._mirror)
            return
        self.board = painted(before, covered, self._used, self.rules, self._mirror)
        if self.brush.layer == "erase" and self.board is before:
            self.board = without_edges(before, covered)

    def _pick(self, cell: int) -> None:
        self.brush, self.tool = picked(self.board.at(cell), self.rules), "brush"
        self._start = self._before = None

    def _select(self, cell: int) -> None:
        """Shape the selection, or move its contents if the stroke began inside it."""
        assert self._start is not None
        assert self._before is not None
        if self._shaping:
            self.selection = self.board.grid.box(self._start, cell)
        elif self.selection:
            self.board = moved(self._before, self.selection, self._start, cell, self.rules)

    def _end_step(self, before: Board) -> bool:
        if self.tool == "select" and self.board is not before:
            self.selection = ()
        self.board = borne(self.board, self.rules)
        if self.board == before:
            self.board = before
            return False
        self._past.append(before)
        self._future.clear()
        return True

    def change(self, board: Board) -> bool:
        """Take another board as one step; True if it differs."""
        self.cancel()
        before, self.board = self.board, board
        if board.grid is not before.grid:
            self.selection = ()
            self.cursor = min(self.cursor, board.grid.cells - 1)
            if self.rules.holds.get(self.brush.word) == "cell":
                self.brush = replace(self.brush, value=min(self.brush.value, board.grid.cells))
            if not Mirror(board.grid, self.symmetry).fits:
                self.symmetry = "none"
            self._turn_hand(before)
        return self._end_step(before)

    # History and clipboard

    def undo(self) -> bool:
        """Take the last stroke back; True if there was one."""
        self.cancel()
        if not self._past:
            return False
        self._future.append(self.board)
        self._return_to(self._past.pop())
        return True

    def redo(self) -> bool:
        """Make the stroke taken back last again; True if there was one."""
        self.cancel()
        if not self._future:
            return False
        self._past.append(self.board)
        self._return_to(self._future.pop())
        return True

    def _return_to(self, board: Board) -> None:
        before, self.board, self.selection = self.board, board, ()
        self.cursor = min(self.cursor, board.grid.cells - 1)
        self._turn_hand(before)

    def _turn_hand(self, before: Board) -> None:
        """Turn brush and copy forward on another kind of cells, with other facings."""
        kinds = ((size.shape, size.shifted, size.facing) for size in (before.size, self.board.size))
        if len({*kinds}) > 1:
            forward = self.rules.forward(self.board.grid)
            self.brush = replace(self.brush, facing=None)
            self.clip = {spot: ahead(cell, forward) for spot, cell in self.clip.items()}

    def copy(self) -> None:
        """Copy the selection, or the cell of the cursor."""
        self.clip = copied(self.board, self.selection or (self.cursor,), self.rules)

    def paste(self) -> bool:
        """Paste the copied part, from the cursor on, and its image in the mirror."""
        if not self.clip:
            return False
        fresh = placed(self.board.grid, self.clip, self.cursor)
        whole = with_images(self.board, fresh, Brush("erase"), self.rules, self._mirror)
        return self.change(self.board.changed(whole))

    def _unsay(self) -> None:
        self.message, self.tone = "", _NO_TONE

    def _refuse(self, key: str, **values: object) -> None:
        self.message, self.tone = catalog(self.language).say(key, **values), "refusal"

    def say(self, message: str, tone: Tone = "info") -> None:
        """Show a message until the next input."""
        self.message, self.tone = message, tone

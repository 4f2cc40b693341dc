"""Set up the position that a test draws: a whole board, a part of it, or the start of the game."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, NoReturn

from wargrid.authoring.ruletests.files import Tests
from wargrid.authoring.ruletests.models import RuleTest
from wargrid.authoring.ruletests.report import CellNames, Rows
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.engine.game import Game
from wargrid.match import (
    WALL_SIGN,
    NotationError,
    PositionError,
    looks_like_fen,
    picture,
    read_cell,
    read_place,
    read_position,
    read_value,
    write_position,
)
from wargrid.ruleset.board.diagram import DiagramError, diagram_rows, refuse_comments
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.source.document import diagnostic_at, inside_block
from wargrid.text import Message, catalog, did_you_mean, join_names

_PICTURE_KEYS: Final = ("corner", "elsewhere", "if_not_drawn")
"""The keys that only a test with a picture may have."""

_LINE_KEYS: Final = (
    "side", "actions", "turn", "men", "wounds", "markers", "hand", "aboard", "used", "pending",
)  # fmt: skip
"""The keys that a test with a FEN may not have."""


_GLUED: Final = re.compile(r"[.#].+|[A-Za-z.#]{3,}")
"""Several cells of a picture without spaces between them."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the board: the cells in each line of its picture, north first."""

    lines: tuple[tuple[int, ...], ...]

    def of(self, game: Game, position: Position) -> Rows:
        """Return the signs of this part."""
        rows = (line.split() for line in picture(position).splitlines())
        drawn = zip(game.grid.lines, rows, strict=True)
        signs = {cell: sign for line in drawn for cell, sign in zip(*line, strict=True)}
        return [[signs[cell] for cell in line] for line in self.lines]

    def has(self, cell: int) -> bool:
        """Return whether a cell of the board is in this part."""
        return any(cell in line for line in self.lines)

    @property
    def corner(self) -> int:
        """The south-west cell."""
        return min(cell for line in self.lines for cell in line)

    def names(self, game: Game) -> CellNames:
        """Return the names of the cells."""
        rows = [[game.grid.name(cell) for cell in line] for line in self.lines]
        first = min(game.grid.start(line[0]) for line in self.lines)
        starts = [[game.grid.start(cell) - first for cell in line] for line in self.lines]
        return CellNames(rows, starts)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as an author drew it: its signs, and their lines and columns from 1."""

    rows: Rows
    places: list[list[tuple[int, int]]]


def read_picture(text: str, *, ragged: bool = False) -> Picture:
    """Cut a picture into cells; ``ragged`` allows rows of different lengths.

    Raises:
        DiagramError: it is empty, or has rows of different lengths, comments or joined cells.
    """
    found = diagram_rows(text)
    refuse_comments(found, min((len(cells) for _, cells in found), default=0))
    width = len(found[0][1]) if found else 0
    for line, cells in found or [(1, [])]:
        if not cells or (len(cells) != width and not ragged):
            column, sign = cells[-1] if cells else (1, " ")
            size = {"found": len(cells), "columns": width}
            raise DiagramError(line, column, len(sign), "test_ragged", **size)
        glued = next((each for each in cells if _GLUED.fullmatch(each[1])), None)
        if glued is not None:
            raise DiagramError(line, glued[0], len(glued[1]), "test_glued")
    rows = [[sign for _, sign in cells] for _, cells in found]
    return Picture(rows, [[(line, column) for column, _ in cells] for line, cells in found])


class SetupContext:
    """A game and a file of its tests: reads cells and pictures, and reports errors in them."""

    def __init__(self, game: Game, tests: Tests) -> None:
        self.game = game
        self.tests = tests

    def wrong(
        self, place: Place, name: str, /, at: Literal["key", "value"] = "value", **values: object
    ) -> NoReturn:
        """Raise the error called ``name`` at a place of the tests."""
        raise RulesetError([self.tests.document.diagnostic(place, name, at, **values)])

    def refuse(self, place: Place, name: str, refusal: Refusal) -> NoReturn:
        """Raise the error called ``name`` with the reason of the notation.

        It is at the key if the reason concerns the key, else at the value.
        """
        own = (refusal.values.get("text"), refusal.values.get("cell"))
        values = _reason(refusal.code, refusal.values)
        self.wrong(place, name, "key" if place[-1] in own else "value", **values)

    def check_word(
        self,
        place: Place,
        word: str,
        known: Collection[str],
        name: str = "test_word",
        /,
        at: Literal["key", "value"] = "value",
        **values: object,
    ) -> None:
        """Raise the error called ``name`` unless a word is known."""
        if word not in known:
            near, names = did_you_mean(word, known) or "", join_names(known, 80)
            self.wrong(place, name, at, word=word, near=near, known=names, **values)

    def cell(self, place: Place, name: str) -> int:
        """Return the cell of this name. Raises RulesetError."""
        try:
            return read_cell(self.game.engine, name)
        except NotationError as error:
            self.refuse(place, "test_position", error.refusal)

    def picture(self, place: Place, text: str) -> Picture:
        """Return the picture at a place. Raises RulesetError."""
        try:
            return read_picture(text, ragged=self.game.grid.shape != "square")
        except DiagramError as error:
            raise RulesetError([self._in_picture(place, error, error.line, error.column)]) from None

    def rows(self, place: Place, drawn: Picture, window: Window) -> list[list[str]]:
        """Return the signs of a picture as the game's own pictures draw them.

        Raises:
            RulesetError: with an error for each letter or cell that cannot be read.
        """
        diagnostics: dict[object, Diagnostic] = {}
        rows: list[list[str]] = []
        for row in zip(drawn.rows, drawn.places, window.lines, strict=True):
            rows.append([])
            for sign, (line, column), cell in zip(*row, strict=True):
                try:
                    rows[-1].append(self._sign(sign, cell))
                except DiagramError as error:
                    found = self._in_picture(place, error, line, column)
                    diagnostics.setdefault((error.code, error.values.get("letter", cell)), found)
        if diagnostics:
            raise RulesetError(diagnostics.values())
        return rows

    def window(self, place: Place, drawn: Picture, corner: int) -> Window:
        """Return the part of the board that a picture covers from a corner. Raises RulesetError."""
        grid = self.game.grid
        lines = grid.part(corner, [len(row) for row in drawn.rows])
        if lines is None:
            self.wrong(
                place,
                "test_corner" if grid.shape == "square" else "test_hexes",
                columns=max(map(len, drawn.rows)),
                rows=len(drawn.rows),
                board=f"{grid.columns} x {grid.rows}",
                corner=grid.name(corner),
            )
        for signs, places, there in zip(drawn.rows, drawn.places, lines, strict=True):
            if len(signs) != len(there):
                at = min(len(signs), len(there) + 1) - 1
                size = {"found": len(signs), "columns": len(there)}
                error = DiagramError(*places[at], len(signs[at]), "test_row", **size)
                raise RulesetError([self._in_picture(place, error, error.line, error.column)])
        return Window(lines)

    def _sign(self, sign: str, cell: int) -> str:
        """Return a sign as the game's own pictures draw it. Raises DiagramError."""
        game = self.game
        is_wall = cell in game.engine.grounds[0].walls
        if sign in (".", WALL_SIGN):
            return "." if is_wall else sign
        unit = game.ruleset.find_letter(sign[0]) if sign[0].isalpha() else None
        if unit is None:
            units = game.ruleset.units.items()
            known = ", ".join(f"{unit.letter} ({word})" for word, unit in units)
            raise DiagramError(1, 1, len(sign), "picture_letter", letter=sign[0], known=known)
        signs = game.grid.facing_signs
        if sign[1:] and (sign[1:] not in signs or game.grid.facings == 1):
            arrows = " ".join(signs)
            raise DiagramError(1, 1, len(sign), "picture_facing", drawn=sign, arrows=arrows)
        if is_wall:
            raise DiagramError(1, 1, len(sign), "on_wall", cell=game.grid.name(cell))
        forward = game.engine.forward[0 if sign[0].isupper() else 1]
        return sign[0] if sign[1:] in signs and signs.index(sign[1:]) == forward else sign

    def _in_picture(self, place: Place, error: DiagramError, line: int, column: int) -> Diagnostic:
        """Return the error at a line and column of a picture, both from 1."""
        document = self.tests.document
        start = document.root.place(place, "value")
        location = inside_block(start, document.lines, line - 1, column - 1, error.length)
        values, name = dict(error.values), error.code
        if catalog("en").has(f"refusals.position.{error.code}"):
            values, name = _reason(f"position.{error.code}", values), "test_position"
        return diagnostic_at(location, name, document.lines, place, values=values)


def _reason(code: str, values: Mapping[str, object]) -> dict[str, Any]:
    """Return what is wrong and how to fix it, for a reason of the notation."""
    name = code.removeprefix("position.")
    what, fix = f"tests.what.{name}", f"tests.fix.{name}"
    known = catalog("en")
    found = {"what": Message(what if known.has(what) else f"refusals.{code}", values)}
    return {**found, "fix": Message(fix, values)} if known.has(fix) else found


def set_up(context: SetupContext, place: Place, test: RuleTest) -> tuple[Position, Window]:
    """Return the position a test begins with, and the part of the board that it draws.

    Raises:
        RulesetError: the picture or a key beside it does not fit the game.
    """
    grid = context.game.grid
    whole = Window(grid.lines)
    if test.board is None or looks_like_fen(test.board):
        if wrong := list(_without_picture(context, place, test)):
            raise RulesetError(wrong)
        lines = list(_lines(context, place, test))
        start = context.game.start()
        if test.board is None and not lines:
            return start, whole
        text = _without(start, lines) if test.board is None else test.board
        return _read(context, text, lines, place), whole
    at = (*place, "board")
    drawn = context.picture(at, test.board)
    corner = 0 if test.corner is None else context.cell((*place, "corner"), test.corner)
    window = context.window(at, drawn, corner)
    rows = context.rows(at, drawn, window)
    board = ["."] * grid.cells
    for name in test.elsewhere or {}:
        where: Place = (*place, "elsewhere", name)
        if window.has(context.cell(where, name)):
            context.wrong(where, "test_elsewhere", cell=name)
    if window != whole:
        _add_elsewhere(context, place, test, board, {sign[0] for row in rows for sign in row})
    for signs, line in zip(rows, window.lines, strict=True):
        for sign, cell in zip(signs, line, strict=True):
            board[cell] = sign
    return _read(context, grid.draw(board), list(_lines(context, place, test)), place), window


def _without(start: Position, lines: list[tuple[str, Place]]) -> str:
    """Write a position without the lines that others with one value replace."""
    words = {line.partition(":")[0] for line, _ in lines} & {
        "side", "actions", "turn", "pending", "aboard",
    }  # fmt: skip
    rows = write_position(start).splitlines()
    return "\n".join(row for row in rows if row.partition(":")[0] not in words)


def _without_picture(context: SetupContext, place: Place, test: RuleTest) -> Iterator[Diagnostic]:
    """Yield an error for each key that needs a picture, and for each wrong marker."""
    document = context.tests.document
    for key in (*_PICTURE_KEYS, *(_LINE_KEYS if test.board is not None else ())):
        if key in test.model_fields_set:
            yield document.diagnostic((*place, key), "test_lines", key=key)
    for word, values in test.markers.items():
        at: Place = (*place, "markers", word)
        try:
            context.check_word(at, word, _markers(context), at="key")
            for where, value in values.items():
                _read_mark(context, word, where, value, at)
        except RulesetError as error:
            yield from error.diagnostics


def _read_mark(context: SetupContext, word: str, where: str, value: object, at: Place) -> None:
    game = context.game
    marker = game.engine.markers[word]
    try:
        if marker.per != "unit":
            read_place(game.start(), marker, where)
        read_value(game.engine, marker, str(value))
    except NotationError as error:
        context.refuse(context.tests.written((*at, where)), "test_position", error.refusal)


def _markers(context: SetupContext) -> list[str]:
    return [marker.word for marker in context.game.engine.markers.rows if not marker.of_type]


def _add_elsewhere(
    context: SetupContext, place: Place, test: RuleTest, board: list[str], letters: set[str]
) -> None:
    file = context.tests.file
    for key in ("elsewhere", "if_not_drawn"):
        own: dict[str, str] | None = getattr(test, key)
        units: dict[str, str] = getattr(file, key) if own is None else own
        for name, sign in units.items():
            at: Place = (key, name) if own is None else (*place, key, name)
            cell = context.cell(at, name)
            ((found,),) = context.rows(at, Picture([[sign]], [[(1, 1)]]), Window(((cell,),)))
            if key == "elsewhere" or sign[0] not in letters:
                board[cell] = found


def _lines(context: SetupContext, place: Place, test: RuleTest) -> Iterator[tuple[str, Place]]:
    for key in ("side", "actions", "turn"):
        value = getattr(test, key)
        if value is not None:
            yield f"{key}: {value}", (*place, key)
    for key in ("men", "wounds"):
        yield from _per_unit(context, key, getattr(test, key), (*place, key))
    markers = _markers(context)
    for word, values in test.markers.items():
        at: Place = (*place, "markers", word)
        context.check_word(at, word, markers, at="key")
        for where, value in values.items():
            yield f"marker {word}: {where} {value}", context.tests.written((*at, where))
    for side, held in test.hand.items():
        for word, count in held.items():
            yield f"hand: {side} {word} {count}", (*place, "hand", side, word)
    for cell, carried in test.aboard.items():
        context.cell((*place, "aboard", cell), cell)
        for unit in carried:
            yield f"aboard: {cell} {unit}", (*place, "aboard", cell)
    limits = context.game.engine.limits.numbers
    for verb, units in test.used.items():
        at = (*place, "used", verb)
        context.check_word(at, verb, limits, at="key")
        yield from _per_unit(context, f"used {verb}", units, at)
    if test.pending is not None:
        yield f"pending: {test.pending}", (*place, "pending")


def _per_unit(
    context: SetupContext, key: str, units: Mapping[str, int], place: Place
) -> Iterator[tuple[str, Place]]:
    for cell, number in units.items():
        context.cell((*place, cell), cell)
        yield f"{key}: {cell} {number}", (*place, cell)


def _read(
    context: SetupContext, text: str, lines: list[tuple[str, Place]], place: Place
) -> Position:
    first = len(text.splitlines()) + 1
    try:
        return read_position(context.game, "\n".join([text, *(line for line, _ in lines)]))
    except PositionError as error:
        at = lines[error.line - first][1] if error.line >= first else (*place, "board")
        context.refuse(at, "test_position", error.refusal)

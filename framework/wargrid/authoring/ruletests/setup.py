"""Sets up what a test draws: a whole board, a part of it with others standing elsewhere, or the game's own start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NoReturn

from wargrid.authoring.ruletests.pictures import Drawn, Window, as_drawn, drawn
from wargrid.match.errors import PositionError
from wargrid.match.fen import looks_like_fen
from wargrid.match.position_text import read_position
from wargrid.ruleset.diagram import PictureError
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.source.document import diagnostic_at, inside_block
from wargrid.text.catalog import catalog
from wargrid.text.format import did_you_mean, join_names
from wargrid.text.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wargrid.authoring.ruletests.files import Tests
    from wargrid.authoring.ruletests.models import RuleTest
    from wargrid.core.position import Position
    from wargrid.core.refusal import Refusal
    from wargrid.engine.game import Game

LINES = ("side", "actions", "turn", "men", "wounds", "used")
"""What is said of a position beside its picture."""

OF_PICTURES = ("corner", "elsewhere", "if_not_drawn", *LINES)
"""What only a test that draws a picture can say."""


class SetupContext:
    """A game and a file of tests: where names of cells and pictures are looked up, and what is wrong with them."""

    def __init__(self, game: Game, tests: Tests) -> None:
        self.game = game
        self.tests = tests

    def wrong(self, place: Place, name: str, /, **values: object) -> NoReturn:
        """Raise the fault called ``name`` at a place of the tests."""
        document = self.tests.document
        raise RulesetError(
            [
                diagnostic_at(
                    document.root.place(place, "value"), name, document.lines, place, values=values
                )
            ]
        )

    def refused(self, place: Place, name: str, refusal: Refusal) -> NoReturn:
        """Raise the fault called ``name`` that tells a reason of the notation."""
        raise RulesetError([self.told(place, name, refusal.code, refusal.values)])

    def told(self, place: Place, name: str, code: str, values: Mapping[str, object]) -> Diagnostic:
        """The fault called ``name`` that tells a reason of the notation, at the key if it is about that."""
        at: Literal["key", "value"] = (
            "key" if place[-1] in (values.get("text"), values.get("cell")) else "value"
        )
        return self.tests.document.diagnostic(place, name, at=at, **_told(code, values))

    def cell(self, place: Place, name: str) -> int:
        """The cell of this name, which stands at a place. Raises RulesetError."""
        grid = self.game.grid
        if not grid.has(name):
            key = self.told(
                place, "test_position", "no_cell", {"text": name, "last": grid.name(grid.cells - 1)}
            )
            raise RulesetError([key])
        return grid.cell(name)

    def picture(self, place: Place, text: str) -> Drawn:
        """The picture at a place, cut into cells. Raises RulesetError."""
        try:
            return drawn(text)
        except PictureError as error:
            raise RulesetError([self._in_picture(place, error, error.line, error.column)]) from None

    def as_drawn(self, place: Place, picture: Drawn, window: Window) -> list[list[str]]:
        """The cells of a picture as the game's own pictures draw them. Raises RulesetError for all at once."""
        diagnostics: list[Diagnostic] = []
        rows: list[list[str]] = []
        for signs, places, names in zip(
            picture.rows, picture.places, window.names(self.game), strict=True
        ):
            rows.append([])
            for sign, (line, column), name in zip(signs, places, names, strict=True):
                try:
                    rows[-1].append(as_drawn(self.game, sign, self.game.grid.cell(name)))
                except PictureError as error:
                    diagnostics.append(self._in_picture(place, error, line, column))
        if diagnostics:
            raise RulesetError(diagnostics)
        return rows

    def window(self, place: Place, picture: Drawn, corner: int) -> Window:
        """The part of the board that a picture draws from its south-west corner. Raises RulesetError."""
        grid = self.game.grid
        row, column = divmod(corner, grid.columns)
        window = Window(column, row, picture.columns, len(picture.rows))
        if column + window.columns > grid.columns or row + window.rows > grid.rows:
            size, name = f"{grid.columns} x {grid.rows}", grid.name(corner)
            self.wrong(
                place,
                "test_corner",
                columns=window.columns,
                rows=window.rows,
                board=size,
                corner=name,
            )
        return window

    def _in_picture(self, place: Place, error: PictureError, line: int, column: int) -> Diagnostic:
        """The fault of a picture, at a line and column of its text, from 1."""
        document = self.tests.document
        mark = inside_block(
            document.root.place(place, "value"), document.lines, line - 1, column - 1, error.length
        )  # fmt: skip
        if not catalog("en").has(f"refusals.position.{error.code}"):
            return diagnostic_at(mark, error.code, document.lines, place, values=dict(error.values))
        values = _told(f"position.{error.code}", error.values)
        return diagnostic_at(mark, "test_position", document.lines, place, values=values)


def _told(code: str, values: Mapping[str, object]) -> dict[str, Any]:
    """A reason of the notation in a fault of a test: what is wrong, and what would be right if that is known."""
    name = code.removeprefix("position.")
    what, cure = f"tests.what.{name}", f"tests.cure.{name}"
    known = catalog("en")
    told = {"what": Message(what if known.has(what) else f"refusals.{code}", values)}
    return {**told, "cure": Message(cure, values)} if known.has(cure) else told


def set_up(ground: SetupContext, place: Place, test: RuleTest) -> tuple[Position, Window]:
    """The position a test begins with, and the part of the board that its pictures show.

    Raises:
        RulesetError: the picture or what is said of it does not fit the game.
    """
    grid = ground.game.grid
    whole = Window(0, 0, grid.columns, grid.rows)
    if test.board is None or looks_like_fen(test.board):
        said = [key for key in OF_PICTURES if key in test.model_fields_set]
        if said:
            ground.wrong((*place, said[0]), "test_lines", key=said[0])
        return (
            ground.game.start() if test.board is None else _read(ground, test.board, [], place)
        ), whole
    at = (*place, "board")
    picture = ground.picture(at, test.board)
    corner = 0 if test.corner is None else ground.cell((*place, "corner"), test.corner)
    window = ground.window(at, picture, corner)
    rows = ground.as_drawn(at, picture, window)
    board = [["."] * grid.columns for _ in range(grid.rows)]
    for name in test.elsewhere or {}:
        key: Place = (*place, "elsewhere", name)
        if window.has(*divmod(ground.cell(key, name), grid.columns)):
            ground.wrong(key, "test_elsewhere", cell=name)
    if window != whole:
        _fill(ground, place, test, board, {sign[0] for row in rows for sign in row})
    for number, row in enumerate(rows, grid.rows - window.row - window.rows):
        board[number][window.column : window.column + window.columns] = row
    text = "\n".join(" ".join(row) for row in board)
    return _read(ground, text, list(_lines(ground, place, test)), place), window


def _fill(
    ground: SetupContext, place: Place, test: RuleTest, board: list[list[str]], letters: set[str]
) -> None:
    """Draw who stands elsewhere on a board."""
    file = ground.tests.file
    always = file.elsewhere if test.elsewhere is None else test.elsewhere
    perhaps = file.if_not_drawn if test.if_not_drawn is None else test.if_not_drawn
    for key, own, said in (
        ("elsewhere", test.elsewhere, always),
        ("if_not_drawn", test.if_not_drawn, perhaps),
    ):
        for name, sign in said.items():
            at: Place = (key, name) if own is None else (*place, key, name)
            row, column = divmod(ground.cell(at, name), ground.game.grid.columns)
            one = Window(column, row, 1, 1)
            ((drawn_sign,),) = ground.as_drawn(at, Drawn([[sign]], [[(1, 1)]]), one)
            if key == "elsewhere" or sign[0] not in letters:
                board[-1 - row][column] = drawn_sign


def _lines(ground: SetupContext, place: Place, test: RuleTest) -> Iterator[tuple[str, Place]]:
    """The lines of a position after its picture, each with the place that it comes from."""
    for key in ("side", "actions", "turn"):
        value = getattr(test, key)
        if value is not None:
            yield f"{key}: {value}", (*place, key)
    for key in ("men", "wounds"):
        yield from _per_unit(ground, key, getattr(test, key), (*place, key))
    limits = tuple(ground.game.limits.numbers)
    for verb, units in test.used.items():
        if verb not in limits:
            at: Place = (*place, "used", verb)
            near, known = did_you_mean(verb, limits) or "", join_names(limits)
            raise RulesetError(
                [
                    ground.tests.document.diagnostic(
                        at, "test_word", "key", word=verb, near=near, known=known
                    )
                ]
            )
        yield from _per_unit(ground, f"used {verb}", units, (*place, "used", verb))


def _per_unit(
    ground: SetupContext, key: str, units: Mapping[str, int], place: Place
) -> Iterator[tuple[str, Place]]:
    for cell, number in units.items():
        ground.cell((*place, cell), cell)
        yield f"{key}: {cell} {number}", (*place, cell)


def _read(
    ground: SetupContext, text: str, lines: list[tuple[str, Place]], place: Place
) -> Position:
    first = len(text.splitlines()) + 1
    try:
        return read_position(ground.game, "\n".join([text, *(line for line, _ in lines)]))
    except PositionError as error:
        at = lines[error.line - first][1] if error.line >= first else (*place, "board")
        ground.refused(at, "test_position", error.refusal)

"""The keyboard: the cursor, options of a question, the round of units, and typed faces."""

from __future__ import annotations

from collections.abc import Sequence

from wargrid.engine.game import Game
from wargrid.match import Match
from wargrid_play.table.input.words import folded
from wargrid_play.table.state import NOTHING, OpenQuestion, movable_cells


def moved_cursor(match: Match, cursor: int | None, columns: int, rows: int) -> int:
    """Return the cursor moved on the board; the first time, a unit that can act, or the middle."""
    grid = match.game.grid
    if cursor is None:
        return next(iter(movable_cells(match)), grid.middle)
    return grid.moved(cursor, columns, rows)


def next_option(game: Game, question: OpenQuestion | None, step: int) -> int | None:
    """Return the number of the option ``step`` further, or None if there are no options."""
    if question is None or question.kind not in ("choice", "dice"):
        return None
    options = len(question.moves if question.kind == "choice" else question.faces(game))
    return (question.chosen + step + (step < 0 and question.chosen == NOTHING)) % options


def next_cell(cells: Sequence[int], here: int | None, step: int) -> int:
    """Return the cell ``step`` further in a round of cells, from a cell that may lie between."""
    if here is not None and here in cells:
        return cells[(cells.index(here) + step) % len(cells)]
    if step > 0:
        return next((cell for cell in cells if here is None or cell > here), cells[0])
    return next((cell for cell in reversed(cells) if here is not None and cell < here), cells[-1])


def read_faces(game: Game, question: OpenQuestion, text: str) -> tuple[list[str], str]:
    """Read typed faces: their keys, their names in any language, or the digits shown for them.

    Returns the faces that are known, and the first word that is none, else empty.
    """
    known: dict[str, str] = {}
    faces = question.faces(game)
    for number, face in enumerate(faces[:9], 1):
        known[str(number)] = face
    for face in faces:
        name = game.ruleset.face_name(face)
        for each in (face, *((name,) if isinstance(name, str) else name.values())):
            known[folded(each)] = face
    found: list[str] = []
    for word in text.replace(",", " ").split():
        parts = (word,) if folded(word) in known or not word.isdecimal() else tuple(word)
        for part in parts:
            if folded(part) not in known:
                return found, word
            found.append(known[folded(part)])
    return found, ""

"""Write and read the values of markers as text: in positions, rule tests and logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid.core.game_view import GameView
from wargrid.core.hands import HAND
from wargrid.core.marks import Marker
from wargrid.core.position import Position
from wargrid.match.errors import NotationError
from wargrid.text import integer, printable

NONE: Final = "none"
"""The value of a marker that holds no side or no cell."""


def marker_lines(position: Position) -> Iterator[str]:
    """Yield a line for each marker with other values than those of the start."""
    game = position.roster.game
    parts: dict[str, list[str]] = {}
    for marker, where, value in game.markers.changed(position) if position.marks else ():
        if marker.of_type:
            continue
        text = f"{write_place(game, marker, where)} {write_value(game, marker, value)}"
        parts.setdefault(marker.word, []).append(text)
    for word, values in parts.items():
        yield f"marker {word}: {', '.join(values)}"


def hand_line(position: Position) -> str:
    """Return the line of the hands: what differs from the start, ``white man 3, black man 4``."""
    sides: list[str] = list(position.roster.game.ruleset.sides)
    found = [
        f"{sides[side]} {word} {position.marks[marker.number][side]}"
        for side in range(len(sides))
        for word, marker in position.roster.game.markers.hands
        if position.marks[marker.number][side] != marker.start[side]
    ]
    return f"{HAND}: {', '.join(found)}" if found else ""


def read_held(game: GameView, text: str) -> tuple[Marker, int, int]:
    """Read what a side holds, ``white man 3``: the marker, the side and the number.

    Raises:
        NotationError: there is no such side, or no such type can be in a hand.
    """
    side, word, number = [*text.split(), "", "", ""][:3]
    at, hands = read_side(game, side), dict(game.markers.hands)
    if word not in hands:
        known = ", ".join(hands) or "-"
        raise NotationError("position.no_hand", text=printable(word), known=known)
    return hands[word], at, read_value(game, hands[word], number)


def write_place(game: GameView, marker: Marker, where: int) -> str:
    """Write who or what bears a value: ``c3``, ``red``, or ``red c3``."""
    sides: list[str] = list(game.ruleset.sides)
    if marker.per == "side":
        return sides[where]
    if marker.by_side:
        side, cell = divmod(where, game.grid.cells)
        return f"{sides[side]} {game.grid.name(cell)}"
    return game.grid.name(where)


def write_value(game: GameView, marker: Marker, value: int) -> str:
    """Write a value: a number, the word of a side, the name of a cell, or ``none``."""
    if marker.holds == "number":
        return str(value)
    if not value:
        return NONE
    sides: list[str] = list(game.ruleset.sides)
    return game.grid.name(value - 1) if marker.holds == "cell" else sides[value - 1]


def read_mark(position: Position, marker: Marker, text: str) -> tuple[int, int]:
    """Read a place and a value, ``c3 97``.

    Raises:
        NotationError: one of them does not fit the game and its marker.
    """
    place, _, value = text.strip().rpartition(" ")
    where = read_place(position, marker, place.strip())
    return where, read_value(position.roster.game, marker, value)


def read_place(position: Position, marker: Marker, text: str) -> int:
    """Read what ``write_place`` writes.

    Raises:
        NotationError: there is no such side or cell, or it does not bear the marker.
    """
    game = position.roster.game
    if marker.per == "side":
        return read_side(game, text)
    side_text, _, cell_text = text.rpartition(" ")
    cell = read_cell(game, cell_text)
    if marker.per == "unit":
        unit = position.board[cell]
        if unit <= 0:
            raise NotationError("no_unit_there", cell=cell_text)
        bears = position.type_of(unit).word in marker.types
    else:
        bears = cell in marker.cells
    if not bears:
        raise NotationError("position.marker_place", text=printable(text), marker=marker.word)
    return marker.place(cell, read_side(game, side_text)) if marker.by_side else cell


def read_value(game: GameView, marker: Marker, text: str) -> int:
    """Read what ``write_value`` writes.

    Raises:
        NotationError: it is no such value, or out of range.
    """
    if marker.holds == "number":
        value = integer(text)
        if value is None or not marker.least <= value <= marker.most:
            limits = {"least": marker.least, "most": marker.most}
            raise NotationError("position.number", text=printable(text), **limits)
        return value
    if text == NONE:
        return 0
    return 1 + (read_cell(game, text) if marker.holds == "cell" else read_side(game, text, NONE))


def read_side(game: GameView, text: str, *others: str) -> int:
    """Read the word of a side; the error names ``others`` as possible too.

    Raises:
        NotationError: there is no such side.
    """
    sides = list(game.ruleset.sides)
    if text not in sides:
        known = ", ".join((*sides, *others))
        raise NotationError("position.side", text=printable(text), known=known)
    return sides.index(text)


def read_cell(game: GameView, text: str) -> int:
    """Read the name of a cell.

    Raises:
        NotationError: there is no such cell.
    """
    if not game.grid.has(text):
        last = game.grid.name(game.grid.cells - 1)
        raise NotationError("no_cell", text=printable(text), last=last)
    return game.grid.cell(text)

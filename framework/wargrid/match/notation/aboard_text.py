"""What units carry, as text: ``c3 infantry men 7, c3 gun marker shells 2``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid.core.carrying import ABOARD, take_aboard
from wargrid.core.marks import Marker
from wargrid.core.position import Position
from wargrid.match.errors import NotationError
from wargrid.match.notation.marker_text import read_cell, read_value, write_value
from wargrid.text import printable, whole

__all__ = ["ABOARD", "aboard_line", "read_aboard", "written_aboard"]

_MEN: Final = "men"
_WOUNDS: Final = "wounds"
_USED: Final = "used"
_MARKER: Final = "marker"


def aboard_line(position: Position) -> str:
    """Return the line of what units carry, in the order of cells; empty where none does."""
    name = position.roster.grid.name
    found = written_aboard(position)
    parts = [f"{name(cell)} {text}" for cell, texts in found.items() for text in texts]
    return f"{ABOARD}: {', '.join(parts)}" if parts else ""


def written_aboard(position: Position) -> dict[int, list[str]]:
    """Return by the cell of a carrier each unit aboard: its type, and what differs from a new one.

    >>> written_aboard(position)
    {}
    """
    carrying = position.roster.game.carrying
    if carrying is None:
        return {}
    return {
        cell: [" ".join(_written(position, unit)) for unit in units]
        for cell, units in carrying.carriers(position)
    }


def _written(position: Position, unit: int) -> Iterator[str]:
    roster = position.roster
    game = roster.game
    yield roster.words[unit]
    if position.men[unit] != roster.full[unit]:
        yield f"{_MEN} {position.men[unit]}"
    if position.wounds[unit]:
        yield f"{_WOUNDS} {position.wounds[unit]}"
    for limit, number in game.limits.numbers.items():
        times = roster.used(position.used, unit, number)
        if times:
            yield f"{_USED} {limit} {times}"
    for marker in _markers(position, unit):
        value = position.marks[marker.number][unit]
        if value != marker.start_of.get(roster.words[unit], 0):
            yield f"{_MARKER} {marker.word} {write_value(game, marker, value)}"


def read_aboard(position: Position, text: str) -> None:
    """Take aboard, in a fresh position, the unit of a text such as ``c3 infantry men 7``.

    Raises:
        NotationError: no unit there carries such a unit, or has room, or its rest is not so.
    """
    roster = position.roster
    cell, word, *rest = [*text.split(), "", ""]
    at = read_cell(roster.game, cell)
    carrier, carrying = position.board[at], roster.game.carrying
    if carrier <= 0:
        raise NotationError("no_unit_there", cell=cell)
    values: dict[str, object] = {"cell": cell, "unit": printable(word)}
    if not carrying.takes(position, carrier, word):
        known = carrying.holds.get(roster.words[carrier])
        names = ", ".join(() if known is None else known.weights) or "-"
        raise NotationError("position.not_carried", **values, known=names)
    if carrying.room(position, carrier) < carrying.weight(position, carrier, word):
        raise NotationError("position.no_room", **values)
    unit = take_aboard(position, at, word)
    words = [each for each in rest if each]
    while words:
        words = _read_part(position, unit, words)


def _read_part(position: Position, unit: int, words: list[str]) -> list[str]:
    """Read one of the things in which a unit aboard differs from a new one; return the rest."""
    game, roster = position.roster.game, position.roster
    key, *rest = words
    if key in (_MEN, _WOUNDS) and rest:
        least = 1 if key == _MEN else 0
        most = roster.full[unit] if key == _MEN else roster.types[unit].hits_per_man - 1
        getattr(position, key)[unit] = _number(rest[0], least, most)
        return rest[1:]
    if key == _USED:
        for limit, number in game.limits.numbers.items():
            found = _after(rest, limit)
            if found:
                times = _number(found[0], 1, game.limits.full[limit])
                position.used += times * roster.usage_bits[number][unit]
                return found[1:]
    if key == _MARKER:
        for marker in _markers(position, unit):
            found = _after(rest, marker.word)
            if found:
                values = position.marks[marker.number][:]
                values[unit] = read_value(game, marker, found[0])
                number = marker.number
                position.marks = (*position.marks[:number], values, *position.marks[number + 1 :])
                return found[1:]
    raise NotationError("position.aboard", text=printable(" ".join(words)))


def _markers(position: Position, unit: int) -> list[Marker]:
    """Return the markers that a unit bears, without that of its carrier."""
    game, word = position.roster.game, position.roster.words[unit]
    number = game.carrying.number
    rows: tuple[Marker, ...] = game.markers.rows
    return [row for row in rows if row.per == "unit" and word in row.types and row.number != number]


def _after(words: list[str], name: str) -> list[str]:
    """Return what follows a name of one or more words, or nothing."""
    length = len(name.split())
    return words[length:] if " ".join(words[:length]) == name else []


def _number(text: str, least: int, most: int) -> int:
    number = whole(text)
    if number is None or not least <= number <= most:
        code = "position.only_number" if least == most else "position.number"
        raise NotationError(code, text=printable(text), least=least, most=most)
    return number

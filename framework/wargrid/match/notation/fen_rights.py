"""What a FEN says of moves with conditions: who may still castle, and the cell just passed.

``K`` and ``k`` are castling towards the last column by the first and the second side, ``Q`` and
``q`` towards the first column, each with the farthest friend there. The cell passed is that of a
mark by which an enemy of the side to act may be taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from wargrid.core.events import Event
from wargrid.core.game_view import GameView
from wargrid.core.marks import Marker
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.match.errors import PositionError
from wargrid.ruleset.units.conditional import Castle
from wargrid.ruleset.units.movement import SingleStep
from wargrid.ruleset.wants import Race

NONE: Final = "-"
"""What a FEN writes where there is nothing to say."""

_LETTERS: Final = "KQkq"


class _Castling(NamedTuple):
    """A unit and a friend that may castle while neither has the mark."""

    letter: str
    marker: Marker
    cells: tuple[int, int]


def castling_text(position: Position) -> str:
    """Write who may still castle, as ``KQkq``."""
    letters = {
        each.letter
        for each in _castlings(position)
        if not any(each.marker.value(position, cell) for cell in each.cells)
    }
    return "".join(letter for letter in _LETTERS if letter in letters) or NONE


def passed_text(position: Position) -> str:
    """Write the cell that an enemy of the side to act has just passed."""
    grid = position.roster.grid
    for marker in _left_markers(position.roster.game):
        for cell in range(grid.cells):
            if marker.value(position, marker.place(cell, 1 - position.side)):
                return grid.name(cell)
    return NONE


def countdown_text(position: Position) -> str:
    """Write what is left of a race that FENs tell, as `` 3+3``; nothing in other games."""
    game = position.roster.game
    return "".join(
        f" {race.number - marker.value(position, 0)}+{race.number - marker.value(position, 1)}"
        for race, marker in _countdowns(game)
    )


def countdown_events(game: GameView, fields: list[str]) -> Iterator[Event]:
    """Yield the events of such a field: ``2+3`` is what is left, ``+1+0`` what was done.

    Raises:
        PositionError: the game has no such race, or it is longer than that.
    """
    races = _countdowns(game)
    for field in fields:
        if len(fields) > 1:
            raise wrong("fen_fields", text=field)
        done = field.startswith("+")
        for race, marker in races:
            for side, number in enumerate(map(int, field.lstrip("+").split("+"))):
                if number > race.number:
                    raise wrong("fen_number", text=field, most=race.number)
                yield marker.mark(side, number if done else race.number - number)


def _countdowns(game: GameView) -> list[tuple[Race, Marker]]:
    races = (victory.countdown for victory in game.ruleset.victory)
    return [(race, game.markers[race.marker]) for race in races if race is not None]


def rights(position: Position, castling: str, passed: str) -> Iterator[Event]:
    """Yield the events that give a position the marks of these two fields.

    Raises:
        PositionError: a side cannot castle so, or no enemy can have passed the cell.
    """
    game = position.roster.game
    if castling != NONE or _castlers(game):
        yield from _castling_events(position, "" if castling == NONE else castling)
    if passed != NONE:
        yield _passed_event(position, passed)


def rights_of(game: GameView) -> set[str]:
    """Return the markers that these two fields carry."""
    return {*_castlers(game).values(), *(marker.word for marker in _left_markers(game))}


def _castlers(game: GameView) -> dict[str, str]:
    """Return the types that may castle while they have no mark, with its marker."""
    ways = ((word, way) for word, unit in game.ruleset.units.items() for way in unit.move)
    return {word: way.unless for word, way in ways if isinstance(way, Castle) and way.unless}


def _left_markers(game: GameView) -> list[Marker]:
    """Return the markers whose leavers may be taken."""
    ways = (way for unit in game.ruleset.units.values() for way in unit.move)
    steps = (way for way in ways if isinstance(way, SingleStep) and way.takes == "leaver")
    return [game.markers[word] for word in dict.fromkeys(step.onto for step in steps) if word]


def _castlings(position: Position) -> list[_Castling]:
    """Find the units that may castle once they have no mark, with the farthest friend each way."""
    game = position.roster.game
    castlers = _castlers(game)
    found: dict[tuple[int, str], _Castling] = {}
    for unit in position.standing():
        if unit.type.word not in castlers:
            continue
        marker = game.markers[castlers[unit.type.word]]
        for each in game.tables.conditions.of(unit.type, unit.side, unit.cell, unit.facing):
            for partner, word in each.friends if each.along else ():
                other = position.board[partner]
                friends = position.roster.friendly[unit.side]
                if friends[other] and position.type_of(other).word == word:
                    columns = game.grid.columns
                    letter = "KQ"[partner % columns < unit.cell % columns]
                    letter = letter.lower() if unit.side else letter
                    found[unit.cell, letter] = _Castling(letter, marker, (unit.cell, partner))
    return list(found.values())


def _castling_events(position: Position, letters: str) -> Iterator[Event]:
    castlings, game = _castlings(position), position.roster.game
    for letter in letters:
        if letter not in [each.letter for each in castlings]:
            raise wrong("fen_castling" if _castlers(game) else "fen_dash", text=letter)
    kept = {cell for each in castlings if each.letter in letters for cell in each.cells}
    for word in dict.fromkeys(_castlers(game).values()):
        marker = game.markers[word]
        for unit in position.standing():
            if unit.cell not in kept and unit.type.word in marker.types:
                yield marker.mark(unit.cell, marker.most)


def _passed_event(position: Position, name: str) -> Event:
    game, enemy = position.roster.game, 1 - position.side
    markers = _left_markers(game)
    if not markers:
        raise wrong("fen_dash", text=name)
    for marker in markers if game.grid.has(name) else ():
        cell = game.grid.cell(name)
        for end in game.tables.conditions.left_by(marker.word, position.side).get(cell, ()):
            if position.roster.friendly[enemy][position.board[end]]:
                return marker.mark(marker.place(cell, enemy), end + 1)
    raise wrong("fen_passed", text=name)


def wrong(code: str, **values: object) -> PositionError:
    """Make an error of a FEN, which is one line."""
    return PositionError(1, Refusal(f"position.{code}", values))

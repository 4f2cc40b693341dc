"""Read and write positions as FEN, one line: the ranks from north to south, then the side.

``rnbakabnr/9/…/RNBAKABNR w - - 0 1``: a letter is a unit (upper case for the first side), a number
counts empty cells, ``#`` is a wall. In games with hands, their units follow in brackets: ``[PPn]``.
Then ``w`` for the first side or ``b`` for the second, who may castle and the cell just passed
(``-`` in most games), turns since the last loss, and the number of the round. Before the last two,
``3+3`` says how many checks each side still has to give, where that wins. All fields after the
ranks are optional. Facings, men, markers and the stage that a side has come to are not told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from wargrid.core.events import Event
from wargrid.core.hands import hand_of
from wargrid.core.patterns import Placement
from wargrid.core.position import PlacedUnit, Position
from wargrid.engine.game import Game
from wargrid.match.notation.fen_rights import (
    NONE,
    castling_text,
    countdown_events,
    countdown_text,
    passed_text,
    rights,
    wrong,
)
from wargrid.ruleset.board.diagram import MAX_UNITS
from wargrid.ruleset.models import UnitType

WALL_SIGN: Final = "#"
"""A wall in a diagram or a FEN; walls of the terrain itself are not drawn."""

_SIDES: Final = "wb"
_FIELDS_AFTER_SIDE: Final = (NONE, NONE, "0", "1")
_UNKNOWN_KEY: Final = 0  # the repetition key of a position that a FEN counts without showing it
_MAX_LENGTH: Final = 8_192
_COUNTED: Final = re.compile(r"\+?[0-9]{1,3}\+[0-9]{1,3}")
_FEN: Final = re.compile(r"[A-Za-z0-9#]+(/[A-Za-z0-9#]+)+(\[[A-Za-z-]*\])?(\s+\S+)*")


def looks_like_fen(text: str) -> bool:
    """Return whether a text is one line that begins with ranks and slashes."""
    line = text.strip()
    return len(line) <= _MAX_LENGTH and "\n" not in line and _FEN.fullmatch(line) is not None


def drawn_cells(
    position: Position, units: Iterable[PlacedUnit], letter: Callable[[PlacedUnit], str]
) -> list[str]:
    """Return what is drawn on every cell: walls and these units; empty where there is nothing."""
    game = position.roster.game
    drawn = [""] * game.grid.cells
    for cell in position.walls():
        drawn[cell] = "" if cell in game.grounds[0].walls else WALL_SIGN
    for unit in units:
        drawn[unit.cell] = letter(unit)
    return drawn


def letter_of(unit: PlacedUnit) -> str:
    """Return the letter of a unit's type, small for the second side."""
    return unit.type.letter if unit.side == 0 else unit.type.letter.lower()


def write_fen(position: Position) -> str:
    """Write a position in one line, without facings, men and what else a FEN cannot show."""
    drawn = drawn_cells(position, position.standing(), letter_of)
    lines = position.roster.grid.lines
    ranks = "/".join(_rank([drawn[cell] for cell in line]) for line in lines)
    quiet, rounds = max(0, len(position.past) - 1), (max(position.turn, 1) + 1) // 2
    marks = f"{castling_text(position)} {passed_text(position)}{countdown_text(position)}"
    return f"{ranks}{_held(position)} {_SIDES[position.side]} {marks} {quiet} {rounds}"


def _held(position: Position) -> str:
    """Return the units in hands in brackets, those of the first side first; without hands nothing.

    >>> _held(position)
    '[PPn]'
    """
    game = position.roster.game
    if not game.markers.hands:
        return ""
    letters = [
        game.ruleset.units[word].letter * number
        for side in range(len(game.sides))
        for word, number in hand_of(position, side).items()
    ]
    own = len(letters) // len(game.sides)
    return f"[{''.join(letters[:own])}{''.join(letters[own:]).lower()}]"


def _rank(cells: list[str]) -> str:
    spaced = "".join(cell or " " for cell in cells)
    return re.sub(" +", lambda empty: str(len(empty[0])), spaced)


def read_fen(game: Game, text: str) -> Position:
    """Read a FEN; a position in which the rules end the game as a turn begins is over.

    Raises:
        PositionError: the ranks, letters or fields do not fit this game.
    """
    placement, *fields = text.split()
    placement, bracket, held = placement.partition("[")
    ranks = placement.split("/")
    lines = game.grid.lines
    if len(ranks) != len(lines):
        raise wrong("picture_rows", found=len(ranks), rows=len(lines))
    units: list[Placement] = []
    walls: list[int] = []
    for line, rank in zip(lines, ranks, strict=True):
        for number, letter in _cells(rank, len(line)):
            cell = line[number]
            if letter == WALL_SIGN:
                walls.append(cell)
            else:
                units.append(_placement(game, letter, cell))
    has_races = any(each.countdown is not None for each in game.ruleset.victory)
    counted = [field for field in fields if has_races and _COUNTED.fullmatch(field)]
    read = _read_fields([field for field in fields if field not in counted])
    placed = game.position_with(in_order(units), side=read.side, turn=read.turn, walls=walls)
    check_position(placed)
    placed = placed.after(_read_held(game, held.rstrip("]"))) if bracket else placed
    placed = placed.after(countdown_events(game.engine, counted)) if counted else placed
    position = game.engine.with_outcome(placed.after(rights(placed, read.castling, read.passed)))
    position.past = (_UNKNOWN_KEY,) * read.quiet + position.past if game.engine.remembers else ()
    if position.result is None and game.to_act(position) == position.side:
        game.engine.check_victory("turn_begin", position, None)
    return position


def _read_held(game: Game, letters: str) -> list[Event]:
    """Return the events that give the sides the units in brackets."""
    hands = dict(game.engine.markers.hands)
    found: Counter[tuple[str, int]] = Counter()
    for letter in letters.replace("-", ""):
        unit = _known(game, letter)
        if unit.word not in hands:
            raise wrong("no_hand", text=letter, known=", ".join(hands) or "-")
        found[unit.word, 0 if letter.isupper() else 1] += 1
    sides = range(len(game.sides))
    return [
        marker.mark(s, min(found[word, s], marker.most))
        for word, marker in hands.items()
        for s in sides
    ]


def _cells(rank: str, columns: int) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    column = 0
    for part in re.findall(r"[0-9]+|[^0-9]", rank):
        empty = part.isascii() and part.isdigit()
        if not empty:
            found.append((column, part))
        column += int(part[:4]) if empty else 1
    if column != columns:
        raise wrong("fen_columns", rank=rank, found=column, columns=columns)
    return found


def _known(game: Game, letter: str) -> UnitType:
    unit = game.ruleset.find_letter(letter)
    if unit is None:
        known = ", ".join(f"{unit.letter} ({word})" for word, unit in game.ruleset.units.items())
        raise wrong("picture_letter", letter=letter, known=known)
    return unit


def _placement(game: Game, letter: str, cell: int) -> Placement:
    unit = _known(game, letter)
    side = 0 if letter.isupper() else 1
    return Placement(side, unit, cell, game.engine.forward[side], unit.men)


class _Fields(NamedTuple):
    """What follows the ranks: the side to act, the number of its turn, turns since the last loss.

    ``castling`` says who may castle, ``passed`` is the cell just passed.
    """

    side: int
    turn: int
    quiet: int
    castling: str
    passed: str


def _read_fields(fields: list[str]) -> _Fields:
    side, *others = fields or [_SIDES[0]]
    if side not in tuple(_SIDES):
        raise wrong("fen_side", text=side)
    after = _FIELDS_AFTER_SIDE
    castling, passed, quiet, rounds = (*others[: len(after)], *after[len(others) :])
    for text in (quiet, rounds):
        if not (text.isascii() and text.isdigit() and len(text) < 6):
            raise wrong("fen_number", text=text, most=99_999)
    if len(others) > len(after):
        raise wrong("fen_fields", text=" ".join(others[len(after) :]))
    number = _SIDES.index(side)
    turn = 2 * max(int(rounds), 1) - 1 + number
    return _Fields(number, turn, int(quiet), castling, passed)


def in_order(placements: list[Placement]) -> list[Placement]:
    """Return the units of a position, ordered by side.

    Raises:
        PositionError: there are more units than a game can have.
    """
    if len(placements) > MAX_UNITS:
        raise wrong("too_many", found=len(placements), most=MAX_UNITS)
    return sorted(placements, key=lambda placement: placement.side)


def check_position(position: Position) -> Position:
    """Return the position itself.

    Raises:
        PositionError: a unit is on a wall, or a side has too few or too many royal units.
    """
    game = position.roster.game
    on_walls = [
        unit.cell for unit in position.standing() if unit.cell in game.grounds[unit.side].walls
    ]
    if on_walls:
        raise wrong("on_wall", cell=game.grid.name(on_walls[0]))
    if game.royal is None:
        return position
    for side, needed in enumerate(game.royal_sides):
        types = [position.type_of(unit).word for unit in position.units_of(side)]
        found = types.count(game.royal.word)
        if found != needed:
            name = game.ruleset.units[game.royal.word].name
            code = "royals" if needed else "no_royals"
            raise wrong(code, side=game.ruleset.side_name(side), unit=name, found=found)
    return position

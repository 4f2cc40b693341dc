"""Words of strangers tried out: each is asked all that a game will ask it before the first move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargrid.board import FACINGS, Grid
from wargrid.faults import Fault, Path, Term, name_codes
from wargrid.kinds import BUILT_IN
from wargrid.kinds.base import Ground, Kind, Movement, Reach, Resolution, Sheet
from wargrid.plugins import brief
from wargrid.ruleset.merged import Merged
from wargrid.setup import PictureError
from wargrid.zones import ZoneError, grounds_of

if TYPE_CHECKING:
    from wargrid.ruleset.models import Ruleset, UnitType

name_codes({"word_fails": "E407"})


def does_every_word_answer(ruleset: Ruleset, merged: Merged) -> Iterator[Fault]:
    """The words of plugins say where units go, whom they strike, and what is rolled."""
    grid = Grid(ruleset.board.columns, ruleset.board.rows, ruleset.board.facing or 1)
    try:
        ground = grounds_of(ruleset, grid)[0]
    except (PictureError, ZoneError):  # another question tells
        return
    for unit in ruleset.units.values():
        for path, word in _words_of(unit):
            slip = _slip_of(word, ground, ruleset, unit.men)
            if slip is not None:
                yield merged.fault(path, "word_fails", word=word.word, message=Term("checks.raised", {"error": slip}))


def _words_of(unit: UnitType) -> Iterator[tuple[Path, Kind]]:
    """The words a unit uses that are not the framework's own, with their places."""
    attack = unit.attack
    words: list[tuple[Path, Kind | None]] = [
        *((("units", unit.word, "move"), way) for way in unit.move),
        (("units", unit.word, "attack", "at"), attack.at if attack else None),
        (("units", unit.word, "attack", "by"), attack.by if attack else None),
    ]
    yield from ((path, word) for path, word in words if word is not None and type(word) not in BUILT_IN)


def _slip_of(word: Kind, ground: Ground, ruleset: Ruleset, men: int) -> str | None:
    """The first wrong answer or exception of a word, or None."""
    try:
        return next((brief(answer) for answer, fits in _answers(word, ground, ruleset, men) if not fits), None)
    except Exception as error:
        return brief(error)


def _answers(word: Kind, ground: Ground, ruleset: Ruleset, men: int) -> Iterator[tuple[object, bool]]:
    """Every answer of a word, and whether it makes sense."""
    if isinstance(word, Movement | Reach):
        for place in range(ground.grid.cells * len(FACINGS)):
            sheet = word.sheet(ground, *divmod(place, len(FACINGS)))
            yield sheet, _fits(sheet, ground.grid)
    if isinstance(word, Resolution):
        rolls = [word.dice(number) for number in range(1, men + 1)]
        yield from ((dice, type(dice) is int and dice >= 0) for dice in rolls)
        if any(rolls):
            die = word.die_of(ruleset)
            yield die, isinstance(die, str)


def _fits(sheet: object, grid: Grid) -> bool:
    """Whether this is a sheet of cells of the board, without empty rays."""
    if not isinstance(sheet, Sheet) or not all(sheet.rays):
        return False
    lines = (*sheet.rays, *sheet.hops, *sheet.beams, sheet.shots, [target for _, target in sheet.spots])
    return all(type(cell) is int and 0 <= cell < grid.cells for line in lines for cell in line)

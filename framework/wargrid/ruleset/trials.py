"""Words of strangers tried out: each is asked all that a game will ask it before the first move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargrid.board import FACINGS, Grid
from wargrid.faults import Fault, Path, Term, name_codes
from wargrid.kinds import BUILT_IN
from wargrid.kinds.base import Kind, Movement, Reach, Resolution, Sheet
from wargrid.plugins import brief
from wargrid.ruleset.merged import Merged

if TYPE_CHECKING:
    from wargrid.ruleset.models import Ruleset, UnitType

name_codes({"word_fails": "E406"})


def does_every_word_answer(ruleset: Ruleset, merged: Merged) -> Iterator[Fault]:
    """The words of plugins say where units go, whom they strike, and what is rolled."""
    grid = Grid(ruleset.board.columns, ruleset.board.rows, ruleset.board.facing or 1)
    for unit in ruleset.units.values():
        for path, word in _words_of(unit):
            slip = _slip_of(word, grid, ruleset, unit.men)
            if slip is not None:
                yield merged.fault(path, "word_fails", word=word.word, message=Term("checks.raised", {"error": slip}))


def _words_of(unit: UnitType) -> Iterator[tuple[Path, Kind]]:
    """The words a unit uses that are not the framework's own, with their places."""
    attack = unit.attack
    words: list[tuple[Path, Kind | None]] = [
        (("units", unit.word, "move"), unit.move),
        (("units", unit.word, "attack", "at"), attack.at if attack else None),
        (("units", unit.word, "attack", "by"), attack.by if attack else None),
    ]
    yield from ((path, word) for path, word in words if word is not None and type(word) not in BUILT_IN)


def _slip_of(word: Kind, grid: Grid, ruleset: Ruleset, men: int) -> str | None:
    """The first wrong answer or exception of a word, or None."""
    try:
        return next((brief(answer) for answer, fits in _answers(word, grid, ruleset, men) if not fits), None)
    except Exception as error:
        return brief(error)


def _answers(word: Kind, grid: Grid, ruleset: Ruleset, men: int) -> Iterator[tuple[object, bool]]:
    """Every answer of a word, and whether it makes sense."""
    if isinstance(word, Movement | Reach):
        for place in range(grid.cells * len(FACINGS)):
            sheet = word.sheet(grid, *divmod(place, len(FACINGS)))
            yield sheet, _fits(sheet, grid)
    if isinstance(word, Resolution):
        die = word.die_of(ruleset)
        yield die, isinstance(die, str)
        for number in range(1, men + 1):
            dice = word.dice(number)
            yield dice, type(dice) is int and dice > 0


def _fits(sheet: object, grid: Grid) -> bool:
    """Whether this is a sheet of cells of the board, without empty rays."""
    if not isinstance(sheet, Sheet) or not all(sheet.rays):
        return False
    return all(type(cell) is int and 0 <= cell < grid.cells for ray in (*sheet.rays, sheet.shots) for cell in ray)

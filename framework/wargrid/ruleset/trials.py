"""Words of strangers tried out: each is asked all that a game will ask it before the first move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargrid.answers import brief
from wargrid.board import FACINGS, Grid
from wargrid.faults import Fault, Path, Term, name_codes
from wargrid.kinds import BUILT_IN
from wargrid.kinds.base import Ground, Kind, Movement, Reach, Resolution
from wargrid.plugins import PluginError
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
                yield merged.fault(path, "word_fails", word=word.word, message=slip)


def _words_of(unit: UnitType) -> Iterator[tuple[Path, Kind]]:
    """The words a unit uses that are not the framework's own, with their places."""
    attack = unit.attack
    words: list[tuple[Path, Kind | None]] = [
        *((("units", unit.word, "move"), way) for way in unit.move),
        (("units", unit.word, "attack", "at"), attack.at if attack else None),
        (("units", unit.word, "attack", "by"), attack.by if attack else None),
    ]
    yield from ((path, word) for path, word in words if word is not None and type(word) not in BUILT_IN)


def _slip_of(word: Kind, ground: Ground, ruleset: Ruleset, men: int) -> Term | None:
    """What the first wrong answer or exception of a word comes to, or None."""
    try:
        _ask(word, ground, ruleset, men)
    except PluginError as error:
        return Term(error.what, error.values)
    except Exception as error:
        return Term("checks.raised", {"error": brief(error)})
    return None


def _ask(word: Kind, ground: Ground, ruleset: Ruleset, men: int) -> None:
    """Ask a word everything; it makes sure of its answers itself."""
    if isinstance(word, Movement | Reach):
        for place in range(ground.grid.cells * len(FACINGS)):
            word.sheet(ground, *divmod(place, len(FACINGS)))
    if isinstance(word, Movement):
        word.bounds(ground)
        word.neighbours(ground, 0)
    if isinstance(word, Resolution):
        for other in ruleset.units.values():
            word.may_hit(other)
        rolled = {number: word.dice(number) for number in range(1, men + 1)}
        if any(rolled.values()):
            word.die_of(ruleset)

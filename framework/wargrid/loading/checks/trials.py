"""Words of strangers tried out: each is asked all that a game will ask it before the first move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from wargrid.core.grid import FACINGS
from wargrid.core.patterns import TerrainMap
from wargrid.loading.mending import to_mend, told
from wargrid.plugins.host import PluginError
from wargrid.plugins.results import brief
from wargrid.ruleset.base import Kind, Movement, Reach, Resolution
from wargrid.ruleset.builtin import BUILT_IN
from wargrid.ruleset.diagram import PictureError
from wargrid.ruleset.terrain import ZoneError, grounds_of
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.source.merge import Merged
from wargrid.text.message import Message

if TYPE_CHECKING:
    from wargrid.ruleset.models import Ruleset, UnitType


MOST_PLACES: Final = 1_600
"""From how many places a word is tried; on a board of 400 cells from every one."""

MOST_TRIED: Final = 20_000
"""How many cells all words together may answer with while they are tried."""


def does_every_word_answer(ruleset: Ruleset, merged: Merged) -> Iterator[Diagnostic]:
    """The words of plugins say where units go, whom they strike, and what is rolled."""
    grid = ruleset.board.grid()
    try:
        ground = grounds_of(ruleset, grid)[0]
    except (PictureError, ZoneError):  # another question tells
        return
    room = Room()
    for unit in ruleset.units.values():
        for path, word in words_of(unit):
            error = _failure_of(word, ground, ruleset, unit.men, room)
            if error is not None:
                message, mend = _message(error), to_mend(error, merged)
                yield merged.diagnostic(
                    path, "word_fails", word=word.word, message=message, mend=mend
                )


def words_of(unit: UnitType) -> Iterator[tuple[Place, Kind]]:
    """The words a unit uses that are not the framework's own, with their places."""
    attack = unit.attack
    words: list[tuple[Place, Kind | None]] = [
        *((("units", unit.word, "move"), way) for way in unit.move),
        (("units", unit.word, "attack", "at"), attack.at if attack else None),
        (("units", unit.word, "attack", "by"), attack.by if attack else None),
    ]
    yield from (
        (path, word) for path, word in words if word is not None and type(word) not in BUILT_IN
    )


class Room:
    """How many cells words may still answer with; when it is used up, each is asked about one place only."""

    def __init__(self) -> None:
        self.cells = MOST_TRIED
        self._tried: list[Kind] = []

    def is_new(self, word: Kind) -> bool:
        """Whether no word with the same options was asked before: it would answer the same."""
        new = word not in self._tried
        if new:
            self._tried.append(word)
        return new

    def places(self, ground: TerrainMap) -> Iterator[tuple[int, int]]:
        """Cells and facings all over the board, on a large one not all, while there is room."""
        places = ground.grid.cells * len(FACINGS)
        for place in range(0, places, 1 + 2 * (places // (2 * MOST_PLACES))):
            yield divmod(place, len(FACINGS))
            if self.cells < 0:
                return


def _failure_of(
    word: Kind, ground: TerrainMap, ruleset: Ruleset, men: int, room: Room
) -> Exception | None:
    """The first exception of a word, one for a wrong answer included, or None."""
    try:
        _ask(word, ground, ruleset, men, room)
    except Exception as error:
        return error
    return None


def _message(error: Exception) -> Message:
    if isinstance(error, PluginError):
        return told(error)
    return Message("checks.raised", {"error": brief(error)})


def _ask(word: Kind, ground: TerrainMap, ruleset: Ruleset, men: int, room: Room) -> None:
    """Ask a word everything; it makes sure of its answers itself."""
    if isinstance(word, Movement | Reach) and room.is_new(word):
        for cell, facing in room.places(ground):
            room.cells -= 1 + word.sheet(ground, cell, facing).size
    if isinstance(word, Movement):
        word.bounds(ground)
        word.neighbours(ground, 0)
    if isinstance(word, Resolution):
        for other in ruleset.units.values():
            word.may_hit(other)
        rolled = {number: word.dice(number) for number in range(1, men + 1)}
        if any(rolled.values()):
            word.die_of(ruleset)

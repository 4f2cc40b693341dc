"""Fronts: whether it matters in a game which way its sides go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid.core.patterns import MovePattern
from wargrid.ruleset.base import Movement, Reach

if TYPE_CHECKING:
    from wargrid.core.patterns import Costs
    from wargrid.engine.game import Game


def has_a_front(game: Game) -> bool:
    """Whether units face, are set up facing, or have a way to move or strike that is another the other way round."""
    if game.grid.facings > 1 or game.deploying is not None:
        return True
    units = game.ruleset.units.values()
    strikes = (unit.attack.at for unit in units if unit.attack is not None)
    words: tuple[Movement | Reach, ...] = (*(way for unit in units for way in unit.move), *strikes)
    return any(_goes_forward(word, game) for word in words)


def _goes_forward(word: Movement | Reach, game: Game) -> bool:
    """Whether a word leads elsewhere, from any cell, for a side that goes the other way."""
    ground, ahead = game.grounds[0], game.sides[0].forward
    back = (ahead + 2) % 4
    if isinstance(word, Movement) and _costs(word.neighbours(ground, ahead)) != _costs(
        word.neighbours(ground, back)
    ):
        return True
    cells = range(game.grid.cells)
    return any(
        _cells(word.sheet(ground, cell, ahead)) != _cells(word.sheet(ground, cell, back))
        for cell in cells
    )


def _cells(sheet: MovePattern) -> tuple[frozenset[object], ...]:
    """What a sheet lists, in no order."""
    return tuple(map(frozenset, (sheet.rays, sheet.spots, sheet.hops, sheet.beams, sheet.shots)))


def _costs(neighbours: Costs | None) -> list[frozenset[tuple[int, int]]]:
    return [frozenset(around) for around in neighbours or ()]

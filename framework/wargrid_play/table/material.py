"""What a side has on the board beyond the other, as players of pieces count it: +2, two pawns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid_play.table.wording import strength_of


def leads(game: Game, position: Position) -> tuple[int, ...]:
    """Return by how much each side leads in material, beyond what it began with.

    One is the least worth that the ruleset gives its types (a pawn), or one unit where it gives
    none. No side leads where units have several men, come from a hand, or have more than two sides.
    """
    if len(game.sides) != 2 or strength_of(game) or position.roster.game.markers.hands:
        return (0,) * len(game.sides)
    now, begun = _sums(game, position), _sums(game, game.start())
    lead = round(now[0] - now[1] - (begun[0] - begun[1]))
    return max(0, lead), max(0, -lead)


def _sums(game: Game, position: Position) -> list[float]:
    weights = _weights(game)
    return [
        sum(weights[position.type_of(unit).word] for unit in position.units_of(side))
        for side in range(2)
    ]


@lru_cache(maxsize=16)
def _weights(game: Game) -> Mapping[str, float]:
    """Return what a unit of each type counts: its stated worth, or one where some have none."""
    royal, values = game.engine.royal, game.ruleset.opponent.values
    free = {} if royal is None else {royal.word: 0.0}
    words = [word for word in game.ruleset.units if word not in free]
    if not all(word in values for word in words):
        return dict.fromkeys(words, 1.0) | free
    least = min(values[word] for word in words)
    return {word: values[word] / least for word in words} | free

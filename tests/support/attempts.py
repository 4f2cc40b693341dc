"""Moves of every kind that someone could try in a position, most of them illegal."""

from __future__ import annotations

import random
from collections.abc import Iterator

from wargrid import Game, Move, Position
from wargrid.core.moves import (
    ARMY,
    ATTACK,
    CHOOSE,
    DO,
    END,
    ENTER,
    MOVE,
    NO,
    NOWHERE,
    PLACE,
    READY,
    REMOVE,
    TAKE,
    TURN,
    YES,
    Deploy,
    Draw,
    Lot,
    Roll,
)

UNKNOWN = "dragon"
"""A word that no ruleset has."""


def attempts(game: Game, position: Position, chance: random.Random, units: int) -> Iterator[Move]:
    """Yield attempts with some units of both sides, and those that need no unit."""
    standing = list(position.standing())
    chance.shuffle(standing)
    own = [unit for unit in standing if unit.side == position.side]
    others = [unit for unit in standing if unit.side != position.side]
    for unit in own[:units] + others[: units // 3]:
        yield from _of_unit(game, position, unit.cell, chance)
    yield from _of_unit(game, position, chance.randrange(game.grid.cells), chance)
    yield from _without_unit(game, chance)
    yield from game.engine.pseudo_legal_moves(position) if _is_turn(game, position) else ()


def _is_turn(game: Game, position: Position) -> bool:
    listed = position.result is None and position.pending is None and position.turn > 0
    return listed and not game.engine.is_deploying(position)


def _of_unit(game: Game, position: Position, cell: int, chance: random.Random) -> Iterator[Move]:
    units = [unit.cell for unit in position.standing()]
    cells = [cell, *chance.sample(units, min(3, len(units)))]
    cells += [chance.randrange(game.grid.cells) for _ in range(3)]
    cells += [near for _, near in game.grid.around(cell, 1)[1:3]]
    words = ["", UNKNOWN, *_weapons(game)]
    facings = range(game.grid.facings)
    for target in (*cells, NOWHERE, game.grid.cells):
        for verb in (MOVE, TAKE, ENTER):
            yield Move(verb, cell, target, chance.choice(facings))
        yield Move(MOVE, cell, target, chance.choice(facings), word=chance.choice(words))
        yield from (Move(ATTACK, cell, target, chance.choice(facings), word=w) for w in words)
        yield Move(DO, cell, target, word=chance.choice(_abilities(game)))
    yield from (Move(TURN, cell, cell, facing) for facing in facings)


def _without_unit(game: Game, chance: random.Random) -> Iterator[Move]:
    yield Move(END)
    types = [*game.ruleset.units, UNKNOWN]
    for word in (YES, NO, UNKNOWN, *types):
        yield Move(CHOOSE, chance.randrange(game.grid.cells), chance.randrange(game.grid.cells),
                   word=word)  # fmt: skip
    yield from (Move(DO, NOWHERE, NOWHERE, word=word) for word in _abilities(game))
    for die, faces in game.ruleset.dice.items():
        distinct = list(dict.fromkeys(faces))
        yield Roll(die, (distinct[0],), (1, *[0] * (len(distinct) - 1)))
    yield from (Lot(side) for side in range(len(game.sides)))
    yield Draw((chance.randrange(game.grid.cells),))
    for verb in (PLACE, REMOVE, ARMY, READY):
        cell, facing = chance.randrange(game.grid.cells), chance.randrange(game.grid.facings)
        yield Deploy(verb, cell, facing, word=chance.choice(types), men=chance.choice((1, 4)))


def _weapons(game: Game) -> list[str]:
    return sorted({
        weapon.attack.weapon for weapons in game.engine.weapons.values() for weapon in weapons
    })  # fmt: skip


def _abilities(game: Game) -> list[str]:
    types = list(game.ruleset.units)
    words = [*game.ruleset.verbs(), UNKNOWN]
    return [*words, *(f"{word} {types[0]}" for word in words)]

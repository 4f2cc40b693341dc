"""Tools of Battle's tests: the game on ground of one's own drawing."""

from __future__ import annotations

import json

from support import Table, Tried, tried
from wargrid_battle.damage import Damage


def battle(ground: str = ".", **options: object) -> Tried:
    """Battle on a plain of 14 by 10, with other ground in the south-west corner."""
    corner = ground.split()
    drawn = ["." * 14] * (10 - len(corner)) + [row.ljust(14, ".") for row in corner]
    return tried("battle/default", **{"board.terrain": json.dumps("\n".join(drawn))}, **options)


def field(south_west: str, ground: str = ".", *, men: str = "", **options: object) -> Table:
    """Set up units in the south-west corner of a plain; ``men`` are the points of those that have
    fewer than ten."""
    lines = {"men": men} if men else {}
    return battle(ground, **options).table(south_west, others=False, **lines)


def damage_of(tried_game: Tried, unit: str) -> Damage:
    """How a type deals damage."""
    attack = tried_game.game.ruleset.units[unit].attack
    assert attack is not None
    assert isinstance(attack.by, Damage)
    return attack.by

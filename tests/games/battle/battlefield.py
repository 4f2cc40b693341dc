"""Tools of Battle's tests: the game on ground of one's own drawing."""

from __future__ import annotations

import json
from typing import Final

from support import Table, Tried, tried
from wargrid_battle.damage import Damage

TYPES: Final = ("infantry", "antitank", "tank", "artillery", "aa", "helicopter")
LETTERS: Final = dict(zip(TYPES, "IBTADH", strict=True))
GROUNDS: Final = {
    "plain": ".",
    "road": "R",
    "city": "C",
    "forest": "F",
    "mountain": "M",
    "river": "W",
}


def battle(ground: str = ".", *, all_over: bool = False, **options: object) -> Tried:
    """Battle on a plain of 14 by 10, or on one sort of ground all over, with other ground in the
    south-west corner."""
    fill = ground if all_over else "."
    corner = [] if all_over else ground.split()
    drawn = [fill * 14] * (10 - len(corner)) + [row.ljust(14, fill) for row in corner]
    flying = [". " * 13 + "h", *[". " * 14] * 8, "H" + " ." * 13]
    said = {"board.terrain": drawn, **({"setup": flying} if all_over else {})}
    return tried(
        "battle/default",
        **{key: json.dumps("\n".join(rows)) for key, rows in said.items()},
        **options,
    )


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

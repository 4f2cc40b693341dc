"""Halberd & Gonfalon set up by naming cells: ``Sn3 go3`` is a white soldier on n3 and a black
look-out on o3."""

from __future__ import annotations

from support import Table, tried
from wargrid.core.patterns import Placement

NAME = "halberd/default"
ORDINARY = 3
"""The first turn in which no unit enters any more."""


def field(units: str, side: str = "white", turn: int = ORDINARY, **options: object) -> Table:
    """Set up these units and no others, in an ordinary turn of White unless stated otherwise."""
    game = tried(NAME, **options).game
    stands = []
    for drawn in units.split():
        unit_type = game.ruleset.find_letter(drawn[0])
        assert unit_type is not None
        stands.append(
            Placement(0 if drawn[0].isupper() else 1, unit_type, game.grid.cell(drawn[1:]), 0, 1)
        )
    number = list(game.ruleset.sides).index(side)
    return Table(
        game,
        game.position_with(stands, side=number, turn=turn),
        "",
        (game.grid.columns, game.grid.rows),
    )


def opened(**options: object) -> Table:
    """Set up the game's own start."""
    return tried(NAME, **options).opened()


def stand(table: Table) -> str:
    """Who stands where now, as ``field`` reads it, in the order of cells."""
    units = table.position.standing()
    drawn = (
        (s.type.letter if s.side == 0 else s.type.letter.lower(), table.game.grid.name(s.cell))
        for s in units
    )
    return " ".join(letter + cell for letter, cell in drawn)

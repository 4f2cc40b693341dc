"""Small games whose rules are lists of effects."""

from __future__ import annotations

from rulesets import made, table
from support import Table
from wargrid import Game
from wargrid.match import write_position

HEAD = """
dice: {d: [hit, miss]}
markers:
  shaken: {name: shaken, per: unit}
  storm: {name: storm, per: side}
  mine: {name: mine, per: cell}
"""


def units(after: str, more: str = "", man: str = "") -> str:
    """Write units of which the man has these effects after its moment."""
    return f"""{HEAD}
units:
  man:
    letter: M
    name: Man
    men: 3
    move: {{step: all}}
    attack: {{at: around, by: {{dice: {{hits_on: hit}}}}}}
    after: {after}
    {man}
  boy:
    letter: B
    name: Boy
    move: {{step: all}}
    captures: by_moving
victory: {{eliminate: {{}}}}
{more}
"""


def game_of(after: str, more: str = "", man: str = "") -> Game:
    return made(units(after, more, man))


def set_up(game: Game, corner: str, dice: str = "", **lines: object) -> Table:
    """Set up a diagram of the south-west corner of the board of 5 x 5."""
    rows = [row.split() for row in corner.split("\n") if row.strip()]
    drawn = [["."] * 5 for _ in range(5)]
    for row, cells in enumerate(rows, 5 - len(rows)):
        drawn[row][: len(cells)] = cells
    found = table(game, "\n".join(map(" ".join, drawn)), dice, **lines)
    return Table(game, found.position, dice, (len(rows[0]), len(rows)))


def wait(table: Table) -> str:
    """What is pending, as positions write it."""
    lines = write_position(table.position).splitlines()
    return next((line for line in lines if line.startswith("pending")), "")


FIVE = game_of(
    "{attack: [target: {retreats: 3}, advances, {asks: {of: {whose: own, unit: boy}, do: loses 1}},"
    " {target: {sets: {shaken: 1}}}]}".replace("loses 1", "{sets: {shaken: 1}}")
)
"""Three ways back, the ground, and who is shaken for it: five questions of two sides in a row."""

FIELD = """
. . . . .
. . . . .
. . m . .
. . M . .
. B . B .
"""

MIXED = game_of(
    "{attack: [{rolls: {number: 2, faces: {hit: {target: {loses: 1}}, miss: {retreats: 1}}}},"
    " attacks_again, {target: {joins: own}}, {target: {swaps: attacker}}],"
    " attacked: [{attacks: attacker}, {becomes: boy}],"
    " removed: {whom: {whose: own, near: {role: subject, distance: 4}}, do:"
    " {rolls: {faces: {hit: {sets: {shaken: 1}}, miss: {retreats: 1}}}}}}",
    more="rules: {mines: {when: move, of: {whose: any}, if: {cells: {which: {bears: {mine: 1}},"
    " count: 1}}, do: [{adds: {mine: -1}}, loses: 1]}}",
)

CROWD = """
. m m b .
. m . . .
. . b . .
. M M B .
. B . M .
"""

HEALS = f"""{HEAD}
turn: {{actions: 2, may: {{move: 1, heal: 1, rest: 0, mine: 1}}, per_unit: {{heal: 1, rest: 1}}}}
units:
  medic:
    letter: M
    name: Medic
    men: 3
    move: {{step: all}}
    abilities:
      - act: {{verb: heal, name: {{en: Heal, fr: Soigner}}, of: {{whose: own, men: reduced}},
          do: [{{restores: 2}}, {{subject: {{sets: {{shaken: 1}}}}}}]}}
      - act: {{verb: rest, do: {{restores: 1}}}}
abilities: {{act: {{verb: mine, name: {{en: Mine, fr: Miner}}, at: {{empty: true, row: 1}},
  do: {{sets: {{mine: 1}}}}}}}}
victory: {{eliminate: {{}}}}
"""

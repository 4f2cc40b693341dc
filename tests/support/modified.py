"""A game whose attacks have modifiers, and its board with the units that a test names."""

from __future__ import annotations

from rulesets import made, table
from wargrid import Game, Position

BODY = """
sides: {{white: {{edge: south}}, black: {{edge: north}}}}
terrains:
  open: {{letter: ".", name: Open}}
  forest: {{letter: "f", name: Forest}}
  hill: {{letter: "h", name: Hill}}
dice: {{battle: [hit, hit, half, flag, blank, blank]}}
units:
  man:
    letter: M
    name: Man
    men: 4
    move: {{slide: {{directions: all, distance: 1}}}}
    attack:
      at: {{range: {{most: 3, metric: chebyshev}}}}
      by: {by}
  chief: {{letter: C, name: Chief, move: {{step: all}}}}
"""
GROUND = """
    . . . . . .
    . . . . . .
    . . h . . .
    . . . . . .
    . h f . . .
    . . . . . .
"""
LED = "attacker: {near: {whose: own, unit: chief}}"
TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {move: 1, attack: 1}}"


def game_of(more: str, *, dice: str = "", symbols: str = "", facing: str = "~") -> Game:
    """A game whose men attack with dice, or by symbols, and these modifiers."""
    by = f"{{dice: {{hits_on: hit, {dice} more: {more}}}}}"
    if symbols:
        by = f"{{symbols: {{hits_on: {{man: hit}}, {symbols} more: {more}}}}}"
    return made(BODY.format(by=by), ground=GROUND, turn=TURN, facing=facing)


def board(game: Game, *units: str, **lines: object) -> Position:
    """Set up units, ``M a1`` for White and ``m a2`` for Black, on a board of six by six."""
    rows = [["."] * 6 for _ in range(6)]
    for unit in units:
        letter, cell = unit.split()
        rows[6 - int(cell[1])]["abcdef".index(cell[0])] = letter
    return table(game, "\n".join(" ".join(row) for row in rows), **lines).position

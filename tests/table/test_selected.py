"""What is selected is a cell of the board, or nothing."""

from __future__ import annotations

from support import loaded
from tables import sit

LAST_MAN = """
    . . . . . . . . . . . . . .
    . . . . . . . . . . . . . .
    . . . . . . . . . . . . . .
    . . . . . . . . . . . . . .
    . . . . . I t . . . . . . .
    . . . . . . . . . . . . . .
    . . . . . . . . . . . . . .
    . . . . . . . . . . . . . .
    . . . . . . . . . . . . . .
    I . . . . . . . . . . . . i
    side: blue
    turn: 1
    men: f6 1
"""
"""One man of Blue's infantry beside a tank, which answers an attack."""


def test_nothing_is_selected_after_an_attack_in_which_the_attacker_dies() -> None:
    sat = sit(loaded("battle/default"), LAST_MAN)
    table, names = sat.table, sat.table.view().cell_names
    table.confirms = False
    for cell in ("f6", "g6"):
        table.click(names.index(cell))
    assert not any(unit.cell == names.index("f6") for unit in table.view().units)
    assert table.view().selected is None

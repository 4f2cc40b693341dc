"""Units that one move takes to other cells at the same time, as they are animated."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid.match import Match, read_position
from wargrid_play.scenes.animation import Animation
from wargrid_play.table import Table

PUSH = """
  # # m m m m m # #
   # m m m m . . # #
  # . . . . . . . #
   . . . . . . . . #
  . . . . M M m . .
   . . . . . . . . #
  # . . . . . M M #
   # M M M M . . # #
  # # M M M . . # #
side: black
actions: 1
turn: 5
"""
"""Two black marbles on e5 and f5 before a white one on g5."""


@pytest.mark.parametrize(
    ("typed", "gone"),
    [("e5-f5", ["e5", "f5", "g5"]), ("e5!shift forward_left f5", ["e5", "f5"])],
)
def test_a_line_glides_at_once_with_what_it_pushes(typed: str, gone: list[str]) -> None:
    """No unit stays behind while others go, and all end where the table shows them."""
    game = loaded("shove/standard")
    table = Table(Match(game, start=read_position(game, PUSH)))
    animation, before = Animation(), table.view()
    table.type(typed)
    animation.show(before.units, table.pop_animations())
    animation.update(1)
    assert sorted(before.cell_names[unit.cell] for unit in animation.frame().flying) == gone
    animation.update(239)
    assert set(animation.frame().units) == {unit.cell for unit in table.view().units}

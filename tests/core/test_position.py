"""Positions are values: equality, rosters, and units without facing."""

from __future__ import annotations

import pytest

from support import Tried, tried


def test_ids_of_units_do_not_matter_for_equality(lionheart: Tried) -> None:
    """Two infantry units that swap cells leave an equal position."""
    one = lionheart.table("I . I\n. . .\n. . .").position
    other = one.copy()
    other.board, other.place = one.board[:], one.place[:]
    first, second = other.board[18], other.board[20]
    other.board[18], other.board[20] = second, first
    other.place[first], other.place[second] = one.place[second], one.place[first]
    assert other.board != one.board
    assert (other == one, hash(other) == hash(one)) == (True, True)


@pytest.mark.parametrize(
    "line", ["turn: 8", "actions: 1", "side: silver", "men: a1 2", "used attack: a1 1"]
)
def test_positions_that_differ_in_one_line_are_not_equal(lionheart: Tried, line: str) -> None:
    """Everything in the text of a position counts."""
    key, _, value = line.partition(": ")
    one = lionheart.table("I . .", turn=7, actions=2, side="gold").position
    lines: dict[str, object] = {"turn": 7, "actions": 2, "side": "gold"} | {
        key.replace(" ", "_"): value
    }
    assert lionheart.table("I . .", **lines).position != one


def test_the_repr_of_a_position_names_turn_side_and_units(lionheart: Tried) -> None:
    """A debugger prints one short line."""
    assert repr(lionheart.game.start()) == "<Position turn 1, gold to act, 20 units>"


def test_units_beyond_the_set_up_get_a_larger_roster(lionheart: Tried) -> None:
    """Two kings of one side are possible; the game's own roster does not change."""
    table = lionheart.table("K K .\n. . .")
    game = lionheart.game
    assert len(table.position.roster.types) > len(game.engine.roster.types) - 1
    assert table.position.roster is not game.engine.roster
    assert (
        table.position.roster.list()[: len(game.engine.roster.list())] == game.engine.roster.list()
    )
    assert lionheart.table("K . .").position.roster is game.engine.roster


def test_a_unit_off_the_board_has_no_cell(lionheart: Tried) -> None:
    """Its cell is negative, and it is not listed."""
    position = lionheart.table("I . .").position
    gone = next(unit for unit in range(1, len(position.place)) if position.place[unit] < 0)
    assert position.cell_of(gone) < 0
    assert gone not in [unit for side in (0, 1) for unit in position.units_of(side)]


UNTURNED = {"board.facing": "~", "plugins.lionheart.panic": "~", "first_player": "gold"}

"""A board without facing, without the rule that turns units."""


def test_units_without_facing_have_their_sides_forward() -> None:
    """On a board without facing no unit turns."""
    game = tried("lionheart/level1", **UNTURNED).game
    position = game.start()
    assert {(s.side, s.facing) for s in position.standing()} == {(0, 0), (1, 2)}
    assert "turn" not in {move.verb for move in game.moves(position)}

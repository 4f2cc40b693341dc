"""Plans of whole turns are followed, also by a process that reads each position."""

from __future__ import annotations

from rulesets import BRAWL
from wargrid import Game, Position
from wargrid.core.moves import MOVE, Move
from wargrid.match import read_move, read_position, write_position
from wargrid.players import Budget
from wargrid.players.levels import Level
from wargrid.players.searches.plans import PlannedMove, planned, renumbered


def read_again(game: Game, position: Position) -> Position:
    """Return the position as a process reads it: its units are numbered by their places."""
    return read_position(game, write_position(position))


def test_a_plan_is_followed_though_units_are_numbered_otherwise() -> None:
    """Level 4 thinks before its first move, and then makes the others of its turn."""
    player, position = Level(4, BRAWL, 1), BRAWL.start()
    planned_line = player.choose(position, Budget(nodes=1_500)).line
    others = 0
    for move in planned_line[:-1]:
        position = BRAWL.step(position, move)
        read = read_again(BRAWL, position)
        others += read.place != position.place
        assert player.choose(read, Budget(nodes=1_500)).nodes == 0
        position = read
    assert others


def test_what_is_left_of_a_plan_has_the_numbers_of_its_units() -> None:
    start = BRAWL.start()
    first, *rest = [read_move(BRAWL, start, written) for written in ("b1-a2", "b2-b3", "d2-d3")]
    moves = [planned(start, move) for move in rest]
    read = read_again(BRAWL, BRAWL.step(start, first))
    assert moves != [planned(read, move) for move in rest]
    assert list(renumbered(moves, read)) == [planned(read, move) for move in rest]


def test_what_a_unit_no_longer_there_would_do_is_left_out() -> None:
    moves = [PlannedMove(7, Move(MOVE, BRAWL.grid.cell("c3"), BRAWL.grid.cell("c4")))]
    assert renumbered(moves, BRAWL.start()) == ()

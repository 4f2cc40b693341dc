"""The view has what a client needs that has neither the match nor the computer players."""

from __future__ import annotations

from clocks import Ticked
from matches import play_at_random
from support import every_ruleset, loaded
from thinkers import AtOnce
from wargrid.match import Match, TimeControl, read_move
from wargrid.table import Opponents, Seat, Table, counted


@every_ruleset
def test_a_unit_keeps_its_number_for_the_whole_match(name: str) -> None:
    match = Match(loaded(name))
    table, known = Table(match), dict[int, int]()
    for _ in range(6):
        units = table.view().units
        assert len({unit.id for unit in units}) == len(units)
        for unit in units:
            assert known.setdefault(unit.id, unit.side) == unit.side
            assert match.position.board[unit.cell] == unit.id
        play_at_random(match, 4)


@every_ruleset
def test_each_side_sees_the_board_from_its_own_edge(name: str) -> None:
    game = loaded(name)
    for side in Table(Match(game)).view().sides:
        south = game.grid.facing_name(game.forward[side.side]) == "S"
        assert side.flipped is south


def test_the_view_says_who_sits_at_the_table() -> None:
    match = Match(loaded("breakthrough/standard"))
    seats = Seat(), Seat("greedy")
    view = Table(match, opponents=Opponents(match, seats, make=AtOnce)).view()
    assert (view.seats, view.computers, view.by_hand) == ((0,), (1,), False)
    watcher = Table(match, seats=()).view()
    assert (watcher.seats, watcher.computers) == ((), ())


def test_the_view_says_which_side_is_to_act_and_whether_a_computer_plays_it() -> None:
    match = Match(loaded("breakthrough/standard"))
    table = Table(match, opponents=Opponents(match, [Seat(), Seat("greedy")], make=AtOnce))
    before = table.view()
    match.play(read_move(match.game, match.position, "a2-a3"))
    after = table.view()
    assert (before.acting and before.acting.side, before.computer_acts) == (0, False)
    assert (after.acting and after.acting.side, after.computer_acts) == (1, True)


def test_the_hint_gives_way_to_a_message() -> None:
    table = Table(Match(loaded("breakthrough/standard")))
    assert table.view().hint == table.hint()
    table.click(30)
    view = table.view()
    assert view.message
    assert not view.hint


def test_facings_have_their_angles() -> None:
    names = "lionheart/level1", "lionheart/hexes", "breakthrough/standard"
    squares, hexes, plain = (Table(Match(loaded(name))).view().angles for name in names)
    assert (squares, hexes, plain) == ((0, 90, 180, 270), (0, 60, 120, 180, 240, 300), ())


def test_a_client_counts_the_clock_that_runs_by_itself() -> None:
    match = Match(loaded("breakthrough/standard"))
    clocks = Ticked(match, TimeControl(60, 0))
    table = Table(match, clocks=clocks)
    then = table.view().clocks
    clocks.tick(55_001)
    assert tuple(counted(clock, 55_001) for clock in then) == table.clocks
    assert [(clock.text, clock.low) for clock in table.clocks] == [("0:05", True), ("1:00", False)]

"""The view has what a client needs that has neither the match nor the computer players."""

from __future__ import annotations

from clocks import Ticked
from matches import play_at_random
from support import every_ruleset, loaded
from wargrid.core.dice import seeded
from wargrid.engine.flow import CHANCE
from wargrid.match import Match, TimeControl
from wargrid_play.table import Table, counted
from wargrid_play.table.replay import last_turn_of_others, turns_of


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
        south = game.grid.facing_name(game.engine.forward[side.side]) == "S"
        assert side.flipped is south


def test_a_client_counts_the_clock_that_runs_by_itself() -> None:
    match = Match(loaded("breakthrough/standard"))
    clocks = Ticked(match, TimeControl(60, 0))
    table = Table(match, clocks=clocks)
    then = table.view().clocks
    clocks.tick(55_001)
    assert tuple(counted(clock, 55_001) for clock in then) == table.clocks
    assert [(clock.text, clock.low) for clock in table.clocks] == [("0:05", True), ("1:00", False)]


@every_ruleset
def test_what_a_game_always_shows_is_made_once_for_all_its_tables(name: str) -> None:
    """A server has a table for each seat of each match: they share what never changes."""
    game = loaded(name)
    first, second = (Table(Match(game), seats=[side]).view() for side in (0, 1))
    for field in ("zones", "legend", "settings", "cell_names"):
        assert getattr(first, field) is getattr(second, field)


def test_a_move_adds_its_lines_to_the_log_and_words_no_other_again() -> None:
    match = Match(loaded("lionheart/level1"), dice=seeded(1))
    table = Table(match)
    play_at_random(match, 40)
    before = table.view().log
    play_at_random(match, 1, seed=5)
    after = table.view().log
    kept = [line for line, again in zip(before, after, strict=False) if line is again]
    assert len(after) >= len(before)
    assert len(kept) >= len(before) - 3  # the last group may go on


@every_ruleset
def test_the_last_turn_of_others_is_that_of_all_turns(name: str) -> None:
    """Found from the end, as it would be among all turns from the beginning."""
    match = Match(loaded(name), dice=seeded(2))
    for _ in range(5):
        play_at_random(match, 5)
        for seats in ([0], [1], [0, 1]):
            own = {match.position.side} if len(seats) > 1 else set(seats)
            turns = (
                range(turn.begin, turn.end)
                for turn in reversed(turns_of(match.start, match.plies))
                if turn.side not in own
                and any(ply.actor != CHANCE for ply in match.plies[turn.begin : turn.end])
            )
            assert last_turn_of_others(match, seats) == next(turns, range(0))

"""Clocks: what each side has left, what happens when it has nothing left, and what is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from matches import duel
from support import Tried, loaded
from wargrid.match import (
    Match,
    TimeControl,
    header_for,
    read_control,
    read_move,
    read_record,
    write_record,
)
from wargrid.match.timing import read_duration, write_duration
from wargrid.table import CONTROLS, Clocks, Table, control_name, time_text

MINUTE = 60_000


def at_clock(control: TimeControl | None, used: tuple[int, ...] = ()) -> tuple[Match, Clocks]:
    match = Match(loaded("breakthrough/standard"))
    return match, Clocks(match, control, used)


def play(match: Match, *moves: str) -> None:
    for move in moves:
        match.play(read_move(match.game, match.position, move))


def shown(clocks: Clocks) -> list[str]:
    return [clock.text for clock in clocks.views()]


class TestTime:
    def test_the_clock_of_the_side_to_act_runs(self) -> None:
        match, clocks = at_clock(TimeControl(300, 5))
        assert clocks.tick(1500)
        assert shown(clocks) == ["4:59", "5:00"]
        assert [clock.runs for clock in clocks.views()] == [True, False]
        assert not clocks.tick(100)
        play(match, "a2-a3")
        clocks.tick(60_000)
        assert shown(clocks) == ["5:04", "4:00"]
        assert clocks.used == (1, 60)

    def test_a_turn_of_its_own_begins_with_all_its_time(self) -> None:
        match, clocks = at_clock(TimeControl(0, 30))
        clocks.tick(29_000)
        assert [(clock.text, clock.low) for clock in clocks.views()] == [
            ("0:01", True), ("0:30", False),
        ]  # fmt: skip
        play(match, "a2-a3", "a7-a6")
        assert shown(clocks) == ["0:30", "0:30"]

    @pytest.mark.parametrize("control", [TimeControl(60, 0), TimeControl(0, 60)])
    def test_a_side_without_time_loses(self, control: TimeControl) -> None:
        match, clocks = at_clock(control)
        play(match, "a2-a3")
        clocks.tick(MINUTE)
        assert match.result == (0, "time")
        assert not clocks.tick(MINUTE)
        assert shown(clocks)[1] == "0:00"
        view = Table(match).view()
        assert view.log[-1].text == "Black ran out of time"

    @pytest.mark.parametrize(
        ("control", "left"),
        [
            (TimeControl(0, 30), 10), (TimeControl(0, 60), 10), (TimeControl(0, 180), 30),
            (TimeControl(300, 5), 50), (TimeControl(1800, 30), 60),
        ],
    )  # fmt: skip
    def test_a_player_is_warned_once_when_a_sixth_of_the_time_is_left(
        self, control: TimeControl, left: int
    ) -> None:
        _, clocks = at_clock(control)
        time = sum(control) if control.bank == 0 else control.bank
        clocks.tick(1000 * (time - left) - 1)
        early = clocks.pop_warning(), clocks.views()[0].low
        clocks.tick(1)
        warning = clocks.pop_warning()
        assert clocks.views()[0].text == time_text(left)
        clocks.tick(1000)
        assert early == (None, False)
        assert warning is not None
        assert (warning[0], clocks.pop_warning(), clocks.views()[0].low) == (0, None, True)
        assert ":" not in warning[1]  # it stays on the screen while the clock goes on

    def test_each_turn_of_its_own_warns_again(self) -> None:
        match, clocks = at_clock(TimeControl(0, 60))
        clocks.tick(55_000)
        first = clocks.pop_warning()
        play(match, "a2-a3")
        clocks.tick(55_000)
        second = clocks.pop_warning()
        assert [warning and warning[0] for warning in (first, second)] == [0, 1]

    def test_without_a_clock_only_the_time_used_is_counted(self) -> None:
        match, clocks = at_clock(None)
        clocks.tick(99 * MINUTE)
        assert (match.result, clocks.views(), clocks.used) == (None, (), (99 * 60, 0))

    def test_no_clock_runs_while_armies_are_set_up(self) -> None:
        match = Match(loaded("lionheart/level2"))
        clocks = Clocks(match, TimeControl(60, 0))
        clocks.tick(2 * MINUTE)
        assert (clocks.used, match.result) == ((0, 0), None)


class TestRecord:
    def test_clock_colours_and_times_are_kept(self) -> None:
        match, clocks = at_clock(TimeControl(600, 5), (30, 40))
        play(match, "a2-a3")
        clocks.tick(2000)
        header = replace(
            header_for(match.game, players=("Ada", "")),
            clock=clocks.control, used=clocks.used, colours=("", "green"),
        )  # fmt: skip
        again = read_record(write_record(match, header)).header
        assert (again.clock, again.used) == (TimeControl(600, 5), (30, 42))
        assert (again.colours, again.players) == (("", "green"), ("Ada", ""))

    def test_a_loss_on_time_is_a_line_of_the_record(self, lionheart: Tried) -> None:
        match = duel(lionheart)
        match.resign(1, "time")
        record = read_record(write_record(match, header_for(match.game)))
        assert record.lines == ("1. silver out of time",)
        assert record.match.result == (0, "time")
        lock = record.match.undo_refusal()
        assert lock is not None
        assert lock.code == "undo_over"

    @pytest.mark.parametrize("control", CONTROLS)
    def test_a_control_is_read_as_it_was_written(self, control: TimeControl | None) -> None:
        assert read_control(control_name(control)) == control

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "5",
            "0:00:00 a turn",
            "x + 0:00:05 a turn",
            "0:01:00",
            "0:00:00 + 0:00:05 a turn",
        ],
    )
    def test_what_is_no_control_is_refused(self, text: str) -> None:
        assert read_control(text) is None


def test_a_duration_has_hours_minutes_and_seconds() -> None:
    assert write_duration(3725) == "1:02:05"
    assert read_duration("1:02:05") == 3725

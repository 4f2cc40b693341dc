"""Clocks: what each side has left, what happens when it has nothing left, and what is kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clocks import Ticked
from support import loaded
from wargrid.match import (
    DAY,
    Journal,
    Match,
    TimeControl,
    header_for,
    read_control,
    read_fen,
    read_move,
    read_record,
    write_record,
)
from wargrid.match.timing import read_duration, read_instant, write_duration
from wargrid.text import LANGUAGES
from wargrid_play.table import ClockError, control_text, read_clock, time_text, typed_clock
from wargrid_play.table.lobby.clock import FAR_CONTROLS, Awake

MINUTE = 60_000
HOUR = 60 * MINUTE

NOON = 1_795_435_200
"""The 23rd of November 2026, 12:00 in Greenwich, in seconds since 1970."""


def at_clock(control: TimeControl | None, used: tuple[int, ...] = ()) -> tuple[Match, Ticked]:
    match = Match(loaded("breakthrough/standard"))
    return match, Ticked(match, control, used)


def play(match: Match, *moves: str) -> None:
    for move in moves:
        match.play(read_move(match.game, match.position, move))


def shown(clocks: Ticked) -> list[str]:
    return [clock.text for clock in clocks.views()]


class TestTime:
    def test_a_clock_that_waits_begins_with_all_its_time(self) -> None:
        match = Match(loaded("breakthrough/standard"))
        clocks = Ticked(match, TimeControl(300, 5), waits=True)
        clocks.tick(60_000)
        play(match, "a2-a3")
        assert clocks.due() is None
        assert [clock.runs for clock in clocks.views()] == [False, False]
        clocks.start()
        clocks.tick(2000)
        assert clocks.used == (0, 2)

    def test_a_turn_of_its_own_begins_with_all_its_time(self) -> None:
        match, clocks = at_clock(TimeControl(0, 30))
        clocks.tick(29_000)
        assert [(clock.text, clock.low) for clock in clocks.views()] == [
            ("0:01", True), ("0:30", False),
        ]  # fmt: skip
        play(match, "a2-a3", "a7-a6")
        assert shown(clocks) == ["0:30", "0:30"]

    def test_no_clock_runs_while_armies_are_set_up(self) -> None:
        match = Match(loaded("lionheart/level2"))
        clocks = Ticked(match, TimeControl(60, 0))
        clocks.tick(2 * MINUTE)
        assert (clocks.used, match.result) == ((0, 0), None)


@pytest.mark.parametrize(
    ("fen", "winner"),
    [
        ("4k3/8/8/8/8/8/8/3QK3", None),  # a king alone
        ("4k1n1/8/8/8/8/8/8/3QK3", None),
        ("4k1n1/8/8/8/8/8/8/3RK3", 1),  # the rook may stand in its king's way
        ("4k1b1/8/8/8/8/8/8/3RK3", None),
        ("4k1b1/8/8/8/8/8/P7/4K3", 1),
    ],
)
def test_time_that_runs_out_against_a_side_that_cannot_win_is_a_draw(
    fen: str, winner: int | None
) -> None:
    """FIDE Laws of Chess, 6.9."""
    game = loaded("chess/standard")
    match = Match(game, start=read_fen(game, f"{fen} w - - 0 1"))
    clocks = Ticked(match, TimeControl(60, 0))
    clocks.tick(60_000)
    assert match.result is not None
    assert match.result == (winner, "time" if winner else "time_drawn")
    text = write_record(match, header_for(game))
    assert read_record(text).match.result == match.result


class TestDeadlines:
    def test_a_source_that_goes_back_gives_no_time(self) -> None:
        _, clocks = at_clock(TimeControl(60, 0))
        clocks.tick(5_000)
        clocks.tick(-3_000)
        assert [clock.left for clock in clocks.views()] == [55_000, 60_000]


class TestResumed:
    """A match that was left, and its clocks when a journal is resumed."""

    def kept(self, control: TimeControl, folder: Path) -> tuple[Journal, Ticked]:
        match = Match(loaded("breakthrough/standard"))
        clocks = Ticked(match, control, today=NOON)
        header = replace(header_for(match.game), clock=control)
        journal = Journal(folder / "one.journal", match, header)
        clocks.keep(journal)
        return journal, clocks

    def resumed(self, journal: Journal, today: float) -> Ticked:
        journal._detach()  # as if the process had ended here
        found = Journal.resume(journal.path)
        header = found.journal.header
        clocks = Ticked(found.match, header.clock, header.used, since=header.since, today=today)
        found.journal._detach()
        clocks.advance()
        return clocks

    @pytest.mark.parametrize("control", [TimeControl(0, 3 * DAY), TimeControl(3 * DAY, 0)])
    def test_days_go_on_while_no_server_runs(self, control: TimeControl, tmp_path: Path) -> None:
        """From when the turn began, however often the server has been started since."""
        journal, clocks = self.kept(control, tmp_path)
        clocks.tick(HOUR)
        play(clocks.match, "a2-a3")
        clocks.tick(2 * HOUR)
        journal.keep_time(1)
        again = self.resumed(journal, NOON + 25 * 3600)
        assert [clock.left // HOUR for clock in again.views()][1] == 48
        assert again.due() == again.views()[1].left
        third = self.resumed(journal, NOON + 26 * 3600)
        assert [clock.left // HOUR for clock in third.views()][1] == 47
        assert again.used[1] == 24 * 3600

    def test_minutes_stand_still_while_no_server_runs(self, tmp_path: Path) -> None:
        journal, clocks = self.kept(TimeControl(600, 0), tmp_path)
        clocks.tick(60_000)
        play(clocks.match, "a2-a3")
        again = self.resumed(journal, NOON + 5 * DAY)
        assert [clock.text for clock in again.views()] == ["9:00", "10:00"]
        assert b"since" not in journal.path.read_bytes()

    def test_an_undo_says_again_when_the_turn_began(self, tmp_path: Path) -> None:
        """Who is to move again begins a turn then, also for a server that is started later."""
        journal, clocks = self.kept(TimeControl(0, 3 * DAY), tmp_path)
        clocks.tick(HOUR)
        play(clocks.match, "a2-a3")
        clocks.tick(5_000)
        clocks.match.undo()
        again = self.resumed(journal, NOON + 3605 + DAY)
        assert (again.running, again.due()) == (0, clocks.due() - DAY * 1000)

    @pytest.mark.parametrize("since", ["", "yesterday", "2026-11-23", "2026-13-01T00:00:00Z"])
    def test_another_text_is_no_instant(self, since: str) -> None:
        assert read_instant(since) is None


class TestRecord:
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


def test_days_are_worded_in_each_language() -> None:
    assert time_text(2 * DAY + 3 * 3600 + 4 * 60 + 5) == "2d 3:04"
    assert time_text(DAY, "fr") == "1 j 0:00"
    controls = TimeControl(0, 3 * DAY), TimeControl(7 * DAY, DAY)
    assert [control_text(one) for one in controls] == ["3 days a turn", "7 days + 1 day"]
    assert control_text(controls[0], "fr") == "3 jours par tour"
    assert [one.text() for one in controls] == ["3d a turn", "7d + 1d a turn"]


class TestTyped:
    @pytest.mark.parametrize(
        ("typed", "control"),
        [
            ("5+3", (300, 3)), ("30 + 0", (1800, 0)), ("0.5+1", (30, 1)), ("0,5+1", (30, 1)),
            ("20 min", (1200, 0)), ("30s", (0, 30)), ("1 day", (0, DAY)), ("3 Jours", (0, 3 * DAY)),
            ("1 min a turn", (0, 60)), ("3 min par tour", (0, 180)),
            ("0:10:00 + 0:00:05 a turn", (600, 5)), ("3d a turn", (0, 3 * DAY)),
            ("", None), ("none", None), ("Aucune", None),
        ],
    )  # fmt: skip
    def test_a_clock_is_read_as_players_write_it(
        self, typed: str, control: tuple[int, int] | None
    ) -> None:
        """In every language, and as records write it; and it is offered again as it was typed."""
        assert read_clock(typed) == control
        assert read_clock(typed_clock(read_clock(typed))) == control

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_clock_that_is_offered_to_be_typed_again_stays_the_same(self, language: str) -> None:
        """As do odd ones, none of which is worded in whole minutes and half ones."""
        odd = (0, 1), (0, 90), (0, 3601), (0, 30 * DAY - 1), (90, 1), (31, 0), (24 * 3600, 3600)
        for control in (*FAR_CONTROLS, *(TimeControl(*each) for each in odd)):
            assert read_clock(typed_clock(control, language)) == control

    @pytest.mark.parametrize(
        ("typed", "code"),
        [
            ("soon", "wrong"), ("5+", "wrong"), ("-5+3", "wrong"), ("5+3+1", "wrong"),
            ("3 moons", "wrong"), ("٣+٢x", "wrong"), ("9" * 50, "wrong"),
            ("0+0", "range"), ("0 s", "range"), ("9999+0", "range"), ("5+9999", "range"),
            ("31 days", "range"),
        ],
    )  # fmt: skip
    def test_what_nobody_could_play_with_is_refused(self, typed: str, code: str) -> None:
        with pytest.raises(ClockError) as refused:
            read_clock(typed)
        assert refused.value.code == code


def test_a_process_that_stood_still_charges_a_beat_for_it() -> None:
    now = [0]
    awake = Awake(lambda: now[0])
    for passed, counted in ((1_000, 1_000), (2_900, 3_900), (30_000, 4_900), (3_600_000, 5_900)):
        now[0] += passed
        assert awake() == counted
    assert awake() == 5_900
    assert awake.slept == 3_628_000

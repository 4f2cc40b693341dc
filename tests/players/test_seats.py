"""Who plays a side is written into a record's header, and read again."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid.match import Match, header_for, read_record, write_record
from wargrid.players import Seat, read_seat


@pytest.mark.parametrize(
    "seat", [Seat(), Seat(name="Ann"), Seat("3", 42), Seat("uci:/opt/an engine/" + 80 * "x", 7)]
)
def test_a_record_names_its_players(seat: Seat) -> None:
    """A level with its seed, an engine with its path, and persons come back as they were."""
    match = Match(loaded("breakthrough/standard"))
    header = header_for(match.game, players=("", seat.text()))
    read = read_record(write_record(match, header)).header
    assert [read_seat(text) for text in read.players] == [Seat(), seat]

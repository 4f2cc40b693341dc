"""Xiangqi with terrains: drawn obstacles at the table and in a record."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid import Match
from wargrid.core.dice import seeded
from wargrid.match import header_for
from wargrid.match import record_reader as reading
from wargrid.match import record_writer as writing


@pytest.fixture
def match() -> Match:
    """A match whose obstacles have been drawn."""
    match = Match(loaded("xiangqi/terrains"), dice=seeded(3))
    match.begin()
    return match


def test_a_record_keeps_what_was_drawn(match: Match) -> None:
    """XQ-43: replayed, the same obstacles stand."""
    written = writing.write_record(match, header_for(match.game))

    assert reading.read_record(written).match.position == match.position

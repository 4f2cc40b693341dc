"""A record with questions, opened at a table."""

from __future__ import annotations

import pytest

from matches import (
    header,
    play,
    untagged,
)  # fmt: skip
from support import loaded
from tables import sit
from wargrid.match import (
    Match,
    RecordError,
    read_record,
    write_record,
)


def written(match: Match) -> bytes:
    return write_record(match, header(match))


def refused(data: bytes) -> RecordError:
    with pytest.raises(RecordError) as error:
        read_record(data, "game.wargrid")
    return error.value


# The command replay


OVERRUN = """
    . . . . . . . . . . i
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . i i . . . . .
    . . . . T . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . I
    turn: 3
    men: e5 1
"""


def test_answers_are_read_again() -> None:
    """Though a blank also parts a move from its rolls."""
    match = sit(loaded("hill/209"), OVERRUN, "rifle miss", "miss miss").match
    play(match, "e4xe5", "choose yes", "e5xf5")
    assert untagged(written(match))[-4:-1] == [
        "1. green e4xe5 rifle miss", "2. green choose yes", "3. green e5xf5 miss miss"
    ]  # fmt: skip
    assert read_record(written(match)).match.position == match.position

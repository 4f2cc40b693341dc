"""What a table shows when a plugin fails."""

from __future__ import annotations

import pytest

from hook_calls import (
    FACE_TO_FACE,
    game_with,
    raises,
)
from wargrid import (
    Match,
)
from wargrid.match import read_position
from wargrid_play.table import Table


def test_the_table_shows_the_failure_and_stays_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the plugin; the next move can be made."""
    game = game_with(monkeypatch, "after_move", raises)
    table = Table(Match(game, start=read_position(game, FACE_TO_FACE)))
    table.type("c1-c2")
    assert 'the plugin "test.lone" failed in "after_move"' in table.view().message
    table.type("c4>E")
    assert len(table.match.plies) == 1

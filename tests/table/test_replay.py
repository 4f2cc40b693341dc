"""A turn of the enemy again: the units before each of its actions, what happened, and its dice."""

from __future__ import annotations

import pytest

from matches import Dice, play_at_random
from positions import TWO_PAIRS
from support import every_ruleset, loaded
from wargrid.core.dice import seeded
from wargrid.match import Match, read_move, read_position
from wargrid_play.table import Table


@pytest.fixture
def match() -> Match:
    """Silver has attacked from e7 with two hits and from d7 with one, and Gold is to act."""
    game = loaded("lionheart/level1", {"first_player": "gold"})
    start = read_position(game, TWO_PAIRS)
    match = Match(game, dice=Dice("axe axe panic arrow", "axe arrow arrow arrow"), start=start)
    for text in ("end", "e7xe6", "d7xd6"):
        match.play(read_move(game, match.position, text))
    return match


def lines(table: Table, kind: str) -> list[int]:
    return [at for at, line in enumerate(table.view().log) if line.kind == kind]


@every_ruleset
def test_each_line_of_every_game_can_be_shown_again(name: str) -> None:
    """And none of it is another's: the actions of all turns are those of all lines."""
    match = Match(loaded(name), dice=seeded(4))
    match.begin()
    play_at_random(match, 40)
    table = Table(match)
    shown: dict[int, int] = {}
    for at, line in enumerate(table.view().log):
        table.press(f"replay:{at}")
        if not line.heading and line.plies:
            shown[line.plies] = len(table.pop_replay())
        table.pop_replay()
    assert set(shown.values()) <= {0, 1}
    assert any(shown.values())

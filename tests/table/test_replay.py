"""A turn of the enemy again: the units before each of its actions, what happened, and its dice."""

from __future__ import annotations

import pytest

from matches import Dice, play_at_random
from support import every_ruleset, loaded
from tables import TWO_PAIRS
from wargrid.core.dice import seeded
from wargrid.match import Match, read_move, read_position
from wargrid_play.table import Table

GOLD = 0


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


def test_the_last_turn_of_the_other_side_is_shown_action_by_action(match: Match) -> None:
    """Each with the units as they stood before it, and with the dice that fell in it."""
    table = Table(match, seats=[GOLD])
    table.press("replay")
    first, second = table.pop_replay()
    men = [
        {match.game.grid.name(unit.cell): unit.men for unit in action.units}
        for action in (first, second)
    ]
    assert (men[0]["e6"], men[1]["e6"]) == (4, 2)
    kinds = [step.kind for step in first.steps]
    assert kinds == ["attack", "dice", "lost"]
    assert first.dice is not None
    assert second.dice is not None
    assert (sum(first.dice.hits), sum(second.dice.hits)) == (2, 1)
    assert not first.dice.old
    assert table.pop_replay() == ()


def test_the_match_is_where_it_was(match: Match) -> None:
    table = Table(match, seats=[GOLD])
    before = table.view()
    table.press("replay")
    assert table.view() == before


def test_the_heading_of_a_turn_and_a_line_of_the_log_show_what_they_tell(match: Match) -> None:
    table = Table(match, seats=[GOLD])
    headings = [at for at, line in enumerate(table.view().log) if line.heading]
    table.press(f"replay:{headings[1]}")
    assert len(table.pop_replay()) == 2
    table.press(f"replay:{lines(table, 'attack')[0]}")
    assert len(table.pop_replay()) == 1
    table.press(f"replay:{headings[-1]}")
    assert table.pop_replay() == ()
    assert table.view().tone == "refusal"


def test_each_line_of_an_attack_has_its_dice(match: Match) -> None:
    table = Table(match, seats=[GOLD])
    log = table.view().log
    first, second = (table.dice_at(log[at]) for at in lines(table, "attack"))
    assert first is not None
    assert second is not None
    assert sorted(first.faces) == ["arrow", "axe", "axe", "panic"]
    assert sorted(second.faces) == ["arrow", "arrow", "arrow", "axe"]
    assert all(table.dice_at(line) is None for line in log if line.heading)


def test_before_the_other_side_has_acted_there_is_nothing_to_show() -> None:
    table = Table(Match(loaded("chess/standard")), seats=[0])
    table.press("replay")
    assert table.view().tone == "refusal"
    assert table.pop_replay() == ()


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

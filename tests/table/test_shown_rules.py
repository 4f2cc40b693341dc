"""Rules of single games at a table: what their plugins add to questions and to the log."""

from __future__ import annotations

import pytest

from halberd_field import field
from matches import Dice
from support import loaded, tried
from wargrid import Match
from wargrid.text import catalog
from wargrid_play.table import Table


def test_the_log_names_a_bribe() -> None:
    """LH-67: the prompt says that they change sides, not that they are lost, also in one line; the
    log tells attack and bribe."""
    level2 = tried("lionheart/level2")
    table = Table(Match(level2.game, start=level2.table(". . .\n. s .\n. K .").position))
    table.type("b1xb2")
    prompt = table.view().prompt
    assert prompt is not None
    say = catalog("en").say
    assert dict(prompt.lines)[say("table.odds.joins")] == "100%"
    assert dict(prompt.lines)[say("table.odds.eliminates")] == "0%"
    assert prompt.brief == say("table.brief.joins", chance="100%")
    table.enter()

    _heading, attack, bribe = table.view().log
    assert (attack.side, attack.cells) == (0, (1, 10))
    assert "b1" in attack.text
    assert (bribe.side, bribe.cells) == (1, (10,))
    assert "brib" in bribe.text


def test_the_log_tells_a_push_from_a_flight() -> None:
    """LH-65: the target is driven back, and the friend in its way flees."""
    level2 = tried("lionheart/level2")
    start = level2.table(". . .\n. i .\n. i .\n. S .").position
    dice = Dice("axe arrow arrow panic")
    table = Table(Match(level2.game, dice=dice, start=start))
    table.type("b1xb2")
    table.enter()

    say, fields = catalog("en").say, {"side": "Silver", "unit": "Infantry"}
    log = [line.text for line in table.view().log]
    assert say("lionheart.flees", cell="b3", target="b4", **fields) in log
    assert say("lionheart.pushed", cell="b2", target="b3", **fields) in log


@pytest.mark.slow
@pytest.mark.parametrize("square", ["x3", "x5"])
def test_the_owner_chooses_at_the_table(square: str) -> None:
    """HG-50: at one table the look-out is selected for the other player, who clicks the square; its
    own square lets it stay."""
    before = field("Ao4 gp4 Sb3", return_square="owner_chooses").position
    match = Match(before.roster.game.game, start=before)
    table = Table(match)
    table.type("o4xp4")
    table.press("confirm")
    grid = match.game.grid
    assert "Black" in table.view().headline
    reach = {grid.name(mark.cell) for mark in table.view().marks if mark.kind == "reach"}
    assert reach == {"x3", "x4", "x5", "x6"}
    table.click(grid.cell(square))
    assert match.position.board[grid.cell(square)] > 0
    assert match.to_act == 0


def test_obstacles_may_be_drawn_by_hand() -> None:
    """XQ-43: the players say which pair was drawn, one after the other."""
    match = Match(loaded("xiangqi/terrains"), by_hand=True)
    match.begin()
    table = Table(match, "en")
    for walls in (2, 4):
        prompt = table.view().prompt
        assert prompt is not None
        table.press(prompt.options[0][0])
        assert len(table.view().walls) == walls

    assert table.view().prompt is None

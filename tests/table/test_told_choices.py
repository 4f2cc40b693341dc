"""What units may do, as it is told with the turn: the same that clicks on them show, and no more.

Frontends far away draw it before the server has answered.
"""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import pytest

from matches import play_at_random
from places import ROOT
from support import every_ruleset, loaded
from wargrid.core.dice import seeded
from wargrid.engine.flow import CHANCE
from wargrid.match import Match
from wargrid_play.table import ChoiceView, GuidedMatch, Table, View, load_guide
from wargrid_play.table.questions import answers_of
from wargrid_play.table.state import is_deploying, movable_cells

ABOUT = 4
"""How many units of a position are clicked."""


def begun(name: str, moves: int = 7) -> Match:
    """Return a match after some moves, once armies are set up and questions answered."""
    match = Match(loaded(name), dice=seeded(3))
    play_at_random(match, moves, seed=2)
    while is_deploying(match) or answers_of(match):
        listed = match.game.moves(match.position)
        match.play(next((move for move in listed if move.verb == "ready"), listed[0]))
    return match


def marked(view: View) -> ChoiceView:
    """Return the marks of the selected unit as choices have them."""
    assert view.selected is not None
    cells = {kind: tuple(m.cell for m in view.marks if m.kind == kind)
             for kind in ("reach", "target", "special", "range")}  # fmt: skip
    turns = tuple(m.facing for m in view.marks if m.kind == "turn" and m.facing is not None)
    return ChoiceView(view.selected, turns=turns, **cells)


@every_ruleset
def test_what_is_told_is_what_clicks_show(name: str) -> None:
    """To the seat that acts: to no other seat, and no watcher."""
    match = begun(name)
    side = match.to_act
    assert side not in (None, CHANCE)
    tables = [Table(match, seats=seats) for seats in ([side], [1 - match.position.side], [])]
    told = tables[0].choices()
    assert [table.choices() for table in tables[1:]] == [None, None]
    assert told is not None
    assert {each.cell for each in told} == {cell for cell in movable_cells(match) if cell >= 0}
    for each in told[:: max(1, len(told) // ABOUT)]:
        tables[0].select(None)
        tables[0].click(each.cell)
        assert marked(tables[0].view()) == replace(each, asks=())


@every_ruleset
def test_a_click_on_a_mark_that_asks_nothing_moves_the_unit_there(name: str) -> None:
    match = begun(name)
    table = Table(match)
    for told in (table.choices() or ())[:ABOUT]:
        plain = [cell for cell in (*told.target, *told.reach) if cell not in told.asks]
        if plain:
            unit, made = match.position.board[told.cell], len(match.plies)
            assert table.select(told.cell)
            table.click(plain[0])
            assert len(match.plies) > made
            assert match.plies[made].before.board[told.cell] == unit
            assert match.position.cell_of(unit) != told.cell
            for _ in range(len(match.plies) - made):
                match.undo()


def test_a_guide_says_what_to_do_and_nothing_else_is_told() -> None:
    guide = ROOT / "rulesets/chess/standard.guide.yaml"
    match = GuidedMatch(load_guide(guide))
    match.begin()
    assert Table(match).choices() == ()


def test_what_is_too_much_is_asked_for() -> None:
    with patch("wargrid_play.table.choices.MOST_UNITS", 9):
        assert Table(begun("chess/standard", 0)).choices() == ()
    with patch("wargrid_play.table.choices.MOST_CELLS", 19):
        assert Table(begun("chess/standard", 0)).choices() == ()


@pytest.mark.parametrize("cell", ["a7", "e4", "a1"])
def test_a_unit_that_cannot_be_selected_is_refused_as_by_a_click(cell: str) -> None:
    """An enemy's, none, and one without a move; no cell of a question is taken for an answer."""
    tables = [Table(begun("chess/standard", 0)) for _ in range(2)]
    at = tables[0].match.game.grid.cell(cell)
    assert not tables[0].select(at)
    tables[1].click(at)
    assert tables[0].view() == tables[1].view()
    assert tables[0].view().tone == "refusal"


def test_a_selection_lets_go_of_what_was_selected_and_makes_no_move() -> None:
    table = Table(begun("chess/standard", 0))
    cell = table.match.game.grid.cell
    table.click(cell("e2"))
    assert table.select(cell("d2"))
    assert not table.select(cell("e4"))
    assert table.view().selected is None
    assert table.select(None)
    assert not table.match.plies

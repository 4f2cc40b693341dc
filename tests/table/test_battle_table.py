"""Battle: the table calculates an attack before it is made, because nothing is random."""

from __future__ import annotations

from battlefield import field
from wargrid.match import Match
from wargrid.text import catalog
from wargrid_play.table import Table


def _asked() -> Table:
    """The example of BT-43, prepared but not confirmed."""
    table = field("B t . i", "F.", men="b1 8")
    sat = Table(Match(table.game, start=table.position), "en")
    sat.click(0)
    sat.click(1)
    return sat


def test_an_attack_is_shown_with_its_outcome_before_it_is_made() -> None:
    """BT-44: the prompt calculates the blow and the counter-attack, and may be cancelled."""
    table = _asked()
    prompt = table.view().prompt

    assert prompt is not None
    assert (prompt.kind, len(prompt.details), prompt.bars) == ("attack", 2, ())
    assert [unit.men for unit in table.view().units] == [10, 8, 10]
    table.press("cancel")
    assert not table.match.plies


def test_a_confirmed_attack_costs_what_was_shown() -> None:
    """BT-43: the target loses five points, the attacker one."""
    table = _asked()
    table.press("confirm")

    assert [unit.men for unit in table.view().units] == [9, 3, 10]
    losses = [(loss.bases, loss.men) for side in table.view().sides for loss in side.losses]
    assert losses == [(0, 1), (0, 5)]


def test_one_line_of_the_odds_tells_the_loss_on_both_sides() -> None:
    """BT-43: five of ten points there, one of ten here."""
    table = _asked()
    prompt = table.view().prompt
    assert prompt is not None
    costs = catalog("en").say("table.brief.costs.points", losses="1", men=10)
    assert costs in prompt.brief.split(" · ")

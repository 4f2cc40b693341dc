"""Offers of an undo, a draw and a rematch between tables apart, and a draw at one table."""

from __future__ import annotations

import pytest

from support import loaded
from thinkers import AtOnce
from wargrid.match import AGREED, Match, read_move
from wargrid.players import Seat
from wargrid_play.table import Offer, Offers, Opponents, Table


class Apart:
    """A match of two tables with a seat each, and of a watcher; ``matches`` counts rematches."""

    def __init__(self, *moves: str, name: str = "breakthrough/standard") -> None:
        self.match = Match(loaded(name))
        self.rematches = 0
        self.offers = Offers(self.match, self._again)
        self.white, self.black, self.watcher = (
            Table(self.match, seats=seats, offers=self.offers) for seats in ([0], [1], [])
        )
        self.play(*moves)

    def _again(self) -> None:
        self.rematches += 1

    def play(self, *moves: str) -> None:
        for move in moves:
            self.match.play(read_move(self.match.game, self.match.position, move))


def press(table: Table, *names: str) -> None:
    for name in names:
        table.press(name)


def enabled(table: Table) -> set[str]:
    return {command.name for command in table.view().commands if command.enabled}


def listed(table: Table) -> set[str]:
    return {command.name for command in table.view().commands}


class TestUndo:
    def test_the_other_side_agrees_to_an_undo(self) -> None:
        """It takes back the answer too, where that has been made; each is told."""
        apart = Apart("a2-a3", "a7-a6")
        apart.white.press("undo")
        asked = apart.black.view()
        waits = apart.match.number
        apart.black.press("accept")
        assert asked.offer is not None
        assert (asked.offer.kind, asked.offer.mine, asked.offer.may_answer) == ("undo", False, True)
        assert "White" in asked.offer.text
        assert (waits, apart.match.number) == (2, 0)
        assert "Black" in apart.white.view().message
        assert apart.black.view().offer is None


class TestDraw:
    def test_who_offers_a_draw_that_was_offered_accepts_it(self) -> None:
        apart = Apart()
        press(apart.white, "draw", "confirm")
        apart.black.press("draw")
        assert apart.match.result == (None, AGREED)

    def test_two_persons_at_one_table_agree_after_a_question(self) -> None:
        match = Match(loaded("breakthrough/standard"))
        table = Table(match)
        table.press("draw")
        before = match.result
        press(table, "cancel", "draw", "confirm")
        assert (before, match.result) == (None, (None, AGREED))

    def test_no_draw_with_a_computer_player(self) -> None:
        match = Match(loaded("breakthrough/standard"))
        table = Table(match, opponents=Opponents(match, [Seat(), Seat("1")], make=AtOnce))
        table.press("draw")
        assert table.view().tone == "refusal"
        assert "draw" not in listed(table)

    def test_no_draw_before_the_first_turn(self) -> None:
        """An offer would tell how far the other side has set up its army."""
        apart = Apart(name="lionheart/level2")
        press(apart.white, "draw", "confirm")
        assert "draw" not in enabled(apart.white)
        assert apart.offers.open is None


class TestEnds:
    @pytest.mark.parametrize("who", ["black", "white"])
    def test_what_was_declined_or_withdrawn_is_not_asked_again_before_a_move(
        self, who: str
    ) -> None:
        apart = Apart("a2-a3")
        apart.white.press("undo")
        getattr(apart, who).press("decline")
        told = apart.white.view().message
        apart.white.press("undo")
        assert apart.offers.open is None
        assert apart.white.view().tone == "refusal"
        assert ("Black" in told) is (who == "black")
        apart.play("a7-a6")
        apart.white.press("undo")
        assert apart.offers.open == Offer("undo", 0, 2)

    def test_an_offer_reaches_a_table_that_does_nothing_and_no_view_is_made_twice(self) -> None:
        apart = Apart("a2-a3")
        before = apart.black.view()
        apart.white.press("undo")
        offered = apart.black.view()
        assert offered is not before
        assert apart.black.view() is offered
        assert offered.offer is not None
        assert (offered.message, offered.tone) == (offered.offer.text, "info")
        assert offered.hint == ""
        assert {"accept", "decline"} <= enabled(apart.black)

"""Offers of an undo, a draw and a rematch between tables apart, and a draw at one table."""

from __future__ import annotations

import pytest

from support import loaded
from thinkers import AtOnce
from wargrid.match import AGREED, OUT_OF_TIME, Match, read_move
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

    def test_the_offer_is_only_for_the_other_side_to_answer(self) -> None:
        apart = Apart("a2-a3")
        apart.white.press("undo")
        for table in (apart.white, apart.watcher):
            table.press("accept")
            assert table.view().tone == "refusal"
        apart.watcher.press("decline")
        own, watched = apart.white.view().offer, apart.watcher.view().offer
        assert apart.match.number == 1
        assert own is not None
        assert (own.mine, own.may_answer) == (True, False)
        assert watched is not None
        assert (watched.mine, watched.may_answer) == (False, False)
        assert not {"accept", "decline"} & listed(apart.watcher)
        assert {"accept", "decline"} & listed(apart.white) == {"decline"}

    def test_within_the_own_turn_nobody_is_asked(self) -> None:
        apart = Apart(name="lionheart/level1")
        apart.match.begin()
        own = (apart.white, apart.black)[apart.match.position.side]
        before = len(apart.match.plies)
        move = next(move for move in apart.match.game.moves(apart.match.position)
                    if move.verb == "move")  # fmt: skip
        apart.match.play(move)
        own.press("undo")
        assert (len(apart.match.plies), apart.offers.open) == (before, None)


class TestDraw:
    def test_a_draw_is_offered_and_accepted(self) -> None:
        """The offer is asked about before it is made."""
        apart = Apart("a2-a3")
        apart.white.press("draw")
        asked = apart.white.view().prompt, apart.offers.open
        apart.white.press("confirm")
        apart.black.press("accept")
        assert asked[0] is not None
        assert (asked[0].kind, asked[1]) == ("draw", None)
        assert apart.match.result == (None, AGREED)
        assert apart.watcher.view().over is not None

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

    def test_the_seat_that_waits_resigns_for_itself(self) -> None:
        """And is asked about its own side."""
        apart = Apart()
        apart.black.press("resign")
        prompt = apart.black.view().prompt
        apart.black.press("resign_confirm")
        assert prompt is not None
        assert prompt.title == apart.black.wording.say("table.prompt.resign", side="Black")
        assert apart.match.result == (0, "resign")


class TestRematch:
    def test_both_want_a_rematch(self) -> None:
        apart = Apart()
        apart.white.press("rematch")
        early = apart.offers.open
        apart.match.resign(0)
        apart.white.press("rematch")
        waits = apart.rematches
        apart.black.press("rematch")
        assert (early, waits, apart.rematches) == (None, 0, 1)
        assert "rematch" in listed(apart.black)
        assert "rematch" not in listed(apart.watcher)

    def test_the_request_is_read_also_after_a_click_that_is_refused(self) -> None:
        apart = Apart()
        apart.match.resign(0)
        apart.white.press("rematch")
        for table in (apart.white, apart.black):
            table.click(0)
            view = table.view()
            assert view.offer is not None
            assert (view.tone, view.message.endswith(view.offer.text)) == ("refusal", True)


class TestEnds:
    @pytest.mark.parametrize("kind", ["undo", "draw"])
    def test_the_next_move_withdraws_an_offer(self, kind: str) -> None:
        apart = Apart("a2-a3")
        press(apart.white, kind, *(["confirm"] if kind == "draw" else []))
        assert apart.offers.open is not None
        apart.play("a7-a6")
        assert apart.offers.open is None
        apart.black.press("accept")
        assert apart.match.number == 2
        assert apart.white.view().offer is None

    def test_the_end_of_the_match_withdraws_an_offer(self) -> None:
        apart = Apart("a2-a3")
        apart.white.press("undo")
        apart.match.resign(1, OUT_OF_TIME)
        apart.black.press("accept")
        assert (apart.offers.open, apart.match.number) == (None, 1)

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

    def test_one_offer_at_a_time(self) -> None:
        """The same side waits, and the other answers first."""
        apart = Apart("a2-a3", "a7-a6")
        apart.white.press("undo")
        apart.white.press("draw")
        for kind in ("undo", "draw"):
            apart.black.press(kind)
            assert apart.black.view().tone == "refusal"
        assert apart.offers.open == Offer("undo", 0, 2)
        assert {table.view().tone for table in (apart.white, apart.black)} == {"refusal"}

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


def test_without_offers_nobody_apart_can_be_asked() -> None:
    match = Match(loaded("breakthrough/standard"))
    table = Table(match, seats=[0])
    table.press("draw")
    assert table.view().message == table.wording.say("table.offer.refused.nobody")
    assert table.view().prompt is None


def test_offers_are_worded_in_each_language() -> None:
    apart = Apart("a2-a3")
    apart.black.language = "fr"
    apart.white.press("undo")
    offer = apart.black.view().offer
    assert offer is not None
    assert offer.text == "Les Blancs souhaitent reprendre un coup."

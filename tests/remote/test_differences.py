"""Views travel as differences, and arrive as they were."""

from __future__ import annotations

import random

import pytest

from support import every_ruleset, loaded
from wargrid.core.dice import seeded
from wargrid.match import Match
from wargrid_play.table import AnimationEvent, Table, View
from wargrid_remote import apply, difference, dump_message, read_message, table_news
from wargrid_remote.differences import Difference, Kept
from wargrid_remote.messages import Update


class Far:
    """What a client knows that hears of one table."""

    def __init__(self) -> None:
        self.sent: View | None = None
        self.known: View | None = None

    def hear(self, view: View, news: tuple[AnimationEvent, ...]) -> bytes:
        """Send what changed as text, and follow it; the text."""
        message = dump_message(table_news(difference(self.sent, view), 1, news))
        heard = read_message(message)
        assert isinstance(heard, Update)
        assert heard.news == news
        self.known = apply(self.known, heard.difference)
        self.sent = view
        return message


@every_ruleset
def test_a_client_knows_the_view_of_its_seat_throughout_a_random_game(name: str) -> None:
    match, choose = Match(loaded(name), dice=seeded(5)), random.Random(name)
    match.begin()
    tables = [Table(match, "fr", seats=[0]), Table(match, seats=[1])]
    clients = [Far(), Far()]
    for _ in range(8):
        for table, client in zip(tables, clients, strict=True):
            client.hear(table.view(), table.pop_animations())
            assert client.known == table.view()
        if match.to_act is None:
            break
        move = choose.choice(match.game.moves(match.position))
        source = getattr(move, "source", 0)
        if source >= 0:  # a click on an empty cell may place a unit at once
            tables[match.position.side % 2].click(source)
        clients[0].hear(tables[0].view(), tables[0].pop_animations())
        match.play(move)


@pytest.fixture(scope="module")
def view() -> View:
    match = Match(loaded("lionheart/level1"), dice=seeded(1))
    match.begin()
    return Table(match).view()


@pytest.mark.parametrize("kept", [Kept(0, 99), Kept(-1, 1), Kept(2, -1), (99, {}), (-1, {})])
def test_a_difference_of_another_view_is_refused(view: View, kept: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match=r"there (are no items|is no item)"):
        apply(view, Difference({}, {"units": (kept,)}))


def test_a_first_view_needs_every_field(view: View) -> None:
    with pytest.raises(ValueError, match="every field"):
        apply(None, Difference({"turn": 1}, {}))

"""Views travel as differences, and arrive as they were."""

from __future__ import annotations

import random
from dataclasses import replace

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
        tables[match.position.side % 2].click(max(0, getattr(move, "source", 0)))
        clients[0].hear(tables[0].view(), tables[0].pop_animations())
        match.play(move)


@pytest.fixture(scope="module")
def view() -> View:
    match = Match(loaded("lionheart/level1"), dice=seeded(1))
    match.begin()
    return Table(match).view()


def test_nothing_is_said_of_a_view_that_is_the_same(view: View) -> None:
    assert not difference(view, view)
    assert not difference(view, replace(view))


def test_of_a_list_only_the_new_items_are_said(view: View) -> None:
    moved = replace(view.units[3], cell=view.units[3].cell + 40)
    units = (*view.units[:3], *view.units[4:12], moved, *view.units[12:])
    found = difference(view, replace(view, units=units))
    assert not found.set
    edited = (3, {"cell": moved.cell})
    assert found.lists == {"units": (Kept(0, 3), Kept(4, 8), edited, Kept(12, len(units) - 12))}
    assert apply(view, found).units == units


def test_items_that_change_places_are_not_said_again(view: View) -> None:
    found = difference(view, replace(view, units=view.units[::-1]))
    assert all(type(each) is Kept for each in found.lists["units"])
    assert apply(view, found).units == view.units[::-1]


def test_a_list_that_is_new_altogether_is_said_whole(view: View) -> None:
    log = tuple(replace(line, number=f"{line.number}?") for line in view.log)
    assert difference(view, replace(view, log=log)) == Difference({"log": log}, {})


@pytest.mark.parametrize("kept", [Kept(0, 99), Kept(-1, 1), Kept(2, -1), (99, {}), (-1, {})])
def test_a_difference_of_another_view_is_refused(view: View, kept: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match=r"there (are no items|is no item)"):
        apply(view, Difference({}, {"units": (kept,)}))


def test_a_first_view_needs_every_field(view: View) -> None:
    with pytest.raises(ValueError, match="every field"):
        apply(None, Difference({"turn": 1}, {}))

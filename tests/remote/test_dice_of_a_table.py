"""A table far away draws its number, and compares the record with what it was promised."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support import loaded
from wargrid.match import DrawnNumber, FairDice, Header, Match, commitment, header_for, match_for
from wargrid.text import catalog
from wargrid_play.table import Table
from wargrid_remote import DrawsView, RemoteTable, RoomView, Welcome, difference, table_news
from wargrid_remote.connection import Link
from wargrid_remote.differences import Difference
from wargrid_remote.session import RemoteSession

LINK = Link("http://host", "m1", "secret")
OTHER = "bb" * 32
SERVER, SILVER = "11" * 32, "22" * 32


class Wire:
    """A connection that keeps what is sent, and has the messages that a test puts there."""

    state, reason, language = "open", "", "en"

    def __init__(self, link: Link, *_: object) -> None:
        self.link = link
        self.messages: deque[Any] = deque()
        self.sent: list[dict[str, object]] = []

    def send(self, **what: object) -> int:
        self.sent.append(what)
        return len(self.sent)


@pytest.fixture(autouse=True)
def wired(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path))
    monkeypatch.setattr("wargrid_remote.table.Connection", Wire)


def table_at(seat: int | None = 0, *, welcomed: bool = True, shown: bool = True) -> RemoteTable:
    """Return a table of a match whose dice are not dealt, as far as the server has said."""
    table = RemoteTable(LINK)
    messages = table._connection.messages
    if welcomed:
        messages.append(Welcome(protocol=1, match="m1", seat=seat, ruleset="lionheart/level1"))
    if shown:
        here = Table(Match(loaded("lionheart/level1")), seats=() if seat is None else (seat,))
        messages.append(table_news(difference(None, here.view()), -1))
    table.advance()
    return table


def hear(table: RemoteTable, draws: DrawsView | None) -> list[dict[str, object]]:
    """Let a table hear of the numbers, and return what it says."""
    table._connection.messages.append(
        table_news(Difference({}, {}), -1, room=RoomView(draws=draws))
    )
    table.advance()
    return table._connection.sent  # type: ignore[attr-defined, no-any-return]


DRAWS = DrawsView((commitment(SERVER, "m1"), "", OTHER), (0, 1))


def test_a_seat_commits_to_a_number_when_numbers_are_drawn() -> None:
    (said,) = hear(table_at(), DRAWS)
    assert said.keys() == {"commit"}


@pytest.mark.parametrize(
    ("how", "draws"),
    [
        ({}, None), ({"seat": None}, DRAWS), ({"welcomed": False}, DRAWS),
        ({"shown": False}, DRAWS),
    ],
)  # fmt: skip
def test_nothing_is_said_where_none_is_drawn_or_a_seat_is_not_known_yet(
    how: dict[str, Any], draws: DrawsView | None
) -> None:
    assert hear(table_at(**how), draws) == []


def promised() -> tuple[RemoteTable, FairDice]:
    """Return a table that has shown its number, and the dice that were promised to it."""
    table = table_at()
    own = table._numbers.number
    dice = FairDice("m1", tuple(
        DrawnNumber(commitment(number, "m1"), number) for number in (SERVER, own, SILVER)
    ))  # fmt: skip
    said = hear(table, DrawsView(tuple(draw.commitment for draw in dice.draws), (0, 1)))
    assert said == [{"reveal": own}]
    return table, dice


def verdict(table: RemoteTable, dice: FairDice | None, shown: FairDice | None = None) -> str:
    """Return what the window says of a record whose rolls follow from ``dice``."""
    game = loaded("lionheart/level1")
    header = header_for(game)
    if dice is not None:
        header = replace(header, dice="fair", fair=dice)
    match = match_for(game, header)
    match.begin()
    session = RemoteSession(LINK, table)
    kept: Header = replace(header, fair=shown) if shown is not None else header
    session._record = match, kept
    note = session.dice_note(catalog("en"))
    return "" if note is None else note[0]


def said(key: str) -> str:
    return catalog("en").say(f"remote.dice_{key}")


def another(dice: FairDice, at: int, digits: str = "77") -> FairDice:
    """Return dice of which one number was drawn anew, with a commitment that fits."""
    draws = [*dice.draws]
    draws[at] = DrawnNumber(commitment(digits * 32, dice.match), digits * 32)
    return FairDice(dice.match, tuple(draws))


def rolled_otherwise(table: RemoteTable, dice: FairDice) -> set[str]:
    """Return what is said of rolls that follow from other numbers than the record shows.

    The first rolls of one match may be the same by chance; those of four are not.
    """
    others = (another(dice, 0, digits) for digits in ("77", "78", "79", "7a"))
    return {verdict(table, each, shown=dice) for each in others}


def test_a_record_with_the_numbers_promised_proves_its_dice() -> None:
    table, dice = promised()
    assert verdict(table, dice) == said("hold")
    assert verdict(table_at(), dice) == said("hold")  # a window opened later


@pytest.mark.parametrize("at", range(3))
def test_a_number_drawn_anew_is_noticed_also_by_a_window_opened_later(at: int) -> None:
    dice = another(promised()[1], at)
    table = table_at()
    assert verdict(table, dice) == said("wrong")
    assert table.dice_trouble(dice) == ("server", "gold", "silver")[at]


def test_rolls_that_do_not_follow_and_records_without_the_numbers_are_noticed() -> None:
    table, dice = promised()
    assert said("wrong") in rolled_otherwise(table, dice)
    assert verdict(table, None) == said("wrong")
    assert table.dice_trouble(FairDice("m2", dice.draws)) == "match"
    assert table.dice_trouble(FairDice("m1", dice.draws[:2])) == "match"


def test_a_window_that_was_promised_nothing_says_that_it_cannot_tell() -> None:
    _, dice = promised()
    table = table_at()
    table._numbers._path.unlink()
    assert verdict(table, dice) == said("unseen")
    assert said("wrong") in rolled_otherwise(table, dice)
    assert verdict(table, None) == ""

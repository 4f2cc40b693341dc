"""Odd names, hosts, numbers of intents and folders, each answered as it has to be."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from far_clients import far_server, in_loop
from wargrid_play.table import MAX_NAME
from wargrid_web.headers import Guard
from wargrid_web.names import clean_name, name_among
from wargrid_web.serve import index_trouble

GAME = "breakthrough/standard"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Anna", "Anna"), ("  Anna\n Bell ", "Anna Bell"), ("Ａｎｎａ", "Anna"), ("Zoë", "Zoë"),
        ("Иван 2", "Иван 2"), ("李", "李"), ("x" * 60, "x" * MAX_NAME), ("👑", "👑"),
        ("\u3164", ""), ("\u2800\u115f \uffa0", ""), ("An\u3164na", "Anna"), ("\u0301", ""),
        ("A" + "\u0301\u0316" * 9, "Á\u0316\u0316"), ("\u202eabc", "abc"),
        ("Computer 4", ""), ("ordinateur 2", ""), ("COMPUTER", ""), ("Ｃomputer 4", ""),
        ("Computer(4)", ""), ("Moteur Stockfish", ""), ("Compute", "Compute"),
        ("C0mputer 3", ""), ("0rdinateur 2", ""), ("Computer1", ""),
        ("Соmputer 4", ""),  # begins with two letters of another alphabet
    ],
)  # fmt: skip
def test_a_name_is_seen_and_is_no_computers(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    ("name", "others", "shown"),
    [
        ("Anna", [], "Anna"), ("Anna", ["Bob", ""], "Anna"), ("Anna", ["anna"], "Anna 2"),
        ("Anna", ["Anna", "Anna 2"], "Anna 3"), ("", [""], ""),
        ("Аnnа", ["Anna"], "Аnnа 2"), ("BILL", ["BllI"], "BILL 2"),
        ("x" * MAX_NAME, ["x" * MAX_NAME], "x" * (MAX_NAME - 2) + " 2"),
    ],
)  # fmt: skip
def test_two_players_are_told_apart_by_their_names(
    name: str, others: list[str], shown: str
) -> None:
    assert name_among(name, others) == shown


@in_loop
async def test_the_second_player_of_a_name_is_told_from_the_first(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(GAME, names=["Anna", "Anna"])
        first = await far.sit(made, 0)
        assert [side.player for side in first.now.sides] == ["Anna", "Anna 2"]
        made = await far.made(GAME)
        first, second = [await far.sit(made, side, name="Bob") for side in (0, 1)]
        assert [side.player for side in second.now.sides] == ["Bob", "Bob 2"]
        made = await far.made(GAME, seats=["me", "open"], names=["Eve"])
        await far.post(f"/api/open/{made['id']}", {"side": 1, "name": "Eve"})
        third = await far.sit(made, 0)
        assert [side.player for side in third.now.sides] == ["Eve", "Eve 2"]


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True), ("LOCALHOST:80", True), ("127.0.0.1:8000", True), ("[::1]:1", True),
        ("games.example.org", True), ("10.0.0.1", True),
        ("evil.example@localhost", False), ("localhost/evil", False), ("localhost?x", False),
        ("localhost#x", False), ("localhost:", False), ("localhost:99999", False),
        ("localhost:8000:9", False), ("127.0.0.1:80@evil", False), ("[::1", False),
        (" localhost", False), ("local\thost", False), ("localhost\\evil", False), ("", False),
        ("localhost:٨", False), ("::1", False), ("[127.0.0.1]", False), ("evil.example", False),
    ],
)  # fmt: skip
def test_no_odd_host_is_taken_for_this_server(host: str, known: bool) -> None:
    async def app(*_: object) -> None: ...

    assert Guard(app, ("games.example.org",)).knows(host) is known


@in_loop
async def test_an_intent_is_done_once_however_often_it_is_said(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(GAME)
        white, black = [await far.sit(made, side) for side in (0, 1)]
        await white.do(type="a2-a3")
        await black.do(type="a7-a6")
        before = white.now.log
        for number, move in ((0, "b2-b3"), (-1, "a2-a3"), (0, "a2-a3")):
            if number >= 0:
                await white.socket.say(n=number, type=move)
        await far.settle()
        await white.do(hover=3)
        assert len(white.now.log) == len(before) + 1  # the move of the other side
        await white.do(type="b2-b3")
        assert len(white.now.log) == len(before) + 2


@pytest.mark.parametrize(
    ("code", "key"),
    [
        (sqlite3.SQLITE_FULL, "full"), (sqlite3.SQLITE_READONLY, "read_only"),
        (sqlite3.SQLITE_CORRUPT, "damaged"), (sqlite3.SQLITE_BUSY, "busy"),
        (sqlite3.SQLITE_READONLY | 5 << 8, "read_only"), (sqlite3.SQLITE_IOERR, "other"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_index_has_its_words(code: int, key: str) -> None:
    error = sqlite3.OperationalError("why")
    error.sqlite_errorcode = code
    assert index_trouble(error) == f"index.{key}"

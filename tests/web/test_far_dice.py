"""Two windows' tables at a real server agree on fair dice by themselves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

import cheating_server
from wargrid.cli.replay import dice_verdict
from wargrid.match import FairDice, read_record, verify_dice
from wargrid_remote import RemoteTable, read_link

WAIT = 60.0


SERVERS = {"honest": ["-m", "wargrid", "serve"], "dishonest": [cheating_server.__file__]}


@pytest.fixture(params=["honest"])
def address(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """A server in a process of its own."""
    path = os.pathsep.join(filter(None, sys.path))
    program = subprocess.Popen(
        [sys.executable, *SERVERS[request.param], "--port", "0", "--folder", str(tmp_path)],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert program.stdout is not None
    line = program.stdout.readline()
    yield "http://" + line.partition("http://")[2].split("/")[0].strip()
    program.terminate()
    program.wait()
    program.stdout.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps the files of a user apart itself")
def test_no_other_user_reads_what_a_server_keeps(address: str, tmp_path: Path) -> None:
    """Journals hold hidden armies, and numbers of dice that are not shown yet."""
    wish = json.dumps({"ruleset": "lionheart/level1", "fair": True}).encode()
    asked = urllib.request.Request(
        f"{address}/api/matches", wish, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked, timeout=WAIT):
        journals = list(tmp_path.rglob("*.journal"))
    assert journals
    assert not any(path.stat().st_mode & 0o077 for path in journals)


@pytest.fixture
def tables(address: str) -> Iterator[list[RemoteTable]]:
    """The tables of both sides of a match that is over, whose dice they have dealt."""
    wish = {"ruleset": "lionheart/level1", "fair": True}
    asked = urllib.request.Request(
        f"{address}/api/matches", json.dumps(wish).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked, timeout=WAIT) as reply:
        made = json.load(reply)
    links = [f"{address}/m/{made['id']}#{seat['secret']}" for seat in made["seats"]]
    tables = [RemoteTable(read_link(link)) for link in links]
    assert all(table.wait(WAIT) for table in tables)
    until = time.monotonic() + WAIT
    while any(table.room.draws is not None or not table.view().log for table in tables):
        assert time.monotonic() < until, "the dice are not dealt"
        for table in tables:
            table.advance()
        time.sleep(0.01)
    for command in ("resign", "confirm"):
        tables[0].press(command)
    while not tables[0].record():
        assert time.monotonic() < until, "there is no record"
    yield tables
    for table in tables:
        table.close()


def test_tables_far_apart_deal_and_their_record_proves_it(tables: list[RemoteTable]) -> None:
    record = read_record(tables[0].record().encode())
    dice = record.header.fair
    assert dice is not None
    assert verify_dice(record.match, dice) is None
    assert [table.dice_trouble(dice) for table in tables] == ["", ""]
    forged = FairDice(dice.match, (dice.draws[0], dice.draws[2], dice.draws[1]))
    assert tables[1].dice_trouble(forged) == "gold"


@pytest.mark.parametrize("address", ["dishonest"], indirect=True)
def test_a_server_that_draws_its_number_anew_is_noticed(
    tables: list[RemoteTable], tmp_path: Path
) -> None:
    """The record alone cannot tell, and the command does not say that it can."""
    (tmp_path / "game.wargrid").write_text(tables[0].record())
    record = read_record(tables[0].record().encode())
    fair = record.header.fair
    assert fair is not None
    assert verify_dice(record.match, fair) is None
    assert [table.dice_trouble(fair) for table in tables] == ["server", "server"]
    text, holds = dice_verdict(tmp_path / "game.wargrid")
    assert holds
    assert all(draw.commitment in text for draw in fair.draws)
    assert "nobody" not in text

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

from wargrid.match import FairDice, read_record, verify_dice
from wargrid.remote import RemoteTable, read_link

WAIT = 60.0


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server in a process of its own."""
    path = os.pathsep.join(filter(None, sys.path))
    program = subprocess.Popen(
        [sys.executable, "-m", "wargrid", "serve", "--port", "0", "--folder", str(tmp_path)],
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


def test_tables_far_apart_deal_and_their_record_proves_it(address: str) -> None:
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
    while not (text := tables[0].record()):
        assert time.monotonic() < until, "there is no record"
    record = read_record(text.encode())
    dice = record.header.fair
    assert dice is not None
    assert verify_dice(record.match, dice) is None
    assert [table.dice_trouble(dice) for table in tables] == ["", ""]
    forged = FairDice(dice.match, (dice.draws[0], dice.draws[2], dice.draws[1]))
    assert tables[1].dice_trouble(forged) == "gold"
    for table in tables:
        table.close()

"""Open seats are listed while somebody waits there, and matches of no use are deleted."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from far_clients import Far, far_server, in_loop
from wargrid.match import DAY
from wargrid_web import index, waiting
from wargrid_web.settings import Limits

GAME = "breakthrough/standard"


async def listed(far: Far) -> dict[str, bool]:
    """Return whether somebody waits there, by the matches that are listed, in their order."""
    return {seat["id"]: seat["here"] for seat in (await far.get("/api/open")).json}


def age(folder: Path, match: str, seconds: float) -> None:
    """Let a match have been made some time ago."""
    with sqlite3.connect(folder / "index.sqlite") as db:
        db.execute("UPDATE match SET made = ? WHERE id = ?", (time.time() - seconds, match))
        index.seal(db, match)
    db.close()


async def opened(far: Far, **wish: object) -> Any:
    return await far.made(GAME, seats=["me", "open"], **wish)


@pytest.mark.parametrize(("old", "shown"), [(DAY - 60, True), (DAY + 60, False)])
@in_loop
async def test_who_plays_by_days_need_not_wait_for_a_day(
    tmp_path: Path, old: float, shown: bool
) -> None:
    async with far_server(tmp_path) as far:
        made = await opened(far, clock="3d a turn")
        other = await opened(far, clock="0:10:00 a turn")
        for match in (made, other):
            age(tmp_path, match["id"], old)
        assert await listed(far) == ({made["id"]: False} if shown else {})


@in_loop
async def test_seats_at_which_nobody_waits_push_no_other_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "LISTED", 3)
    async with far_server(tmp_path, limits=Limits(waiting=9)) as far:
        made = await opened(far)
        await far.sit(made, 0)
        for _ in range(4):
            await opened(far, clock="7d a turn")
        found = await listed(far)
        assert next(iter(found)) == made["id"]
        assert (len(found), sum(found.values())) == (3, 1)


@in_loop
async def test_an_address_makes_few_open_seats_at_once(tmp_path: Path) -> None:
    async with far_server(tmp_path, limits=Limits(waiting=2)) as far:
        first, _ = await opened(far), await opened(far)
        wish = {"ruleset": GAME, "seats": ["me", "open"]}
        assert (await far.post("/api/matches", wish)).status == 429
        assert (await far.post("/api/matches", wish, "10.0.0.2")).status == 201
        assert (await far.post("/api/matches", {"ruleset": GAME})).status == 201
        await far.post(f"/api/open/{first['id']}", {"side": 1})
        assert (await far.post("/api/matches", wish)).status == 201


@in_loop
async def test_a_match_that_is_open_elsewhere_or_damaged_is_kept(tmp_path: Path) -> None:
    async with far_server(tmp_path) as one:
        made = await one.made(GAME)
        age(tmp_path, made["id"], 31 * DAY)
        async with far_server(tmp_path, shared=True) as other:
            await other.server.rooms.tidy()
            assert other.server.store.find(made["id"])
    (journal,) = tmp_path.rglob("*.journal")
    journal.write_bytes(b"?" * 100)
    async with far_server(tmp_path) as one:
        await one.server.rooms.tidy()
        assert one.server.store.find(made["id"])
        assert journal.exists()

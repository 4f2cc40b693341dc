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
from wargrid_web.waiting import COMING

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


@in_loop
async def test_a_seat_is_listed_while_somebody_waits_there(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await opened(far)
        assert await listed(far) == {made["id"]: False}  # its player is on the way
        age(tmp_path, made["id"], COMING + 1)
        assert await listed(far) == {}
        player = await far.sit(made, 0)
        assert await listed(far) == {made["id"]: True}
        await (await far.sit(made, None)).socket.leave()
        await player.socket.leave()
        watcher = await far.sit(made, None)
        assert await listed(far) == {}
        await watcher.socket.leave()


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


def files(folder: Path) -> set[str]:
    return {path.name.partition(".")[0] for path in folder.rglob("*.journal")}


@in_loop
async def test_a_match_that_nobody_came_to_play_is_deleted(tmp_path: Path) -> None:
    async with far_server(tmp_path, idle=0.0) as far:
        kinds = {
            "untaken": await opened(far), "fresh": await opened(far),
            "unplayed": await far.made(GAME), "young": await far.made(GAME),
            "played": await far.made(GAME), "visited": await far.made(GAME),
            "dealt": await far.made("lionheart/level1", fair=True),
        }  # fmt: skip
        player = await far.sit(kinds["played"], 0)
        await player.do(type="a2-a3")
        await player.socket.leave()
        await far.server.rooms.sweep()
        assert not far.server.rooms.open_rooms
        await far.sit(kinds["visited"], 0)
        old = {"untaken": 3, "fresh": 1, "young": 29}
        for kind, made in kinds.items():
            age(tmp_path, made["id"], old.get(kind, 31) * DAY)
        await far.server.rooms.tidy()
        left = {kind for kind, made in kinds.items() if far.server.store.find(made["id"])}
        assert left == {"fresh", "young", "played", "visited"}
        assert files(tmp_path) == {kinds[kind]["id"] for kind in left}
        gone = {"id": kinds["unplayed"]["id"], "secret": kinds["unplayed"]["seats"][0]["secret"]}
        assert (await far.post("/api/mine", {"games": [gone]})).json[0]["state"] == "gone"


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

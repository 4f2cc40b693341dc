"""What was acknowledged is kept: through restarts, full disks and files that changed."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from far_clients import Closed, Player, far_server, in_loop
from wargrid.match import Journal, load_record
from wargrid_web.disk import Disk

RULES = "chess/standard"


@in_loop
async def test_no_move_is_acknowledged_or_shown_before_it_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(RULES)
        white, black = await far.sit(made, 0), await far.sit(made, 1)
        await far.settle()
        black.take_all()
        heard_at_sync: list[tuple[int, int]] = []
        whole = Journal.sync

        def sync(journal: Journal) -> None:
            heard_at_sync.append((len(white.socket.heard), len(black.socket.heard)))
            whole(journal)

        monkeypatch.setattr(Journal, "sync", sync)
        await white.do(type="e2-e4")
        await far.settle()
        assert heard_at_sync == [(0, 0)]
        assert black.socket.heard


@in_loop
async def test_after_a_kill_every_acknowledged_move_is_there(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(RULES)
        white, black = await far.sit(made, 0), await far.sit(made, 1)
        await white.do(type="e2-e4")
        view = await black.do(type="e7-e5")
        killed = tmp_path.parent / f"{tmp_path.name}-killed"
        shutil.copytree(tmp_path, killed)  # as the disk is when the process dies
        (journal,) = killed.rglob("*.journal")
        journal.write_bytes(journal.read_bytes() + b"3. white: g1-")  # and a line half written
    async with far_server(killed) as far:
        again = await far.sit(made, 0)
        assert again.now.units == view.units
        assert len((await again.do(type="g1-f3")).log) == 3


@in_loop
async def test_matches_that_moved_together_share_one_wait_for_the_disk(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        players = [await far.sit(await far.made(RULES), 0) for _ in range(6)]
        await far.settle()
        disk = far.server.disk
        disk.groups = disk.synced = 0
        for player in players:
            await player.socket.say(n=1, type="e2-e4")
        for player in players:
            await player.hear_until(lambda player=player: player.acked == 1)
        assert disk.synced == 6
        assert disk.groups <= 3


def full(*arguments: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@in_loop
async def test_a_full_disk_is_told_to_who_plays_and_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(RULES)
        white = await far.sit(made, 0)
        with monkeypatch.context() as during:
            during.setattr("wargrid.match.journal._write_at", full)
            await white.do(type="e2-e4")
            assert white.room.notice
            assert str(tmp_path) not in white.room.notice
            assert (await far.post("/api/matches", {"ruleset": RULES})).status == 507
        await far.server.rooms.sweep()
        await white.hear_until(lambda: white.room.notice == "")
        (journal,) = tmp_path.rglob("*.journal")
        assert b"e2-e4" in journal.read_bytes()


@in_loop
async def test_a_disk_that_fails_for_one_match_leaves_others_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with far_server(tmp_path) as far:
        made = [await far.made(RULES) for _ in range(2)]
        one, other = [await far.sit(match, 0) for match in made]
        room = far.server.rooms.open_rooms[made[0]["id"]]
        assert room.journal is not None
        broken, whole = room.journal._file, os.fsync

        def fsync(file: int) -> None:
            full() if file == broken else whole(file)

        monkeypatch.setattr("wargrid.match.journal.os.fsync", fsync)
        await one.do(type="e2-e4")
        await other.do(type="e2-e4")
        assert one.room.notice
        assert not other.room.notice


@in_loop
async def test_an_index_that_cannot_be_written_refuses_new_matches_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with far_server(tmp_path) as far:
        white = await far.sit(await far.made(RULES), 0)

        def refuse(row: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr(far.server.store, "add", refuse)
        assert (await far.post("/api/matches", {"ruleset": RULES})).status == 507
        assert len(list(tmp_path.rglob("*.journal"))) == 1
        assert len((await white.do(type="e2-e4")).log) == 1


@in_loop
async def test_a_ruleset_that_changes_on_the_disk_changes_no_match_under_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "rules" / "own"
    rules.mkdir(parents=True)
    (rules / "small.yaml").write_text(SMALL, "utf-8")
    monkeypatch.setenv("WARGRID_PATH", str(tmp_path / "rules"))
    async with far_server(tmp_path / "server", idle=0.0) as far:
        made = await far.made("own/small")
        player = await far.sit(made, 0)
        assert player.now.rows == 3
        (rules / "small.yaml").write_text(SMALL.replace("rows: 3", "rows: 4"), "utf-8")
        assert (await far.sit(await far.made("own/small"), 0)).now.rows == 4
        await player.socket.leave()
        await far.server.rooms.sweep()
        assert (await far.sit(made, 0)).now.rows == 3
        (rules / "small.yaml").write_text("sides: 7", "utf-8")
        refused = await far.post("/api/matches", {"ruleset": "own/small"})
        assert refused.status == 422
        assert str(tmp_path) not in refused.json["error"]
        assert (await far.sit(made, 0)).now.rows == 3


SMALL = """\
name: Small
sides: [a, b]
board: {columns: 3, rows: 3}
turn: {actions: 1, may: {move: 1}}
first: {player: a}
units:
  man: {letter: M, name: Man, move: {ahead: 1}}
victory: {eliminate: {}}
setup: {each: "M . ."}
"""


@in_loop
async def test_a_journal_that_is_damaged_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with far_server(tmp_path, idle=0.0) as far:
        made, other = await far.made(RULES), await far.made(RULES)
        await far.server.rooms.sweep()
        journal = next(path for path in tmp_path.rglob("*.journal") if path.stem == made["id"])
        journal.write_bytes(b"not a journal\n")
        with pytest.raises(Closed) as closed:
            await far.sit(made, 0)
        assert closed.value.code == 4409
        assert str(tmp_path) not in closed.value.reason
        await far.sit(other, 0)


@in_loop
async def test_a_record_that_the_index_was_not_told_of_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with far_server(tmp_path, idle=0.0) as far:
        made = await far.made(RULES)
        player: Player = await far.sit(made, 0)
        await player.do(press="resign")
        await player.do(press="confirm")
        await player.socket.leave()
        monkeypatch.setattr(far.server.store, "finish", lambda *_: None)
        await far.server.rooms.sweep()
        (record,) = tmp_path.rglob("*.wargrid")
        assert load_record(record).match.result is not None
        assert (await far.sit(made, 0)).now.over is not None


@in_loop
async def test_waiting_for_the_disk_ends_when_the_disk_fails(tmp_path: Path) -> None:
    class Failing:
        unsynced, failure = True, None
        synced = 0

        def sync(self) -> None:
            self.synced += 1
            self.failure = OSError()  # type: ignore[assignment]

    disk, journal = Disk(), Failing()
    await disk.keep(journal)  # type: ignore[arg-type]
    assert journal.synced == 1
    disk.close()


@in_loop
async def test_an_open_offer_is_there_after_a_kill(tmp_path: Path) -> None:
    killed = tmp_path.parent / f"{tmp_path.name}-killed"
    async with far_server(tmp_path) as far:
        made = await far.made(RULES)
        white, black = await far.sit(made, 0), await far.sit(made, 1)
        await white.do(type="e2-e4")
        await black.do(type="e7-e5")
        await white.do(press="undo")
        shutil.copytree(tmp_path, killed)
    async with far_server(killed) as far:
        white, black = await far.sit(made, 0), await far.sit(made, 1)
        offers = white.now.offer, black.now.offer
        assert [offer and (offer.kind, offer.mine) for offer in offers] == [
            ("undo", True), ("undo", False),
        ]  # fmt: skip
        await black.do(press="accept")
        assert not black.now.log
    async with far_server(killed) as far:
        assert (await far.sit(made, 0)).now.offer is None


@in_loop
async def test_an_offer_that_was_kept_is_not_made_in_another_position(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(RULES)
        white, black = await far.sit(made, 0), await far.sit(made, 1)
        await white.do(type="e2-e4")
        await white.do(press="undo")
        (room,) = far.server.rooms.open_rooms.values()
        room._keep_offer = lambda *_: None  # killed before it is forgotten
        await black.do(type="e7-e5")
    async with far_server(tmp_path) as far:
        assert (await far.sit(made, 1)).now.offer is None

"""The index of matches: sealed, made anew where it is damaged, and grown from earlier versions."""

from __future__ import annotations

import random
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from wargrid_web.index import SUFFIX
from wargrid_web.seats import SeatRow
from wargrid_web.store import INDEX, UNKNOWN, MatchRow, Store

FLIPS = 300
OPEN = MatchRow(
    "Abc", "chess/standard", "matches/ab/Abc.journal", "f" * 64, "10:00+5", 1e9, guided=True,
    seats=(SeatRow(0, "link", "a" * 64, "Anna"), SeatRow(1, "open")),
)  # fmt: skip
ENDED = replace(
    OPEN, id="Old", path="matches/ol/Old.wargrid", over=True, acts=1, rematch="Abc",
    turn="table.day 3", clock="",
    seats=(SeatRow(0, "computer", "", "3"), SeatRow(1, "link", "b" * 64)),
)  # fmt: skip


def filled(folder: Path) -> None:
    """An index of two matches, one over, with all that a server writes to it."""
    store = Store(folder)
    for row in (OPEN, ENDED):
        (folder / row.path).parent.mkdir(parents=True)
        (folder / row.path).write_bytes(b"")
        store.add(replace(row, over=False, acts=UNKNOWN, rematch="", turn=""))
    store.finish(ENDED.id, ENDED.path, 1, "table.day 3")
    store.follow(ENDED.id, OPEN.id)
    store.keep_offer(OPEN.id, "draw 0 0 3")
    store.note(OPEN.id, 1)
    store.close()


def read(folder: Path) -> tuple[MatchRow | None, MatchRow | None, str]:
    """Both matches, without what is known from their journals, and whether the index was whole."""
    store = Store(folder)
    try:
        found = [store.find(row.id) for row in (OPEN, ENDED)]
        offer = store.offer(OPEN.id)
        known = [None if row is None else replace(row, acts=min(row.acts, 1)) for row in found]
        one = None if known[0] is None else replace(known[0], acts=UNKNOWN)
        assert offer in ("draw 0 0 3", "")
        seats = [seat for row in store.waiting(0.0) for seat in row.seats]
        assert [seat.side for seat in seats if seat.kind == "open"] == [1]
        return one, known[1], "" if store.damage is None else store.damage.key
    finally:
        store.close()


def test_no_damage_to_the_index_changes_a_match_or_raises(tmp_path: Path) -> None:
    """Neither a bit nor the end; all that seats need is there again."""
    folder, rng = tmp_path / "server", random.Random(47)
    filled(folder)
    whole = (folder / INDEX).read_bytes()
    used = [at for at, byte in enumerate(whole) if byte]
    damaged = [
        whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1 :]
        for at in rng.sample(used, min(FLIPS, len(used)))
    ]
    damaged += [whole[:at] for at in (1, 100, 4096, len(whole) - 4096, len(whole) - 1)]
    damaged += [b"", b"\x89PNG", b"[" * 1_000, b"SQLite format 3\0" + bytes(9_000), whole * 2]
    anew = 0
    for data in damaged:
        for each in folder.glob(f"{INDEX}*"):
            each.unlink()
        (folder / INDEX).write_bytes(data)
        one, two, how = read(folder)
        assert (one, two) == (OPEN, ENDED)
        anew += how == "rebuilt"
    assert anew > FLIPS // 2


def test_an_index_that_is_a_folder_is_put_aside(tmp_path: Path) -> None:
    filled(tmp_path)
    (tmp_path / INDEX).unlink()
    (tmp_path / INDEX).mkdir()
    assert read(tmp_path) == (OPEN, ENDED, "rebuilt")


def test_a_row_damaged_while_the_server_runs_is_not_used_nor_sealed_again(tmp_path: Path) -> None:
    filled(tmp_path)
    store = Store(tmp_path)
    with sqlite3.connect(tmp_path / INDEX) as db:
        db.execute("UPDATE seat SET digest = ? WHERE match = 'Abc' AND side = 0", ("c" * 64,))
    db.close()
    for use in (
        lambda: store.find("Abc"),
        lambda: store.rename("Abc", 0, "Mallory"),
        lambda: store.offer("Abc"),
    ):
        with pytest.raises(sqlite3.DatabaseError):
            use()
    store.close()
    assert read(tmp_path) == (OPEN, ENDED, "rebuilt")


def test_a_match_whose_journal_is_gone_is_not_made_anew(tmp_path: Path) -> None:
    filled(tmp_path)
    (tmp_path / OPEN.path).unlink()
    (tmp_path / INDEX).write_bytes(b"damaged")
    store = Store(tmp_path)
    assert (store.find(OPEN.id), store.find(ENDED.id) is None) == (None, False)
    store.close()


def test_a_changed_file_of_a_match_is_not_believed(tmp_path: Path) -> None:
    filled(tmp_path)
    file = (tmp_path / OPEN.path).with_name(f"{OPEN.id}{SUFFIX}")
    file.write_bytes(file.read_bytes().replace(b"Anna", b"Hans"))
    (tmp_path / INDEX).write_bytes(b"damaged")
    store = Store(tmp_path)
    assert store.find(OPEN.id) is None
    store.close()


def test_an_index_without_digests_is_opened_and_gets_them(tmp_path: Path) -> None:
    """Also the files beside journals; a match with values that none has is left out."""
    filled(tmp_path)
    with sqlite3.connect(tmp_path / INDEX) as db:
        db.execute("DROP TABLE seal")
        db.execute("PRAGMA user_version = 0")
        db.execute("INSERT INTO match(id, ruleset, path, watch, clock, made) "
                   "VALUES ('Out', 'x', '../../etc/passwd', '', '', 1)")  # fmt: skip
    db.close()
    for file in tmp_path.rglob(f"*{SUFFIX}"):
        file.unlink()
    assert read(tmp_path) == (OPEN, ENDED, "")
    assert len([*tmp_path.rglob(f"*{SUFFIX}")]) == 2
    store = Store(tmp_path)
    assert store.find("Out") is None
    store.close()
    (tmp_path / INDEX).write_bytes(b"damaged")
    assert read(tmp_path) == (OPEN, ENDED, "rebuilt")


def test_a_full_disk_makes_no_match_of_which_half_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path)
    store = Store(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "full")

    with monkeypatch.context() as patched:
        patched.setattr("wargrid.source.files.os.fsync", full)
        with pytest.raises(sqlite3.OperationalError):
            store.take(OPEN.id, 1, "d" * 64, "Bert")
    assert store.find(OPEN.id) == replace(OPEN, acts=1)
    store.close()


def test_two_processes_write_and_check_at_once(tmp_path: Path) -> None:
    filled(tmp_path)
    one, two = Store(tmp_path), Store(tmp_path)
    for number in range(20):
        one.rename(OPEN.id, 0, f"Anna {number}")
        found = two.find(OPEN.id)
        assert found is not None
        assert found.seats[0].name == f"Anna {number}"
    one.close()
    two.close()
    shutil.rmtree(tmp_path / "matches")


def several(folder: Path, *ids: str) -> None:
    """Make an index of matches without seals, as an earlier version left it."""
    store = Store(folder)
    for each in ids:
        place = f"matches/{each[:2]}/{each}.journal"
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text("journal", "utf-8")
        store.add(replace(OPEN, id=each, path=place))
    store.close()


def found(folder: Path, *ids: str) -> list[bool]:
    store = Store(folder)
    try:
        return [store.find(each) is not None for each in ids]
    finally:
        store.close()


IDS = ("abx", "cdx", "efx")


def test_an_index_is_sound_though_a_file_beside_a_journal_cannot_be_written(
    tmp_path: Path,
) -> None:
    several(tmp_path, *IDS)
    for each in tmp_path.rglob("*.match"):
        each.unlink()
    with sqlite3.connect(tmp_path / "index.sqlite") as db:
        db.execute("DELETE FROM seal")
        db.execute("PRAGMA user_version = 0")
    db.close()
    (tmp_path / "matches/cd/cdx.journal").unlink()
    (tmp_path / "matches/cd").rmdir()
    (tmp_path / "matches/cd").write_text("no folder", "utf-8")
    assert found(tmp_path, *IDS) == [True, True, True]


def test_an_index_that_a_kill_left_unfinished_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    several(tmp_path, *IDS)
    for each in tmp_path.glob("index.sqlite*"):
        each.unlink()
    add = Store.add

    def killed(store: Store, row: MatchRow) -> None:
        if row.id == IDS[1]:
            raise KeyboardInterrupt
        add(store, row)

    with monkeypatch.context() as patched:
        patched.setattr(Store, "add", killed)
        with pytest.raises(KeyboardInterrupt):
            Store(tmp_path)
    assert found(tmp_path, *IDS) == [True, True, True]


def test_copies_and_journals_that_became_records_are_found_again(tmp_path: Path) -> None:
    """A folder copied beside the matches names none twice."""
    several(tmp_path, *IDS)
    shutil.copytree(tmp_path / "matches", tmp_path / "copy")
    shutil.copytree(tmp_path / "matches/ab", tmp_path / "matches/zz")
    journal = tmp_path / "matches/ef/efx.journal"
    journal.rename(journal.with_suffix(".wargrid"))
    for each in tmp_path.glob("index.sqlite*"):
        each.unlink()
    assert found(tmp_path, *IDS) == [True, True, True]

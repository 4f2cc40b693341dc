"""What Wargrid writes for itself is read as it was written, or its backup, or is refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from boxes import BOX, boxed
from wargrid import RulesetError, load
from wargrid.plugins import trust
from wargrid.source.kept import MAX_DEPTH, Kept, bounded_json
from wargrid_campaign import progress
from wargrid_campaign.carry import Standing
from wargrid_campaign.progress import Progress
from wargrid_editor import shelf
from wargrid_lab import LabError, Row, Store, Terms, run_digest
from wargrid_play.table import preferences
from wargrid_play.table.lobby import results
from wargrid_remote import hosting, numbers
from wargrid_web.notices import push

FLIPS = 300
GAME = boxed()
TERMS = Terms(("random", "random"))


@dataclass(frozen=True)
class Kind:
    """One kind of file: how two states of it are written, and how a file is read."""

    name: str
    write: Callable[[Path, int], object]
    read: Callable[[Path], Any]
    plain: Callable[[], bytes]
    """The second state as a version without digests wrote it."""


def by_kept(name: str, kept: Kept[Any], states: list[Any], plain: dict[str, Any]) -> Kind:
    return Kind(
        name,
        lambda path, at: kept.keep(path, states[at]),
        lambda path: kept.find(path).content,
        lambda: json.dumps(plain | states[1]).encode(),
    )


def standing(men: int) -> dict[str, Any]:
    at = {"at": "bridge", "army": {"king": [men], "archer": [{"men": 2, "x": 1}]}, "points": 3}
    return {
        "digest": "0f" * 8, "at": at, "reached": {"bridge": at}, "cart": {"archer": 1},
        "fight": "abc", "path": [["landing", "victory"]], "endings": [],
    }  # fmt: skip


def number(seen: list[str]) -> dict[str, Any]:
    return {"number": "a7" * 32, "seen": seen}


def far(name: str) -> dict[str, Any]:
    game = {"server": "", "match": "m", "secret": "s", "title": "Chess", "over": 0}
    return {"games": [game], "name": name, "server": "http://host", "port": 8421}


def notice_keys(digits: str) -> dict[str, Any]:
    return {"vapid": "", "mail": digits * 32}


def draft(title: str) -> dict[str, Any]:
    return {"ruleset": "chess/standard", "text": "board: {}", "settings": {"a": 1},
            "file": "b.yaml", "title": title}  # fmt: skip


def settings(theme: str) -> dict[str, Any]:
    return {"theme": theme, "language": "fr", "opponents": {"chess/standard": "you,2"}}


def result(outcome: str) -> dict[str, Any]:
    game = {"ruleset": "chess/standard", "side": "white", "opponent": "3", "outcome": outcome,
            "turns": 24, "begun": "2026-11-30 09.00", "ended": "2026-11-30 09.20"}  # fmt: skip
    return {"results": [game]}


RUN = run_digest(GAME, TERMS, "1")
ROWS = [Row(at, 0, 1, 9, 5, "mate", {name: {} for name in ("units", "does", "dice", "cells")})
        for at in range(2)]  # fmt: skip


def written_games(path: Path, at: int) -> None:
    Store(path, [GAME], TERMS, "1").add(RUN, ROWS[at])


def read_games(path: Path) -> object:
    with suppress(LabError):
        return Store(path, [GAME], TERMS, "1").rows[RUN]
    return None


def plain_games() -> bytes:
    store = Store(None, [GAME], TERMS, "1")
    return b"".join(json.dumps(store._written(RUN, row)).encode() + b"\n" for row in ROWS)


def trusted(path: Path, at: int) -> None:
    trust.trust_folder(path.parent / ("first", "second")[at])


KINDS = [
    by_kept("progress", progress.KEPT, [standing(1), standing(3)], {"format": 1}),
    by_kept("draft", shelf.KEPT, [draft("One"), draft("Two")], {}),
    by_kept("settings", preferences.KEPT, [settings("dark"), settings("light")], {}),
    by_kept("results", results.KEPT, [result("won"), result("lost")], {}),
    by_kept("far games", hosting.KEPT, [far("Anna"), far("Bert")], {}),
    by_kept("number", numbers.KEPT, [number([]), number(["bb" * 32])], {}),
    by_kept("notice keys", push.KEPT, [notice_keys("ab"), notice_keys("cd")], {}),
    Kind("lab", written_games, read_games, plain_games),
    Kind(
        "trust", trusted, lambda _: tuple(trust._folders()),
        lambda: "".join(f"{Path(each).resolve()}\n" for each in ("first", "second")).encode(),
    ),
]  # fmt: skip


@pytest.fixture(params=KINDS, ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file, in the folder of the player's files; that of the trusted folders has its name."""
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    return tmp_path / trust.REMEMBERED


def states(kind: Kind, path: Path) -> list[Any]:
    """Write both states, and return what may be read of them once the file is damaged."""
    found = [kind.read(path)]
    for at in range(2):
        kind.write(path, at)
        found.append(kind.read(path))
    if kind.name == "trust":
        found += [found[-1][:1], found[-1][1:]]
    if kind.name == "lab":
        found.append(None)
    return found


def damaged(data: bytes) -> Iterator[bytes]:
    """Yield the file with a bit changed, then cut off, then what is something else."""
    rng = random.Random(47)
    for _ in range(FLIPS):
        at = rng.randrange(8 * len(data))
        yield data[: at // 8] + bytes([data[at // 8] ^ 1 << at % 8]) + data[at // 8 + 1 :]
    for at in (0, 1, len(data) // 2, len(data) - 2):
        yield data[:at]
    yield from (b"[" * 1_000 + b"]" * 1_000, b'{"a":' * 1_000, b"[]", b"null", b"3", b"NaN")
    yield from (b'{"content": NaN}', b"\xff\xfe\x00", b"\x89PNG\r\n", b"1e999", b"[1e999]")


def test_no_damaged_file_is_read_as_another_one_or_raises(kind: Kind, path: Path) -> None:
    """A changed bit that changes nothing is none; else a backup is read, or nothing."""
    allowed = states(kind, path)
    whole = path.read_bytes()
    for data in damaged(whole):
        path.write_bytes(data)
        assert kind.read(path) in allowed, data
    path.write_bytes(whole)
    assert kind.read(path) == allowed[2]


def test_a_file_of_100_mb_is_not_read_whole(
    kind: Kind, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file with a hole that large takes no room on the disk."""
    allowed = states(kind, path)
    with path.open("r+b") as file:
        file.truncate(100 << 20)
    read: list[int] = []
    real = json.loads
    monkeypatch.setattr(json, "loads", lambda text, **more: read.append(len(text)) or real(text))
    assert kind.read(path) in allowed
    assert all(size <= 2 << 20 for size in read)


def test_a_file_without_a_digest_is_opened(kind: Kind, path: Path) -> None:
    expected = states(kind, path)[2]
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()
    path.write_bytes(kind.plain())
    assert kind.read(path) == expected


@pytest.mark.parametrize("kind", [each for each in KINDS if each.name in ("lab", "settings")],
                         indirect=True, ids=lambda kind: kind.name)  # fmt: skip
def test_a_file_without_a_digest_is_written_anew_with_one(kind: Kind, path: Path) -> None:
    path.write_bytes(kind.plain())
    preferences.KEPT.load(path) if kind.name == "settings" else kind.read(path)
    assert b'"digest": "' in path.read_bytes()
    assert kind.read(path)


def test_a_file_of_another_kind_is_refused(path: Path) -> None:
    hosting.KEPT.keep(path, far("Anna"))
    assert preferences.KEPT.find(path).content is None


def test_a_mark_of_byte_order_changes_nothing(kind: Kind, path: Path) -> None:
    """Some editors put it before what they save."""
    if kind.name == "lab":
        return
    expected = states(kind, path)[2]
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert kind.read(path) == expected


VALUES = {
    "a king with less than no man": ("army", {"king": [-5]}),
    "a king without men": ("army", {"king": [0]}),
    "more units than any army": ("army", {"archer": [1] * 2_000}),
    "a fraction of a man": ("army", {"king": [1.5]}),
    "a marker beyond all limits": ("army", {"king": [{"men": 1, "x": 10**9}]}),
    "less than no points": ("points", -1),
    "a text for points": ("points", "3"),
    "a number for a place": ("at", 3),
}


@pytest.mark.parametrize("why", VALUES)
def test_values_that_no_campaign_has_are_refused(path: Path, why: str) -> None:
    """In files without a digest, which nothing else protects."""
    key, value = VALUES[why]
    content = standing(3)
    path.write_text(json.dumps({"format": 1, **content}), "utf-8")
    assert isinstance(progress.KEPT.find(path).content, Progress)
    content["at"][key] = value
    path.write_text(json.dumps({"format": 1, **content}), "utf-8")
    assert progress.KEPT.find(path).content is None


@pytest.mark.parametrize(
    ("key", "value"),
    [("path", [["landing", "vyctory"]]), ("cart", {"archer": 10**6}), ("cart", {"archer": -1}),
     ("endings", [3]), ("fight", None), ("reached", [])],
)  # fmt: skip
def test_ways_that_no_campaign_has_are_refused(path: Path, key: str, value: object) -> None:
    path.write_text(json.dumps({"format": 1, **standing(3), key: value}), "utf-8")
    assert progress.KEPT.find(path).content is None


def test_the_backup_takes_the_place_of_a_damaged_file_which_is_kept(path: Path) -> None:
    preferences.KEPT.keep(path, settings("dark"))
    preferences.KEPT.keep(path, settings("light"))
    path.write_bytes(b"damaged")
    found = preferences.KEPT.load(path)
    assert found.content is not None
    assert found.damage is not None
    assert (found.content.settings.theme, found.damage.key) == ("dark", "earlier")
    assert (path.parent / found.damage.aside).read_bytes() == b"damaged"
    assert preferences.KEPT.load(path).damage is None
    path.write_bytes(b"damaged again")
    again = preferences.KEPT.load(path).damage
    assert again is not None
    assert again.aside != found.damage.aside


def test_without_room_for_the_backup_the_damaged_file_stays(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    preferences.KEPT.keep(path, settings("dark"))
    preferences.KEPT.keep(path, settings("light"))
    path.write_bytes(b"damaged")

    def full(*_: object) -> None:
        raise OSError(28, "full")

    with monkeypatch.context() as patched:
        patched.setattr("wargrid.source.files.os.fsync", full)
        found = preferences.KEPT.load(path)
    assert found.content is not None
    assert path.read_bytes() == b"damaged"
    assert preferences.KEPT.load(path).content == found.content


def test_a_folder_in_the_place_of_a_file_is_put_aside(path: Path) -> None:
    path.mkdir()
    found = progress.KEPT.load(path)
    assert found.content is None
    assert found.damage is not None
    progress.KEPT.keep(path, Progress(Standing("bridge")).written())
    assert progress.KEPT.load(path).content == Progress(Standing("bridge"))


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e999", "[" * 40 + "]" * 40,
                                  "[" * 10**5, "{", ""])  # fmt: skip
def test_json_is_bounded(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        bounded_json(text)


def test_json_as_deep_as_allowed_is_read() -> None:
    assert bounded_json("[" * MAX_DEPTH + "]" * MAX_DEPTH)


def test_the_same_game_with_another_winner_is_refused(path: Path) -> None:
    """Also where both lines have a right digest: of two results, one would be lost."""
    other = path.with_name("other.jsonl")
    written_games(path, 0)
    Store(other, [GAME], TERMS, "1").add(RUN, ROWS[0]._replace(side=1))
    path.write_bytes(path.read_bytes() * 2)
    assert read_games(path) == {0: ROWS[0]}
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2] + other.read_bytes())
    with pytest.raises(LabError) as caught:
        Store(path, [GAME], TERMS, "1")
    assert (caught.value.key, caught.value.values["line"]) == ("other_result", 2)


def test_a_folder_taken_out_of_the_list_is_trusted_no_longer(path: Path) -> None:
    """Also where backups of the list have it."""
    for at in range(2):
        trusted(path, at)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[1])
    assert trust._folders() == [(path.parent / "second").resolve()]
    path.unlink()
    assert trust._folders() == []


def test_a_damaged_line_of_trusted_folders_is_told_where_code_is_asked_about(path: Path) -> None:
    """A list that is whole, of whatever age, or missing is not."""
    assert not trust.is_list_damaged()
    path.write_bytes(KINDS[-1].plain())
    assert not trust.is_list_damaged()
    for at in range(2):
        trusted(path, at)
    assert not trust.is_list_damaged()
    path.write_bytes(path.read_bytes().replace(b"first", b"furst"))
    assert trust.is_list_damaged()
    box = path.with_name("box.yaml")
    box.write_text(BOX + "plugins: {./quiet.py:Quiet: {}}\n", "utf-8")
    box.with_name("quiet.py").write_text("", "utf-8")
    with pytest.raises(RulesetError, match="list of trusted folders is damaged"):
        load(box)

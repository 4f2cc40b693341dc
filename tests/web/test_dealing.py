"""Nobody moves before all numbers for the dice are there, and the record proves the rolls."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path

import pytest

from far_clients import Far, Player, far_server, in_loop
from wargrid.match import commitment, journal, read_record, verify_dice
from wargrid_remote import RoomView

GAME = "lionheart/level1"
NUMBERS = ("11" * 32, "22" * 32)


async def sit(far: Far) -> tuple[dict[str, object], Player, Player]:
    made = await far.made(GAME, fair=True)
    return made, await far.sit(made, 0), await far.sit(made, 1)


def committed(player: Player, number: str) -> str:
    assert player.welcome is not None
    return commitment(number, player.welcome.match)


async def deal(players: tuple[Player, Player]) -> None:
    """Let both commit and show their numbers."""
    for player, number in zip(players, NUMBERS, strict=True):
        await player.do(commit=committed(player, number))
    for player, number in zip(players, NUMBERS, strict=True):
        await player.do(reveal=number)
    for player in players:
        await player.hear_until(lambda player=player: player.room.draws is None)


def missing(room: RoomView) -> tuple[int, ...]:
    assert room.draws is not None
    return room.draws.awaited


@in_loop
async def test_the_record_of_a_game_proves_its_dice(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made, first, second = await sit(far)
        await deal((first, second))
        await first.do(press="resign")
        await first.do(press="confirm")
        await second.hear_until(lambda: second.now.over is not None)
        record = read_record(((await first.ask("record")).record or "").encode())
        fair = record.header.fair
        assert fair is not None
        assert [draw.number for draw in fair.draws[1:]] == [*NUMBERS]
        assert fair.match == made["id"]
        assert verify_dice(record.match, fair) is None
        assert any(ply.actor == -1 for ply in record.match.plies)


@in_loop
async def test_nothing_is_played_before_all_have_shown_their_numbers(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        _, first, second = await sit(far)
        before = first.now.units
        await first.do(commit=committed(first, NUMBERS[0]))
        await first.do(reveal=NUMBERS[0])  # too early: the other one has not committed
        assert missing(first.room) == (0, 1)
        await first.do(press="resign")
        await first.do(press="confirm")
        await second.do(commit=committed(second, NUMBERS[1]))
        await first.do(reveal=NUMBERS[0])
        await second.do(reveal="33" * 32)  # not what it had committed to
        assert missing(second.room) == (1,)
        assert (second.now.over, second.now.units) == (None, before)
        assert second.room.notice
        await second.do(reveal=NUMBERS[1])
        await second.hear_until(lambda: second.room.draws is None)


@in_loop
async def test_who_has_seen_a_number_shown_cannot_commit_anew(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        _, first, second = await sit(far)
        for player, number in ((first, NUMBERS[0]), (second, NUMBERS[1])):
            await player.do(commit=committed(player, number))
        await first.do(reveal=NUMBERS[0])
        await second.do(commit=committed(second, "33" * 32))
        await second.do(reveal="33" * 32)
        assert missing(second.room) == (1,)


@in_loop
async def test_no_number_is_told_to_anybody(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made, first, second = await sit(far)
        watcher = await far.sit(made, None)
        await deal((first, second))
        assert (await watcher.ask("record")).record is None
        heard = "".join((*watcher.seen, *first.seen, *second.seen))
        assert committed(first, NUMBERS[0]) in heard
        assert not any(number in heard for number in NUMBERS)


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "full")


@in_loop
async def test_a_disk_that_is_full_at_the_beginning_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with far_server(tmp_path) as far:
        made, first, second = await sit(far)
        for player, number in ((first, NUMBERS[0]), (second, NUMBERS[1])):
            await player.do(commit=committed(player, number))
        await first.do(reveal=NUMBERS[0])
        with monkeypatch.context() as patched:
            patched.setattr(journal, "_write_at", full)
            await second.do(reveal=NUMBERS[1])
            (room,) = far.server.rooms.open_rooms.values()
            while room.begins and room.dealing is not None:
                await asyncio.sleep(0.001)
        assert room.dealing is not None
        assert len([*tmp_path.glob("matches/*/*.journal")]) == 1
    async with far_server(tmp_path) as far:
        players = await far.sit(made, 0), await far.sit(made, 1)
        await deal(players)
        assert players[0].now.log
    assert len([*tmp_path.glob("matches/*/*.journal")]) == 1


@in_loop
async def test_a_game_that_waits_for_its_numbers_is_closed_when_idle(tmp_path: Path) -> None:
    async with far_server(tmp_path, idle=0.0, sweep=0.01) as far:
        made = await far.made(GAME, fair=True, clock="0:10:00 + 0:00:05 a turn")
        await (await far.sit(made, 0)).socket.leave()
        while far.server.rooms.open_rooms:
            await asyncio.sleep(0.01)


@in_loop
async def test_a_rematch_of_a_game_with_fair_dice_waits_for_new_numbers(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        _, first, second = await sit(far)
        await deal((first, second))
        await first.do(press="resign")
        await first.do(press="confirm")
        await second.hear_until(lambda: second.now.over is not None)
        for player in (first, second):
            await player.do(press="rematch")
        await second.hear_until(lambda: bool(second.room.rematch))

"""Where armies are set up in secret, both sides do so at the same time."""

from __future__ import annotations

from pathlib import Path

import pytest

from far_clients import Far, Player, far_server, in_loop
from wargrid_web.texts import said

GAME = "lionheart/level2"


async def seated(far: Far) -> tuple[dict[str, object], Player, Player]:
    """Return a match, the player that the rules let set up first, and the other one."""
    made = await far.made(GAME, names=["Anna", "Bob"])
    return made, await far.sit(made, 0), await far.sit(made, 1)


def army(player: Player) -> str:
    return next(one.name for one in player.now.commands if one.name.startswith("army:"))


async def get_ready(player: Player) -> None:
    for command in (army(player), "ready", "confirm"):
        await player.do(press=command)


def men(player: Player, side: int) -> int:
    return sum(unit.men for unit in player.now.units if unit.side == side)


@in_loop
async def test_who_waits_sets_up_meanwhile_and_nobody_sees_it(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made, first, second = await seated(far)
        watcher = await far.sit(made, None)
        assert second.now.sides[1].to_act
        assert [side.player for side in second.now.sides] == ["Anna", "Bob"]
        await far.settle()
        for player in (first, watcher):
            player.take_all()  # that the others have come
        before = len(first.seen), len(watcher.seen)
        await second.do(press=army(second))
        assert men(second, 1) > 0
        await far.settle()
        for player in (first, watcher):
            player.take_all()
            assert men(player, 1) == 0
        assert (len(first.seen), len(watcher.seen)) == before
        await get_ready(first)
        await second.hear_until(lambda: second.now.sides[1].to_act)
        assert men(second, 1) > 0
        for command in ("ready", "confirm"):
            await second.do(press=command)
        await first.hear_until(lambda: men(first, 1) > 0)
        assert men(first, 0) == men(second, 0) > 0
        assert not list(tmp_path.rglob("*.side*"))


@in_loop
async def test_an_army_that_is_ready_waits_for_the_other_also_after_a_restart(
    tmp_path: Path,
) -> None:
    async with far_server(tmp_path) as far:
        made, first, second = await seated(far)
        await get_ready(second)
        await second.hear_until(lambda: second.room.notice == said("army_ready", "en"))
        assert not second.now.sides[1].to_act
        assert not [one for one in second.now.commands if one.name.startswith("place:")]
        assert first.room.notice != second.room.notice
    async with far_server(tmp_path) as far:
        first, second = await far.sit(made, 0), await far.sit(made, 1)
        assert second.room.notice == said("army_ready", "en")
        await get_ready(first)
        await second.hear_until(lambda: men(second, 0) > 0)
        assert men(first, 1) > 0
        assert not second.room.notice


@in_loop
async def test_units_placed_apart_are_kept_by_a_server_that_is_ended(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made, _, second = await seated(far)
        await second.do(press=army(second))
        placed = men(second, 1)
    async with far_server(tmp_path) as far:
        second = await far.sit(made, 1)
        assert men(second, 1) == placed
        await second.do(press="undo")
        assert men(second, 1) == 0


@pytest.mark.parametrize("commands", [("resign", "resign_confirm"), ("resign", "confirm")])
@in_loop
async def test_who_sets_up_apart_resigns_the_match(
    tmp_path: Path, commands: tuple[str, str]
) -> None:
    async with far_server(tmp_path) as far:
        _, first, second = await seated(far)
        await second.do(press=commands[0])
        assert second.now.prompt is not None
        assert second.now.prompt.kind == "resign"
        await second.do(press=commands[1])
        await first.hear_until(lambda: first.now.over is not None)
        assert first.now.over is not None
        assert first.now.over.winner == 0
    assert not list(tmp_path.rglob("*.side*"))


@in_loop
async def test_a_draft_stays_until_its_moves_are_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with far_server(tmp_path) as far:
        made, first, second = await seated(far)
        await get_ready(second)
        (room,) = far.server.rooms.open_rooms.values()
        monkeypatch.setattr(room.drafts, "_saved", lambda: False)
        await get_ready(first)
        assert list(tmp_path.rglob("*.side1.journal"))
        await far.settle()
    async with far_server(tmp_path) as far:  # what came before the game cannot be done twice
        second = await far.sit(made, 1)
        assert men(second, 0) > 0
        assert men(second, 1) > 0


@in_loop
async def test_who_waits_reads_no_command_and_sees_none_of_the_others_buttons(
    tmp_path: Path,
) -> None:
    async with far_server(tmp_path) as far:
        made, _, second = await seated(far)
        await get_ready(second)
        watcher = await far.sit(made, None)
        for player in (second, watcher):
            assert "Ctrl" not in player.now.hint
            names = [one.name for one in player.now.commands]
            assert not [name for name in names if name.startswith(("place:", "army:", "ready"))]

"""A match that is left is freed at once: Python looks for circles too seldom on a server."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from weakref import ref

import pytest

from far_clients import Far, far_server, in_loop


async def played(far: Far, seats: list[str]) -> list[ref[object]]:
    """Play a move of a match and leave it; returns what was made for it."""
    made = await far.made("breakthrough/standard", seats=seats)
    players = [await far.sit(made, side) for side in (0, 1) if not seats[side].isdigit()]
    await players[0].do(press="threats")
    await players[0].do(type="a2-a3")
    await players[0].ask("board")
    await players[0].ask("rules")
    (room,) = far.server.rooms.open_rooms.values()
    kept: list[object] = [room, room.match, *room.clients, *(each.table for each in room.clients)]
    found = [ref(each) for each in kept]
    for player in players:
        await player.socket.leave()
    return found


@pytest.mark.parametrize("seats", [["me", "link"], ["me", "1"]])
@in_loop
async def test_what_was_made_for_a_match_is_freed_without_a_search(
    tmp_path: Path, seats: list[str]
) -> None:
    async with far_server(tmp_path, idle=0.0) as far:
        gc.disable()
        try:
            found = await played(far, seats)
            await far.server.rooms.sweep()
            for _ in range(20):  # tasks that were cancelled end
                await asyncio.sleep(0)
            assert [each() for each in found if each() is not None] == []
        finally:
            gc.enable()

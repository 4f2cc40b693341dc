"""A draw that is claimed far apart: by who may, written to the journal, there after a restart."""

from __future__ import annotations

from pathlib import Path

from far_clients import Player, far_server, in_loop

THRICE = "b1-c3 b8-c6 c3-b1 c6-b8 b1-c3 b8-c6 c3-b1 c6-b8"


def may_claim(player: Player) -> bool:
    return next(each.enabled for each in player.now.commands if each.name == "claim")


@in_loop
async def test_who_is_to_move_claims_a_draw_and_the_journal_keeps_it(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made("chess/standard")
        players = [await far.sit(made, side) for side in (0, 1)]
        for number, move in enumerate(THRICE.split()):
            await players[number % 2].do(type=move)
        white, black = players
        await white.hear_until(lambda: may_claim(white))
        assert not may_claim(black)
        await black.do(type="claim")
        assert black.now.over is None
        for command in ("claim", "confirm"):
            await white.do(press=command)
        await black.hear_until(lambda: black.now.over is not None)
    async with far_server(tmp_path) as far:
        again = await far.sit(made, 1)
        assert again.now.over is not None
        assert (again.now.over.winner, again.now.over.reason) == (
            None, "Draw by repetition, claimed.",
        )  # fmt: skip

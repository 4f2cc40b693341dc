"""Reviews far away: the film of a match that is over, better moves, replays, and playing on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from far_clients import Far, far_server, in_loop
from thinkers import AtOnce
from wargrid_web.settings import Limits

BLUNDER = "e2-e4", "f7-f6", "d2-d4", "g7-g5"
"""White then mates by d1-h5."""


async def played(far: Far, *moves: str, name: str = "") -> Any:
    """Play a match until Black, who comes by a link with this name, resigns."""
    made = await far.made("chess/standard", seats=["me", "link"])
    sides = [await far.sit(made, 0), await far.sit(made, 1, name=name)]
    for at, move in enumerate(moves):
        await sides[at % 2].do(type=move)
    await sides[1].do(press="resign")
    await sides[1].do(press="confirm")
    return made


def secret(made: Any, side: int = 0) -> str:
    return str(made["seats"][side]["secret"])


@in_loop
async def test_a_match_that_is_over_is_shown_move_by_move(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await played(far, "e2-e4", "e7-e5")
        reply = await far.post(f"/api/reviews/{made['id']}", {"secret": made["watch"]})
        assert reply.status == 200
        assert reply.json["stops"] == [0, 1, 2]
        assert len(reply.json["frames"]) == len(reply.json["scores"]) == 3
        wrong = await far.post(f"/api/reviews/{made['id']}", {"secret": "wrong"})
        assert wrong.status == 404


@in_loop
async def test_who_came_by_a_link_is_named_also_after_a_restart(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await played(far, "e2-e4", name="Bob")
    async with far_server(tmp_path) as far:
        reply = await far.post(f"/api/reviews/{made['id']}", {"secret": secret(made)})
        assert "Bob" in reply.json["players"]


@in_loop
async def test_nothing_is_shown_of_a_match_that_goes_on(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made("chess/standard", seats=["me", "link"])
        for path in ("reviews", "replays", "branches"):
            wish = {"secret": secret(made)} | ({"at": 0} if path == "branches" else {})
            assert (await far.post(f"/api/{path}/{made['id']}", wish)).status == 409


@in_loop
async def test_better_moves_are_found_while_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AtOnce, "regret", 500.0)
    async with far_server(tmp_path) as far:
        made = await played(far, *BLUNDER, "d1-h5")
        wish = {"secret": secret(made)}
        await far.post(f"/api/reviews/{made['id']}", wish)
        told: Any = {"seeks": True}
        while told["seeks"]:
            told = (await far.post(f"/api/reviews/{made['id']}/notes", wish)).json
        assert {kind for _, kind, *_ in told["notes"]} & {"mistake", "wins"}
        far.server.reviews.close()
        assert (await far.post(f"/api/reviews/{made['id']}/notes", wish)).json["notes"] is None


@in_loop
async def test_a_replay_is_a_file_and_costs_what_hints_cost(tmp_path: Path) -> None:
    async with far_server(tmp_path, limits=Limits(hints=(0.0, 1.0))) as far:
        made = await played(far, "e2-e4")
        replay = await far.post(f"/api/replays/{made['id']}", {"secret": secret(made)})
        assert replay.status == 200
        assert replay.headers["content-disposition"].endswith('.html"')
        assert replay.body.startswith(b"<!doctype html>")
        again = await far.post(f"/api/replays/{made['id']}", {"secret": secret(made)})
        assert again.status == 429

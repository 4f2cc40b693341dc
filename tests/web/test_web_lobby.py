"""The lobby as data: cards, forms, pictures, guided games, and how a player's games stand."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from far_clients import Far, far_server, in_loop
from wargrid_web.store import INDEX


async def states(far: Far, *held: tuple[Any, str]) -> list[str]:
    games = [{"id": made["id"], "secret": secret} for made, secret in held]
    return [one["state"] for one in (await far.post("/api/mine", {"games": games})).json]


@in_loop
async def test_cards_come_in_the_order_of_the_menu_and_in_the_readers_language(
    tmp_path: Path,
) -> None:
    async with far_server(tmp_path) as far:
        cards = (await far.get("/api/games?language=fr")).json
        assert [card["name"] for card in cards][:2] == [
            "lionheart/level1", "lionheart/variants/crossbows",
        ]  # fmt: skip
        assert [card["variant"] for card in cards][:2] == [False, True]
        assert cards[0]["guided"]
        assert cards[0]["facts"] == "2 joueurs · 30 min · dés"


@in_loop
async def test_a_form_has_all_that_can_be_chosen_and_a_wish_takes_its_values(
    tmp_path: Path,
) -> None:
    async with far_server(tmp_path) as far:
        form = (await far.get("/api/games/battle/default")).json
        fields, options = (
            {
                one["name"]: [choice["value"] for choice in one["choices"]] or [one["value"]]
                for one in form[part]
            }
            for part in ("fields", "options")
        )
        assert list(fields) == ["ruleset", "scenario", "clock", "hints"]
        assert [one["value"] for one in form["seats"]] == ["me", "1"]
        assert fields["clock"].pop() == "typed"
        for clock in (*fields["clock"][::4], "5+3"):
            await far.made(
                "battle/default", clock=clock, scenario=fields["scenario"][-1], seats=["me", "1"],
                options={name: values[-1] for name, values in options.items()},
            )  # fmt: skip
        rolls = (await far.get("/api/games/lionheart/level1")).json["fields"]
        assert "dice" in [one["name"] for one in rolls]  # of which Battle has none
        lots = (await far.get("/api/games/xiangqi/terrains")).json["fields"]
        assert "dice" not in [one["name"] for one in lots]  # though chance says who begins
        assert (await far.get("/api/games/no/such")).status == 404


@in_loop
async def test_a_picture_has_the_board_asked_for_and_reads_no_other_file(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        plain = await far.get("/boards/battle/default.svg")
        ford = await far.get("/boards/battle/default.svg?board=ford")
        assert plain.headers["content-type"] == "image/svg+xml"
        assert b"body.0" in plain.body
        assert ford.body != plain.body
        other = tmp_path / "other.yaml"
        other.write_text("board: {}\n")
        assert (await far.get(f"/boards/battle/default.svg?board={other}")).status == 404


@in_loop
async def test_who_has_won_is_told_also_when_the_match_is_closed(tmp_path: Path) -> None:
    async with far_server(tmp_path, idle=0.0) as far:
        made = await far.made("chess/standard", seats=["me", "link"])
        held = [(made, seat["secret"]) for seat in made["seats"]]
        white = await far.sit(made, 0)
        await white.do(press="resign")
        await white.do(press="confirm")
        assert await states(far, *held) == ["lost", "won"]
        await white.socket.leave()
        await far.server.rooms.sweep()
        assert await states(far, *held) == ["lost", "won"]


@in_loop
async def test_a_watcher_is_told_who_plays_but_is_against_neither(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made("battle/default", seats=["me", "3"], names=["Bob", ""])
        asked = {"games": [{"id": made["id"], "secret": made["watch"]}]}
        (one,) = (await far.post("/api/mine", asked)).json
        assert one["players"] == ["Bob", "Computer 3"]
        assert "against" not in one


@in_loop
async def test_a_guided_game_is_followed_far_away_also_after_a_restart(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made("lionheart/level1", guided=True)
        (own,) = (seat["side"] for seat in made["seats"] if seat["secret"])
        player, watcher = await far.sit(made, own), await far.sit(made, None)
        guide = player.now.guide
        assert guide is not None
        assert guide.waits
        assert watcher.now.guide is None
        await watcher.do(press="guide:next")
        assert player.now.guide == guide
        while player.now.guide is not None and player.now.guide.waits:
            await player.do(press="guide:next")
        asked = player.now.guide
        assert asked is not None
        assert asked.points
    async with far_server(tmp_path) as far:
        player = await far.sit(made, own)
        assert player.now.guide == guide
        await player.do(press="guide:leave")
        assert player.now.guide is None


@in_loop
async def test_an_index_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made("chess/standard")
    with sqlite3.connect(tmp_path / INDEX) as index:
        for column in ("acts", "guided", "turn"):
            index.execute(f"ALTER TABLE match DROP COLUMN {column}")
    async with far_server(tmp_path) as far:
        assert await states(far, (made, made["seats"][0]["secret"])) == ["yours"]


@in_loop
async def test_a_match_like_one_that_is_over_has_its_rules_and_clock(tmp_path: Path) -> None:
    """Only a secret of that match opens them, and only once it is over."""
    async with far_server(tmp_path) as far:
        rules = {"options": {"king_alone_loses": False}, "clock": "0:10:00 + 0:00:05 a turn"}
        made = await far.made("lionheart/level1", **rules)
        wish = {"ruleset": "lionheart/level1", "seats": ["me", "1"], "like": made["id"]}
        player = await far.sit(made, 0)
        own = wish | {"secret": made["seats"][0]["secret"]}
        early = (await far.post("/api/matches", own)).status
        await player.do(press="resign")
        await player.do(press="confirm")
        guessed = (await far.post("/api/matches", wish | {"secret": "x"})).status
        again = await far.sit(await far.made(**own), 0)
        other = (await far.post("/api/matches", own | {"ruleset": "breakthrough/standard"})).status
        assert (early, guessed, other) == (409, 404, 422)
        assert again.now.settings == player.now.settings
        assert len(again.now.clocks) == 2

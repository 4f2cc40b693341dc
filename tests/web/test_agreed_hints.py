"""Whether the computer gives hints is agreed on by the players of a match, and told to both."""

from __future__ import annotations

from pathlib import Path

import pytest

from far_clients import Player, far_server, in_loop
from wargrid_web.texts import said

GAME = "breakthrough/standard"


def command(player: Player, name: str) -> tuple[bool, str]:
    found = next(each for each in player.now.commands if each.name == name)
    return found.enabled, found.why


@pytest.mark.parametrize(
    ("wish", "given"),
    [
        ({}, True), ({"hints": False}, False), ({"seats": ["me", "open"]}, False),
        ({"seats": ["open", "me"], "hints": True}, True), ({"seats": ["me", "1"]}, True),
    ],
)  # fmt: skip
@in_loop
async def test_no_hints_are_given_where_the_players_have_none_or_a_seat_was_open(
    tmp_path: Path, wish: dict[str, object], given: bool
) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(GAME, **wish)
        side = next(seat["side"] for seat in made["seats"] if seat["secret"])
    async with far_server(tmp_path) as far:  # it is kept
        player = await far.sit(made, side)
        if player.now.sides[side].to_act:
            assert command(player, "hint")[0] is given
        view = await player.do(press="hint")
        assert not view.thinking or given
        assert given or not view.hints
        assert player.welcome is not None
        alone = "1" in wish.get("seats", ())  # type: ignore[operator]
        told = [said(f"hints.{kind}", "en") in player.welcome.aim for kind in ("true", "false")]
        assert told == ([False, False] if alone else [given, not given])


@in_loop
async def test_both_are_told_and_the_rematch_is_as_agreed(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(GAME, hints=False)
        players = [await far.sit(made, 0), await far.sit(made, 1, language="fr")]
        for player, language in zip(players, ("en", "fr"), strict=True):
            assert player.welcome is not None
            assert said("hints.false", language) in player.welcome.aim
        for press in ("resign", "confirm"):
            await players[0].do(press=press)
        await players[1].hear_until(lambda: players[1].now.over is not None)
        for player in players:
            await player.do(press="rematch")
        await players[0].hear_until(lambda: bool(players[0].room.rematch))
        row = far.server.store.find(players[0].room.rematch)
        assert row is not None
        assert not row.hints


@in_loop
async def test_an_open_seat_says_whether_hints_are_given(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        await far.made(GAME, seats=["me", "open"])
        await far.made(GAME, seats=["me", "open"], hints=True)
        offered = (await far.get("/api/open")).json
        assert sorted(seat["hints"] for seat in offered) == [False, True]

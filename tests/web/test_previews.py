"""What messengers show of a link: its game and its board, and nothing that needs its secret."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from far_clients import far_server, in_loop
from wargrid_web.previews import Previews
from wargrid_web.settings import Limits

META = re.compile(r'<meta (?:property="og:|name=")([\w:]+)" content="([^"]*)">')


def tags(page: bytes) -> dict[str, str]:
    return dict(META.findall(page.decode()))


@in_loop
async def test_a_link_says_who_invites_to_which_game_and_shows_its_board(tmp_path: Path) -> None:
    async with far_server(tmp_path, names=("games.example.org",)) as far:
        made = await far.made("lionheart/level1", names=['<Ann>"', ""])
        page = await far.get(f"/m/{made['id']}", **{"accept-language": "fr"})
        told = tags(page.body)
        assert told["title"] == "&lt;Ann&gt;&quot; vous invite : Lionheart, niveau 1"
        assert told["image"] == f"http://localhost:8000/m/{made['id']}.png"
        drawn = await far.get(f"/m/{made['id']}.png")
        assert struct.unpack(">II", drawn.body[16:24]) == (1200, 630)
        assert drawn.headers["cross-origin-resource-policy"] == "cross-origin"
        secrets = [seat["secret"] for seat in made["seats"]] + [made["watch"]]
        assert [each for each in secrets if each in page.body.decode()] == []


@pytest.mark.parametrize(
    ("wish", "guest", "title"),
    [
        ({"names": ["Ann", ""]}, "", "Ann invites you: Breakthrough"),
        ({"names": ["Ann", ""]}, "Bob", "Breakthrough: Ann, Bob"),
        ({}, "Bob", "A game of Breakthrough"),  # who comes does not invite
        ({"seats": ["me", "1"], "names": ["Ann", ""]}, "", "A game of Breakthrough"),
    ],
)
@in_loop
async def test_who_made_a_match_invites_while_a_person_is_missing(
    tmp_path: Path, wish: dict[str, list[str]], guest: str, title: str
) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made("breakthrough/standard", **wish)
        if guest:
            await far.sit(made, 1, name=guest)
        assert tags((await far.get(f"/m/{made['id']}")).body)["title"] == title


@in_loop
async def test_a_match_that_is_over_says_so(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made("breakthrough/standard", names=["Ann", "Bob"])
        far.server.store.finish(made["id"], f"matches/{made['id']}.wargrid")
        page = await far.get(f"/m/{made['id']}")
        assert tags(page.body)["title"] == "Breakthrough: this game is over"


@pytest.mark.parametrize(
    ("headers", "origin"),
    [
        ({}, "https://games.example.org"),
        ({"x-forwarded-proto": "http"}, "http://games.example.org"),
        ({"x-forwarded-proto": "javascript"}, "https://games.example.org"),
    ],
)
@in_loop
async def test_behind_a_proxy_pictures_have_the_address_of_the_proxy(
    tmp_path: Path, headers: dict[str, str], origin: str
) -> None:
    async with far_server(tmp_path, names=("games.example.org",), proxy=True) as far:
        made = await far.made("breakthrough/standard")
        page = await far.get(f"/m/{made['id']}", host="games.example.org", **headers)
        assert tags(page.body)["image"] == f"{origin}/m/{made['id']}.png"


@in_loop
async def test_the_picture_is_the_beginning_whatever_has_been_moved_since(tmp_path: Path) -> None:
    """So it shows nothing of armies that are set up in secret, nor of a match without watchers."""
    async with far_server(tmp_path) as far:
        made = await far.made("breakthrough/standard")
        previews = far.server.previews
        fresh = previews.picture(made["id"])
        await (await far.sit(made, 0)).do(type="a2-a3")
        assert previews.picture(made["id"]) == fresh
        assert Previews(far.server.store, far.server.offered).picture(made["id"]) == fresh


@in_loop
async def test_a_match_that_is_none_has_the_tags_of_the_site_and_no_picture(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        assert tags((await far.get("/m/none")).body) == tags((await far.get("/")).body)
        assert (await far.get("/m/none.png")).status == 404


@in_loop
async def test_an_address_has_few_pictures_drawn_and_all_that_are_kept(tmp_path: Path) -> None:
    async with far_server(tmp_path, limits=Limits(pictures=(0.0, 1.0))) as far:
        one, other = [await far.made("breakthrough/standard") for _ in range(2)]
        found = [(await far.get(f"/m/{each['id']}.png")).status for each in (one, other, one)]
        assert found == [200, 429, 200]

"""Two players far apart play one match, and others watch."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from far_clients import Closed, Far, Player, far_server, in_loop
from support import loaded
from wargrid import PluginError
from wargrid_play.looks import looks_of
from wargrid_play.table.lobby.clock import Awake
from wargrid_remote import read_link
from wargrid_remote.differences import DRAWN
from wargrid_web.serve import begun
from wargrid_web.settings import Limits, Settings
from wargrid_web.texts import said


@in_loop
async def test_a_watcher_sees_all_that_is_open_and_changes_nothing(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made("chess/standard")
        white, watcher = await far.sit(made, 0), await far.sit(made, None)
        await watcher.do(type="e2-e4")
        await watcher.do(press="resign")
        await watcher.do(press="confirm")
        assert white.now.over is None
        assert len(white.now.log) == 0
        await white.do(type="e2-e4")
        await watcher.hear_until(lambda: bool(watcher.now.log))
        assert watcher.welcome is not None
        assert watcher.welcome.seat is None


def lying(player: Player) -> list[dict[str, Any]]:
    """Return what lies on the board, as the last updates with it said."""
    lists: dict[str, Any] = {}
    for update in map(json.loads, player.seen):
        lists |= {name: update["set"][name] for name in DRAWN if name in update.get("set", ())}
    return [each for listed in lists.values() for each in listed]


@in_loop
async def test_a_client_that_asks_for_pictures_is_sent_what_lies_on_the_board(
    tmp_path: Path,
) -> None:
    """Seen from the side that was asked for; others are sent nothing of it."""
    async with far_server(tmp_path) as far:
        made = await far.made("breakthrough/standard")
        page, other = await far.sit(made, 0), await far.sit(made, 0)
        for player in (page, other):
            await player.do(click=player.now.cell_names.index("e2"))
        assert lying(page) == []
        for question, row in (("board", 550), ("board:f", 250)):
            await page.ask(question)
            await page.do(hover=1)
            marks = [each for each in lying(page) if each.get("use") == "mark.reach"]
            assert {each["y"] for each in marks} == {row}
        assert lying(other) == []


@in_loop
async def test_a_unit_is_selected_and_moved_by_one_message(tmp_path: Path) -> None:
    """A client that clicks on the unit first needs two; nothing is done with what is not its own.

    What its units may do is told to a page, and to no other client.
    """
    async with far_server(tmp_path) as far:
        made = await far.made("breakthrough/standard")
        page, other = await far.sit(made, 0), await far.sit(made, 0)
        cell = page.now.cell_names.index
        await page.ask("board")
        for client in (page, other):
            await client.do(hover=1)
        told = [any('"choices"' in each for each in client.seen) for client in (page, other)]
        assert told == [True, False]
        await page.do(click=cell("a5"), selected=cell("a7"))
        assert (page.now.tone, len(page.now.log)) == ("refusal", 0)
        await page.do(hover=0, selected=cell("b2"))
        assert page.now.selected == cell("b2")
        await page.do(hover=0, selected=-1)
        assert page.now.selected is None
        said = page.n
        await page.do(click=cell("a3"), selected=cell("a2"))
        assert (page.n, len(page.now.log)) == (said + 1, 1)


@in_loop
async def test_a_premove_is_known_to_its_client_alone_until_it_is_made(tmp_path: Path) -> None:
    """No message tells the opponent, a watcher or another device of it; a lost line ends it."""
    async with far_server(tmp_path) as far:
        made = await far.made("chess/standard")
        black, white, watcher, other = [await far.sit(made, side) for side in (1, 0, None, 1)]
        cell = black.now.cell_names.index
        await far.settle()
        quiet = (white, watcher, other)
        for each in quiet:
            each.take_all()
        before = [len(each.seen) for each in quiet]
        for name in ("e7", "e5"):
            await black.do(click=cell(name))
        assert black.now.premove == (cell("e7"), cell("e5"))
        await far.settle()
        for each in quiet:
            each.take_all()
        assert [len(each.seen) for each in quiet] == before
        await white.do(type="e2-e4")
        await white.hear_until(lambda: len(white.now.log) == 2)
        await black.hear_until(lambda: len(black.now.log) == 2)
        assert black.now.premove == ()
        await black.do(type="Nf6")
        assert black.now.premove
        await black.socket.leave()
        again = await far.sit(made, 1)
        assert again.now.premove == ()
        await white.do(type="d2-d4")
        await far.settle()
        assert len(white.now.log) == 3


@in_loop
async def test_questions_are_answered_and_change_nothing(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made("lionheart/level1")
        player = await far.sit(made, 0)
        before = player.now
        assert (await player.ask("help")).help
        chapters = (await player.ask("rules")).rules
        assert chapters
        assert {"units", "dice"} <= {chapter.name for chapter in chapters}
        assert (await player.ask("glossary")).glossary
        assert (await player.ask("looks")).looks == looks_of(loaded("lionheart/level1")).data()
        assert (await player.ask("dice:0")).n == player.n
        assert player.now is before


@in_loop
@pytest.mark.parametrize(
    ("name", "has", "lacks"),
    [
        ("lionheart/level1", ["Shift+arrow:", "E:", "F3:", "its dice"], ["Home"]),
        ("lionheart/hexes", ["Shift+arrow, Home"], []),
        ("chess/standard", ["/:", "g3"], ["g2-g3", "Shift", "E:", "F3:", "its dice"]),
    ],
)
async def test_the_help_of_a_page_has_the_keys_of_its_game_and_none_of_the_browser(
    tmp_path: Path, name: str, has: list[str], lacks: list[str]
) -> None:
    async with far_server(tmp_path) as far:
        player = await far.sit(await far.made(name), 0)
        answer = await player.ask("help:page")
        said = "\n".join([*(answer.help or ()), *(answer.keys or ())])
        assert [each for each in has if each not in said] == []
        assert [each for each in (*lacks, "Ctrl", "page.key", "Tab") if each in said] == []


@in_loop
async def test_who_is_there_is_told_to_all(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made("chess/standard")
        white = await far.sit(made, 0, name="Ann")
        assert white.room.present == (0,)
        black, watcher = await far.sit(made, 1, name="Bob"), await far.sit(made, None)
        await white.hear_until(lambda: white.room.watchers == 1)
        assert white.room.present == (0, 1)
        assert [side.player for side in watcher.now.sides] == ["Ann", "Bob"]
        await black.socket.leave()
        await white.hear_until(lambda: white.room.present == (0,))


@in_loop
async def test_an_open_seat_goes_to_who_takes_it_first(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made("chess/standard", seats=["me", "open"], names=["Ann"])
        (offered,) = (await far.get("/api/open")).json
        assert (offered["id"], offered["side"]) == (made["id"], 1)
        assert offered["players"] == ["Ann", ""]
        taken = await far.post(f"/api/open/{made['id']}", {"side": 1, "name": "Bob"})
        again = await far.post(f"/api/open/{made['id']}", {"side": 1})
        assert (taken.status, again.status) == (200, 409)
        assert (await far.get("/api/open")).json == []
        black = await far.sit({"id": made["id"], "seats": [{}, taken.json]}, 1)
        assert [side.player for side in black.now.sides] == ["Ann", "Bob"]


async def end(far: Far, white: Player, black: Player) -> None:
    """Let White resign."""
    await white.do(press="resign")
    await white.do(press="confirm")
    await black.hear_until(lambda: black.now.over is not None)


@in_loop
async def test_a_rematch_is_opened_by_the_same_secrets_with_sides_changed(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made("chess/standard", names=["Ann", "Bob"])
        white, black = await far.sit(made, 0), await far.sit(made, 1)
        await end(far, white, black)
        await white.do(press="rematch")
        await black.do(press="rematch")
        await white.hear_until(lambda: bool(white.room.rematch))
        again = {**made, "id": white.room.rematch}
        player = await far.sit(again, 0)
        assert player.welcome is not None
        assert player.welcome.seat == 1
        assert [side.player for side in player.now.sides] == ["Bob", "Ann"]
        assert (await far.sit(again, None)).now.over is None


def offered(player: Player) -> str:
    return player.now.offer.kind if player.now.offer else ""


@in_loop
async def test_an_undo_is_offered_and_a_draw_agreed_on(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made("chess/standard")
        white, black = await far.sit(made, 0), await far.sit(made, 1)
        await white.do(type="e2-e4")
        await black.do(type="e7-e5")
        await white.do(press="undo")
        assert len(white.now.log) == 2
        await black.hear_until(lambda: offered(black) == "undo")
        await black.do(press="accept")
        assert not black.now.log
        await black.do(press="draw")
        await black.do(press="confirm")
        await white.hear_until(lambda: offered(white) == "draw")
        await white.do(press="accept")
        assert white.now.over is not None


@in_loop
async def test_a_clock_begins_once_all_are_there_and_ends_who_has_left(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made("chess/standard", clock="0:00:05 a turn")
        white = await far.sit(made, 0)
        room = far.server.rooms.open_rooms[made["id"]]
        room.clocks._last -= 6000
        room._time_passed()
        assert not any(clock.runs for clock in white.now.clocks)
        black = await far.sit(made, 1)
        await white.hear_until(lambda: white.now.clocks[0].runs)
        assert [(clock.runs, clock.left > 4500) for clock in black.now.clocks] == [
            (True, True), (False, True),
        ]  # fmt: skip
        await white.socket.leave()
        room.clocks._last -= 6000
        room._time_passed()
        await black.hear_until(lambda: black.now.over is not None)
        assert black.now.over is not None
        assert black.now.over.winner == 1


@in_loop
async def test_a_server_that_stood_still_lets_nobody_lose_by_it(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        rooms, now = far.server.rooms, [0]
        rooms.awake = Awake(lambda: now[0])
        made = await far.made("chess/standard", clock="0:00:20 a turn")
        white, black = [await far.sit(made, side) for side in (0, 1)]
        room = rooms.open_rooms[made["id"]]
        for passed in (1_000, 3_600_000, 1_000):
            now[0] += passed
            room._time_passed()
        assert room.match.result is None
        now[0] += 30_000  # the players are told how much time is left
        beating = asyncio.create_task(rooms.beat())
        await black.hear_until(lambda: black.now.clocks[0].left == 16_000)
        beating.cancel()
        for _ in range(16):
            now[0] += 1_000
            room._time_passed()
        await white.hear_until(lambda: white.now.over is not None)


def test_the_server_never_imports_pygame() -> None:
    code = "import sys, wargrid_web.serve; sys.exit('pygame' in sys.modules)"
    folders = [path for path in sys.path if path]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {folders!r}; {code}"], check=False
    )
    assert done.returncode == 0


@pytest.mark.parametrize("page", ["/", "/m/anything", "/api/games", "/api/open", "/nothing"])
@in_loop
async def test_every_answer_has_the_headers_of_a_careful_server(tmp_path: Path, page: str) -> None:
    async with far_server(tmp_path, rulesets=("chess/standard",)) as far:
        reply = await far.get(page)
        assert reply.headers["content-security-policy"].startswith("default-src 'none'")
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(("page", "screen"), [("/m/x", "game"), ("/", "lobby")])
@in_loop
async def test_a_page_names_all_scripts_that_its_screen_imports(
    tmp_path: Path, page: str, screen: str
) -> None:
    async with far_server(tmp_path) as far:
        shell = (await far.get(page)).body.decode()
        links = re.findall(r'rel="modulepreload" href="(\S+/(\w+)\.js)"', shell)
        named = {name for _, name in links}
        assert {"app", screen} < named
        for address, name in links:
            script = (await far.get(address)).body.decode()
            assert set(re.findall(r"^import .*'\./(\w+)\.js';", script, re.MULTILINE)) <= named, (
                name
            )


@in_loop
async def test_a_match_that_another_process_has_opened_is_asked_for_again(tmp_path: Path) -> None:
    async with far_server(tmp_path) as one, far_server(tmp_path, shared=True) as other:
        made = await one.made("chess/standard")
        with pytest.raises(Closed) as closed:
            await other.sit(made, 0)
        assert closed.value.code == 4409
        assert closed.value.reason


@in_loop
async def test_a_game_begun_with_the_server_is_opened_by_its_links(tmp_path: Path) -> None:
    settings = Settings(tmp_path, game="lionheart/level1")
    lines = [*begun(settings, "http://10.0.0.2:8000", "en")]
    assert [line.partition(": ")[0] for line in lines] == ["Gold", "Silver", "Watchers"]
    links = [read_link(line.partition(": ")[2]) for line in lines]
    async with far_server(tmp_path) as far:
        made = {
            "id": links[0].match, "watch": links[2].secret,
            "seats": [{"secret": link.secret} for link in links[:2]],
        }  # fmt: skip
        assert [(await far.sit(made, side)).welcome.seat for side in (0, 1, None)] == [0, 1, None]
    here = Settings(tmp_path / "here", rulesets=("lionheart/level1",), game="chess")
    lines = [*begun(here, "http://127.0.0.1:8000", "en")]
    assert lines[3:] == [said("warn_local", "en")]


def _has_answer(player: Player) -> bool:
    return bool(player.room.rematch or player.room.notice)


@in_loop
async def test_a_rematch_that_comes_too_soon_says_so(tmp_path: Path) -> None:
    async with far_server(tmp_path, limits=Limits(computers=(0, 1))) as far:
        made = await far.made("chess/standard", seats=["me", "1"])
        for _ in range(2):
            player = await far.sit(made, 0)
            for pressed in ("resign", "confirm", "rematch"):
                await player.do(press=pressed)
            await player.hear_until(partial(_has_answer, player))
            made = {**made, "id": player.room.rematch}
        assert not player.room.rematch
        assert player.room.notice == said("no_rematch", "en")


@in_loop
async def test_a_clock_of_minutes_goes_on_in_another_process(tmp_path: Path) -> None:
    shared = {"shared": True, "idle": 0.0, "sweep": 0.01}
    async with far_server(tmp_path, **shared) as one:
        made = await one.made("chess/standard", clock="0:10:00 + 0:00:05 a turn")
        white, _ = await one.sit(made, 0), await one.sit(made, 1)
        (room,) = one.server.rooms.open_rooms.values()
        room.clocks._last -= 1500
        await white.do(type="e2-e4")
        async with far_server(tmp_path, **shared) as other:
            await other.server.rooms.sweep()
            assert not other.server.rooms.open_rooms  # it is open here
    async with far_server(tmp_path, **shared) as other:
        while not other.server.rooms.open_rooms:
            await asyncio.sleep(0.002)
        (room,) = other.server.rooms.open_rooms.values()
        assert room.clocks.due() is not None


@in_loop
async def test_what_fails_in_a_plugin_is_told_to_the_operator_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with far_server(tmp_path) as far:
        player = await far.sit(await far.made("chess/standard"), 0)
        (room,) = far.server.rooms.open_rooms.values()
        error = PluginError("mine", "after_move", "/home/operator/rules.yaml:3", "plugins.raised",
                            error="ValueError: secret")  # fmt: skip
        room.clients[0].table._controller.click = raising(error)
        view = await player.do(click=3)
        assert "mine" in view.message
        assert "after_move" in view.message
        assert "/home" not in view.message
        assert "secret" not in view.message
        assert "/home/operator/rules.yaml:3" in caplog.text


def raising(error: Exception) -> Callable[[int], None]:
    def fail(cell: int) -> None:
        raise error

    return fail

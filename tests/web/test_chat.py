"""Players say something to each other: short, not too fast, and only as long as both want it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from far_clients import Far, Player, far_server, in_loop
from wargrid_remote import MAX_REMARK, WORDS
from wargrid_web.chat import LINES, Chat
from wargrid_web.limits import Bucket

GAME = "breakthrough/standard"


async def pair(far: Far, **wish: object) -> tuple[Player, Player]:
    made = await far.made(GAME, **wish)
    return await far.sit(made, 0, name="Ann"), await far.sit(made, 1, "fr", name="Bob")


async def said(player: Player, how_many: int) -> list[tuple[int, str]]:
    await player.hear_until(lambda: len(player.said) >= how_many)
    return player.said


@in_loop
async def test_the_others_read_a_text_and_each_word_in_their_language(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        ann, bob = await pair(far)
        await ann.do(say=" <b>Hi</b>\u202e\n there ")
        await ann.do(word="well_played")
        text = "<b>Hi</b> there"
        assert await said(ann, 2) == [(0, text), (0, "Well played!")]
        assert await said(bob, 2) == [(0, text), (0, "Bien joué !")]


@in_loop
async def test_watchers_and_players_alone_neither_read_nor_write(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(GAME)
        ann, watcher = await far.sit(made, 0), await far.sit(made, None)
        await watcher.do(say="Move the left one")
        await ann.do(say="Hello?")
        await watcher.do(hover=1)
        assert (watcher.said, await said(ann, 1)) == ([], [(0, "Hello?")])
        alone = await far.sit(await far.made(GAME, seats=["me", "1"]), 0)
        await alone.do(say="Hello?")
        assert alone.said == []
        assert [each.welcome.talks for each in (ann, watcher, alone)] == [True, False, False]


@in_loop
async def test_who_acts_does_not_learn_any_more_and_clocks_go_on(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        ann, bob = await pair(far, clock="0:10:00 a turn")
        await ann.do(learns=True)
        await bob.hear_until(lambda: bob.room.learning == (0,))
        await ann.do(type="a2-a3")
        await bob.hear_until(lambda: bob.room.learning == ())
        assert any(clock.runs for clock in bob.now.clocks)
        await ann.do(learns=True)
        assert ann.room.learning == ()


@in_loop
async def test_either_player_switches_it_off_and_only_they_on_again(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        ann, bob = await pair(far)
        await bob.do(quiet=True)
        await ann.hear_until(lambda: ann.room.quiet == (1,))
        await ann.do(quiet=False)
        await ann.do(word="hello")
        assert [side for side, _ in ann.said] == [-1]
        await bob.do(quiet=False)
        await ann.do(word="hello")
        assert await said(bob, 1) == [(0, "Bonjour !")]


@in_loop
async def test_what_was_said_is_there_for_who_comes_later(tmp_path: Path) -> None:
    async with far_server(tmp_path, idle=0.0) as far:
        made = await far.made(GAME)
        ann = await far.sit(made, 0)
        await ann.do(say="See you tomorrow")
        await ann.socket.leave()
        await far.server.rooms.sweep()
        assert far.server.rooms.open_rooms == {}
        assert await said(await far.sit(made, 1), 1) == [(0, "See you tomorrow")]


def test_who_says_too_much_is_asked_to_wait(monkeypatch: Any) -> None:
    now = [0.0]
    monkeypatch.setattr("wargrid_web.chat.Bucket", lambda *rate: Bucket(*rate, lambda: now[0]))
    chat = Chat()
    refused = [bool(chat.say(0, f"{at}")) for at in range(9)]
    assert refused == [False] * 6 + [True] * 3
    assert chat.say(1, "Slowly") == ""
    now[0] = 4.0
    assert chat.say(0, "Again") == ""


def test_a_line_is_short_and_few_are_kept(monkeypatch: Any) -> None:
    monkeypatch.setattr("wargrid_web.chat.RATE", (1e9, 1e9))
    chat = Chat()
    for _ in range(LINES + 5):
        assert chat.say(0, "long " * 99) == ""
    kept = chat.since(0, "en")
    assert (len(kept), {len(text) for _, text in kept}) == (LINES, {MAX_REMARK - 1})
    assert chat.since(LINES + 4, "en") == kept[-1:]
    assert chat.say(0, "\u2800\u200b \n") == "chat.empty"


def test_every_word_is_said_in_both_languages() -> None:
    chat = Chat()
    for at, word in enumerate(WORDS):
        chat.say(at, word=word)
    spoken = [{text for _, text in chat.since(0, language)} for language in ("en", "fr")]
    assert [len(texts) for texts in spoken] == [len(WORDS)] * 2
    assert not spoken[0] & spoken[1]


@in_loop
async def test_clocks_wait_while_a_player_learns_the_game_before_the_first_move(
    tmp_path: Path,
) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(GAME, clock="0:10:00 a turn")
        ann, bob = await far.sit(made, 0), await far.sit(made, 1)
        (room,) = far.server.rooms.open_rooms.values()
        await bob.do(learns=True)
        await ann.hear_until(lambda: ann.room.learning == (1,))
        assert room.clocks.running is None
        await bob.do(learns=False)
        await ann.hear_until(lambda: ann.room.learning == ())
        assert room.clocks.running == 0
        await ann.do(type="a2-a3")
        await bob.do(learns=True)
        assert room.clocks.running == 1

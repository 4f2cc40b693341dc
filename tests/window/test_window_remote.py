"""The window plays far apart: it joins a server, goes on after a break, and hosts."""

from __future__ import annotations

import json
import socket
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest

from remote_server import OneTable
from support import loaded
from wargrid import RecordError
from wargrid.launch import Start
from wargrid.match import Match, data_folder, header_for, list_saves, read_record, write_record
from wargrid_play.table import FRIEND, Offers, Seat, Table, aim_of
from wargrid_pygame.app import SCREENS, run
from wargrid_pygame.game.screen import GameScreen
from wargrid_pygame.graphics import clipboard
from wargrid_pygame.screens.end import EndDialog
from wargrid_pygame.screens.far import FarScreen, HostScreen, InviteDialog, JoiningDialog
from wargrid_pygame.screens.talk import TalkDialog
from wargrid_pygame.widgets.basic import Button, Label
from wargrid_pygame.widgets.fields import ScrollList, TextInput
from wargrid_pygame.window import WAKE, App, Screen, ScreenRequest
from wargrid_remote import Close, Remark, RoomView, connection, hosting, read_link
from wargrid_remote.hosting import FarGame, FarGames, HostingError, read_far_games
from window_support import Player, speak

pytestmark = pytest.mark.usefixtures("own_home")

WAIT = 30.0
"""How many seconds a test waits before it fails."""


def until(player: Player, true: Callable[[], bool], also: Player | None = None) -> None:
    """Let the window, and another one that shares its events, look around until something is so."""
    end = time.monotonic() + WAIT
    while not true():
        assert time.monotonic() < end, "it does not happen"
        player.app.look_around(1)
        for one in (player, also) if also else ():
            one.app.handle(pygame.event.Event(WAKE))
            one.app.update(1)
        time.sleep(0.002)


def all_read(players: Iterable[Player], text: str) -> bool:
    """Whether the last line of each one's log ends so."""
    return all(one.view.log and one.view.log[-1].text.endswith(text) for one in players)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OneTable]:
    monkeypatch.setattr(connection, "FIRST_PAUSE", 0.01)
    match = Match(loaded("breakthrough/standard"))
    match.begin()
    server = OneTable(match, (0,))
    yield server
    server.close()


def join(player: Player, server: OneTable) -> None:
    player.show("joining", read_link(server.link), "Anna")
    until(player, lambda: isinstance(player.app.top, GameScreen))


def news_of(player: Player) -> None:
    player.game.table.press("menu")  # any word to the server brings its news


def listed(player: Player) -> list[str]:
    """The rows of "My games far apart"."""
    player.show("far")
    assert player.app.top is not None
    lists = (one for one in player.app.top.group.children if isinstance(one, ScrollList))
    return [row.text.rpartition(" · ")[0] for row in next(lists).rows]


def labels(player: Player) -> list[str]:
    """The texts of the dialog on top."""
    assert player.app.top is not None
    return [child.text for child in player.app.top.group.children if isinstance(child, Label)]


def test_another_language_is_no_lost_connection(player: Player, server: OneTable) -> None:
    join(player, server)
    seen = []
    player.app.next_language()
    until(
        player, lambda: bool(seen.append(player.view.tone)) or player.view.sides[0].name == "Blancs"
    )
    assert "refusal" not in seen


def test_the_log_begins_with_the_aim_in_the_language_of_the_player(
    player: Player, server: OneTable
) -> None:
    join(player, server)

    def begins() -> bool:
        aim = aim_of(server.match.game, player.app.language)
        said = player.game.say("log.aim", aim=aim[0].lower() + aim[1:])
        return [row.text for row in player.game.log.rows] == [said]

    assert begins()
    speak(player.app, "fr")
    until(player, begins)


def test_a_save_of_a_game_that_goes_on_is_refused_before_a_name_is_asked_for(
    player: Player, server: OneTable
) -> None:
    join(player, server)
    player.key(pygame.K_F5)
    assert player.app.top is player.game
    assert player.game.note == RecordError("far_away").text()


def test_in_a_save_the_other_side_without_a_name_is_a_friend(
    player: Player, server: OneTable
) -> None:
    """A record that cannot be read here is kept unchanged."""
    join(player, server)
    server.match.resign(1)
    header = header_for(server.match.game, players=("Anna", ""))
    for record, players in ((write_record(server.match, header), ("Anna", FRIEND)), (b"?", ())):
        player.game.table.record = record.decode  # type: ignore[method-assign]
        saves = {save.path: save for save in list_saves()}
        player.game.save("mine")
        (save,) = (one for one in list_saves() if one.path not in saves)
        assert (save.players, save.damage is None) == (players, bool(players))


def test_a_game_that_is_not_installed_here_cannot_be_reviewed(
    player: Player, server: OneTable
) -> None:
    join(player, server)
    server.match.resign(1)
    player.game.table.record = b"?".decode  # type: ignore[method-assign]
    player.game.act("review")
    with pytest.raises(RecordError) as found:
        read_record(b"?")
    assert player.game.note == found.value.text()


def test_an_agreed_rematch_is_gone_on_with(player: Player, server: OneTable) -> None:
    join(player, server)
    server.match.resign(0)
    news_of(player)
    until(player, lambda: player.view.over is not None)
    player.game.table.room = RoomView(rematch="next")
    player.game.wake()
    dialog = player.app.top
    assert isinstance(dialog, JoiningDialog)
    assert (dialog.link.match, dialog.link.secret) == ("next", "secret")


def test_a_rematch_offered_after_the_end_is_said_above_the_button_that_accepts_it(
    player: Player, server: OneTable
) -> None:
    server.offers = offers = Offers(server.match)
    join(player, server)
    server.match.resign(0)
    news_of(player)
    until(player, lambda: isinstance(player.app.top, EndDialog))
    offers.make("rematch", 1)
    news_of(player)
    until(player, lambda: "Black would like a rematch." in labels(player))
    player.click_button("rematch")
    until(player, lambda: offers.answer is not None)
    assert offers.answer is not None
    assert offers.answer.accepted


def test_an_offer_stays_readable_as_long_as_its_buttons_are_there(
    player: Player, server: OneTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """News that leave no room beside the buttons take theirs."""
    server.offers = offers = Offers(server.match)
    join(player, server)
    offers.make("draw", 1)
    news_of(player)
    until(player, lambda: player.view.offer is not None)
    assert player.view.offer is not None
    monkeypatch.setattr(player.game.session, "save", Path)
    for name in ("short", "long" * 50):
        player.game.save(name)
        said = player.game._message()[0]
        assert name in said
        assert player.view.offer.text in said
        assert (player.game.thinking is None) == name.startswith("long")


def test_a_server_that_is_not_there_is_said_while_it_is_asked_again(player: Player) -> None:
    player.app.go_to(ScreenRequest("joining", (read_link("http://127.0.0.1:9/m/none#secret"),)))
    dialog = player.app.top
    assert isinstance(dialog, JoiningDialog)
    silent = dialog.say("far.joining.silent", server="http://127.0.0.1:9")
    until(player, lambda: any(getattr(one, "text", "") == silent for one in dialog.group.children))
    assert not dialog.failed


def test_a_link_without_a_seat_is_said_and_left(player: Player, server: OneTable) -> None:
    server.refuses = Close.NO_SEAT
    player.show("far")
    player.app.go_to(ScreenRequest("joining", (read_link(server.link),)))
    dialog = player.app.top
    assert isinstance(dialog, JoiningDialog)
    until(player, lambda: bool(dialog.failed))
    player.escape()
    assert isinstance(player.app.top, FarScreen)


def test_a_picture_of_a_dead_link_ends_with_a_sentence(
    server: OneTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.refuses = Close.NO_SEAT
    assert run(Start(join=server.link, language="en", screenshot=tmp_path / "x.png")) == 2
    assert "opens no seat" in capsys.readouterr().err


def test_a_start_with_a_link_shows_a_window_at_once_and_keeps_the_game(
    server: OneTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    first: list[Screen | None] = []

    def loop(app: App) -> None:
        first.append(app.top)
        app.draw()
        until(Player(app), lambda: isinstance(app.top, GameScreen))

    monkeypatch.setattr(App, "loop", loop)
    assert run(Start(join=server.link, language="en")) == 0
    assert isinstance(first[0], JoiningDialog)
    assert [game.secret for game in read_far_games().games] == ["secret"]


class TestMyGames:
    def test_a_game_joined_is_offered_again(self, player: Player, server: OneTable) -> None:
        join(player, server)
        (game,) = read_far_games().games
        assert (game.match, game.secret) == ("game", "secret")
        player.show("far")
        assert player.app.top is not None
        player.app.top.act("game:0")
        until(player, lambda: isinstance(player.app.top, GameScreen))

    def test_a_game_is_called_as_it_calls_itself_in_the_language_of_the_window(
        self, player: Player
    ) -> None:
        """One that is not known here, or of an old file, is called as its server called it."""
        known = FarGame("", "a", "a", "Western chess", ruleset="chess/standard")
        FarGames([known, FarGame("", "b", "b", "Mine", ruleset="m.yaml")]).write()
        file = data_folder() / hosting.FILE
        kept = json.loads(file.read_text("utf-8"))["content"]
        kept["games"].append({"server": "", "match": "c", "secret": "c", "title": "Old"})
        file.write_text(json.dumps(kept), "utf-8")
        speak(player.app, "fr")
        assert listed(player) == ["Échecs", "Mine", "Old"]

    @pytest.mark.skipif(sys.platform == "win32", reason="modes are those of Unix")
    def test_only_the_player_may_read_the_secrets(self) -> None:
        FarGames().keep(FarGame("", "game", "secret"))
        file = data_folder() / hosting.FILE
        assert stat.S_IMODE(file.stat().st_mode) == 0o600

    @pytest.mark.parametrize("text", ["", "[]", "{", '{"games": [3]}', '{"games": [{"x": 1}]}'])
    def test_a_broken_file_is_an_empty_one(self, text: str) -> None:
        data_folder().mkdir(parents=True)
        (data_folder() / hosting.FILE).write_text(text, "utf-8")
        assert read_far_games() == FarGames()


class TestHosting:
    def test_the_wish_has_a_seat_for_me_and_a_link(
        self, player: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[dict[str, object]] = []
        made = {
            "id": "new", "watch": "w",
            "seats": [{"kind": "me", "secret": "a"}, {"kind": "link", "secret": "b"}],
        }  # fmt: skip

        def make(server: str, wish: dict[str, object], language: str) -> dict[str, object]:
            asked.append(wish)
            return json.loads(json.dumps(made))

        monkeypatch.setattr("wargrid_remote.hosting.make_match", make)
        copied: list[str] = []
        monkeypatch.setattr(clipboard, "copy", lambda text: not copied.append(text))
        player.app.settings.ruleset = "breakthrough/standard"
        player.show("host", "https://a.example")
        assert isinstance(player.app.top, HostScreen)
        player.click_button("start")
        dialog = player.app.top
        assert isinstance(dialog, InviteDialog)
        until(player, lambda: dialog.made.ready and dialog.copied)
        assert asked[0]["seats"] == ["me", "link"]
        assert copied == ["https://a.example/m/new#b"]
        assert read_far_games().games[0].secret == "a"

    def test_who_plays_far_apart_is_not_offered_for_a_game_here(self, player: Player) -> None:
        name = "breakthrough/standard"
        player.app.settings.ruleset = name
        here = Seat(), Seat("3")
        player.app.settings.keep_players(name, here)
        player.show("host", "")
        player.click_button("seat:0:1")
        assert player.app.settings.players_of(name) == here

    def test_another_window_joins_by_the_link_and_plays(
        self, player: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A server is started, and its address is nothing that a player has to know."""
        monkeypatch.setattr(hosting, "own_address", lambda: "127.0.0.1")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            FarGames(name="Anna", port=free.getsockname()[1]).write()
        player.app.settings.ruleset = "breakthrough/standard"
        player.show("far")
        player.click_button("host")
        player.click_button("start")
        invite = player.app.top
        assert isinstance(invite, InviteDialog)
        until(player, lambda: invite.made.ready)
        invite.wake()
        assert invite.made.game is not None
        friend = Player(App(SCREENS, "fr", animated=False))
        friend.show("joining", read_link(invite.made.link(invite.made.game.friend)), "Bert")
        player.click_button("play")
        both = player, friend
        until(player, lambda: all(isinstance(one.app.top, GameScreen) for one in both), friend)
        for one, *moved in ((player, "c2", "c3"), (friend, "c7", "c6")):
            for cell in moved:
                one.click(cell)
            log = f"{moved[0]}-{moved[1]}"
            until(player, partial(all_read, both, log), friend)
        assert [side.player for side in player.view.sides] == ["Anna", "Bert"]
        assert player.game.flipped is not friend.game.flipped
        for one in both:
            one.app.quit()
        assert len(list((data_folder() / hosting.FOLDER).rglob("*.journal"))) == 1

    @pytest.mark.parametrize(
        ("friend", "watch", "said"),
        [
            ("f", "w", {"friend", "watch", "own", "seat"}),
            ("", "w", {"watch", "own"}),
            ("", "", set()),
        ],
    )
    def test_only_links_that_are_there_are_spoken_of(
        self, player: Player, friend: str, watch: str, said: set[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        """Beside the computer a game has no seat to take, and no one to invite."""
        monkeypatch.setattr(hosting.OwnServer, "port", lambda *_: 1)
        player.show("invite", "", None, FarGame("", "game", "s", friend=friend, watch=watch))
        dialog = player.app.top
        assert isinstance(dialog, InviteDialog)
        until(player, lambda: dialog.made.ready)
        dialog.layout()
        texts = {
            key: dialog.say(f"far.invite.{key}", port=1)
            for key in ("friend", "watch", "own", "server", "seat")
        }
        assert {key for key, text in texts.items() if text in " ".join(labels(player))} == said
        title = dialog.say("far.invite.title" if friend else "far.title")
        assert getattr(dialog.group, "heading", "") == title

    def test_what_the_server_says_against_it_is_shown(
        self, player: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: object) -> dict[str, object]:
            raise HostingError("refused", "Too many games.")

        monkeypatch.setattr("wargrid_remote.hosting.make_match", refuse)
        player.show("host", "https://a.example")
        player.click_button("start")
        dialog = player.app.top
        assert isinstance(dialog, InviteDialog)
        until(player, lambda: dialog.failed == "Too many games.")

    def test_an_address_that_is_none_is_said(self, player: Player) -> None:
        player.show("far")
        screen = player.app.top
        assert isinstance(screen, FarScreen)
        screen.lines["server"].text = "example.org"
        player.click_at(screen.hosts.rect.center)
        assert player.app.top is screen
        assert "example.org" in screen.trouble


def test_a_link_is_pasted(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "pasted", lambda: "http://a.example/m/x#s")
    player.show("far")
    screen = player.app.top
    assert isinstance(screen, FarScreen)
    screen.group.set_focus(screen.lines["link"])
    player.key(pygame.K_v, pygame.KMOD_CTRL)
    assert screen.lines["link"].text == "http://a.example/m/x#s"


def test_a_refused_link_is_replaced_by_the_next(player: Player) -> None:
    """It may be refused at once, or by its server."""
    player.show("far")
    screen = player.app.top
    assert isinstance(screen, FarScreen)
    for wrong in ("wrong", "http://127.0.0.1:9/m/none#secret"):
        screen.group.set_focus(screen.lines["link"])
        player.type(wrong)
        player.click_button("join")
        player.escape()
        assert player.app.top is screen
        assert screen.lines["link"].text == wrong
        assert screen.lines["link"].focused
    screen.lines["link"].insert("right")
    assert screen.lines["link"].text == "right"


def test_a_watcher_asks_for_no_rematch(
    player: Player, server: OneTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.seats = ()
    server.match.resign(0)
    join(player, server)
    player.game.act("result")
    dialog = player.app.top
    assert dialog is not None
    offered = {getattr(child, "action", "") for child in dialog.group.children}
    assert {"review", "leave"} <= offered
    assert "rematch" not in offered


def test_links_that_cannot_be_kept_are_told(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "full")

    player.show("far")
    assert isinstance(player.app.top, FarScreen)
    screen = player.app.top
    monkeypatch.setattr("wargrid.source.files.os.fsync", full)
    screen.act("copy")
    assert "the disk is full" in screen.trouble


def test_damaged_links_are_told(player: Player) -> None:
    for name in ("Anna", "Bert"):
        FarGames([], name).write()
    (data_folder() / hosting.FILE).write_bytes(b"damaged")
    player.show("far")
    assert player.app.top is not None
    assert "Its latest intact backup was taken instead." in player.app.top.trouble
    assert read_far_games().name == "Anna"


def rows_of(screen: Screen | None) -> list[str]:
    assert screen is not None
    lists = [each for each in screen.group.children if isinstance(each, ScrollList)]
    return [row.text for row in lists[0].rows]


def test_players_talk_and_switch_it_off(player: Player, server: OneTable) -> None:
    server.talks, server.said = True, [Remark(1, "See you")]
    server.room = RoomView(present=(0, 1))
    join(player, server)
    assert player.game.note == ""  # that was said before
    server.said = [Remark(1, "Well met"), Remark(-1, "Too fast")]
    news_of(player)
    until(player, lambda: player.game.note == "Too fast")
    game = player.game
    game.act("menu")
    assert player.app.top is not None
    player.app.top.act("talk")
    top = player.app.top
    assert isinstance(top, TalkDialog)
    assert rows_of(top) == ["Black: See you", "Black: Well met", "Too fast"]
    top.line.text = "  Good  game "
    for action in ("send", "word:well_played", "hush"):
        top.act(action)

    def spoken() -> list[tuple[str, object]]:
        return [each.what for each in server.intents if each.what[0] in ("say", "word", "quiet")]

    until(player, lambda: len(spoken()) >= 3)
    assert spoken() == [("say", "Good game"), ("word", "well_played"), ("quiet", True)]
    server.room = RoomView(present=(0, 1), quiet=(1,))
    game.table.press("menu")
    until(player, lambda: top.shown[1] == (1,))
    assert not any(isinstance(each, TextInput) for each in top.group.children)


def test_talk_that_is_switched_on_again_has_a_line_to_write(
    player: Player, server: OneTable
) -> None:
    server.talks, server.room = True, RoomView(present=(0, 1), quiet=(0,))
    join(player, server)
    player.game.act("menu")
    assert player.app.top is not None
    player.app.top.act("talk")
    top = player.app.top
    assert isinstance(top, TalkDialog)
    server.room = RoomView(present=(0, 1))
    player.game.table.press("menu")
    until(player, lambda: top.shown[1] == ())
    assert top.line in top.group.children


def test_a_game_without_another_player_has_no_talk(player: Player, server: OneTable) -> None:
    join(player, server)
    player.game.act("menu")
    assert player.app.top is not None
    (talk,) = (each for each in player.app.top.group.children
               if isinstance(each, Button) and each.action == "talk")  # fmt: skip
    assert not talk.enabled
    assert talk.about == player.app.words.say("window.pause.off.talk")


def test_a_player_who_learns_is_there_and_said_to_learn(player: Player, server: OneTable) -> None:
    server.room = RoomView(present=(0, 1), learning=(1,))
    join(player, server)
    until(player, lambda: player.view.sides[1].player == "learns the game")


def test_a_window_without_the_focus_calls_when_the_turn_comes(
    player: Player, server: OneTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    focused = [True]
    monkeypatch.setattr(pygame.key, "get_focused", lambda: focused[0])
    join(player, server)
    player.app.handle(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    both, titles = Table(server.match), []
    for number, move in enumerate(("a2-a3", "a7-a6", "b2-b3", "b7-b6"), 1):
        both.type(move)
        news_of(player)
        until(player, lambda: len(player.view.log) == number)  # noqa: B023 (within the loop)
        titles.append(pygame.display.get_caption()[0])
        focused[0] = number < 3
    assert titles == ["Wargrid", "Wargrid", "Wargrid", "● Your turn: Breakthrough"]
    player.app.handle(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    assert pygame.display.get_caption()[0] == "Wargrid"

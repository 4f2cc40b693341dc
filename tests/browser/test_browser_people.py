"""Two players in real browsers: they talk, learn while the seat waits, and are told of turns."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from email import message_from_string, policy
from pathlib import Path

import pytest

from browsers import PATIENCE, Player, Serving, needs_chromium
from listeners import Browser, listening, mail_server
from wargrid_remote import RemoteTable, read_link

pytestmark = [pytest.mark.slow, needs_chromium, pytest.mark.xdist_group("browser")]

Open = Callable[..., Player]


def lines(player: Player) -> list[str]:
    return [line.inner_text() for line in player.page.locator(".said li").all()]


def test_players_talk_in_words_of_their_languages_until_one_wants_no_more(
    server: Serving, player: Open
) -> None:
    links = server.match("breakthrough/standard", names=["Ann", "Bob"])
    ann, bob = player().open(links[0]), player(390, 844, locale="fr-FR").open(links[1])
    ann.page.click(".talk summary")
    ann.page.fill(".talk input", "<img src=x onerror=alert(1)>")
    ann.page.keyboard.press("Enter")
    ann.page.click('[data-word="good_luck"]')
    bob.wait("() => document.querySelectorAll('.said li').length === 2")
    assert bob.page.locator(".people.new").count() == 1
    bob.page.click(".talk summary")
    bob.wait("() => document.querySelector('.people.new') === null")
    assert lines(bob) == ["Ann: <img src=x onerror=alert(1)>", "Ann: Bonne chance, et bon jeu."]
    ann.page.keyboard.press("Escape")
    bob.page.click(".talk > .plain-link")
    ann.until("game => game.people.form.hidden")
    assert "Bob" in ann.page.inner_text(".talk .muted")
    assert ann.page.locator(".talk > .plain-link").is_hidden()
    bob.page.click(".talk > .plain-link")
    ann.until("game => !game.people.form.hidden")
    assert ann.errors == bob.errors == []


def test_a_newcomer_learns_the_game_while_the_seat_waits(server: Serving, player: Open) -> None:
    clock = "0:10:00 + 0:00:05 a turn"
    links = server.match("lionheart/level1", names=["Ann", "Bob"], clock=clock)
    ann, bob = player().open(links[0]), player(390, 844, has_touch=True).open(links[1])
    bob.page.tap('[data-action="learn"]')
    bob.wait("() => document.querySelector('main').game?.view?.guide")
    ann.until("game => document.querySelector('.sides').innerText.includes('learns the game')")
    assert ann.ask("game => game.view.clocks.some(clock => clock.runs)") is False
    bob.page.reload()
    bob.await_board()
    bob.page.tap('[data-action="back"]')
    bob.until("game => !game.view.guide && game.view.seats[0] === 1")
    ann.until("game => !document.querySelector('.sides').innerText.includes('learns')")
    ann.until("game => game.view.clocks.some(clock => clock.runs)")
    assert len(games(bob)) == 1
    bob.page.tap('[data-action="learn"]')  # the lesson is not learnt
    bob.wait("() => document.querySelector('main').game?.view?.guide")
    bob.ask("game => game.act('guide:leave')")
    bob.until("game => !game.view.guide")
    bob.ask("game => game.act('resign')")
    bob.ask("game => game.act('confirm')")
    bob.page.wait_for_selector("dialog.end .primary")
    assert bob.page.inner_text("dialog.end .menu button >> nth=0") == "To my seat"
    assert bob.page.locator("dialog.end .primary").count() == 1
    bob.page.wait_for_timeout(800)  # until it takes clicks
    bob.page.tap("dialog.end .primary")
    bob.until("game => game.view.seats[0] === 1")
    assert ann.errors == bob.errors == []


def games(player: Player) -> list[str]:
    """Return the secrets of the games that a browser keeps."""
    kept = player.page.evaluate("() => JSON.parse(localStorage['wargrid.games'])")
    return [each["secret"] for each in kept]


def test_the_link_of_a_friend_takes_no_seat_of_one_s_own(server: Serving, player: Open) -> None:
    own, other = server.match("breakthrough/standard", names=["Ann", ""])
    ann, secrets = player(), [own.partition("#")[2], other.partition("#")[2]]
    ann.open(own)
    ann.page.goto(f"{server.address}/learn")
    ann.page.goto(other)
    ann.page.wait_for_selector('[data-action="sit"]')
    assert "you sit as White" in ann.page.inner_text("main")
    ann.page.click("main a.primary")
    ann.await_board()
    assert (ann.view["seats"], games(ann)) == ([0], secrets[:1])
    ann.page.goto(f"{server.address}/learn")
    ann.page.goto(other)
    ann.page.click('[data-action="sit"]')
    ann.await_board()
    assert ann.view["seats"] == [1]
    assert ann.view["sides"][1]["player"] == "You"  # Ann is the name of the other seat
    assert sorted(games(ann)) == sorted(secrets)
    assert ann.errors == []


def test_friendly_words_are_read_over_the_end_of_a_game(server: Serving, player: Open) -> None:
    links = server.match("breakthrough/standard", names=["Ann", "Bob"])
    ann, bob = player().open(links[0]), player(390, 844).open(links[1])
    ann.ask("game => game.act('resign')")
    ann.ask("game => game.act('confirm')")
    for each in (ann, bob):
        each.page.wait_for_selector("dialog.end")
    ann.page.wait_for_timeout(800)  # until it takes clicks
    ann.page.click('dialog [data-action="talk"]')
    for each, said in ((ann, "You: Well played!"), (bob, "Ann: Well played!")):
        each.page.wait_for_selector("dialog .toast:not(:empty)")
        assert each.page.inner_text("dialog .toast") == said
        assert said not in each.page.inner_text("#live")  # it is read once
    assert ann.errors == bob.errors == []


HIDE = """hidden => {
    const {seat} = document.querySelector('main').game, said = [], {send} = seat;
    seat.send = what => (said.push(what), send.call(seat, what));
    Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
    seat.send = send;
    return said;
}"""
"""Hide a page, or show it; returns what it says of that."""


def test_a_browser_without_a_push_service_says_so(tmp_path: Path, player: Open) -> None:
    """In a game that is over nothing is to be set."""
    settings = tmp_path / "notices.yaml"
    settings.write_text("own_network: true")
    server = Serving(tmp_path / "server", "--notices", str(settings))
    links = server.match("breakthrough/standard", names=["Ann", "Bob"], clock="3d a turn")
    bob, ann = player(), player()
    bob.page.context.grant_permissions(["notifications"])
    bob.page.context.add_init_script("PushManager.prototype.subscribe = async () => { throw 0; }")
    bob.open(links[1]).page.select_option(".people select", "push")
    bob.page.wait_for_selector(".notices [role=alert]:not(:empty)")
    assert "push service" in bob.page.inner_text(".notices [role=alert]")
    assert bob.page.input_value(".people select") == ""
    found = [bob.page.evaluate(HIDE, hidden) for hidden in (True, False)]
    assert found == [[{"here": False}], [{"here": True}]]
    ann.open(links[0]).ask("game => game.act('resign')")
    ann.ask("game => game.act('confirm')")
    bob.page.wait_for_selector("dialog.end")
    assert bob.page.locator(".people select").is_hidden()
    server.kill()


STUB = """(to => {
    PushManager.prototype.subscribe = async () => ({
        toJSON: () => ({endpoint: to.endpoint, keys: {p256dh: to.p256dh, auth: to.auth}}),
    });
})(%s)"""
"""A browser as it is where it reaches a push service."""

SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(
    ({title, body, data}) => ({title, body, data}))"""

CLICK = """async action => {
    const [notification] = await registration.getNotifications();
    const opened = [], open = clients.openWindow;
    clients.openWindow = async path => opened.push(path);
    const clicked = new NotificationEvent('notificationclick', {notification, action});
    const waited = [];
    clicked.waitUntil = promise => waited.push(promise);
    dispatchEvent(clicked);
    await Promise.allSettled(waited);
    clients.openWindow = open;
    return opened;
}"""


def test_a_notice_is_pushed_to_a_browser_which_shows_it_opens_the_game_and_ends_it(
    tmp_path: Path, player: Open
) -> None:
    settings = tmp_path / "notices.yaml"
    settings.write_text("own_network: true")
    with listening() as service:
        server = Serving(tmp_path / "server", "--notices", str(settings))
        links = server.match("breakthrough/standard", names=["Ann", "Bob"], clock="3d a turn")
        keys, bob = Browser(), player()
        bob.page.context.grant_permissions(["notifications"])
        stub = json.dumps(keys.subscription(service.address))
        bob.page.context.add_init_script(STUB % stub)
        bob.open(links[1])
        bob.page.select_option(".people select", "push")
        bob.wait("() => localStorage['wargrid.tell'] === '\"push\"'")
        bob.page.goto(server.address)
        ann = player().open(links[0])
        ann.type("a2-a3")
        said = keys.read(service.next().body)

        tools = bob.page.context.new_cdp_session(bob.page)
        found: list[str] = []
        tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(
            each["registrationId"] for each in told["registrations"]))  # fmt: skip
        tools.send("ServiceWorker.enable")
        bob.page.wait_for_timeout(300)
        told = {"origin": server.address, "registrationId": found[0], "data": json.dumps(said)}
        tools.send("ServiceWorker.deliverPushMessage", told)
        bob.wait(f"async () => (await ({SHOWN})()).length === 1")
        (shown,) = bob.page.evaluate(SHOWN)
        match = links[1].split("/m/")[1].split("#")[0]
        assert (shown["title"], shown["body"]) == (
            "Your turn: Breakthrough",
            "Against Ann · Move 1",
        )
        assert shown["data"]["match"] == match
        (worker,) = bob.page.context.service_workers
        assert worker.evaluate(CLICK, "") == [f"/m/{match}"]
        bob.open(f"{server.address}/m/{match}")
        assert bob.view["seats"] == [1]
        bob.page.goto(server.address)
        tools.send("ServiceWorker.deliverPushMessage", told)
        bob.wait(f"async () => (await ({SHOWN})()).length === 1")
        assert worker.evaluate(CLICK, "end") == []
        bob.open(f"{server.address}/m/{match}")
        bob.page.wait_for_selector(".people select")
        bob.wait("() => document.querySelector('.people select').value === ''")
        server.kill()


def test_an_address_is_proved_by_a_code_and_a_link_ends_its_mails(
    tmp_path: Path, player: Open
) -> None:
    with mail_server() as box:
        settings = tmp_path / "notices.yaml"
        settings.write_text(
            f"mail: {{server: 127.0.0.1, port: {box.port}, security: none, from: w@example.org}}\n"
            "address: https://games.example.org"
        )
        server = Serving(tmp_path / "server", "--notices", str(settings))
        links = server.match("breakthrough/standard", names=["Ann", "Bob"], clock="3d a turn")
        bob, ann = player(390, 844, locale="fr-FR"), player()
        bob.open(links[1])
        bob.page.select_option(".people select", "mail")
        bob.page.fill("[name=mail]", "bob@example.org")
        bob.page.keyboard.press("Enter")
        _, text = box.mails.get(timeout=60)
        code = message_from_string(text, policy=policy.default).get_content()
        bob.page.fill("[name=code]", code.partition("ce code : ")[2][:8])
        bob.page.keyboard.press("Enter")
        bob.wait("() => localStorage['wargrid.tell'] === '\"mail\"'")
        bob.page.goto(server.address)
        ann.open(links[0]).type("a2-a3")
        _, text = box.mails.get(timeout=60)
        mail = message_from_string(text, policy=policy.default).get_content()
        link = next(line for line in mail.split() if "/notices#" in line)
        phone = player()
        phone.page.goto(link.replace("https://games.example.org", server.address))
        phone.page.wait_for_selector("[role=status]:not(:empty)")
        bob.open(links[1].partition("#")[0])
        bob.page.wait_for_selector(".people select")
        assert bob.page.input_value(".people select") == ""
        assert bob.errors == phone.errors == []
        server.kill()


def test_somebody_waits_only_while_somebody_is_there(server: Serving, player: Open) -> None:
    stranger, host = player(), player()
    heading = "section:has(h2) h2"
    stranger.page.goto(server.address)
    stranger.page.wait_for_selector("text=Open seats")
    host.page.goto(f"{server.address}/new/breakthrough/standard")
    host.page.select_option("[name=seat1]", "open")
    host.page.click("form .primary")
    host.page.click("a.primary")
    host.await_board()
    stranger.page.reload()
    stranger.page.wait_for_selector("text=Somebody waits for you")
    host.page.goto("about:blank")
    stranger.wait("async () => (await (await fetch('/api/open')).json()).every(each => !each.here)")
    stranger.page.reload()
    stranger.page.wait_for_selector("text=Open seats")
    assert "Somebody waits for you" not in stranger.page.locator(heading).all_inner_texts()


def test_a_window_and_a_page_talk_at_one_table(server: Serving, player: Open) -> None:
    links = server.match("breakthrough/standard", names=["Ann", "Bob"])
    window = RemoteTable(read_link(links[0]), "fr", "Ann")
    assert window.wait(PATIENCE)

    def until(true: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end
            window.advance()
            time.sleep(0.01)

    bob = player(390, 844).open(links[1])
    window.talk("Bonjour")
    bob.wait("() => document.querySelectorAll('.said li').length === 1")
    bob.page.click(".talk summary")
    bob.page.click('[data-word="thanks"]')
    until(lambda: len(window.remarks) == 2)
    heard = [window.remark_text(each) for each in window.remarks]
    assert heard == ["Vous : Bonjour", "Bob : Merci."]
    assert lines(bob) == ["Ann: Bonjour", "You: Thank you."]
    bob.page.click(".talk > .plain-link")
    until(lambda: window.room.quiet == (1,))
    window.talk("?")
    until(lambda: window.remarks[-1].side == -1)
    assert lines(bob) == ["Ann: Bonjour", "You: Thank you."]
    window.close()

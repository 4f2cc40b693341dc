"""Players of games by days are told that it is their turn: once, where they are not here."""

from __future__ import annotations

import asyncio
import email
import json
import socket
import ssl
import threading
from collections.abc import Callable
from email import policy
from pathlib import Path
from typing import Any

import pytest

from far_clients import Far, Player, far_server, in_loop
from listeners import (
    Browser,
    Listener,
    MailBox,
    certificate_in,
    listening,
    mail_server,
    signed_claims,
)
from places import ROOT
from wargrid_web import room
from wargrid_web.notice_settings import MailServer, NoticeSettings, SettingsError, read_settings
from wargrid_web.notices import desk, outside, push, turns
from wargrid_web.notices.outside import Forbidden, is_outside, parts_of
from wargrid_web.notices.post import EACH, WAITING_EACH, Job, Outcome, Post
from wargrid_web.notices.ways import path_of
from wargrid_web.settings import Limits

GAME = "breakthrough/standard"
LOCAL = NoticeSettings(own_network=True, contact="mailto:host@example.org")


@pytest.fixture(autouse=True)
def _nobody_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "GRACE", 0.0)


async def by_days(far: Far) -> Any:
    return await far.made(GAME, names=["Ann", "Bob"], clock="3d a turn")


async def wish(far: Far, made: Any, side: int = 1, **how: Any) -> int:
    body = {"secret": made["seats"][side]["secret"], **how}
    return (await far.post(f"/api/notices/{made['id']}/wish", body)).status


async def asked(far: Far, made: Any) -> Any:
    body = {"secret": made["seats"][1]["secret"]}
    return (await far.post(f"/api/notices/{made['id']}", body)).json


async def heard(listener: Listener) -> Any:
    return await asyncio.to_thread(listener.next)


async def moves(ann: Player, *typed: str) -> None:
    for move in typed:
        await ann.do(type=move)


@in_loop
async def test_a_notice_is_encrypted_for_the_browser_and_signed_by_the_server(
    tmp_path: Path,
) -> None:
    with listening() as service:
        async with far_server(tmp_path, notices=LOCAL) as far:
            made, browser = await by_days(far), Browser()
            to = browser.subscription(f"{service.address}/for/bob?x=1")
            assert await wish(far, made, kind="push", push=to) == 200
            ann = await far.sit(made, 0)
            await moves(ann, "a2-a3")
            got = await heard(service)
            said = browser.read(got.body)
            key = (await asked(far, made))["push"]
            claims = signed_claims(got.headers["authorization"], key)
    assert got.path == "/for/bob?x=1"
    assert (claims["aud"], claims["sub"]) == (service.address, LOCAL.contact)
    assert (said["match"], said["title"]) == (made["id"], "Your turn: Breakthrough")
    assert said["body"] == "Against Ann · Move 1"
    secrets = [seat["secret"] for seat in made["seats"]]
    assert [each for each in secrets if each in json.dumps(said)] == []


@in_loop
async def test_nothing_is_sent_to_who_is_here_and_one_notice_a_turn_to_who_is_not(
    tmp_path: Path,
) -> None:
    with listening() as service:
        async with far_server(tmp_path, notices=LOCAL) as far:
            made, browser = await by_days(far), Browser()
            await wish(far, made, kind="push", push=browser.subscription(service.address))
            ann, bob = await far.sit(made, 0), await far.sit(made, 1)
            await moves(ann, "a2-a3")
            await moves(bob, "a7-a6")
            await moves(ann, "b2-b3")
            await moves(bob, "b7-b6")
            await bob.socket.leave()
            await moves(ann, "c2-c3", "d2-d3")  # the second one is not hers to make
            again = await far.sit(made, 1)
            await again.socket.leave()
            assert browser.read((await heard(service)).body)["body"].endswith("Move 3")
            await asyncio.to_thread(far.server.desk.post.close)
            assert service.heard.empty()


@in_loop
async def test_who_leaves_without_having_done_anything_in_the_turn_is_told(tmp_path: Path) -> None:
    with listening() as service:
        async with far_server(tmp_path, notices=LOCAL) as far:
            made = await by_days(far)
            await wish(far, made, kind="push", push=Browser().subscription(service.address))
            ann, bob = await far.sit(made, 0), await far.sit(made, 1)
            await moves(ann, "a2-a3")
            await bob.socket.leave()  # a phone that was laid aside
            await far.server.rooms.sweep()
            await heard(service)


@in_loop
async def test_who_may_come_back_is_not_told_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that breaks for a moment, or a server that is started again, calls nobody."""
    monkeypatch.setattr(room, "GRACE", 60.0)
    with listening() as service:
        async with far_server(tmp_path, notices=LOCAL) as far:
            made = await by_days(far)
            await wish(far, made, kind="push", push=Browser().subscription(service.address))
            ann, bob = await far.sit(made, 0), await far.sit(made, 1)
            await moves(ann, "a2-a3")
            await bob.socket.leave()
            await far.server.rooms.sweep()
        async with far_server(tmp_path, notices=LOCAL) as far:
            await far.sit(made, 0)
            await far.server.rooms.sweep()
            (one,) = far.server.rooms.open_rooms.values()
            assert one.notices is not None
            assert one.notices.ways[1].turn < one.match.position.turn
            monkeypatch.setattr(room, "GRACE", 0.0)
            one.tell()
            await heard(service)


@in_loop
async def test_wishes_and_keys_survive_a_restart_and_end_with_the_match(tmp_path: Path) -> None:
    with listening() as service:
        async with far_server(tmp_path, notices=LOCAL) as far:
            made, browser = await by_days(far), Browser()
            await wish(far, made, kind="push", push=browser.subscription(service.address))
            key = (await asked(far, made))["push"]
        async with far_server(tmp_path, notices=LOCAL) as far:
            ann = await far.sit(made, 0)
            await moves(ann, "a2-a3")
            got = await heard(service)
            assert browser.read(got.body)["match"] == made["id"]
            assert signed_claims(got.headers["authorization"], key)
            (file,) = tmp_path.rglob("*.notices")
            await ann.do(press="resign")
            await ann.do(press="confirm")
        assert not file.exists()


@in_loop
async def test_a_damaged_file_of_wishes_is_laid_aside_and_the_match_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with far_server(tmp_path, notices=LOCAL) as far:
        made = await by_days(far)
        to = Browser().subscription("http://127.0.0.1:9/")
        await wish(far, made, kind="push", push=to)
    (file,) = tmp_path.rglob("*.notices")
    file.write_bytes(file.read_bytes().replace(b"127.0.0.1", b"127.0.0.2"))
    async with far_server(tmp_path, notices=LOCAL) as far:
        await moves(await far.sit(made, 0), "a2-a3")
        assert (await asked(far, made))["now"] == ""
    assert f"{made['id']}.notices" in caplog.text
    assert list(tmp_path.rglob("*.damaged"))


@in_loop
async def test_a_browser_that_is_gone_is_told_no_more(tmp_path: Path) -> None:
    with listening() as service:
        service.status = 410
        async with far_server(tmp_path, notices=LOCAL) as far:
            made = await by_days(far)
            await wish(far, made, kind="push", push=Browser().subscription(service.address))
            await moves(await far.sit(made, 0), "a2-a3")
            await heard(service)
            while (await asked(far, made))["now"]:
                await asyncio.sleep(0.005)
        assert not path_of(next(tmp_path.rglob("*.journal")), made["id"]).exists()


@in_loop
async def test_a_service_that_fails_is_tried_again_and_then_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", (0.0, 0.0))
    with listening() as service:
        service.status = 500
        async with far_server(tmp_path, notices=LOCAL) as far:
            made = await by_days(far)
            await wish(far, made, kind="push", push=Browser().subscription(service.address))
            await moves(await far.sit(made, 0), "a2-a3")
            for _ in range(3):
                await heard(service)
            while (await asked(far, made))["now"]:
                await asyncio.sleep(0.005)
            assert service.heard.empty()


ADDRESS = "https://games.example.org"


def mails(box: MailBox) -> NoticeSettings:
    server = {"server": "127.0.0.1", "port": box.port, "security": "none", "from": "w@example.org"}
    return NoticeSettings(mail=MailServer.model_validate(server), address=ADDRESS)


@in_loop
async def test_a_mail_comes_to_who_has_proved_the_address_and_its_link_ends_it(
    tmp_path: Path,
) -> None:
    with mail_server() as box:
        async with far_server(tmp_path, notices=mails(box)) as far:
            made = await by_days(far)
            how = {"kind": "mail", "mail": "bob@example.org"}
            assert await wish(far, made, **how, code="aaaaaaaa") == 422
            body = {"secret": made["seats"][1]["secret"], "mail": how["mail"]}
            await far.post(f"/api/notices/{made['id']}/proof", body)
            to, proof = await asyncio.to_thread(box.mails.get, True, 20)
            assert "localhost" not in proof  # what a client calls the server leads nowhere
            code = proof.rpartition("there: ")[2][:8]
            assert (to, await wish(far, made, **how, code=code.upper())) == (how["mail"], 200)
            ann = await far.sit(made, 0)
            await moves(ann, "a2-a3")
            to, text = await asyncio.to_thread(box.mails.get, True, 20)
            read = email.message_from_string(text, policy=policy.default)
            content = read.get_content()
            assert read["subject"] == "Your turn: Breakthrough"
            assert f"{ADDRESS}/m/{made['id']}\r\n" in content
            match, key = content.split("/notices#")[1].split()[0].split(".")
            await far.post(f"/api/notices/{match}/end", {"key": key})
            assert (await asked(far, made))["now"] == ""


@in_loop
async def test_few_codes_are_sent_for_an_address_and_to_one(tmp_path: Path) -> None:
    with mail_server() as box:
        limits = Limits(mails=(0.0, 2.0))
        async with far_server(tmp_path, notices=mails(box), limits=limits) as far:
            made = await by_days(far)
            body = {"secret": made["seats"][1]["secret"], "mail": "bob@example.org"}
            path = f"/api/notices/{made['id']}/proof"
            found = [(await far.post(path, body)).status for _ in range(3)]
            found.append((await far.post(path, body, "10.0.0.2")).status)
            assert found == [200, 200, 429, 429]


@in_loop
async def test_a_webhook_of_the_host_is_told_of_who_wants_it(tmp_path: Path) -> None:
    with listening() as hook:
        settings = NoticeSettings(
            webhook=f"{hook.address}/club", webhook_name="Our club", address=ADDRESS
        )
        async with far_server(tmp_path, notices=settings) as far:
            made = await by_days(far)
            assert (await asked(far, made))["hook"] == "Our club"
            assert await wish(far, made, kind="hook") == 200
            await moves(await far.sit(made, 0), "a2-a3")
            said = json.loads((await heard(hook)).body)
            assert "Your turn: Breakthrough" in said["text"]
            assert (said["match"], said["side"]) == (made["id"], 1)


@in_loop
async def test_moves_go_on_while_a_mail_server_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted: ten turns are done while the server has answered none of the first mails."""
    with mail_server(hangs=True) as box:
        async with far_server(tmp_path, notices=mails(box)) as far:
            made = await by_days(far)
            code = push.code_of(far.server.desk.keys(), "bob@example.org")
            await wish(far, made, kind="mail", mail="bob@example.org", code=code)
            ann = await far.sit(made, 0)
            for column in "abcde":
                await ann.do(type=f"{column}2-{column}3")
                bob = await far.sit(made, 1)
                await bob.do(type=f"{column}7-{column}6")
                await bob.socket.leave()
            await asyncio.to_thread(box.called.get, True, 20)
            await ann.hear_until(lambda: len(ann.now.log) == 10)
            assert far.server.desk.post.dropped == 0


PRIVATE = [
    "http://push.example.org/x", "https://127.0.0.1/x", "https://localhost/x", "https://[::1]/x",
    "https://10.1.2.3/", "https://192.168.1.1/", "https://169.254.169.254/latest/", "ftp://x/",
    "https://[fd00::1]/", "https://[::ffff:10.0.0.1]/", "https://[64:ff9b::a00:1]/", "https:///x",
    "https://user@8.8.8.8/", "https://0x7f.1/", "https://2130706433/", "https://[fe80::1]/",
    "https://[fec0::1]/", "https://[::10.0.0.1]/", "https://[::ffff:0:10.0.0.1]/",
    "https://[64:ff9b:1::a00:1]/", "https://8.8.8.8:99999/", "https://100.64.0.1/",
    "https://[2002:7f00:1::]/", "https://a b/",
]  # fmt: skip


@in_loop
async def test_push_addresses_in_the_host_s_own_network_are_refused(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made, browser = await by_days(far), Browser()
        told = {each: await wish(far, made, kind="push", push=browser.subscription(each))
                for each in PRIVATE}  # fmt: skip
        assert set(told.values()) == {422}, told
        assert (await asked(far, made))["now"] == ""


@in_loop
async def test_slow_names_hold_up_only_wishes_for_notices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **how: found.wait(9) and [])
    async with far_server(tmp_path) as far:
        made, to = await by_days(far), Browser().subscription("https://push.example.org/x")
        wishes = [asyncio.create_task(wish(far, made, kind="push", push=to)) for _ in range(9)]
        done, _ = await asyncio.wait(wishes, return_when=asyncio.FIRST_COMPLETED)
        while len(done) < 9 - desk.JUDGED:
            done, _ = await asyncio.wait(wishes, timeout=0.005)
        assert {each.result() for each in done} == {429}
        assert (await far.get("/api/open")).status == 200  # it needs a thread of the server
        found.set()
        await asyncio.wait(wishes)


def test_a_name_that_is_never_found_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    found = threading.Event()
    monkeypatch.setattr(outside, "LOOK_UP", 0.01)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **how: found.wait(9) and [])
    with pytest.raises(TimeoutError):
        outside.post("https://push.example.org/x", b"", {}, own_network=False)
    found.set()


def test_a_host_that_hangs_holds_up_its_own_letters_alone() -> None:
    post, hangs, came = Post(LOCAL, lambda: push.Keys("", "")), threading.Event(), threading.Event()
    outcomes: list[Outcome] = []

    def put(host: str, bring: Callable[[], object]) -> None:
        post.put("push", Job(host, lambda: bring() and None, outcomes.append))

    for _ in range(WAITING_EACH + EACH + 9):
        put("slow.example.org", lambda: hangs.wait(9))
    put("quick.example.org", lambda: came.set())
    assert came.wait(9)
    assert set(outcomes) <= {Outcome.DROPPED, Outcome.SENT}
    assert post.dropped >= 9
    post.close()
    hangs.set()


@in_loop
async def test_a_letter_without_room_is_no_failure_of_its_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", (0.0, 0.0))
    dropped: list[object] = []

    def drop(letter: object, told: Callable[[Outcome], None]) -> None:
        dropped.append(letter)
        told(Outcome.DROPPED)

    async with far_server(tmp_path, notices=LOCAL) as far:
        made = await by_days(far)
        await wish(far, made, kind="push", push=Browser().subscription("http://127.0.0.1:9/"))
        monkeypatch.setattr(far.server.desk.post, "send", drop)
        await moves(await far.sit(made, 0), "a2-a3")
        (one,) = far.server.rooms.open_rooms.values()
        for _ in range(50):
            await asyncio.sleep(0)
        assert one.notices is not None
        assert one.notices.ways[1].failures == 0
        assert len(dropped) > len(turns.PATIENCE) + 1


@in_loop
async def test_a_page_that_is_hidden_is_nobody_who_is_here(tmp_path: Path) -> None:
    with listening() as service:
        async with far_server(tmp_path, notices=LOCAL) as far:
            made = await by_days(far)
            await wish(far, made, kind="push", push=Browser().subscription(service.address))
            ann, bob = await far.sit(made, 0), await far.sit(made, 1)
            await bob.do(here=False)
            await moves(ann, "a2-a3")
            await heard(service)
            await bob.do(here=True)
            await moves(bob, "a7-a6")
            await moves(ann, "b2-b3")
            await asyncio.to_thread(far.server.desk.post.close)
            assert service.heard.empty()


def test_an_address_that_leads_elsewhere_by_now_is_not_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its name is looked up once for each notice, and judged again."""
    called: list[object] = []
    inside = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.168.0.7", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **how: inside)
    monkeypatch.setattr(socket, "create_connection", called.append)
    with pytest.raises(Forbidden):
        outside.post("https://push.example.org/x", b"", {}, own_network=False)
    assert called == []


def test_a_service_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "TIMEOUT", 60.0)
    monkeypatch.setattr(outside, "DEADLINE", 0.05)
    with mail_server(hangs=True) as silent, pytest.raises(OSError, match="closed"):
        outside.post(f"http://127.0.0.1:{silent.port}/", b"", {}, own_network=True)


def test_a_service_has_to_prove_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(certificate_in(tmp_path)) as service:
        address = service.address.replace("127.0.0.1", "localhost")
        with pytest.raises(OSError, match="self-signed certificate"):
            outside.post(address, b"", {}, own_network=True)
        trusting = ssl.create_default_context(cafile=tmp_path / "certificate.pem")
        monkeypatch.setattr(ssl, "create_default_context", lambda: trusting)
        assert outside.post(address, b"read me", {}, own_network=True) == 201
        assert service.next().body == b"read me"
        with pytest.raises(OSError, match="not valid for"):
            outside.post(service.address, b"", {}, own_network=True)


@pytest.mark.parametrize("address", ["8.8.8.8", "2001:4860:4860::8888", "64:ff9b::808:808"])
def test_an_address_of_the_internet_is_outside(address: str) -> None:
    assert is_outside(address)
    assert parts_of("https://push.example.org:8443/x", own_network=False).port == 8443


@in_loop
async def test_strangers_watchers_and_games_without_days_get_no_notices(tmp_path: Path) -> None:
    async with far_server(tmp_path, notices=LOCAL) as far:
        made, quick = await by_days(far), await far.made(GAME, clock="0:10:00 a turn")
        path = f"/api/notices/{made['id']}"
        found = [
            await far.post(path, {"secret": "x"}),
            await far.post(path, {"secret": made["watch"]}),
            await far.post("/api/notices/none", {"secret": "x"}),
            await far.post(f"/api/notices/{quick['id']}", {"secret": quick["seats"][0]["secret"]}),
            await far.post(f"{path}/end", {"key": "x"}),
            await far.post(f"{path}/wish", {"secret": made["seats"][0]["secret"], "kind": "hook"}),
        ]
        assert [reply.status for reply in found] == [404, 404, 404, 422, 200, 422]
        to = {"endpoint": "http://127.0.0.1:9/", "p256dh": "AAAA", "auth": "AAAA"}
        assert await wish(far, made, kind="push", push=to) == 422  # keys of no browser


def test_the_settings_of_the_guide_are_right(tmp_path: Path) -> None:
    guide = (ROOT / "docs/run-a-server.md").read_text("utf-8")
    file = tmp_path / "notices.yaml"
    file.write_text(guide.partition("```\nmail:")[2].partition("```")[0].join(("mail:", "")))
    read = read_settings(file)
    assert read.mail is not None
    assert (read.mail.port, read.own_network) == (587, False)
    assert read.contact.startswith("mailto:")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("mail: {server: x}", "mail.from"),
        ("mail: {server: x, from: a@b, port: soon}", "mail.port"),
        ("webhook: gopher://x", "webhook"),
        ("pushes: true", "pushes"),
        ("webhook: https://x.example.org", "set address"),
        ("- 1", "YAML"),
        ("a: [", "no YAML"),
        ("\xff", "pushes"),
    ],
)
def test_wrong_settings_are_refused_with_what_is_wrong(
    tmp_path: Path, text: str, where: str
) -> None:
    file = tmp_path / "notices.yaml"
    file.write_bytes(text.encode("latin-1") if text == "\xff" else text.encode())
    with pytest.raises(SettingsError) as error:
        read_settings(file)
    assert (where if text != "\xff" else "no YAML") in str(error.value)
    with pytest.raises(SettingsError, match="cannot be read"):
        read_settings(tmp_path / "none.yaml")

"""What strangers send is refused with a sentence, and harms no match."""

from __future__ import annotations

import json
import logging
import random
from pathlib import Path
from typing import Any

import pytest

from far_clients import Closed, far_server, in_loop
from thinkers import AtOnce
from wargrid.match.record_header import MAX_RECORD_BYTES
from wargrid_play.table import Table
from wargrid_web.headers import Guard, address_of
from wargrid_web.limits import Bucket, Buckets, Connections
from wargrid_web.seats import SeatRow, digest_of, opened
from wargrid_web.settings import Limits
from wargrid_web.texts import MAX_REASON, reason

RULES = "chess/standard"

WISHES: dict[str, tuple[object, int]] = {
    "no JSON": (b"\xff{", 422),
    "nothing": (b"", 422),
    "a list": ([], 422),
    "deep brackets": (b"[" * 4000, 422),
    "a key too many": ({"ruleset": RULES, "admin": True}, 422),
    "a path": ({"ruleset": "/etc/passwd"}, 404),
    "a path upwards": ({"ruleset": "../../x.yaml"}, 404),
    "a file": ({"ruleset": "rulesets/chess/standard.yaml"}, 404),
    "another ruleset": ({"ruleset": "halberd/default"}, 404),
    "a name of 9 KB": ({"ruleset": "a" * 9000}, 413),
    "a long name": ({"ruleset": "a" * 200}, 422),
    "an engine": ({"ruleset": RULES, "seats": ["me", "uci:/bin/sh"]}, 422),
    "no person": ({"ruleset": RULES, "seats": ["1", "2"]}, 422),
    "three seats": ({"ruleset": RULES, "seats": ["me", "link", "link"]}, 422),
    "no clock": ({"ruleset": RULES, "clock": "soon"}, 422),
    "a scenario's path": ({"ruleset": RULES, "scenario": "/etc/passwd"}, 422),
    "any value of the ruleset": ({"ruleset": RULES, "options": {"board.columns": 9999}}, 422),
    "an option that is none": ({"ruleset": RULES, "options": {"x": "y"}}, 422),
    "a number as a name": ({"ruleset": RULES, "names": [1, 2]}, 422),
}


@pytest.mark.parametrize(("wish", "status"), WISHES.values(), ids=WISHES)
@in_loop
async def test_a_wrong_wish_is_refused_and_nothing_is_kept(
    tmp_path: Path, wish: object, status: int
) -> None:
    async with far_server(tmp_path, rulesets=(RULES,)) as far:
        reply = await far.post("/api/matches", wish)
        assert reply.status == status
        assert len(reply.json["error"]) > 10
        assert not list(tmp_path.rglob("*.journal"))


@in_loop
async def test_a_number_that_the_rules_refuse_is_no_fault_of_the_rules(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with far_server(tmp_path) as far:
        for turns in (-5, 10**30, "\u0663"):
            wish = {"ruleset": "lionheart/level1", "options": {"max_player_turns": turns}}
            reply = await far.post("/api/matches", wish)
            assert (reply.status, '"Turn limit (draw)"' in reply.json["error"]) == (422, True)
        assert not caplog.messages


@in_loop
async def test_pages_of_other_sites_may_not_ask(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(RULES)
        for origin in ("https://evil.example", "null", "http://localhost:9", "file://"):
            refused = await far.post("/api/matches", {"ruleset": RULES}, origin=origin)
            assert refused.status == 403
            closed = await far.connect(made["id"], origin=origin).end()
            assert closed.code == 4403
        own = await far.post("/api/matches", {"ruleset": RULES}, origin="http://localhost:8000")
        assert own.status == 201


@in_loop
async def test_a_name_that_leads_here_is_refused_unless_it_is_ours(tmp_path: Path) -> None:
    async with far_server(tmp_path, names=("games.example.org",)) as far:
        for host in ("evil.example:8000", "", "games.example.org.evil.example", "a b", "x:y"):
            assert (await far.get("/", host=host)).status == 421
            with pytest.raises(Closed):
                await far.connect("x", host=host).hear()
        for host in ("localhost", "127.0.0.1:8000", "[::1]:80", "GAMES.example.org"):
            assert (await far.get("/", host=host)).status == 200


HELLOS: dict[str, tuple[Any, int]] = {
    "no JSON": ("{", 4400),
    "a number": ("7", 4400),
    "no protocol": ({"secret": "x"}, 4400),
    "a key too many": ({"protocol": 1, "secret": "x", "seat": 0}, 4400),
    "a protocol as text": ({"protocol": "1", "secret": "x"}, 4400),
    "an older protocol": ({"protocol": 0, "secret": "x"}, 4426),
    "a newer protocol": ({"protocol": 2, "secret": "x", "new": True}, 4426),
    "a wrong secret": ({"protocol": 1, "secret": "x" * 22}, 4401),
    "no secret": ({"protocol": 1, "secret": ""}, 4401),
    "another language": ({"protocol": 1, "secret": "x", "language": "../en"}, 4400),
    "10 KB": ({"protocol": 1, "secret": "x" * 10_000}, 4429),
    "bytes": (b"\x00\x01", 4400),
    "a digest": ({"protocol": 1, "secret": digest_of("")}, 4401),
}


@pytest.mark.parametrize(("hello", "code"), HELLOS.values(), ids=HELLOS)
@in_loop
async def test_a_wrong_hello_is_refused_with_a_sentence(
    tmp_path: Path, hello: Any, code: int
) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(RULES, watchers=False, seats=["me", "open"])
        socket = far.connect(made["id"])
        await socket.say(hello if isinstance(hello, bytes | str) else json.dumps(hello))
        closed = await socket.end()
        assert (closed.code, bool(closed.reason)) == (code, True)
        assert not socket.heard


@in_loop
async def test_a_secret_opens_no_other_match(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        one, other = await far.made(RULES), await far.made(RULES)
        for match in (other["id"], "nothing", "x" * 64):
            with pytest.raises(Closed) as closed:
                await far.sit({**one, "id": match}, 0)
            assert closed.value.code == 4401


@pytest.mark.parametrize("match", ["a\n2026 ERROR b", "x" * 65, "é", "..", "%00", "a b"])
@in_loop
async def test_what_cannot_be_a_match_leads_nowhere_and_is_not_logged(
    tmp_path: Path, match: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with far_server(tmp_path) as far:
        with caplog.at_level(logging.DEBUG), pytest.raises(Closed):
            await far.connect(match).hear()
        assert (await far.get(f"/m/{match}")).status == 404
        assert (await far.post(f"/api/open/{match}", {"side": 0})).status == 404
        assert not [record for record in caplog.records if record.name.startswith("wargrid")]


@in_loop
async def test_requests_of_an_address_are_counted(tmp_path: Path) -> None:
    async with far_server(tmp_path, limits=Limits(requests=(0, 2))) as far:
        assert [(await far.get("/api/open")).status for _ in range(3)] == [200, 200, 429]
        with pytest.raises(Closed):
            await far.connect("x").hear()
        assert (await far.get("/api/open", "10.0.0.2")).status == 200


INTENTS: dict[str, tuple[Any, int]] = {
    "what is none": ('{"n": 1, "play": "a1-a9"}', 4400),
    "a huge cell": ('{"n": 1, "click": 99999999}', 4400),
    "not a number": ('{"n": NaN, "click": 1}', 4400),
    "deep brackets": ("[" * 1900, 4400),
    "3 KB": (json.dumps({"n": 1, "type": "a" * 3000}), 4400),
    "5 KB": (json.dumps({"n": 1, "type": "a" * 5000}), 4429),
    "half a letter": ('{"n": 1, "type": "\\ud800"}', 4400),
    "bytes": (b"\x00\x01", 4400),
    "another hello": ('{"protocol": 1, "secret": "x"}', 4400),
}


@pytest.mark.parametrize(("intent", "code"), INTENTS.values(), ids=INTENTS)
@in_loop
async def test_a_wrong_intent_closes_its_own_connection_only(
    tmp_path: Path, intent: Any, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    """Why is said to the client, and in a line of the log."""
    caplog.set_level(logging.INFO, "wargrid.web")
    async with far_server(tmp_path) as far:
        made = await far.made(RULES)
        one, other = await far.sit(made, 0), await far.sit(made, 1)
        await one.socket.say(intent)
        closed = await one.socket.end()
        assert (closed.code, bool(closed.reason)) == (code, True)
        assert [line for line in caplog.messages if made["id"] in line and closed.reason in line]
        await other.do(hover=3)
        assert (await far.sit(made, 0)).now.over is None


@pytest.mark.parametrize(
    "intent",
    [
        {"click": 9000},
        {"type": "<img src=x onerror=alert(1)>"},
        {"press": "roll:axe"},
        {"press": "choose:99999999999"},
        {"press": "no_such_command"},
        {"hover": 64},
        {"cursor": [2**40, -(2**40)]},
        {"type": "\u202e\u0000" * 50},
    ],
    ids=str,
)
@in_loop
async def test_what_cannot_be_done_is_acknowledged_and_does_nothing(
    tmp_path: Path, intent: dict[str, object]
) -> None:
    async with far_server(tmp_path) as far:
        player = await far.sit(await far.made(RULES), 0)
        before = player.now.units
        assert (await player.do(**intent)).units == before


@in_loop
async def test_a_flood_ends_its_connection_and_others_play_on(tmp_path: Path) -> None:
    async with far_server(tmp_path, limits=Limits(intents=(0, 20))) as far:
        made = await far.made(RULES)
        one, other = await far.sit(made, 0), await far.sit(made, 1)
        for n in range(40):
            await one.socket.say(n=n, hover=n % 64)
        assert (await one.socket.end()).code == 4429
        await other.do(hover=3)
        assert (await far.sit(made, 0)).now.over is None


@in_loop
async def test_what_the_clients_of_an_address_say_too_fast_is_heard_later(tmp_path: Path) -> None:
    async with far_server(tmp_path, limits=Limits(traffic=(0, 3))) as far:
        made = await far.made(RULES)
        one, too = await far.sit(made, 0), await far.sit(made, 0)
        other = await far.sit(made, 1, address="10.0.0.2")
        for player in (one, too, one):
            await player.do(hover=3)
        await too.socket.say(n=9, hover=4)
        await other.do(hover=3)
        await far.settle()
        assert not too.socket.heard
        assert too.socket.closed is None
        far.server.traffic._by_address["10.0.0.1"].rate = 1e9
        await too.hear_until(lambda: too.acked == 9)


@pytest.mark.parametrize(
    ("limit", "value"),
    [("wargrid_web.room.MOST_PLIES", 1), ("wargrid.match.journal.RESERVED", MAX_RECORD_BYTES)],
    ids=["in memory", "on the disk"],
)
@in_loop
async def test_a_match_that_is_too_long_can_only_be_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(RULES)
        white, black = await far.sit(made, 0), await far.sit(made, 1)
        await white.do(type="e4")
        monkeypatch.setattr(limit, value)
        await black.do(type="e5")
        room = far.server.rooms.open_rooms[made["id"]]
        assert len(room.match.plies) == 1
        assert "too long" in black.room.notice
        await black.do(press="resign")
        await black.do(press="resign_confirm")
        assert black.now.over is not None
        assert black.room.notice == ""


@in_loop
async def test_the_rules_are_written_once_for_all_who_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    rules = Table.rules
    monkeypatch.setattr(Table, "rules", lambda one: written.append(one.language) or rules(one))
    async with far_server(tmp_path) as far:
        made = await far.made(RULES)
        for language in ("en", "fr", "en"):
            player = await far.sit(made, 0, language)
            assert (await player.ask("rules")).rules
            assert (await player.ask("glossary")).glossary
            assert (await player.ask("rules")).rules
        assert written == ["en", "fr"]


@in_loop
async def test_a_flood_of_questions_ends_its_connection(tmp_path: Path) -> None:
    async with far_server(tmp_path, limits=Limits(questions=(0, 3))) as far:
        player = await far.sit(await far.made(RULES), 0)
        for _ in range(3):
            await player.ask("help")
        await player.socket.say(n=9, ask="help")
        assert (await player.socket.end()).code == 4429


@in_loop
async def test_what_takes_time_is_counted_by_address(tmp_path: Path) -> None:
    async with far_server(tmp_path, rulesets=(RULES,), limits=Limits(work=(0, 6))) as far:
        made = await far.made(RULES)
        seats = {"games": [{"id": made["id"], "secret": made["watch"]}]}
        for page in ("/api/open", f"/api/games/{RULES}", f"/boards/{RULES}.svg?board=none"):
            assert (await far.get(page)).status in (200, 404)
        assert (await far.post("/api/mine", seats)).status == 200
        for _ in range(2):
            player = await far.sit(made, 0)
            await player.ask("help")
        await player.socket.say(n=9, ask="help")
        assert (await player.socket.end()).code == 4429
        assert (await far.post("/api/mine", seats)).status == 429
        assert (await far.post("/api/mine", seats, "10.0.0.2")).status == 200


@pytest.fixture
def sought(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Let no search for hints end; the positions that hints were sought for."""
    found: list[object] = []
    monkeypatch.setattr(
        AtOnce, "ask_hints", lambda thinker, position, **budget: found.append(position)
    )
    return found


@in_loop
async def test_hints_are_counted_by_address_whatever_connection_asks(
    tmp_path: Path, sought: list[object]
) -> None:
    async with far_server(tmp_path, limits=Limits(hints=(0, 2))) as far:
        made = await far.made(RULES)
        for command in ("hint", "hint:1", "hint"):
            player = await far.sit(made, 0)
            await player.do(press=command)
            await player.socket.leave()
        assert len(sought) == 2


@in_loop
async def test_hints_are_sought_once_for_a_seat(tmp_path: Path, sought: list[object]) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(RULES)
        one, same = await far.sit(made, 0), await far.sit(made, 0)
        await one.do(press="hint")
        await same.do(press="hint")
        assert (one.now.thinks, same.now.thinks, len(sought)) == ("hints", "", 1)
        await one.do(press="hint")
        assert one.now.thinks == ""
        await same.do(press="hint")
        assert same.now.thinks == "hints"


@in_loop
async def test_who_says_no_hello_is_closed(tmp_path: Path) -> None:
    async with far_server(tmp_path, limits=Limits(hello=0.01)) as far:
        made = await far.made(RULES)
        assert (await far.connect(made["id"]).end()).code == 4400


@in_loop
async def test_connections_of_an_address_are_counted_and_freed(tmp_path: Path) -> None:
    async with far_server(tmp_path, limits=Limits(connections=2)) as far:
        made = await far.made(RULES)
        first, _ = await far.sit(made, 0), await far.sit(made, 1)
        assert (await far.connect(made["id"]).end()).code == 4429
        elsewhere = far.connect(made["id"], address="10.0.0.2")
        await elsewhere.say(protocol=1, secret=made["watch"])
        assert "welcome" in await elsewhere.hear()
        await first.socket.leave()
        await far.sit(made, 0)


@in_loop
async def test_new_matches_of_an_address_are_counted(tmp_path: Path) -> None:
    limits = Limits(matches=(0, 3), computers=(0, 1))
    async with far_server(tmp_path, limits=limits) as far:
        asked = [
            await far.post("/api/matches", {"ruleset": RULES, "seats": ["me", player]})
            for player in ("1", "1", "link", "link")
        ]
        assert [reply.status for reply in asked] == [201, 429, 201, 429]
        assert (await far.post("/api/matches", {"ruleset": RULES}, "10.0.0.2")).status == 201


@in_loop
async def test_who_stops_reading_gets_one_message_for_all_that_happened(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        made = await far.made(RULES)
        slow, other = await far.sit(made, 0), await far.sit(made, 1)
        await far.settle()
        slow.take_all()
        slow.socket.reads.clear()
        room = far.server.rooms.open_rooms[made["id"]]
        choose = random.Random(3)
        for _ in range(30):
            room.match.play(choose.choice(room.match.game.moves(room.match.position)))
            room.changed()
            await far.settle()
        other.take_all()
        slow.socket.reads.set()
        await far.settle()
        assert len(slow.socket.heard) == 2
        slow.take_all()
        assert slow.now.units == other.now.units


@in_loop
async def test_who_never_reads_is_let_go(tmp_path: Path) -> None:
    async with far_server(tmp_path, limits=Limits(stalled=0.01)) as far:
        made = await far.made(RULES)
        slow = await far.sit(made, 0)
        await far.settle()
        room = far.server.rooms.open_rooms[made["id"]]
        slow.socket.reads.clear()
        room.match.play(room.match.game.moves(room.match.position)[0])
        room.changed()
        while room.clients:
            await far.settle()
        slow.socket.reads.set()
        assert (await slow.socket.end()).code == 4429


@in_loop
async def test_a_match_that_fails_harms_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with far_server(tmp_path) as far:
        broken, whole = await far.made(RULES), await far.made(RULES)
        one, other = await far.sit(broken, 0), await far.sit(whole, 0)
        await one.do(type="e2-e4")
        room = far.server.rooms.open_rooms[broken["id"]]
        room.clients[0].table.click = _fails  # type: ignore[method-assign]
        with caplog.at_level(logging.CRITICAL, "wargrid.web"):
            await one.socket.say(n=9, click=3)
            closed = await one.socket.end()
        assert closed.code == 4409
        assert "Traceback" not in closed.reason
        assert "secret of the house" not in closed.reason
        await other.do(type="e2-e4")
        assert len((await far.sit(broken, 1)).now.log) == 1


def _fails(cell: int) -> None:
    raise RuntimeError("secret of the house")


@in_loop
async def test_secrets_are_in_no_file_and_no_line_of_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        async with far_server(tmp_path) as far:
            made = await far.made(RULES)
            player = await far.sit(made, 0)
            await player.do(type="e2-e4")
            with pytest.raises(Closed):
                await far.sit({**made, "watch": "stranger's-guess"}, None)
    secrets = [made["watch"], *(seat["secret"] for seat in made["seats"]), "stranger's-guess"]
    kept = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    for secret in secrets:
        assert len(secret) >= 16
        assert secret not in caplog.text
        assert not any(secret.encode() in data for data in kept)


def test_every_secret_is_compared_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []
    monkeypatch.setattr(
        "wargrid_web.seats.hmac.compare_digest", lambda a, b: compared.append(a) or a == b
    )
    seats = [SeatRow(0, "link", digest_of("a")), SeatRow(1, "open"), SeatRow(2, "computer")]
    assert opened("a", seats, digest_of("w")) == 0
    assert compared == [digest_of("a"), "", "", digest_of("w")]
    assert opened("", seats, "") is None


@pytest.mark.parametrize(
    ("headers", "proxy", "address"),
    [
        ({}, True, "10.0.0.1"),
        ({"x-forwarded-for": "1.2.3.4"}, False, "10.0.0.1"),
        ({"x-forwarded-for": "6.6.6.6, 1.2.3.4"}, True, "1.2.3.4"),
        ({"x-forwarded-for": "2001:db8:1:2:3::4"}, True, "2001:db8:1:2::/64"),
        ({"x-forwarded-for": "::ffff:1.2.3.4"}, True, "1.2.3.4"),
        ({"x-forwarded-for": "x" * 500}, True, "x" * 45),
    ],
)
@in_loop
async def test_the_address_of_a_client(
    tmp_path: Path, headers: dict[str, str], proxy: bool, address: str
) -> None:
    from starlette.requests import HTTPConnection

    async with far_server(tmp_path) as far:
        scope = far._scope("http", "/", "10.0.0.1", headers)
        assert address_of(HTTPConnection(scope), proxy=proxy) == address


def test_buckets_fill_with_time_and_forget_who_was_not_seen() -> None:
    now = [0.0]
    bucket = Bucket(2, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    buckets = Buckets(0, 1, 2, lambda: now[0])
    assert [buckets.take(who) for who in "aabca"] == [True, False, True, True, True]


def test_connections_are_limited_in_all() -> None:
    connections = Connections(each=2, everyone=3)
    assert [connections.enter(who) for who in "aaabb"] == [True, True, False, True, False]
    connections.leave("a")
    assert connections.enter("b")
    assert connections._counts == {"a": 1, "b": 2}


@pytest.mark.parametrize("letter", ["a", "é", "語"])
def test_a_reason_fits_into_the_frame_that_closes(letter: str) -> None:
    assert len(reason(letter * 300).encode()) <= MAX_REASON
    assert reason("Short.") == "Short."


def test_a_guard_knows_names_without_their_case() -> None:
    guard = Guard(_nothing, ("a.example",))
    assert guard.knows("A.EXAMPLE:443")
    assert not guard.knows("a.example:port")


async def _nothing(scope: object, receive: object, send: object) -> None:
    """Answer nothing."""

"""The server on a real socket: slow requests, long messages, and clients that are gone."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import websockets

from far_clients import in_loop
from thinkers import AtOnce
from wargrid_web.app import make_app
from wargrid_web.http_limits import BoundedSocket, PatientProtocol
from wargrid_web.serve import config_of
from wargrid_web.settings import Limits, Settings


@asynccontextmanager
async def listening(
    folder: Path, ping: float = 20.0, **limits: Any
) -> AsyncIterator[tuple[int, Any]]:
    """Serve on a free port; the port, and a match."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # what is not read waits here
    app: Any = make_app(Settings(folder, limits=Limits(**limits)), AtOnce)
    server = uvicorn.Server(config_of(app, ping))
    running = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    port = listener.getsockname()[1]
    reply = await _request(port, b'{"ruleset": "chess/standard"}')
    yield port, json.loads(reply.rpartition(b"\r\n\r\n")[2])
    server.should_exit = True
    await running


def at(port: int, made: Any) -> websockets.connect:
    """Connect to a match."""
    return websockets.connect(f"ws://127.0.0.1:{port}/ws/{made['id']}")


async def _request(port: int, body: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n")
    writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    reply = await reader.read()
    writer.close()
    return reply


@in_loop
async def test_a_game_is_played_over_a_real_socket(tmp_path: Path) -> None:
    async with listening(tmp_path) as (port, made), at(port, made) as client:
        await client.send(json.dumps({"protocol": 1, "secret": made["seats"][0]["secret"]}))
        assert json.loads(await client.recv())["seat"] == 0
        await client.recv()
        await client.send('{"n": 1, "type": "e2-e4"}')
        assert json.loads(await client.recv())["ack"] == 1
        assert client.response is not None
        assert "permessage-deflate" in client.response.headers["sec-websocket-extensions"]


@in_loop
async def test_a_message_of_ten_megabytes_is_not_read(tmp_path: Path) -> None:
    async with listening(tmp_path) as (port, made):
        for message in ("a" * 10_000_000, ["a" * 3000, "b" * 3000]):
            async with at(port, made) as client:
                with suppress(websockets.ConnectionClosed):
                    await client.send(message)
                await client.wait_closed()
                assert client.close_code in (1006, 1009)


@in_loop
async def test_a_request_that_never_ends_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "patience", 0.2)
    async with listening(tmp_path) as (port, _):
        for begun in (b"", b"GET / HTTP/1.1\r\nHost: loc"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(begun)
            assert await asyncio.wait_for(reader.read(), 5) == b""
            writer.close()


@in_loop
async def test_a_second_request_is_not_waited_for_any_longer_than_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "patience", 0.2)
    async with listening(tmp_path) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /api/open HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/op")
        assert (await asyncio.wait_for(reader.read(), 3)).endswith(b"[]")
        writer.close()


@in_loop
async def test_an_answer_that_is_not_read_does_not_hold_the_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with listening(tmp_path, requests=(1e6, 1e6)) as (port, _):
        monkeypatch.setattr(PatientProtocol, "stalled", 0.3)
        client = socket.create_connection(("127.0.0.1", port))
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.setblocking(False)
        with pytest.raises(ConnectionError):
            await _flood(client, b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n")
        client.close()


@in_loop
async def test_connections_that_are_no_sockets_are_counted_and_freed(tmp_path: Path) -> None:
    async with listening(tmp_path, wires=2) as (port, made):
        waiting = [socket.create_connection(("127.0.0.1", port)) for _ in range(2)]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), 5) == b""
        writer.close()
        waiting.pop().close()
        await asyncio.sleep(0.05)
        async with at(port, made), at(port, made), at(port, made):
            pass  # what has become a socket is counted as one
        waiting.pop().close()


@in_loop
async def test_a_flood_of_empty_parts_of_a_message_is_dropped(tmp_path: Path) -> None:
    begun, part = b"\x01\x80" + bytes(4), b"\x00\x80" + bytes(4)  # a text of which more follows
    async with listening(tmp_path) as (port, made):
        client = await _raw(port, made)
        client.send(begun)
        with pytest.raises(ConnectionError):
            await _flood(client, part)
        client.close()


@in_loop
async def test_a_client_that_reads_nothing_is_dropped_with_what_waits_for_it(
    tmp_path: Path,
) -> None:
    async with listening(tmp_path, ping=0.5, questions=(0, 200), asks=200) as (port, made):
        client = await _raw(port, made)
        _say(client, {"protocol": 1, "secret": made["seats"][0]["secret"]})
        for n in range(150):
            _say(client, {"n": n, "ask": "rules"})
            await asyncio.sleep(0.001)
        with pytest.raises(ConnectionError):
            await _flood(client, b"\x8a\x80" + bytes(4))
        client.close()


@in_loop
async def test_what_is_said_after_the_end_is_dropped() -> None:
    """A move of the others may come between the end of a socket and the news of it."""
    ended = BoundedSocket.__new__(BoundedSocket)
    ended.close_sent = True
    await ended.send({"type": "websocket.send", "text": "late"})


def _say(client: socket.socket, message: object) -> None:
    data = json.dumps(message).encode()
    client.send(b"\x81" + bytes([0x80 + len(data)]) + bytes(4) + data)  # masked with zeros


@in_loop
async def test_a_client_that_is_gone_without_a_word_is_let_go(tmp_path: Path) -> None:
    async with listening(tmp_path, ping=0.2) as (port, made):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"GET /ws/{made['id']} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert b"101" in await reader.readline()
        await asyncio.wait_for(reader.read(), 5)  # it answers no ping, and is closed
        writer.close()


@in_loop
async def test_a_client_that_pings_and_never_reads_is_dropped(tmp_path: Path) -> None:
    ping = b"\x89\xfd" + bytes(4) + bytes(125)  # masked with zeros
    async with listening(tmp_path) as (port, made):
        client = await _raw(port, made)
        with pytest.raises(ConnectionError):
            await _flood(client, ping * 100)
        client.close()


async def _raw(port: int, made: Any) -> socket.socket:
    """Open a socket at a match of which nothing more is read."""
    client = socket.create_connection(("127.0.0.1", port))
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.sendall(
        b"GET /ws/%s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n" % made["id"].encode()
    )
    client.setblocking(False)
    assert b"101" in await asyncio.get_running_loop().sock_recv(client, 1024)
    return client


async def _flood(
    client: socket.socket, data: bytes, times: int = 1_000_000, pause: float = 0
) -> None:
    for _ in range(times):
        with suppress(BlockingIOError):
            client.send(data)
        await asyncio.sleep(pause)


LEFT = {
    "a body": b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
    "a part of one": b"POST /api/mine HTTP/1.1\r\nHost: localhost\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    "an answer": b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a head": b"GET / HT",
}  # fmt: skip


@pytest.mark.parametrize("request_of", LEFT.values(), ids=LEFT)
@in_loop
async def test_a_client_that_leaves_in_the_middle_costs_no_line_of_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], request_of: bytes
) -> None:
    async with listening(tmp_path) as (port, _):
        for _ in range(3):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request_of)
            await writer.drain()
            writer.close()
        await _request(port, b"{}")
    assert not capsys.readouterr().err


@in_loop
async def test_letters_that_are_none_are_refused_without_a_trace_in_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with listening(tmp_path) as (port, made), at(port, made) as client:
        await client.send(b"\xff\xfe", text=True)
        await client.wait_closed()
        assert client.close_code == 4400
    assert not capsys.readouterr().err

"""Clients of the server in the process of the test: requests and sockets without a network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Scope

from thinkers import AtOnce
from wargrid_play.table import View
from wargrid_remote import Answer, Update, Welcome, apply, read_message
from wargrid_web.app import Server, make_app
from wargrid_web.settings import Settings

HOST = "localhost:8000"


def in_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Let a test run in a loop of its own."""

    @wraps(test)
    def run(*args: object, **kwargs: object) -> None:
        async def bounded() -> None:
            async with asyncio.timeout(60):
                await test(*args, **kwargs)

        asyncio.run(bounded())

    return run


class Reply(NamedTuple):
    """What the server has answered to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The JSON of the answer."""
        return json.loads(self.body)


class Closed(Exception):
    """The server has closed the connection."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code, self.reason = code, reason


class Far:
    """A server under test; addresses of clients may be made up."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app, self.server = app, server

    def _scope(self, kind: str, path: str, address: str, headers: dict[str, str]) -> Scope:
        path, _, query = path.partition("?")
        named = {"host": HOST, **headers}
        return {
            "type": kind, "asgi": {"version": "3.0", "spec_version": "2.4"},
            "path": unquote(path),
            "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "scheme": "http", "http_version": "1.1", "client": (address, 5), "server": (HOST, 80),
            "headers": [(k.lower().encode(), v.encode()) for k, v in named.items()],
            "subprotocols": [], "extensions": {},
        }  # fmt: skip

    async def get(self, path: str, address: str = "10.0.0.1", **headers: str) -> Reply:
        """Get a page."""
        return await self._request("GET", path, b"", address, headers)

    async def post(
        self, path: str, body: object, address: str = "10.0.0.1", **headers: str
    ) -> Reply:
        """Post JSON, or bytes as they are."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await self._request("POST", path, data, address, headers)

    async def _request(
        self, method: str, path: str, body: bytes, address: str, headers: dict[str, str]
    ) -> Reply:
        scope = {**self._scope("http", path, address, headers), "method": method}
        sent: list[Message] = []
        asked = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Message:
            return asked.pop() if asked else {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        found = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
        return Reply(sent[0]["status"], found, b"".join(m.get("body", b"") for m in sent[1:]))

    async def made(self, ruleset: str = "lionheart/level1", **wish: object) -> Any:
        """Make a match, and return what the server said of it."""
        reply = await self.post("/api/matches", {"ruleset": ruleset, **wish})
        assert reply.status == 201, reply.body
        return reply.json

    def connect(self, match: str, address: str = "10.0.0.1", **headers: str) -> Socket:
        """Open a socket at a match."""
        return Socket(self, match, address, headers)

    async def sit(
        self, made: Any, side: int | None = 0, language: str = "en", name: str = "",
        address: str = "10.0.0.1",
    ) -> Player:  # fmt: skip
        """Connect to a seat of a match, or as a watcher, and take the first messages."""
        secret = made["watch"] if side is None else made["seats"][side]["secret"]
        player = Player(self.connect(made["id"], address))
        await player.socket.say(protocol=1, secret=secret, language=language, name=name)
        await player.hear_until(lambda: player.view is not None)
        return player

    async def settle(self) -> None:
        """Wait until nobody has anything to do but the disk, and that is done."""
        disk, quiet = self.server.disk, 0
        while quiet < 12:
            await asyncio.sleep(0)
            busy = disk._flushing is not None
            quiet = 0 if busy else quiet + 1
            if busy:
                await asyncio.sleep(0.0005)


class Socket:
    """One connection; what the server sends waits to be heard."""

    def __init__(self, far: Far, match: str, address: str, headers: dict[str, str]) -> None:
        self.heard: list[str] = []
        self.closed: Closed | None = None
        self.reads = asyncio.Event()
        """Cleared, the client reads nothing more."""
        self.reads.set()
        self._far = far
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        self._news = asyncio.Event()
        scope = far._scope("websocket", f"/ws/{match}", address, headers)
        self._task = asyncio.create_task(far.app(scope, self._said.get, self._send))

    async def _send(self, message: Message) -> None:
        await self.reads.wait()
        if message["type"] == "websocket.send":
            self.heard.append(message["text"])
        elif message["type"] == "websocket.close":
            self.closed = Closed(message.get("code", 1000), message.get("reason") or "")
        self._news.set()

    async def say(self, text: object = None, **fields: object) -> None:
        """Send a text, bytes or fields as JSON."""
        if isinstance(text, bytes):
            self._said.put_nowait({"type": "websocket.receive", "bytes": text})
        else:
            words = text if isinstance(text, str) else json.dumps(fields)
            self._said.put_nowait({"type": "websocket.receive", "text": words})
        await asyncio.sleep(0)

    async def hear(self) -> str:
        """Return the next message; raises Closed."""
        while not self.heard:
            if self.closed is not None:
                raise self.closed
            self._news.clear()
            await self._news.wait()
        return self.heard.pop(0)

    async def end(self) -> Closed:
        """Wait until the server closes."""
        while self.closed is None:
            self._news.clear()
            await self._news.wait()
        await self._task
        return self.closed

    async def leave(self) -> None:
        """Close the connection."""
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self._task


class Player:
    """A client that follows its view; ``seen`` are all messages as they came."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.welcome: Welcome | None = None
        self.view: View | None = None
        self.room: Any = None
        self.answers: list[Answer] = []
        self.said: list[tuple[int, str]] = []
        self.acked = self.n = -1
        self.seen: list[str] = []

    @property
    def now(self) -> View:
        """The view there is."""
        assert self.view is not None
        return self.view

    def take(self, text: str) -> None:
        """Follow a message."""
        self.seen.append(text)
        message = read_message(text)
        if isinstance(message, Welcome):
            self.welcome = message
        elif isinstance(message, Answer):
            self.answers.append(message)
        elif isinstance(message, Update):
            if message.difference:
                self.view = apply(self.view, message.difference)
            self.room = message.room or self.room
            self.said += message.said
            self.acked = max(self.acked, message.ack)

    def take_all(self) -> None:
        """Follow what has come."""
        while self.socket.heard:
            self.take(self.socket.heard.pop(0))

    async def hear_until(self, done: Callable[[], bool]) -> None:
        """Follow messages until something holds."""
        while not done():
            self.take(await self.socket.hear())

    async def do(self, **what: object) -> View:
        """Send an intent, and return the view after it."""
        self.n += 1
        await self.socket.say(n=self.n, **what)
        await self.hear_until(lambda: self.acked >= self.n)
        return self.now

    async def ask(self, question: str) -> Answer:
        """Ask, and return the answer."""
        self.n += 1
        await self.socket.say(n=self.n, ask=question)
        await self.hear_until(lambda: bool(self.answers) and self.answers[-1].n == self.n)
        return self.answers[-1]


@asynccontextmanager
async def far_server(folder: Path, **settings: Any) -> AsyncIterator[Far]:
    """Run a server without a network, in which computers answer at once."""
    app = make_app(Settings(folder, **settings), AtOnce)
    inner: Any = app.app
    server = inner.state.server
    async with inner.router.lifespan_context(inner):
        yield Far(app, server)

"""A connection to a server: it sends what a player does, and mends itself when it is lost."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Event, Thread
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

from wargrid.text import InputError, catalog, printable
from wargrid_remote.messages import (
    PROTOCOL,
    Answer,
    Close,
    Hello,
    Intent,
    Update,
    Welcome,
    read_message,
)

try:
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, WebSocketException
    from websockets.sync.client import ClientConnection, connect
except ImportError:  # the extra "web" is not installed
    connect = None  # type: ignore[assignment]

MAX_BYTES: Final = 4 << 20
"""The longest message of a server that is read."""

OPENING: Final = 10.0
"""How many seconds a server has to answer."""

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""How many seconds pass before a lost connection is tried again: at first, and at most."""

HOVER_PAUSE: Final = 0.05
"""How many seconds pass between two messages on the cell that is pointed at."""

_PATH: Final = re.compile(r"(.*)/m/([\w-]{1,64})/?", re.ASCII)
_SECRET: Final = re.compile(r"[\w-]{1,64}", re.ASCII)

State = Literal["connecting", "open", "lost", "closed"]
"""``lost`` is tried again by itself; ``closed`` is not: the reason says why."""

FINAL: Final = {
    Close.MALFORMED: "malformed", Close.NO_SEAT: "no_seat", Close.OTHER_ORIGIN: "other_origin",
    Close.OTHER_PROTOCOL: "other_protocol",
}  # fmt: skip
"""The codes after which it is of no use to try again, with what is said."""


class RemoteError(InputError):
    """A game far away cannot be joined; ``code`` names the text ``remote.<code>``."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code, self.values = code, values

    def text(self, language: str = "en") -> str:
        """Return why, in a language."""
        return catalog(language).say(f"remote.{self.code}", **self.values)

    def __str__(self) -> str:
        return self.text()


class Link(NamedTuple):
    """The link of a seat: where its server listens, the match, and the secret of the seat."""

    server: str
    match: str
    secret: str

    @property
    def socket(self) -> str:
        """The address of the match's socket."""
        return f"{self.server.replace('http', 'ws', 1)}/ws/{self.match}"


def read_link(text: str) -> Link:
    """Read ``https://HOST/m/MATCH#SECRET``; raises RemoteError."""
    text = text.strip()
    wrong = RemoteError("link", link=printable(text, 200)) if text else RemoteError("no_link")
    try:
        parts = urlsplit(text)
    except ValueError:
        raise wrong from None
    path, secret = _PATH.fullmatch(parts.path), _SECRET.fullmatch(parts.fragment)
    if parts.scheme not in ("http", "https") or not parts.netloc or not (path and secret):
        raise wrong
    return Link(f"{parts.scheme}://{parts.netloc}{path[1]}", path[2], parts.fragment)


class Connection:
    """The socket of one seat, read and written by threads of its own.

    ``notify`` is called in one of these threads when ``messages`` or ``state`` has news. ``send``
    never waits. A connection that breaks is made again after a pause; what was sent and not
    acknowledged is not sent again, since the server may have done it: the view that comes with the
    new connection tells.
    """

    def __init__(
        self, link: Link, language: str, name: str = "", notify: Callable[[], None] = lambda: None
    ) -> None:
        """Begin to connect; raises RemoteError where the library for it is not installed."""
        if connect is None:
            raise RemoteError("not_installed")
        self.link = link
        self.language, self.name, self._notify = language, name, notify
        self.state: State = "connecting"
        self.reason = ""
        """The name of the text that says why the connection is lost or closed."""
        self.messages: deque[Welcome | Update | Answer] = deque()
        self._number = 0
        self._news = Condition()
        self._outbox: deque[Intent | None] = deque()
        self._socket: ClientConnection | None = None
        self._ended = Event()
        self._renews = False
        for run in (self._read, self._write):
            Thread(target=run, daemon=True).start()

    def send(self, **what: Any) -> int:
        """Send an intent as soon as possible, and return its number."""
        with self._news:
            self._number += 1
            intent = Intent(n=self._number, **what)
            last = self._outbox[-1] if self._outbox else None
            if intent.hover is not None and last is not None and last.hover is not None:
                self._outbox.pop()  # it was pointed at for a moment only
            self._outbox.append(intent)
            self._news.notify()
        return intent.n

    def renew(self) -> None:
        """Connect again, as after another language was chosen."""
        if self._socket is not None:
            self._renews = True
        self._hang_up()

    def _hang_up(self) -> None:
        """Close the socket without waiting for the server's farewell."""
        socket = self._socket
        if socket is not None:
            Thread(target=socket.close, daemon=True).start()

    def close(self) -> None:
        """End the connection."""
        self._ended.set()
        with self._news:
            self._outbox.append(None)
            self._news.notify()
        self._hang_up()

    def _become(self, state: State, reason: str = "") -> None:
        self.state, self.reason = state, reason
        self._notify()

    def _read(self) -> None:
        pause = FIRST_PAUSE
        while not self._ended.is_set():
            code: int | None = None
            try:
                with connect(
                    self.link.socket, max_size=MAX_BYTES, open_timeout=OPENING, close_timeout=1,
                ) as socket:  # fmt: skip
                    self._socket = socket
                    hello = Hello.model_validate(
                        {"protocol": PROTOCOL, "secret": self.link.secret,
                         "language": self.language, "name": self.name}
                    )  # fmt: skip
                    socket.send(hello.model_dump_json(exclude_defaults=True))
                    for text in socket:
                        self._take(text)
                        pause = FIRST_PAUSE
                code = socket.close_code
            except ConnectionClosed as error:
                code = error.rcvd.code if error.rcvd is not None else None
            except (OSError, InvalidHandshake, TimeoutError, ValueError, EOFError):
                pass
            self._socket = None
            if self._ended.is_set():
                return
            if self._renews:
                self._renews = False
                self._become("connecting")
                continue
            if code in FINAL:
                self._become("closed", FINAL[Close(code)])
                return
            self._become("lost", "elsewhere" if code == Close.NOT_HERE else "lost")
            self._ended.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _take(self, text: str | bytes) -> None:
        message = read_message(text)
        if isinstance(message, Welcome):
            self.state, self.reason = "open", ""
        self.messages.append(message)
        self._notify()

    def _write(self) -> None:
        while not self._ended.is_set():
            with self._news:
                while not self._outbox:
                    self._news.wait()
                intent = self._outbox.popleft()
            socket = self._socket
            if intent is None:
                return
            if socket is None or self.state != "open":
                continue  # the player is told that the connection is lost
            # of a connection that has just broken the reader finds out, and says so
            with suppress(OSError, WebSocketException):
                socket.send(intent.model_dump_json(exclude_defaults=True))
            if intent.hover is not None:
                self._ended.wait(HOVER_PAUSE)

"""Limits of connections: their number, their time, and the bytes that wait in them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from wargrid_web.headers import network_of
from wargrid_web.limits import WIRES, Bucket, Connections
from wargrid_web.settings import Limits

if TYPE_CHECKING:
    from websockets.frames import Frame

MOST_UNREAD: Final = 256 << 10
"""How many bytes of answers to pings may wait for a client that does not read."""

FAREWELL: Final = 12.0
"""How many seconds a client has to read the last words of a socket."""

SMALL_FRAMES: Final = (10.0, 100.0)
"""How many pings, pongs and parts of messages a second a client may send, and how many at once."""


class PatientProtocol(H11Protocol):
    """HTTP that waits only so long for a request, and until its answer has been read."""

    patience: ClassVar[float] = Limits().headers
    """How many seconds the head of a request may take, and then its body."""
    stalled: ClassVar[float] = Limits().stalled
    """How many seconds the answer may take."""

    _late: asyncio.TimerHandle | None = None
    _due: tuple[str, object] = ("", None)
    _entered: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait, unless there are too many connections."""
        super().connection_made(transport)
        address = network_of(self.client[0] if self.client else "")
        wires: Connections | None = self.app_state.get(WIRES)
        if wires is not None and not wires.enter(address):
            transport.abort()
            return
        self._entered = address
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take data in, and wait for what is due now."""
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self._watch()
        else:
            self._leave()  # it is a socket now, and counted as one

    def on_response_complete(self) -> None:
        """Wait for what is due now: the answer may not have been read."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._leave()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Let the client have its full time where it has to do something else than before."""
        conn = self.conn
        begun = self.cycle is None or bool(conn.trailing_data[0])
        if conn.their_state is h11.IDLE and not begun:
            due = "read" if self.transport.get_write_buffer_size() else ""
        else:
            due = "ask" if conn.their_state in (h11.IDLE, h11.SEND_BODY) else "read"
        if (due, self.cycle) == self._due:
            return
        self._stop_waiting()
        self._due = due, self.cycle
        if due:
            seconds = self.patience if due == "ask" else self.stalled
            self._late = self.loop.call_later(seconds, self.transport.abort)

    def _leave(self) -> None:
        self._stop_waiting()
        if self._entered is not None and WIRES in self.app_state:
            self.app_state[WIRES].leave(self._entered)
        self._entered = None

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class BoundedSocket(WebSocketsSansIOProtocol):
    """A socket that drops a client which sends too many small frames, or never reads."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._small = Bucket(*SMALL_FRAMES)

    def handle_ping(self) -> None:
        """Answer, unless too many answers wait to be read."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()
        self._count()

    def handle_pong(self, event: Frame) -> None:
        """Take an answer to a ping."""
        super().handle_pong(event)
        self._count()

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message; empty ones would cost memory and no bytes."""
        super().handle_cont(event)
        self._count()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on: one that is no text as bytes, which are refused without a trace."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    def _count(self) -> None:
        if not self._small.take():
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Let a client go that answers no ping; what it has not read it will not read."""
        super().keepalive_timeout()
        self.transport.abort()

    async def send(self, message: Any) -> None:
        """Send; a client that does not read the end is dropped without it.

        What is sent after the end, such as after a ping without an answer, is dropped.
        """
        if self.close_sent:
            return
        if message["type"] == "websocket.close":
            self.loop.call_later(FAREWELL, self.transport.abort)
        await super().send(message)

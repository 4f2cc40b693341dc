"""Keep other sites out by headers, host names and origins; count clients by address."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wargrid_web.texts import language_of, said

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "media-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


MAX_PORT: Final = 65_535

_HOST: Final = re.compile(
    r"(?P<name>[a-z0-9_.-]+|\[[0-9a-f]*:[0-9a-f:.]+\])(:(?P<port>[0-9]{1,5}))?",
    re.ASCII | re.IGNORECASE,
)
"""A host as requests name it: nothing that a reader could take for the name of another one."""


class Guard:
    """Wraps an application: adds the headers, and answers only to the names of this server.

    ``may_ask`` says whether the address of a request has not asked too often.

    A page of another site could have its own name lead here, and would then be of the same origin;
    addresses, ``localhost`` and this computer's name cannot.
    """

    def __init__(
        self, app: ASGIApp, names: tuple[str, ...] = (),
        may_ask: Callable[[HTTPConnection], bool] = lambda connection: True,
    ) -> None:  # fmt: skip
        self.app, self.may_ask = app, may_ask
        self.names = {*names, "localhost", socket.gethostname().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        known = self.knows(connection.headers.get("host", ""))
        if known and self.may_ask(connection):
            await self.app(scope, receive, sending)
        elif scope["type"] == "http":
            key, status = ("too_many_requests", 429) if known else ("other_host", 421)
            text = said(key, language_of(connection))
            await JSONResponse({"error": text}, status)(scope, receive, sending)
        else:
            await send({"type": "websocket.close", "code": 1008})

    def knows(self, host: str) -> bool:
        """Return whether a host is this server."""
        found = _HOST.fullmatch(host)
        if found is None or int(found["port"] or 0) > MAX_PORT:
            return False
        name = found["name"].strip("[]").lower()
        if name in self.names or name.removesuffix(".local") in self.names:
            return True
        try:
            return bool(ipaddress.ip_address(name))
        except ValueError:
            return False


def same_origin(connection: HTTPConnection) -> bool:
    """Return whether no page of another site asks; programs that are no browsers name no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and host == connection.headers.get("host")


def address_of(connection: HTTPConnection, *, proxy: bool) -> str:
    """Return the address of a client, of an IPv6 one its network of 64 bits.

    Behind a ``proxy`` it is the one that the proxy added last to ``X-Forwarded-For``.
    """
    address = connection.client.host if connection.client else ""
    if proxy:
        forwarded = connection.headers.getlist("x-forwarded-for")
        address = ",".join(forwarded).rpartition(",")[2].strip() or address
    return network_of(address)


def network_of(address: str) -> str:
    """Return the name under which what an address uses is counted: an IPv6 one by its network."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:45]
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)

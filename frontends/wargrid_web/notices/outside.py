"""Requests to addresses that players name: outside the host's own network, and never for long."""

from __future__ import annotations

import ipaddress
import socket
import ssl
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from queue import Empty, Queue
from threading import BoundedSemaphore, Thread, Timer
from typing import Final
from urllib.parse import SplitResult, urlsplit

TIMEOUT: Final = 10.0
"""The seconds for a connection, and for each part of an answer."""

DEADLINE: Final = 20.0
"""The seconds after which a request is given up, whatever has been answered."""

MOST: Final = 3
"""How many addresses of a host are tried."""

NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
"""Addresses of IPv6 that lead to those of IPv4 in their last 32 bits."""


GIVEN: Final = ipaddress.ip_network("2000::/3")
"""The addresses of IPv6 that are given out to the internet; of all others none is asked."""

LOOK_UP: Final = 5.0
"""The seconds after which a name is given up that is looked up."""

_LOOKING: Final = BoundedSemaphore(32)
"""How many names are looked up at once: the system looks on for one that is given up here."""


class Forbidden(Exception):
    """An address is none that may be asked: not over TLS, or in the host's own network."""


def parts_of(url: str, *, own_network: bool) -> SplitResult:
    """Return the parts of an address that may be asked.

    Raises:
        Forbidden: it is not over TLS, or is no address.
    """
    schemes = ("https", "http") if own_network else ("https",)
    try:
        parts = urlsplit(url)
        named = parts.scheme in schemes and parts.hostname and parts.port != 0
    except ValueError:  # of the port
        named = False
    if not named or "@" in parts.netloc or not url.isascii() or not url.isprintable() or " " in url:
        raise Forbidden
    return parts


def port_of(parts: SplitResult) -> int:
    """Return the port of an address."""
    return parts.port or (443 if parts.scheme == "https" else 80)


def is_outside(address: str) -> bool:
    """Return whether an address of IPv4 or IPv6 is one that everybody on the internet reaches."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_outside(str(found.ipv4_mapped))
        if found in NAT64:
            return is_outside(str(ipaddress.IPv4Address(int(found) & 0xFFFF_FFFF)))
        if found not in GIVEN or found.sixtofour is not None or found.teredo is not None:
            return False
    return found.is_global and not found.is_multicast


def addresses_of(parts: SplitResult, *, own_network: bool) -> list[str]:
    """Return the addresses of a host; blocks while its name is looked up, not for long.

    Raises:
        OSError: there is none, or none is found in time.
        Forbidden: one is in the host's own network.
    """
    try:
        found = _look_up(parts.hostname or "", port_of(parts))
    except UnicodeError:
        raise Forbidden from None
    addresses = list(dict.fromkeys(found))[:MOST]
    if not own_network and not all(map(is_outside, addresses)):
        raise Forbidden
    return addresses


def _look_up(host: str, port: int) -> list[str]:
    """Look a name up in a thread of its own, as nothing ends a look-up that hangs."""
    if not _LOOKING.acquire(blocking=False):
        raise OSError("too many names are looked up")
    answers: Queue[list[str] | OSError | UnicodeError] = Queue()

    def look() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put([str(each[4][0]) for each in found])
        except (OSError, UnicodeError) as error:
            answers.put(error)
        finally:
            _LOOKING.release()

    Thread(target=look, daemon=True, name="look-up").start()
    try:
        answer = answers.get(timeout=LOOK_UP)
    except Empty:
        raise TimeoutError("a name is looked up for too long") from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def post(url: str, body: bytes, headers: dict[str, str], *, own_network: bool) -> int:
    """Post to an address, and return the status of the answer; blocks.

    The name is looked up once, and what it has led to is judged and asked: another answer to the
    same question leads nowhere else. Redirections are not followed.

    Raises:
        OSError: nothing answers, or not in time.
        Forbidden: it is none that may be asked.
    """
    parts, end = parts_of(url, own_network=own_network), time.monotonic() + DEADLINE
    wire = _connected(parts, addresses_of(parts, own_network=own_network), end)
    timer = Timer(max(0.0, end - time.monotonic()), _hang_up, (wire,))
    timer.daemon = True
    timer.start()
    try:
        if isinstance(wire, ssl.SSLSocket):
            wire.do_handshake()
        return _ask(wire, parts, body, headers)
    except (HTTPException, ValueError) as error:  # the latter of a socket that was hung up
        raise OSError(str(error)) from None
    finally:
        timer.cancel()
        wire.close()


def _connected(parts: SplitResult, addresses: list[str], end: float) -> socket.socket:
    """Connect to the first address that answers before the end, with TLS to come where due."""
    for at, address in enumerate(addresses):
        left = max(0.01, min(TIMEOUT, end - time.monotonic()))
        try:
            wire = socket.create_connection((address, port_of(parts)), left)
            wire.settimeout(TIMEOUT)
        except OSError:
            if at + 1 == len(addresses):
                raise
        else:
            break
    if parts.scheme == "http":
        return wire
    context = ssl.create_default_context()
    return context.wrap_socket(
        wire, server_hostname=parts.hostname, do_handshake_on_connect=False
    )  # fmt: skip


def _ask(wire: socket.socket, parts: SplitResult, body: bytes, headers: dict[str, str]) -> int:
    connection = HTTPConnection(parts.hostname or "", parts.port)
    connection.sock = wire  # so that it looks nothing up
    try:
        path = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
        connection.request("POST", path, body, {"Host": parts.netloc, **headers})
        return connection.getresponse().status
    finally:
        connection.close()


def _hang_up(wire: socket.socket) -> None:
    with suppress(OSError):
        socket.socket.shutdown(wire, socket.SHUT_RDWR)  # TLS would wait for an answer

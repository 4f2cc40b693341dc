"""Run the server: one process, listening on one address."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import uvicorn
from starlette.types import ASGIApp

from wargrid.match import data_folder
from wargrid.text import catalog
from wargrid_play.frontend import Serving
from wargrid_remote import MAX_INTENT_BYTES
from wargrid_web.app import make_app
from wargrid_web.http_limits import BoundedSocket, PatientProtocol
from wargrid_web.making import BadRequest, Maker, NewMatch
from wargrid_web.notice_settings import read_settings
from wargrid_web.offered import Offered
from wargrid_web.settings import Settings
from wargrid_web.store import INDEX, Store
from wargrid_web.texts import said

COLLECTED: Final = (20_000, 20, 50)
"""How seldom cycles are collected: games and logs stay, and looking through them takes long."""

PING: Final = 20.0
"""The seconds after which a socket is asked whether its client is still there."""


LOOPBACK: Final = ("127.0.0.1", "::1")
"""The addresses that this computer alone reaches."""


def serve(serving: Serving) -> int:
    """Serve until the process is told to stop.

    Raises:
        OSError: the address cannot be listened on, or the folder not be written.
        RulesetError: a ruleset that was asked for is wrong.
        LooksError: its looks cannot be used.
        SettingsError: the settings of notices are wrong.
    """
    Offered(serving.rulesets, serving.game).check()
    notices = read_settings(serving.notices)
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.INFO)
    _allow_many_files()
    os.umask(0o077)  # journals hold what sides hide, and numbers of dice before they are shown
    gc.set_threshold(*COLLECTED)
    listening = listening_at(serving.host, serving.port)
    settings = Settings(
        folder=serving.folder or data_folder() / "server", rulesets=serving.rulesets,
        game=serving.game,
        names=(*serving.names, serving.host.lower()), proxy=serving.proxy, shared=serving.shared,
        notices=notices,
    )  # fmt: skip
    try:
        app = app_of(settings, serving.language)
    except OSError:
        listening.close()
        raise
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    print(said("listening", serving.language, address=f"http://{shown}:{port}/"), flush=True)
    print(said("stopping", serving.language), flush=True)
    if host not in LOOPBACK:
        print(said("warn_open", serving.language), flush=True)
    if serving.game:
        known = serving.proxy and serving.names
        near = reached(host, socket.has_dualstack_ipv6())
        base = f"https://{serving.names[0]}" if known else f"http://{near}:{port}"
        try:
            for line in begun(settings, base, serving.language):
                print(line, flush=True)
        except BadRequest as error:
            print(error.text(serving.language), flush=True)
    server = uvicorn.Server(config_of(app))
    if serving.until_eof:
        threading.Thread(target=_end_at_eof, args=(server,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    return 0


def app_of(settings: Settings, language: str) -> ASGIApp:
    """Return the application; raises OSError where the index of its folder cannot be used."""
    try:
        return make_app(settings)
    except sqlite3.Error as error:
        why = said(index_trouble(error), language, why=str(error))
        raise OSError(0, why, str(settings.folder / INDEX)) from None


def index_trouble(error: sqlite3.Error) -> str:
    """Return the text that says why the index cannot be used."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    known = {
        sqlite3.SQLITE_FULL: "index.full", sqlite3.SQLITE_READONLY: "index.read_only",
        sqlite3.SQLITE_CANTOPEN: "index.read_only", sqlite3.SQLITE_NOTADB: "index.damaged",
        sqlite3.SQLITE_CORRUPT: "index.damaged", sqlite3.SQLITE_BUSY: "index.busy",
    }  # fmt: skip
    return known.get(code, "index.other")


def _end_at_eof(server: uvicorn.Server) -> None:
    """Read the standard input to its end, then end the server as a signal does."""
    with suppress(OSError):
        while os.read(0, 1024):  # sys.stdin holds a lock on which Python fails when it ends
            pass
    server.should_exit = True


def begun(settings: Settings, base: str, language: str) -> Iterator[str]:
    """Begin a match of the settings' game for two persons, and yield a line with each of its links.

    Its dice are fair.

    Raises:
        BadRequest: the disk refuses.
    """
    store = Store(settings.folder)
    try:
        maker = Maker(settings, store)
        request = NewMatch(ruleset=maker.offered.begun, seats=["link", "link"], fair=True)
        fresh = maker.make(request, language)
        fresh.journal.leave()  # it is opened when somebody comes
    finally:
        store.close()
    ruleset, texts = fresh.match.game.ruleset, catalog(language)
    for seat in fresh.made.seats:
        link = f"{base}/m/{fresh.row.id}#{seat.secret}"
        yield said("link", language, who=texts.of(ruleset.side_name(seat.side)), link=link)
    link = f"{base}/m/{fresh.row.id}#{fresh.made.watch}"
    yield said("watchers", language, link=link)
    if urlsplit(base).hostname in LOOPBACK:
        yield said("warn_local", language)


def listening_at(host: str, port: int) -> socket.socket:
    """Return a socket that listens; at ``::`` also for IPv4, where the system can do that.

    Raises:
        OSError: the address cannot be listened on.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = family == socket.AF_INET6 and host == "::" and socket.has_dualstack_ipv6()
    return socket.create_server((host, port), backlog=1024, family=family, dualstack_ipv6=both)


def reached(host: str, both: bool) -> str:
    """Return the address by which others in the network reach an address listened on.

    ``both``: an IPv6 address listens for IPv4, too.
    """
    ways = []
    if host == "0.0.0.0" or (host == "::" and both):
        ways.append((socket.AF_INET, "192.0.2.1", "127.0.0.1"))
    if host == "::":
        ways.append((socket.AF_INET6, "2001:db8::1", "::1"))
    found = host if not ways else ways[0][2]
    for family, other, _ in ways:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((other, 9))  # sends nothing: it only chooses the way out
            found = str(asked.getsockname()[0])
            break
    return f"[{found}]" if ":" in found else found


def config_of(app: ASGIApp, ping: float = PING) -> uvicorn.Config:
    """Return the settings of uvicorn; a client that answers no ``ping`` is dropped."""
    return uvicorn.Config(
        app, http=PatientProtocol, ws=BoundedSocket, ws_max_size=MAX_INTENT_BYTES,
        ws_ping_interval=ping, ws_ping_timeout=ping, access_log=False, log_level="error",
        proxy_headers=False, server_header=False, timeout_graceful_shutdown=3, lifespan="on",
    )  # fmt: skip


def _allow_many_files() -> None:
    """Let the process hold as many journals and sockets open as it may."""
    with suppress(ImportError, ValueError, OSError):
        import resource as found  # not on Windows

        limits: Any = found
        _, most = limits.getrlimit(limits.RLIMIT_NOFILE)
        limits.setrlimit(limits.RLIMIT_NOFILE, (most, most))

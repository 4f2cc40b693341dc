"""The post office: threads that bring notices to push services, mail servers and webhooks.

Nothing waits for it. What comes while too much waits is dropped.
"""

from __future__ import annotations

import json
import logging
import smtplib
import ssl
from collections.abc import Callable
from contextlib import suppress
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from enum import Enum
from queue import Empty, Full, Queue
from threading import Thread
from typing import Final
from urllib.parse import urlsplit

from wargrid.text import catalog
from wargrid_web.notice_settings import MailServer, NoticeSettings
from wargrid_web.notices import push
from wargrid_web.notices.outside import TIMEOUT, Forbidden, parts_of, post
from wargrid_web.notices.ways import Kind, Letter

WAITING: Final = 500
"""How many letters of a kind may wait."""

THREADS: Final[dict[Kind, int]] = {"push": 4, "mail": 2, "hook": 1}
"""How many of each kind are under way at once: a server that hangs holds up its own kind alone."""

GONE: Final = (404, 410)
"""The answers of a push service that no longer knows a browser."""

CONTACT: Final = "mailto:nobody@localhost"
"""Whom push services are told to ask where the operator names nobody, and there is no TLS."""

_log = logging.getLogger("wargrid.web")


class Outcome(Enum):
    """What became of a letter."""

    SENT = "sent"
    FAILED = "failed"
    GONE = "gone"
    """Nobody is there any more, or the address may not be asked."""


Told = Callable[[Outcome], None]


class Post:
    """Brings letters; ``told`` is called in one of its threads with what became of one."""

    def __init__(self, settings: NoticeSettings, keys: Callable[[], push.Keys]) -> None:
        self.settings, self._keys = settings, keys
        self._queues: dict[Kind, Queue[tuple[Callable[[], None], Told] | None]] = {}
        self.dropped = 0
        """How many letters found no room."""

    def send(self, letter: Letter, told: Told) -> None:
        """Bring a letter as soon as possible."""
        bring = {"push": self._push, "mail": self._mail, "hook": self._hook}[letter.way.kind]
        self._put(letter.way.kind, lambda: bring(letter), told)

    def write(self, to: str, subject: str, text: str, origin: str) -> None:
        """Send a mail that no turn is the reason for."""
        self._put("mail", lambda: self._deliver(to, subject, text, origin), lambda outcome: None)

    def _put(self, kind: Kind, bring: Callable[[], None], told: Told) -> None:
        queue = self._queues.get(kind)
        if queue is None:
            queue = self._queues[kind] = Queue(WAITING)
            for _ in range(THREADS[kind]):
                Thread(target=_work, args=(queue,), daemon=True, name=f"notices {kind}").start()
        try:
            queue.put_nowait((bring, told))
        except Full:
            self.dropped += 1
            told(Outcome.FAILED)

    def close(self) -> None:
        """Let the threads end after what they bring now; what waits is dropped."""
        for kind, queue in self._queues.items():
            with suppress(Empty):
                while True:
                    queue.get_nowait()
            for _ in range(THREADS[kind]):
                queue.put(None)

    def _push(self, letter: Letter) -> None:
        to, words = letter.way.push, catalog(letter.way.language)
        assert to is not None
        parts = parts_of(to.endpoint, own_network=self.settings.own_network)
        said = {
            "match": letter.match, "title": letter.title, "body": letter.text,
            "key": letter.way.key, "end": words.say("web.notice.end"),
        }  # fmt: skip
        contact = self.settings.contact or _site(letter.way.origin)
        headers = push.headers_of(self._keys(), f"{parts.scheme}://{parts.netloc}", contact)
        content = push.encrypted(to, json.dumps(said).encode())
        own = self.settings.own_network
        _judge(post(to.endpoint, content, {**headers, "Topic": letter.match[:32]}, own_network=own))

    def _hook(self, letter: Letter) -> None:
        text = f"{letter.title} – {letter.text} {letter.link}"
        said = {"text": text, "content": text, "match": letter.match, "side": letter.side}
        headers = {"Content-Type": "application/json"}
        body = json.dumps(said).encode()
        _judge(post(self.settings.webhook, body, headers, own_network=True))

    def _mail(self, letter: Letter) -> None:
        way, words = letter.way, catalog(letter.way.language)
        text = words.say("web.notice.mail", text=letter.text, link=letter.link, end=letter.end)
        self._deliver(way.mail or "", letter.title, text, way.origin, letter.end)

    def _deliver(self, to: str, subject: str, text: str, origin: str, end: str = "") -> None:
        server = self.settings.mail
        assert server is not None
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = server.sender, to, subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=urlsplit(origin).hostname or "localhost")
        message["Auto-Submitted"] = "auto-generated"
        if end:
            message["List-Unsubscribe"] = f"<{end}>"
        message.set_content(text)
        with _connected(server) as smtp:
            if server.user:
                smtp.login(server.user, server.password)
            smtp.send_message(message)


def _site(origin: str) -> str:
    """Return whom push services may ask: the site itself, which they know without a port."""
    parts = urlsplit(origin)
    return f"https://{parts.hostname}" if parts.scheme == "https" else CONTACT


def _work(queue: Queue[tuple[Callable[[], None], Told] | None]) -> None:
    while (found := queue.get()) is not None:
        bring, told = found
        told(_outcome(bring))


def _connected(server: MailServer) -> smtplib.SMTP:
    if server.security == "tls":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(server.server, server.port, timeout=TIMEOUT, context=context)
    smtp = smtplib.SMTP(server.server, server.port, timeout=TIMEOUT)
    if server.security == "starttls":
        smtp.starttls(context=ssl.create_default_context())
    return smtp


class _Gone(Exception):
    """Nobody is at an address any more."""


def _judge(status: int) -> None:
    """Raise what an answer other than success means."""
    if status in GONE:
        raise _Gone
    if not 200 <= status < 300:
        raise OSError(f"HTTP {status}")


def _outcome(bring: Callable[[], None]) -> Outcome:
    try:
        bring()
    except (_Gone, Forbidden):
        return Outcome.GONE
    except (OSError, smtplib.SMTPException, ValueError) as error:
        _log.warning("a notice is not delivered: %s", type(error).__name__)  # its address is secret
        return Outcome.FAILED
    except Exception:
        _log.exception("a notice is not delivered")
        return Outcome.FAILED
    return Outcome.SENT

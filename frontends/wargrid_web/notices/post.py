"""The post office: threads that bring notices to push services, mail servers and webhooks.

Nothing waits for it. What comes while too much waits is dropped.
"""

from __future__ import annotations

import json
import logging
import smtplib
import ssl
from collections import Counter
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from enum import Enum
from threading import Condition, Thread
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from wargrid.text import catalog
from wargrid_web.notice_settings import MailServer, NoticeSettings
from wargrid_web.notices import push
from wargrid_web.notices.outside import TIMEOUT, Forbidden, parts_of, post
from wargrid_web.notices.ways import Kind, Letter

WAITING: Final = 500
"""How many letters of a kind may wait."""

WAITING_EACH: Final = 250
"""How many of them for one host."""

EACH: Final = 2
"""How many letters of a kind are under way at once to one host."""

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
    DROPPED = "dropped"
    """There was no room for it, which is nobody's fault."""
    GONE = "gone"
    """Nobody is there any more, or the address may not be asked."""


Told = Callable[[Outcome], None]


class Job(NamedTuple):
    """Something to bring to a ``host``."""

    host: str
    bring: Callable[[], None]
    told: Told


class _Line:
    """What waits for the threads of one kind, in its order; few at once for a host.

    So a host that hangs holds up its own letters alone.
    """

    def __init__(self, kind: Kind) -> None:
        self._waiting: list[Job] = []
        self._busy: Counter[str] = Counter()
        self._changed = Condition()
        self._closed = False
        for _ in range(THREADS[kind]):
            Thread(target=self._work, daemon=True, name=f"notices {kind}").start()

    def put(self, job: Job) -> bool:
        """Let a job wait; False if there is no room, or none for more of its host."""
        with self._changed:
            of_host = sum(each.host == job.host for each in self._waiting)
            if self._closed or len(self._waiting) >= WAITING or of_host >= WAITING_EACH:
                return False
            self._waiting.append(job)
            self._changed.notify()
            return True

    def close(self) -> None:
        """Let the threads end after what they bring now; what waits is dropped."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify_all()

    def _work(self) -> None:
        while (job := self._take()) is not None:
            outcome = _outcome(job.bring)
            with self._changed:
                self._busy[job.host] -= 1
                self._busy += Counter()  # without those of which none is under way
                self._changed.notify_all()
            job.told(outcome)

    def _take(self) -> Job | None:
        """Wait for the first job whose host is free; None at the end."""
        with self._changed:
            while not self._closed:
                for at, job in enumerate(self._waiting):
                    if self._busy[job.host] < EACH:
                        self._busy[job.host] += 1
                        return self._waiting.pop(at)
                self._changed.wait()
        return None


class Post:
    """Brings letters; ``told`` is called in one of its threads with what became of one."""

    def __init__(self, settings: NoticeSettings, keys: Callable[[], push.Keys]) -> None:
        self.settings, self._keys = settings, keys
        self._lines: dict[Kind, _Line] = {}
        self.dropped = 0
        """How many letters found no room."""

    def send(self, letter: Letter, told: Told) -> None:
        """Bring a letter as soon as possible."""
        way = letter.way
        bring = {"push": self._push, "mail": self._mail, "hook": self._hook}[way.kind]
        host = "" if way.push is None else urlsplit(way.push.endpoint).netloc.lower()
        self.put(way.kind, Job(host, lambda: bring(letter), told))

    def write(self, to: str, subject: str, text: str) -> None:
        """Send a mail that no turn is the reason for."""
        self.put("mail", Job("", lambda: self._deliver(to, subject, text), lambda outcome: None))

    def put(self, kind: Kind, job: Job) -> None:
        """Let something be brought, unless too much waits."""
        line = self._lines.get(kind)
        if line is None:
            line = self._lines[kind] = _Line(kind)
        if not line.put(job):
            self.dropped += 1
            job.told(Outcome.DROPPED)

    def close(self) -> None:
        """Let the threads end after what they bring now; what waits is dropped."""
        for line in self._lines.values():
            line.close()

    def _push(self, letter: Letter) -> None:
        to, words = letter.way.push, catalog(letter.way.language)
        assert to is not None
        parts = parts_of(to.endpoint, own_network=self.settings.own_network)
        said = {
            "match": letter.match, "title": letter.title, "body": letter.text,
            "key": letter.way.key, "end": words.say("web.notice.end"),
        }  # fmt: skip
        contact = self.settings.contact or _site(self.settings.address)
        headers = push.headers_of(self._keys(), f"{parts.scheme}://{parts.netloc}", contact)
        content = push.encrypted(to, json.dumps(said).encode())
        own = self.settings.own_network
        _judge(post(to.endpoint, content, {**headers, "Topic": letter.match[:32]}, own_network=own))

    def _hook(self, letter: Letter) -> None:
        text = f"{letter.title} – {letter.text} {letter.link(self.settings.address)}"
        said = {"text": text, "content": text, "match": letter.match, "side": letter.side}
        headers = {"Content-Type": "application/json"}
        body = json.dumps(said).encode()
        _judge(post(self.settings.webhook, body, headers, own_network=True))

    def _mail(self, letter: Letter) -> None:
        way, words = letter.way, catalog(letter.way.language)
        server = self.settings.address
        link, end = letter.link(server), letter.end(server)
        text = words.say("web.notice.mail", text=letter.text, link=link, end=end)
        self._deliver(way.mail or "", letter.title, text, end)

    def _deliver(self, to: str, subject: str, text: str, end: str = "") -> None:
        server = self.settings.mail
        assert server is not None
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = server.sender, to, subject
        message["Date"] = formatdate()
        domain = urlsplit(self.settings.address).hostname or "localhost"
        message["Message-ID"] = make_msgid(domain=domain)
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

"""What players ask about notices: which ways there are, to be told by one, or no more."""

from __future__ import annotations

import asyncio
import hmac
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Literal
from weakref import WeakValueDictionary

from pydantic import BaseModel, ConfigDict, Field

from wargrid.text import catalog
from wargrid_web.limits import Bucket, Buckets
from wargrid_web.making import BadRequest
from wargrid_web.notice_settings import NoticeSettings
from wargrid_web.notices import push
from wargrid_web.notices.outside import Forbidden, addresses_of, parts_of
from wargrid_web.notices.post import Post
from wargrid_web.notices.push import Subscription
from wargrid_web.notices.turns import MatchNotices
from wargrid_web.notices.ways import MailAddress, Way, path_of
from wargrid_web.settings import Limits

JUDGED: Final = 4
"""How many wishes are judged at once."""


class Asked(BaseModel):
    """The question by which ways the player of a seat can be told, and is."""

    model_config = ConfigDict(extra="forbid", strict=True)
    secret: str = Field(max_length=64)


class Wish(Asked):
    """The wish to be told in a way, or no more; ``code`` proves that the mails of a player come."""

    kind: Literal["", "push", "mail", "hook"]
    push: Subscription | None = None
    mail: MailAddress | None = None
    code: str = Field(default="", max_length=20)


class Proof(Asked):
    """The wish to be sent the code that proves that mails to an address come."""

    mail: MailAddress


class End(BaseModel):
    """The wish to be told no more, by the key that every notice has."""

    model_config = ConfigDict(extra="forbid", strict=True)
    key: str = Field(max_length=32)


class Desk:
    """The notices of one process; what waits for nothing is done in the loop's thread."""

    def __init__(self, settings: NoticeSettings, folder: Path, limits: Limits) -> None:
        self.settings, self._folder = settings, folder
        self._keys: push.Keys | None = None
        self.post = Post(settings, self.keys)
        self._open: WeakValueDictionary[str, MatchNotices] = WeakValueDictionary()
        self._mails = Buckets(*limits.mails, limits.addresses)
        self._all_mails = Bucket(*limits.all_mails)
        self.wishes = Buckets(*limits.notices, limits.addresses)
        self._judging = ThreadPoolExecutor(JUDGED, "judging")  # names may be slow: nothing else is
        self._judged = 0

    def keys(self) -> push.Keys:
        """Return the keys of this server, made at the first time.

        Raises:
            RecordError: the disk refuses.
        """
        if self._keys is None:
            self._keys = push.keys_of(self._folder)
        return self._keys

    def open(self, match: str, journal: Path, ways: dict[int, Way]) -> MatchNotices:
        """Return the notices of a match, whose ways were just read, unless they are known."""
        found = self._open.get(match)
        if found is None:
            made = MatchNotices(match, path_of(journal, match), self.post, ways)
            found = self._open[match] = made
        return found

    async def close(self) -> None:
        """End the post office, and return when all wishes are on the disk."""
        self.post.close()
        self._judging.shutdown(wait=False, cancel_futures=True)
        for notices in list(self._open.values()):
            await notices.settled()

    def ways(self, now: Way | None) -> dict[str, Any]:
        """Return by which ways players can be told, and how one is told now."""
        pushes = self.settings.push and push.is_installed()
        return {
            "push": push.public_key(self.keys()) if pushes else "",
            "mail": self.settings.mail is not None,
            "hook": self.settings.webhook_name or "Webhook" if self.settings.webhook else "",
            "now": "" if now is None else now.kind,
            "to": "" if now is None else now.mail or "",
        }

    async def way(self, wish: Wish, language: str) -> Way | None:
        """Return the way that a player wishes; few are judged at once, as names may be slow.

        Raises:
            BadRequest: there is no such way, it is not proved, or too many are judged.
        """
        if self._judged >= JUDGED:
            raise BadRequest(429, "notice.busy")
        self._judged += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._judging, self._way, wish, language)
        finally:
            self._judged -= 1

    def _way(self, wish: Wish, language: str) -> Way | None:
        """Return the way that a player wishes; blocks while a name is looked up."""
        made: dict[str, Any] = {"kind": wish.kind, "language": language}
        if not wish.kind:
            return None
        if wish.kind == "push" and wish.push and self.settings.push and push.is_installed():
            self._try(wish.push)
            return Way(**made, push=wish.push)
        if wish.kind == "mail" and wish.mail and self.settings.mail:
            proved, code = push.code_of(self.keys(), wish.mail), wish.code.strip().lower()
            if not hmac.compare_digest(proved.encode(), code.encode()):
                raise BadRequest(422, "notice.code")
            return Way(**made, mail=wish.mail)
        if wish.kind == "hook" and self.settings.webhook:
            return Way(**made)
        raise BadRequest(422, "notice.no_way")

    def _try(self, to: Subscription) -> None:
        """Judge how a browser wants to be reached. Raises BadRequest."""
        own = self.settings.own_network
        try:
            addresses_of(parts_of(to.endpoint, own_network=own), own_network=own)
            push.encrypted(to, b"")
        except (Forbidden, OSError, ValueError):
            raise BadRequest(422, "notice.address") from None

    def prove(self, mail: str, address: str, language: str) -> None:
        """Send the code for a mail address to it, few times to each and for each client's address.

        Raises:
            BadRequest: there is no mail server, or it was sent lately.
        """
        if self.settings.mail is None:
            raise BadRequest(422, "notice.no_way")
        free = self._mails.take(address) and self._mails.take(f"to {mail.casefold()}")
        if not (free and self._all_mails.take()):
            raise BadRequest(429, "notice.too_many")
        words, code = catalog(language), push.code_of(self.keys(), mail)
        text = words.say("web.notice.proof", code=code, server=self.settings.address)
        self.post.write(mail, words.say("web.notice.proof.title"), text)

"""What messengers show of a link: a title, a sentence, and a picture of the board of its match.

A messenger asks for the page of a link without what follows ``#``, so nothing here needs a secret.
The picture is the beginning of the match, which no side has yet to hide.
"""

from __future__ import annotations

import logging
import re
import sqlite3
from collections import OrderedDict
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Final

from starlette.requests import Request

from wargrid import PluginError, RecordError, RulesetError
from wargrid.match import Match, begin_replay
from wargrid.text import catalog, join_names
from wargrid_play.looks import LooksError, looks_or_plain, png
from wargrid_play.scenes import card_svg
from wargrid_play.table import Table, example_of, menu_card
from wargrid_web.assets import Asset, static_files
from wargrid_web.offered import Offered
from wargrid_web.store import MatchRow, Store

WIDE, HIGH = 1200, 630
"""The size of a picture, in pixels, as messengers want it."""

KEPT: Final = 64
"""How many pictures are kept."""

GROUND: Final = "#1c1915"
"""The colour beside a board."""

PLACE: Final = b"<!--preview-->"
"""Where the page has what messengers read."""

HEAD: Final = 4096
"""In how many bytes of a journal its players are named."""

_PLAYER: Final = re.compile(r"^player \S+: (.*?) *#[0-9a-f]{8}$", re.MULTILINE)
"""The line of a journal that names a player."""

_TROUBLE: Final = RulesetError, RecordError, PluginError, LooksError, OSError, sqlite3.Error
"""Why a picture may not be drawn."""

_log = logging.getLogger("wargrid.web")


class Previews:
    """The previews of the matches of a folder; its methods may be called in any thread."""

    def __init__(self, store: Store, offered: Offered) -> None:
        self.store, self.offered = store, offered
        self._pictures: OrderedDict[str, Asset] = OrderedDict()

    def tags(self, match: str, language: str, origin: str) -> str:
        """Return the tags of the page of a match, those of the site if there is none.

        ``origin`` is the address of the server as its clients know it.
        """
        words = catalog(language)
        with suppress(sqlite3.Error, RulesetError, OSError):  # the page says what is wrong
            row = self.store.find(match) if match else None
            target = None if row is None else self.offered.target(row.ruleset)
            if row is not None and target is not None:
                card = menu_card(target, words)
                title = _title(row, self.store.folder / row.path, card.title, language)
                picture = f"{origin}/m/{match}.png"
                return _tags(origin, title, card.summary, picture)
        return _tags(origin, words.say("web.page.title"), words.say("page.about"))

    def kept(self, match: str) -> Asset | None:
        """Return the picture of a match if it is drawn already."""
        return self._pictures.get(match)

    def picture(self, match: str) -> Asset | None:
        """Draw the picture of a match, as its watchers see its beginning; None if none can be."""
        try:
            row = self.store.find(match)
            if row is None:
                return None
            begun = self._begun(row)
            view = Table(begun, seats=()).view()
            drawn = card_svg(view, looks_or_plain(begun.game), WIDE / HIGH, GROUND)
            made = Asset.of(png(drawn, WIDE, HIGH), "board.png")
        except _TROUBLE as error:
            _log.warning("match %s cannot be drawn: %s", match, error)
            return None
        self._pictures[match] = made
        while len(self._pictures) > KEPT:
            self._pictures.popitem(last=False)
        return made

    def _begun(self, row: MatchRow) -> Match:
        """Return a match at its beginning; one of its ruleset where armies are set up first."""
        path = self.store.folder / row.path
        begun = begin_replay(path if path.exists() else _record_of(path)).record().match
        if Table(begun, seats=()).view().units:
            return begun
        target = self.offered.target(row.ruleset)
        found = (each for each in (example_of(target) if target else ()) if each is not None)
        return next(found, begun)


def _record_of(journal: Path) -> Path:
    return journal.with_suffix(".wargrid")


def with_tags(page: Asset, tags: str) -> Asset:
    """Return a page with what messengers read."""
    return Asset.of(page.plain.replace(PLACE, tags.encode()), "index.html")


def origin_of(request: Request, *, proxy: bool) -> str:
    """Return the address of this server as the client of a request knows it, without a path.

    Behind a ``proxy`` it is that of the proxy, which speaks TLS unless it says otherwise.
    """
    scheme = "http"
    if proxy:
        told = request.headers.get("x-forwarded-proto", "")
        scheme = "http" if told == "http" else "https"
    return f"{scheme}://{request.headers.get('host', '')}"


def _title(row: MatchRow, journal: Path, game: str, language: str) -> str:
    """Return what a match is: an invitation by who made it while a person is missing."""
    names = [seat.name for seat in row.seats if seat.kind != "computer" and seat.name]
    persons = sum(seat.kind != "computer" for seat in row.seats)
    if row.over:
        count = "over"
    elif len(names) == 1:
        invites = persons > 1 and names[0] in _first_names(journal)
        count = "one" if invites else "none"
    else:
        count = "many" if names else "none"
    return catalog(language).say(f"web.preview.{count}", names=join_names(names), game=game)


def _first_names(journal: Path) -> list[str]:
    """Return the players named when a match was made: others have come by a link."""
    with journal.open("rb") as stream:
        return _PLAYER.findall(stream.read(HEAD).decode("utf-8", "replace"))


def _tags(origin: str, title: str, about: str, picture: str = "") -> str:
    image = picture or f"{origin}/static/{static_files().digest}/icon-512.png"
    told = {"title": title, "description": about, "image": image}
    sized = {"image:width": WIDE, "image:height": HIGH, "image:alt": title} if picture else {}
    card = "summary_large_image" if picture else "summary"
    found = {"type": "website", "site_name": "Wargrid", **told, **sized}
    return "\n".join([
        f'<meta name="description" content="{escape(about)}">',
        f'<meta name="twitter:card" content="{card}">',
        *(f'<meta property="og:{key}" content="{escape(str(text))}">'
          for key, text in found.items()),
    ])  # fmt: skip

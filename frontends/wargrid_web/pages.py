"""The one page of the server: its scripts draw every screen; without them it says what to do."""

from __future__ import annotations

from functools import cache
from html import escape
from string import Template

from wargrid.text import catalog
from wargrid_web.assets import Asset, static_files, texts_addresses
from wargrid_web.words import said


@cache
def shell(language: str, text: str) -> Asset:
    """Return the page in a language; ``text`` names the sentence for who has no scripts."""
    title = "page.match" if text == "page.join" else "page.title"
    return filled(
        "index.html", language, title=said(title, language), text=said(text, language),
        texts=texts_addresses(),
    )  # fmt: skip


@cache
def offline(language: str) -> Asset:
    """Return the page that says that there is no connection."""
    words = catalog(language)
    return filled(
        "offline.html", language, title=words.say("page.offline"),
        text=words.say("page.offline.text"), again=words.say("page.again"),
    )  # fmt: skip


@cache
def filled(name: str, language: str, **fields: str) -> Asset:
    """Return a file of the page with its fields, and the address of the other files."""
    digest, assets = static_files()
    safe = {key: escape(field) for key, field in fields.items()}
    made = Template(assets[name].plain.decode()).substitute(
        safe, language=language, static=f"/static/{digest}"
    )
    return Asset.of(made.encode(), name)

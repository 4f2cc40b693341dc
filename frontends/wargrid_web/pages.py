"""The one page of the server: its scripts draw every screen; without them it says what to do."""

from __future__ import annotations

from functools import cache
from html import escape
from string import Template

from wargrid_web.assets import Asset, static_files, texts_addresses
from wargrid_web.words import said


@cache
def shell(language: str, text: str) -> Asset:
    """Return the page in a language; ``text`` names the sentence for who has no scripts."""
    digest, assets = static_files()
    page = Template(assets["index.html"].plain.decode()).substitute(
        language=language,
        title=escape(said("page.match" if text == "page.join" else "page.title", language)),
        text=escape(said(text, language)),
        static=f"/static/{digest}",
        texts=escape(texts_addresses()),
    )
    return Asset.of(page.encode(), "index.html")

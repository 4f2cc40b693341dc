"""The one page of the server: its scripts draw every screen; without them it says what to do."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from string import Template
from typing import Final

from wargrid.text import catalog
from wargrid_web.assets import Asset, static_files, texts_addresses
from wargrid_web.texts import said

_IMPORT: Final = re.compile(r"^import .* from '\./(\w+)\.js';$", re.MULTILINE)


@cache
def shell(language: str, text: str) -> Asset:
    """Return the page in a language; ``text`` names the sentence for a browser without scripts."""
    screen, title = ("game", "page.match") if text == "page.join" else ("lobby", "page.title")
    return filled(
        "index.html", language, title=said(title, language), text=said(text, language),
        texts=texts_addresses(), scripts=" ".join(sorted(_needed({"app", screen}))),
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
    scripts = "\n".join(
        f'<link rel="modulepreload" href="/static/{digest}/js/{script}.js">'
        for script in safe.pop("scripts", "").split()
    )
    made = Template(assets[name].plain.decode()).substitute(
        safe, language=language, static=f"/static/{digest}", scripts=scripts
    )
    return Asset.of(made.encode(), name)


def _needed(scripts: set[str]) -> set[str]:
    """Return scripts and all that they import: a browser asks for them at once, and not in turn."""
    found, assets = set[str](), static_files().assets
    while left := scripts - found:
        found |= left
        texts = (assets[f"js/{name}.js"].plain.decode() for name in left)
        scripts = found.union(*map(_IMPORT.findall, texts))
    return found

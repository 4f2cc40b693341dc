"""A replay as one file: a page with its scripts, styles and film, which needs no network."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

SCRIPTS: Final = ("dom", "difference", "settings", "board", "motion", "film", "replay")
"""The modules of the page that a replay uses, each before those that import it."""

STYLES: Final = ("page", "game", "film")

_IMPORT: Final = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ", re.MULTILINE)
_FONT: Final = re.compile(r"@font-face \{.*?\}\n", re.DOTALL)
_COMMENT: Final = re.compile(r"^ *(?://.*|/\*\*[^*]*(?:\*(?!/)[^*]*)*\*/ *)\n", re.MULTILINE)


def replay_page(film: bytes) -> bytes:
    """Return the page that shows a film, which is JSON; nothing in it can become markup."""
    about = json.loads(film)
    safe = film.decode().replace("<", "\\u003c")
    script, style = _script(), _style()
    page = Template(_read("replay.html")).substitute(
        language=escape(about["language"]), title=escape(about["title"]), film=safe,
        script=script, script_digest=_digest(script), style=style, style_digest=_digest(style),
    )  # fmt: skip
    return page.encode()


@cache
def _script() -> str:
    """Return the modules as one, without what they import from each other."""
    modules = (_read(f"js/{name}.js") for name in SCRIPTS)
    return "".join(_EXPORT.sub("", _IMPORT.sub("", _COMMENT.sub("", each))) for each in modules)


@cache
def _style() -> str:
    return "".join(_FONT.sub("", _read(f"css/{name}.css")) for name in STYLES)


def _read(path: str) -> str:
    return (files("wargrid_web") / "static" / path).read_text("utf-8")


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"

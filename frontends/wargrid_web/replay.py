"""A replay or a report as one file: a page with scripts, styles and data, without a network.

It needs none of the packages of the server.
"""

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

from wargrid_web.colours import colours_css

_SHARED: Final = ("dom", "difference", "settings", "board", "motion", "zoom", "film")
SCRIPTS: Final = {"film": (*_SHARED, "replay"), "report": (*_SHARED, "report")}
"""The modules of the page that each kind of file uses, each before those that import it."""

STYLES: Final = {"film": ("page", "game", "film"), "report": ("page", "game", "film", "report")}

_IMPORT: Final = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ", re.MULTILINE)
_FONT: Final = re.compile(r"@font-face \{.*?\}\n", re.DOTALL)
_COMMENT: Final = re.compile(r"^ *(?://.*|/\*\*[^*]*(?:\*(?!/)[^*]*)*\*/ *)\n", re.MULTILINE)


def replay_page(shown: bytes) -> bytes:
    """Return the page of a film or a report, which is JSON; nothing in it can become markup."""
    about = json.loads(shown)
    safe, kind = shown.decode().replace("<", "\\u003c"), about.get("kind", "film")
    script, style = _script(kind), _style(kind)
    page = Template(_read("file.html")).substitute(
        language=escape(about["language"]), title=escape(about["title"]), shown=safe,
        script=script, script_digest=_digest(script), style=style, style_digest=_digest(style),
    )  # fmt: skip
    return page.encode()


@cache
def _script(kind: str) -> str:
    """Return the modules as one, without what they import from each other."""
    modules = (_read(f"js/{name}.js") for name in SCRIPTS[kind])
    return "".join(_EXPORT.sub("", _IMPORT.sub("", _COMMENT.sub("", each))) for each in modules)


@cache
def _style(kind: str) -> str:
    return "".join(_FONT.sub("", _read(f"css/{name}.css")) for name in STYLES[kind])


def _read(path: str) -> str:
    text = (files("wargrid_web") / "static" / path).read_text("utf-8")
    return colours_css() + text if path == "css/page.css" else text


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"

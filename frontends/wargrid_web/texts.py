"""The server's own sentences, in the language of their reader."""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection

from wargrid.text import LANGUAGES, catalog

MAX_REASON: Final = 120
"""The longest reason of a closed connection, in bytes."""


def said(key: str, language: str, **values: object) -> str:
    """Return the sentence ``web.<key>``, with names of a ruleset in the same language."""
    words = catalog(language)
    for name, value in values.items():
        values[name] = words.of(value) if isinstance(value, dict) else value
    return words.say(f"web.{key}", **values)


def reason(text: str) -> str:
    """Return a sentence that fits into the frame that closes a connection."""
    whole = text.encode()
    if len(whole) <= MAX_REASON:
        return text
    return whole[: MAX_REASON - 3].decode("utf-8", "ignore") + "…"


def language_of(connection: HTTPConnection) -> str:
    """Return the language that a request asks for."""
    wanted = connection.query_params.get("language", "")
    accepted = connection.headers.get("accept-language", "").lower()
    named = [each.strip()[:2] for each in (wanted, *accepted.split(","))]
    return next((each for each in named if each in LANGUAGES), LANGUAGES[0])

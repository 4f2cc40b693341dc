"""The pages of the server, in text that needs no script."""

from __future__ import annotations

from html import escape
from string import Template
from typing import Final

from wargrid_web.words import said

_PAGE: Final = Template(
    '<!doctype html><html lang="$language"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width">'
    "<title>$title</title><h1>$title</h1><p>$text</p></html>\n"
)


def page(language: str, title: str, text: str) -> str:
    """Return a page with a title and a sentence."""
    fields = {"language": language, "title": escape(title), "text": escape(text)}
    return _PAGE.substitute(fields)


def match_page(language: str) -> str:
    """Return the page of a match: how to join it. It knows no secret, and says no more."""
    return page(language, said("page.match", language), said("page.join", language))


def front_page(language: str) -> str:
    """Return the first page."""
    return page(language, "Wargrid", said("page.front", language))

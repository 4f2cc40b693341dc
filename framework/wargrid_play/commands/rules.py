"""``wargrid rules RULESET``: print the rule book of a game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import Parser, add_json, add_ruleset, game_of
from wargrid.cli.streams import write_document

if TYPE_CHECKING:
    from wargrid_play.table.rulebook import Section

SUMMARY: Final = "Print the rules of a game in words."
EXAMPLE: Final = "wargrid rules mine.yaml --language fr"

WIDTH: Final = 100
"""The longest line of a paragraph; the rows of a board stay whole."""


def arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_ruleset(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the chapters that the window and the page show, as text or JSON."""
    from wargrid_play.table.rulebook import rule_book

    chapters = rule_book(game_of(options), options.language)
    write_document()
    if options.json:
        told = [{"title": each.title, "paragraphs": each.paragraphs} for each in chapters]
        print(json.dumps(told))
    else:
        print("\n\n".join("\n".join(_lines(chapter)) for chapter in chapters))
    return 0


def _lines(chapter: Section) -> Iterator[str]:
    yield chapter.title.upper()
    for is_diagram, paragraphs in chapter.blocks():
        yield ""
        yield from paragraphs if is_diagram else (fill(each, WIDTH) for each in paragraphs)

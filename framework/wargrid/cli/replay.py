"""``wargrid replay FILE``: verify a record and print its moves."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import Parser
from wargrid.text import catalog

if TYPE_CHECKING:
    from wargrid.match import Record


EXAMPLE: Final = "wargrid replay game.wargrid"


def arguments(parser: Parser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="a record, a saved game or a journal")
    parser.add_argument("--fen", action="store_true", help="print only the last position, as a FEN")


def run(options: argparse.Namespace) -> int:
    """Print every move, the last position and the result, or only the FEN."""
    path, language = Path(options.file), options.language
    for line in [last_fen(path, language)] if options.fen else replay(path, language):
        print(line)
    return 0


def replay(path: Path, language: str = "en") -> Iterator[str]:
    """Return the lines to print: header, moves, board, result.

    The moves of a secret deployment are not shown. Raises RecordError before the first line.
    """
    from wargrid.match import picture, verify
    from wargrid.table import result_text

    record = verify(path)
    match, say = record.match, catalog(language).say
    yield from (*_heading(record, language), "")
    if match.game.hides(match.position):
        yield say("record.replay.hidden")
    else:
        yield from (*record.lines, "", *picture(match.position).splitlines())
    yield ""
    if match.result is not None:
        yield result_text(match.game, match.result, language, match.position)
    yield say("record.replay.verified", count=len(record.lines))


def last_fen(path: Path, language: str = "en") -> str:
    """Return the last position as a FEN, or why it is hidden; raises RecordError."""
    from wargrid.match import verify, write_fen

    match = verify(path).match
    is_hidden = match.game.hides(match.position)
    return catalog(language).say("record.replay.hidden") if is_hidden else write_fen(match.position)


def _heading(record: Record, language: str) -> Iterator[str]:
    from wargrid.match import write_duration

    speak = catalog(language)
    header, ruleset = record.header, record.match.game.ruleset
    name = speak.of(ruleset.name)
    yield speak.say("record.replay.ruleset", name=name, ruleset=header.ruleset)
    yield speak.say("record.replay.versions", versions=header.versions())
    if header.started:
        yield speak.say("record.replay.started", started=header.started)
    if header.played:
        yield speak.say("record.replay.played", time=write_duration(header.played))
    for side, player in enumerate(header.players):
        if player:
            name = speak.of(ruleset.side_name(side))
            yield speak.say("record.replay.player", side=name, player=player)

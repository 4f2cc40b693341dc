"""A record told to a person: what was played, line by line, and the table at the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wargrid.match.fen import write_fen
from wargrid.match.files import offering_backups, read_bytes
from wargrid.match.header import spent
from wargrid.match.position_text import picture
from wargrid.match.record_reader import Record, checked_lines, play_again, take_apart
from wargrid.table.wording import result_text
from wargrid.text.catalog import catalog


def verify(path: Path) -> Record:
    """Read a record, or a journal as far as it is whole, and make all its moves again; raises RecordError."""
    with offering_backups(path):
        lines = checked_lines(read_bytes(path), str(path))
        return play_again(take_apart(lines.texts, str(path)))


def replay(path: Path, language: str = "en") -> Iterator[str]:
    """What ``wargrid replay`` prints, line by line: the header, the moves, the board at the end, the result.

    Nothing is said before the whole record has been verified, and nothing of armies that are still
    set up unseen. Raises RecordError naming the first line that is wrong.
    """
    record = verify(path)
    match = record.match
    yield from _heading(record, language)
    if match.game.deploying is not None and match.game.deploying.hides(match.position):
        yield from ("", catalog(language).say("record.replay.hidden"))
    else:
        yield from ("", *record.lines, "", *picture(match.position).splitlines())
    yield ""
    if match.result is not None:
        yield result_text(match.game, match.result, language, match.position)
    yield catalog(language).say("record.replay.verified", count=len(record.lines))


def last_fen(path: Path, language: str = "en") -> str:
    """The last position of a record as a FEN, or why it is not shown while armies are set up unseen.

    Raises RecordError naming the first line that is wrong.
    """
    match = verify(path).match
    hidden = match.game.deploying is not None and match.game.deploying.hides(match.position)
    return catalog(language).say("record.replay.hidden") if hidden else write_fen(match.position)


def _heading(record: Record, language: str) -> Iterator[str]:
    speak = catalog(language)
    header, game = record.header, record.match.game
    yield speak.say(
        "record.replay.ruleset", name=speak.of(game.ruleset.name), ruleset=header.ruleset
    )
    yield speak.say("record.replay.versions", versions=header.versions())
    if header.started:
        yield speak.say("record.replay.started", started=header.started)
    if header.played:
        yield speak.say("record.replay.played", time=spent(header.played))
    for side, player in enumerate(header.players):
        if player:
            name = speak.of(game.ruleset.side_name(side))
            yield speak.say("record.replay.player", side=name, player=player)

"""``wargrid replay FILE``: verify a record, or read a file of games, and print its moves."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.cli.common import Parser, UsageError, other_files, record_at
from wargrid.text import catalog, whole

if TYPE_CHECKING:
    from wargrid.match import Record


SUMMARY: Final = "Verify a record, or read a game of another program, and print its moves."
EXAMPLE: Final = "wargrid replay game.wargrid"


def arguments(parser: Parser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "file", metavar="FILE", help="a record, a saved game, a journal, or a file of games"
    )
    parser.add_argument(
        "--game",
        metavar="N",
        type=parser.value(_number),
        default=0,
        help="the game of a file of several, by its number; without it they are listed",
    )
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--fen", action="store_true", help="print only the last position, as a FEN")
    only.add_argument(
        "--position", action="store_true", help="print only the last position, with all it holds"
    )
    only.add_argument(
        "--html", metavar="OUT", help="write a page that replays the game, to be sent to anybody"
    )
    only.add_argument(
        "--to",
        metavar="FORMAT",
        help="print the game in a format of other programs, such as pgn, or as a record: wargrid",
    )
    only.add_argument(
        "--verify-dice",
        action="store_true",
        help="verify the dice of a game played far apart, and print their commitments",
    )


def run(options: argparse.Namespace) -> int:
    """Print every move, the last position and the result, or only the position or the verdict.

    The exit code is 1 if the dice of a game do not follow from its numbers.
    """
    path, language = Path(options.file), options.language
    if options.to:
        print_as(path, options.game, options.to, language)
        return 0
    listed = titles(path, language) if not options.game else []
    if len(listed) > 1:
        print(catalog(language).say("formats.several", count=len(listed)))
        print("\n".join(listed))
        return 0
    if options.verify_dice:
        text, holds = dice_verdict(path, language)
        print(text)
        return 0 if holds else 1
    if options.fen or options.position:
        print(last_position(path, language, fen=options.fen, game=options.game or 1))
        return 0
    if options.html:
        print(write_page(path, Path(options.html), language, options.game or 1))
        return 0
    for line in replay(path, language, options.game or 1):
        print(line)
    return 0


def titles(path: Path, language: str = "en") -> list[str]:
    """Return a line for each game of a file of another program; none for a record.

    Raises:
        InputError: the file is of no known format.
    """
    others = other_files()
    if others is None or not others.is_foreign(path):
        return []
    found: list[str] = others.titles(path, language)
    return found


def print_as(path: Path, number: int, form: str, language: str = "en") -> None:
    """Print a game in a format of other programs, in UTF-8; with the number 0 all of a file.

    Raises:
        InputError: the file cannot be read, or a game cannot be written so.
    """
    others = other_files()
    if others is None:
        raise UsageError("cli.no_formats")
    between = b""
    for text, notices in others.texts_of(path, form, number):
        for notice in notices:
            print(notice.text(language), file=sys.stderr)
        sys.stdout.flush()
        sys.stdout.buffer.write(between + text)
        between = b"\n"
    sys.stdout.buffer.flush()


def _number(text: str) -> int:
    number = whole(text, 6)
    if not number:
        raise UsageError("cli.game_number", text=text)
    return number


def replay(path: Path, language: str = "en", game: int = 1) -> Iterator[str]:
    """Return the lines to print: header, moves, board, result.

    The moves of a secret deployment are not shown. Raises RecordError before the first line.
    """
    from wargrid.match import picture, result_text
    from wargrid.match.styles import score_lines

    record = record_at(path, game, language)
    if record.spoiled is not None:
        print(record.spoiled.text(language), file=sys.stderr)
    match, say = record.match, catalog(language).say
    yield from (*_heading(record, language), "")
    if match.game.engine.hides(match.position):
        yield say("record.replay.hidden")
    else:
        yield from (
            *(score_lines(match) or record.lines),
            "",
            *picture(match.position).splitlines(),
        )
    yield ""
    if match.result is not None:
        yield result_text(match.game, match.result, language, match.position)
    yield say("record.replay.verified", count=len(record.lines))


def write_page(path: Path, out: Path, language: str = "en", game: int = 1) -> str:
    """Write a page that replays a record, and say where it is.

    Raises:
        RecordError: the file is no record, or the page cannot be written.
        LooksError: the looks of its game cannot be used.
    """
    from wargrid.launch import replay_writer

    record = record_at(path, game, language)
    replay_writer()(out, record.match, record.header, language)
    return catalog(language).say("film.written", path=out)


def dice_verdict(path: Path, language: str = "en") -> tuple[str, bool]:
    """Return whether the dice of a record follow from its numbers, in words and as a fact.

    The commitments are printed: whether they were made before the game, no record can show.

    Raises:
        RecordError: the file is no record, its game goes on, or its dice cannot be verified.
    """
    from wargrid.engine.flow import CHANCE
    from wargrid.match import RecordError, verify, verify_dice

    record, say = verify(path), catalog(language).say
    if record.header.fair is None:
        raise RecordError("no_fair_dice", 0, str(path))
    wrong = verify_dice(record.match, record.header.fair)
    if wrong is None:
        rolls = sum(ply.actor == CHANCE for ply in record.match.plies)
        lines = (say("record.dice.hold", rolls=rolls), *_commitments(record, language))
        return "\n".join((*lines, say("record.dice.compare"))), True
    return say(f"record.dice.{wrong.code}", **wrong._asdict()), False


def _commitments(record: Record, language: str) -> Iterator[str]:
    """Yield a line for each commitment: whose it is, and the digest."""
    speak, ruleset, fair = catalog(language), record.match.game.ruleset, record.header.fair
    sides = (speak.of(ruleset.side_name(side)) for side in range(len(ruleset.sides)))
    names = speak.say("page.dice.server"), *sides
    for who, draw in zip(names, fair.draws if fair else (), strict=True):
        name = speak.say("record.dice.by_server", who=who) if draw.by_server else who
        yield f"  {name}: {draw.commitment}"


def last_position(path: Path, language: str = "en", *, fen: bool, game: int = 1) -> str:
    """Return the last position, or why it is hidden; say on the error stream what a FEN omits.

    Raises:
        RecordError: the file is no record.
    """
    from wargrid.match import lost_in_fen, write_fen, write_position

    match, say = record_at(path, game, language).match, catalog(language).say
    if match.game.engine.hides(match.position):
        return say("record.replay.hidden")
    if not fen:
        return write_position(match.position).rstrip()
    if lost := lost_in_fen(match.game, match.position):
        print(say("record.replay.not_in_fen", lines=", ".join(lost)), file=sys.stderr)
    return write_fen(match.position)


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

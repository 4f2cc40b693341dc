"""A match as text: a header with its whole ruleset, one line a move, a closing line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from wargrid.engine.game import CHANCE
from wargrid.match.chain import CLOSING, Chain
from wargrid.match.header import Header, header_for, spent
from wargrid.match.notation import write_move
from wargrid.match.position_text import digest, write_position

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game
    from wargrid.match.match import Match, Ply
    from wargrid.match.origin import Origin

FORMAT: Final = 1
RECORD: Final = "record"
JOURNAL: Final = "journal"
"""A record is closed; a journal is still being written."""

UNFINISHED: Final = "unfinished"
INDENT: Final = "  "
BETWEEN_ROLLS: Final = " / "
TIME: Final = "time "


def write_record(match: Match, header: Header) -> bytes:
    """The whole closed record of a match: the moves that stand, and the versions now installed."""
    chain = Chain()
    header = header_for(match.game, like=header)
    lines = [chain.line(*line) for line in head(match.game, header, match.start, RECORD)]
    lines += [chain.line(*line) for line in move_lines(match.game, match.plies)]
    if match.resigned is not None:
        lines.append(chain.line(resigning(match, match.resigned), digest(match.position)))
    lines.append(chain.line(closing(match)))
    return b"".join(lines)


def head(game: Game, header: Header, start: Position, kind: str) -> Iterator[tuple[str, str]]:
    """The lines before the first move, each with the digest it bears, mostly none."""
    yield f"wargrid {kind} {FORMAT}", ""
    yield f"ruleset: {header.ruleset}", ""
    yield from ((line, "") for line in _told(header.origin))
    yield f"wargrid: {header.wargrid}", ""
    yield f"plugins: {', '.join(header.plugins)}", ""
    yield f"started: {header.started}", ""
    if header.played:
        yield f"played: {spent(header.played)}", ""
    yield f"dice: {header.dice}", ""
    for side, player in zip(game.ruleset.sides, header.players, strict=True):
        yield f"player {side}: {player}", ""
    yield "rules:", ""
    yield from ((INDENT + line, "") for line in game.source_text.rstrip("\n").split("\n"))
    written = write_position(start)
    if written != write_position(game.start()):
        yield "start:", ""
        yield from ((INDENT + line, "") for line in written.rstrip("\n").split("\n"))
    yield "moves:", digest(start)


def _told(origin: Origin) -> Iterator[str]:
    """The lines that say what the ruleset was read from, as far as its name does not."""
    if origin.file:
        yield f"file: {origin.file}"
    if origin.scenario:
        yield f"scenario: {origin.scenario}"
    yield from (f"set: {setting}" for setting in origin.settings)


def move_lines(game: Game, plies: Sequence[Ply]) -> Iterator[tuple[str, str]]:
    """One line for every move of a side with the rolls that followed it, each with the digest of where it leads."""
    for together in _together(plies):
        yield move_line(game, together), digest(together[-1].after)


def _together(plies: Sequence[Ply]) -> list[list[Ply]]:
    groups: list[list[Ply]] = []
    for ply in plies:
        if ply.actor == CHANCE and groups and groups[-1][0].actor != CHANCE:
            groups[-1].append(ply)
        else:
            groups.append([ply])
    return groups


def move_line(game: Game, plies: Sequence[Ply]) -> str:
    """``12. gold d2xd3 axe axe panic arrow``: number, who, what, and what was rolled; several rolls with ``/``."""
    rolls = BETWEEN_ROLLS.join(write_move(game, ply.move) for ply in plies if ply.actor == CHANCE)
    first = plies[0]
    said = (
        [rolls]
        if first.actor == CHANCE
        else [write_move(game, first.move), *([rolls] if rolls else [])]
    )
    return " ".join((f"{first.number}.", actor_word(game, first.actor), *said))


def actor_word(game: Game, actor: int) -> str:
    """How a line names who acted."""
    return "chance" if actor == CHANCE else list(game.ruleset.sides)[actor]


def resigning(match: Match, side: int) -> str:
    """The line that says a side gave up, numbered as its move would be."""
    return f"{match.number + 1}. {actor_word(match.game, side)} resigns"


def time_line(seconds: int) -> str:
    """The line of a journal that says how long the match has been played."""
    return f"{TIME}{spent(seconds)}"


def closing(match: Match) -> str:
    """The last line: how many moves, which turn, and how it ended."""
    return f"{CLOSING}{match.number} moves, turn {match.position.turn}, {outcome(match)}"


def outcome(match: Match) -> str:
    """``gold wins, slay``, ``drawn, limit`` or ``unfinished``."""
    if match.result is None:
        return UNFINISHED
    winner, reason = match.result
    return (
        f"drawn, {reason}" if winner is None else f"{actor_word(match.game, winner)} wins, {reason}"
    )

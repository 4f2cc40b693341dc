"""PGN, the files of chess and of games like it: the standard of 1994, with what is usual since.

https://ia802908.us.archive.org/26/items/pgn-standard-1994-03-12/PGN_standard_1994-03-12.txt
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import Ply
from wargrid.match.styles import Style, style_named, style_of
from wargrid_formats.claims import Claim
from wargrid_formats.dates import date_of
from wargrid_formats.form import Format, Speech
from wargrid_formats.kinds.movetext import (
    read_games,
    write_moves,
    write_tags,
    written_date,
)
from wargrid_formats.positions.pasted import read_pasted, write_for_others
from wargrid_formats.tree import GameFile, Source, Winner

_TAG: Final = re.compile(r'\[\s*\w+\s+"')
_FIRST_MOVE: Final = re.compile(r"(?:\{[^}]*\}\s*)*1\s*\.\s*(?!\.)\S")

_OURS: Final = (
    "White", "Red", "Black", "Result", "Game", "Variant", "SetUp", "FEN", "Format", "Termination"
)  # fmt: skip
"""The tags that are written from the game; others are written as they were read."""

_WINNERS: Final[dict[str, Winner]] = {
    "1-0": "first", "0-1": "second", "1/2-1/2": "draw", "½-½": "draw", "1/2": "draw", "½": "draw"
}  # fmt: skip
RESULTS: Final[dict[Winner, str]] = {"first": "1-0", "second": "0-1", "draw": "1/2-1/2", "": "*"}
_OF_CHESS: Final = frozenset(("", "chess", "standard"))
_REASONS: Final = {"time": "Time forfeit"}


class PgnSpeech(Speech):
    """Moves in the styles that the claim names, or in the ruleset's own."""

    def __init__(self, game: Game, claim: Claim, style: str = "") -> None:
        super().__init__(game, claim)
        names = [name for name in claim.styles if name == style] or claim.styles[:1]
        own = style_named(names[0], game) if names else style_of(game)
        others = [style_named(name, game) for name in claim.styles if name not in names]
        self.styles: list[Style] = [own, *others]

    def read(self, position: Position, text: str, before: Move | None) -> list[list[Move]]:
        """Return the moves that a text means in the first style that knows it."""
        for style in self.styles:
            if found := style.read(position, text):
                return [[move] for move in found]
        return []

    def write(self, plies: Sequence[Ply], before: Move | None) -> str:
        """Write a move in the first style."""
        return self.styles[0].write(plies[0].before, plies[0].move)

    def number(self, position: Position) -> str:
        """Return the number as players of the game count; with a point where it has none."""
        found = self.styles[0].number(position)
        return f"{found}." if found.isdigit() else found

    def read_start(self, text: str) -> Position:
        """Return the position of a ``FEN`` tag."""
        return read_pasted(self.game, text)

    def write_start(self, position: Position) -> str:
        """Write the ``FEN`` tag as other programs read it."""
        return write_for_others(self.game, position)


class Pgn(Format):
    """Reads and writes PGN."""

    name = "pgn"
    endings: ClassVar[tuple[str, ...]] = (".pgn",)
    any_variant = True

    def sniff(self, text: str) -> bool:
        """Return whether a text begins with a tag or a first move."""
        if "[GameType" in text:
            return False
        return _TAG.match(text) is not None or _FIRST_MOVE.match(text) is not None

    def read(self, source: Source) -> list[GameFile]:
        """Return the games with what their tags say."""
        return [_told(game) for game in read_games(source, self.name)]

    def write(self, file: GameFile, claim: Claim) -> str:
        """Write a game: the seven tags, the others, and the moves."""
        result, sides = RESULTS[file.winner], claim.sides or ("White", "Black")
        named = dict(zip(sides, file.players, strict=False))
        tags = {"Game": claim.called} if claim.called else {}
        for name in ("Event", "Site", "Date", "Round", *sides):
            tags[name] = named.get(name) or file.tags.get(name) or "?"
        tags |= {"Date": written_date(file.date), "Result": result}
        tags |= {"Variant": file.variant} if file.variant else {}
        tags |= {"SetUp": "1", "FEN": file.start} if file.start else {}
        tags |= {"Format": claim.styles[0].upper()} if claim.styles else {}
        tags |= {"Termination": _REASONS[file.reason]} if file.reason in _REASONS else {}
        tags |= {name: file.tags[name] for name in file.tags if name not in (*tags, *_OURS)}
        return f"{write_tags(tags)}\n{write_moves(file.line, result)}"

    def speech(self, game: Game, claim: Claim, file: GameFile | None) -> Speech:
        """Return the styles, first the one that a ``Format`` tag names."""
        named = "" if file is None else file.tags.get("Format", "").casefold()
        return PgnSpeech(game, claim, named)


def _told(game: GameFile) -> GameFile:
    """Fill what the tags of a game say in words of this format."""
    tags = game.tags
    game.variant = tags.get("Variant", "")
    kind = tags.get("Game", "").strip()
    if not game.variant and kind.casefold() not in _OF_CHESS:
        game.variant = kind
    game.start = tags.get("FEN", "")
    game.players = (tags.get("White") or tags.get("Red") or "", tags.get("Black") or "")
    game.players = tuple("" if name == "?" else name for name in game.players)
    game.date = date_of(tags.get("Date", ""))
    game.winner = _WINNERS.get(tags.get("Result", ""), "")
    how = tags.get("Termination", "").casefold()
    lost = "time" if "time" in how and "control" not in how else "resign"
    game.reason = {"draw": "agreed", "": ""}.get(game.winner, lost)
    return game

"""What a format is: it recognises, reads and writes files, and knows how they write moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, Final

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import Ply, read_position, write_fen
from wargrid.offers import broken_offer, load_offer, offers
from wargrid_formats.claims import GROUP, Claim
from wargrid_formats.tree import GameFile, Source

SNIFFED: Final = 1 << 16
"""How much of a text is looked at to find its format, in characters."""


class Speech:
    """How the files of a format write the moves and start positions of one game.

    A format of a package derives a class from it, made with a game and the claim on it.
    """

    def __init__(self, game: Game, claim: Claim) -> None:
        self.game = game
        self.claim = claim

    def read(self, position: Position, text: str, before: Move | None) -> list[list[Move]]:
        """Return what a text may mean: each time the moves that it makes, mostly one.

        ``before`` is the last move that was made.
        """
        raise NotImplementedError

    def grouped(self, plies: Sequence[Ply]) -> list[list[Ply]]:
        """Return plies as they are written, several together where one text says them."""
        return [[ply] for ply in plies]

    def write(self, plies: Sequence[Ply], before: Move | None) -> str:
        """Write plies that are one text; empty if such files cannot say them."""
        raise NotImplementedError

    def tags(self) -> dict[str, str]:
        """Return what files say of the game besides its moves."""
        return {}

    def number(self, position: Position) -> str:
        """Return the number before a move: ``12.``, ``12...``, ``12`` or nothing."""
        return ""

    def counted(self, ply: Ply) -> str:
        """Return the number of a move as players of the game count, for a sentence."""
        return self.number(ply.before).rstrip(".") or str(ply.number)

    def read_start(self, text: str) -> Position:
        """Return the start position of a file; raises PositionError."""
        return read_position(self.game, text)

    def write_start(self, position: Position) -> str:
        """Write a start position."""
        return write_fen(position)


class Format:
    """A format of game files: how it is recognised, read and written.

    A package offers a class derived from it under the entry point group ``wargrid.formats``.
    """

    name: ClassVar[str] = ""
    endings: ClassVar[tuple[str, ...]] = ()
    """The endings of its files, the usual one first, such as ``.pgn``."""

    variations: ClassVar[bool] = True
    """Whether its files have variations."""

    any_variant: ClassVar[bool] = False
    """Whether its files can name any variant, also one that no other program knows."""

    def sniff(self, text: str) -> bool:
        """Return whether the beginning of a text is of this format."""
        raise NotImplementedError

    def read(self, source: Source) -> list[GameFile]:
        """Return the games of a text; raises FormatError."""
        raise NotImplementedError

    def write(self, file: GameFile, claim: Claim) -> str:
        """Write a game; its ``variant`` and ``start`` are what should be named."""
        raise NotImplementedError

    def speech(self, game: Game, claim: Claim, file: GameFile | None) -> Speech:
        """Return how files write the moves of a game; ``file`` is the one read, if any.

        Raises:
            FormatError: the file is of another board.
            OfferError: a style of notation is of a package that is missing.
        """
        raise NotImplementedError


@cache
def formats() -> dict[str, Format]:
    """Return the installed formats by name; a broken one raises OfferError."""
    return {name: _made(name) for name in offers(GROUP)}


def _made(name: str) -> Format:
    made: Any = load_offer(GROUP, name)
    try:
        found = made()
    except Exception as error:  # of another package
        raise broken_offer(GROUP, name, error) from error
    if not isinstance(found, Format):
        raise broken_offer(GROUP, name, TypeError(f"{made!r} makes no Format"))
    return found


def sniffed(text: str) -> Format | None:
    """Return the format of a text, or None if it is of none."""
    start = text[:SNIFFED].lstrip("\ufeff \t\n")
    return next((each for each in formats().values() if each.sniff(start)), None)

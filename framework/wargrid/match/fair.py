"""Fair dice: rolls that follow from numbers to which the server and every player had committed.

Before the game each of them draws 32 bytes and publishes their digest, its *commitment*; when all
commitments are known, the numbers are shown. Roll ``n`` follows from all of them, so that no player
could choose it unless all others helped. The record of the game holds the numbers, and ``verify``
compares every roll with them. The server knows all numbers during the game: it could foresee
rolls, but not change them.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from wargrid.core.dice import Chances, draw_from
from wargrid.core.moves import Move
from wargrid.engine.flow import CHANCE
from wargrid.match.match import Match
from wargrid.match.notation.moves import write_move

BYTES: Final = 32
SERVER: Final = "server"
"""The name of the server among those who drew a number; the others are sides."""

_COMMITMENT: Final = b"wargrid dice 1\0"
_KEY: Final = b"wargrid key 1\0"
_DRAW: Final = re.compile(r"([0-9a-f]{64}|-) ([0-9a-f]{64}|-)( drawn by the server)?")
_MISSING: Final = "-"
_BITS: Final = 64


class DrawnNumber(NamedTuple):
    """A number of 32 bytes, in hexadecimal, and the commitment made to it before the game.

    Both are empty as long as they are not known.
    ``by_server``: the server drew it for a computer player.
    """

    commitment: str
    number: str
    by_server: bool = False

    def text(self) -> str:
        """Write it as the header of a record has it."""
        drawn = " drawn by the server" if self.by_server else ""
        return f"{self.commitment or _MISSING} {self.number or _MISSING}{drawn}"

    def holds(self, match: str) -> bool:
        """Return whether the number is the one that was committed to for this match."""
        known = commitment(self.number, match) if self.number else ""
        return bool(known) and hmac.compare_digest(known, self.commitment)


def read_draw(text: str) -> DrawnNumber | None:
    """Return what ``DrawnNumber.text`` wrote, or None if the text is none."""
    found = _DRAW.fullmatch(text)
    if found is None:
        return None
    digest, number = (each.replace(_MISSING, "") for each in found.group(1, 2))
    return DrawnNumber(digest, number, found[3] is not None)


def draw_number() -> str:
    """Return 32 unpredictable bytes in hexadecimal."""
    return secrets.token_hex(BYTES)


def commitment(number: str, match: str) -> str:
    """Return the digest by which a number is published before it is shown.

    It covers the name of the match, which the rolls follow from too: no player can look for a name
    that suits the numbers once they are known.
    """
    named = len(match.encode()).to_bytes(2, "big") + match.encode()
    return hashlib.sha256(_COMMITMENT + named + bytes.fromhex(number)).hexdigest()


@dataclass(frozen=True, slots=True)
class FairDice:
    """The numbers that all rolls of one match follow from: the server's, then those of the sides.

    ``match`` names the match, so that the same numbers give other rolls in another one.
    """

    match: str
    draws: tuple[DrawnNumber, ...]

    @property
    def complete(self) -> bool:
        """Whether every number is known, so that dice may roll."""
        return all(draw.number for draw in self.draws)

    @property
    def key(self) -> bytes:
        """What the rolls are made from."""
        made = hashlib.sha256(_KEY + self.match.encode())
        for draw in self.draws:
            made.update(bytes.fromhex(draw.number))
        return made.digest()

    def roll(self, number: int, chances: Chances) -> Move:
        """Return the roll of this number, which counts from 0 through the whole match."""
        return _drawn(self.key, number, chances)

    def source(self, drawn: int = 0) -> FairSource:
        """Return a source of chance that goes on after ``drawn`` rolls."""
        return FairSource(self.key, drawn)


class FairSource:
    """A source of chance whose rolls follow from a key; ``drawn`` is how many there were.

    A plugin that fails between two rolls has used numbers that no move keeps. Who goes on with the
    match sets ``drawn`` back to the rolls that it has.
    """

    def __init__(self, key: bytes, drawn: int = 0) -> None:
        self._key = key
        self.drawn = drawn

    def __call__(self, chances: Chances) -> Move:
        """Return the next roll."""
        self.drawn += 1
        return _drawn(self._key, self.drawn - 1, chances)


def _drawn(key: bytes, number: int, chances: Chances) -> Move:
    mixed = hmac.digest(key, number.to_bytes(8, "big"), "sha256")
    return draw_from(chances, Fraction(int.from_bytes(mixed[: _BITS // 8], "big"), 1 << _BITS))


class Unfair(NamedTuple):
    """Why dice do not hold: whose number is not the one committed to, or the first wrong roll.

    ``code`` is ``commitment`` with ``who``, or ``roll`` with the ``number`` of the roll from 1, the
    move it belongs to, what the record shows, and what follows from the numbers.
    """

    code: str
    who: str = ""
    number: int = 0
    move: int = 0
    shown: str = ""
    follows: str = ""


def verify_dice(match: Match, dice: FairDice) -> Unfair | None:
    """Return what is wrong with the dice of a match, or None if every roll follows."""
    names = (SERVER, *match.game.ruleset.sides)
    for who, draw in zip(names, dice.draws, strict=True):
        if not draw.holds(dice.match):
            return Unfair("commitment", who)
    rolls = [ply for ply in match.plies if ply.actor == CHANCE]
    for number, ply in enumerate(rolls):
        follows = dice.roll(number, match.game.chances(ply.before))
        if follows.key != ply.move.key:
            shown, due = (write_move(match.game, move) for move in (ply.move, follows))
            return Unfair("roll", "", number + 1, ply.number, shown, due)
    return None

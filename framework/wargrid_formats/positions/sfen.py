"""SFEN, the positions of programs of Shogi, as a FEN of Wargrid, and back.

http://shogidokoro.starfree.jp/usi.html describes it: ``lnsgkgsnl/1r5b1/… b - 1``. Black, who moves
first, is ``b``; a promoted piece has a ``+``; the third field is what the sides hold.
"""

from __future__ import annotations

import re
from typing import Final

from wargrid.core.hands import hand_of
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid_formats.claims import Claim

_SFEN: Final = re.compile(
    r"((?:\+?[A-Za-z]|[0-9])+(?:/(?:\+?[A-Za-z]|[0-9])+)+) ([bw]) (-|(?:[0-9]{0,2}[A-Za-z])+)"
    r"(?: ([0-9]{1,9}))?"
)
_HELD: Final = re.compile(r"([0-9]{0,2})([A-Za-z])")
_SIGN: Final = re.compile(r"\+[A-Za-z]")


def looks_like_sfen(line: str) -> bool:
    """Return whether a line is an SFEN."""
    return _SFEN.fullmatch(line) is not None


def fen_of(game: Game, claim: Claim, line: str) -> str:
    """Return the FEN of an SFEN; pieces that the game does not have keep their letters."""
    found = _SFEN.fullmatch(line)
    if found is None:
        return line
    board, side, held, number = found.groups()
    letters = "".join(sign * int(count or 1) for count, sign in _HELD.findall(held))
    rounds = (max(1, int(number or 1)) + 1) // 2
    return f"{unprefixed(game, claim, board)}[{letters}] {'bw'[side == 'b']} - - 0 {rounds}"


def unprefixed(game: Game, claim: Claim, board: str) -> str:
    """Return ranks with the ruleset's letters of promoted pieces for ``+`` and a letter."""
    units = game.ruleset.units
    signs = {sign: units[word].letter for word, sign in claim.pieces.items() if word in units}

    def letter(found: re.Match[str]) -> str:
        sign = found[0]
        own = signs.get(sign.upper(), sign)
        return own if sign[1].isupper() else own.lower()

    return _SIGN.sub(letter, board)


def write_sfen(position: Position, claim: Claim) -> str:
    """Write a position as programs of Shogi read it."""
    ranks = []
    for line in position.roster.grid.lines:
        cells = [_sign(position, cell, claim) for cell in line]
        spaced = "".join(sign or " " for sign in cells)
        ranks.append(re.sub(" +", lambda empty: str(len(empty[0])), spaced))
    held = "".join(_held(position, side, claim) for side in (0, 1)) or "-"
    side, number = "bw"[position.side], max(1, position.turn)
    return f"{'/'.join(ranks)} {side} {held} {number}"


def _sign(position: Position, cell: int, claim: Claim) -> str:
    if position.board[cell] <= 0:
        return ""
    unit = position.at(cell)
    sign = claim.pieces.get(unit.type.word, unit.type.letter)
    return sign if unit.side == 0 else sign.lower()


def _held(position: Position, side: int, claim: Claim) -> str:
    units = position.roster.game.ruleset.units
    found = ""
    for word, count in hand_of(position, side).items():
        sign = claim.pieces.get(word, units[word].letter)
        number = str(count) if count > 1 else ""
        found += f"{number}{sign if side == 0 else sign.lower()}" if count else ""
    return found

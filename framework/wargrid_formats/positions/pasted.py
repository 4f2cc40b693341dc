"""Read what people paste as a position: FEN of other programs, EPD, SFEN, PDN's FEN."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.engine.game import Game
from wargrid.loading.library import name_of
from wargrid.match import PositionError, looks_like_fen, read_position, write_fen
from wargrid.match.styles import style_of
from wargrid_formats.claims import Claim, claim_for, claims_of
from wargrid_formats.notices import quoted
from wargrid_formats.positions.sfen import fen_of, looks_like_sfen, unprefixed
from wargrid_formats.positions.squares import looks_like_squares, read_squares

_PREFIX: Final = re.compile(r"(?:position\s+)?(?:(?:fen|sfen)\s+)?", re.IGNORECASE)
_TAG: Final = '[FEN "'
_QUOTES: Final = "\ufeff\"'`“”„«»‘’ \t\r\n"
"""What a text is wrapped in where it is taken from a page or a program."""

_PROMOTED: Final = "~"
"""What Crazyhouse writes behind a piece that was a pawn: it comes back as one."""

_START: Final = "startpos"
_MOVES: Final = re.compile(r"\s+moves(?:\s+|$)")
_MAX_MOVES: Final = 1_000
_OPERATION: Final = re.compile(r"\s*([A-Za-z]\w*)((?:\s+(?:\"[^\"]*\"|[^\s\";]+))*)\s*;")
_RIGHTS: Final = re.compile(r"[A-HKQa-hkq]{1,4}")
_MAX_LINE: Final = 8_192
_FIELDS_OF_EPD: Final = 4


def looks_like_position(text: str) -> bool:
    """Return whether a text is a position, not the name of a file."""
    line = _line(text)
    if line is None:
        return "\n" in text.strip()
    fen = _without_operations(_MOVES.split(line)[0])
    fen = fen.replace("+", "").replace(_PROMOTED, "").replace("/ ", " ")
    return looks_like_fen(fen) or looks_like_squares(line) or line.split()[:1] == [_START]


def read_pasted(game: Game, text: str) -> Position:
    """Return the position of a text in any form that is known for its game.

    Raises:
        PositionError: the text does not describe a position of this game.
    """
    line = _line(text)
    if line is None:
        return read_position(game, text)
    line, *moves = _MOVES.split(line, maxsplit=1)
    position = game.start() if line == _START else _described(game, line, text)
    return _after(game, position, moves[0].split()) if moves else position


def _after(game: Game, position: Position, moves: Sequence[str]) -> Position:
    """Return the position after moves as programs write them: ``e2e4``, ``e7e8q``."""
    for text in moves[:_MAX_MOVES]:
        found = style_of(game).read(position, text) if position.result is None else []
        if len(found) != 1:
            raise PositionError(1, Refusal("position.move", {"text": quoted(text)}))
        position = game.step(position, found[0])
    return position


def _described(game: Game, line: str, text: str) -> Position:
    """Return the position of a line in one of the forms."""
    if looks_like_squares(line):
        return _of_squares(game, line)
    line = _without_operations(line)
    found = claim_for(game, "sfen")
    if found is not None:
        line = _of_sfen(game, found[0], line)
    line = _pocket_in_brackets(game, line)
    found = claim_for(game, "fen")
    if found is not None and looks_like_fen(line.replace(_PROMOTED, "")):
        line = _in_own_letters(game, found[0], line)
    if not looks_like_fen(line) and len(game.grid.lines) > 1:
        raise PositionError(1, Refusal("position.no_fen", {"text": quoted(text)}))
    return read_position(game, _castling_by_columns(line) if looks_like_fen(line) else text)


def _line(text: str) -> str | None:
    """Return a text of one line without what it is wrapped in; None for any other."""
    line = text.strip(_QUOTES)
    if "\n" in line or len(line) > _MAX_LINE:
        return None
    if line.startswith(_TAG):
        line = line.removeprefix(_TAG).removesuffix("]").rstrip().removesuffix('"')
    prefix = _PREFIX.match(line)
    line = " ".join(line[prefix.end() if prefix else 0 :].split())
    return line if line.partition(" ")[0].casefold() != _START else _START + line[len(_START) :]


def _of_squares(game: Game, line: str) -> Position:
    found = claim_for(game, "pdn")
    if found is None:
        named = [name_of(each.ruleset) for each in claims_of("pdn")]
        values = {"text": quoted(line), "known": ", ".join(named)}
        raise PositionError(1, Refusal("position.by_squares", values))
    return read_squares(game, found[0], line)


def _of_sfen(game: Game, claim: Claim, line: str) -> str:
    if looks_like_sfen(line):
        return fen_of(game, claim, line)
    board, blank, rest = line.partition(" ")
    return unprefixed(game, claim, board) + blank + rest


def _without_operations(line: str) -> str:
    """Return the FEN of an EPD: the operations after its four fields give its two numbers."""
    fields = line.split(" ", _FIELDS_OF_EPD)
    if len(fields) <= _FIELDS_OF_EPD or ";" not in fields[-1]:
        return line
    numbers, at = {"hmvc": "0", "fmvn": "1"}, 0
    rest = fields.pop()
    while found := _OPERATION.match(rest, at):
        if found[1] in numbers and found[2].strip().isdigit():
            numbers[found[1]] = found[2].strip()
        at = found.end()
    return line if rest[at:].strip() else " ".join((*fields, *numbers.values()))


def _in_own_letters(game: Game, claim: Claim, line: str) -> str:
    """Return a FEN with the letters of the ruleset for those of other programs."""
    ranks, *fields = line.split(" ")
    units, own = game.ruleset.units, {unit.letter for unit in game.ruleset.units.values()}
    letters: dict[str, str] = {
        sign: units[word].letter
        for word, sign in claim.pieces.items()
        if word in units and sign not in own
    }
    found = re.findall(rf".{_PROMOTED}?", ranks)
    letters |= {sign.lower(): letter.lower() for sign, letter in letters.items()}
    if fields and fields[0] in claim.sides:
        fields[0] = "wb"[claim.sides.index(fields[0])]
    return " ".join(("".join(letters.get(sign, sign) for sign in found), *fields))


def write_for_others(game: Game, position: Position) -> str:
    """Write a FEN as other programs read it, with ``Q~`` for a queen that was a pawn."""
    fen, found = write_fen(position), claim_for(game, "fen")
    ranks, *fields = fen.split(" ")
    ranks, bracket, held = ranks.partition("[")
    for word, sign in found[0].pieces.items() if found else ():
        if sign.endswith(_PROMOTED):
            letter = game.ruleset.units[word].letter
            ranks = ranks.replace(letter, sign).replace(letter.lower(), sign.lower())
    return " ".join((ranks + bracket + held, *fields))


def _pocket_in_brackets(game: Game, line: str) -> str:
    """Return a FEN with brackets around what sides hold, where a slash parts it from the ranks."""
    ranks, *fields = line.split(" ")
    if game.engine.markers.hands and ranks.count("/") == len(game.grid.lines):
        board, _, held = ranks.rpartition("/")
        ranks = f"{board}[{held}]"
    return " ".join((ranks, *fields))


def _castling_by_columns(line: str) -> str:
    """Return a FEN with ``KQkq`` where it names the columns of rooks, as Shredder does: ``HAha``.

    Columns that are no castling of the game stay, and are refused as such.
    """
    ranks, *fields = line.split(" ")
    if len(fields) < 2 or not _RIGHTS.fullmatch(fields[1]) or set(fields[1]) <= set("KQkq"):
        return line
    kings = _columns_of_kings(ranks.partition("[")[0])
    made = ""
    for letter in fields[1]:
        right = ord(letter.upper()) - ord("A") > kings["K" if letter.isupper() else "k"]
        sign = letter.upper() if letter in "KQkq" else "QK"[right]
        made += sign if letter.isupper() else sign.lower()
    fields[1] = "".join(sign for sign in "KQkq" if sign in made)
    return " ".join((ranks, *fields))


def _columns_of_kings(ranks: str) -> dict[str, int]:
    kings = {"K": -1, "k": -1}
    for rank in ranks.split("/"):
        column = 0
        for part in re.findall(r"[0-9]+|[^0-9]", rank):
            if part in kings:
                kings[part] = column
            column += int(part[:3]) if part.isdecimal() else 1
    return kings

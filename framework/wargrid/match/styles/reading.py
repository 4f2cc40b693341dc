"""Read moves in both spellings: that of records, and that of the people who play the game."""

from __future__ import annotations

from typing import Final

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match.errors import NotationError
from wargrid.match.notation.moves import read_move
from wargrid.match.styles.registry import style_of

MAX_NAMED: Final = 5
"""How many moves are named that a text may mean."""


def read_written(game: Game, position: Position, text: str) -> tuple[Move, ...]:
    """Return the move that a text is, or the moves in a row of one turn, such as jumps.

    A legal move in the spelling of records comes first. One in that spelling need not be legal,
    unless it is exactly how players write another one.

    Raises:
        NotationError: the text is no move in either spelling, or it may mean several.
    """
    try:
        move = read_move(game, position, text)
    except NotationError:
        found = _in_style(game, position, text)
        if not found:
            raise
        return found
    style, legal = style_of(game), game.engine.find_legal_move(position, move)
    if legal is None:
        for moves in style.read_turn(position, text):
            if style.write_turn(position, moves).lower() == text.lower():
                return moves
    return (move,)


def _in_style(game: Game, position: Position, text: str) -> tuple[Move, ...]:
    """Return the moves in a row that a text is in the style of the game, none if it is none."""
    style = style_of(game)
    found = style.read_turn(position, text)
    if len(found) > 1:
        moves = sorted(style.write_turn(position, each) for each in found)[:MAX_NAMED]
        raise NotationError("several_moves", text=text, moves=", ".join(moves))
    return found[0] if found else ()

"""Examples of moves to type now, for the help and for a text that is no move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid.core.moves import ATTACK, DO, END, MOVE, PLACE, READY, TAKE, TURN
from wargrid.match import Match, write_move
from wargrid.match.notation.moves import SIGNS
from wargrid.ruleset.notation import PLAIN
from wargrid.text import printable
from wargrid_play.table.input import words
from wargrid_play.table.state import is_deploying
from wargrid_play.table.wording import Wording

_SIGNS: Final = frozenset("".join(SIGNS.values()))

MOST: Final = 3
"""How many moves near to a typed one are named where it is none."""


def examples_of(match: Match, wording: Wording) -> tuple[str, ...]:
    """Return how moves are typed that are legal now, or what places units before the game.

    Where none is due, such as before dice, it is a move of any game.
    """
    found = (words.for_players(wording.say, one) for one in _examples(match, wording))
    return tuple(dict.fromkeys(found)) or ("d2-d3",)


def example_of(match: Match, wording: Wording) -> str:
    """Return how one move is typed: as books write it, where they do, else in full."""
    found = examples_of(match, wording)
    one_cell = (text for text in found if not _SIGNS & set(text) and text[-1].isdecimal())
    return next(one_cell, found[0])


def _examples(match: Match, wording: Wording) -> Iterator[str]:
    game = match.game
    moves = game.moves(match.position)
    if is_deploying(match):
        yield from (write_move(game, move) for move in moves[:1] if move.verb == PLACE)
        yield READY
        return
    for verb in (MOVE, TAKE, ATTACK, TURN, DO):
        alike = [move for move in moves if move.verb == verb]
        if alike:
            middle = alike[len(alike) // 2]
            written = wording.in_style(match.position, [middle])
            if written or verb != DO:
                yield written or write_move(game, middle)
    is_plain = game.ruleset.written.style == PLAIN
    for style, letters in wording.readers if is_plain else wording.readers[:1]:
        yield from style.examples(match.position, letters)
    if any(move.verb == END for move in moves):
        yield write_move(game, game.end)


def not_a_move(text: str, match: Match, wording: Wording) -> str:
    """Word that a typed text is no move, with examples of moves in this game."""
    fields = {"text": printable(text), "examples": ", ".join(examples_of(match, wording))}
    return wording.say("table.not_a_move", **fields)

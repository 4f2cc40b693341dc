"""The score of a match: its moves as the players of the game write them, round by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.match.match import Match, Ply
from wargrid.match.styles.registry import style_of
from wargrid.match.styles.style import Letters, Style


def goes_on(before: Ply, ply: Ply) -> bool:
    """Return whether a move answers what the move before asked of its own side."""
    return ply.before.pending is not None and ply.actor == before.actor >= 0


def turns_of(plies: Sequence[Ply], style: Style) -> Iterator[tuple[Position, list[Move]]]:
    """Yield the moves that are written as one, such as jumps, with the position before them."""
    begin = 0
    for at in range(1, len(plies) + 1):
        if at == len(plies) or not (style.JOINS and goes_on(plies[at - 1], plies[at])):
            yield plies[begin].before, [ply.move for ply in plies[begin:at]]
            begin = at


def score_lines(match: Match, letters: Letters | None = None) -> list[str]:
    """Return a line for each round, ``12. Nbd7+ Qe2``, or for each move where these are numbered.

    There are none where the style of the game cannot write all its moves, as those of chance.
    """
    style, lines = style_of(match.game), list[str]()
    plies = [ply for ply in match.plies if ply.before.turn]
    for position, moves in turns_of(plies, style):
        number = style.number(position)
        if not number or not style.in_style(position, moves[0], letters):
            return []
        text = style.write_turn(position, moves, letters)
        if lines and number.endswith("..."):
            lines[-1] += f" {text}"
        else:
            lines.append(f"{number}{'.' * number.isdecimal()} {text}")
    return lines

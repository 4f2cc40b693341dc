"""Armies that are set up in secret at the same time: each on a board apart, until its turn comes.

The rules let sides set up one after the other. As none sees what another one does, who waits may
place an army meanwhile; its moves are made in the match when it is its turn.
"""

from __future__ import annotations

from wargrid.core.events import Readied
from wargrid.match.match import Match
from wargrid.match.notation.moves import read_move, write_move


def may_set_up_apart(match: Match, side: int) -> bool:
    """Return whether a side waits for another one to set up, of which it sees nothing."""
    position = match.position
    return match.result is None and match.game.engine.hides(position) and side > position.side


def board_apart(match: Match, side: int) -> Match:
    """Return a match in which it is the turn of a side to set up, with nothing on the board."""
    start = match.start.after((Readied(side),))
    return Match(match.game, by_hand=True, start=start)


def is_ready_apart(apart: Match, side: int) -> bool:
    """Return whether a side is ready on its board apart."""
    position = apart.position
    return not apart.game.engine.is_deploying(position) or position.side != side


def take_from_apart(match: Match, apart: Match, side: int) -> None:
    """Make the moves of a side that has set up apart, now that it is its turn.

    It goes on by itself from a move on that is not possible in the match.
    """
    for ply in apart.plies:
        if ply.actor != side or match.position.side != side:
            return
        move = read_move(match.game, match.position, write_move(apart.game, ply.move))
        if match.game.why_not(match.position, move) is not None:
            return
        match.play(move)

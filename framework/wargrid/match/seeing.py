"""Seeing: a match as one side may know it, with nothing in it that the side may not see."""

from __future__ import annotations

from wargrid.match.match import Match, Ply


def seen_by(match: Match, side: int) -> Match:
    """The match as a side may know it: the match itself, unless something in it is hidden from somebody.

    Otherwise a match of its own that holds the side's own moves alone, renumbered, in positions
    without what others have set up unseen; a number that is no side's sees no moves. Its record,
    its log and its legal moves tell nothing more than that either. It changes no longer when the
    match does.
    """
    game = match.game
    if not game.hides(match.position):
        return match
    own = [ply for ply in match.plies if ply.actor == side]
    start = own[0].before if own else match.position
    seen = Match(game, dice=match.dice, by_hand=match.by_hand, start=game.view(start, side))
    position = seen.start
    for number, ply in enumerate(own, 1):
        after = game.view(ply.after, side)
        seen.plies.append(Ply(ply.move, side, position, after, ply.events, number))
        position = after
    seen.resigned = match.resigned
    return seen

"""Follow a branch: the match that its moves make, to be shown and played on."""

from __future__ import annotations

from collections.abc import Sequence

from wargrid.core.refusal import IllegalMove
from wargrid.match.errors import NotationError
from wargrid.match.match import Match
from wargrid.match.notation.moves import read_move
from wargrid.match.notes import Branch
from wargrid.plugins.base import PluginError


def branched(match: Match, branches: Sequence[Branch]) -> Match:
    """Return a match with the moves of a line up to its branch, then those of the branch.

    Each of ``branches`` leaves the one before; the first leaves the match. A branch ends before its
    first move that the rules do not allow. The match has no notes, and no rolls are made in it.
    """
    made = Match(match.game, dice=match.dice, by_hand=True, start=match.start)
    made.plies = list(match.plies)
    begin = 0
    for branch in branches:
        del made.plies[begin + branch.at :]
        begin = len(made.plies)
        for text in branch.moves:
            if not _made(made, text):
                break
    return made


def _made(match: Match, text: str) -> bool:
    try:
        match.play(read_move(match.game, match.position, text))
    except (IllegalMove, NotationError, PluginError):
        return False
    return True

"""What the units of a table could do: a frontend far away draws it before the server answers."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from wargrid.core.moves import DO, MOVE, TAKE, Move
from wargrid.match import Match
from wargrid_play.table.guide import is_guided
from wargrid_play.table.prompts import needs_confirmation
from wargrid_play.table.questions import answers_of
from wargrid_play.table.scene import MARKS, range_marks
from wargrid_play.table.state import State, is_deploying, is_mine
from wargrid_play.table.view import ChoiceView

MOST_UNITS: Final = 60
MOST_CELLS: Final = 2_000
"""The most units, and cells of all their marks, that are told; of more, the server is asked."""


def choices_of(match: Match, state: State) -> tuple[ChoiceView, ...] | None:
    """Return what each unit that can act may do, as clicks on it would show.

    It is None while no seat of the table acts, and empty where a guide or a question says what is
    to be done, or there is too much to be told. What follows a move is left out.
    """
    if not is_mine(match, state) or is_deploying(match):
        return None
    if is_guided(match) or answers_of(match):
        return ()
    found: defaultdict[int, list[Move]] = defaultdict(list)
    moves = match.game.moves(match.position)
    for move in moves:
        if move.source >= 0:
            found[move.source].append(move)
    if len(found) > MOST_UNITS or len(moves) > MOST_CELLS:
        return ()
    made, cells = list[ChoiceView](), 0
    for cell, own in sorted(found.items()):
        made.append(_choice(match, cell, own))
        cells += len(made[-1].range) + len(own)
        if cells > MOST_CELLS:
            return ()
    return tuple(made)


def _choice(match: Match, cell: int, moves: list[Move]) -> ChoiceView:
    marked: dict[str, dict[int, None]] = {"reach": {}, "target": {}, "special": {}, "turn": {}}
    asks, seen = dict[int, None](), set[int]()
    for move in moves:
        kind, target = MARKS.get(move.verb, "special"), move.target
        if kind == "turn":
            marked[kind][move.facing] = None
        elif move.verb != DO or target != cell:  # these have a button
            marked[kind][target] = None
            if target in seen or _asks(match, move):
                asks[target] = None
            seen.add(target)
    ranged = range_marks(match.game, match.position, cell)
    return ChoiceView(
        cell,
        reach=tuple(marked["reach"]),
        target=tuple(marked["target"]),
        special=tuple(marked["special"]),
        range=tuple(mark.cell for mark in ranged),
        turns=tuple(marked["turn"]),
        asks=tuple(asks),
    )


def _asks(match: Match, move: Move) -> bool:
    """Return whether a move may be asked about first; without dice it can rest on none."""
    if move.verb not in (MOVE, TAKE):
        return True
    game = match.game
    return bool(game.ruleset.dice) and needs_confirmation(game, match.position, move)

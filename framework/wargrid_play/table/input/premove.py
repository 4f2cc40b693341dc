"""Premoves: a move given while another side acts, and made as soon as one's own turn comes."""

from __future__ import annotations

from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.engine.threats import ends_ever, takings
from wargrid.match import Match, NotationError, Ply, read_move
from wargrid.match.styles import spelled_out
from wargrid_play.table.guide import is_guided
from wargrid_play.table.state import Premove, State, is_deploying
from wargrid_play.table.wording import Wording

Ends = tuple[int, int, str]
"""The source and the target of a move, and what its unit becomes."""


def may_premove(match: Match, state: State) -> bool:
    """Return whether a seat here may give a move before its turn.

    That is so where a turn is one action, and the side to act is played elsewhere or by a computer.
    """
    turn, position = match.game.ruleset.turn, match.position
    one = turn.actions == 1 and turn.groups is None
    begun = match.result is None and position.turn > 0 and not is_deploying(match)
    absent = bool(state.seats) and position.side not in state.seats
    return one and begun and absent and not is_guided(match)


def may_come(match: Match, state: State, premove: Premove) -> bool:
    """Return whether the turn of a premove is still to come: nothing was undone, or made since."""
    waits = match.to_act == CHANCE or may_premove(match, state)
    return match.result is None and waits and holds(match, premove)


def holds(match: Match, premove: Premove) -> bool:
    """Return whether a match has gone on from where a premove was given, and its side has not."""
    number, last = premove.after
    same = len(match.plies) >= number and _last(match, number) is last
    return same and all(ply.actor != premove.side for ply in match.plies[number:])


def _last(match: Match, number: int) -> Ply | None:
    return match.plies[number - 1] if number else None


def premove_of(match: Match, state: State, ends: Ends | None, source: int) -> Premove | None:
    """Return the premove of the unit on a cell, or None where no unit of a seat here stands.

    Without ``ends`` only the unit is chosen.
    """
    position = match.position
    unit, number = position.board[source], len(match.plies)
    if unit <= 0 or position.side_of(unit) not in state.seats:
        return None
    target, word = (None, "") if ends is None else ends[1:]
    side = position.side_of(unit)
    return Premove(side, unit, source, target, word, (number, _last(match, number)))


def is_hopeless(match: Match, premove: Premove) -> bool:
    """Return whether no answer of the other side can make a premove legal.

    An ability, or a turn on its own cell, is left to its own turn.
    """
    source, target = premove.source, premove.target
    if target is None or target == source or match.position.at(source).type.abilities:
        return False
    return target not in ends_ever(match.game, match.position, source)


def clicked(match: Match, state: State, cell: int) -> Premove | None:
    """Return what a click on a cell makes of the premove: it gives one, or takes it back.

    A click on a friend chooses that unit, unless the one chosen first could retake there.
    """
    given = state.premove
    other = premove_of(match, state, None, cell)
    if given is None or given.target is not None:
        return None if given is not None and cell == given.source else other
    if cell == given.source:
        return None
    if other is not None and cell not in takings(match.game, match.position, given.source):
        return other
    return premove_of(match, state, (given.source, cell, ""), given.source)


def typed(match: Match, state: State, text: str, wording: Wording) -> Premove | None:
    """Return the premove that a typed move means, read as if the turn had come; None for none."""
    game, ends = match.game, set[Ends]()
    for side in sorted(state.seats):
        begun = match.position.after([game.engine.turn_of(side)])
        ends |= _meant(game, begun, text, wording)
    if len({each[:2] for each in ends}) != 1:
        return None
    source, target, word = min(ends)
    return premove_of(match, state, (source, target, word if len(ends) == 1 else ""), source)


def _meant(game: Game, begun: Position, text: str, wording: Wording) -> set[Ends]:
    """Return the ends of the moves that a text means, or tries where a take could come."""
    for style, letters in wording.readers:
        found = style.read_in_style(begun, text, letters)
        ends = {(move.source, move.target, move.word) for move in found if move.source >= 0}
        if ends:
            return ends
    try:
        move = read_move(game, begun, spelled_out(game, text))
    except NotationError:
        return {
            (source, target, "")
            for style, letters in wording.readers
            for source, target in style.attempts(begun, text, letters)
            if target in takings(game, begun, source)
        }
    ends = {(move.source, move.target, move.word)}
    return {each for each in ends if min(each[:2]) >= 0}

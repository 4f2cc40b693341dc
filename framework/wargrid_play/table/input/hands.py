"""Hands at the table: a unit is chosen beside the board, then a cell where it is placed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from wargrid.core.hands import hand_of
from wargrid.core.moves import DO, NOWHERE, Move
from wargrid.match import Match
from wargrid_play.table.input.abilities import chosen_in, may_ask
from wargrid_play.table.state import State
from wargrid_play.table.view import CommandView, MarkView, SideView
from wargrid_play.table.wording import Wording

COMMAND: Final = "hold"
"""The command ``hold:<type>`` chooses a unit of the hand, or lets go of it."""


def placings(match: Match, word: str = "") -> list[Move]:
    """Return the legal moves that place a unit from the hand, of a type or of any."""
    comes = match.game.engine.abilities.is_from_hand
    return [
        move
        for move in match.game.moves(match.position)
        if move.verb == DO and word in ("", chosen_in(move)) and comes(move)
    ]


def placed_types(match: Match) -> set[str]:
    """Return the types of which a unit may be placed from the hand now."""
    return {chosen_in(move) for move in placings(match)}


def placing_at(match: Match, word: str, cell: int) -> Move:
    """Return the move that places a unit of a type from the hand on a cell, legal or not."""
    return Move(DO, NOWHERE, cell, word=match.game.engine.abilities.from_hand(word))


def held(match: Match, state: State) -> str:
    """Return the type chosen from the hand of the side to act, if that still has one."""
    may = bool(state.held) and may_ask(match, state)
    return state.held if may and hand_of(match.position, match.position.side)[state.held] else ""


def hand_marks(match: Match, state: State) -> Iterator[MarkView]:
    """Mark the cells where the unit chosen from the hand may be placed."""
    word = held(match, state)
    yield from (MarkView(move.target, "reach") for move in placings(match, word) if word)


def hand_commands(
    match: Match, state: State, wording: Wording, *, numbered: bool
) -> Iterator[CommandView]:
    """Yield a command for each type in the hand of the side to act, with a number as its key."""
    if not may_ask(match, state):
        return
    number, chosen = 0, held(match, state)
    for word, count in hand_of(match.position, match.position.side).items():
        if count and match.game.engine.abilities.from_hand(word):
            number += 1
            unit = match.game.ruleset.units[word]
            label = wording.say("table.hand", unit=wording.type(word), n=count)
            key = str(number) if numbered and number < 10 else ""
            why = "" if placings(match, word) else _why_nowhere(match, word, wording)
            name = f"{COMMAND}:{word}"
            view = wording.command(name, label, key, why, unit.letter)
            yield replace(view, chosen=True) if word == chosen else view


def _why_nowhere(match: Match, word: str, wording: Wording) -> str:
    """Word why a unit of the hand can be placed nowhere now."""
    position = match.position
    cell = next((cell for cell, unit in enumerate(position.board) if not unit), 0)
    refusal = match.game.engine.refusal(position, placing_at(match, word, cell))
    return wording.refusal(refusal)


def with_hands(
    sides: Sequence[SideView], commands: Sequence[CommandView], side: int
) -> tuple[SideView, ...]:
    """Return the sides with the commands by which the side to act chooses from its hand."""
    known = {each.name: each for each in commands if each.name.startswith(f"{COMMAND}:")}
    if not known:
        return tuple(sides)
    return tuple(
        replace(each, hand=tuple(
            replace(one, command=f"{COMMAND}:{one.type}", chosen=found.chosen)
            if (found := known.get(f"{COMMAND}:{one.type}")) is not None else one
            for one in each.hand
        ))
        if each.side == side else each
        for each in sides
    )  # fmt: skip

"""Abilities at the table: what the selected unit, or a side at a chosen cell, may do."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from wargrid.core.moves import DO, NOWHERE, Move
from wargrid.core.refusal import Refusal
from wargrid.engine.flow import CHANCE
from wargrid.match import Match
from wargrid.ruleset.verbs import capital
from wargrid_play.table.questions import answers_of
from wargrid_play.table.state import State, is_deploying, is_mine, open_question
from wargrid_play.table.view import CommandView, MarkView
from wargrid_play.table.wording import Wording

COMMAND: Final = "do"
"""The command ``do:<word>`` does what the move of that word says, where the player is."""


NONE_LEFT: Final = "place_none_left"
"""Why a unit that is not in the hand cannot be placed: there is nothing to be offered."""


def abilities_at(match: Match, cell: int | None) -> list[Move]:
    """Return all abilities of the unit on a cell, or of the side to act there, legal or not."""
    if cell is None or match.to_act in (None, CHANCE):
        return []
    return match.game.engine.abilities.known(match.position, cell)


def legal_abilities(match: Match, cell: int | None, word: str = "") -> list[Move]:
    """Return the legal abilities there, or only those with this word."""
    keys = {move.key for move in abilities_at(match, cell) if word in ("", move.word)}
    return [move for move in match.game.moves(match.position) if move.key in keys] if keys else []


def site_marks(match: Match, state: State) -> Iterator[MarkView]:
    """Mark the chosen cell, or every cell where the side may do something without a unit."""
    if state.site is not None:
        yield MarkView(state.site, "special")
    elif state.selected is None and not state.held and may_ask(match, state):
        cells = site_cells(match, of_hand=False)
        board = match.position.board
        empty = [cell for cell in cells if not board[cell]]
        marked = [cell for cell in cells if board[cell]] if are_everywhere(match, empty) else cells
        yield from (MarkView(cell, "special") for cell in marked)


def site_cells(match: Match, *, of_hand: bool = True) -> dict[int, None]:
    """Return the cells where the side may do something without a unit, in the order of moves.

    Unless ``of_hand``, where it may only place units from its hand is left out.
    """
    moves, comes = match.game.moves(match.position), match.game.engine.abilities.is_from_hand
    sites = (move for move in moves if move.verb == DO and move.source == NOWHERE)
    return dict.fromkeys(move.target for move in sites if of_hand or not comes(move))


def are_everywhere(match: Match, cells: Collection[int]) -> bool:
    """Return whether these are all empty cells of the board, so that marks would say nothing."""
    board = match.position.board
    return len(cells) == board.count(0) and not any(board[cell] for cell in cells)


def may_ask(match: Match, state: State) -> bool:
    """Return whether a side that is played here may do something, and nothing is asked."""
    return (
        match.game.engine.has_abilities
        and match.result is None
        and is_mine(match, state)
        and not is_deploying(match)
        and open_question(match, state) is None
        and not answers_of(match)
    )


def ability_commands(match: Match, state: State, wording: Wording) -> Iterator[CommandView]:
    """Yield a command for everything that may be done where the player is, or the reason why not.

    Prices and the letters of units to be built are part of it.
    """
    if not may_ask(match, state):
        return
    cell = state.site if state.selected is None else state.selected
    for number, (word, move, refusal) in enumerate(_offered(match, state, cell), 1):
        why = "" if refusal is None else wording.refusal(refusal)
        unit = match.game.ruleset.units.get(chosen_in(move))
        letter = "" if unit is None else unit.letter
        key = str(number) if number < 10 else ""
        yield wording.command(f"{COMMAND}:{word}", label_of(match, move, wording), key, why, letter)


def _offered(
    match: Match, state: State, cell: int | None
) -> Iterator[tuple[str, Move, Refusal | None]]:
    """Yield the word and a move of each ability there, with the reason if none is legal."""
    moves = {move.word: move for move in abilities_at(match, cell)}
    for word, move in moves.items():
        legal = legal_abilities(match, cell, word)
        refusal = None if legal else match.game.engine.refusal(match.position, move)
        absent = refusal is not None and refusal.code == NONE_LEFT
        if refusal is None or not (absent or _is_of_others(state, move, refusal)):
            yield word, move, refusal


def _is_of_others(state: State, move: Move, refusal: Refusal) -> bool:
    """Return whether a side does this to other units than the one selected, which does more."""
    return state.selected is not None and move.source == NOWHERE and refusal.code == "act_unfit"


def chosen_in(move: Move) -> str:
    """Return the word that a side chooses besides the ability: the type to build."""
    return move.word.partition(" ")[2]


def label_of(match: Match, move: Move, wording: Wording) -> str:
    """Name the ability of a unit, or what a side chooses with its price."""
    chosen = chosen_in(move)
    if not chosen or move.source != NOWHERE:
        return wording.ability_name(match.position, move)
    name = capital(wording.chosen(chosen))
    price = match.game.engine.abilities.price(move)
    named = name if price is None else wording.say("table.do.priced", what=name, price=price)
    return wording.told_apart(match.position, move, named)

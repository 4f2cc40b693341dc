"""Questions that the rules ask in the middle of a turn, and their answers, in words."""

from __future__ import annotations

from typing import Any

from wargrid.core.effects import REACTS, Reacted
from wargrid.core.moves import CHOOSE, ENTER, Move
from wargrid.core.position import Position
from wargrid.core.tables import TOGETHER
from wargrid.match import Match
from wargrid.ruleset.base import Effect
from wargrid.ruleset.grammar.effects import Appears
from wargrid.ruleset.grammar.lists import lists_inside
from wargrid.ruleset.grammar.telling import CELL, Teller
from wargrid.ruleset.units.table_words import column_name
from wargrid_play.table.wording import Wording


def answers_of(match: Match) -> tuple[Move, ...]:
    """Return the moves that answer the question put to the side to act; empty if there is none."""
    pending = match.position.pending
    if match.result is not None or pending is None:
        return ()
    asked = pending.kind in match.game.engine.choices.questions
    return tuple(match.game.moves(match.position)) if asked else ()


def needs_buttons(answers: tuple[Move, ...]) -> bool:
    """Return whether an answer is a word, so that not all can be given by clicking a cell."""
    return any(move.verb == CHOOSE for move in answers)


def is_joining(position: Position) -> bool:
    """Return whether it is asked which units join an attack."""
    return position.pending is not None and position.pending.kind == TOGETHER


def is_reacting(position: Position) -> bool:
    """Return whether it is asked which units react to what an enemy does."""
    return position.pending is not None and position.pending.kind == REACTS


def by_own_cell(position: Position) -> bool:
    """Return whether an answer is one of several units, and is chosen on its cell."""
    return is_joining(position) or is_reacting(position)


def reaction_text(position: Position, move: Move, wording: Wording) -> str:
    """Word which unit reacts by an answer, and how."""
    event = next(each for each in move.events if isinstance(each, Reacted))
    name = wording.reaction(position, event.cell, event.word)
    unit, cell = wording.unit(position, event.cell), wording.cell(event.cell)
    return wording.say("table.answer.reacts", name=name, unit=unit, cell=cell)


def _reacting(position: Position, wording: Wording) -> str:
    """Word to what the units may react."""
    assert position.pending is not None
    frame = position.pending.then[0]
    effect: Any = asked_effect(position)
    unit = frame.units[effect.enemy]
    enemy = position.cell_of(unit) if unit else frame.cells[effect.enemy]
    names = {"unit": wording.unit(position, enemy), "cell": wording.cell(enemy)}
    return wording.say(f"table.question.reacts.{effect.to}", **names)


def joined_column(position: Position, move: Move, wording: Wording) -> str:
    """Return the column of the attack that is pending once a unit has joined it by a move."""
    assert position.pending is not None
    _, source, target, *cells = position.pending.numbers
    by = _table_of(position)
    compared = by.compared(position, source, target, [*cells, move.source])
    table = by.table(wording.game.ruleset)
    return column_name(table, compared.column, wording.texts)


def _table_of(position: Position) -> Any:
    """Return how the attack is resolved that others may join."""
    assert position.pending is not None
    weapons = position.type_of(position.board[position.pending.numbers[1]]).attack.weapons
    return next(each.by for each in weapons if TOGETHER in each.by.asks)


def question_text(position: Position, answers: tuple[Move, ...], wording: Wording) -> str:
    """Word the question: by the text of its asker, or as what the first answers are."""
    assert position.pending is not None
    asker, first = position.pending.kind, answers[0]
    if is_reacting(position):
        return _reacting(position, wording)
    effect = asked_effect(position)
    if effect is not None:
        role = CELL if getattr(effect, "at", None) else "chosen"
        inside = [
            Teller(wording.texts, wording.game.ruleset).effects(each, role)
            for _, each in lists_inside(effect)
        ]
        names = wording.meeting(position, first.source, first.target)
        if isinstance(effect, Appears):
            names["type"] = wording.type(effect.unit)
            names["owner"] = wording.side(position.pending.then[0].side)
        key = f"table.question.{asker}" if wording.texts.has(f"table.question.{asker}") else ""
        return wording.on_board(
            wording.say(key or "table.question.effect", **names, effects=" ".join(inside))
        )
    if is_joining(position):
        _, source, target, *_ = position.pending.numbers
        told = _table_of(position).details(position, source, target, wording.texts)
        names = wording.meeting(position, source, target)
        return wording.say("table.question.together", **names, odds=" · ".join(told))
    keys = (f"{asker}.question", f"table.question.{asker}")
    otherwise = "table.question.choice" if first.verb == ENTER else "table.prompt.choice"
    key = next((key for key in keys if wording.texts.has(key)), otherwise)
    return wording.say(key, **wording.meeting(position, first.source, first.target))


def asked_effect(position: Position) -> Effect | None:
    """Return the effect that asks, if it is one of a list of effects."""
    pending, effects = position.pending, position.roster.game.effects
    if pending is None or effects is None or pending.kind not in effects.questions:
        return None
    frame = pending.then[0]
    found: Effect = effects.lists[frame.number].steps[frame.step].effect
    return found


def answer_text(position: Position, move: Move, wording: Wording) -> str:
    """Word an answer that is a word: the asker's text for it, yes or no, or a unit type."""
    asker = "" if position.pending is None else position.pending.kind
    keys = (f"{asker}.answer.{move.word}", f"table.answer.{move.word}")
    key = next((key for key in keys if wording.texts.has(key)), None)
    if key is not None:
        return wording.say(key, **wording.meeting(position, move.source, move.target))
    return wording.type(move.word) if move.word in wording.game.ruleset.units else move.word

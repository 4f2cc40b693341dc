"""Choices: what a side is asked in the middle of a turn, and the moves that answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargrid.core.attacks import Choice, Question
from wargrid.core.events import Moved, may_remove_units
from wargrid.core.state import CHOICE
from wargrid.text import Message, catalog

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wargrid.core.attacks import Asks
    from wargrid.core.events import Event
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.core.protocols import RulesetLike, Translations
    from wargrid.engine.context import GameContext

    Answers = Callable[[Position, str, tuple[int, ...]], Sequence[Choice]]


class Choices:
    """The questions that a game may ask; ``questions`` has the shape of each, by asker.

    ``CHOICE`` is asked about the cell of a unit, the others by resolutions of attacks, by
    ``effects`` and by plugins, each under its own name.
    """

    def __init__(self, context: GameContext, effects: Any = None) -> None:
        self._context = context
        self._made: dict[tuple[int, ...], tuple[Move, ...]] = {}
        self._answers: dict[str, Answers] = {}
        self.questions: dict[str, Question] = {CHOICE: Question(0)}
        for name in context.plugins.implementing("choices"):
            self.questions[name] = Question(cells=0, numbers=-1)
            self._answers[name] = self._ask_plugin
        for unit_type in context.ruleset.units.values():
            if unit_type.attack is not None:
                for weapon in unit_type.attack.weapons:
                    self._add(weapon.by.asks, _answers_of_attacker)

        if effects is not None:
            self._add(effects.questions, effects.answers)

    def _add(self, questions: Mapping[str, Question], answers: Answers) -> None:
        for asker, question in questions.items():
            self.questions[asker] = question
            self._answers[asker] = answers

    def _ask_plugin(
        self, position: Position, question: str, numbers: tuple[int, ...]
    ) -> Sequence[Choice]:
        return self._context.plugins.choices(question, position, numbers)

    def moves(self, position: Position) -> list[Move]:
        """Return the moves that answer the pending question."""
        assert position.pending is not None
        asker, (side, *numbers) = position.pending[:2]
        if asker == CHOICE:
            return list(self._cells(position, side, numbers))
        choices = self._answers[asker](position, asker, tuple(numbers))
        return [choice.move(side, _facing_at(position, choice.source)) for choice in choices]

    def understands(self, event: Asks) -> bool:
        """Return whether the numbers of a question have the shape that its asker expects."""
        question, numbers = self.questions.get(event.asker), event.numbers
        if question is None:
            return False
        if event.asker == CHOICE:
            question = Question(cells=max(2, len(numbers)))
        if question.cells < 0:
            question = Question(cells=max(2, len(numbers)))
        cells = numbers[: question.cells]
        return (question.numbers < 0 or len(numbers) == sum(question)) and all(
            cell in range(self._context.grid.cells) for cell in cells
        )

    def can_answer(self, position: Position) -> bool:
        """Return whether the pending question, read from a text, fits the units on the board."""
        assert position.pending is not None
        asker, (_, *numbers) = position.pending[:2]
        return bool(self._answers[asker](position, asker, tuple(numbers)))

    def follow(self, position: Position, move: Move, events_out: list[Event] | None) -> None:
        """Check victory after an answer, on a fresh copy to which its events were applied."""
        if may_remove_units(move.events):
            self._context.check_victory("loss", position, events_out)

    def _cells(self, position: Position, side: int, cells: list[int]) -> tuple[Move, ...]:
        """Return one move for each cell of a unit; that to its own cell lets it stay."""
        facing = _facing_at(position, cells[0])
        key = (facing, side, *cells)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = tuple(
                _set_down(cells[0], target, facing).move(side, facing) for target in cells
            )
        return found


def answer_name(ruleset: RulesetLike, asker: str, word: str) -> Message | Translations:
    """Return what players call an answer that is a word: yes or no, a unit type, or the word."""
    keys = (f"{asker}.answer.{word}", f"table.answer.{word}")
    key = next((key for key in keys if catalog("en").has(key)), None)
    if key is not None:
        return Message(key)
    return ruleset.units[word].name if word in ruleset.units else word


def _facing_at(position: Position, cell: int) -> int:
    unit = position.board[cell] if cell >= 0 else 0
    return position.facing_of(unit) if unit > 0 else 0


def _set_down(cell: int, target: int, facing: int) -> Choice:
    events = () if target == cell else (Moved(cell, target, facing),)
    return Choice(events, cell, target)


def _answers_of_attacker(
    position: Position, question: str, numbers: tuple[int, ...]
) -> Sequence[Choice]:
    """Return the answers that the resolution of the attacker, on the first cell, gives."""
    unit = position.board[numbers[0]]
    attack = position.type_of(unit).attack if unit > 0 else None
    weapons = () if attack is None else attack.weapons
    weapon = next((each for each in weapons if question in each.by.asks), None)
    if weapon is None:
        return ()
    answers: Sequence[Choice] = weapon.by.choices(position, question, numbers)
    return answers

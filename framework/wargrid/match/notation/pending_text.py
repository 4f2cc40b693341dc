"""What is pending in a position, as text: the parts of its line, and whether they make sense."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wargrid.core import AGAIN, ATTACKING, CHOICE, Attack, Pending
from wargrid.engine import DRAWN, FIRST, WALLS
from wargrid.plugins import PluginError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wargrid.core import GameView, Position, Question
    from wargrid.engine import Game

SIDE: Final = "side"
CELL: Final = "cell"
NUMBER: Final = "number"

MOST_CELLS: Final = 98
"""The most cells of a choice of a cell."""

MOST_COUNTS: Final = 9
"""The most numbers that an attack counts besides hits."""


def write_pending(game: GameView, pending: Pending) -> str:
    """Write the kind, then its numbers: sides and cells by name."""
    kind, numbers, weapon = pending
    shape = shape_of(game, kind, len(numbers)) or (NUMBER,) * len(numbers)
    sides = list(game.ruleset.sides)
    names: dict[str, Callable[[int], str]] = {
        SIDE: sides.__getitem__,
        CELL: game.grid.name,
        NUMBER: str,
    }
    words = (names[part](number) for part, number in zip(shape, numbers, strict=True))
    return " ".join(filter(None, (kind, *words, weapon)))


def part_weapon(words: list[str]) -> tuple[list[str], str]:
    """Return the words of what is pending without the weapon of an attack, which comes last."""
    if words[:1] == [ATTACKING] and len(words) > 5 and not words[-1].isdecimal():
        return words[:-1], words[-1]
    return words, ""


def kinds(game: Game) -> list[str]:
    """Return what may be pending in a game."""
    found = {
        AGAIN: bool(game.ruleset.turn.again),
        ATTACKING: any(unit.attack is not None for unit in game.ruleset.units.values()),
        FIRST: game.ruleset.first.player == "roll",
        DRAWN: game.ruleset.first.player == "random",
        WALLS: bool(game.plugins.implementing("walls_drawn")),
    }
    return [*game.choices.questions, *(kind for kind, may_be in found.items() if may_be)]


def shape_of(game: GameView, kind: str, length: int) -> Sequence[str] | None:
    """Return what each of so many numbers of a kind stands for; None if there are none such."""
    question: Question | None = game.choices.questions.get(kind)
    if kind == CHOICE:
        return (SIDE, *(CELL,) * (length - 1)) if 3 <= length <= MOST_CELLS else None
    if question is not None and question.numbers < 0:
        return (SIDE, *(NUMBER,) * (length - 1)) if length else None
    if question is not None:
        shape = (SIDE, *(CELL,) * question.cells, *(NUMBER,) * question.numbers)
        return shape if len(shape) == length else None
    if kind == AGAIN:
        return (CELL,) if length == 1 and game.ruleset.turn.again else None
    if kind == ATTACKING:
        fits = 5 <= length <= 5 + MOST_COUNTS
        return (CELL, CELL, *(NUMBER,) * (length - 2)) if fits else None
    most = {FIRST: len(game.sides) - 1, DRAWN: 0, WALLS: 0}.get(kind, -1)
    return (NUMBER,) * length if length <= most else None


def is_possible(game: Game, position: Position) -> bool:
    """Return whether what is pending fits the units on the board."""
    assert position.pending is not None
    kind, numbers, _ = position.pending
    if kind == ATTACKING:
        return _can_attack(position)
    if kind in (AGAIN, CHOICE):
        board, (cell, *others) = position.board, numbers[kind == CHOICE :]
        owned = board[cell] > 0 and position.side_of(board[cell]) == position.side
        return owned and not any(board[other] for other in others)
    if kind == WALLS:
        return bool(game.plugins.walls_drawn(position))
    try:
        return kind not in game.choices.questions or game.choices.can_answer(position)
    except PluginError:
        return False


def _can_attack(position: Position) -> bool:
    attack = Attack(position)
    if attack.attacker <= 0 or attack.defender <= 0 or not 0 < attack.dice <= 100:
        return False
    attacks = position.type_of(attack.attacker).attack
    if attacks is None:
        return False
    several = len(attacks.weapons) > 1
    if attack.word not in ({each.weapon for each in attacks.weapons} if several else {""}):
        return False
    return len(attack.counts) == len(attack.weapon.by.counts)

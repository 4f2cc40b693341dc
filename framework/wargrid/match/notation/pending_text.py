"""What is pending in a position, as text: the parts of its line, and whether they make sense."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from wargrid.core.attacks import Attack, Question
from wargrid.core.dice import MAX_DICE
from wargrid.core.game_view import GameView
from wargrid.core.position import Position
from wargrid.core.state import AGAIN, ATTACKING, CHOICE, ROLLS, Pending
from wargrid.engine.game import Game
from wargrid.engine.setup.opening import DRAWN, FIRST, WALLS
from wargrid.engine.threats import in_range
from wargrid.match.notation.frame_text import THEN, write_frame
from wargrid.plugins.base import PluginError

SIDE: Final = "side"
CELL: Final = "cell"
NUMBER: Final = "number"

MOST_CELLS: Final = 98
"""The most cells of a choice of a cell."""

MOST_COUNTS: Final = 40
"""The most numbers that an attack counts besides hits."""


def write_pending(game: GameView, pending: Pending, position: Position | None = None) -> str:
    """Write the kind, then its numbers: sides and cells by name, then the lists that wait."""
    kind, numbers, weapon, then = pending
    shape = shape_of(game, kind, len(numbers)) or (NUMBER,) * len(numbers)
    sides = list(game.ruleset.sides)
    names: dict[str, Callable[[int], str]] = {
        SIDE: sides.__getitem__,
        CELL: game.grid.name,
        NUMBER: str,
    }
    words = (names[part](number) for part, number in zip(shape, numbers, strict=True))
    frames = [f"{THEN} {write_frame(position, frame)}" for frame in then if position is not None]
    return " ".join(filter(None, (kind, *words, weapon, *frames)))


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
        ROLLS: game.engine.effects is not None and game.engine.effects.roll,
    }
    return [*game.engine.choices.questions, *(kind for kind, may_be in found.items() if may_be)]


def shape_of(game: GameView, kind: str, length: int) -> Sequence[str] | None:
    """Return what each of so many numbers of a kind stands for; None if there are none such."""
    question: Question | None = game.choices.questions.get(kind)
    if kind == CHOICE:
        return (SIDE, *(CELL,) * (length - 1)) if 3 <= length <= MOST_CELLS else None
    if question is not None and question.cells < 0:
        return (SIDE, *(CELL,) * (length - 1)) if 3 <= length <= MOST_CELLS else None
    if question is not None and question.numbers < 0:
        return (SIDE, *(NUMBER,) * (length - 1)) if length else None
    if question is not None:
        shape = (SIDE, *(CELL,) * question.cells, *(NUMBER,) * question.numbers)
        return shape if len(shape) == length else None
    if kind == AGAIN:
        turn = game.ruleset.turn
        most = MOST_CELLS if turn.removed == "at_end" else 1
        return (CELL,) * length if turn.again and 1 <= length <= most else None
    if kind == ATTACKING:
        fits = 5 <= length <= 5 + MOST_COUNTS
        return (CELL, CELL, *(NUMBER,) * (length - 2)) if fits else None
    most = {FIRST: len(game.sides) - 1, DRAWN: 0, WALLS: 0, ROLLS: 0}.get(kind, -1)
    return (NUMBER,) * length if length <= most else None


def example_of(game: Game, kind: str) -> str:
    """Return what is pending of a kind, as an example with cells and sides of the game."""
    shape = next(filter(None, (shape_of(game.engine, kind, n) for n in range(MOST_CELLS))), ())
    if kind == ATTACKING:
        attack = next(unit.attack for unit in game.ruleset.units.values() if unit.attack)
        first = attack.weapons[0]
        word = str(first.weapon) if len(attack.weapons) > 1 else ""
        numbers = (0, 1, 1, 1, 0, *(0,) * len(first.by.counts))
        return write_pending(game.engine, Pending(kind, numbers, word))
    cells = iter(range(game.grid.cells))
    return write_pending(
        game.engine,
        Pending(kind, tuple(next(cells) if part == CELL else part == NUMBER for part in shape)),
    )


def is_possible(game: Game, position: Position) -> bool:
    """Return whether what is pending fits the units on the board."""
    assert position.pending is not None
    kind, numbers = position.pending[:2]
    if kind == ATTACKING:
        return _can_attack(game, position)
    effects = game.engine.effects
    if effects is not None and (kind == ROLLS or kind in effects.questions):
        return effects.is_possible(position)
    if kind == AGAIN:
        return _can_go_on(game, position)
    if kind == CHOICE:
        board, (cell, *others) = position.board, numbers[1:]
        owned = board[cell] > 0 and position.side_of(board[cell]) == position.side
        return owned and not any(board[other] for other in others)
    if kind == WALLS:
        return bool(game.plugins.walls_drawn(position))
    try:
        return kind not in game.engine.choices.questions or game.engine.choices.can_answer(position)
    except PluginError:
        return False


def _can_go_on(game: Game, position: Position) -> bool:
    """Return whether a unit of the side is where it goes on, and those that it took are there."""
    assert position.pending is not None
    board, (cell, *taken) = position.board, position.pending.numbers
    there = [board[cell], *(board[each] for each in taken)]
    if min(there) <= 0 or len({*taken}) < len(taken):
        return False
    first, *others = map(position.side_of, there)
    later = game.ruleset.turn.removed == "at_end"
    return first == position.side and position.side not in others and bool(taken) == later


def _can_attack(game: Game, position: Position) -> bool:
    assert position.pending is not None
    attack = Attack(position)
    if attack.attacker <= 0 or attack.defender <= 0 or attack.attacker_type.attack is None:
        return False
    weapons = attack.attacker_type.attack.weapons
    several = len(weapons) > 1
    if attack.word not in ({each.weapon for each in weapons} if several else {""}):
        return False
    by, sides = attack.weapon.by, map(position.side_of, (attack.attacker, attack.defender))
    can_hit = by.may_hit(attack.defender_type) and attack.target in in_range(
        game, position, attack.source, attack.word
    )
    attacker, defender = sides
    # A list of effects may let any unit attack.
    by_turn = attacker == position.side or bool(position.pending.then)
    if attacker == defender or not by_turn or not can_hit:
        return False
    most = MAX_DICE if game.plugins.implementing("after_roll") else by.dice_of(attack)
    return 0 < attack.dice <= most and by.fits(attack)

"""Attacks of random games, and every throw of their dice, found without the odds of the engine."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from wargrid import ATTACK, CHANCE, Game, Move, Position, Roll
from wargrid.core.effects import REACTS
from wargrid.core.events import Event
from wargrid.core.moves import CHOOSE
from wargrid.core.state import ATTACKING
from wargrid.core.tables import TOGETHER

POSITIONS = 60_000
"""In how many positions attacks are looked for."""


class Thrown(NamedTuple):
    """What one order of throws leads to: its probability, its events, the position after them."""

    chance: Fraction
    events: tuple[Event, ...]
    position: Position


@cache
def throws(faces: tuple[str, ...], dice: int) -> dict[tuple[str, ...], Fraction]:
    """The probability of each unordered throw, found by adding one die after the other."""
    found: dict[tuple[str, ...], Fraction] = {(): Fraction(1)}
    for _ in range(dice):
        longer: defaultdict[tuple[str, ...], Fraction] = defaultdict(Fraction)
        for shown, chance in found.items():
            for face in faces:
                longer[tuple(sorted((*shown, face)))] += chance / len(faces)
        found = dict(longer)
    return found


def every_throw(game: Game, position: Position, move: Move) -> Iterator[Thrown]:
    """Yield what an attack may lead to, by trying every throw of every roll."""
    after, events = game.play(position, move)
    waiting = [Thrown(Fraction(1), tuple(events), after)]
    while waiting:
        one = waiting.pop()
        kind = "" if one.position.pending is None else one.position.pending.kind
        if kind in (TOGETHER, REACTS):  # no unit joins or reacts that need not
            answers = game.moves(one.position)
            now = next((each for each in answers if each.verb == CHOOSE), answers[0])
            after, more = game.play(one.position, now)
            waiting.append(Thrown(one.chance, (*one.events, *more), after))
            continue
        if kind != ATTACKING:
            yield one
            continue
        rolls = [roll for roll in game.moves(one.position) if isinstance(roll, Roll)]
        thrown = throws(tuple(game.ruleset.dice[rolls[0].die]), len(rolls[0].faces))
        assert sorted(tuple(sorted(roll.faces)) for roll in rolls) == sorted(thrown)
        for roll in rolls:
            likely = thrown[tuple(sorted(roll.faces))]
            after, more = game.play(one.position, roll)
            waiting.append(Thrown(one.chance * likely, (*one.events, *more), after))


def random_attacks(game: Game, number: int, seed: int = 11) -> Iterator[tuple[Position, Move]]:
    """Yield every attack in positions of random games, half of whose moves are attacks if possible.

    Yield none if no unit can attack.
    """
    draw = random.Random(seed)
    positions = 0
    while any(ATTACK in verbs for verbs in game.engine.costs.values()) and positions < POSITIONS:
        position = game.start()
        for _ in range(2_000):
            if position.result is not None or positions == POSITIONS:
                break
            moves = game.moves(position)
            positions += 1
            attacks = [move for move in moves if move.verb == ATTACK]
            for attack in attacks:
                yield position, attack
                number -= 1
                if not number:
                    return
            move = draw.choice(attacks if attacks and draw.random() < 0.5 else moves)
            if game.to_act(position) == CHANCE:
                move = game.engine.draw(position, draw.random())
            position = game.step(position, move)

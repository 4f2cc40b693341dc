"""The dice of the last roll: what they were rolled for, what they scored, and the average."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import dropwhile, takewhile

from wargrid.core.attacks import Attack
from wargrid.core.moves import Roll
from wargrid.core.position import Position
from wargrid.core.state import ATTACKING, ROLLS
from wargrid.engine.game import Game
from wargrid.engine.setup.opening import FIRST
from wargrid.match import Ply
from wargrid.ruleset.base import Resolution
from wargrid_play.table.view import DiceView
from wargrid_play.table.wording import Wording


def resolution_at(position: Position, cell: int, weapon: str) -> Resolution | None:
    """Return how the unit on a cell resolves an attack, or None if it never attacks.

    ``weapon`` is the word of one of its several weapons, else empty.
    """
    unit = position.board[cell]
    if unit <= 0 or position.type_of(unit).attack is None:
        return None
    by: Resolution = position.type_of(unit).attack.armed(weapon).by
    return by


def hits_of(before: Position, by: Resolution, roll: Roll) -> int:
    """Return the hits of a roll in the attack that is pending in a position."""
    return by.counted(Attack(before), roll)[0]


def hitting_faces(before: Position, by: Resolution, die: str) -> tuple[str, ...]:
    """Return the faces that score a hit when they are rolled alone in the pending attack."""
    known = tuple(dict.fromkeys(before.roster.game.ruleset.dice[die]))
    rolls = {face: Roll(die, (face,), tuple(int(face == each) for each in known)) for face in known}
    return tuple(face for face, roll in rolls.items() if hits_of(before, by, roll))


def rolls_for_first_turn(position: Position) -> int | None:
    """Return the side that rolls for the first turn now, or None."""
    if position.pending is None or position.pending.kind != FIRST:
        return None
    return len(position.pending.numbers)


class LastDice:
    """The dice of the last roll of a match, worded once for each roll."""

    def __init__(self) -> None:
        self._known: tuple[Ply | None, Wording, DiceView | None] | None = None

    def view(self, plies: Sequence[Ply], wording: Wording) -> DiceView | None:
        """Return the dice of the last roll, or None before the first."""
        known, ply = self._known, _last_roll(plies)
        if known is None or known[0] is not ply or known[1] is not wording:
            known = self._known = ply, wording, dice_of(plies, wording)
        return _dated(known[2], ply, plies, wording)


def _dated(
    dice: DiceView | None, ply: Ply | None, plies: Sequence[Ply], wording: Wording
) -> DiceView | None:
    """Add the turn to the caption of dice that fell in an earlier one, once a side has moved.

    Those for the first turn are no longer shown then.
    """
    if dice is None or ply is None or ply is plies[-1]:
        return dice
    if max(1, ply.before.turn) >= plies[-1].after.turn:
        return dice
    if not ply.before.turn:
        return None
    turn = wording.turn(ply.before.turn)
    return replace(
        dice, caption=wording.say("table.dice.when", turn=turn, what=dice.caption), old=True
    )


def dice_of(plies: Sequence[Ply], wording: Wording) -> DiceView | None:
    """Return the dice of the last roll among some plies, as they fell, or None without a roll."""
    ply = _last_roll(plies)
    if ply is None or not isinstance(ply.move, Roll):
        return None
    roll, side = ply.move, rolls_for_first_turn(ply.before)
    counting, rolls = counting_faces(ply.before, roll.die), [roll.faces]
    names: tuple[str, ...] = ()
    if side is None:
        caption, mean = _meaning(ply.before, roll, wording)
        if len(struck := _hits_in_a_row(plies)) > 1:
            total = wording.count("events.hits", sum(struck))
            caption = wording.say("table.dice.again", what=caption, total=total)
    else:
        rolls = [each for each in map(_rolled, plies) if each is not None][-side - 1 :]
        names = tuple(wording.side(at) for at in range(side + 1)[-len(rolls) :])
        scores = (
            wording.say("table.dice.score", side=name, n=_count(each, counting))
            for name, each in zip(names, rolls, strict=True)
        )
        caption, most = wording.say("table.dice.first", scores=", ".join(scores)), counting[0]
        mean = wording.say("table.prompt.most_begins", face=wording.face(most)) if most else ""
    faces = tuple(face for each in rolls for face in each)
    hits, die = tuple(face in counting for face in faces), wording.game.ruleset.dice[roll.die]
    return DiceView(faces, hits, caption, mean, tuple(die), rolls=len(rolls), names=names)


def _hits_in_a_row(plies: Sequence[Ply]) -> list[int]:
    """Return the hits of the last roll and of those right before it, which are of one attack."""
    late = dropwhile(lambda ply: not isinstance(ply.move, Roll), reversed(plies))
    found = []
    for ply in takewhile(lambda ply: isinstance(ply.move, Roll), late):
        by = _resolution_of(ply.before)
        if by is None or not isinstance(ply.move, Roll):
            break
        found.append(hits_of(ply.before, by, ply.move))
    return found


def _rolled(ply: Ply) -> tuple[str, ...] | None:
    """Return the faces of a roll, None for any other ply."""
    return ply.move.faces if isinstance(ply.move, Roll) else None


def _count(faces: Sequence[str], counting: Sequence[str]) -> int:
    return sum(face in counting for face in faces)


def mean_hits(game: Game, before: Position) -> Fraction | None:
    """Return the average hits of a roll that is due, or None where nothing is hit."""
    moments = _moments(game, before)
    return None if moments is None else moments[0]


def _moments(game: Game, before: Position) -> tuple[Fraction, Fraction] | None:
    """Return the average hits of a roll that is due, and their variance; None without hits."""
    by = _resolution_of(before)
    if by is None:
        return None
    rolls = [(chance, move) for chance, move in game.chances(before) if isinstance(move, Roll)]
    hits = [(chance, hits_of(before, by, roll)) for chance, roll in rolls]
    mean = sum((chance * one for chance, one in hits), Fraction(0))
    return mean, sum((chance * (one - mean) ** 2 for chance, one in hits), Fraction(0))


def facts_of(plies: Sequence[Ply], wording: Wording) -> tuple[str, ...]:
    """Word how long a match lasted, and the hits of each side beside those to be expected."""
    sides = len(wording.game.sides)
    hits, means, spread = [0] * sides, [Fraction(0)] * sides, [Fraction(0)] * sides
    for ply in plies:
        by = _resolution_of(ply.before)
        if by is not None and isinstance(ply.move, Roll):
            side = ply.before.side_of(Attack(ply.before).attacker)
            mean, variance = _moments(wording.game, ply.before) or (Fraction(0), Fraction(0))
            hits[side] += hits_of(ply.before, by, ply.move)
            means[side] += mean
            spread[side] += variance
    told = [
        wording.say(
            f"table.over.luck.{_luck(hits[side] - means[side], spread[side])}",
            side=wording.side(side),
            hits=wording.count("events.hits", hits[side]),
            mean=wording.number(means[side]),
        )
        for side in range(sides)
        if means[side]
    ]
    return (wording.turn(plies[-1].after.turn), *told) if plies else ()


def _luck(more: Fraction, variance: Fraction) -> str:
    """Return ``lucky`` for hits that are a standard deviation above the average, and so on."""
    if more * more < variance or not more:
        return "fair"
    return "lucky" if more > 0 else "unlucky"


def surprise_of(game: Game, before: Position, roll: Roll) -> float | None:
    """Return the distance of a roll's hits from their average, or None where nothing is hit."""
    by, mean = _resolution_of(before), mean_hits(game, before)
    return None if by is None or mean is None else float(abs(hits_of(before, by, roll) - mean))


def _last_roll(plies: Sequence[Ply]) -> Ply | None:
    return next((ply for ply in reversed(plies) if isinstance(ply.move, Roll)), None)


def counting_faces(before: Position, die: str) -> tuple[str, ...]:
    """Return the faces of a die that count now: those that hit, or that decide a first turn.

    Where rolls score no hits, as in a table, each face counts.
    """
    ruleset = before.roster.game.ruleset
    if rolls_for_first_turn(before) is not None:
        return (ruleset.first.most or "",)
    by = _resolution_of(before)
    if by is None:
        return ()
    return hitting_faces(before, by, die) if by.scores else tuple(ruleset.dice[die])


def effect_rolls(position: Position) -> bool:
    """Return whether an effect of a rule rolls now, not an attack."""
    return position.pending is not None and position.pending.kind == ROLLS


def rolls_for(position: Position) -> int:
    """Return the cell of the unit for which an effect rolls, or -1."""
    pending = position.pending
    if pending is None or pending.kind != ROLLS:
        return -1
    cell: int = position.roster.game.effects.asked_about(position)
    return cell if cell >= 0 and position.board[cell] > 0 else -1


def _resolution_of(before: Position) -> Resolution | None:
    """Return how the pending attack is resolved, or None if none is."""
    pending = before.pending
    if pending is None or pending.kind != ATTACKING:
        return None
    attack = Attack(before)
    return resolution_at(before, attack.source, attack.word)


def _meaning(before: Position, roll: Roll, wording: Wording) -> tuple[str, str]:
    """Return what a roll in an attack scored, and its expected score with the faces that hit."""
    by, mean = _resolution_of(before), mean_hits(wording.game, before)
    if by is None or mean is None:
        return "", ""
    if not by.scores:
        text = by.reads(Attack(before), roll, wording.texts)
        return text[:1].upper() + text[1:], ""
    hits, *counts = by.counted(Attack(before), roll)
    scored = [wording.count("events.hits", hits)]
    for name, number in zip(by.counts, counts, strict=False):
        if number and wording.texts.has(f"events.{name}.one"):
            scored.append(wording.count(f"events.{name}", number))
    faces = ", ".join(map(wording.face, hitting_faces(before, by, roll.die)))
    average = wording.say("table.dice.expected", hits=wording.number(mean), faces=faces)
    text = ", ".join(scored)
    return text[:1].upper() + text[1:], average

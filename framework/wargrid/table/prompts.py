"""Prompts: an open question as texts, exact odds included."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from wargrid.core.events import Rolled, RollsAgain
from wargrid.core.moves import ATTACK, Draw, Lot, Move, Roll
from wargrid.engine.odds import expected
from wargrid.match.notation import write_move
from wargrid.table.asking import Question, dice_wanted, die_faces
from wargrid.table.rolling import hitting_faces, resolution_at, rolls_for_the_first_turn
from wargrid.table.view import BarView, Lines, PromptView
from wargrid.table.wording import strength_of

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.odds import Odds
    from wargrid.table.wording import Teller


def prompt_of(question: Question, position: Position, teller: Teller) -> PromptView:
    """A question in words."""
    if question.kind == "attack":
        return _attack(question, position, teller)
    if question.kind == "dice":
        return _dice(question, position, teller)
    if question.kind == "choice":
        return _choice(question, teller)
    title = teller.say("table.prompt.resign", side=teller.side(position.side))
    return PromptView("resign", title, details=(teller.say("table.prompt.resign_means"),))


# Before an attack


def _attack(question: Question, position: Position, teller: Teller) -> PromptView:
    move, odds = question.moves[0], question.odds
    assert odds is not None
    aimed = position.board[move.target] > 0 and move.target != move.source
    names = {"unit": teller.unit(position, move.source), "cell": teller.cell(move.source)}
    aim = {"other": teller.unit(position, move.target), "target": teller.cell(move.target)}
    return PromptView(
        "attack",
        teller.say("table.prompt.attack" if aimed else "table.prompt.chance", **names, **aim),
        cells=(move.source, move.target),
        lines=tuple(_results(odds, move, position.side, teller)),
        bars=_bars(odds, move.target, teller) if aimed and _is_rolled(odds) else (),
        details=tuple(_details(odds, move, teller)),
        counter_title=teller.say("table.odds.counter", other=aim["other"]) if aimed else "",
        counter=_counter(question.counter, move, teller) if aimed else (),
    )


def _results(odds: Odds, move: Move, side: int, teller: Teller) -> Iterator[tuple[str, str]]:
    if odds.before.board[move.target] > 0 and move.target != move.source:
        joins = odds.joins(move.target)
        if joins:
            yield teller.say("table.odds.joins"), teller.chance(joins)
        yield teller.say("table.odds.eliminates"), teller.chance(odds.eliminated(move.target))
        yield from _costs(odds, move, teller)
    if _is_rolled(odds):
        yield teller.say("table.odds.displaced"), teller.chance(odds.displaced(move.source))
    lost = odds.eliminated(move.source)
    if lost:
        yield teller.say("table.odds.lost"), teller.chance(lost)
    wins = odds.wins(side)
    if wins:
        yield teller.say("table.odds.wins"), teller.chance(wins)
    loses = sum(
        (odds.wins(other) for other in range(len(teller.game.sides)) if other != side), Fraction(0)
    )
    if loses:
        yield teller.say("table.odds.loses"), teller.chance(loses)


def _is_rolled(odds: Odds) -> bool:
    """Whether dice fall on the way to any outcome."""
    return any(isinstance(event, Rolled) for outcome in odds.outcomes for event in outcome.events)


ATTACKING: Final = (
    "table.odds.target_displaced",
    "table.odds.target_loses",
    "table.odds.attacker_loses",
)
COUNTER: Final = ("table.counter.you_displaced", "table.counter.you_lose", "table.counter.it_loses")
"""The labels of what an attack costs: that the target is displaced, what it loses and what the
attacker loses."""


def _costs(
    odds: Odds, move: Move, teller: Teller, labels: tuple[str, str, str] = ATTACKING
) -> Iterator[tuple[str, str]]:
    """What the attack costs: expected hits and men where dice fall, otherwise exactly what each of the two loses.

    Where every unit is one man, whether the target is lost is told already.
    """
    displaced, *losing = labels
    if _is_rolled(odds):
        yield teller.say("table.odds.hits"), teller.number(expected(odds.hits()))
        yield (
            teller.strength("table.odds.expected"),
            teller.number(expected(odds.removed(move.target))),
        )
        return
    if odds.displaced(move.target) > odds.eliminated(move.target):
        yield teller.say(displaced), teller.chance(odds.displaced(move.target))
    if not strength_of(teller.game):
        if odds.eliminated(move.source):
            yield teller.say(losing[1]), teller.lost(1)
        return
    for label, cell in zip(losing, (move.target, move.source), strict=True):
        before = odds.before.men[odds.before.board[cell]]
        lost = next(iter(odds.removed(cell)))
        counted = {"loss": teller.lost(lost), "before": before, "after": before - lost}
        yield teller.say(label), teller.say("table.odds.loses_of", **counted)


def _bars(odds: Odds, cell: int, teller: Teller) -> tuple[BarView, ...]:
    return tuple(
        BarView(teller.lost(men), float(chance), teller.chance(chance))
        for men, chance in odds.removed(cell).items()
    )


def _details(odds: Odds, move: Move, teller: Teller) -> Iterator[str]:
    """What is rolled and what it takes, line by line."""
    game = teller.game
    before = odds.before
    by = resolution_at(before, move.source)
    if by is not None and not _is_rolled(odds) and before.board[move.target] > 0:
        yield from by.details(before, move.source, move.target, teller.words)
        return
    announced = game.moves(game.step(before, move))
    roll = announced[0] if announced else None
    if by is not None and isinstance(roll, Roll):
        yield teller.count("table.odds.dice", len(roll.faces))
        faces = hitting_faces(game, by, roll.die)
        all_faces = game.ruleset.dice[roll.die]
        for face in faces:
            chance = Fraction(all_faces.count(face), len(all_faces))
            yield teller.say(
                "table.odds.face", face=teller.face(face), chance=teller.chance(chance)
            )
    target = before.board[move.target]
    if target > 0 and target != before.board[move.source]:
        men = before.men[target]
        yield teller.strength("table.odds.hits", hits=before.type_of(target).hits_per_man, men=men)
        if before.wounds[target]:
            yield teller.say(
                "table.odds.carried", hits=teller.count("events.hits", before.wounds[target])
            )
    again = odds.chance(
        lambda outcome: any(isinstance(event, RollsAgain) for event in outcome.events)
    )
    if again:
        yield teller.say("table.odds.again", chance=teller.chance(again))


def _counter(odds: Odds | None, move: Move, teller: Teller) -> Lines:
    if odds is None:
        return ((teller.say("table.odds.no_counter"), ""),)
    eliminates = (
        teller.say("table.counter.eliminates"),
        teller.chance(odds.eliminated(move.source)),
    )
    if not _is_rolled(odds):
        return (eliminates, *_costs(odds, Move(ATTACK, move.target, move.source), teller, COUNTER))
    return (
        eliminates,
        (
            teller.strength("table.counter.expected"),
            teller.number(expected(odds.removed(move.source))),
        ),
        (teller.say("table.counter.displaced"), teller.chance(odds.displaced(move.target))),
    )


# Between several moves, and dice rolled by hand


def _choice(question: Question, teller: Teller) -> PromptView:
    options = tuple(
        (f"choose:{number}", _label(move, teller)) for number, move in enumerate(question.moves)
    )
    lots = isinstance(question.moves[0], (Lot, Draw))
    which = "choice" if not lots else "lot" if isinstance(question.moves[0], Lot) else "walls"
    title = teller.say(f"table.prompt.{which}")
    cells = () if lots else (question.moves[0].source, question.moves[0].target)
    return PromptView("choice", title, cells=cells, options=options, chosen=question.chosen)


def _label(move: Move, teller: Teller) -> str:
    if isinstance(move, Lot):
        return teller.side(move.side)
    if isinstance(move, Draw):
        return " ".join(map(teller.cell, move.cells))
    key = f"table.verb.{move.verb}"
    verb = teller.say(key) if teller.words.has(key) else move.verb
    facing = teller.facing(move.facing) if teller.game.grid.facings > 1 else ""
    return ", ".join(part for part in (f"{verb} {write_move(teller.game, move)}", facing) if part)


def _dice(question: Question, position: Position, teller: Teller) -> PromptView:
    wanted = dice_wanted(question.moves)
    first = rolls_for_the_first_turn(position)
    key = "table.prompt.dice" if first is None else "table.prompt.first_dice"
    side = teller.side(position.side if first is None else first)
    left = teller.count("table.prompt.dice_left", wanted - len(question.picked))
    return PromptView(
        "dice",
        teller.say(key, side=side),
        details=(teller.count("table.odds.dice", wanted), left),
        faces=tuple((face, teller.face(face)) for face in die_faces(teller.game, question.moves)),
        picked=question.picked,
        wanted=wanted,
        chosen=question.chosen,
    )

"""Prompts: an open question, that about an attack with its exact odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from wargrid.core.attacks import Attack, Resulted, Rolled, RollsAgain
from wargrid.core.moves import ATTACK, CHOOSE, DO, Draw, Lot, Move, Roll
from wargrid.core.position import Position
from wargrid.core.state import GONE
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.engine.odds import Odds, Outcome, expected, rolls_of_turns
from wargrid.engine.threats import Approach
from wargrid.match import Match
from wargrid.ruleset.units.table_words import result_name
from wargrid.ruleset.verbs import capital
from wargrid_play.table.dice import (
    effect_rolls,
    hitting_faces,
    resolution_at,
    rolls_for_first_turn,
)
from wargrid_play.table.promotions import offered_of
from wargrid_play.table.questions import (
    answer_text,
    is_joining,
    is_reacting,
    joined_column,
    needs_buttons,
    question_text,
    reaction_text,
)
from wargrid_play.table.state import OpenQuestion, ReplyOdds, State, moves_from
from wargrid_play.table.view import BarView, CommandView, PromptView, TextLines
from wargrid_play.table.wording import Wording, strength_of

MAX_REPLIES: Final = 200
"""The number of different outcomes of an attack from which no reply to it is worked out."""


def prompt_of(question: OpenQuestion, position: Position, wording: Wording) -> PromptView:
    """Word an open question; one about an attack from elsewhere, as if the unit were there."""
    approach = question.approach
    there = position if approach is None else approach.position
    view = _PROMPTS[question.kind](question, there, wording)
    if approach is None:
        return view
    unit, source = wording.unit(position, approach.move.source), approach.move.source
    key = f"table.hinted.{approach.move.verb}"
    fields = {"target": wording.cell(approach.move.target), "facing": _facing(approach, wording)}
    first = wording.say(key, unit=unit, cell=wording.cell(source), **fields)
    title = wording.say("table.prompt.approach", first=first, then=view.title)
    return replace(view, title=title, cells=tuple(dict.fromkeys((source, *view.cells))))


def answered(prompt: PromptView, commands: Sequence[CommandView]) -> PromptView:
    """Return a question with those of the commands that answer it.

    One among options or cells shows no answer that is not possible.
    """
    kind, chosen = prompt.kind, prompt.kind in ("cell", "choice")
    names = {
        "dice": ("confirm", "roll_back"), "resign": ("resign_confirm", "cancel"),
        "cell": ("cancel",), "choice": ("cancel",),
    }.get(kind, ("confirm", "cancel"))  # fmt: skip
    known = {command.name for command in commands if command.enabled or not chosen}
    usual = "" if prompt.faces else "cancel" if kind == "resign" else "confirm"
    return replace(prompt, answers=tuple(filter(known.__contains__, names)), usual=usual)


def _facing(approach: Approach, wording: Wording) -> str:
    return wording.facing(approach.move.facing) if wording.game.grid.facings > 1 else ""


def _resign(question: OpenQuestion, position: Position, wording: Wording) -> PromptView:
    title = wording.say("table.prompt.resign", side=wording.side(question.side))
    return PromptView("resign", title, details=(wording.say("table.prompt.resign_means"),))


def _draw(question: OpenQuestion, position: Position, wording: Wording) -> PromptView:
    key = "table.prompt.draw" if question.side < 0 else "table.prompt.draw_offer"
    return PromptView("draw", wording.say(key), details=(wording.say(f"{key}_means"),))


def _claim(_: OpenQuestion, position: Position, wording: Wording) -> PromptView:
    result = wording.game.engine.claimed(position)
    means = "" if result is None else wording.reason(result, position)
    return PromptView("claim", wording.say("table.prompt.claim"), details=(means,))


def _end_turn(question: OpenQuestion, position: Position, wording: Wording) -> PromptView:
    title, means = wording.say("table.prompt.end_turn"), wording.say("table.prompt.end_turn_means")
    if question.strikers:  # an attack left undone matters most
        means = wording.count("table.prompt.end_turn_strikers", question.strikers)
    elif question.units:
        means = wording.count("table.prompt.end_turn_units", question.units)
    return PromptView("end_turn", title, details=(means,))


def _ready(_: OpenQuestion, position: Position, wording: Wording) -> PromptView:
    title = wording.say("deploy.prompt.ready", bases=bases_text(position, wording))
    return PromptView("ready", title, details=(wording.say("deploy.prompt.ready_means"),))


def bases_text(position: Position, wording: Wording) -> str:
    """Word how many bases the side to deploy has placed, and of how many."""
    deploying = wording.game.engine.deploying
    most = None if deploying is None else deploying.rules.size.max
    placed = len(position.units_of(position.side))
    key = "deploy.bases" if most is None else "deploy.bases_of"
    return wording.say(key, placed=placed, most=most)


# Before an attack


def needs_confirmation(game: Game, position: Position, move: Move) -> bool:
    """Return whether a legal move is confirmed first: every attack, and every move with chance.

    An attack that others may join is confirmed once all are in it.
    """
    if is_reacting(position) and move.verb != ATTACK:
        return False  # the other side has taken the risk by its attack already
    after = game.step(position, move)
    if move.verb == ATTACK:
        return not is_joining(after)
    # What is rolled as a turn ends or begins is no risk of the move.
    return game.to_act(after) == CHANCE and not rolls_of_turns(after)


def attack_question(
    game: Game, position: Position, move: Move, approach: Approach | None = None
) -> OpenQuestion:
    """Return the question whether to attack, or to make another move that rests on chance."""
    odds = game.odds(position if approach is None else approach.position, move)
    return OpenQuestion("attack", (move,), approach, odds, _reply(game, move, odds))


def _reply(game: Game, move: Move, odds: Odds) -> ReplyOdds | None:
    """Return what follows if the target, where it can, attacks the attacker on its next turn."""
    board = odds.before.board
    if move.verb != ATTACK or board[move.target] <= 0:
        return None
    attacker, target = board[move.source], board[move.target]
    after: dict[object, tuple[Position, Fraction]] = {}
    for outcome in odds.outcomes:
        units = _units_in(outcome.position)
        position, chance = after.get(units, (outcome.position, Fraction(0)))
        after[units] = position, chance + outcome.chance
    if len(after) > MAX_REPLIES:
        return None
    made, able = [], Fraction(0)
    for position, chance in after.values():
        back = _attack_back(game, position, target, attacker)
        if back is None:
            made.append(Outcome(chance, (), position))
        else:
            able += chance
            made += [replace(one, chance=chance * one.chance) for one in back.outcomes]
    return ReplyOdds(able, Odds(odds.before, tuple(made))) if able else None


def _units_in(position: Position) -> object:
    """Return what makes two outcomes of one attack equal, whose units have the same ids.

    Positions that compare themselves would take a hundred times as long.
    """
    lists = (position.board, position.place, position.men, position.wounds, *position.marks)
    return (*map(tuple, lists), position.result)


def _attack_back(game: Game, position: Position, unit: int, enemy: int) -> Odds | None:
    """Return the odds of a unit's attack on an enemy if its side were to act, or None."""
    if position.result is not None or GONE in (position.place[unit], position.place[enemy]):
        return None
    turned = position.copy()
    turned.side, turned.budget, turned.used = position.side_of(unit), game.engine.budget, 0
    turned.pending = None
    wanted = (ATTACK, position.cell_of(unit), position.cell_of(enemy))
    back = (each for each in game.moves(turned) if (each.verb, each.source, each.target) == wanted)
    odds = (game.odds(turned, each) for each in back)
    return max(odds, key=lambda each: expected(each.removed(wanted[2])), default=None)


def _attack(question: OpenQuestion, position: Position, wording: Wording) -> PromptView:
    move, odds = question.moves[0], question.odds
    assert odds is not None
    aimed = position.board[move.target] > 0 and move.target != move.source
    may_reply = aimed and odds.eliminated(move.target) < 1
    names = wording.meeting(position, move.source, move.target)
    weapon = wording.weapon(position.at(move.source).type, move.word)
    key = "chance" if not aimed else "attack_with" if weapon else "attack"
    return PromptView(
        "attack",
        wording.say(f"table.prompt.{key}", **names, weapon=weapon),
        cells=(move.source, move.target),
        lines=tuple(_results(odds, move, position.side, wording)),
        bars=_bars(odds, move.target, wording) if aimed and _is_rolled(odds) else (),
        details=tuple(_details(odds, move, wording)),
        counter_title=wording.say("table.odds.counter", other=names["other"]) if may_reply else "",
        counter=_counter(question.counter, move, wording) if may_reply else (),
        brief=_brief(question, move, wording) if aimed else "",
    )


def _brief(question: OpenQuestion, move: Move, wording: Wording) -> str:
    """Word the odds of an attack in one line: its target, losses of both, what may come back."""
    odds, back = question.odds, question.counter
    assert odds is not None
    facts = list(_of_a_table(odds, wording))
    destroyed, joins = odds.eliminated(move.target), odds.joins(move.target)
    if joins:
        facts.append(wording.say("table.brief.joins", chance=wording.percent(joins)))
    if destroyed or (not facts and (_is_rolled(odds) or not (joins or strength_of(wording.game)))):
        wins = odds.wins(odds.before.side)
        key = "decides" if destroyed and wins == destroyed else "destroyed"
        facts.append(wording.say(f"table.brief.{key}", chance=wording.percent(destroyed)))
    full = odds.before.men[odds.before.board[move.target]]
    # The chance to destroy a last man already says what the target loses.
    if joins < 1 and strength_of(wording.game) and not (facts and full == 1):
        losses = wording.number(expected(odds.removed(move.target)))
        facts.append(wording.strength(_losses_key(odds), losses=losses, men=full))
    facts += [
        _named("table.brief.counts", name, wording, chance=wording.percent(chance))
        for name, chance in _counts(odds, move, wording)
    ]
    cost = expected(odds.removed(move.source))
    full = odds.before.men[odds.before.board[move.source]]
    if cost and strength_of(wording.game) and full > 1:
        facts.append(wording.strength("table.brief.costs", losses=wording.number(cost), men=full))
    own = odds.eliminated(move.source)
    returned = own if back is None else back.odds.eliminated(move.source)
    if returned:
        key = "own" if back is None or own else "back"
        facts.append(wording.say(f"table.brief.{key}", chance=wording.percent(returned)))
    return " · ".join(facts)


def _of_a_table(odds: Odds, wording: Wording) -> Iterator[str]:
    """Yield the results that a table may give an attack, the likeliest first."""
    chances: dict[str, Fraction] = {}
    for outcome in odds.outcomes:
        event = next((each for each in outcome.events if isinstance(each, Resulted)), None)
        if event is not None:
            tables = wording.game.ruleset.tables
            table = tables[event.table or next(iter(tables))]
            name = result_name(table, event.result, wording.texts)
            chances[name] = chances.get(name, Fraction(0)) + outcome.chance
    told = sorted(chances.items(), key=lambda each: (-each[1], each[0]))
    if told:
        yield ", ".join(
            name if chance == 1 else f"{name} {wording.percent(chance)}" for name, chance in told
        )


def _losses_key(*odds: Odds) -> str:
    """Return the text of what a target loses: without dice there is no average."""
    return "table.brief.losses" if any(map(_is_rolled, odds)) else "table.brief.sure"


def odds_text(odds: Sequence[Odds], cell: int, wording: Wording, *, named: bool = False) -> str:
    """Word in few letters how likely the unit on a cell is destroyed, or what it loses at most.

    Of several attacks the worst for that unit counts. The losses of one that is ``named`` are
    those of its type: the target of another's attack may be one's own.
    """
    chance = max(each.eliminated(cell) for each in odds)
    if chance or not strength_of(wording.game):
        return wording.say("table.brief.destroyed", chance=wording.percent(chance))
    losses = wording.number(max(expected(each.removed(cell)) for each in odds))
    before = odds[0].before
    full = before.men[before.board[cell]]
    key = _losses_key(*odds)
    if named:
        key = "table.threat.sure" if key == "table.brief.sure" else "table.threat.losses"
    return wording.strength(key, losses=losses, men=full, unit=wording.unit(before, cell))


def aim_of(
    match: Match, state: State, cell: int, approach: Approach | None, wording: Wording
) -> tuple[int, str] | None:
    """Return a cell and, in one line, the odds of the attack that a click there would make."""
    if state.selected is None or state.asked is not None:
        return None
    found = [move for move in moves_from(match, state.selected) if move.target == cell]
    found = found if approach is None else [*approach.attacks]
    if len(found) != 1 or found[0].verb != ATTACK:
        return None
    question = attack_question(match.game, match.position, found[0], approach)
    return cell, _brief(question, found[0], wording)


def _results(odds: Odds, move: Move, side: int, wording: Wording) -> Iterator[tuple[str, str]]:
    if odds.before.board[move.target] > 0 and move.target != move.source:
        joins = odds.joins(move.target)
        if joins:
            yield wording.say("table.odds.joins"), wording.chance(joins)
        eliminated = odds.eliminated(move.target)
        yield wording.say("table.odds.eliminates"), wording.chance(eliminated)
        yield from _costs(odds, move, wording)
    by = resolution_at(odds.before, move.source, move.word if move.verb == ATTACK else "")
    if _is_rolled(odds) and (by is None or by.scores):
        # A retreat by a table is asked about, and what is asked has no odds: the results tell it.
        displaced = wording.chance(odds.displaced(move.source))
        yield _displaced(wording), displaced
    lost = odds.eliminated(move.source)
    if lost:
        yield wording.say("table.odds.lost"), wording.chance(lost)
    wins = odds.wins(side)
    if wins:
        yield wording.say("table.odds.wins"), wording.chance(wins)
    others = (other for other in range(len(wording.game.sides)) if other != side)
    loses = sum(map(odds.wins, others), Fraction(0))
    if loses:
        yield wording.say("table.odds.loses"), wording.chance(loses)


def _displaced(wording: Wording) -> str:
    """Word that a unit leaves its cell, by a plugin's ``<plugin>.odds.displaced`` if it has one."""
    own = (f"{name}.odds.displaced" for name in wording.game.plugins.listed)
    key = next((key for key in own if wording.texts.has(key)), "table.odds.displaced")
    return wording.say(key)


def _is_rolled(odds: Odds) -> bool:
    return any(isinstance(event, Rolled) for outcome in odds.outcomes for event in outcome.events)


# The labels of what an attack costs: the target is displaced, its loss, the attacker's loss.
_COSTS: Final = (
    "table.odds.target_displaced",
    "table.odds.target_loses",
    "table.odds.attacker_loses",
)


def _costs(odds: Odds, move: Move, wording: Wording) -> Iterator[tuple[str, str]]:
    """Word what the attack costs: means where dice are rolled, otherwise the exact losses.

    Where every unit is one man, the chance of eliminating the target already says it.
    """
    displaced, *losing = _COSTS
    by = resolution_at(odds.before, move.source, move.word if move.verb == ATTACK else "")
    if _is_rolled(odds):
        if by is None or by.scores:
            yield wording.say("table.odds.hits"), wording.number(expected(odds.hits()))
        removed = expected(odds.removed(move.target))
        yield wording.strength("table.odds.expected"), wording.number(removed)
        for name, chance in _counts(odds, move, wording):
            yield _named("table.odds.counts", name, wording), wording.chance(chance)
        return
    if odds.displaced(move.target) > odds.eliminated(move.target):
        yield wording.say(displaced), wording.chance(odds.displaced(move.target))
    if not strength_of(wording.game):
        if odds.eliminated(move.source):
            yield wording.say(losing[1]), wording.lost(1)
        return
    for label, cell in zip(losing, (move.target, move.source), strict=True):
        before = odds.before.men[odds.before.board[cell]]
        lost = next(iter(odds.removed(cell)))
        counted = {"loss": wording.lost(lost), "before": before, "after": before - lost}
        yield wording.say(label), wording.say("table.odds.loses_of", **counted)


def _counts(odds: Odds, move: Move, wording: Wording) -> Iterator[tuple[str, Fraction]]:
    """Yield what the attack may count besides hits, such as flags, and how likely it tells."""
    by = resolution_at(odds.before, move.source, move.word if move.verb == ATTACK else "")
    if by is None:
        return
    for number, name in enumerate(by.counts):
        is_face = name in getattr(by, "faces", ())
        if is_face or wording.texts.has(f"table.odds.counts.{name}"):
            yield name, odds.took_effect(by, number, move.target)


def _named(key: str, name: str, wording: Wording, **values: object) -> str:
    """Word what is counted by its own text, or as a face that does something."""
    if wording.texts.has(f"{key}.{name}"):
        return wording.say(f"{key}.{name}", **values)
    return wording.say(f"{key}.face", face=wording.face(name), **values)


def _bars(odds: Odds, cell: int, wording: Wording) -> tuple[BarView, ...]:
    return tuple(
        BarView(wording.lost(men), float(chance), wording.chance(chance))
        for men, chance in odds.removed(cell).items()
    )


def _details(odds: Odds, move: Move, wording: Wording) -> Iterator[str]:
    game = wording.game
    before = odds.before
    by = resolution_at(before, move.source, move.word if move.verb == ATTACK else "")
    told = by is not None and (not by.scores or not _is_rolled(odds))
    if told and by is not None and before.board[move.target] > 0:
        yield from by.details(before, move.source, move.target, wording.texts)
        return
    after = game.step(before, move)
    if is_reacting(after):
        names = (reaction_text(after, each, wording) for each in reactions_to(game, after))
        yield wording.say("table.odds.reacts", names=", ".join(names))
        after = game.step(after, game.moves(after)[-1])
    announced = game.moves(after)
    roll = announced[0] if announced else None
    if by is not None and isinstance(roll, Roll):
        yield dice_text(after, wording)
        faces = game.ruleset.dice[roll.die]
        for face in hitting_faces(after, by, roll.die):
            chance = wording.chance(Fraction(faces.count(face), len(faces)))
            yield wording.say("table.odds.face", face=wording.face(face), chance=chance)
    target = before.board[move.target]
    if target > 0 and target != before.board[move.source]:
        hits, men = before.type_of(target).hits_per_man, before.men[target]
        yield wording.strength("table.odds.hits", hits=hits, men=men)
        if before.wounds[target]:
            carried = wording.count("events.hits", before.wounds[target])
            yield wording.say("table.odds.carried", hits=carried)
    again = odds.chance(
        lambda outcome: any(isinstance(event, RollsAgain) for event in outcome.events)
    )
    if again:
        yield wording.say("table.odds.again", chance=wording.chance(again))


def reactions_to(game: Game, position: Position) -> Sequence[Move]:
    """Return the answers by which units react, where that is asked; the last one is none."""
    return game.moves(position)[:-1]


def dice_text(announced: Position, wording: Wording) -> str:
    """Word the dice of a pending attack, with the modifiers that apply: “4 dice: 3, leader +1”."""
    attack = Attack(announced)
    dice, parts = wording.count("table.odds.dice", attack.dice), ""
    if attack.weapon.by.sees:
        parts = attack.weapon.by.in_words(attack, wording.texts)
    return wording.say("table.odds.dice_of", dice=dice, parts=parts) if parts else dice


def _counter(reply: ReplyOdds | None, move: Move, wording: Wording) -> TextLines:
    if reply is None:
        key = "table.odds.no_counter"
        return ((wording.say(f"{key}.facing" if wording.game.grid.facings > 1 else key), ""),)
    lines = [
        (wording.say("table.counter.able"), wording.chance(reply.able)),
        (
            wording.say("table.counter.eliminates"),
            wording.chance(reply.odds.eliminated(move.source)),
        ),
    ]
    if strength_of(wording.game):
        removed = wording.number(expected(reply.odds.removed(move.source)))
        lines.append((wording.strength("table.counter.expected"), removed))
    return tuple(lines)


# Between several moves, and dice rolled by hand


def _choice(question: OpenQuestion, position: Position, wording: Wording) -> PromptView:
    first = question.moves[0]
    options = tuple(
        (f"choose:{number}", _label(position, move, wording))
        for number, move in enumerate(question.moves)
    )
    if needs_buttons(question.moves):
        title, chosen = question_text(position, question.moves, wording), question.chosen
        return PromptView("choice", title, (first.source,), options=options, chosen=chosen)
    by_chance = isinstance(first, (Lot, Draw))
    which = "choice" if not by_chance else "lot" if isinstance(first, Lot) else "walls"
    if not by_chance and first.word and first.verb == ATTACK:
        which = "weapon"
    elif not by_chance and first.word in wording.game.ruleset.units:
        which = "promotion"
    names = {} if by_chance else wording.meeting(position, first.source, first.target)
    title = wording.say(f"table.prompt.{which}", **names)
    cells = () if by_chance else (first.source, first.target)
    offered = offered_of(question, position) if which == "promotion" else ()
    return PromptView(
        "choice", title, cells, options=options, offered=offered, chosen=question.chosen
    )


def _cell(question: OpenQuestion, position: Position, wording: Wording) -> PromptView:
    what = wording.ability_name(position, question.moves[0])
    title = wording.say("table.prompt.cell", what=what)
    return PromptView("cell", title)


def _label(position: Position, move: Move, wording: Wording) -> str:
    if move.verb == CHOOSE:
        return answer_text(position, move, wording)
    if is_reacting(position):
        told = reaction_text(position, move, wording)
        if move.verb != ATTACK:
            return told
        return f"{told} · {odds_text([wording.game.odds(position, move)], move.target, wording)}"
    if isinstance(move, Lot):
        return wording.side(move.side)
    if isinstance(move, Draw):
        return " ".join(map(wording.cell, move.cells))
    if move.word in wording.game.ruleset.units:
        return wording.type(move.word)
    if move.verb == ATTACK and position.board[move.target] > 0:
        names = wording.meeting(position, move.source, move.target)
        if is_joining(position):
            column = joined_column(position, move, wording)
            return wording.say("table.answer.joins", column=column, **names)
        weapon = wording.weapon(position.type_of(position.board[move.source]), move.word)
        name = capital(weapon) if weapon else wording.say("table.answer.attack", **names)
        odds = odds_text([wording.game.odds(position, move)], move.target, wording)
        return f"{name} · {odds}"
    if move.verb == DO:
        return wording.ability(position, move)
    key = f"table.verb.{move.verb}"
    verb = wording.say(key) if wording.texts.has(key) else move.verb
    facing = wording.facing(move.facing) if wording.game.grid.facings > 1 else ""
    return ", ".join(part for part in (f"{verb} {wording.move(position, move)}", facing) if part)


def _dice(question: OpenQuestion, position: Position, wording: Wording) -> PromptView:
    first = rolls_for_first_turn(position)
    key = "table.prompt.dice" if first is None else "table.prompt.first_dice"
    key = "table.prompt.effect_dice" if effect_rolls(position) else key
    side = wording.side(position.side if first is None else first)
    left = wording.count("table.prompt.dice_left", question.dice - len(question.picked))
    most = wording.game.ruleset.first.most if first is not None else None
    begins = [wording.say("table.prompt.most_begins", face=wording.face(most))] if most else []
    return PromptView(
        "dice",
        wording.say(key, side=side),
        details=(*begins, wording.count("table.odds.dice", question.dice), left),
        faces=tuple((face, wording.face(face)) for face in question.faces(wording.game)),
        picked=question.picked,
        wanted=question.dice,
        chosen=question.chosen,
    )


_PROMPTS: Final = {
    "attack": _attack, "cell": _cell, "choice": _choice, "claim": _claim, "dice": _dice,
    "draw": _draw, "end_turn": _end_turn, "ready": _ready, "resign": _resign,
}  # fmt: skip

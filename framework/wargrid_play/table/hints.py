"""Hints in words: good moves with their reasons and cells."""

from __future__ import annotations

from collections.abc import Iterable

from wargrid.core.moves import (
    ARMY,
    ATTACK,
    CHOOSE,
    CLAIM,
    DO,
    END,
    ENTER,
    MOVE,
    PLACE,
    READY,
    TAKE,
    TURN,
    Deploy,
    Move,
)
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import write_move
from wargrid.players import Advice
from wargrid_play.table.questions import answer_text
from wargrid_play.table.view import HintView
from wargrid_play.table.wording import Wording


def hint_views(
    position: Position, hints: Iterable[Advice], wording: Wording
) -> tuple[HintView, ...]:
    """Word the hints for a position."""
    return tuple(
        HintView(
            title_of(position, hint.move, wording, hint.then),
            wording.on_board(hint.why.get(wording.texts.language, "")),
            cells_of(position, hint.move, hint.then),
            _facing(hint),
        )
        for hint in hints
    )


def _facing(hint: Advice) -> int | None:
    last = hint.then or hint.move
    return last.facing if last.verb == TURN else None


def name_move(
    game: Game, position: Position, move: Move, language: str = "en", then: Move | None = None
) -> str:
    """Return a move that has not been made yet in words, such as ``Tank b5: attack Gun b6``.

    ``then`` is what the same unit does right after it.
    """
    return in_words(position, move, Wording(game, language), then)


def cells_of(position: Position, move: Move, then: Move | None = None) -> tuple[int, ...]:
    """Return where a move begins and ends, or the one cell where it happens.

    Where its unit goes on, the cell to which its second move leads is the last.
    """
    goes = move.verb in (MOVE, ENTER, ATTACK, TAKE)
    cells = [move.source, move.target] if goes else [move.target]
    if then is not None and then.target not in (move.target, move.source):
        cells.append(then.target)
    return tuple(dict.fromkeys(cell for cell in cells if 0 <= cell < len(position.board)))


def title_of(position: Position, move: Move, wording: Wording, then: Move | None = None) -> str:
    """Write a move that has not been made yet as players of the game do, or else in words.

    ``then`` is what its unit does after it.
    """
    written = "" if then is not None or position.turn == 0 else wording.in_style(position, [move])
    return written or in_words(position, move, wording, then)


def in_words(position: Position, move: Move, wording: Wording, then: Move | None = None) -> str:
    """Word a move of a side that has not been made yet, and what its unit does ``then``."""
    if then is not None:
        first = in_words(position, move, wording)
        after = wording.game.step(position, move)
        names = wording.meeting(
            after, then.source, then.struck if then.verb == TAKE else then.target
        )
        weapon = wording.weapon(after.at(then.source).type, then.word)
        key = "attack_with" if then.verb == ATTACK and weapon else then.verb
        if then.verb == DO:
            ability = wording.ability_name(after, then)
            return wording.say(
                "table.prompt.approach", first=first, then=ability[:1].lower() + ability[1:]
            )
        if not wording.texts.has(f"table.hinted.then.{key}"):
            return wording.say(
                "table.prompt.approach", first=first, then=in_words(after, then, wording)
            )
        fields = {**names, "weapon": weapon, "facing": wording.facing(then.facing)}
        return wording.say(f"table.hinted.then.{key}", first=first, **fields)
    if move.verb == END:
        return wording.say("table.command.end_turn")
    if move.verb == CLAIM:
        return wording.say("table.command.claim")
    if isinstance(move, Deploy):
        return _deploying(move, wording)
    if move.verb == CHOOSE:
        return answer_text(position, move, wording)
    if move.verb == DO:
        return wording.ability(position, move)
    struck = move.struck if move.verb == TAKE else move.target
    names = wording.meeting(position, move.source, struck)
    facing = wording.facing(move.facing)
    if move.verb == ENTER and position.pending is not None:
        asker = f"table.hinted.{position.pending.kind}"
        return wording.say(asker if wording.texts.has(asker) else "table.hinted.choice", **names)
    weapon = wording.weapon(position.at(move.source).type, move.word) if move.source >= 0 else ""
    if move.verb == ATTACK and weapon:
        return wording.say("table.hinted.attack_with", **names, weapon=weapon)
    if move.verb in (MOVE, ENTER, ATTACK, TAKE, TURN):
        return wording.say(f"table.hinted.{move.verb}", **names, facing=facing)
    return f"{names['unit']} {wording.move(position, move)}".strip()


def _deploying(move: Deploy, wording: Wording) -> str:
    if move.verb == READY:
        return wording.say("deploy.command.ready")
    if move.verb == ARMY:
        army = wording.game.ruleset.deploy.armies[move.word]  # type: ignore[union-attr]
        return wording.say("deploy.command.army", name=wording.texts.of(army.name))
    if move.verb == PLACE:
        unit = wording.type(move.word)
        return wording.say("table.hinted.place", unit=unit, target=wording.cell(move.target))
    return write_move(wording.game, move)

"""The commands a table obeys, the key suggested for each, and why one is not possible now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from wargrid.core.grid import FACINGS
from wargrid.engine.game import CHANCE
from wargrid.match.notation import NotationError, read_move
from wargrid.table import deployment as deploying
from wargrid.table.asking import NOTHING, dice_wanted
from wargrid.table.view import CommandView
from wargrid.table.wording import facing_meant

if TYPE_CHECKING:
    from wargrid.core.refusal import Refusal
    from wargrid.engine.game import Game
    from wargrid.match.match import Match
    from wargrid.table.asking import Question
    from wargrid.table.state import Situation
    from wargrid.table.wording import Teller

KEYS: Final = {
    "confirm": "enter",
    "cancel": "escape",
    "end_turn": "e",
    "undo": "u",
    "redo": "r",
    "threats": "t",
    "resign": "shift+r",
    "resign_confirm": "enter",
    "roll_back": "backspace",
    "turn_north": "shift+up",
    "turn_east": "shift+right",
    "turn_south": "shift+down",
    "turn_west": "shift+left",
    "turn_left": "ctrl+left",
    "turn_right": "ctrl+right",
    "turn_about": "ctrl+down",
}
"""Every command with the key suggested for it, in the order in which they are listed."""


def commands_of(now: Situation) -> tuple[CommandView, ...]:
    """All commands that make sense on this board, each possible now or with the reason why not."""
    say, key_name = now.teller.say, now.teller.key
    views = []
    for name, key in KEYS.items():
        if _is_known(name, now.match.game):
            why = disabled_reason(name, now)
            views.append(
                CommandView(name, say(f"table.command.{name}"), key, not why, why, key_name(key))
            )
    return (*views, *deploying.commands(now))


def _is_known(name: str, game: Game) -> bool:
    """Whether a command ever makes sense: no unit turns where none faces."""
    return not name.startswith("turn_") or game.grid.facings > 1


def disabled_reason(name: str, now: Situation) -> str:
    """The reason why a command cannot be obeyed now; empty if it can."""
    return next(_reasons(name, now), "")


def _reasons(name: str, now: Situation) -> Iterator[str]:
    kind = None if now.question is None else now.question.kind
    if (name == "confirm" and kind is None) or (name == "resign_confirm" and kind != "resign"):
        yield now.teller.say("table.nothing_to_confirm")
    elif name == "confirm" and now.question is not None and now.question.chosen == NOTHING:
        yield from _what_is_missing(now.question, now.teller)
    elif (
        name == "cancel"
        and now.selected is None
        and not now.placing
        and (kind is None or of_chance(now))
    ):
        yield now.teller.say("table.nothing_to_cancel")
    elif name == "roll_back" and (now.question is None or not now.question.picked):
        yield now.teller.say("table.no_die_picked")
    elif name in ("undo", "redo"):
        if deploying.is_on(now.match) and not now.mine:
            yield now.teller.say("table.other_side", side=now.teller.side(now.match.position.side))
        lock = now.match.undo_lock() if name == "undo" else now.match.redo_lock()
        if lock is not None:
            yield lock.text(now.teller.words.language)
    elif name in ("resign", "end_turn") or name.startswith("turn_"):
        yield from _of_a_side(name, now)


def _what_is_missing(question: Question, teller: Teller) -> Iterator[str]:
    """What must be entered before it can be confirmed."""
    if question.kind == "choice":
        yield teller.say("table.choose_one")
    elif not full(question):
        yield teller.count(
            "table.prompt.dice_left", dice_wanted(question.moves) - len(question.picked)
        )


def of_chance(now: Situation) -> bool:
    """Whether the open question is what chance did, which nobody can wave aside."""
    return now.match.to_act == CHANCE and now.question is not None and now.question.kind != "resign"


def _of_a_side(name: str, now: Situation) -> Iterator[str]:
    match, teller = now.match, now.teller
    if match.result is not None:
        yield teller.say("table.over", winner=teller.winner(match.result))
    elif name == "resign":
        if not now.seated:
            yield teller.say("table.watching")
    elif not now.mine and match.to_act != CHANCE:
        yield teller.say("table.other_side", side=teller.side(match.position.side))
    elif name.startswith("turn_") and deploying.is_on(match):
        yield from deploying.unturnable(now)
    elif name.startswith("turn_") and now.selected is None:
        yield teller.say("table.choose_first")
    else:
        refusal = refusal_of(match, written(name, match, now.selected))
        if refusal is not None:
            yield refusal.text(teller.words.language)


def written(name: str, match: Match, selected: int | None) -> str:
    """The move that ``end_turn`` or a turn of the selected unit means, in notation."""
    if name == "end_turn" or selected is None:
        return "end"
    facing = facing_meant(name, match.position.at(selected).facing)
    return f"{match.game.grid.name(selected)}>{FACINGS[facing]}"


def refusal_of(match: Match, text: str) -> Refusal | None:
    """Why the move written so may not be made now, or None if it may."""
    try:
        move = read_move(match.game, match.position, text)
    except NotationError as error:
        return error.refusal
    return match.game.why_not(match.position, move)


def full(question: Question) -> bool:
    """Whether as many dice have been picked as are to be rolled."""
    return len(question.picked) == dice_wanted(question.moves)

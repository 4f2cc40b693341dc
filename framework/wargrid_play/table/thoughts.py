"""The thoughts of a computer player in words: turns it weighed, answers it feared."""

from __future__ import annotations

from collections.abc import Sequence

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.players import WIN, Thought, lead_of
from wargrid_play.table.hints import cells_of, title_of
from wargrid_play.table.view import HintView
from wargrid_play.table.wording import Wording


def thought_views(thoughts: Sequence[Thought], wording: Wording) -> tuple[HintView, ...]:
    """Word the turns that a computer player weighed, the one it made first.

    Where a turn has several actions, it says which of them that was. What is expected of another
    turn is not said where it would be more: the turn made was chosen after a longer search.
    """
    made = "made" if wording.game.engine.budget == 1 else "action"
    return tuple(
        HintView(
            _numbered(one.at, one.move, wording),
            _why(one, made if rank == 0 else _other(one, thoughts[0], wording), wording),
            cells_of(one.at, one.move),
        )
        for rank, one in enumerate(thoughts)
    )


def _numbered(position: Position, move: Move, wording: Wording) -> str:
    """Return a move with its number where players of the game write it so: ``12. Nbd7``."""
    title, number = title_of(position, move, wording), wording.move_number(position)
    return f"{number} {title}" if number and wording.in_style(position, [move]) else title


def _other(one: Thought, made: Thought, wording: Wording) -> str:
    same = _expected(one.score, wording) == _expected(made.score, wording)
    return "other" if same or one.score < made.score else "weighed"


def _why(one: Thought, kind: str, wording: Wording) -> str:
    number = wording.game.engine.budget - one.at.budget + 1
    expected = _expected(one.score, wording)
    said = wording.say(f"table.thought.{kind}", expected=expected, number=number)
    if one.reply is None or one.then is None:
        return said
    feared = wording.say("table.thought.feared", move=_numbered(one.then, one.reply, wording))
    return f"{said} {feared}"


def _expected(score: float, wording: Wording) -> str:
    """Word what a player expects of a turn, in the steps of hints."""
    if abs(score) >= WIN / 2:
        return wording.say("table.thought.wins" if score > 0 else "table.thought.loses")
    return wording.say(f"table.thought.{lead_of(score)}")

"""How a computer player thought, as it is shown: the turns it weighed, the answers it feared."""

from __future__ import annotations

from collections.abc import Sequence

from wargrid.players import WIN, Thought
from wargrid.table.hints import cells_of, title_of
from wargrid.table.view import HintView
from wargrid.table.wording import Wording

EVEN = 5.0
"""Up to which score neither side is ahead; an average unit is 100."""


def thought_views(thoughts: Sequence[Thought], wording: Wording) -> tuple[HintView, ...]:
    """Word the turns that a computer player weighed, the one it made first."""
    return tuple(
        HintView(
            title_of(one.at, one.move, wording),
            _why(one, "made" if rank == 0 else "other", wording),
            cells_of(one.at, one.move),
        )
        for rank, one in enumerate(thoughts)
    )


def _why(one: Thought, kind: str, wording: Wording) -> str:
    said = wording.say(f"table.thought.{kind}", expected=_expected(one.score, wording))
    if one.reply is None or one.then is None:
        return said
    feared = wording.say("table.thought.feared", move=title_of(one.then, one.reply, wording))
    return f"{said} {feared}"


def _expected(score: float, wording: Wording) -> str:
    """Word what a player expects of a turn, in average units as hints do."""
    if abs(score) >= WIN / 2:
        return wording.say("table.thought.wins" if score > 0 else "table.thought.loses")
    if abs(score) < EVEN:
        return wording.say("table.thought.even")
    whole, tenth = divmod(round(abs(score) / 10), 10)
    units = wording.say("hints.decimal", whole=whole, tenth=tenth)
    return wording.say("table.thought.ahead" if score > 0 else "table.thought.behind", n=units)

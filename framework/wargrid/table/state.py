"""The situation: what a player sees before acting, in one value that commands and help are read from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from wargrid.match.match import Match
    from wargrid.table.asking import Question
    from wargrid.table.deployment import Base
    from wargrid.table.wording import Teller


class Situation(NamedTuple):
    """The match, the selected unit's cell, the open question, whether anybody plays at this table and is to act.

    ``placing``: before the game, what the next click places, if a type is chosen.
    """

    match: Match
    selected: int | None
    question: Question | None
    seated: bool
    mine: bool
    teller: Teller
    placing: Base | None = None

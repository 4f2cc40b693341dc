"""News: what happened, for a frontend that shows it moving before it shows how things stand now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from wargrid.core.events import (
    Eliminated,
    Ended,
    Event,
    Joined,
    Lost,
    Moved,
    Placed,
    Rolled,
    TurnBegan,
    Turned,
    Withdrawn,
)
from wargrid.table.log import happenings
from wargrid.table.view import News

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.match.match import Match, Ply


class Messenger:
    """Remembers what has been told of a match and tells the rest.

    ``match`` may be set to the same match as another side sees it.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._told = tuple(match.plies)
        self._over = match.result is not None

    def take(self) -> tuple[News, ...]:
        """What happened since last asked; after an undo, only that the board is to be drawn afresh."""
        plies = tuple(self.match.plies)
        known = len(self._told)
        if plies[:known] == self._told:
            news = [one for ply in plies[known:] for one in news_of(ply)]
        else:
            news = [News("placed")]
        if self.match.resigned is not None and not self._over and self.match.result is not None:
            news.append(_ended(self.match.result.winner))
        self._told = plies
        self._over = self.match.result is not None
        return tuple(news)


def news_of(ply: Ply) -> Iterator[News]:
    """What a ply shows, event by event; bookkeeping shows nothing."""
    for position, event in happenings(ply):
        found = _news(position, event)
        if found is not None:
            yield found


def _news(position: Position, event: Event) -> News | None:
    if isinstance(event, Moved):
        facing = _facing(position, event.facing)
        return News("move", event.source, event.target, facing, side=_side(position, event.source))
    if isinstance(event, Turned):
        return News("turn", event.cell, facing=event.facing, side=_side(position, event.cell))
    if isinstance(event, Lost):
        return News("lost", event.cell, men=event.men, side=_side(position, event.cell))
    if isinstance(event, Eliminated):
        stands = position.at(event.cell)
        return News("eliminated", event.cell, men=stands.men, side=stands.side)
    if isinstance(event, Rolled):
        return News("dice", faces=_faces(event.roll.faces), side=position.side)
    if isinstance(event, (Placed, Withdrawn, Joined)):
        return News("placed", event.cell)
    if isinstance(event, TurnBegan):
        return News("turn_began", side=event.side)
    return _ended(event.winner) if isinstance(event, Ended) else None


def _ended(winner: int | None) -> News:
    return News("ended", side=-1 if winner is None else winner)


def _facing(position: Position, facing: int) -> int | None:
    return facing if position.roster.facings > 1 else None


def _side(position: Position, cell: int) -> int:
    return position.side_of(position.board[cell])


def _faces(faces: Sequence[str]) -> tuple[str, ...]:
    return tuple(faces)

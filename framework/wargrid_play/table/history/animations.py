"""Steps to animate: what happened on the board since a frontend last asked."""

from __future__ import annotations

from collections.abc import Iterator

from wargrid.core.attacks import Announced, Countered, Rolled
from wargrid.core.carrying import Boarded, Left
from wargrid.core.effects import Pushed, Swapped
from wargrid.core.events import (
    Eliminated,
    Ended,
    Joined,
    Lost,
    Moved,
    Placed,
    TurnBegan,
    Turned,
    Withdrawn,
)
from wargrid.core.promotion import Appeared, Became
from wargrid.match import Match, Ply
from wargrid_play.table.dice import counting_faces
from wargrid_play.table.history.log import events_of, is_moved
from wargrid_play.table.history.transfers import JOINS, transfers_of
from wargrid_play.table.view import AnimationEvent


class Animations:
    """Remembers which events of a match have been animated and returns the rest.

    ``match`` may be set to the same match as another side sees it.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._shown = tuple(match.plies)
        self._is_over = match.result is not None

    def pop(self) -> tuple[AnimationEvent, ...]:
        """Return what happened since the last call; after an undo, only that all is redrawn."""
        match, plies = self.match, tuple(self.match.plies)
        known = len(self._shown)
        if plies[:known] == self._shown:
            found = [step for ply in plies[known:] for step in animations_of(ply)]
        else:
            found = [AnimationEvent("placed")]
        if match.ending is not None and not self._is_over and match.result is not None:
            found.append(_ended(match.result.winner))
        self._shown = plies
        self._is_over = match.result is not None
        return tuple(found)


def animations_of(ply: Ply) -> Iterator[AnimationEvent]:
    """Yield what happened in a ply, to be animated."""
    joins = [cell for cell, transfer in transfers_of(ply).items() if transfer == JOINS]
    along: tuple[tuple[int, int], ...] = ()
    for position, event in events_of(ply):
        match event:
            case Eliminated() if event.cell in joins:
                pass  # the unit that appears there is drawn with the next event
            case Moved():
                facing = event.facing if position.roster.facings > 1 else None
                side, why = position.at(event.source).side, bool(event.why)
                cells = event.source, event.target
                yield AnimationEvent("move", *cells, facing, side=side, forced=why, along=along)
                along = ()
            case Pushed():
                along = tuple(zip(event.cells, event.ends, strict=True))
                if not is_moved(ply, event):
                    (cell, target), *others = along
                    side, along = position.at(cell).side, ()
                    yield AnimationEvent("move", cell, target, side=side, along=tuple(others))
            case Boarded():
                yield AnimationEvent("placed", event.source)
            case Left():
                yield AnimationEvent("placed", event.target)
            case Swapped():
                # Two moves one after the other would put both units on one cell for a moment.
                yield AnimationEvent("placed", event.source)
            case Turned():
                side, why, facing = position.at(event.cell).side, bool(event.why), event.facing
                yield AnimationEvent("turn", event.cell, facing=facing, side=side, forced=why)
            case Announced() | Countered():
                side = position.at(event.source).side
                yield AnimationEvent("attack", event.source, event.target, side=side)
            case Lost():
                placed = position.at(event.cell)
                strength, full = placed.type.strength, position.roster.full[placed.unit]
                left = "" if strength is None else strength.written(placed.men - event.men, full)
                yield AnimationEvent(
                    "lost", event.cell, men=event.men, side=placed.side, numbers=left
                )
            case Eliminated():
                placed = position.at(event.cell)
                yield AnimationEvent("eliminated", event.cell, men=placed.men, side=placed.side)
            case Rolled():
                faces, counting = tuple(event.roll.faces), counting_faces(position, event.roll.die)
                hits = tuple(face in counting for face in faces)
                yield AnimationEvent("dice", faces=faces, hits=hits, side=position.side)
            case Placed() | Withdrawn() | Joined() | Became() | Appeared():
                yield AnimationEvent("placed", event.cell)
            case TurnBegan():
                yield AnimationEvent("turn_began", side=event.side)
            case Ended():
                yield _ended(event.winner)


def _ended(winner: int | None) -> AnimationEvent:
    return AnimationEvent("ended", side=-1 if winner is None else winner)

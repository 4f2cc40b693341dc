"""The replay of a turn, action by action, with its dice."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from wargrid.core.events import TurnBegan
from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.match import Match, Ply
from wargrid_play.table.dice import dice_of
from wargrid_play.table.history.animations import animations_of
from wargrid_play.table.history.log import groups
from wargrid_play.table.scene import units_of
from wargrid_play.table.view import DiceView, LogView, ReplayedAction
from wargrid_play.table.wording import Wording


class _Turn(NamedTuple):
    side: int
    begin: int
    end: int


def turns_of(start: Position, plies: Sequence[Ply]) -> list[_Turn]:
    """Return the side of each turn and the plies where it begins and ends, the earliest first."""
    found = [_Turn(start.side, 0, len(plies))] if start.turn else []
    for at, ply in enumerate(plies, 1):
        for event in ply.events:
            if isinstance(event, TurnBegan):
                found[-1:] = [found[-1]._replace(end=at)] if found else []
                found.append(_Turn(event.side, at, len(plies)))
    return found


def last_turn_of_others(match: Match, seats: Collection[int]) -> range:
    """Return the plies of the last turn in which a side acted that is not played by ``seats``.

    Where ``seats`` play every side, it is the last turn of another side than the one to act.
    """
    own = {match.position.side} if len(seats) == len(match.game.sides) else frozenset(seats)
    plies, end, acted = match.plies, len(match.plies), False
    for at in range(len(plies) - 1, -1, -1):
        for event in reversed(plies[at].events):
            if isinstance(event, TurnBegan):
                if acted and event.side not in own:
                    return range(at + 1, end)
                end, acted = at + 1, False
        acted |= plies[at].actor != CHANCE
    begins_here = acted and match.start.turn and match.start.side not in own
    return range(end) if begins_here else range(0)


def plies_of(match: Match, line: LogView) -> range:
    """Return the plies of the turn that a heading begins, or those of another line's action."""
    if line.heading:
        turns = turns_of(match.start, match.plies)
        return next((range(each.begin, each.end) for each in turns if each.begin == line.plies),
                    range(0))  # fmt: skip
    found = ((begin, begin + len(group)) for begin, group in groups(match.plies, match.game))
    return next((range(*ends) for ends in found if ends[1] == line.plies), range(0))


def dice_at(match: Match, line: LogView, wording: Wording) -> DiceView | None:
    """Return the dice that fell in the action of a line, or None."""
    plies = plies_of(match, line)
    return None if line.heading else dice_of(match.plies[plies.start : plies.stop], wording)


def replay(match: Match, plies: range, wording: Wording) -> tuple[ReplayedAction, ...]:
    """Return the actions in some plies of a match."""
    actions = []
    for _, group in groups(match.plies[plies.start : plies.stop], match.game):
        steps = tuple(step for ply in group for step in animations_of(ply))
        units = units_of(group[0].before, (), wording)
        if any(step.kind not in ("turn_began", "ended") for step in steps):
            actions.append(ReplayedAction(units, steps, dice_of(group, wording)))
    return tuple(actions)

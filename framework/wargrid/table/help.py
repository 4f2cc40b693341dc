"""Help: what can be done now, in a few sentences made from the legal moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from wargrid.table import deploying
from wargrid.table.scene import MARKS, movable_cells, moves_from

if TYPE_CHECKING:
    from wargrid.match import Match
    from wargrid.table.situation import Situation
    from wargrid.table.telling import Teller
    from wargrid.table.view import CommandView

MOST: Final = 12
"""How many cells are listed by name, about."""


def help_of(now: Situation, commands: tuple[CommandView, ...]) -> list[str]:
    """What can be done now, the most likely first."""
    told = list(_situation(now))
    told += [
        now.teller.say("table.help.command", label=command.label, key=command.shortcut)
        for command in commands
        if command.enabled and command.name in ("end_turn", "undo", "redo", "resign")
    ]
    return told


def _situation(now: Situation) -> Iterator[str]:
    match, teller = now.match, now.teller
    if match.result is not None:
        yield teller.say("table.over", winner=teller.winner(match.result))
        yield teller.reason(match.result)
    elif now.question is not None:
        yield teller.say(f"table.help.confirm.{now.question.kind}")
    elif deploying.is_on(match):
        yield from deploying.help_now(now)
    elif not now.mine:
        yield teller.say("table.other_side", side=teller.side(match.position.side))
    elif now.selected is not None:
        yield from _selected(match, now.selected, teller)
    else:
        yield from _unselected(match, teller)


def _selected(match: Match, selected: int, teller: Teller) -> Iterator[str]:
    moves = moves_from(match, selected)
    unit = teller.unit(match.position, selected)
    yield teller.say("table.help.selected", unit=unit, cell=teller.cell(selected))
    for verb, number in Counter(move.verb for move in moves).items():
        verb = verb if verb in MARKS else "other"
        cells = _listed(dict.fromkeys(move.target for move in moves if move.verb == verb), teller)
        yield teller.say(f"table.help.{verb}", number=number, cells=cells)
    yield teller.say("table.help.deselect")


def _unselected(match: Match, teller: Teller) -> Iterator[str]:
    cells = movable_cells(match)
    if cells:
        side = teller.side(match.position.side)
        if (match.game.ruleset.turn.actions or 1) == 1:
            yield teller.say("table.help.choose_free", side=side)
        else:
            actions = teller.count("table.actions_left", match.position.budget)
            yield teller.say("table.help.choose", side=side, actions=actions)
        yield teller.say("table.help.units", cells=_listed(cells, teller))
        yield teller.say("table.help.keys")
    else:
        yield teller.say("table.help.no_unit")


def _listed(cells: Iterable[int], teller: Teller) -> str:
    """The first cells by name and, where there are many more, their number: the board shows them better."""
    names = [teller.cell(cell) for cell in cells]
    return " ".join(names if len(names) <= MOST + 2 else [*names[:MOST], "…", f"({len(names)})"])

"""Help: what can be done now, in a few sentences made from the legal moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from wargrid.core.moves import ATTACK, ENTER, MOVE, TAKE, TURN
from wargrid.table import deployment as deploying
from wargrid.table.commands import of_chance
from wargrid.table.ground_told import boxes
from wargrid.table.scene import MARKS, movable_cells, moves_from

if TYPE_CHECKING:
    from wargrid.core.moves import Move
    from wargrid.match.match import Match
    from wargrid.table.state import Situation
    from wargrid.table.view import CommandView
    from wargrid.table.wording import Teller

OTHER: Final = "other"
WAYS: Final = (MOVE, ENTER, ATTACK, TAKE, TURN, OTHER)
"""What a unit can do, in the order in which it is told."""

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
        yield teller.say("table.ended")
        yield teller.reason(match.result, match.position)
    elif now.question is not None:
        fallen = ".fallen" if now.question.kind == "choice" and of_chance(now) else ""
        yield teller.say(f"table.help.confirm.{now.question.kind}{fallen}")
    elif deploying.is_on(match):
        yield from deploying.help_now(now)
    elif not now.mine:
        yield teller.say("table.other_side", side=teller.side(match.position.side))
    elif now.selected is not None:
        yield from _selected(match, now.selected, teller)
    else:
        yield from _unselected(match, teller)


def _selected(match: Match, selected: int, teller: Teller) -> Iterator[str]:
    unit = teller.unit(match.position, selected)
    yield teller.say("table.help.selected", unit=unit, cell=teller.cell(selected))
    for way, moves in _ways(match, selected).items():
        cells = _listed(dict.fromkeys(move.target for move in moves), teller)
        yield teller.say(f"table.help.{way}", number=len(moves), cells=cells)
    yield teller.say("table.help.deselect")


def _ways(match: Match, selected: int) -> dict[str, list[Move]]:
    """The moves of the selected unit by what they are called in texts, the most wanted first."""
    ways: dict[str, list[Move]] = {verb: [] for verb in WAYS}
    for move in moves_from(match, selected):
        ways[move.verb if move.verb in MARKS else OTHER].append(move)
    return {way: moves for way, moves in ways.items() if moves}


def hint_of(now: Situation, told: list[str]) -> str:
    """What can be done now in a line or two: all that the selected unit can do, or else the beginning of the help."""
    match, teller = now.match, now.teller
    if (
        now.selected is None
        or now.question is not None
        or match.result is not None
        or deploying.is_on(match)
    ):
        two = now.question is None and (match.result is not None or deploying.is_on(match))
        return " ".join(told[: 2 if two else 1])
    ways = ", ".join(teller.say(f"table.hint.{way}") for way in _ways(match, now.selected))
    unit, cell = teller.unit(match.position, now.selected), teller.cell(now.selected)
    return teller.say("table.hint", unit=unit, cell=cell, ways=ways)


def _unselected(match: Match, teller: Teller) -> Iterator[str]:
    cells = movable_cells(match)
    if cells:
        side = teller.side(match.position.side)
        entry = match.game.ruleset.turn.entry
        if entry is not None and any(
            move.verb == ENTER for move in match.game.moves(match.position)
        ):
            cells_of_entry = boxes(
                match.game.grid, match.game.grounds[match.position.side].zones[entry.zone]
            )
            zone = teller.words.of(match.game.ruleset.zone_name(entry.zone))
            yield teller.say(
                "table.help.choose_entering",
                side=side,
                most=entry.most,
                zone=zone,
                cells=cells_of_entry,
            )
        elif (match.game.ruleset.turn.actions or 1) == 1:
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

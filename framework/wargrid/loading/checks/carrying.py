"""Check units that carry others: what they carry can come aboard, and nothing carries itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid.loading.checks.context import Context
from wargrid.ruleset.board.diagram import MAX_UNITS
from wargrid.ruleset.units.carrying import ORDINALS, Board, Carries, Leave
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text import join_names

MOST_ABOARD: Final = len(ORDINALS)
"""How many units one carries at most: moves tell no more apart."""


def check_carriers(context: Context) -> Iterator[Diagnostic]:
    """Report carriers of themselves, of royal units, of too much, and of units too heavy."""
    royals = {victory.royal for victory in context.ruleset.victory} - {None}
    reported: set[str] = set()
    for word, carries in _carriers(context):
        path: Place = ("units", word, "carries")
        way = _way_back(context, (word,))
        if way and reported.isdisjoint(way):
            reported.update(way)
            shown = " → ".join((*way, word))
            yield context.at((*path, "units"), "carrier_circle", unit=word, way=shown)
        hold = carries.hold()
        for carried, weight in hold.weights.items():
            if carried in royals:
                yield context.at((*path, "units"), "carried_royal", unit=carried)
            elif weight > hold.most:
                values = {"unit": carried, "weight": weight, "most": hold.most}
                at = context.merged.nearest((*path, "weighs", carried), (*path, "most"), path)
                yield context.at_value(at, "cargo_too_heavy", **values)
            elif hold.most // weight > MOST_ABOARD:
                at = context.merged.nearest((*path, "most"), path)
                yield context.at_value(at, "too_many_aboard", limit=MOST_ABOARD, unit=carried)


def check_verbs_of_carriers(context: Context) -> Iterator[Diagnostic]:
    """Report units that would board or unload where nothing carries, and idle carriers."""
    carried = {word for _, carries in _carriers(context) for word in carries.units}
    if not carried <= context.ruleset.units.keys():
        return
    boards: set[str] = set()
    for path, rule in context.abilities:
        unit = context.ruleset.units.get(str(path[1]))
        if isinstance(rule, Board) and unit is not None:
            boards.add(unit.word)
            if unit.word not in carried:
                yield context.at(path, "board_never", unit=unit.word)
        if isinstance(rule, Leave) and unit is not None and unit.carries is None:
            yield context.at(path, "leave_never", unit=unit.word)
    begun = bool(context.ruleset.start.aboard)
    for word, carries in _carriers(context):
        if not begun and boards.isdisjoint(carries.units):
            units = join_names(carries.units)
            yield context.at(("units", word, "carries"), "carries_nothing", unit=word, units=units)


def check_boarding_ends(context: Context) -> Iterator[Diagnostic]:
    """Report units that may go aboard and ashore in one turn without end."""
    turn = context.ruleset.turn
    counted = {"board", "leave", "any"}.intersection(turn.per_unit)
    for path, rule in context.abilities:
        free = not (turn.may.get("board", 1) or turn.may.get("leave", 1))
        if isinstance(rule, Leave) and free and not counted and not rule.ends_turn:
            yield context.at(path, "boards_for_ever")


def check_aboard(context: Context) -> Iterator[Diagnostic]:
    """Report units that are to begin aboard and cannot."""
    if not context.has_drawn_board or len(context.placements) > MAX_UNITS:
        return
    placed = {context.grid.name(each.cell): each.type for each in context.placements}
    for cell, words in context.ruleset.start.aboard.items():
        path: Place = ("start", "aboard", cell)
        carrier = context.ruleset.units.get(placed[cell].word) if cell in placed else None
        if carrier is None or carrier.carries is None:
            yield context.at(path, "aboard_nothing", cell=cell)
            continue
        hold = carrier.carries.hold()
        listed = [words] if isinstance(words, str) else words
        if not hold.weights.keys() <= context.ruleset.units.keys():
            continue
        others = [word for word in listed if word not in hold.weights]
        weight = sum(hold.weights.get(word, 0) for word in listed)
        if others and others[0] in context.ruleset.units:
            values = {"unit": carrier.word, "known": join_names(hold.weights)}
            yield context.at_value(path, "aboard_other", **values, other=others[0])
        elif weight > hold.most >= max(hold.weights.values()):
            values = {"unit": carrier.word, "cell": cell}
            yield context.at_value(path, "aboard_too_much", **values, weight=weight, most=hold.most)


def _carriers(context: Context) -> Iterator[tuple[str, Carries]]:
    for word, unit in context.ruleset.units.items():
        if unit.carries is not None:
            yield word, unit.carries


def _way_back(context: Context, way: tuple[str, ...]) -> tuple[str, ...]:
    """Return the types by which the first of some carries itself, or nothing."""
    unit = context.ruleset.units.get(way[-1])
    for word in () if unit is None or unit.carries is None else unit.carries.units:
        if word == way[0]:
            return way
        if word not in way and (found := _way_back(context, (*way, word))):
            return found
    return ()

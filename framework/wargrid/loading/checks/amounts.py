"""Warn about amounts that no unit ever has, rolls or goes: fuel, dice, cells, captures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from wargrid.loading.checks.context import attacks_of, has_hooks
from wargrid.ruleset import Capture, Limit, Slide, Symbols
from wargrid.source import Diagnostic, Place

if TYPE_CHECKING:
    from wargrid.core import Marker
    from wargrid.loading.checks.context import Check, Context

SETTING: Final = frozenset({"after_move", "after_attack", "turn_begins", "turn_ends"})
"""Hooks by which plugins may set markers."""


def warn_uses_too_much(context: Context) -> Iterator[Diagnostic]:
    """Warn about units that use up more of a marker than they ever have."""
    game, seen = context.game, set()
    if game is None or has_hooks(context, *SETTING):
        return
    for word, unit in context.ruleset.units.items():
        for verb, used in unit.uses.items():
            for name, number in used.items():
                most = _most(context, game.markers[name], word)
                used_up, start = ("units", word, "uses", verb, name), ("markers", name, "start")
                mark, done = context.value(*used_up), verb in game.costs[word]
                if done and number > most and mark not in seen:
                    seen.add(mark)
                    at = context.merged.nearest(used_up, start)
                    values = {"unit": word, "number": number, "name": name, "most": most}
                    yield context.at_value(at, "uses_too_much", **values)


def warn_no_dice_rolled(context: Context) -> Iterator[Diagnostic]:
    """Warn about attacks that have no dice at any distance."""
    for word, unit in context.ruleset.units.items():
        for at, weapon in attacks_of(word, unit):
            if isinstance(weapon.by, Symbols) and not weapon.by.dice(unit.men):
                path: Place = (*at, "by", weapon.by.word, "by_distance")
                yield context.at(path, "no_dice_rolled", unit=word)


def warn_slides_too_long(context: Context) -> Iterator[Diagnostic]:
    """Warn about slides over more cells than a line of the board has."""
    longest = max(context.grid.columns, context.grid.rows)
    for word, unit in context.ruleset.units.items():
        for number, way in enumerate(unit.move):
            if isinstance(way, Slide) and way.exactly is not None and way.exactly >= longest:
                path: Place = ("units", word, "move", number, way.word, "exactly")
                at = context.merged.as_written(path)
                values = {"unit": word, "exactly": way.exactly, "most": longest - 1}
                yield context.at_value(at, "slide_too_long", **values)


def warn_slow_captures(context: Context) -> Iterator[Diagnostic]:
    """Warn about captures that take more turns than the game has."""
    ruleset = context.ruleset
    sides = len(ruleset.sides)
    ends = (each.last(sides) for _, each in context.victories if isinstance(each, Limit))
    last, seen = min((end for end in ends if end is not None), default=None), set()
    for word, unit in ruleset.units.items() if last is not None else ():
        for rule in unit.abilities:
            if not isinstance(rule, Capture) or rule.counts is None:
                continue
            turns, path = -(-(last or 0) // sides), ("units", word, "abilities", rule.word, "needs")
            once = rule.ends_turn or ruleset.turn.per_unit.get(rule.word) == 1
            start = max(ruleset.markers[rule.counts].first_values)
            most = start + turns * (unit.men if rule.by == "men" else 1)
            if once and rule.needs > most and context.value(*path) not in seen:
                seen.add(context.value(*path))
                values = {"needs": rule.needs, "most": most, "turns": turns, "owner": rule.owner}
                yield context.at_value(path, "capture_too_slow", unit=word, **values)


WARNINGS: Final[tuple[Check, ...]] = (
    warn_uses_too_much,
    warn_no_dice_rolled,
    warn_slides_too_long,
    warn_slow_captures,
)


def _most(context: Context, marker: Marker, unit: str) -> int:
    """The most that a unit has: at the start if rules only use it up and refill it."""
    raising = [
        each for each in context.references
        if (each.section, each.name) == ("markers", marker.word)
        and not {"uses", "refills"}.intersection(each.path)
    ]  # fmt: skip
    is_set = raising or context.ruleset.markers[marker.word].set_by is not None
    return marker.most if is_set else marker.start_of.get(unit, 0)

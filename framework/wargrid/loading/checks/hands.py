"""Check hands: what comes there can be placed, and what limits placing says something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wargrid.loading.checks.context import Context
from wargrid.ruleset.units.placing import LINES, Place
from wargrid.ruleset.victory import Quiet, Slay
from wargrid.source.diagnostics import Diagnostic
from wargrid.source.diagnostics import Place as At
from wargrid.text import join_names


def check_hands_are_placed(context: Context) -> Iterator[Diagnostic]:
    """Report units that are taken into a hand and that no side ever places."""
    ruleset, placed = context.ruleset, _placed(context)
    known = join_names(sorted(placed)) or "-"
    captured = ruleset.captured
    if captured is None:
        return
    if not placed:
        yield context.at(("captured",), "captured_nowhere")
        return
    for word, held in captured.as_.items():
        if held in ruleset.units and held not in placed:
            at: At = ("captured", "as", word)
            yield context.at_value(at, "held_never_placed", unit=held, known=known)
    never_held = {victory.royal for victory in ruleset.victory} | _last_ones(context)
    lost = [
        word for word in ruleset.units
        if word not in never_held and word not in captured.as_ and word not in placed
    ]  # fmt: skip
    if lost:
        nearest = context.merged.nearest(("captured", "as"), ("captured",))
        yield context.at(nearest, "taken_never_placed", units=join_names(lost), known=known)


def _last_ones(context: Context) -> set[str]:
    """Return the types of which no side has two and whose loss ends the game."""
    found = set()
    for _, slay in context.victories_of(Slay):
        for word in slay.deciding if len(slay.deciding) == 1 and slay.side is None else ():
            had = Counter(each.side for each in context.placements if each.type.word == word)
            if word not in context.made and max(had.values(), default=0) == 1:
                found.add(word)
    return found


def _placed(context: Context) -> frozenset[str]:
    """Return the types that sides place from their hands."""
    abilities = context.ruleset.abilities
    return frozenset(word for each in abilities if each.of_hand for word in each.types)


def check_quiet_without_hands(context: Context) -> Iterator[Diagnostic]:
    """Report turns without a loss that are counted where what is lost comes back."""
    if context.ruleset.captured is None:
        return
    for path, victory in context.victories_of(Quiet):
        if victory.turns is not None:
            at = context.merged.nearest(("captured",), path)
            yield context.at(at, "quiet_with_hands")


def check_limits_of_placing(context: Context) -> Iterator[Diagnostic]:
    """Report limits of types that are not placed."""
    for path, ability in context.abilities:
        if not isinstance(ability, Place):
            continue
        known = join_names(ability.types)
        for at, word in _limited(ability):
            if word in context.ruleset.units and word not in ability.types:
                yield context.at((*path, *at), "limit_of_other", unit=word, known=known)


def warn_idle_mate_by_placing(context: Context) -> Iterator[Diagnostic]:
    """Warn about types that may not mate as they are placed, where no unit is ever mated."""
    if any(victory.royal is not None for victory in context.ruleset.victory):
        return
    for path, ability in context.abilities:
        if isinstance(ability, Place) and ability.never_mates:
            yield context.at((*path, "not_mate"), "not_mate_idle")


def _limited(ability: Place) -> Iterator[tuple[At, str]]:
    """Yield the types that an ability limits, each with its place below it."""
    yield from ((("limits", word), word) for word in ability.limits)
    for way in LINES if ability.one_per is not None else ():
        held = getattr(ability.one_per, way)
        for number, word in enumerate([held] if isinstance(held, str) else held):
            yield ("one_per", way, *(() if isinstance(held, str) else (number,))), word
    for word in ability.never_mates:
        yield ("not_mate",), word

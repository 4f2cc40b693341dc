"""Check games of placing: rows fit the board, what is placed is there, and sides may swap."""

from __future__ import annotations

from collections.abc import Iterator

from wargrid.core.hands import STAGE
from wargrid.core.lines import axes_of
from wargrid.loading.checks.context import Context
from wargrid.ruleset.lines import Line, Majority
from wargrid.ruleset.units.placing import Place, Swap
from wargrid.ruleset.victory import Stalemate
from wargrid.source.diagnostics import Diagnostic


def check_lines_fit(context: Context) -> Iterator[Diagnostic]:
    """Report a row of more units than the longest line of the board has cells."""
    for path, victory in context.victories_of(Line):
        least, _ = victory.count.bounds
        axes = axes_of(context.grid, victory.row.directions)
        longest = max((len(one) + 1 + len(other) for at in axes for one, other in at), default=1)
        if least > longest:
            at = (*path, "count")
            yield context.at_value(at, "line_too_long", count=least, longest=longest)
        elif least < 2:
            yield context.at_value((*path, "count"), "line_too_short", count=least)


def check_stuck_sides(context: Context) -> Iterator[Diagnostic]:
    """Report a turn in which stuck sides pass beside a victory that ends the game for them."""
    if context.ruleset.turn.stuck is None:
        return
    for path, victory in context.victories:
        if isinstance(victory, Stalemate) or victory.royal is not None:
            at = context.merged.nearest(("turn", "stuck"), path)
            yield context.at(at, "stuck_and_ends", word=victory.word)


def check_swaps(context: Context) -> Iterator[Diagnostic]:
    """Report a swap where no side places the first unit."""
    ruleset = context.ruleset
    places = any(ability.places for ability in ruleset.abilities)
    for path, rule in context.abilities:
        if not isinstance(rule, Swap) or not rule.is_on:
            continue
        if not places or context.placements or ruleset.deploy is not None:
            yield context.at(path, "swap_without_placing")


def check_stage_marker(context: Context) -> Iterator[Diagnostic]:
    """Report a marker with the name of the one that counts the stages of a game."""
    if context.ruleset.keeps_stages() and STAGE in context.ruleset.markers:
        yield context.at(("markers", STAGE), "marker_of_stages", marker=STAGE)


def check_hands(context: Context) -> Iterator[Diagnostic]:
    """Report more units in hands than could ever be on the board at once."""
    for word, wanted in context.ruleset.hand.items():
        counts = wanted.values() if isinstance(wanted, dict) else (wanted,)
        most = max(counts, default=0)
        if most > context.grid.cells:
            path = ("hand", word)
            yield context.at_value(path, "hand_too_full", count=most, cells=context.grid.cells)


def warn_hands_never_emptied(context: Context) -> Iterator[Diagnostic]:
    """Warn about units in hands that no side can place."""
    placed = {word for each in context.ruleset.abilities if each.of_hand for word in each.types}
    for word in context.ruleset.hand if not context.plugins else ():
        if word not in placed:
            yield context.at(("hand", word), "hand_idle", unit=word)


def warn_hands_never_filled(context: Context) -> Iterator[Diagnostic]:
    """Warn about units placed from hands that never hold any."""
    ruleset = context.ruleset
    if context.plugins or ruleset.captured is not None:
        return
    if ruleset.brings_to_hand(context.plugins):
        return
    for path, rule in context.abilities:
        if isinstance(rule, Place) and rule.of_hand:
            missing = [word for word in rule.types if not ruleset.hand.get(word)]
            if len(missing) == len(rule.types):
                yield context.at((*path, "from"), "hand_never_filled", unit=missing[0])


def warn_passing_without_end(context: Context) -> Iterator[Diagnostic]:
    """Warn about stuck sides that pass in a game that goes on when both are."""
    if context.ruleset.turn.stuck is None or context.plugins:
        return
    ends = any(
        isinstance(victory, Majority) or victory.asked in ("turn_begin", "turn_end")
        for _, victory in context.victories
    )
    if not ends:
        yield context.at(("turn", "stuck"), "passing_without_end")

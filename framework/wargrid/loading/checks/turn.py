"""More of what a schema cannot see: questions about costs, the turn and the royal unit, asked by ``checks``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from wargrid.core.moves import ANY_VERB, ATTACK, MOVE
from wargrid.loading.checks.trials import words_of
from wargrid.loading.checks.victories import placed_victories
from wargrid.ruleset.base import Kind
from wargrid.ruleset.movement import Path as Walking
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.source.merge import Use, still_named, taker_of
from wargrid.text.format import did_you_mean, join_names
from wargrid.text.message import Message

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.base import RuleOptions
    from wargrid.ruleset.models import Ruleset
    from wargrid.source.document import Mark
    from wargrid.source.merge import Merged


def does_every_cost_table_name_terrains(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A table of costs names terrains, where one goes and where one comes from."""
    known = join_names(ruleset.terrains)
    taken: list[Use] = []
    for table, costs in ruleset.costs.items():
        named: list[tuple[Place, str]] = [(("costs", table, word), word) for word in costs]
        for word, cost in costs.items():
            named += (
                [(("costs", table, word, start), start) for start in cost]
                if isinstance(cost, Mapping)
                else []
            )
        missed: list[Use] = [
            (path, "terrains", word) for path, word in named if word not in ruleset.terrains
        ]
        taken += [each for each in missed if taker_of(merged, each)]
        for path, _, word in missed:
            if (path, "terrains", word) not in taken:
                near = did_you_mean(word, ruleset.terrains) or ""
                yield merged.diagnostic(path, "no_such_terrains", name=word, near=near, known=known)
    yield from still_named(merged, taken)


def does_every_terrain_have_its_letter(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Two terrains with one letter could not be told apart in the board's picture."""
    first: dict[str, str] = {}
    for word, terrain in ruleset.terrains.items():
        other = first.setdefault(terrain.letter, word)
        if other != word:
            path = ("terrains", word, "letter")
            mark = letter_mark(merged, "terrains", word)
            yield merged.diagnostic_on(
                mark, "same_letter", path, None, letter=terrain.letter, other=other
            )


def letter_mark(merged: Merged, section: str, word: str) -> Mark:
    """Where an entry says its letter, or the entry itself if it has taken over another's and says none."""
    own = merged.root.place((section, word, "letter"), "value")
    entries = merged.root.at((section,))
    others = list(entries.value) if entries is not None and isinstance(entries.value, dict) else []
    marks = [
        merged.root.place((section, str(other), "letter"), "value")
        for other in others
        if other != word
    ]
    return merged.root.place((section, word), "key") if own in marks else own


def does_no_royal_unit_face(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Royal safety is looked up by cell: units must not face."""
    for path, victory in placed_victories(ruleset, merged):
        if (
            victory.royal is not None
            and victory.royal in ruleset.units
            and ruleset.board.facing is not None
        ):
            yield merged.diagnostic(
                merged.nearest(path, ("board", "facing")), "royal_faces", unit=victory.royal
            )


def can_units_turn_where_they_must(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Plugins and words that turn units need a board where units face."""
    if ruleset.board.facing is not None:
        return
    listed_plugins: list[tuple[Place, RuleOptions]] = [
        (("plugins", name), plugin) for name, plugin in plugins.items()
    ]
    words = [named for unit in ruleset.units.values() for named in words_of(unit)]
    for path, told in (*listed_plugins, *words, *placed_victories(ruleset, merged)):
        if told.needs_facing:
            mark = merged.nearest_mark(
                *(merged.root.place(at, "key") for at in (("board", "facing"), path))
            )
            name = told.word if isinstance(told, Kind) else path[-1]
            yield merged.diagnostic_on(mark, "facing_needed", ("board", "facing"), None, name=name)


def do_all_victories_mean_one_royal_type(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """One type is kept safe, however many victories are about it."""
    royals = [
        (path, victory.royal)
        for path, victory in placed_victories(ruleset, merged)
        if victory.royal is not None
    ]
    for path, royal in royals[1:]:
        if royal != royals[0][1]:
            yield merged.diagnostic(
                merged.nearest(path, royals[0][0]), "royals_differ", unit=royal, other=royals[0][1]
            )


def is_every_threat_to_a_royal_unit_seen(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Royal safety sees who takes by moving along lines, jumps and hops; not attacks, nor paths that bend."""
    if all(victory.royal is None for victory in ruleset.victory):
        return
    for word, unit in ruleset.units.items():
        if unit.attack is not None:
            yield merged.diagnostic(("units", word, "attack"), "royal_unseen", unit=word)
        for way in unit.move:
            takes = way.takes or ("also" if unit.captures == "by_moving" else "never")
            if isinstance(way, Walking) and way.bends and takes != "never":
                yield merged.diagnostic(("units", word, "move"), "royal_unseen", unit=word)


def is_everything_counted_that_the_turn_asks_about(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """What a unit has done is known only under a limit; without one the turn's own rules would forget it."""
    turn = ruleset.turn
    counted = {verb for verb in turn.may if verb in turn.per_unit or ANY_VERB in turn.per_unit}
    needs: list[tuple[Place, bool, list[str]]] = [
        (("turn", "groups"), turn.groups is not None, list(turn.may)),
        (("turn", "units"), turn.units == "consecutive", list(turn.may)),
    ]
    for path, asked, verbs in needs:
        missing = [verb for verb in verbs if verb not in counted]
        if asked and missing:
            yield _uncounted(ruleset, merged, path, missing)
    if turn.entry is not None and not turn.per_unit:
        yield _uncounted(ruleset, merged, ("turn", "entry"), list(turn.may))
    if turn.order == "move_then_attack" and _forgets(ruleset, ATTACK):
        yield _uncounted(ruleset, merged, ("turn", "order"), [ATTACK])
    for word, unit in ruleset.units.items():
        if unit.attack is not None and not unit.attack.after_moving and _forgets(ruleset, MOVE):
            yield _uncounted(ruleset, merged, ("units", word, "attack", "after_moving"), [MOVE])


def _uncounted(ruleset: Ruleset, merged: Merged, path: Place, verbs: list[str]) -> Diagnostic:
    """With limits that allow as much of each verb as a turn can pay for, or one where nothing is paid."""
    turn = ruleset.turn
    most = {
        verb: max(1, (turn.actions or 0) // turn.may[verb]) if turn.may[verb] else 1
        for verb in verbs
    }
    limits = ", ".join(f"{verb}: {number}" for verb, number in most.items())
    return merged.diagnostic(path, "uncounted", verbs=join_names(verbs), limits=limits)


def _forgets(ruleset: Ruleset, verb: str) -> bool:
    """Whether a unit that has done a verb may go on, and nobody knows that it has."""
    turn = ruleset.turn
    return verb in turn.may and verb not in turn.per_unit and turn.per_unit.get(ANY_VERB) != 1


def is_there_a_budget_for_every_cost(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Where a turn has no budget nothing can cost anything; told at the budget if a nearer file has taken that away."""
    if ruleset.turn.actions is not None:
        return
    none: Place = ("turn", "actions")
    budget = merged.root.place(none, "value")
    costs: list[tuple[Place, int]] = [
        (("turn", "may", verb), cost) for verb, cost in ruleset.turn.may.items()
    ]
    for word, unit in ruleset.units.items():
        costs += [(("units", word, "costs", verb), cost) for verb, cost in unit.costs.items()]
    kept = []
    for path, cost in costs:
        if cost and merged.depth(budget) < merged.depth(merged.root.place(path, "value")):
            kept.append(".".join(map(str, path)))
        elif cost:
            this = Message("faults.cost_without_budget.this", {"cost": cost})
            yield merged.diagnostic(path, "cost_without_budget", at="value", costs=this)
    if kept:
        these = Message("faults.cost_without_budget.these", {"places": join_names(kept)})
        yield merged.diagnostic_on(budget, "cost_without_budget", none, None, costs=these)


QUESTIONS: Final = (
    does_every_cost_table_name_terrains,
    does_every_terrain_have_its_letter,
    does_no_royal_unit_face,
    can_units_turn_where_they_must,
    do_all_victories_mean_one_royal_type,
    is_every_threat_to_a_royal_unit_seen,
    is_everything_counted_that_the_turn_asks_about,
    is_there_a_budget_for_every_cost,
)

"""Check rounds and reactions: a game has rounds that rules ask for, and reactions do something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wargrid.loading.checks.context import Context
from wargrid.loading.checks.effects import standing
from wargrid.ruleset.grammar.conditions import Conditions
from wargrid.ruleset.grammar.moments import TurnEffects
from wargrid.ruleset.grammar.reactions import Reaction
from wargrid.ruleset.grammar.rules import Attacks
from wargrid.ruleset.selecting.selectors import selectors_in
from wargrid.ruleset.victory import Limit
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text import Message, join_names

_NUMBER: Final = Message("diagnostics.marker_unfit.number")


def check_rounds(context: Context) -> Iterator[Diagnostic]:
    """Report what needs rounds in a game without any, and an initiative that no side has."""
    rounds = context.ruleset.turn.round
    if rounds is None:
        for path in _asking_for_rounds(context):
            yield context.at(path, "rounds_undefined", key=str(path[-1]))
        return
    marker = context.ruleset.markers.get(rounds.more or "")
    if marker is not None and (marker.per != "side" or marker.holds != "number"):
        values: dict[str, object] = {
            "name": rounds.more,
            "per": "side",
            "holds": Message("diagnostics.marker_unfit.number"),
        }
        yield context.at_value(("turn", "round", "more"), "marker_unfit", **values)


def _asking_for_rounds(context: Context) -> Iterator[Place]:
    ruleset = context.ruleset
    if ruleset.each_round:
        yield ("each_round",)
    for word, marker in ruleset.markers.items():
        if marker.until == "round":
            yield ("markers", word, "until")
    for path, limit in context.victories_of(Limit):
        if limit.rounds is not None:
            yield (*path, "rounds")
    for path, upkeep in context.abilities:
        if isinstance(upkeep, TurnEffects) and upkeep.given and _asks_round(upkeep.given):
            yield (*path, "if")
    for number, stage in enumerate(ruleset.stages):
        if stage.until is not None and _asks_round(stage.until):
            yield ("stages", number, "until")
    for each in standing(context):
        if each.part.when is not None and _asks_round(each.part.when):
            yield (*each.path, "if")


def _asks_round(when: Conditions) -> bool:
    return when.round is not None or any(_asks_round(each) for each in when.unless)


def _reactions(context: Context) -> Iterator[tuple[Place, str, Reaction]]:
    """Yield every reaction with its place and its type of unit."""
    for word, unit in context.ruleset.units.items():
        for name, reaction in unit.reacts.items():
            yield ("units", word, "reacts", name), word, reaction


def check_reaction_markers(context: Context) -> Iterator[Diagnostic]:
    """Report markers that reactions use up and that the unit and its side do not bear."""
    for path, word, reaction in _reactions(context):
        for name in reaction.uses:
            marker = context.ruleset.markers.get(name)
            if marker is None:
                continue
            at = (*path, "uses", name)
            if marker.holds != "number" or marker.per == "cell":
                values: dict[str, object] = {
                    "name": name,
                    "per": "unit/side",
                    "holds": Message("diagnostics.marker_unfit.number"),
                }
                yield context.at(at, "marker_unfit", **values)
            elif marker.per == "unit" and marker.types is not None and word not in marker.types:
                yield context.at(at, "marker_not_borne", name=name, unit=word)


def check_reactions_between_takings(context: Context) -> Iterator[Diagnostic]:
    """Report a reaction that asks after a taking, where the unit goes on taking."""
    if context.ruleset.turn.again is None:
        return
    for path, _, reaction in _reactions(context):
        if reaction.to == "move" and reaction.asks is not None:
            yield context.at((*path, "asks"), "asks_between", word="reacts")


def check_reaction_roles(context: Context) -> Iterator[Diagnostic]:
    """Report a role that what a unit reacts to does not have."""
    for path, _, reaction in _reactions(context):
        for key, selectors in (("of", reaction.of), ("only_if", reaction.only_if)):
            for selector in selectors_in(selectors):
                role = getattr(selector, "role", None)
                if role is not None and role not in reaction.roles:
                    known = join_names(reaction.roles)
                    yield context.at((*path, key), "role_unknown", role=role, known=known)


def warn_idle_reactions(context: Context) -> Iterator[Diagnostic]:
    """Warn about reactions to attacks where nothing attacks, and attacks of what never does."""
    attacks = bool(context.weapons)
    for path, word, reaction in _reactions(context):
        strikes = any(isinstance(part.effect, Attacks) for part in reaction.do.parts)
        if reaction.to != "move" and not attacks:
            yield context.at_value((*path, "to"), "reaction_without_attacks", to=reaction.to)
        elif strikes and context.ruleset.units[word].attack is None:
            yield context.at((*path, "do"), "reaction_without_weapon", unit=word)

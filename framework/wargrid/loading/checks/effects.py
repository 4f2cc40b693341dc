"""Check lists of effects: their roles are there, they may ask, and they do something."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from wargrid.core.selecting import ROLES
from wargrid.loading.checks.context import Context, has_hooks
from wargrid.ruleset.base import Effect
from wargrid.ruleset.grammar.acts import Act, SideAct
from wargrid.ruleset.grammar.conditions import Conditions
from wargrid.ruleset.grammar.effects import (
    Adds,
    Becomes,
    Joins,
    Loses,
    Removes,
    Retreats,
    Sets,
    Swaps,
    ToHand,
)
from wargrid.ruleset.grammar.moments import TurnEffects
from wargrid.ruleset.grammar.rules import Asks, Attacks, Rolls
from wargrid.ruleset.grammar.walking import Standing, standing_in
from wargrid.ruleset.registry import BUILT_IN
from wargrid.ruleset.selecting.selectors import AnySelector, UnitSelector, selectors_in
from wargrid.ruleset.units.combat import Rolling
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text import join_names

VERBS = ("move", "turn", "attack", "take", "enter", "any")
"""The verbs that are the framework's own."""


def standing(context: Context) -> Iterator[Standing]:
    """Yield every effect and rule of a ruleset and its plugins, with its place as written."""
    for written in context.written_effects:
        for each in standing_in(written):
            yield each._replace(path=context.merged.as_written(each.path))


def check_effect_roles(context: Context) -> Iterator[Diagnostic]:
    """Report a role that the moment of a rule does not have, and an effect on no unit."""
    for each in standing(context):
        effect_names = each.part.effect is not None
        for path, role in _roles_named(each):
            if role not in each.roles:
                known = join_names(each.roles) or "-"
                # A role is a key, but as the value of ``whom`` or of a word.
                at = context.at_value if path[:1] == ("whom",) or effect_names else context.at
                yield at((*each.path, *path), "role_unknown", role=role, known=known)
            elif role in each.cells and not each.part.role:
                word = each.part.effect.word if each.part.effect is not None else "if"
                yield context.at((*each.path, *path), "effect_on_cell", word=word, role=role)
        effect = each.part.effect
        if effect is None or not _needs_unit(context, effect):
            continue
        if not each.roles:
            yield context.at(each.path, "effect_without_unit", word=effect.word)
        elif not each.role:
            known = join_names(each.roles)
            yield context.at(each.path, "effect_without_role", word=effect.word, known=known)
        elif each.role in each.cells:
            yield context.at(each.path, "effect_on_cell", word=effect.word, role=each.role)


def _needs_unit(context: Context, effect: Effect) -> bool:
    """Return whether an effect is done to a unit, or to markers that units alone bear."""
    if not isinstance(effect, Sets | Adds):
        return effect.of_unit
    markers = (context.ruleset.markers.get(word) for word in effect.values)
    return any(marker is not None and marker.per == "unit" for marker in markers)


def _roles_named(each: Standing) -> Iterator[tuple[Place, str]]:
    part = each.part
    if part.role:
        yield () if part.is_short else ("whom",), part.role
    if part.effect is not None:
        yield from (((), role) for role in part.effect.roles_named)
    if part.when is not None:
        yield from ((("if", ROLES[role]), ROLES[role]) for role in _roles_of(part.when))


def _roles_of(when: Conditions) -> Iterator[int]:
    yield from (role for role, _ in when.of_roles)
    for each in when.unless:
        yield from _roles_of(each)


def check_effects_may_ask(context: Context) -> Iterator[Diagnostic]:
    """Report a question, or an attack that may bring one, where no side can be asked."""
    for each in standing(context):
        effect = each.part.effect
        asks = effect is not None and (effect.may_ask or effect.strikes)
        if asks and (each.path[0] == "turn_end" or not each.moment.may_ask):
            assert effect is not None
            yield context.at(each.path, "asks_at_end", word=effect.word)


def check_effects_between_takings(context: Context) -> Iterator[Diagnostic]:
    """Report an effect that asks or rolls after a taking, where the unit goes on taking."""
    if context.ruleset.turn.again is None:
        return
    for each in standing(context):
        effect = each.part.effect
        of_unit = each.path[0] == "units" and each.path[2:3] == ("after",)
        moment = str(each.path[3]) if of_unit and len(each.path) > 3 else ""
        if each.path[0] == "rules":
            moment = context.ruleset.rules[str(each.path[1])].when
        if each.path[0] == "units" and each.path[2:3] == ("reacts",):
            reaction = context.ruleset.units[str(each.path[1])].reacts[str(each.path[3])]
            moment = "move" if reaction.to == "move" else ""
        waits = effect is not None and (effect.may_ask or effect.may_roll)
        if waits and moment in ("move", "take", "removed"):
            assert effect is not None
            yield context.at(each.path, "asks_between", word=effect.word)


def check_effect_whose(context: Context) -> Iterator[Diagnostic]:
    """Report a selector that looks for units and does not say whose."""
    for path, selectors in _looking(context):
        for number, selector in enumerate(selectors):
            if selector.whose is None and selector.trait is None:
                at = context.merged.as_written((*path, number))
                yield context.at(at, "whose_missing", key=str(path[-1]))


def _looking(context: Context) -> Iterator[tuple[Place, tuple[UnitSelector, ...]]]:
    for each in standing(context):
        part, path = each.part, each.path
        if part.whom:
            yield (*path, "whom"), part.whom
        if part.when is not None and part.when.units is not None:
            yield (*path, "if", "units", "which"), part.when.units.which
        if isinstance(part.effect, Asks):
            for key, found in (("of", part.effect.of), ("else", part.effect.otherwise)):
                if found is not None:
                    yield (*path, key), found
    for word, rule in context.ruleset.rules.items():
        yield ("rules", word, "of"), rule.of
    for place, ability in context.abilities:
        if isinstance(ability, Act | SideAct) and ability.of is not None:
            yield (*place, "of"), ability.of
        if isinstance(ability, TurnEffects) and ability.every is not None:
            yield (*place, "all"), ability.every


def check_retreats_into(context: Context) -> Iterator[Diagnostic]:
    """Report ``own`` and ``enemy`` in the cells of a retreat of a target.

    They mean the side of the rule, where that of the unit is meant.
    """
    for each in standing(context):
        effect = each.part.effect
        if not isinstance(effect, Retreats) or each.role != "target":
            continue
        for selector in effect.into or ():
            for inside in selectors_in(selector):
                word = _seen_by_rule(inside)
                if word is not None:
                    yield context.at((*each.path, "into"), "into_whose", word=word)


def _seen_by_rule(selector: AnySelector) -> str | None:
    keys = ("whose", "controlled", "supplied", "seen")
    found = (getattr(selector, key, None) for key in keys)
    return next((word for word in found if word in ("own", "enemy")), None)


def check_effect_markers(context: Context) -> Iterator[Diagnostic]:
    """Report a marker that effects set or add to and that holds no number, or not this one."""
    for each in standing(context):
        effect = each.part.effect
        if not isinstance(effect, Sets | Adds):
            continue
        for word, value in effect.values.items():
            marker, at = context.ruleset.markers.get(word), (*each.path, word)
            if marker is None:
                continue
            if marker.holds != "number":
                values = {"name": word, "per": marker.per, "holds": "a number"}
                yield context.at(at, "marker_unfit", **values)
            elif isinstance(effect, Sets) and value != "start":
                assert isinstance(value, int)
                if not marker.least <= value <= marker.highest:
                    range_of = {"least": marker.least, "most": marker.highest}
                    yield context.at_value(at, "mark_range", name=word, value=value, **range_of)


def check_effect_faces(context: Context) -> Iterator[Diagnostic]:
    """Report faces with effects that their die does not have."""
    for each in standing(context):
        if isinstance(each.part.effect, Rolls):
            yield from _faces_of(context, each.path, each.part.effect)
    for path, _, attack in context.weapons:
        if isinstance(attack.by, Rolling):
            yield from _faces_of(context, (*path, "by", attack.by.word), attack.by)


def _faces_of(context: Context, path: Place, rolls: Rolls | Rolling) -> Iterator[Diagnostic]:
    dice = context.ruleset.dice
    die = rolls.die or (next(iter(dice)) if len(dice) == 1 else None)
    known = dice.get(die or "", [])
    for face in rolls.faces if known else ():
        if face not in known and face in context.ruleset.all_faces():
            at = (*path, "faces", face)
            yield context.at(at, "face_not_of_die", face=face, die=die, known=join_names(known))


def check_acts_have_verbs(context: Context) -> Iterator[Diagnostic]:
    """Report an act whose verb is that of a word."""
    taken = _verbs_of_words()
    for path, rule in context.abilities:
        if isinstance(rule, Act | SideAct) and rule.verb in taken:
            yield context.at_value((*path, "verb"), "act_verb", verb=rule.verb)


@cache
def _verbs_of_words() -> frozenset[str]:
    families = ("ability", "side_ability")
    return frozenset((*VERBS, *(kind.word for kind in BUILT_IN if kind.family in families)))


def check_royals_become(context: Context) -> Iterator[Diagnostic]:
    """Report units that would become a second royal unit of their side by an effect."""
    royals = {victory.royal for victory in context.ruleset.victory} - {None}
    for each in standing(context):
        effect = each.part.effect
        to = getattr(effect, "type" if isinstance(effect, Becomes) else "unit", None)
        if effect is not None and effect.word in ("becomes", "appears", "arrives") and to in royals:
            yield context.at(each.path, "promotes_royal", unit=to)


def warn_royal_harmed(context: Context) -> Iterator[Diagnostic]:
    """Warn about effects that take the royal unit from its side, which no mate tells of.

    Units count as far as their list says which they are: by their type or by a selector.
    """
    royals = [victory.royal for victory in context.ruleset.victory if victory.royal is not None]
    for written in context.written_effects if royals else ():
        known = dict(_known_units(context, written.path))
        for each in standing_in(written):
            effect, path = each.part.effect, each.path
            if each.part.whom:
                known[path, "subject"] = each.part.whom
            if isinstance(effect, Asks) and effect.of is not None:
                known[path, "chosen"] = (*effect.of, *(effect.otherwise or ()))
            if effect is None or not _takes_away(effect):
                continue
            around = [at for at, role in known if role == each.role and path[: len(at)] == at]
            found = known[max(around, key=len), each.role] if around else ()
            if any(_may_be(selector, royals[0]) for selector in found):
                at = context.merged.as_written(path)
                yield context.at(at, "royal_harmed", word=effect.word, unit=royals[0])


def _takes_away(effect: Effect) -> bool:
    if isinstance(effect, Loses):
        return not effect.leaves
    return isinstance(effect, Removes | Joins | Becomes | ToHand)


def _known_units(
    context: Context, path: Place
) -> Iterator[tuple[tuple[Place, str], tuple[UnitSelector, ...]]]:
    """Yield the selectors of the units of the roles of a list, by its place and the role."""
    if path[0] == "units" and path[2:3] == ("after",):
        yield (path, "subject"), (UnitSelector(unit=str(path[1])),)
    if path[0] == "rules":
        yield (path, "subject"), context.ruleset.rules[str(path[1])].of
    for place, rule in context.abilities:
        if path[: len(place)] != place:
            continue
        if isinstance(rule, TurnEffects) and rule.every is not None:
            yield (path, "subject"), rule.every
        if isinstance(rule, Act | SideAct) and rule.of is not None:
            yield (path, "chosen"), rule.of


def _may_be(selector: UnitSelector, word: str) -> bool:
    """Return whether the names of a selector leave a type in; a trait is not looked into."""
    units = [selector.unit] if isinstance(selector.unit, str) else selector.unit
    if selector.trait is not None or (units is not None and word not in units):
        return False
    bare = [each for each in selector.unless if each.model_fields_set == {"unit"}]
    return not any(_may_be(each, word) for each in bare)


def warn_idle_effects(context: Context) -> Iterator[Diagnostic]:
    """Warn about effects that change nothing, and outcomes where there was no attack."""
    for each in standing(context):
        effect, when = each.part.effect, each.part.when
        if isinstance(effect, Attacks | Swaps) and effect.role == each.role:
            yield context.at(each.path, "effect_on_itself", word=effect.word, role=each.role)
        if isinstance(effect, Adds):
            for word in (word for word, more in effect.values.items() if not more):
                yield context.at((*each.path, word), "adds_nothing", name=word)
        if when is not None and when.outcome is not None and "attacker" not in each.moment.roles:
            yield context.at((*each.path, "if", "outcome"), "outcome_never")
        if when is not None and when.subject is not None and _is_removed(each):
            yield context.at((*each.path, "if", "subject"), "asks_the_removed")
        if when is not None and when.target is not None and _is_after_taking(context, each):
            yield context.at((*each.path, "if", "target"), "asks_the_taken")


def _is_after_taking(context: Context, each: Standing) -> bool:
    """Return whether the target of a rule has been taken, and no plugin may have kept it."""
    of_unit = each.path[0] == "units" and each.path[2:4] == ("after", "take")
    rule = context.ruleset.rules.get(str(each.path[1])) if each.path[0] == "rules" else None
    takes = of_unit or (rule is not None and rule.when == "take")
    return takes and not (context.ruleset.plugins and _has_instead_of_loss(context))


def _is_removed(each: Standing) -> bool:
    """Return whether the subject of a rule has left the board, and no other took its part."""
    return "removed" in each.path and not {"whom", "asks"} & set(each.path)


def warn_effects_after_removal(context: Context) -> Iterator[Diagnostic]:
    """Warn about effects on a unit that an effect before has removed."""
    if context.ruleset.plugins and _has_instead_of_loss(context):
        return
    for written in context.written_effects:
        removed: dict[Place, set[str]] = {}
        for each in standing_in(written):
            effect = each.part.effect
            if effect is None:
                continue
            inside = _list_of(each)
            gone = removed.setdefault(inside, set())
            if effect.of_unit and each.role in gone:
                path = context.merged.as_written(each.path)
                yield context.at(path, "effect_on_removed", word=effect.word, role=each.role)
            elif isinstance(effect, Removes | ToHand):
                gone.add(each.role)


def _list_of(each: Standing) -> Place:
    """Return the place of the list in which an effect stands, as far as others share it."""
    cut = each.path
    while cut and (isinstance(cut[-1], int) or cut[-1] in (each.role, _word(each.part.effect))):
        cut = cut[:-1]
    return cut


def _word(effect: Effect | None) -> str:
    return "" if effect is None else effect.word


def _has_instead_of_loss(context: Context) -> bool:
    return has_hooks(context, "instead_of_loss")

"""Check the turn: who begins, what is rolled, what is paid and counted, and royal safety."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wargrid.core.moves import ANY_VERB, ATTACK, MOVE, VERBS
from wargrid.loading.checks.context import Context, suggestion
from wargrid.loading.checks.effects import standing
from wargrid.ruleset.base import Kind, RuleOptions
from wargrid.ruleset.grammar.rules import Rolls
from wargrid.ruleset.grammar.stages import Stage
from wargrid.ruleset.grammar.walking import Standing
from wargrid.ruleset.selecting.forms import Span
from wargrid.ruleset.units.conditional import Jump
from wargrid.ruleset.units.movement import Path
from wargrid.ruleset.units.placing import Place as Placing
from wargrid.source.diagnostics import LEFT_OPEN, Diagnostic, Place
from wargrid.text import join_names


def check_first_player(context: Context) -> Iterator[Diagnostic]:
    """Report a first player that is neither a side nor a way to draw one."""
    ruleset = context.ruleset
    known, name = ["roll", "random", *ruleset.sides], ruleset.first.player
    if name not in known and len(ruleset.sides) == 2:
        yield context.at_value(("first", "player"), "no_such_first", **suggestion(name, known))
    if ruleset.rolls_for_turns and ruleset.dice and not ruleset.first.most:
        yield context.at(("first",), "roll_needs_dice", known=join_names(ruleset.all_faces()))


def check_first_roll_decides(context: Context) -> Iterator[Diagnostic]:
    """Report a roll for the first turn whose die always or never shows the face that counts."""
    ruleset, first = context.ruleset, context.ruleset.first
    die = first.die or (next(iter(ruleset.dice)) if len(ruleset.dice) == 1 else "")
    faces, most = ruleset.dice.get(die, []), first.most or ""
    is_known = most in ruleset.all_faces()
    if ruleset.rolls_for_turns and faces and is_known and faces.count(most) in (0, len(faces)):
        yield context.at(("first",), "first_undecided", die=die, face=most)


def check_dice_have_faces(context: Context) -> Iterator[Diagnostic]:
    """Report a die without faces."""
    for die, faces in context.ruleset.dice.items():
        if not faces:
            yield context.at(("dice", die), "no_faces", die=die)


def check_die_named(context: Context) -> Iterator[Diagnostic]:
    """Report rolls that name no die where there are none or several, at the die a variant adds."""
    ruleset, merged = context.ruleset, context.merged
    rolls: list[Place] = [
        path for path, _, attack in context.weapons if getattr(attack.by, "die", "") is None
    ]
    if ruleset.rolls_for_turns and ruleset.first.die is None:
        rolls.append(("first",))
    rolls += (each.path for each in standing(context) if _names_no_die(each))
    if not ruleset.dice and rolls:
        yield context.at(rolls[0], "no_dice", side=next(iter(ruleset.sides), LEFT_OPEN))
    for path in rolls if len(ruleset.dice) > 1 else ():
        location = merged.nearest_mark(
            context.key(*path), *(context.key("dice", die) for die in ruleset.dice)
        )
        yield context.on(location, "die_not_named", path, known=join_names(ruleset.dice))


def _names_no_die(each: Standing) -> bool:
    return isinstance(each.part.effect, Rolls) and each.part.effect.die is None


def check_turn_affordable(context: Context) -> Iterator[Diagnostic]:
    """Report a turn whose budget pays for nothing that is allowed."""
    turn = context.ruleset.turn
    if turn.actions is not None and all(cost > turn.actions for cost in turn.may.values()):
        costs: list[Place] = [("turn", "may", verb) for verb in turn.may]
        path = context.merged.nearest(("turn", "actions"), *costs)
        yield context.at_value(path, "nothing_affordable", actions=turn.actions)


def check_limits_allowed(context: Context) -> Iterator[Diagnostic]:
    """Report limits on something that the turn does not allow."""
    turn, merged = context.ruleset.turn, context.merged
    known = (*VERBS, *context.ruleset.verbs())
    for key, verbs in (
        ("per_unit", VERBS), ("per_side", known), ("per_target", known),
    ):  # fmt: skip
        for verb in verbs:
            if verb in getattr(turn, key) and verb not in turn.may:
                path: Place = ("turn", key, verb)
                location = merged.nearest_mark(context.key(*path), context.key("turn", "may", verb))
                yield context.on(location, "limits_nothing", path, verb=verb)


def check_targets(context: Context) -> Iterator[Diagnostic]:
    """Report limits per target on what is done to no other unit."""
    turn, ruleset = context.ruleset.turn, context.ruleset
    aimed = {ATTACK, *(each.word for unit in ruleset.units.values() for each in unit.abilities)}
    for verb in turn.per_target:
        if verb not in aimed and verb in turn.may:
            yield context.at(("turn", "per_target", verb), "no_target", verb=verb)


def check_actions_counted(context: Context) -> Iterator[Diagnostic]:
    """Report rules that need to know what a unit has done where no limit counts it."""
    turn = context.ruleset.turn
    needs: list[tuple[Place, list[str]]] = []
    of_sides = {ability.word for ability in context.ruleset.abilities}
    known = {*VERBS, *context.ruleset.verbs()}.intersection(turn.may)
    not_counted = [
        verb
        for verb in turn.may
        if verb not in turn.per_unit and ANY_VERB not in turn.per_unit and verb in known - of_sides
    ]
    if turn.groups is not None:
        needs.append((("turn", "groups"), not_counted))
    if turn.phases is not None:
        later = [verb for verbs in turn.phases[1:] for verb in verbs]
        uncounted = [v for v in later if v not in turn.per_unit and v in known - of_sides]
        needs.append((("turn", "phases"), uncounted))
    if turn.units == "consecutive":
        needs.append((("turn", "units"), not_counted))
    if turn.entry is not None and not turn.per_unit:
        needs.append((("turn", "entry"), [verb for verb in turn.may if verb in known]))
    if turn.order == "move_then_attack" and _is_forgotten(context, ATTACK):
        needs.append((("turn", "order"), [ATTACK]))
    if _is_forgotten(context, MOVE):
        needs += [
            ((*path, "after_moving"), [MOVE])
            for path, _, weapon in context.weapons
            if not weapon.after_moving
        ]
    needs += [(path, not_counted) for path in _ending(context)]
    reported: set[str] = set()
    for path, verbs in needs:
        if not reported.issuperset(verbs):
            reported.update(verbs)
            limits = ", ".join(f"{verb}: 1" for verb in verbs)
            rule = ".".join(map(str, path))
            values = {"rule": rule, "verbs": join_names(verbs), "limits": limits}
            yield context.at(path, "not_counted", **values)


def check_phases(context: Context) -> Iterator[Diagnostic]:
    """Report phases with verbs that the turn does not allow or that are in two of them."""
    turn = context.ruleset.turn
    seen: set[str] = set()
    for number, verbs in enumerate(turn.phases or ()):
        for index, verb in enumerate(verbs):
            at: Place = ("turn", "phases", number, index)
            if verb not in turn.may:
                yield context.at_value(at, "phase_nothing", verb=verb)
            elif verb in seen:
                yield context.at_value(at, "phase_twice", verb=verb)
            seen.add(verb)
    if turn.phases is not None and turn.units == "consecutive":
        yield context.at(
            context.merged.nearest(("turn", "phases"), ("turn", "units")), "phases_one_by_one"
        )


def check_stages(context: Context) -> Iterator[Diagnostic]:
    """Report stages with verbs that the turn does not allow, and one that never ends or follows."""
    stages, may = context.ruleset.stages, context.ruleset.turn.may
    for number, stage in enumerate(stages):
        at, is_last = ("stages", number), number == len(stages) - 1
        for index, verb in enumerate(stage.may):
            if verb not in may and verb in (*VERBS, *context.ruleset.verbs()):
                place = context.merged.as_written((*at, "may", index))
                yield context.at_value(place, "stage_verb", verb=verb)
        if is_last and stage.until is not None:
            yield context.at((*at, "until"), "stage_after_last")
        if not is_last and (stage.until is None or _never_empty(context, stage)):
            yield context.at(at if stage.until is None else (*at, "until"), "stage_endless")


def _never_empty(context: Context, stage: Stage) -> bool:
    """Return whether a stage waits for an empty hand from which it places nothing."""
    hand = None if stage.until is None else stage.until.hand
    if not isinstance(hand, Span) or hand.bounds[1] > 0:
        return False
    places = [each for each in context.ruleset.abilities if each.of_hand]
    return not any(each.word in stage.may for each in places)


def warn_idle_stages(context: Context) -> Iterator[Diagnostic]:
    """Warn about verbs of the turn that no stage allows."""
    stages = context.ruleset.stages
    open_verbs = {verb for stage in stages for verb in stage.may}
    for verb in context.ruleset.turn.may if stages else ():
        if verb not in open_verbs:
            yield context.at(("turn", "may", verb), "stage_idle", verb=verb)


def check_costs_have_budget(context: Context) -> Iterator[Diagnostic]:
    """Report costs in a turn without a budget, at the variant that removed the budget."""
    for path, cost in _costs(context) if context.ruleset.turn.actions is None else ():
        if cost:
            at = context.merged.nearest(path, ("turn", "actions"))
            yield context.at_value(at, "cost_without_budget")


def check_board_has_facing(context: Context) -> Iterator[Diagnostic]:
    """Report plugins and words that turn units on a board where units do not face."""
    if context.ruleset.board.facing is not None:
        return
    at: Place = ("board", "facing")
    facing = 4 if context.grid.shape == "square" else 6
    for path, options in _plugins_and_words(context):
        if options.needs_facing:
            location = context.merged.nearest_mark(context.key(*at), context.key(*path))
            name = _name_of(path, options)
            yield context.on(location, "facing_needed", at, name=name, facing=facing)


def check_board_has_squares(context: Context) -> Iterator[Diagnostic]:
    """Report what counts rows and columns of squares on a board of hexes or points."""
    at: Place = ("board", "shape")
    for path, name in _counts_squares(context) if context.grid.shape != "square" else ():
        location = context.merged.nearest_mark(context.key(*path), context.key(*at))
        yield context.on(location, "squares_needed", at, name=name)


def _counts_squares(context: Context) -> Iterator[tuple[Place, str]]:
    """Yield the places and names of plugins, words and options that need squares."""
    for path, options in _plugins_and_words(context):
        if options.needs_squares:
            yield path, _name_of(path, options)
    for path, ability in context.abilities:
        if isinstance(ability, Placing) and ability.drops is not None:
            yield (*path, "drops"), "drops"


def _plugins_and_words(context: Context) -> Iterator[tuple[Place, RuleOptions]]:
    yield from ((("plugins", name), plugin) for name, plugin in context.plugins.items())
    yield from context.plugin_words
    yield from context.victories


def _name_of(path: Place, options: RuleOptions) -> str:
    return options.word if isinstance(options, Kind) else str(path[-1])


def check_royal_unit(context: Context) -> Iterator[Diagnostic]:
    """Report two royal types, and a royal unit on a board where units face."""
    merged = context.merged
    royals = [(path, victory.royal) for path, victory in context.victories if victory.royal]
    for path, royal in royals:
        if royal in context.ruleset.units and context.ruleset.board.facing is not None:
            yield context.at(merged.nearest(path, ("board", "facing")), "royal_faces", unit=royal)
    for path, royal in royals[1:]:
        first_path, first = royals[0]
        if royal != first:
            yield context.at(
                merged.nearest(path, first_path), "royals_differ", unit=royal, other=first
            )


def check_threats_seen(context: Context) -> Iterator[Diagnostic]:
    """Report ways to take that royal safety does not see: attacks, paths that bend, some jumps."""
    if all(victory.royal is None for victory in context.ruleset.victory):
        return
    for word, unit in context.ruleset.units.items():
        if unit.attack is not None:
            yield context.at(("units", word, "attack"), "unseen_threat", unit=word)
        if unit.takes_between:
            path = ("units", word, "sandwiches" if unit.sandwiches is not None else "flanks")
            yield context.at(path, "unseen_threat", unit=word)
        for move in unit.move:
            takes = move.takes or ("also" if unit.captures == "by_moving" else "never")
            bends = isinstance(move, Path) and move.bends and takes != "never"
            lands = isinstance(move, Jump) and move.takes == "landing" and move.over != "any"
            if bends or lands:
                yield context.at(("units", word, "move"), "unseen_threat", unit=word)


def check_chains(context: Context) -> Iterator[Diagnostic]:
    """Report what is said of units that go on taking where none does, or where it cannot be."""
    turn, path = context.ruleset.turn, ("turn",)
    for key, value, said in (
        ("must", turn.must, turn.must == "take_most"),
        ("removed", turn.removed, turn.removed == "at_end"),
    ):
        if said and turn.again is None:
            yield context.at_value((*path, key), "chain_without_again", key=key, value=value)
    if turn.removed == "at_end" and turn.again is not None:
        for word, unit in context.ruleset.units.items():
            if unit.reacts:
                yield context.at(("units", word, "reacts"), "removed_reacts", unit=word)
        for word, unit in context.ruleset.units.items():
            if unit.promotes is not None and len(unit.promotes.types) > 1:
                yield context.at(("units", word, "promotes", "to"), "removed_promotes", unit=word)
            if any(_takes_onto(way, unit.captures) for way in unit.move):
                yield context.at(("units", word, "move"), "removed_onto", unit=word)


def _takes_onto(way: Any, captures: str) -> bool:
    """Return whether a way to move takes an enemy on the cell where it ends."""
    if isinstance(way, Jump):
        return way.takes == "landing"
    takes = way.takes or ("also" if captures == "by_moving" else "never")
    return takes not in ("never", False) or way.always_takes


def warn_unaffordable(context: Context) -> Iterator[Diagnostic]:
    """Warn about what costs more than the budget of a turn."""
    actions = context.ruleset.turn.actions
    for path, cost in _costs(context):
        if actions is not None and cost > actions:
            yield context.at_value(path, "unaffordable", cost=cost, actions=actions)


def _costs(context: Context) -> Iterator[tuple[Place, int]]:
    """Yield what each verb costs, in the turn and for units that differ."""
    for verb, cost in context.ruleset.turn.may.items():
        yield ("turn", "may", verb), cost
    for word, unit in context.ruleset.units.items():
        yield from ((("units", word, "costs", verb), cost) for verb, cost in unit.costs.items())


def _ending(context: Context) -> Iterator[Place]:
    """Yield the abilities after which a unit cannot act again in the turn."""
    for word, unit in context.ruleset.units.items():
        for ability in unit.abilities:
            if getattr(ability, "ends_turn", False):
                yield ("units", word, "abilities", ability.word)
    for built in context.ruleset.abilities:
        if getattr(built, "ready", "") == "next_turn":
            yield ("abilities", built.word, "ready")


def _is_forgotten(context: Context, verb: str) -> bool:
    """Return whether a unit that has done a verb may go on without a limit that counts it."""
    turn = context.ruleset.turn
    return verb in turn.may and verb not in turn.per_unit and turn.per_unit.get(ANY_VERB) != 1

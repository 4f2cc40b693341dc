"""Warn about modifiers of attacks that never apply or change nothing."""

from __future__ import annotations

from collections.abc import Iterator

from wargrid.core.selecting import MANY
from wargrid.loading.checks.context import Context, Weapon
from wargrid.ruleset.selecting.selectors import listed
from wargrid.ruleset.units.combat import Dice, Rolling
from wargrid.ruleset.units.modifiers import Modifier
from wargrid.ruleset.units.symbols import Symbols
from wargrid.ruleset.units.targeting import Range
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text import join_names


def warn_idle_modifiers(context: Context) -> Iterator[Diagnostic]:
    """Warn about modifiers that never apply, or that change nothing where they do."""
    for weapon in context.weapons:
        for path, modifier in modifiers_of(weapon):
            found = _never_applies(context, weapon, modifier) or _changes_nothing(weapon, modifier)
            if found:
                name, key, values = found
                yield context.at((*path, key) if key else path, name, **values)
            else:
                yield from _faces(context, weapon, path, modifier)


def modifiers_of(weapon: Weapon) -> Iterator[tuple[Place, Modifier]]:
    """Yield the modifiers of a weapon with their places, those of ``ground`` left out."""
    by = weapon.attack.by
    if isinstance(by, Rolling):
        path: Place = (*weapon.path, "by", by.word, "more")
        each = by.more.items() if isinstance(by.more, dict) else enumerate(by.more)
        yield from (((*path, key), modifier) for key, modifier in each)


_Found = tuple[str, str, dict[str, object]]


def _never_applies(context: Context, weapon: Weapon, modifier: Modifier) -> _Found | None:
    """Return that no attack of a weapon ever has what a modifier asks, with the key at fault."""
    nearest, farthest = _distances(weapon)
    if modifier.distance is not None:
        least, most = modifier.distance.bounds
        if most < nearest or least > farthest:
            values: dict[str, object] = {"nearest": nearest, "farthest": farthest}
            return "modifier_too_far", "distance", values
    return _never_hit(context, weapon, modifier)


def _distances(weapon: Weapon) -> tuple[int, int]:
    """Return the least and the greatest distance at which a weapon may have dice."""
    at, by = weapon.attack.at, weapon.attack.by
    farthest = by.farthest if isinstance(by, Rolling) else MANY
    return (at.least, min(at.most, farthest)) if type(at) is Range else (1, farthest)


def _never_hit(context: Context, weapon: Weapon, modifier: Modifier) -> _Found | None:
    """Return that a modifier asks for targets that a weapon cannot hit.

    Targets that are nowhere have a warning of their own.
    """
    game, by = context.game, weapon.attack.by
    if game is None or modifier.target is None:
        return None
    asked = [game.engine.selected.units(modifier.target, side) for side in (0, 1)]
    found = [
        unit
        for unit in context.ruleset.units.values()
        for side in (0, 1)
        if any(asked[side].rows[game.engine.code_of(1 - side, unit.word)])
    ]
    if not found or any(map(by.may_hit, found)):
        return None
    return "modifier_never", "target", {"unit": weapon.unit.word}


def _changes_nothing(weapon: Weapon, modifier: Modifier) -> _Found | None:
    """Return that a modifier leaves every attack as it was, with the key at fault."""
    by = weapon.attack.by
    if not any((modifier.dice, modifier.most, modifier.least, modifier.counts, modifier.hits_on)):
        return "modifier_idle", "dice", {}
    alone = modifier.model_fields_set & {"dice", "most", "least", "counts", "hits_on"}
    if (
        alone == {"most"}
        and modifier.most is not None
        and modifier.most >= by.dice(weapon.unit.men)
    ):
        return "modifier_most", "most", {"most": modifier.most, "dice": by.dice(weapon.unit.men)}
    if alone == {"least"} and modifier.least == 1 and isinstance(by, Dice):
        return "modifier_least", "least", {}
    return None


def _faces(
    context: Context, weapon: Weapon, path: Place, modifier: Modifier
) -> Iterator[Diagnostic]:
    """Yield the faces that a modifier names in vain."""
    by = weapon.attack.by
    assert isinstance(by, Dice | Symbols)
    die = by.die_of(context.ruleset)
    shown, doing = context.ruleset.dice[die], {getattr(by, "flag", None), *by.faces}
    for key in ("hits_on", "counts"):
        for face in listed(getattr(modifier, key) or ()):
            if face not in shown:
                yield context.at_value((*path, key), "modifier_face", face=face, die=die)
    if modifier.hits_on is not None:
        usual = [{*listed(each)} for each in _usual(by)]
        if all({*listed(modifier.hits_on)} <= each for each in usual):
            faces = join_names(listed(modifier.hits_on))
            yield context.at_value((*path, "hits_on"), "modifier_hits", faces=faces)
    if modifier.counts is not None:
        counted, hitting = {*listed(modifier.counts)}, _hitting(by)
        if counted.isdisjoint(hitting):
            faces = join_names(listed(modifier.counts))
            yield context.at_value((*path, "counts"), "modifier_blank", faces=faces)
        elif {*shown} & {*hitting, *doing} <= counted:
            yield context.at_value((*path, "counts"), "modifier_all", die=die)


def _usual(by: Dice | Symbols) -> list[str | list[str]]:
    """Return the faces that hit without modifiers, for each type of target if they differ."""
    return [by.hits_on] if isinstance(by, Dice) else [*by.hits_on.values()]


def _hitting(by: Dice | Symbols) -> set[str]:
    """Return the faces that may hit in some attack."""
    added = [each.hits_on for _, each in by.modifiers if each.hits_on is not None]
    return {face for faces in (*_usual(by), *added) for face in listed(faces)}

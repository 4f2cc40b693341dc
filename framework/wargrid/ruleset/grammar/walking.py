"""Find the lists of effects of a ruleset, and what stands in them, each with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel

from wargrid.core.selecting import ROLES
from wargrid.ruleset.base import Kind, Moment
from wargrid.ruleset.grammar.lists import GROUPS, EffectList, Part, lists_inside
from wargrid.ruleset.selecting.selectors import PLAIN
from wargrid.source.diagnostics import Place

__all__ = ["Standing", "Written", "lists_written", "standing_in"]

NO_MOMENT = Moment("subject", ROLES[:-1])
"""The moment of lists whose holder says nothing about them: any role may have a unit."""


class Written(NamedTuple):
    """A list of effects of a ruleset or a plugin: its place, and when it is done."""

    path: Place
    effects: EffectList
    moment: Moment


class Standing(NamedTuple):
    """One effect or rule of a list, or of one inside it.

    ``path`` is its place, ``role`` the unit that it is done to (empty if it must name one),
    ``roles`` are those that have a unit there, and ``cells`` those of them that have a cell alone.
    """

    path: Place
    part: Part
    role: str
    roles: tuple[str, ...]
    moment: Moment
    cells: tuple[str, ...]


def lists_written(ruleset: Any, plugins: Mapping[str, BaseModel]) -> Iterator[Written]:
    """Find every list of effects that is not inside another, in the order of the ruleset."""
    yield from _in_value((), ruleset)
    for name, plugin in plugins.items():
        yield from _in_value(("plugins", name), plugin)


def _in_value(path: Place, value: Any) -> Iterator[Written]:
    weapons = value.weapons if hasattr(value, "with_others") else ()
    if len(weapons) > 1:
        for number, weapon in enumerate(weapons):
            yield from _in_value((*path, number), weapon.with_others(()))
    elif hasattr(value, "lists_held"):
        yield from (Written((*path, *at), held, moment) for at, held, moment in value.lists_held())
    elif isinstance(value, BaseModel):
        moments = getattr(type(value), "moments", {})
        for name, field in type(value).model_fields.items():
            held = getattr(value, name)
            if held.__class__ not in PLAIN:  # before a place is made: most options are plain
                moment = moments.get(name, NO_MOMENT)
                yield from _held((*path, field.alias or name), held, moment)
    elif isinstance(value, Mapping):
        for key, held in value.items():
            if held.__class__ not in PLAIN:
                yield from _held((*path, key), held, NO_MOMENT)
    elif isinstance(value, list | tuple):
        for number, held in enumerate(value):
            if held.__class__ not in PLAIN:
                yield from _held((*path, number), held, NO_MOMENT)


def _held(path: Place, held: Any, moment: Moment) -> Iterator[Written]:
    if isinstance(held, EffectList):
        yield Written(path, held, moment)
    elif isinstance(held, Mapping) and moment is not NO_MOMENT:
        for key, each in held.items():
            yield from _held((*path, key), each, moment)
    elif isinstance(held, BaseModel | Mapping | list | tuple):
        word = (type(held).word,) if isinstance(held, Kind) else ()
        yield from _in_value((*path, *word), held)


def standing_in(written: Written) -> Iterator[Standing]:
    """Yield every effect and rule of a list, those inside others after these."""
    moment = written.moment
    yield from _standing(written.path, written.effects, moment.role, moment.roles, moment)


def _standing(
    path: Place, effects: EffectList, role: str, roles: tuple[str, ...], moment: Moment
) -> Iterator[Standing]:
    for part in effects.parts:
        at = (*path, *part.path)
        yield Standing(at, part, role, roles, moment, moment.cells)
        inside = _chosen_in(part, moment)
        for key, inner, new_role, new_roles in _inside(part, role, roles):
            yield from _standing((*at, *key), inner, new_role, new_roles, inside)


def _chosen_in(part: Part, moment: Moment) -> Moment:
    """Return the moment of the lists inside an effect: a question chooses a unit or a cell."""
    if part.effect is None or part.effect.word != "asks":
        return moment
    return moment._replace(cells=() if getattr(part.effect, "at", None) is None else ("chosen",))


def _inside(
    part: Part, role: str, roles: tuple[str, ...]
) -> Iterator[tuple[Place, EffectList, str, tuple[str, ...]]]:
    """Yield the lists inside an effect, each with its key, its role and its roles."""
    if part.effect is not None:
        chooses = part.effect.word == "asks"
        with_chosen = tuple(dict.fromkeys((*roles, "chosen"))) if chooses else roles
        for key, inner in lists_inside(part.effect):
            steps = tuple(int(step) if step.isdecimal() else step for step in key.split("."))
            yield steps, inner, "chosen" if chooses else role, with_chosen
        return
    if part.role in GROUPS:
        role, roles = "subject", tuple(dict.fromkeys(("subject", *roles)))
    elif part.role:
        role = part.role
    elif part.whom:
        role, roles = "subject", tuple(dict.fromkeys(("subject", *roles)))
    if part.do is not None:
        yield () if part.is_short else ("do",), part.do, role, roles
    if part.otherwise is not None:
        yield ("else",), part.otherwise, role, roles

"""Lists of effects as a ruleset writes them: words, roles, conditions, one inside another.

An effect is a word (``removes``), a word with its value (``loses: 1``), or ``{whom, do}``, for
which ``target: EFFECTS`` is short; a rule is ``{if, do, else}`` or effects alone. A map may hold
several words or roles, which are done in the order written. What is read is an ``EffectList``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, core_schema

from wargrid.ruleset.base import Effect
from wargrid.ruleset.errors import AT_KEY, validation_error
from wargrid.ruleset.grammar.conditions import Conditions
from wargrid.ruleset.selecting.selectors import UnitSelector
from wargrid.source.diagnostics import Place

__all__ = ["GROUPS", "NAMED_ROLES", "RULE_KEYS", "EffectList", "Effects", "Part", "lists_inside"]

NAMED_ROLES: Final[Mapping[str, str]] = {
    "subject": "Effects on the unit that the rule is about.",
    "attacker": "Effects on the attacker.",
    "target": "Effects on the target of the attack.",
    "chosen": "Effects on the unit or the cell that was chosen.",
    "mover": "Effects on the unit that has moved.",
    "attackers": "Effects on each of the units that attacked together.",
    "defenders": "Effects on each of the units that defended together.",
}
"""The roles that effects may name, with their descriptions."""

GROUPS: Final = ("attackers", "defenders")
"""Those that stand for several units, of which each is the subject of the effects."""

RULE_KEYS: Final[Mapping[str, str]] = {
    "whom": "The units for which effects are done: a role, or each unit of a selector in turn.",
    "if": "What must hold for the effects to be done.",
    "do": "What is done.",
    "else": "What is done if the conditions do not hold.",
}
"""The keys of rules, with their descriptions."""


@dataclass(frozen=True, slots=True)
class Part:
    """One effect of a list, with its place below the list as it is written.

    It is a word (``effect``), or effects for another unit (``do`` with a ``role`` or a selector
    ``whom``), or effects under conditions (``do`` and ``otherwise`` with ``when``).
    """

    path: Place
    effect: Effect | None = None
    role: str = ""
    whom: tuple[UnitSelector, ...] = ()
    when: Conditions | None = None
    do: EffectList | None = None
    otherwise: EffectList | None = None

    def names_held(self) -> Iterator[tuple[Place, Any]]:
        """Yield what it holds besides lists of effects, each with its key."""
        if self.effect is not None:
            yield (), self.effect
        if self.whom:
            yield ("whom",), self.whom
        if self.when is not None:
            yield ("if",), self.when

    @property
    def is_short(self) -> bool:
        """Whether it is a role with its effects: ``target: removes``."""
        return bool(self.role) and self.path[-1:] == (self.role,)


@dataclass(frozen=True, slots=True)
class EffectList:
    """Effects that are done one after the other."""

    parts: tuple[Part, ...]


class _Form:
    """Reads effects by the words of the vocabulary in the context, and describes their form."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Read a value by a function; the schema of what it makes is never needed, and large."""
        return core_schema.with_info_plain_validator_function(_read)

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Refer to the definition that the schema of rulesets adds for its vocabulary."""
        return {"x-effects": True}


def _read(value: object, info: ValidationInfo) -> EffectList:
    if isinstance(value, EffectList):
        return value
    read: Reader | None = (info.context or {}).get("effects") or _usual.get("effects")
    assert read is not None
    return read(value, info.context)


Reader = Callable[[object, Any], EffectList]
"""Reads effects by the words of one vocabulary."""

_usual: dict[str, Reader] = {}


def read_by_default(reader: Reader) -> None:
    """Read effects so where the context of a validation has no vocabulary."""
    _usual["effects"] = reader


Effects = Annotated[EffectList, _Form()]
"""Effects of a rule: one, or a list."""


def parts_of(value: object, step: Any) -> tuple[Part, ...]:
    """Return the effects of one item of a list: a map that was read as ``step``, or a word."""
    order = [value] if isinstance(value, str) else list(value) if isinstance(value, Mapping) else []
    found = {name: held for name, held in step if held is not None}
    if "when" in found or "whom" in found:
        return (_ruled(found, order),)
    if "otherwise" in found:
        raise validation_error("else_without_if", ("else", AT_KEY))
    if "do" in found:
        _refuse_more("do", order)
        inner: EffectList = found["do"]
        return tuple(replace(part, path=("do", *part.path)) for part in inner.parts)
    parts = []
    for key in order:
        held = found.get(key)
        path: Place = () if isinstance(value, str) else (key,)
        if isinstance(held, Effect):
            parts.append(Part(path, held))
        elif held is not None:
            parts.append(Part(path, role=key, do=held))
    if not parts:
        raise validation_error("effect_empty")
    return tuple(parts)


def _refuse_more(key: str, order: Sequence[str]) -> None:
    """Refuse a word or a role beside the keys of a rule."""
    other = next((each for each in order if each not in ("if", "whom", "do", "else")), None)
    if other is not None:
        raise validation_error(
            "effect_and_more", (other, AT_KEY), (key, AT_KEY), key=key, besides=other
        )


def _ruled(found: dict[str, Any], order: Sequence[str]) -> Part:
    """Return a rule with conditions, or effects for other units than the subject."""
    key = "if" if "when" in found else "whom"
    _refuse_more(key, order)
    if "do" not in found and "otherwise" not in found:
        raise validation_error("effect_without_do", (), key=key)
    if "otherwise" in found and "when" not in found:
        raise validation_error("else_without_if", ("else", AT_KEY))
    whom = found.get("whom", ())
    role = whom if isinstance(whom, str) else ""
    part = Part(
        (), None, role, () if role else whom, found.get("when"), found.get("do"),
        found.get("otherwise"),
    )  # fmt: skip
    if part.when is None or not (role or whom):
        return part
    # Conditions come first: they are about the rule, not about each of the units.
    inner = Part((), role=role, whom=part.whom, do=part.do)
    return Part((), when=part.when, do=EffectList((inner,)), otherwise=part.otherwise)


def lists_inside(effect: object) -> Iterator[tuple[str, EffectList]]:
    """Yield the lists in the options of a word, each with its key: ``else``, ``faces.storm``."""
    for name, field in type(effect).model_fields.items():  # type: ignore[attr-defined]
        held = getattr(effect, name)
        key = field.alias or name
        if isinstance(held, EffectList):
            yield key, held
        elif isinstance(held, Mapping):
            yield from ((f"{key}.{n}", e) for n, e in held.items() if isinstance(e, EffectList))
        elif isinstance(held, tuple | list):
            yield from ((f"{key}.{n}", e) for n, e in enumerate(held) if isinstance(e, EffectList))

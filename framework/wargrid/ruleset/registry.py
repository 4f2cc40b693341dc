"""The vocabulary of a ruleset: the built-in words, and annotations that read all their forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    PlainValidator,
    TypeAdapter,
    ValidationInfo,
    WrapValidator,
    create_model,
)
from pydantic_core import CoreSchema

from wargrid.ruleset import lines, points, victory
from wargrid.ruleset.base import Kind
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.grammar import acts, effects, moments, rules
from wargrid.ruleset.grammar.conditions import Conditions
from wargrid.ruleset.grammar.lists import (
    NAMED_ROLES,
    RULE_KEYS,
    EffectList,
    Effects,
    Part,
    parts_of,
    read_by_default,
)
from wargrid.ruleset.selecting.selectors import UnitSelectors
from wargrid.ruleset.units import (
    abilities,
    carrying,
    combat,
    conditional,
    duels,
    going,
    marking,
    movement,
    placing,
    pushing,
    symbols,
    tables,
    targeting,
    upkeep,
)

_MODULES: Final = (
    movement, conditional, targeting, combat, duels, symbols, tables, abilities, carrying, going,
    placing, pushing, marking, acts, upkeep, moments, effects, rules, victory, points, lines,
)  # fmt: skip

BUILT_IN: Final[tuple[type[Kind], ...]] = tuple(
    kind
    for module in _MODULES
    for kind in vars(module).values()
    if isinstance(kind, type) and kind.__module__ == module.__name__
    if issubclass(kind, Kind) and hasattr(kind, "word")
)
"""The words that need no plugin: every class with a word in these modules, in their order."""

ONE_OF: Final = ("move", "at", "by")
"""The families of which a unit has one word; of the others it may have several."""

_Json = dict[str, Any]


class Vocabulary:
    """The words of one ruleset by family; a word occurs once in its family."""

    def __init__(self, kinds: Iterable[type[Kind]]) -> None:
        self.kinds = tuple(kinds)
        self.families: dict[str, dict[str, type[Kind]]] = {}
        for kind in self.kinds:
            self.families.setdefault(kind.family, {})[kind.word] = kind

    def one(self, family: str) -> Any:
        """Return the annotation of a field with exactly one word of the family."""
        return self._one(family, family)

    def listed(self, family: str) -> Any:
        """Return the annotation of a field with one word of the family, a list of them, or null."""
        one: Any = self._one(family, family)
        return Annotated[tuple[one, ...], BeforeValidator(_as_list), OneOrList()]

    def several(self, family: str) -> Any:
        """Return the annotation of a field with several words of the family, in the order written.

        A map holds each word once; a list may repeat a word.
        """
        each_once = self._model(family, family)
        listed: Any = tuple[self._one(family, f"{family}_word"), ...]  # type: ignore[misc]
        gather = _in_order(each_once, TypeAdapter(listed))
        return Annotated[each_once | listed, WrapValidator(gather), AnyWords()]

    @cached_property
    def effect(self) -> type[BaseModel]:
        """The model of one effect of a list, or of one rule."""
        fields: dict[str, Any] = {
            word: (Annotated[kind | None, BeforeValidator(_short_form(kind)), OrShort(kind)], None)
            for word, kind in self.families.get("effect", {}).items()
        }
        for role, text in NAMED_ROLES.items():
            fields[role] = (Effects | None, Field(None, description=text))
        whom, given, do, otherwise = RULE_KEYS.values()
        fields["whom"] = (RoleName | UnitSelectors | None, Field(None, description=whom))
        fields["when"] = (Conditions | None, Field(None, alias="if", description=given))
        fields["do"] = (Effects | None, Field(None, description=do))
        fields["otherwise"] = (Effects | None, Field(None, alias="else", description=otherwise))
        config = ConfigDict(frozen=True, extra="forbid", strict=True)
        return create_model("effect", __config__=config, **fields)

    @cached_property
    def _effect(self) -> TypeAdapter[Any]:
        own: Any = self.effect
        word: Any = Annotated[own, BeforeValidator(_effect_alone)]
        return TypeAdapter(word)

    @cached_property
    def _effects(self) -> TypeAdapter[Any]:
        item: Any = Annotated[Any, PlainValidator(self._parts)]
        return TypeAdapter(list[item])

    def _parts(self, value: object, info: ValidationInfo) -> tuple[Part, ...]:
        """Return the effects of one item of a list."""
        step = self._effect.validate_python(value, context=info.context)
        return parts_of(value, step)

    def read_effects(self, value: object, context: Any = None) -> EffectList:
        """Read one effect or a list of them. Raises ValidationError."""
        if not isinstance(value, list):
            step = self._effect.validate_python(value, context=context)
            return EffectList(parts_of(value, step))
        found = self._effects.validate_python(value, context=context)
        numbered = enumerate(found)
        return EffectList(
            tuple(replace(part, path=(n, *part.path)) for n, parts in numbered for part in parts)
        )

    def _one(self, family: str, name: str) -> Any:
        words = self.families.get(family, {})
        alone, one = BeforeValidator(_word_alone(family, words)), AfterValidator(_only_one(family))
        return Annotated[self._model(family, name), alone, one, OneWord(tuple(words.values()))]

    def _model(self, family: str, name: str) -> type[BaseModel]:
        fields: dict[str, Any] = {
            word: (Annotated[kind | None, BeforeValidator(_short_form(kind)), OrShort(kind)], None)
            for word, kind in self.families.get(family, {}).items()
        }
        return create_model(
            name, __config__=ConfigDict(frozen=True, extra="forbid", strict=True), **fields
        )


RoleName = Literal["subject", "attacker", "target", "chosen", "mover"]


def _as_list(value: object) -> object:
    """Return one word as a list of one, and null as an empty list."""
    return () if value is None else tuple(value) if isinstance(value, list) else (value,)


def _word_alone(family: str, words: Mapping[str, type[Kind]]) -> Callable[[object], object]:
    """Read ``at: front`` as ``at: {front: {}}``."""

    def expand(value: object) -> object:
        if not isinstance(value, str | Mapping | Kind | BaseModel | None):
            raise validation_error("one_word", family=family, known=", ".join(words))
        return {value: {}} if isinstance(value, str) else value

    return expand


def _effect_alone(value: object) -> object:
    """Read ``removes`` as ``removes: {}``."""
    if not isinstance(value, str | Mapping):
        raise validation_error("effect_empty")
    return {value: {}} if isinstance(value, str) else value


def _short_form(kind: type[Kind]) -> Callable[[object], object]:
    """Read ``ahead: 1`` as ``ahead: {distance: 1}``."""

    def expand(value: object) -> object:
        if kind.bare and isinstance(value, Mapping):
            is_named = isinstance(value.get(kind.short), Mapping)
            return value if is_named else {kind.short: value}
        is_written_out = value is None or isinstance(value, Kind | Mapping)
        return value if is_written_out or kind.short is None else {kind.short: value}

    return expand


def _only_one(family: str) -> Callable[[BaseModel], Kind]:
    def choose(chosen: BaseModel) -> Kind:
        kinds: list[Kind] = [kind for _, kind in chosen if kind is not None]
        if len(kinds) != 1:
            raise validation_error(
                "one_word", family=family, known=", ".join(type(chosen).model_fields)
            )
        return kinds[0]

    return choose


def _in_order(
    each_once: type[BaseModel], listed: TypeAdapter[tuple[Kind, ...]]
) -> Callable[[object, object, ValidationInfo], tuple[Kind, ...]]:
    def gather(value: object, handler: object, info: ValidationInfo) -> tuple[Kind, ...]:
        # A union would add its choice to the paths of errors, so the form written is read alone.
        if isinstance(value, list):
            return listed.validate_python(tuple(value), context=info.context)
        chosen = dict(each_once.model_validate(value, context=info.context))
        order = value if isinstance(value, Mapping) else chosen
        return tuple(chosen[word] for word in order if chosen[word] is not None)

    return gather


@dataclass(frozen=True, slots=True)
class OrShort:
    """Allows the main option in place of the options: ``ahead: 1``."""

    kind: type[Kind]

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> _Json:
        """Add the schema of the main option, if no other option is required."""
        written = handler(core)
        short = self.kind.short
        if short is None or not set(required_options(self.kind)) <= {short}:
            return written
        options = handler.resolve_ref_schema(written["anyOf"][0])
        alone = {
            key: value
            for key, value in options["properties"][short].items()
            if key not in ("title", "default")
        }
        return {"anyOf": [written["anyOf"][0], {**alone, "x-short": short}, *written["anyOf"][1:]]}


@dataclass(frozen=True, slots=True)
class OneWord:
    """Demands exactly one word of a family, which may be alone: ``at: front``."""

    words: tuple[type[Kind], ...]

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> _Json:
        """Demand one word that is not null, or a word without required options."""
        one = handler(core)
        each = [
            {"required": [kind.word], "properties": {kind.word: {"not": {"type": "null"}}}}
            for kind in self.words
        ]
        handler.resolve_ref_schema(one).update({"oneOf": each, "x-words": True})
        alone = [kind.word for kind in self.words if not required_options(kind)]
        return {"anyOf": [{"enum": alone, "x-alone": True}, one]} if alone else one


@dataclass(frozen=True, slots=True)
class OneOrList:
    """Allows a list, its only item, or null."""

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> _Json:
        """Add the item and null to the list."""
        listed = handler(core)
        return {"anyOf": [listed["items"], listed, {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class AnyWords:
    """Allows a map of words with their options, or a list that may repeat a word."""

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> _Json:
        """Mark the map, the first of the two forms, as one of words."""
        found = handler(core)
        handler.resolve_ref_schema(found["anyOf"][0])["x-words"] = True
        return found


def required_options(kind: type[Kind]) -> list[str]:
    """Return the options of a word that must be written."""
    return [name for name, field in kind.model_fields.items() if field.is_required()]


_BUILT_IN: Final = Vocabulary(BUILT_IN)
read_by_default(_BUILT_IN.read_effects)


def effect_model() -> type[BaseModel]:
    """Return the model of one effect by the words that need no plugin."""
    return _BUILT_IN.effect

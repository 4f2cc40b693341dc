"""The words a ruleset may use: kinds gathered by family, and the models that accept exactly one or several of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    TypeAdapter,
    WrapValidator,
    create_model,
)

from wargrid.ruleset.base import Kind
from wargrid.ruleset.errors import wrong
from wargrid.ruleset.shorthand import AnyWords, OneOrList, OneWord, OrShort

ONE_OF = ("move", "at", "by")
"""The families of which a unit chooses one word; of the others it may use several."""


class Vocabulary:
    """Every kind that one ruleset may use, by family and word; no two of a family have the same word."""

    def __init__(self, kinds: Iterable[type[Kind]]) -> None:
        self.kinds = tuple(kinds)
        self.families: dict[str, dict[str, type[Kind]]] = {}
        for kind in self.kinds:
            self.families.setdefault(kind.family, {})[kind.word] = kind

    def one(self, family: str) -> Any:
        """An annotation for a field that holds exactly one kind of the family."""
        return self._one(family, family)

    def _one(self, family: str, name: str) -> Any:
        words = self.families.get(family, {})
        alone, one = (
            BeforeValidator(_word_alone(family, words)),
            AfterValidator(_only_one(family)),
        )
        return Annotated[self._model(family, name), alone, one, OneWord(tuple(words.values()))]

    def listed(self, family: str) -> Any:
        """An annotation for a field that holds a tuple of kinds of the family: one, or a list of them, or null."""
        one: Any = self._one(family, family)
        return Annotated[tuple[one, ...], BeforeValidator(_as_list), OneOrList()]

    def several(self, family: str) -> Any:
        """An annotation for a field that holds a tuple of kinds of the family, in the order written.

        A map holds each word once; a list of words may hold one several times.
        """
        each_once = self._model(family, family)
        listed: Any = tuple[self._one(family, f"{family}_word"), ...]  # type: ignore[misc]
        gather = _in_order(each_once, TypeAdapter(listed))
        return Annotated[each_once | listed, WrapValidator(gather), AnyWords()]

    def _model(self, family: str, name: str) -> type[BaseModel]:
        fields: dict[str, Any] = {
            word: (Annotated[kind | None, BeforeValidator(_short_form(kind)), OrShort(kind)], None)
            for word, kind in self.families.get(family, {}).items()
        }
        return create_model(
            name, __config__=ConfigDict(frozen=True, extra="forbid", strict=True), **fields
        )


def _as_list(value: object) -> object:
    """One word is a list of one, nothing is a list of none."""
    return () if value is None else tuple(value) if isinstance(value, list) else (value,)


def _word_alone(family: str, words: Mapping[str, type[Kind]]) -> Callable[[object], object]:
    """``at: front`` is ``at: {front: {}}``."""

    def expand(value: object) -> object:
        if not isinstance(value, str | Mapping | Kind | BaseModel | None):
            raise wrong("one_word", family=family, known=", ".join(words))
        return {value: {}} if isinstance(value, str) else value

    return expand


def _short_form(kind: type[Kind]) -> Callable[[object], object]:
    """``ahead: 1`` is ``ahead: {distance: 1}``."""

    def expand(value: object) -> object:
        if value is None or isinstance(value, Kind):
            return value
        if isinstance(value, Mapping) or kind.short is None:
            return value
        return {kind.short: value}

    return expand


def _only_one(family: str) -> Callable[[BaseModel], Kind]:
    def choose(chosen: BaseModel) -> Kind:
        words = {word: kind for word, kind in chosen if kind is not None}
        if len(words) != 1:
            known = ", ".join(type(chosen).model_fields)
            raise wrong("one_word", family=family, known=known)
        kind: Kind = next(iter(words.values()))
        return kind

    return choose


def _in_order(
    each_once: type[BaseModel], listed: TypeAdapter[tuple[Kind, ...]]
) -> Callable[[object, object], tuple[Kind, ...]]:
    def gather(value: object, handler: object) -> tuple[Kind, ...]:
        """Ask the one form that was written, so that places in the document need not tell a union's choice."""
        if isinstance(value, list):
            return listed.validate_python(tuple(value))
        chosen = dict(each_once.model_validate(value))
        order = value if isinstance(value, Mapping) else chosen
        return tuple(chosen[word] for word in order if chosen[word] is not None)

    return gather

"""How values of the grammar are written: alone or in a list, as a number or as a range."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    TypeAdapter,
    model_validator,
)
from pydantic_core import CoreSchema, core_schema

from wargrid.core.selecting import MANY
from wargrid.ruleset.errors import crossed, validation_error
from wargrid.ruleset.named import Model
from wargrid.ruleset.values import Natural

__all__ = ["AtLeast", "OneOrSeveral", "ReadLate", "Span", "listed", "listed_or_none", "refuse_none"]


class ReadLate:
    """Makes the reader of a value when the first one is read.

    The schema of a selector is large, and every model that had it inside would be made anew with
    it, whether a ruleset uses it or not.
    """

    def __init__(self, form: Any, *models: type[BaseModel]) -> None:
        """Read values of a form; ``models`` are those in it whose fields name one another."""
        self._form = form
        self._models = models

    @cached_property
    def _adapter(self) -> TypeAdapter[Any]:
        for model in self._models:
            model.model_rebuild()
        return TypeAdapter(self._form)

    def _read(self, value: object) -> Any:
        return self._adapter.validate_python(value)

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Read a value by a function; its errors keep their places."""
        return core_schema.no_info_plain_validator_function(self._read)

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Describe the form."""
        return handler(self._adapter.core_schema)


@dataclass(frozen=True, slots=True)
class OneOrSeveral:
    """Marks a list whose only item may be written alone."""

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Describe the item beside the list."""
        found = handler(core)
        forms: list[dict[str, Any]] = found.get("anyOf", [found])
        items = [each["items"] for each in forms if "items" in each]
        return {"anyOf": [*items, *forms]}


@dataclass(frozen=True, slots=True)
class OrNumber:
    """Marks a range for which its lowest number may be written alone."""

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Describe the number beside the range."""
        return {"anyOf": [{"type": "integer", "minimum": 0}, handler(core)]}


class Span(Model):
    """A range of numbers; without one of its bounds it is open there."""

    least: Natural = 0
    """The lowest number."""

    most: Natural | None = None
    """The highest number, or null for none."""

    exactly: Natural | None = None
    """The only number, in place of both."""

    @model_validator(mode="after")
    def _is_a_range(self) -> Span:
        if self.exactly is not None and self.model_fields_set & {"least", "most"}:
            other = "least" if "least" in self.model_fields_set else "most"
            raise validation_error("exactly_and_bound", (other,), ("exactly",), other=other)
        if self.most is not None and self.least > self.most:
            raise crossed("least", self.least, "most", self.most)
        return self

    @property
    def bounds(self) -> tuple[int, int]:
        """Both bounds, the upper one perhaps ``MANY``."""
        if self.exactly is not None:
            return self.exactly, self.exactly
        return self.least, MANY if self.most is None else self.most


def _as_least(value: object) -> object:
    return {"least": value} if isinstance(value, int) and not isinstance(value, bool) else value


AtLeast = Annotated[Span, BeforeValidator(_as_least), OrNumber()]
"""A range, or a number for that number at least."""


def listed(value: Any) -> tuple[Any, ...]:
    """Return the items of a list, and a single value as the only one."""
    return tuple(value) if isinstance(value, list | tuple) else (value,)


def listed_or_none(value: Any) -> Any:
    """Return the same, and null as null."""
    return None if value is None else listed(value)


def refuse_none(selectors: Any) -> Any:
    """Return some selectors; raise an error for an empty list."""
    # Not `min_length`: of a list with a mistake in it Pydantic says that it is empty, too.
    if selectors == ():
        raise validation_error("list_too_short", limit=1, count=0)
    return selectors

"""The types of single values in a ruleset: numbers in a range, words, texts, verbs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, Field

from wargrid.ruleset.named import Names

Direction = Literal[
    "forward", "back", "left", "right", "sideways", "forward_left", "forward_right", "back_left",
    "back_right", "orthogonal", "diagonal", "all",
]  # fmt: skip
"""A direction as a unit or a side sees it."""

Positive = Annotated[int, Field(ge=1)]
Natural = Annotated[int, Field(ge=0)]
Texts = dict[str, Annotated[str, Field(min_length=1)]] | str
"""A text in several languages, ``{en: King, fr: Roi}``, or one for all of them."""

if TYPE_CHECKING:
    Verb = str  # costs are looked up by the verb of a move, which is a text
    Limit = str
else:
    Verb = Annotated[str, Names("abilities", besides=("move", "turn", "attack"))]
    Limit = Annotated[str, Names("abilities", besides=("move", "turn", "attack", "any"))]
Word = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Code = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*([.][a-z][a-z0-9_]*)*$")]
"""The name of a refusal; a plugin's has the game's name before a dot."""


def to_yaml(value: object) -> str:
    """Write a value as YAML, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, BaseModel):
        fields = value.model_dump(exclude_none=True)
        return f"{{{', '.join(f'{name}: {to_yaml(part)}' for name, part in fields.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(to_yaml, value))}]"
    return str(value)

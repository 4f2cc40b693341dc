"""The types of single values in a ruleset: numbers in a range, words, texts, verbs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from wargrid.ruleset.base import Names

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

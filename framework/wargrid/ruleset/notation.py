"""The ``notation`` of a ruleset: how the people who play the game write its moves."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from wargrid.ruleset.base import UnitName
from wargrid.ruleset.named import Model
from wargrid.ruleset.values import Word

PLAIN: Final = "plain"

GROUP: Final = "wargrid.notations"
"""The group of entry points under which packages offer styles."""

STYLES: Final = (
    PLAIN, "algebraic", "wxf", "iccs", "shogi", "squares", "points", "go",
)  # fmt: skip
"""The styles of the framework."""

ON_SQUARES: Final = ("wxf", "iccs", "shogi", "squares", "go")
"""Those that count columns and rows of squares."""

Sign = Annotated[str, Field(pattern=r"^\+?[A-Z][A-Za-z]?$")]


class Notation(Model):
    """How moves are written and read."""

    style: Word
    """The style: a word of the framework, or one that an installed package offers."""

    letters: dict[UnitName, Sign] = {}
    """The letters of types in moves, where they are not those of diagrams: a promoted queen may be
    ``Q`` like the other, a promoted rook ``+R``."""

    unlettered: UnitName | None = None
    """The type that moves do not name, such as the pawn; by default the only type that can become
    another one, or the only type."""

    numbers: Literal["rounds", "moves"] | None = None
    """What is numbered: a ``round`` is a move of every side; by default the style
    decides."""

    first_square: Literal["north_west", "south_east"] = "north_west"
    """The corner from which ``squares`` are counted, row by row."""

"""Tables of combat as rulesets write them, and the strengths that they compare."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field, model_validator

from wargrid.core.tables import ODDS, Columns
from wargrid.ruleset.base import Moment
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.grammar.lists import Effects
from wargrid.ruleset.named import DieName, FaceName, Model
from wargrid.ruleset.values import Natural, Texts

__all__ = ["CombatTable", "Reduced", "Strength"]

_ODDS: Final = re.compile(r"([1-9]\d{0,3}):([1-9]\d{0,3})")

Result = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*$", max_length=20)]
"""The word of a result, in capitals as on most tables, or in small letters."""

ROLES: Final = ("attacker", "target", "attackers", "defenders")
"""The roles of what a result does."""


class Reduced(Model):
    """The strengths of a unit that has lost men."""

    attack: Natural = 0
    """What it adds to an attack."""

    defence: Natural = 0
    """What it adds to a defence."""


class Strength(Reduced):
    """The strengths of a unit in attacks that a table decides."""

    per_man: bool = False
    """Whether they are those of one man, of which a unit has as many as men."""

    reduced: Reduced | None = None
    """Its strengths once it has lost men, or null if they stay the same."""

    @model_validator(mode="after")
    def _is_said_once(self) -> Strength:
        if self.per_man and self.reduced is not None:
            raise validation_error("strength_twice", ("per_man",), ("reduced",))
        return self

    def of(self, men: int, full: int) -> Reduced:
        """Return the strengths with so many men of as many as it has in full."""
        if self.per_man:
            return Reduced(attack=self.attack * men, defence=self.defence * men)
        return self if self.reduced is None or men == full else self.reduced

    def written(self, men: int, full: int) -> str:
        """Return the same as a counter shows it, such as "4-6"."""
        now = self.of(men, full)
        return f"{now.attack}-{now.defence}"


class CombatTable(Model):
    """A table in which strengths lead to a column, and a die to a row."""

    name: Texts = ""
    """Its name for players; its word by default."""

    die: DieName | None = None
    """The die that chooses the row, or null if there is one row alone."""

    compare: Literal["odds", "difference", "strength"] = "odds"
    """What leads to a column: the odds of attack to defence, rounded for the defender; the attack
    less the defence; or the strength of the attack alone."""

    columns: Annotated[list[int | str], Field(min_length=1)]
    """What each column begins at, the least favourable for the attacker first: odds such as
    ``"3:1"``, or numbers. More than the last column counts as the last."""

    below: Result | None = None
    """The result of an attack that is below the first column, or null if it cannot be made."""

    rows: dict[FaceName, list[Result]] = {}
    """The results by face of the die, one for each column."""

    row: list[Result] = []
    """The results without a die, one for each column."""

    results: dict[Result, Effects]
    """What each result does."""

    result_names: dict[Result, Texts] = {}
    """The names of results for players; their words by default."""

    moments: ClassVar[Mapping[str, Moment]] = {"results": Moment("", ROLES)}

    @model_validator(mode="after")
    def _is_whole(self) -> CombatTable:
        for number, column in enumerate(self.columns):
            fits = isinstance(column, str) and _ODDS.fullmatch(column)
            if bool(fits) != (self.compare == ODDS) or isinstance(column, bool):
                key = "column_no_odds" if self.compare == ODDS else "column_no_number"
                raise validation_error(key, ("columns", number), column=str(column))
            if number and self._begins(number) <= self._begins(number - 1):
                raise validation_error("columns_order", ("columns", number), column=str(column))
        if bool(self.rows) == bool(self.row) or bool(self.rows) == (self.die is None):
            raise validation_error("rows_and_die", ("rows",), ("row",), ("die",))
        for path, _, row in self.written_rows:
            if len(row) != len(self.columns):
                raise validation_error("row_length", path, found=len(row), needed=len(self.columns))
        return self

    @property
    def written_rows(self) -> Sequence[tuple[tuple[str, ...], str, list[str]]]:
        """The rows, each with its place in the table and its face, empty without a die."""
        if self.row:
            return [(("row",), "", self.row)]
        return [(("rows", face), face, row) for face, row in self.rows.items()]

    def _begins(self, number: int) -> float:
        more, less = self._bound(self.columns[number])
        return more / less

    def _bound(self, column: int | str) -> tuple[int, int]:
        if isinstance(column, int):
            return column, 1
        more, less = column.split(":")
        return int(more), int(less)

    @cached_property
    def bounds(self) -> Columns:
        """The columns, ready to be compared with."""
        return Columns(self.compare, [self._bound(each) for each in self.columns])

    def result(self, face: str, column: int) -> str:
        """Return the result of a face (empty without a die) in a column; -1 is below the first."""
        if column < 0:
            return self.below or ""
        return (self.row or self.rows[face])[column]

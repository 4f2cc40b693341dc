"""Acts: what a unit or a side may do with a name of its own, as a list of effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from pydantic import model_validator

from wargrid.core.events import Event
from wargrid.core.moves import Move
from wargrid.core.patterns import TerrainMap
from wargrid.core.position import Position
from wargrid.core.protocols import RulesetLike, Translations
from wargrid.core.refusal import Refusal
from wargrid.core.selecting import CHOSEN, SUBJECT
from wargrid.ruleset.base import Ability, Moment, SideAbility
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.grammar.lists import EffectList, Effects
from wargrid.ruleset.grammar.telling import Teller
from wargrid.ruleset.selecting.selectors import CellSelectors, UnitSelectors
from wargrid.ruleset.values import Natural, Texts, Word
from wargrid.source.diagnostics import Place
from wargrid.text import Catalog, Message

__all__ = ["Act", "SideAct"]


class _Verb:
    """The word of an act: that of the vocabulary for the class, its verb for one of them."""

    def __get__(self, act: Any, owner: type) -> str:
        return "act" if act is None else act.verb


class Act(Ability):
    """The unit does something that the ruleset names and describes."""

    word: ClassVar[Any] = _Verb()
    moments: ClassVar[Mapping[str, Moment]] = {"do": Moment("chosen", ("subject", "chosen"))}

    verb: Word
    """Its verb, under which the turn has its price and its limits."""

    name: Texts = ""
    """What players call it; its verb by default."""

    of: UnitSelectors | None = None
    """The other units of which it chooses one; without them and without ``at`` itself."""

    at: CellSelectors | None = None
    """The cells of which it chooses one, instead of a unit."""

    distance: Natural = 1
    """How far away they may be."""

    do: Effects
    """What is done to the one chosen; to the unit itself under ``subject``."""

    def lists_held(self) -> Iterator[tuple[Place, EffectList, Moment]]:
        """Yield its effects, for a chosen unit or a chosen cell."""
        yield ("do",), self.do, _chosen(self.moments["do"], self.at)

    @model_validator(mode="after")
    def _chooses_of_one_kind(self) -> Act:
        if self.of is not None and self.at is not None:
            raise validation_error("act_of_or_at", ("at",), ("of",))
        return self

    def rule_key(self) -> str:
        """Return the text of all acts."""
        return "rules.ability.act"

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return its name, what it chooses and its effects in words."""
        aims = self.of or self.at
        key = "next" if self.distance == 1 else "far" if self.distance else "here"
        far = words.say(f"rules.effects.reach.{key}", distance=self.distance)
        return {
            **super().facts(words, ruleset),
            "name": words.of(self.name) or self.verb,
            "reach": far if aims else "",
            "effects": Teller(words, ruleset, "unit").act(self.do, aims, of_unit=True),
        }

    def targets(self, ground: TerrainMap, cell: int) -> Sequence[int]:
        """Return the cells so near, without its own unless it chooses cells; or its own alone."""
        if self.of is None and self.at is None:
            return (cell,)
        around = ground.grid.around(cell, self.distance, "chebyshev")
        others = [other for _, other in around if other != cell]
        return others if self.at is None else [cell, *others]

    def title(self, ruleset: RulesetLike, chosen: str) -> Message | str:
        """Return its name."""
        return Message("rules.marks.name", {"name": self.name or self.verb})

    def apart(self, ruleset: RulesetLike) -> Translations | str:
        """Return its name."""
        name: Translations = self.name
        return name or self.verb

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Refuse a unit or a cell that is not of those it may choose."""
        if self.allows(position, move):
            return None
        cell = position.roster.grid.name(move.target)
        return Refusal("act_unfit", {"ability": self.name or self.verb, "cell": cell})

    def allows(self, position: Position, move: Move) -> bool:
        """Return whether the unit or the cell is of those it may choose."""
        selected, side = position.roster.game.selected, position.side
        roles = (move.source, -1, -1, -1, -1, -1)
        if self.of is not None:
            unit = position.board[move.target]
            matching = selected.units(self.of, side)
            return unit > 0 and bool(matching.matches(position, unit, roles))
        if self.at is not None:
            cells = selected.cells(self.at, side)
            return bool(cells.holds(position, move.target, roles))
        return True

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Begin the effects."""
        return _begun(self.do, position, move, self.at is not None)


class SideAct(SideAbility):
    """The side does something that the ruleset names and describes."""

    word: ClassVar[Any] = _Verb()
    exact: ClassVar[bool] = True
    moments: ClassVar[Mapping[str, Moment]] = {"do": Moment("chosen", ("chosen",))}

    verb: Word
    """Its verb, under which the turn has its price."""

    name: Texts = ""
    """What players call it; its verb by default."""

    of: UnitSelectors | None = None
    """The units of which it chooses one."""

    at: CellSelectors | None = None
    """The cells of which it chooses one, instead of a unit."""

    do: Effects
    """What is done to the one chosen."""

    def lists_held(self) -> Iterator[tuple[Place, EffectList, Moment]]:
        """Yield its effects, for a chosen unit or a chosen cell."""
        yield ("do",), self.do, _chosen(self.moments["do"], self.at)

    @model_validator(mode="after")
    def _chooses_of_one_kind(self) -> SideAct:
        if (self.of is None) == (self.at is None):
            raise validation_error("act_of_or_at")
        return self

    def rule_key(self) -> str:
        """Return the text of all acts."""
        return "rules.side_ability.act"

    @property
    def of_units(self) -> bool:
        """Whether it is done to units."""
        return self.of is not None

    def facts(self, words: Catalog, ruleset: RulesetLike) -> dict[str, object]:
        """Return its name, what it chooses and its effects in words."""
        aims = self.of or self.at
        return {
            **super().facts(words, ruleset),
            "name": words.of(self.name) or self.verb,
            "effects": Teller(words, ruleset).act(self.do, aims, of_unit=False),
        }

    def targets(self, ground: TerrainMap) -> Sequence[tuple[int, str]]:
        """Return every cell."""
        return [(cell, "") for cell in range(ground.grid.cells)]

    def apart(self, ruleset: RulesetLike) -> Translations | str:
        """Return its name."""
        name: Translations = self.name
        return name or self.verb

    def open_targets(self, position: Position) -> Sequence[tuple[int, str]]:
        """Return the cells, or those of the units, of which it may choose."""
        selected, side = position.roster.game.selected, position.side
        if self.at is not None:
            return [(cell, "") for cell in selected.cells(self.at, side).cells(position)]
        units = selected.units(self.of, side).units(position)
        return [(position.cell_of(unit), "") for unit in units]

    def refused(self, position: Position, move: Move) -> Refusal | None:
        """Refuse a unit or a cell that is not of those it may choose."""
        if (move.target, "") in self.open_targets(position):
            return None
        cell = position.roster.grid.name(move.target)
        return Refusal("act_unfit", {"ability": self.name or self.verb, "cell": cell})

    def events(self, position: Position, move: Move) -> Sequence[Event]:
        """Begin the effects."""
        return _begun(self.do, position, move, self.at is not None)


def _chosen(moment: Moment, at: object) -> Moment:
    return moment if at is None else moment._replace(cells=("chosen",))


def _begun(do: object, position: Position, move: Move, of_cell: bool) -> Sequence[Event]:
    """Return the beginning of the effects of an act on the unit or the cell chosen."""
    units = {SUBJECT: position.board[move.source]} if move.source >= 0 else {}
    chosen = 0 if of_cell else position.board[move.target]
    if chosen > 0:
        units[CHOSEN] = chosen
    cells = {} if chosen > 0 else {CHOSEN: move.target}
    return (position.roster.game.effects.begin(do, position.side, units, cells),)
